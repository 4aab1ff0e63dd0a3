import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from '../money/money.ts';
import { rateOf } from '../payables/testing/money.ts';
import { runs } from '../testing/runs.ts';
import { rateShipment } from './chargeable.ts';
import { CONTAINERS } from './containers.ts';
import { ratingOfRate } from './freight-rates.ts';
import { packedOf } from './leaves.ts';
import { aContainerRate, aLeaf, anLclRate, aRate, aRow, goods, kg, m3 } from './testing/goods.ts';
import { compareOffers, effectOfMore, estimateBySku, type Comparison, type Offer } from './what-if.ts';

const kettles = goods(4445, 22.1328, 3212n);
const OFFERS: readonly Offer[] = [
  { id: '20 ft', rate: { ...aContainerRate('20FT', '2620.00'), transitDays: 32 } },
  { id: 'LCL', rate: anLclRate('118.00', { feesMinor: [18_500n], transitDays: 38 }) },
  { id: '40 HQ', rate: aContainerRate('40FT_HC', '3650.00') },
  { id: 'air', rate: aRate('3.85', { feesMinor: [12_000n], transitDays: 6 }) },
];
const circumstances: Comparison = {
  packed: kettles,
  shipDay: '2026-12-04',
  today: '2026-11-26',
  accountCurrency: 'USD',
  rateOf: () => null,
  chosenId: '20 ft',
};
const compared = (change: Partial<Comparison> = {}, offers = OFFERS) =>
  compareOffers(offers, { ...circumstances, ...change }).map(
    ({ id, charge, gap, accountMinor, perUnit, arrivalDay, differenceMinor }) =>
      [
        id,
        charge ? decimalText(charge.totalMinor, 2) : gap?.reason,
        accountMinor === null ? '-' : decimalText(accountMinor, 2),
        perUnit ?? '-',
        arrivalDay ?? '-',
        differenceMinor === null ? '-' : decimalText(differenceMinor, 2),
      ].join(' '),
  );

describe('ways to ship 3,212 kettles', () => {
  it('have charge, cost per unit, arrival and difference', () =>
    expect(compared()).toEqual([
      '20 ft 2620.00 2620.00 0.815691 2027-01-05 0.00',
      'LCL 2796.67 2796.67 0.870694 2027-01-11 176.67',
      '40 HQ 3650.00 3650.00 1.136364 - 1030.00',
      'air 17233.25 17233.25 5.365271 2026-12-10 14613.25',
    ]));

  it('are compared in account currency, converted once', () =>
    expect(compared({ accountCurrency: 'GBP', rateOf: () => rateOf('0.7925'), chosenId: 'LCL' }).slice(0, 2)).toEqual([
      '20 ft 2620.00 2076.35 0.646435 2027-01-05 -140.01',
      'LCL 2796.67 2216.36 0.690025 2027-01-11 0.00',
    ]));

  it('without a rate, a ship day or a choice leave unknown what is unknown', () => {
    expect(compared({ accountCurrency: 'GBP', shipDay: null }).slice(0, 1)).toEqual(['20 ft 2620.00 - - - -']);
    expect(compared({ chosenId: null }).slice(0, 1)).toEqual(['20 ft 2620.00 2620.00 0.815691 2027-01-05 -']);
  });

  it('hold on the day of shipping, otherwise today', () => {
    const offers = [{ id: 'air', rate: aRate('1.00', { validTo: '2026-11-30' }) }];
    const remarks = (shipDay: string | null) =>
      compareOffers(offers, { ...circumstances, shipDay }).map(({ charge }) => charge?.remarks);
    expect([remarks('2026-12-04'), remarks(null)]).toEqual([[['EXPIRED']], [[]]]);
  });

  it('say which measure is missing, and know edited containers', () => {
    const packed = packedOf([aLeaf(1n, { weightUg: null })], []);
    expect(compared({ packed }).at(-1)).toBe('air MISSING_WEIGHT - - 2026-12-10 -');
    const containers = { ...CONTAINERS, '20FT': { usableMm3: m3(20), payloadUg: kg(20_000) } };
    expect(compared({ containers })[0]).toBe('20 ft 5240.00 5240.00 1.631382 2027-01-05 0.00');
  });
});

describe('the estimate by SKU', () => {
  const two = packedOf(
    [
      aLeaf(1n, { units: 600n, weightUg: kg(1.4), productId: 'kettle', productSku: 'HS-1187' }),
      aLeaf(2n, { units: 400n, weightUg: kg(1.4), productId: 'kettle', productSku: 'HS-1187' }),
      aLeaf(3n, { units: 300n, weightUg: kg(2), productId: 'lamp', productSku: 'LT-3447' }),
    ],
    [],
  );

  it('adds up to the charge', () => {
    const rated = rateShipment(two, ratingOfRate(aRate('1.00')));
    if ('reason' in rated) throw new Error(rated.reason);
    expect(estimateBySku(100_001n, 'USD', two, rated)).toEqual([
      { productId: 'kettle', sku: 'HS-1187', units: 1000n, minor: 70_001n, perUnit: '0.70001' },
      { productId: 'lamp', sku: 'LT-3447', units: 300n, minor: 30_000n, perUnit: '1.0000' },
    ]);
    expect(estimateBySku(0n, 'USD', [], rated)).toEqual([]);
  });

  it('adds up for any charge and any sequence', () => {
    const units = fc.array(fc.bigInt({ min: 1n, max: 900n }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(units, fc.bigInt({ min: 0n, max: 10n ** 8n }), (all, total) => {
        const packed = packedOf(
          all.map((one, i) =>
            aLeaf(BigInt(i), { units: one, weightUg: kg(i + 1), productId: String(i % 2), productSku: String(i % 2) }),
          ),
          [],
        );
        const rated = rateShipment(packed, ratingOfRate(anLclRate('1.00')));
        if ('reason' in rated) throw new Error(rated.reason);
        const estimate = estimateBySku(total, 'USD', packed, rated);
        expect(estimate.reduce((sum, { minor }) => sum + minor, 0n)).toBe(total);
        const turned = estimateBySku(total, 'USD', packed.toReversed(), rated);
        for (const one of estimate) expect(turned).toContainEqual(one);
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('more cartons', () => {
  const row = { ...aRow('more', { measuredUg: kg(17), volumeMm3: m3(0.06) }) };
  const more = (cartons: bigint) => ({ cartons, unitsPerCarton: 12n, row, leaf: aLeaf(9n) });

  it('make a unit cheaper as long as the container has room, and dearer with another one', () => {
    const by = (cartons: bigint) =>
      effectOfMore(aContainerRate('20FT', '2620.00'), kettles, more(cartons), '2026-11-26');
    expect(by(64n)).toEqual({
      before: { totalMinor: 262_000n, perUnit: '0.815691' },
      after: { totalMinor: 262_000n, perUnit: '0.658291' },
    });
    expect(by(65n)).toEqual({
      before: { totalMinor: 262_000n, perUnit: '0.815691' },
      after: { totalMinor: 524_000n, perUnit: '1.312625' },
    });
  });

  it('are loaded into containers of the size that the account knows', () => {
    const containers = { ...CONTAINERS, '20FT': { usableMm3: m3(30), payloadUg: kg(28_000) } };
    const rate = aContainerRate('20FT', '2620.00');
    const effect = effectOfMore(rate, kettles, more(65n), '2026-11-26', containers);
    expect('reason' in effect ? effect.reason : effect.after.totalMinor).toBe(262_000n);
  });

  it('cannot be told without their measures', () =>
    expect(
      effectOfMore(
        aRate('1.00'),
        kettles,
        { ...more(1n), row: { ...row, measuredUg: null }, leaf: aLeaf(9n, { weightUg: null }) },
        '2026-11-26',
      ),
    ).toEqual({ reason: 'MISSING_WEIGHT', lacking: [{ productId: 'product-9', sku: 'SKU-9' }] }));
});
