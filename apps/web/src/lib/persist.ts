import type { z } from 'zod';

/** One thing kept in local storage: named, versioned, parsed when read. What does not fit is dropped. */
export interface Kept<T> {
  readonly key: string;
  read(): T | undefined;
  write(value: T): void;
  clear(): void;
  /** Tells when another tab changed it; answers how to stop listening. */
  subscribe(listener: () => void): () => void;
}

/** Keeps a value under `quayside.<name>` as `{ v, data }`. A new version, or data of another shape, starts afresh. */
export function kept<T>(name: string, version: number, schema: z.ZodType<T>): Kept<T> {
  const key = `quayside.${name}`;
  return {
    key,
    read() {
      try {
        const raw: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        const parsed = typeof raw === 'object' && raw !== null && 'v' in raw && raw.v === version && 'data' in raw ? schema.safeParse(raw.data) : undefined;
        if (parsed?.success) return parsed.data;
      } catch {
        // No storage (a private window), or text that is not JSON: as if nothing was kept.
      }
      this.clear();
      return undefined;
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify({ v: version, data: value }));
      } catch {
        // Full or forbidden storage: the value lives until the page closes.
      }
    },
    clear() {
      try {
        if (localStorage.getItem(key) !== null) localStorage.removeItem(key);
      } catch {
        // Nothing kept, nothing to clear.
      }
    },
    subscribe(listener) {
      if (typeof window === 'undefined') return () => undefined;
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** A kept value as state of this tab: React reads it, and what another tab writes comes in. */
export interface Slice<T> {
  get(): T;
  /** Changes what is there now, what another tab wrote a moment ago included. */
  update(change: (now: T) => T): void;
  /** Starts afresh, in storage too. */
  reset(): void;
  subscribe(listener: () => void): () => void;
}

/** A kept value that is always there: `initial` until something else is kept. */
export function slice<T>(storage: Kept<T>, initial: T): Slice<T> {
  let value = storage.read() ?? initial;
  const listeners = new Set<() => void>();
  const set = (next: T) => {
    value = next;
    for (const listener of listeners) listener();
  };
  storage.subscribe(() => set(storage.read() ?? initial));
  return {
    get: () => value,
    update(change) {
      // Where nothing can be kept, what this tab holds goes on.
      const next = change(storage.read() ?? value);
      storage.write(next);
      set(next);
    },
    reset() {
      storage.clear();
      set(initial);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
