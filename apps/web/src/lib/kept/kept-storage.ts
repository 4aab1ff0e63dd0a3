import type { z } from 'zod';
import { createStore, type Store } from '../store.ts';

/**
 * A value in local storage with a name and a version. It is validated when it is read. An invalid value counts as
 * absent.
 */
interface Kept<T> {
  readonly key: string;
  read(): T | undefined;
  write(value: T): void;
  clear(): void;
  /** Subscribes to changes by other tabs. Returns the function that unsubscribes. */
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
        // Treat the value as absent, because storage is unavailable (for example in a private window) or the text is
        // not JSON.
      }
      this.clear();
      return undefined;
    },
    write(value) {
      try {
        localStorage.setItem(key, JSON.stringify({ v: version, data: value }));
      } catch {
        // Storage is full or forbidden. The value stays in memory until the page is closed.
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

/** A stored value as a store of this tab. React can subscribe to the store, and changes by other tabs update it. */
export interface Slice<T> extends Store<T> {
  /** Updates the value. The function receives the current value, including a change that another tab has just made. */
  update(change: (now: T) => T): void;
  /** Deletes the value, both in this tab and in storage. */
  reset(): void;
}

/** Creates a slice. The default `initial` applies until a value is stored. */
export function slice<T>(storage: Kept<T>, initial: T): Slice<T> {
  const { get, set, subscribe } = createStore(storage.read() ?? initial);
  storage.subscribe(() => set(storage.read() ?? initial));
  return {
    get,
    subscribe,
    update(change) {
      // If storage is unavailable, use the value in memory.
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
