import { bulkChanges, productSelection } from '@quayside/contracts/products/product-bulk-edits';
import { expect, it } from 'vitest';
import { changesOf, isEmptyChange, landedSum, NO_CHANGES, selectionOf } from './bulk-changes.ts';

it('a bulk request contains only the chosen changes; NO_CHANGE is no change, an empty field clears the value', () => {
  expect(changesOf(NO_CHANGES)).toEqual({});
  expect(isEmptyChange(changesOf({ ...NO_CHANGES, set: { status: 'NO_CHANGE' } }))).toBe(true);
  const changes = changesOf({
    ...NO_CHANGES,
    set: { status: 'INACTIVE', brand: '', supplierLeadTime: '30', shippingMethod: '', countryOfOrigin: 'CN' },
    addTags: ['winter'],
  });
  expect(changes).toEqual({
    status: 'INACTIVE',
    brand: '',
    supplierLeadTime: 30,
    shippingMethod: null,
    countryOfOrigin: 'CN',
    addTags: ['winter'],
  });
  expect(bulkChanges.parse(changes)).toMatchObject({ brand: null });
});

it('a bulk request names the selected rows, or the filter that all matching rows share', () => {
  expect(selectionOf([{ id: 'a' }], undefined)).toEqual({ ids: ['a'] });
  const all = selectionOf([], {
    search: 'kettle',
    filter: JSON.stringify([{ field: 'status', op: 'in', values: ['ACTIVE'] }]),
  });
  expect(productSelection.parse(all)).toEqual({
    search: 'kettle',
    filter: [{ field: 'status', op: 'in', values: ['ACTIVE'] }],
  });
  expect(productSelection.parse(selectionOf([], {}))).toEqual({ filter: [] });
});

it('the total landed cost is exact, in currencies with and without decimals', () => {
  expect(
    landedSum([{ landedCostTotal: '0.10' }, { landedCostTotal: '0.20' }, { landedCostTotal: '11407.83' }], 'GBP'),
  ).toBe('11408.13');
  expect(landedSum([{ landedCostTotal: '100' }, { landedCostTotal: '1' }], 'JPY')).toBe('101');
});
