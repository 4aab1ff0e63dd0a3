import { expect, it } from 'vitest';
import { looseKettles, packedKettles } from '../testing/a-plan.ts';
import { leftOf, loadOf, permilleOf } from './fills.ts';

it('sums what is known exactly, and names each product without a measure once', () => {
  const odd = packedKettles({ volume: '0.100000001', weight: null });
  expect(loadOf([odd, looseKettles({ volume: '0.2', weight: null }), odd], 'volume')).toEqual({
    known: '0.400000002',
    unknown: [],
  });
  expect(loadOf([odd, looseKettles({ weight: '7.5' }), odd], 'weight')).toEqual({
    known: '7.500000000',
    unknown: [{ productId: odd.productId, sku: odd.sku }],
  });
});

it.each([
  ['22.1328', '26', 851],
  ['26', '26', 1000],
  ['29.000000', '28.18', 1029],
  ['0', '26', 0],
])('%s of %s is %i tenths of a percent', (load, most, permille) => {
  expect(permilleOf(load, most)).toBe(permille);
});

it.each([
  ['5.44', '26', { left: '20.560000000', isOver: false }],
  ['29000', '28180', { left: '820.000000000', isOver: true }],
])('%s in %s leaves room or is too much', (load, most, left) => {
  expect(leftOf(load, most)).toEqual(left);
});
