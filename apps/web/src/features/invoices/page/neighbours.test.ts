import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { neighboursOf, rememberedList, rememberList } from './neighbours.ts';

const list = { ids: ['a', 'b', 'c'], from: 15, total: 40 };

describe('the neighbours of an invoice', () => {
  it('are the rows before and after it, with its position in the whole list', () =>
    expect(neighboursOf(list, 'b')).toEqual({ position: 17, total: 40, previous: 'a', next: 'c' }));
  it("end at the edge of the list's page", () => {
    expect(neighboursOf(list, 'a')).toMatchObject({ position: 16, previous: undefined, next: 'b' });
    expect(neighboursOf(list, 'c')).toMatchObject({ position: 18, previous: 'b', next: undefined });
  });
  it('are unknown for an invoice that the list does not show', () => {
    expect(neighboursOf(list, 'x')).toBeUndefined();
    expect(neighboursOf(undefined, 'a')).toBeUndefined();
  });
});

describe('the list of this tab', () => {
  const store = new Map<string, string>();
  beforeEach(() =>
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, value: string) => void store.set(key, value),
    }),
  );
  afterEach(() => (vi.unstubAllGlobals(), store.clear()));
  it('restores the stored rows', () => {
    rememberList(list);
    expect(rememberedList()).toEqual(list);
  });
  it('ignores stored data of another shape', () => {
    store.set('quayside.invoiceList', '{"ids":[1]}');
    expect(rememberedList()).toBeUndefined();
    store.set('quayside.invoiceList', 'no json');
    expect(rememberedList()).toBeUndefined();
  });
});
