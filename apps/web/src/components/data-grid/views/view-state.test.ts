import { viewStateSchema } from '@quayside/contracts/views';
import { describe, expect, it } from 'vitest';
import { defaultState, namedView, hasGridParams, toParams, withView } from '../grid-state.ts';
import { isChanged, stateOf, viewOf, withLookOf } from './view-state.ts';

const defaults = defaultState([{ id: 'name' }, { id: 'sku' }, { id: 'brand', hidden: true }], ['name']);
const known = { defaults, fields: ['status'], sortable: ['name', 'sku'] };
const chip = { field: 'status', op: 'in' as const, values: ['ACTIVE'] };
const state = {
  ...defaults,
  chips: [chip],
  search: 'oak',
  sort: [{ field: 'sku', direction: 'desc' as const }],
  size: 25,
  page: 3,
};

describe('a view of a table', () => {
  it('restores the saved state, on the first page', () => {
    expect(viewStateSchema.parse(viewOf(state))).toEqual(viewOf(state));
    expect(stateOf(viewOf(state), known)).toEqual({ ...state, page: 0 });
  });

  it('omits what the table no longer has, and includes new columns', () => {
    const old = {
      ...viewOf(state),
      columns: [{ id: 'gone' }, { id: 'sku' }],
      sort: [{ field: 'gone', direction: 'asc' as const }],
      chips: [{ ...chip, field: 'gone' }],
    };
    expect(stateOf(old, known)).toMatchObject({
      columns: [{ id: 'name' }, { id: 'sku' }, { id: 'brand', hidden: true }],
      sort: [],
      chips: [],
    });
  });

  it('ignores page and widths in the comparison, and detects any other change', () => {
    const view = viewOf(state);
    const same = { ...state, page: 9, columns: state.columns.map((column) => ({ ...column, width: 123.4 })) };
    expect(isChanged(same, view, known)).toBe(false);
    for (const other of [
      { search: '' },
      { chips: [] },
      { chips: [{ ...chip, values: [] }] },
      { sort: [] },
      { size: 50 },
      { density: 'comfortable' as const },
      { columns: state.columns.toReversed() },
      { columns: state.columns.map((column) => ({ ...column, hidden: false })) },
      { columns: state.columns.map((column) => ({ ...column, pinned: column.id === 'name' })) },
    ])
      expect(isChanged({ ...state, ...other }, view, known), JSON.stringify(other)).toBe(true);
  });

  it('takes widths and row height from the view when the state comes from the URL', () => {
    const look = { ...defaults, density: 'comfortable' as const, columns: [{ id: 'sku', width: 200 }] };
    expect(withLookOf(state, look)).toMatchObject({
      density: 'comfortable',
      search: 'oak',
      columns: [{ id: 'name', width: undefined }, { id: 'sku', width: 200 }, { id: 'brand' }],
    });
  });
});

describe('a URL with a view', () => {
  it('contains the whole state, even if it is the default state', () => {
    const params = toParams(defaults, defaults, withView(new URLSearchParams('tab=x'), 'v1'));
    expect(params.toString()).toBe('tab=x&view=v1&sort=name');
    expect([namedView(params), hasGridParams(params)]).toEqual(['v1', true]);
    expect(toParams(state, defaults, params).toString()).toBe(
      'tab=x&view=v1&q=oak&f.status.in=ACTIVE&sort=-sku&size=25&page=4',
    );
  });

  it('has no parameters for the default state without a view', () => {
    expect(toParams(defaults, defaults, withView(new URLSearchParams('view=v1'), 'all')).toString()).toBe('view=all');
    expect(namedView(new URLSearchParams('view=all'))).toBeUndefined();
    expect(withView(new URLSearchParams('view=v1'), undefined).toString()).toBe('');
  });
});
