import { describe, expect, it } from 'vitest';
import { createStore, pageStore, resetPageStores } from './store.ts';

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

describe('a store of the page', () => {
  it('is put back to what it was first, and its listeners are told', () => {
    const store = pageStore('closed');
    const seen: string[] = [];
    store.subscribe(() => seen.push(store.get()));
    store.set('open');
    resetPageStores();
    expect([store.get(), seen]).toEqual(['closed', ['open', 'closed']]);
  });

  it('is the only kind that a module keeps, so that no test finds what another left', () => {
    const sources = Object.entries(
      import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*'], {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    );
    expect(sources.length).toBeGreaterThan(500);
    const own = sources
      .filter(([, text]) => /^(?:export )?const \w+ = createStore\b/m.test(text))
      .map(([file]) => file);
    expect(own).toEqual([]);
  });
});
