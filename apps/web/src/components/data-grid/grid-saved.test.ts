import { GRID_IDS } from '@quayside/contracts/grids';
import { beforeEach, expect, it } from 'vitest';
import { clearStoredFilters, storedGrid } from '../../lib/kept/kept-state.ts';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { defaultState, fromSaved, type SavedGrid, savedGridSchema, toSaved } from './grid-state.ts';

const DEFAULTS = defaultState([{ id: 'name', pinned: 'left' }, { id: 'sku' }, { id: 'brand', hidden: true }], ['name']);
const CHANGED: SavedGrid = {
  ...toSaved(DEFAULTS),
  columns: [{ id: 'sku', width: 140 }, { id: 'name' }, { id: 'brand' }],
  size: 100,
  density: 'comfortable',
};
const OWNER = 'ada/harbour';
const storageOf = (id: string, owner: string | undefined = OWNER) => storedGrid(id, savedGridSchema, owner);

beforeEach(() => installBrowserGlobals());

it('all 17 tables have a layout of their own', () => {
  expect(GRID_IDS).toHaveLength(17);
  for (const [index, id] of GRID_IDS.entries())
    storageOf(id).write({ ...CHANGED, columns: [{ id: 'sku', width: 100 + index }] });
  for (const [index, id] of GRID_IDS.entries())
    expect(storageOf(id).read()?.columns).toEqual([{ id: 'sku', width: 100 + index }]);
});

it('a layout survives a reload', () => {
  storageOf('products').write(CHANGED);
  expect(toSaved(fromSaved(storageOf('products').read(), DEFAULTS, []))).toEqual(CHANGED);
});

it('a stored layout of another version or shape, or invalid JSON, is dropped', () => {
  const put = (text: string) => localStorage.setItem('quayside.grid', text);
  const grid = (products: unknown, v = 1) => JSON.stringify({ v, data: { products } });
  for (const text of [
    grid(CHANGED, 0),
    grid({ ...CHANGED, size: 33 }),
    grid({ ...CHANGED, columns: [{ id: 'sku', width: 9_999_999 }] }),
    grid(null),
    JSON.stringify({ v: 1, data: null }),
    JSON.stringify({ v: 1, data: [CHANGED] }),
    JSON.stringify(CHANGED),
    '"text"',
    '{"v":1',
  ]) {
    put(text);
    expect(fromSaved(storageOf('products').read(), DEFAULTS, [])).toEqual(DEFAULTS);
    expect(storageOf('products').read()).toBeUndefined();
  }
});

it('a restored layout omits removed columns and includes new ones', () => {
  storageOf('products').write({ ...CHANGED, columns: [{ id: 'gone' }, { id: 'sku' }] });
  expect(
    fromSaved(storageOf('products').read(), DEFAULTS, [])
      .columns.map(({ id }) => id)
      .sort(),
  ).toEqual(['brand', 'name', 'sku']);
});

it('an unreadable layout of one table does not affect the others', () => {
  localStorage.setItem('quayside.grid', JSON.stringify({ v: 1, data: { products: 'nonsense', suppliers: CHANGED } }));
  expect([storageOf('products').read(), storageOf('suppliers').read()]).toEqual([undefined, CHANGED]);
});

it('leaving the account deletes filters, which name its rows, and keeps columns and rows per page', () => {
  storageOf('products').write({ ...CHANGED, chips: [{ field: 'supplier', op: 'in', values: ['a'] }] });
  clearStoredFilters();
  expect(storageOf('products').read()).toEqual({ ...CHANGED, chips: [] });
});

it('filters come back only to the person and account that chose them, columns and rows per page to everybody', () => {
  const filtered = { ...CHANGED, chips: [{ field: 'supplier', op: 'in' as const, values: ['a'] }] };
  storageOf('suppliers').write(filtered);
  expect(storageOf('suppliers').read()).toEqual(filtered);
  for (const other of ['ada/crane', 'ben/harbour'])
    expect(storageOf('suppliers', other).read()).toEqual({ ...CHANGED, chips: [] });
  // Nobody is known yet, or the state is that of a release that kept no owner.
  expect(storedGrid('suppliers', savedGridSchema, undefined).read()).toEqual({ ...CHANGED, chips: [] });
  localStorage.setItem('quayside.grid', JSON.stringify({ v: 1, data: { suppliers: filtered } }));
  expect(storageOf('suppliers').read()).toEqual({ ...CHANGED, chips: [] });
});
