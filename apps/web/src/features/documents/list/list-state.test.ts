import { describe, expect, it } from 'vitest';
import { filterOf, highlighted, isFiltered, PAGE_SIZE, pageOf, paramsOf, stateOf } from './list-state.ts';

const state = (query: string) => stateOf(new URLSearchParams(query));

describe('the URL of the list', () => {
  it('contains the whole state, and restores it', () => {
    const query = 'q=haosheng&type=INVOICE&unattached=true&page=3&open=d1';
    expect(paramsOf(state(query)).toString()).toBe(query);
    expect(filterOf(state(query))).toEqual({ search: 'haosheng', documentType: 'INVOICE', unattached: 'true' });
  });
  it('is short for the default state', () => {
    expect(paramsOf(state('page=1&unattached=false')).toString()).toBe('');
    expect(isFiltered(state('page=2&open=d1'))).toBe(false);
  });
  it('ignores invalid parameters', () => expect(state('type=SOUP&page=-4')).toMatchObject({ type: '', page: 1 }));
});

describe('pages of the list', () => {
  const rows = Array.from({ length: PAGE_SIZE + 7 }, (_, index) => index);
  it('are computed in the browser', () =>
    expect(pageOf(rows, 2)).toMatchObject({ page: 2, pages: 2, from: PAGE_SIZE + 1, to: PAGE_SIZE + 7 }));
  it('after the last one show the last one', () => expect(pageOf(rows, 9).page).toBe(2));
  it('of an empty list are one', () => expect(pageOf([], 1)).toEqual({ rows: [], page: 1, pages: 1, from: 0, to: 0 }));
});

describe('highlighted matches', () => {
  it('ignore upper and lower case', () =>
    expect(highlighted('Ningbo HAOSHENG Co.', 'haosheng')).toEqual([
      { text: 'Ningbo ', isHit: false },
      { text: 'HAOSHENG', isHit: true },
      { text: ' Co.', isHit: false },
    ]));
  it('are literal text and not patterns', () =>
    expect(highlighted('a.b axb', 'a.b').filter(({ isHit }) => isHit)).toEqual([{ text: 'a.b', isHit: true }]));
  it('are none without a search', () => expect(highlighted('text', ' ')).toEqual([{ text: 'text', isHit: false }]));
});
