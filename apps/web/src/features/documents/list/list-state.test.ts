import { describe, expect, it } from 'vitest';
import { filterOf, highlighted, isFiltered, PAGE_SIZE, pageOf, paramsOf, stateOf } from './list-state.ts';

const state = (address: string) => stateOf(new URLSearchParams(address));

describe('the address of the list', () => {
  it('says all of it and comes back the same', () => {
    const address = 'q=haosheng&type=INVOICE&unattached=true&page=3&open=d1';
    expect(paramsOf(state(address)).toString()).toBe(address);
    expect(filterOf(state(address))).toEqual({ search: 'haosheng', documentType: 'INVOICE', unattached: 'true' });
  });
  it('is short when nothing is asked', () => {
    expect(paramsOf(state('page=1&unattached=false')).toString()).toBe('');
    expect(isFiltered(state('page=2&open=d1'))).toBe(false);
  });
  it('that somebody mistyped asks for nothing wrong', () =>
    expect(state('type=SOUP&page=-4')).toMatchObject({ type: '', page: 1 }));
});

describe('pages', () => {
  const rows = Array.from({ length: PAGE_SIZE + 7 }, (_, index) => index);
  it('are cut in the browser', () =>
    expect(pageOf(rows, 2)).toMatchObject({ page: 2, pages: 2, from: PAGE_SIZE + 1, to: PAGE_SIZE + 7 }));
  it('behind the last are the last', () => expect(pageOf(rows, 9).page).toBe(2));
  it('of nothing are one', () => expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1, from: 0, to: 0 }));
});

describe('hits', () => {
  it('are set apart, whatever their capitals', () =>
    expect(highlighted('Ningbo HAOSHENG Co.', 'haosheng')).toEqual([
      { text: 'Ningbo ', isHit: false },
      { text: 'HAOSHENG', isHit: true },
      { text: ' Co.', isHit: false },
    ]));
  it('are words, not patterns', () =>
    expect(highlighted('a.b axb', 'a.b').filter(({ isHit }) => isHit)).toEqual([{ text: 'a.b', isHit: true }]));
  it('of no search are none', () => expect(highlighted('text', ' ')).toEqual([{ text: 'text', isHit: false }]));
});
