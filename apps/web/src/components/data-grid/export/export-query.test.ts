import { exportProducts, PRODUCT_EXPORT } from '@quayside/contracts/exports';
import { describe, expect, it } from 'vitest';
import { defaultState } from '../grid-state.ts';
import { exportColumns, exportInput } from './export-query.ts';

const state = {
  ...defaultState(
    [{ id: 'sku' }, { id: 'name' }, { id: 'makeUp' }, { id: 'brand', hidden: true }, { id: 'product' }],
    ['-name'],
  ),
  search: 'oak',
  chips: [{ field: 'status', op: 'in' as const, values: ['ACTIVE'] }],
};
const exports = { endpoint: exportProducts, columns: PRODUCT_EXPORT, as: { product: ['name', 'asin'], makeUp: [] } };

describe('a file of what a table shows', () => {
  it('contains the visible columns in order, deduped, without those that cannot be exported', () => {
    expect(exportColumns(exports, state)).toEqual(['sku', 'name', 'asin']);
    expect(exportColumns({ columns: {} }, state)).toEqual([]);
  });

  it('contains the filter, the search and the sort order', () => {
    const input = exportInput({ ...exports, chips: [{ field: 'brand', op: 'in', values: ['Moss'] }] }, state, 'csv');
    expect(exportProducts.query.safeParse(input).data).toMatchObject({
      search: 'oak',
      sort: [{ field: 'name', direction: 'desc' }],
      filter: [{ field: 'brand' }, { field: 'status' }],
      columns: ['sku', 'name', 'asin'],
      format: 'csv',
    });
  });
});
