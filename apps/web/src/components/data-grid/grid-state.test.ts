import type { FilterChip } from '@quayside/contracts/paging';
import { describe, expect, it } from 'vitest';
import {
  type ColumnState,
  defaultState,
  filterInput,
  fromParams,
  fromSaved,
  moveColumn,
  pageInput,
  rangeOf,
  reconcileColumns,
  savedGridSchema,
  setHidden,
  setPinned,
  hasGridParams,
  toParams,
  toSaved,
  withChip,
  withoutFilters,
  withSearch,
  withSize,
} from './grid-state.ts';

const defaults = defaultState(
  [{ id: 'name', pinned: 'left' }, { id: 'sku' }, { id: 'status' }, { id: 'notes', hidden: true }],
  ['name'],
);
const fields = ['status', 'name', 'cost'];
const sortable = ['name', 'sku', 'cost'];
const ids = (columns: readonly ColumnState[]) =>
  columns.map((column) => (column.hidden ? `(${column.id})` : column.pinned ? `*${column.id}` : column.id)).join(' ');
const chip = (field: string, op: FilterChip['op'], ...values: string[]): FilterChip => ({ field, op, values });
const roundTrip = (state: typeof defaults) =>
  fromParams(
    new URLSearchParams(toParams(state, defaults, new URLSearchParams()).toString()),
    defaults,
    defaults,
    fields,
    sortable,
  );

describe('grid state in the URL', () => {
  it('is empty for the default state', () => {
    expect(toParams(defaults, defaults, new URLSearchParams()).toString()).toBe('');
    expect(hasGridParams(new URLSearchParams('tab=costs'))).toBe(false);
    expect(hasGridParams(new URLSearchParams('tab=costs&f.status.in=A'))).toBe(true);
  });
  it('restores filters, search, sort, page, size and columns', () => {
    const state = {
      ...defaults,
      search: 'ket.tle & Co',
      page: 2,
      size: 15,
      sort: [
        { field: 'cost', direction: 'desc' as const },
        { field: 'sku', direction: 'asc' as const },
      ],
      chips: [chip('status', 'notIn', 'A', 'B'), chip('cost', 'between', '1.5', '2'), chip('name', 'isEmpty')],
      columns: setPinned(setHidden(defaults.columns, 'status', true), 'sku', true),
    };
    expect(roundTrip(state)).toEqual({
      ...state,
      columns: [
        { id: 'name', pinned: true },
        { id: 'sku', pinned: true },
        { id: 'status', hidden: true },
        { id: 'notes', hidden: true },
      ],
    });
  });
  it('can express "not sorted"', () => expect(roundTrip({ ...defaults, sort: [] }).sort).toEqual([]));
  it('preserves other parameters', () => {
    expect(toParams({ ...defaults, page: 1 }, defaults, new URLSearchParams('tab=costs&page=9&q=old')).toString()).toBe(
      'tab=costs&page=2',
    );
  });
  it('drops unknown values', () => {
    const odd = new URLSearchParams(
      'f.secret.in=1&f.status.like=x&sort=evil.-cost&size=7&page=-3&cols=ghost.sku.name*',
    );
    expect(fromParams(odd, defaults, defaults, fields, sortable)).toMatchObject({
      chips: [],
      sort: [{ field: 'cost', direction: 'desc' }],
      size: 50,
      page: 0,
    });
    expect(ids(fromParams(odd, defaults, defaults, fields, sortable).columns)).toBe('*name sku (status) (notes)');
  });
  it('takes widths and density from the stored layout', () => {
    const kept = {
      ...defaults,
      density: 'comfortable' as const,
      columns: defaults.columns.map((c) => (c.id === 'sku' ? { ...c, width: 222 } : c)),
    };
    const state = fromParams(new URLSearchParams('cols=sku.name'), defaults, kept, fields, sortable);
    expect(state.density).toBe('comfortable');
    expect(state.columns[0]).toEqual({ id: 'sku', width: 222 });
  });
});

describe('stored grid state', () => {
  it('restores everything but the search and the page', () => {
    const state = { ...defaults, search: 'x', page: 4, chips: [chip('status', 'in', 'A')] };
    expect(fromSaved(savedGridSchema.parse(JSON.parse(JSON.stringify(toSaved(state)))), defaults, fields)).toEqual({
      ...state,
      search: '',
      page: 0,
    });
  });
  it('drops filters that the list no longer has', () => {
    expect(
      fromSaved(toSaved({ ...defaults, chips: [chip('gone', 'in', 'A'), chip('status', 'in', 'B')] }), defaults, fields)
        .chips,
    ).toEqual([chip('status', 'in', 'B')]);
  });
  it('is refused when it has another shape', () => {
    expect(savedGridSchema.safeParse({ ...toSaved(defaults), size: 17 }).success).toBe(false);
    expect(savedGridSchema.safeParse({ ...toSaved(defaults), columns: [{ id: 'a', width: 3 }] }).success).toBe(false);
  });
});

describe('columns', () => {
  it('drop unknown ones and insert new ones at their default position', () => {
    expect(
      ids(
        reconcileColumns(
          [{ id: 'status' }, { id: 'old' }, { id: 'name', pinned: true }, { id: 'status' }],
          defaults.columns,
        ),
      ),
    ).toBe('*name status (notes) sku');
  });
  it('are never all hidden', () => {
    expect(
      ids(
        reconcileColumns(
          defaults.columns.map((c) => ({ ...c, hidden: true })),
          defaults.columns,
        ),
      ),
    ).toBe('*name sku status (notes)');
    const one = [{ id: 'a' }, { id: 'b', hidden: true }];
    expect(setHidden(one, 'a', true)).toEqual(one);
  });
  it('move, but not before pinned ones', () => {
    expect(ids(moveColumn(defaults.columns, 'status', 1))).toBe('*name status sku (notes)');
    expect(ids(moveColumn(defaults.columns, 'status', 0))).toBe('*name status sku (notes)');
    expect(ids(moveColumn(defaults.columns, 'name', 9))).toBe('*name sku status (notes)');
  });
  it('move to the left when pinned', () =>
    expect(ids(setPinned(defaults.columns, 'status', true))).toBe('*name *status sku (notes)'));
});

describe('changes of the grid state', () => {
  const far = { ...defaults, page: 3 };
  it('reset to the first page when the filter changes', () => {
    expect(withChip(far, chip('status', 'in', 'A'))).toMatchObject({ page: 0, chips: [chip('status', 'in', 'A')] });
    expect(withSearch(far, '  kettle ')).toMatchObject({ page: 0, search: 'kettle' });
  });
  it('keep one chip per field, at its position', () => {
    const two = withChip(withChip(defaults, chip('status', 'in', 'A')), chip('cost', 'gte', '1'));
    expect(withChip(two, chip('status', 'notIn', 'B')).chips).toEqual([
      chip('status', 'notIn', 'B'),
      chip('cost', 'gte', '1'),
    ]);
  });
  it('remove a chip without a choice, unless its operator needs no value', () => {
    const one = withChip(defaults, chip('status', 'in', 'A'));
    expect(withChip(one, chip('status', 'in')).chips).toEqual([]);
    expect(withChip(one, chip('status', 'isEmpty')).chips).toEqual([chip('status', 'isEmpty')]);
  });
  it('keep the first visible row when the page size changes', () => {
    expect(withSize({ ...defaults, page: 3, size: 50 }, 25).page).toBe(6);
    expect(withSize({ ...defaults, page: 3, size: 50 }, 100).page).toBe(1);
    expect(withSize({ ...defaults, page: 3, size: 50 }, 9999).page).toBe(0);
  });
  it('clear all filters at once', () =>
    expect(filterInput(withoutFilters({ ...far, search: 'x', chips: [chip('status', 'in', 'A')] }))).toEqual({}));
});

describe('the call', () => {
  it('sends the parameters of the contract', () => {
    expect(pageInput({ ...defaults, page: 1, search: 'kettle', chips: [chip('status', 'in', 'A')] })).toEqual({
      page: 1,
      size: 50,
      sort: ['name,asc'],
      search: 'kettle',
      filter: '[{"field":"status","op":"in","values":["A"]}]',
    });
  });
  it('counts rows from 1', () => {
    expect(rangeOf({ page: 2, size: 50 }, 17)).toEqual({ from: 101, to: 117 });
    expect(rangeOf({ page: 0, size: 50 }, 0)).toBeUndefined();
  });
});
