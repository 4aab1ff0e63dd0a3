import { expect, it } from 'vitest';
import { openingCost } from './opening.ts';

const minor = (units: bigint, unitCost: string, currency = 'GBP') => {
  const cost = openingCost(units, unitCost, currency);
  return cost.ok ? cost.value : cost.message.code;
};

it('opening stock costs units by unit cost, rounded once', () => {
  expect([minor(300n, '1.234567'), minor(3n, '0.005'), minor(1n, '0'), minor(7n, '12', 'JPY')]).toEqual([
    37037n,
    2n,
    0n,
    84n,
  ]);
});

it('a unit cost has at most 6 decimals and is not below 0', () => {
  expect([minor(1n, '1.2345678'), minor(1n, '-1'), minor(1n, 'one'), minor(999_999_999n, '99999999')]).toEqual([
    'price.decimals',
    'field.min',
    'price.form',
    'amount.too_large',
  ]);
});
