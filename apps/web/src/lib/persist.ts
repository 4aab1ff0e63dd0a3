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
        if (raw === null) return undefined;
        const parsed = typeof raw === 'object' && 'v' in raw && raw.v === version && 'data' in raw ? schema.safeParse(raw.data) : undefined;
        if (parsed?.success) return parsed.data;
        localStorage.removeItem(key);
      } catch {
        // No storage (a private window), or text that is not JSON: as if nothing was kept.
      }
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
        localStorage.removeItem(key);
      } catch {
        // Nothing kept, nothing to clear.
      }
    },
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
