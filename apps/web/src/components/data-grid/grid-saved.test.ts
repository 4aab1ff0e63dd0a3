import { GRID_IDS } from '@quayside/contracts/grids';
import { beforeEach, expect, it } from 'vitest';
import { forgetFilters, keptGrid } from '../../lib/state.ts';
import { installBrowserGlobals } from '../../testing/browser-globals.ts';
import { defaultState, fromSaved, type SavedGrid, savedGridSchema, toSaved } from './grid-state.ts';

const DEFAULTS = defaultState([{ id: 'name', pinned: 'left' }, { id: 'sku' }, { id: 'brand', hidden: true }], ['name']);
const CHANGED: SavedGrid = { ...toSaved(DEFAULTS), columns: [{ id: 'sku', width: 140 }, { id: 'name' }, { id: 'brand' }], size: 100, density: 'comfortable' };
const storageOf = (id: string) => keptGrid(id, savedGridSchema);

beforeEach(() => installBrowserGlobals());

it('every one of the 17 tables keeps its own layout', () => {
  expect(GRID_IDS).toHaveLength(17);
  for (const [index, id] of GRID_IDS.entries()) storageOf(id).write({ ...CHANGED, columns: [{ id: 'sku', width: 100 + index }] });
  for (const [index, id] of GRID_IDS.entries()) expect(storageOf(id).read()?.columns).toEqual([{ id: 'sku', width: 100 + index }]);
});

it('a layout comes back as it was left', () => {
  storageOf('products').write(CHANGED);
  expect(toSaved(fromSaved(storageOf('products').read(), DEFAULTS, []))).toEqual(CHANGED);
});

it('content of an older version, of another shape, or that is no JSON is dropped, and the table is as delivered', () => {
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

it('columns that the table no longer has are left out, new ones are there', () => {
  storageOf('products').write({ ...CHANGED, columns: [{ id: 'gone' }, { id: 'sku' }] });
  expect(
    fromSaved(storageOf('products').read(), DEFAULTS, [])
      .columns.map(({ id }) => id)
      .sort(),
  ).toEqual(['brand', 'name', 'sku']);
});

it('one table whose layout cannot be read takes none of the others with it', () => {
  localStorage.setItem('quayside.grid', JSON.stringify({ v: 1, data: { products: 'nonsense', suppliers: CHANGED } }));
  expect([storageOf('products').read(), storageOf('suppliers').read()]).toEqual([undefined, CHANGED]);
});

it('when the account is left, the filters go, because they name its rows; columns and rows per page stay', () => {
  storageOf('products').write({ ...CHANGED, chips: [{ field: 'supplier', op: 'in', values: ['a'] }] });
  forgetFilters();
  expect(storageOf('products').read()).toEqual({ ...CHANGED, chips: [] });
});
