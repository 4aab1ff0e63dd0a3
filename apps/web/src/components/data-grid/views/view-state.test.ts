import { viewStateSchema } from '@quayside/contracts/views';
import { describe, expect, it } from 'vitest';
import { defaultState, namedView, speaksOfGrid, toParams, withView } from '../grid-state.ts';
import { isChanged, stateOf, viewOf, withLookOf } from './view-state.ts';

const defaults = defaultState([{ id: 'name' }, { id: 'sku' }, { id: 'brand', hidden: true }], ['name']);
const known = { defaults, fields: ['status'], sortable: ['name', 'sku'] };
const chip = { field: 'status', op: 'in' as const, values: ['ACTIVE'] };
const state = { ...defaults, chips: [chip], search: 'oak', sort: [{ field: 'sku', direction: 'desc' as const }], size: 25, page: 3 };

describe('a view of a table', () => {
  it('brings back what was kept, on the first page', () => {
    expect(viewStateSchema.parse(viewOf(state))).toEqual(viewOf(state));
    expect(stateOf(viewOf(state), known)).toEqual({ ...state, page: 0 });
  });

  it('leaves out what the table does not know any more, and gains what it has got since', () => {
    const old = {
      ...viewOf(state),
      columns: [{ id: 'gone' }, { id: 'sku' }],
      sort: [{ field: 'gone', direction: 'asc' as const }],
      chips: [{ ...chip, field: 'gone' }],
    };
    expect(stateOf(old, known)).toMatchObject({ columns: [{ id: 'name' }, { id: 'sku' }, { id: 'brand', hidden: true }], sort: [], chips: [] });
  });

  it('is unchanged on another page and with other widths, and changed by anything else', () => {
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

  it('gives its widths and its row height to a state out of an address', () => {
    const look = { ...defaults, density: 'comfortable' as const, columns: [{ id: 'sku', width: 200 }] };
    expect(withLookOf(state, look)).toMatchObject({
      density: 'comfortable',
      search: 'oak',
      columns: [{ id: 'name', width: undefined }, { id: 'sku', width: 200 }, { id: 'brand' }],
    });
  });
});

describe('an address with a view', () => {
  it('carries the whole state beside it, also where that is the table as delivered', () => {
    const params = toParams(defaults, defaults, withView(new URLSearchParams('tab=x'), 'v1'));
    expect(params.toString()).toBe('tab=x&view=v1&sort=name');
    expect([namedView(params), speaksOfGrid(params)]).toEqual(['v1', true]);
    expect(toParams(state, defaults, params).toString()).toBe('tab=x&view=v1&q=oak&f.status.in=ACTIVE&sort=-sku&size=25&page=4');
  });

  it('without one says nothing of the table as delivered', () => {
    expect(toParams(defaults, defaults, withView(new URLSearchParams('view=v1'), 'all')).toString()).toBe('view=all');
    expect(namedView(new URLSearchParams('view=all'))).toBeUndefined();
    expect(withView(new URLSearchParams('view=v1'), undefined).toString()).toBe('');
  });
});
