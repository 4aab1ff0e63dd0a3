import { describe, expect, it } from 'vitest';
import { createStore } from './store.ts';

describe('a store', () => {
  it('notifies every listener after the new value is readable', () => {
    const store = createStore(1);
    const seen: number[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.subscribe(() => seen.push(store.get() * 10));
    store.set(2);
    store.set(3);
    expect(seen).toEqual([2, 20, 3, 30]);
  });

  it('stops notifying after unsubscribe', () => {
    const store = createStore('a');
    let calls = 0;
    const stop = store.subscribe(() => (calls += 1));
    expect(store.hasListeners()).toBe(true);
    stop();
    store.set('b');
    expect([calls, store.get(), store.hasListeners()]).toEqual([0, 'b', false]);
  });
});
