import { describe, expect, it } from 'vitest';
import { allocateOver } from '../money/allocate.ts';
import { decimalText } from '../money/money.ts';
import { minor } from '../payables/testing/money.ts';
import { inShort } from '../testing/in-short.ts';
import {
  checkDutyBasis,
  customsValueMinor,
  customsValueOf,
  findDutyRate,
  parseDutyRate,
  type CustomsValue,
  type DutyFacts,
  type DutyRate,
} from './duty.ts';
import type { Leaf } from './leaves.ts';
import { weighLeaves } from './shipment-shares.ts';
import { aLeaf } from './testing/goods.ts';

const leaves = [aLeaf(1n, { factoryMinor: minor('5,000.00') }), aLeaf(2n, { factoryMinor: minor('2,000.00') })];
const facts = (shipping: string, insurance: string, rate: bigint | null, customsValue: CustomsValue): DutyFacts => ({
  shippingMinor: minor(shipping),
  insuranceMinor: minor(insurance),
  rateThousandths: rate,
  customsValue,
});
const bothBy = (customsValue: CustomsValue): DutyFacts[] => [
  facts('600.00', '10.00', 4000n, customsValue),
  facts('900.00', '4.00', 10_000n, customsValue),
];

function shares(over: readonly Leaf[], all: readonly DutyFacts[]) {
  const duty = new Map(over.flatMap(({ key }, i): [string, DutyFacts][] => (all[i] ? [[key, all[i]]] : [])));
  const weighing = weighLeaves('DUTY', {
    leaves: over,
    others: [],
    rows: [],
    ratings: new Map(),
    shippingMethod: null,
    duty,
  });
  if ('reason' in weighing) return [weighing.reason, ...weighing.lacking.map(({ sku }) => sku)];
  const parts = weighing.weighed.map(({ leaf, weight }) => ({ key: leaf.key, weight }));
  return allocateOver(minor('520.00'), parts, (_, share) => decimalText(share, 2));
}

describe('duty of 520.00', () => {
  it('is on goods, freight and insurance where the customs value is CIF', () => {
    expect(shares(leaves, bothBy('CIF'))).toEqual(['226.67', '293.33']);
    expect(leaves.map((leaf, i) => customsValueMinor(leaf, bothBy('CIF')[i] as DutyFacts))).toEqual([
      561_000n,
      290_400n,
    ]);
  });

  it('is on the goods alone where it is FOB', () =>
    expect(shares(leaves, bothBy('FOB'))).toEqual(['260.00', '260.00']));

  it('goes each by its own destination', () =>
    expect(shares(leaves, [bothBy('CIF')[0] as DutyFacts, bothBy('FOB')[1] as DutyFacts])).toEqual([
      '274.95',
      '245.05',
    ]));

  it.each<[string, readonly Leaf[], DutyFacts[], string[]]>([
    [
      'names a product without a rate',
      leaves,
      [bothBy('CIF')[0] as DutyFacts, facts('0.00', '0.00', null, 'CIF')],
      ['MISSING_DUTY_RATE', 'SKU-2'],
    ],
    ['names what has no destination', leaves, [bothBy('CIF')[0] as DutyFacts], ['MISSING_DUTY_RATE', 'SKU-2']],
    [
      'knows a rate of 0',
      leaves,
      [bothBy('CIF')[0] as DutyFacts, facts('900.00', '4.00', 0n, 'CIF')],
      ['520.00', '0.00'],
    ],
    [
      'cannot be shared when all rates are 0',
      leaves,
      leaves.map(() => facts('1.00', '0.00', 0n, 'CIF')),
      ['ZERO_BASIS', 'SKU-1', 'SKU-2'],
    ],
    [
      'needs the value of the goods',
      [aLeaf(1n, { factoryMinor: null })],
      [bothBy('FOB')[0] as DutyFacts],
      ['NO_RATE', 'SKU-1'],
    ],
    [
      'is refused for goods below 0',
      [aLeaf(1n, { factoryMinor: -1n })],
      [bothBy('FOB')[0] as DutyFacts],
      ['NEGATIVE_BASIS', 'SKU-1'],
    ],
  ])('%s', (_, over, all, expected) => expect(shares(over, all)).toEqual(expected));
});

it.each([
  ['SHIPPING', 'DUTY', 'basis | share.duty_category'],
  ['INSURANCE', 'DUTY', 'basis | share.duty_category'],
  ['CUSTOMS_AND_DUTIES', 'DUTY', 'ok'],
  ['SHIPPING', 'CHARGEABLE_WEIGHT', 'ok'],
  ['SHIPPING', null, 'ok'],
] as const)('%s by %s: %s', (category, basis, expected) => {
  const result = checkDutyBasis(category, basis);
  expect(result.ok ? 'ok' : `${result.field} | ${inShort(result.message)}`).toBe(expected);
});

it.each([
  ['US', 'FOB'],
  ['GB', 'CIF'],
  ['DE', 'CIF'],
  ['AU', 'FOB'],
])('the customs value of %s is %s, unless the account set another', (country, expected) =>
  expect(customsValueOf(country, new Map([['AU', 'FOB']]))).toBe(expected),
);

it.each([
  ['4', 4000n],
  ['3.75', 3750n],
  ['0', 0n],
  ['1000', 1_000_000n],
  ['1000.001', 'duty.percent 1000 3'],
  ['3.7512', 'duty.percent 1000 3'],
  ['-1', 'duty.percent 1000 3'],
  ['free', 'duty.percent 1000 3'],
])('a duty rate of %s %% is %s', (text, expected) => {
  const result = parseDutyRate(text);
  expect(result.ok ? result.value : inShort(result.message)).toBe(expected);
});

describe('the duty rate of a product', () => {
  const rate = (id: string, change: Partial<DutyRate>): DutyRate => ({
    id,
    productId: null,
    hsCode: null,
    country: 'GB',
    thousandths: 4000n,
    validFrom: null,
    validTo: null,
    ...change,
  });
  const rates = [
    rate('code', { hsCode: '8516.79.70' }),
    rate('old', { productId: 'own', validTo: '2025-12-31' }),
    rate('own', { productId: 'own', validFrom: '2026-01-01' }),
    rate('later', { productId: 'own', validFrom: '2026-06-01' }),
    rate('us', { hsCode: '85167970', country: 'US' }),
  ];
  it.each([
    ['own', 'GB', '2026-03-01', 'own'],
    ['own', 'GB', '2026-06-01', 'later'],
    ['own', 'GB', '2025-03-01', 'old'],
    ['own', 'US', '2026-03-01', 'us'],
    ['other', 'GB', '2026-03-01', 'code'],
    ['other', 'FR', '2026-03-01', undefined],
  ])('%s in %s on %s is that of %s', (id, country, day, expected) => {
    const product = { id, hsCode: '8516 7970' };
    expect(findDutyRate(rates, product, country, day)?.id).toBe(expected);
    expect(findDutyRate(rates.toReversed(), product, country, day)?.id).toBe(expected);
  });

  it('of several that began alike is the one with the smaller id', () => {
    const two = [rate('b', { productId: 'own' }), rate('a', { productId: 'own' })];
    expect(findDutyRate(two, { id: 'own', hsCode: null }, 'GB', '2026-03-01')?.id).toBe('a');
    expect(findDutyRate(rates, { id: 'none', hsCode: null }, 'GB', '2026-03-01')).toBeUndefined();
  });
});
