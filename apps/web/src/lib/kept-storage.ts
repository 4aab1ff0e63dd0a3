import type { z } from 'zod';
import { createStore, type Store } from './store.ts';

/** One value in local storage: named, versioned, validated when read. An invalid value counts as absent. */
export interface Kept<T> {
  readonly key: string;
  read(): T | undefined;
  write(value: T): void;
  clear(): void;
  /** Subscribes to changes by other tabs; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Stores a value under `quayside.<name>` as `{ v, data }`. Data of another version or shape counts as absent. */
export function kept<T>(name: string, version: number, schema: z.ZodType<T>): Kept<T> {
  const key = `quayside.${name}`;
  return {
    key,
    read() {
      try {
        const raw: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        const parsed =
          typeof raw === 'object' && raw !== null && 'v' in raw && raw.v === version && 'data' in raw
            ? schema.safeParse(raw.data)
            : undefined;
        if (parsed?.success) return parsed.data;
      } catch {
        // Storage is unavailable (a private window), or the text is not JSON: treat it as absent.
      }
      this.clear();
      return undefined;
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify({ v: version, data: value }));
      } catch {
        // Storage is full or forbidden: keep the value in memory until the page closes.
      }
    },
    clear() {
      try {
        if (localStorage.getItem(key) !== null) localStorage.removeItem(key);
      } catch {
        // Storage is unavailable, so there is nothing to delete.
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

/** A stored value as a store of this tab. React subscribes to it, and it follows changes by other tabs. */
export interface Slice<T> extends Store<T> {
  /** Updates the current value, including a change that another tab has just written. */
  update(change: (now: T) => T): void;
  /** Deletes the value, in storage too. */
  reset(): void;
}

/** A stored value with a default: `initial` until a value is stored. */
export function slice<T>(storage: Kept<T>, initial: T): Slice<T> {
  const { get, set, subscribe } = createStore(storage.read() ?? initial);
  storage.subscribe(() => set(storage.read() ?? initial));
  return {
    get,
    subscribe,
    update(change) {
      // Without storage, use the value in memory.
      const next = change(storage.read() ?? get());
      storage.write(next);
      set(next);
    },
    reset() {
      storage.clear();
      set(initial);
    },
  };
}
