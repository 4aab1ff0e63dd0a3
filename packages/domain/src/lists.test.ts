import { expect, it } from 'vitest';
import { type Basis, COST_CATEGORIES, defaultBasisOf, INVOICE_COST_CATEGORIES } from './lists.ts';

it('freight is spread by chargeable weight, duty-like charges by value, and the rest by quantity', () => {
  const by = (basis: Basis) => COST_CATEGORIES.filter((category) => defaultBasisOf(category) === basis);
  expect(by('CHARGEABLE_WEIGHT')).toEqual(['SHIPPING', 'LOCAL_FREIGHT', 'INBOUND_SHIPPING']);
  expect(by('VALUE')).toEqual(['CUSTOMS_AND_DUTIES', 'INSURANCE', 'BANK_FEES']);
  expect(by('QUANTITY')).toEqual([
    'FACTORY_INVOICE',
    'INSPECTIONS',
    'PHOTOGRAPHY',
    'DESIGNER_FEES',
    'PRODUCT_SAMPLES',
    'PRODUCT_TESTING',
    'STORAGE',
    'OTHER',
  ]);
});

it('invoices offer 13 cost categories', () => {
  expect([
    INVOICE_COST_CATEGORIES.length,
    INVOICE_COST_CATEGORIES.some((c: string) => c === 'INBOUND_SHIPPING'),
  ]).toEqual([13, false]);
});
