import { bulkChanges, productSelection } from '@quayside/contracts/product-changes';
import { expect, it } from 'vitest';
import { changesOf, isEmptyChange, landedSum, NO_CHANGES, selectionOf } from './bulk-changes.ts';

it('sends what was chosen and nothing else; NO_CHANGE is nothing; an empty field clears', () => {
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

it('names the ticked rows, or what all of them match', () => {
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

it('adds amounts up to the cent, in currencies with and without cents', () => {
  expect(
    landedSum([{ landedCostTotal: '0.10' }, { landedCostTotal: '0.20' }, { landedCostTotal: '11407.83' }], 'GBP'),
  ).toBe('11408.13');
  expect(landedSum([{ landedCostTotal: '100' }, { landedCostTotal: '1' }], 'JPY')).toBe('101');
});
