import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText, MICRO, roundDiv } from '../money/money.ts';
import { inShort } from '../testing/in-short.ts';
import { runs } from '../testing/runs.ts';
import { densityOf, MODE_RATINGS, rateShipment, volumeOfRoundedSides, type Divisor } from './chargeable.ts';
import { CONTAINERS, containersFor, roomFor } from './containers.ts';
import { sidesOf } from './cartons.ts';
import { fraction, inProportion, type Fraction } from './fractions.ts';
import {
  chargeOf,
  checkFreightRate,
  parseFreightPrice,
  parseFreightQuantity,
  ratingOfRate,
  validityOn,
  type FreightRate,
} from './freight-rates.ts';
import { packedOf, sumOfMeasure, type Packed } from './leaves.ts';
import { aContainerRate, aLeaf, anLclRate, aRate, aRow, breaks, goods, kg, m3 } from './testing/goods.ts';

const DAY = '2026-11-26';
/** A fraction as a decimal with up to 4 decimals. */
const decimal = ({ n, d }: Fraction): string => decimalText(roundDiv(n * 10_000n, d), 4);

/** The charge in hundredths as text, or why there is none. */
function charged(rate: FreightRate, packed: readonly Packed[], day = DAY): string {
  const charge = chargeOf(rate, packed, day);
  if ('reason' in charge) return `${charge.reason} ${charge.lacking.map(({ sku }) => sku).join()}`;
  return [decimalText(charge.totalMinor, 2), ...charge.remarks].join(' ');
}

describe('the charge of 4,445 kg and 22.1328 m3', () => {
  const kettles = goods(4445, 22.1328, 3212n);
  it.each<[string, FreightRate, string]>([
    ['20 ft', aContainerRate('20FT', '2620.00'), '2620.00'],
    ['LCL', anLclRate('118.00', { feesMinor: [18_500n] }), '2796.67'],
    ['40 HQ', aContainerRate('40FT_HC', '3650.00'), '3650.00'],
    ['air', aRate('3.85', { feesMinor: [12_000n] }), '17233.25'],
  ])('by %s', (_, rate, expected) => expect(charged(rate, kettles)).toBe(expected));
});

describe('breaks', () => {
  const prices = '7.00, 45: 5.50, 100: 4.20';
  it.each([
    [90, '420.00', 100n],
    [70, '385.00', 45n],
    [100, '420.00', 100n],
    [20, '140.00', 0n],
    [36, '247.50', 45n],
  ])('%d kg cost %s', (kilograms, expected, from) => {
    const charge = chargeOf(aRate(prices), goods(kilograms, 0.001), DAY);
    expect('reason' in charge ? charge.reason : decimalText(charge.totalMinor, 2)).toBe(expected);
    expect(!('reason' in charge) && charge.appliedBreak.from).toBe(from * 1_000_000_000n);
  });
});

describe('a charge', () => {
  const twoMetres = goods(300, 2);
  it.each<[string, FreightRate, Packed[], string]>([
    ['is by volume where that is more', aRate('1.00'), twoMetres, '333.33'],
    ['is rounded once, half away from zero', aRate('1.0001'), goods(50, 0.1), '50.01'],
    ['has prices of 4 decimals', aRate('0.0049'), goods(100, 0.1), '0.49'],
    [
      'is at least the least charge, before fees',
      aRate('1.00', { leastMinor: 50_000n, feesMinor: [1n, 2n] }),
      twoMetres,
      '500.03',
    ],
    ['counts at least the minimum', aRate('1.00', { minimum: kg(400) }), twoMetres, '400.00'],
    ['counts up to the next step', aRate('1.00', { step: kg(0.5) }), twoMetres, '333.50'],
    ['goes up to a step after the minimum', aRate('1.00', { minimum: kg(45.2), step: kg(1) }), goods(30, 0.1), '46.00'],
    [
      'has its fees after the least charge',
      aRate('1.00', { leastMinor: 33_500n, feesMinor: [500n] }),
      twoMetres,
      '340.00',
    ],
    ['keeps what is on a step', aRate('1.00', { step: kg(1) }), goods(80, 0.3), '80.00'],
    ['by weight or measure is for at least 1', anLclRate('118.00'), goods(300, 0.4), '118.00'],
    ['by weight or measure can be for weight', anLclRate('118.00'), goods(2500, 2), '295.00'],
    [
      'by weight or measure uses its kg per m3',
      anLclRate('100.00', { divisor: { unit: 'KG_PER_M3', micro: 500_000_000n } }),
      goods(2500, 2),
      '500.00',
    ],
    [
      'by weight or measure has a minimum and steps',
      anLclRate('100.00', { minimum: m3(2), step: m3(0.5) }),
      goods(300, 2.2),
      '250.00',
    ],
    [
      'without a divisor says that it is its mode’s',
      aRate('1.00', { divisor: null }),
      twoMetres,
      '333.33 MODE_DIVISOR',
    ],
    ['by road counts 333 kg per m3', aRate('1.00', { mode: 'LAND', divisor: null }), twoMetres, '666.00 MODE_DIVISOR'],
    ['by container counts containers by volume', aContainerRate('20FT', '2620.00'), goods(300, 26.0001), '5240.00'],
    ['by container counts containers by weight', aContainerRate('20FT', '2620.00'), goods(28_181, 3), '5240.00'],
    ['that has expired says so', aRate('1.00', { validTo: '2026-11-25' }), goods(10, 0.01), '10.00 EXPIRED'],
    [
      'that is not valid yet says so',
      aRate('1.00', { validFrom: '2026-11-27' }),
      goods(10, 0.01),
      '10.00 NOT_YET_VALID',
    ],
  ])('%s', (_, rate, packed, expected) => expect(charged(rate, packed)).toBe(expected));

  it('in a currency without decimals is whole', () => {
    const charge = chargeOf(aRate('3.85', { currency: 'JPY' }), goods(10, 0.01), DAY);
    expect('reason' in charge ? null : charge.totalMinor).toBe(39n);
  });

  it('is missing with its products while measures are', () => {
    const noWeight = packedOf([aLeaf(1n, { weightUg: null }), aLeaf(2n), aLeaf(3n, { volumeMm3: 0n })], []);
    expect(charged(aRate('1.00'), noWeight)).toBe('MISSING_WEIGHT SKU-1,SKU-3');
    expect(charged(aContainerRate('20FT', '1.00'), packedOf([aLeaf(3n, { volumeMm3: null })], []))).toBe(
      'MISSING_VOLUME SKU-3',
    );
    expect(charged(aRate('1.00', { level: 'CARTON' }), packedOf([aLeaf(1n)], []))).toBe('NO_CARTONS SKU-1');
  });
});

describe('what is rated by the carton', () => {
  const carton = (id: string, count: bigint, kilograms: number, side: string) => {
    const sides = sidesOf({ length: side, width: side, height: side, unit: 'CM' });
    return aRow(id, { count, measuredUg: kg(kilograms), volumeMm3: m3(0.027), sides });
  };
  const courier = (change: Partial<FreightRate>) =>
    aRate('1.00', { mode: 'COURIER', divisor: null, level: 'CARTON', ...change });
  const twoRows = packedOf(
    [aLeaf(1n, { cartonRowId: 'heavy' }), aLeaf(2n, { cartonRowId: 'light' })],
    [carton('heavy', 10n, 9.2, '30'), carton('light', 4n, 2, '30')],
  );

  it.each<[string, FreightRate, string]>([
    ['each carton is rated by itself', courier({}), '113.60 MODE_DIVISOR'],
    ['steps are of each carton', courier({ step: kg(1) }), '124.00 MODE_DIVISOR'],
    ['the minimum is of each carton', courier({ minimum: kg(8) }), '124.00 MODE_DIVISOR'],
    ['the whole shipment can be rated instead', courier({ level: 'SHIPMENT' }), '100.00 MODE_DIVISOR'],
  ])('%s', (_, rate, expected) => expect(charged(rate, twoRows)).toBe(expected));

  it('shares by the measure that won in its row', () => {
    const rated = rateShipment(twoRows, MODE_RATINGS.COURIER);
    expect('reason' in rated ? [] : [...rated.byLeaf].map(([key, weight]) => `${key}: ${decimal(weight)}`)).toEqual([
      'SO-000001 PL-0001: 92000000000.0000',
      'SO-000001 PL-0002: 21600000000.0000',
    ]);
    expect(!('reason' in rated) && rated.measure).toBe(null);
  });

  it.each([
    ['NEAREST', 'CM', '20.4', 20n ** 3n * 1000n],
    ['NEAREST', 'CM', '20.5', 21n ** 3n * 1000n],
    ['UP', 'CM', '20.0001', 21n ** 3n * 1000n],
    ['UP', 'CM', '20', 20n ** 3n * 1000n],
    ['NONE', 'CM', '20.4', 8_489_664n],
  ] as const)('sides go %s to whole %s', (rounding, unit, side, expected) => {
    const sides = sidesOf({ length: side, width: side, height: side, unit: 'CM' });
    expect(volumeOfRoundedSides(sides, { rounding, unit })).toEqual(fraction(expected));
  });

  it('sides are rounded before they are multiplied, and what has none has no volume', () => {
    const inches = { rounding: 'UP', unit: 'IN' } as const;
    const rate = courier({ sides: inches, divisor: { unit: 'IN3_PER_LB', micro: 139n * MICRO } });
    // 30 cm are 11.8 in, so 12 in: 1728 in3 ÷ 139 = 12.43 lb = 5.64 kg, which is more than 2 kg and less than 9.2 kg.
    expect(charged(rate, twoRows)).toBe('114.56');
    const noSides = packedOf([aLeaf(1n, { cartonRowId: 'row' })], [aRow('row', { volumeMm3: m3(1) })]);
    expect(charged(rate, noSides)).toBe('MISSING_VOLUME SKU-1');
  });
});

describe('a divisor', () => {
  it.each<[Divisor['unit'], bigint, string]>([
    ['CM3_PER_KG', 6000n, '166.6667'],
    ['CM3_PER_KG', 5000n, '200.0000'],
    ['IN3_PER_KG', 366n, '166.7315'],
    ['IN3_PER_LB', 166n, '166.7464'],
    ['IN3_PER_LB', 139n, '199.1360'],
    ['KG_PER_M3', 167n, '167.0000'],
  ])('of %s %d is in micrograms per mm3', (unit, count, expected) =>
    expect(decimal(densityOf({ unit, micro: count * MICRO }))).toBe(expected),
  );

  it('of a mode is that of the published list', () =>
    expect(Object.values(MODE_RATINGS).map(({ density, level }) => `${decimal(density)} ${level}`)).toEqual([
      '166.6667 SHIPMENT',
      '200.0000 CARTON',
      '1000.0000 SHIPMENT',
      '333.0000 SHIPMENT',
    ]));
});

describe('a freight rate', () => {
  it.each<[string, Partial<FreightRate>, string]>([
    ['of one price', {}, 'ok'],
    ['without a price', { breaks: [] }, 'breaks | freight.needs_price'],
    [
      'with breaks out of order',
      { breaks: breaks('7.00, 100: 5.50, 45: 4.20') },
      'breaks.2.from | freight.break_order',
    ],
    ['with one break twice', { breaks: breaks('7.00, 45: 5.50, 45: 4.20') }, 'breaks.2.from | freight.break_order'],
    ['valid backwards', { validFrom: '2026-02-02', validTo: '2026-02-01' }, 'validTo | freight.valid_backwards'],
    ['valid for a day', { validFrom: '2026-02-01', validTo: '2026-02-01' }, 'ok'],
    ['by carton', { level: 'CARTON' }, 'ok'],
    ['by weight or measure of a carton', { unit: 'WM', level: 'CARTON' }, 'level | freight.level'],
    ['with a divisor of 0', { divisor: { unit: 'KG_PER_M3', micro: 0n } }, 'divisor | freight.divisor_above_zero'],
    ['by container without a type', { unit: 'CONTAINER' }, 'containerType | freight.needs_container'],
  ])('%s: %s', (_, change, expected) => {
    const result = checkFreightRate(aRate('1.00', change));
    expect(result.ok ? 'ok' : `${result.field} | ${inShort(result.message)}`).toBe(expected);
  });

  it.each([
    ['3.8512', 'ok'],
    ['0', 'ok'],
    ['3.85123', 'price.decimals 4'],
    ['-1', 'price.form'],
    ['1e3', 'price.form'],
  ])('of %s: %s', (text, expected) => {
    const result = parseFreightPrice(text);
    expect(result.ok ? 'ok' : inShort(result.message)).toBe(expected);
  });

  it.each([
    ['45', 45n * 10n ** 9n],
    ['0.45359237', 453_592_370n],
    ['0', 0n],
    ['0.1234567891', 'quantity.decimals 9'],
    ['-1', 'quantity.form'],
    ['much', 'quantity.form'],
  ])('has quantities such as %s: %s', (text, expected) => {
    const result = parseFreightQuantity(text);
    expect(result.ok ? result.value : inShort(result.message)).toBe(expected);
  });

  it.each([
    ['2026-01-31', 'NOT_YET_VALID'],
    ['2026-02-01', 'VALID'],
    ['2026-02-28', 'VALID'],
    ['2026-03-01', 'EXPIRED'],
  ])('of February is on %s %s', (day, expected) => {
    expect(validityOn({ validFrom: '2026-02-01', validTo: '2026-02-28' }, day)).toBe(expected);
    expect(validityOn({ validFrom: null, validTo: null }, day)).toBe('VALID');
  });
});

describe('containers', () => {
  it('hold what is published, with the lower figure of what is usable', () =>
    expect(
      Object.values(CONTAINERS).map(({ name, usableMm3, payloadUg }) => [name, usableMm3 / m3(1), payloadUg / kg(1)]),
    ).toEqual([
      ['20GP', 26n, 28_180n],
      ['40GP', 56n, 26_730n],
      ['40HQ', 64n, 26_540n],
      ['45HQ', 73n, 25_660n],
    ]));

  it('are at least one', () => expect(containersFor(fraction(0n), fraction(0n), CONTAINERS['20FT'])).toBe(1n));

  it.each<[string, Packed[], bigint, string]>([
    ['by volume', goods(4445, 22.1328), 1n, '64 VOLUME'],
    ['by weight', goods(28_000, 10), 1n, '15 WEIGHT'],
    ['in two', goods(28_000, 30), 2n, '366 VOLUME'],
    ['for none where it is full', goods(1, 27), 1n, '0 VOLUME'],
  ])('have room %s', (_, packed, count, expected) => {
    const loaded = { weight: sumOfMeasure(packed, 'weight'), volume: sumOfMeasure(packed, 'volume') };
    const room = roomFor(loaded, { volumeMm3: m3(0.06), weightUg: kg(12) }, CONTAINERS['20FT'], count);
    expect(room && `${room.cartons} ${room.limitedBy}`).toBe(expected);
    expect(roomFor(loaded, { volumeMm3: m3(0.06), weightUg: null }, CONTAINERS['20FT'], count)).toBe(null);
  });
});

describe('any shipment', () => {
  const packed = fc
    .array(
      fc.record({
        units: fc.bigInt({ min: 1n, max: 500n }),
        weight: fc.bigInt({ min: 1n, max: 10n ** 9n }),
        volume: fc.bigInt({ min: 1n, max: 10n ** 7n }),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) =>
      packedOf(
        all.map(({ units, weight, volume }, i) =>
          aLeaf(BigInt(i), { units, weightUg: weight, volumeMm3: volume, cartonRowId: `row-${i % 3}` }),
        ),
        [0, 1, 2].map((i) => aRow(`row-${i}`, { count: BigInt(i + 1), volumeMm3: i === 1 ? m3(0.2) : null })),
      ),
    );
  const rates = fc.constantFrom(
    aRate('1.00', { step: kg(1), minimum: kg(45) }),
    aRate('1.00', { mode: 'COURIER', divisor: null, level: 'CARTON', step: kg(0.5) }),
    anLclRate('118.00'),
    aContainerRate('20FT', '2620.00'),
  );

  it('has leaves that add up to what was rated, and never charges less for more', () => {
    fc.assert(
      fc.property(packed, rates, (all, rate) => {
        const rated = rateShipment(all, ratingOfRate(rate));
        if ('reason' in rated) throw new Error(rated.reason);
        const [total = 0n, ...leaves] = inProportion([rated.chargeable, ...rated.byLeaf.values()]).weights;
        expect(leaves.reduce((sum, one) => sum + one, 0n)).toBe(total);
        const [less, more] = [all.slice(1), all].map((some) => chargeOf(rate, some, DAY));
        if (less && more && !('reason' in less) && !('reason' in more))
          expect(less.totalMinor <= more.totalMinor).toBe(true);
      }),
      { numRuns: runs(100) },
    );
  });

  it('is charged by the cheapest of its breaks, and by none that costs less', () => {
    const withBreaks = fc.uniqueArray(
      fc.record({ from: fc.bigInt({ min: 1n, max: 900n }), price: fc.integer({ min: 1, max: 900 }) }),
      {
        maxLength: 5,
        selector: ({ from }) => from,
      },
    );
    fc.assert(
      fc.property(withBreaks, fc.bigInt({ min: 1n, max: 1000n }), (above, weight) => {
        const all = [{ from: 0n, price: 900 }, ...above.toSorted((a, b) => Number(a.from - b.from))];
        const rate = {
          ...aRate('1.00', {}),
          breaks: all.map(({ from, price }) => ({
            from: kg(Number(from)),
            price: { digits: BigInt(price), scale: 2 },
          })),
        };
        const charge = chargeOf(
          rate,
          packedOf([aLeaf(1n, { units: 1n, weightUg: kg(Number(weight)), volumeMm3: 1n })], []),
          DAY,
        );
        if ('reason' in charge) throw new Error(charge.reason);
        // Written another way: whole kilograms, in pence.
        const prices = all.map(({ from, price }) => (from > weight ? from : weight) * BigInt(price));
        expect(charge.totalMinor).toBe(prices.reduce((least, one) => (one < least ? one : least)));
      }),
      { numRuns: runs(100) },
    );
  });
});
