import { useSyncExternalStore } from 'react';

/** An observable value outside React. */
export interface Store<T> {
  readonly get: () => T;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void;
}
interface WritableStore<T> extends Store<T> {
  readonly set: (next: T) => void;
  readonly hasListeners: () => boolean;
}

/** Creates a store of one value. `set` notifies all listeners. */
export function createStore<T>(first: T): WritableStore<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hasListeners: () => listeners.size > 0,
  };
}

const resets = new Set<() => void>();
/** Creates a store that a module keeps as long as the page is open. */
export function pageStore<T>(first: T): WritableStore<T> {
  const store = createStore(first);
  resets.add(() => store.set(first));
  return store;
}
/** Puts all page stores back to what they were first, so that a test finds none of what the one before it left. */
export const resetPageStores = (): void => resets.forEach((reset) => reset());

/**
 * Subscribes a component to a store. With `pick`, the component re-renders only when the picked part changes. As long
 * as the part is unchanged, `pick` must return the same object.
 */
export function useStore<T>(store: Store<T>): T;
export function useStore<T, P>(store: Store<T>, pick: (value: T) => P): P;
export function useStore<T, P>(store: Store<T>, pick?: (value: T) => P): T | P {
  return useSyncExternalStore(store.subscribe, () => (pick ? pick(store.get()) : store.get()));
}
