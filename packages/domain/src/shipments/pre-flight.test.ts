import { describe, expect, it } from 'vitest';
import { formatQuantity } from '../money/money.ts';
import { sidesOf } from './cartons.ts';
import { CARTON_RULES, rulesFor } from './pre-flight-rules.ts';
import { preFlight, type CheckedPlan, type CheckedRow } from './pre-flight.ts';
import { kg } from './testing/goods.ts';

const POUND = 453_592_370n;

/** A row of so many units of one SKU in each carton: "60 × 40 × 30 CM". */
function row(sides: string, weightUg: bigint | null, change: Partial<CheckedRow> = {}): CheckedRow {
  const [length = null, width = null, height = null] = sides.split(/ × | /);
  const unit = sides.endsWith('IN') ? 'IN' : 'CM';
  return {
    number: 'CT-0001',
    count: 10n,
    sides: sides === '' ? null : sidesOf({ length, width, height, unit }),
    weightUg,
    contents: [{ sku: 'LT-3447', units: 12n }],
    ...change,
  };
}
const one = { contents: [{ sku: 'LT-3447', units: 1n }] };
const to = (country: string, rows: readonly CheckedRow[], change: Partial<CheckedPlan> = {}) =>
  preFlight({ isToAmazon: true, country, labelOwner: 'SELLER', rows, ...change });

/** Findings and labels, each as one line. */
function found(country: string, rows: readonly CheckedRow[], change: Partial<CheckedPlan> = {}): string[] {
  const { findings, labels } = to(country, rows, change);
  return [
    ...findings.map(({ code, severity, limitMicro, valueMicro, unit }) =>
      [
        code,
        severity,
        ...(limitMicro === null || valueMicro === null
          ? []
          : [formatQuantity(limitMicro), formatQuantity(valueMicro), unit]),
      ].join(' '),
    ),
    ...labels.map(({ label }) => label),
  ];
}

describe('the United States', () => {
  it.each<[string, CheckedRow, string[]]>([
    ['all bounds are inclusive', row('25 × 25 × 25 IN', 50n * POUND, { contents: [{ sku: 'A', units: 150n }] }), []],
    ['a longest side that sources allow differently', row('36 × 25 × 25 IN', POUND), ['LONGEST_SIDE WARNING 25 36 IN']],
    ['a longest side that is too long', row('10 × 36.5 × 10 IN', POUND), ['LONGEST_SIDE ERROR 36 36.5 IN']],
    [
      'another side that is too long',
      row('26 × 20 × 30 IN', POUND),
      ['LONGEST_SIDE WARNING 25 30 IN', 'OTHER_SIDE ERROR 25 26 IN'],
    ],
    ['centimetres in inches', row('63.51 × 20 × 20 CM', POUND), ['LONGEST_SIDE WARNING 25 25.003937 IN']],
    ['too heavy by a microgram, and no label', row('20 × 20 × 20 IN', 50n * POUND + 1n), ['TOO_HEAVY ERROR 50 50 LB']],
    [
      'too many units',
      row('20 × 20 × 20 IN', POUND, { contents: [{ sku: 'A', units: 151n }] }),
      ['TOO_MANY_UNITS ERROR 150 151 UNITS'],
    ],
    ['a single unit may be long and heavy', row('60 × 30 × 30 IN', 60n * POUND, one), ['TEAM_LIFT']],
    ['the heavier of two labels', row('60 × 30 × 30 IN', 100n * POUND + 1n, one), ['MECH_LIFT']],
    ['a label is above its weight', row('60 × 30 × 30 IN', 50n * POUND, one), []],
    ['a weight that is missing', row('20 × 20 × 20 IN', null), ['WEIGHT_MISSING ERROR']],
    ['a single unit without weight', row('20 × 20 × 20 IN', null, one), ['WEIGHT_MISSING ERROR']],
    ['sides that are missing', row('', POUND), ['SIDES_MISSING ERROR']],
  ])('%s', (_, checked, expected) => expect(found('US', [checked])).toEqual(expected));

  it('does not let Amazon own the labels; other marketplaces do', () => {
    const fine = [row('20 × 20 × 20 CM', kg(1))];
    expect(found('US', fine, { labelOwner: 'AMAZON' })).toEqual(['LABEL_OWNER ERROR']);
    expect([...found('DE', fine, { labelOwner: 'AMAZON' }), ...found('US', fine, { labelOwner: null })]).toEqual([]);
  });
});

describe('other marketplaces', () => {
  it.each<[string, string, CheckedRow, string[]]>([
    ['GB', 'within', row('63.5 × 63.5 × 63.5 CM', kg(15)), []],
    ['GB', 'too long', row('63.6 × 20 × 20 CM', kg(10)), ['LONGEST_SIDE ERROR 63.5 63.6 CM']],
    ['DE', 'heavy', row('60 × 40 × 30 CM', kg(15.001)), ['HEAVY_PACKAGE']],
    ['FR', 'heavy and within', row('60 × 40 × 30 CM', kg(23)), ['HEAVY_PACKAGE']],
    ['PL', 'too heavy', row('60 × 40 × 30 CM', kg(23.001)), ['TOO_HEAVY ERROR 23 23.001 KG']],
    ['AU', 'within', row('60 × 40 × 30 CM', kg(22.6)), []],
    ['AU', 'one heavy unit', row('60 × 40 × 30 CM', kg(22.601), one), ['TEAM_LIFT']],
    ['AU', 'too heavy', row('60 × 40 × 30 CM', kg(22.7)), ['TOO_HEAVY ERROR 22.6 22.7 KG']],
    ['JP', 'within', row('60 × 50 × 50 CM', kg(15)), []],
    ['JP', 'other side too long', row('60 × 51 × 50 CM', kg(15.5)), ['OTHER_SIDE ERROR 50 51 CM', 'OVERWEIGHT']],
    ['JP', 'too heavy', row('60 × 50 × 50 CM', kg(40.5)), ['TOO_HEAVY ERROR 40 40.5 KG']],
  ])('%s: %s', (country, _, checked, expected) => expect(found(country, [checked])).toEqual(expected));

  it('without known rules get none of another one', () => {
    expect(found('BR', [row('90 × 90 × 90 CM', kg(99))])).toEqual(['NO_RULES WARNING']);
    expect([rulesFor('TR'), rulesFor('CA'), rulesFor('')]).toEqual([undefined, undefined, undefined]);
    expect(['GB', 'IE', 'SE', 'US'].map((country) => rulesFor(country)?.marketplace)).toEqual(['UK', 'EU', 'EU', 'US']);
  });

  it('do not look at a plan to another address', () =>
    expect(found('US', [row('90 × 90 × 90 CM', null)], { isToAmazon: false, labelOwner: 'AMAZON' })).toEqual([]));
});

describe('a finding', () => {
  it('names carton row, SKUs, limit, value, version and sources', () => {
    const mixed = row('60 × 40 × 30 CM', kg(24), {
      number: 'CT-0007',
      contents: [
        { sku: 'B', units: 1n },
        { sku: 'A', units: 3n },
      ],
    });
    const { findings } = to('GB', [row('60 × 40 × 30 CM', kg(10)), mixed]);
    const rule = { cartonRow: 'CT-0007', skus: ['A', 'B'], version: '2026-11', sources: rulesFor('GB')?.sources };
    expect(findings).toEqual([
      {
        code: 'MIXED_SKUS',
        severity: 'WARNING',
        ...rule,
        limitMicro: 1_000_000n,
        valueMicro: 2_000_000n,
        unit: 'SKUS',
      },
      { code: 'TOO_HEAVY', severity: 'ERROR', ...rule, limitMicro: 23_000_000n, valueMicro: 24_000_000n, unit: 'KG' },
    ]);
  });

  it('counts cartons and rows by the contract, also without rules', () => {
    const rows = Array.from({ length: 5001 }, () => row('', kg(1)));
    expect(found('BR', rows)).toEqual(['NO_RULES WARNING', 'TOO_MANY_ROWS ERROR 5000 5001 ROWS']);
    expect(found('BR', [row('', kg(1), { count: 10_001n })])).toEqual([
      'NO_RULES WARNING',
      'CARTON_COUNT ERROR 10000 10001 CARTONS',
    ]);
    expect(found('BR', [row('', kg(1), { count: 10_000n })])).toEqual(['NO_RULES WARNING']);
  });

  it('every rule has a version and sources', () =>
    expect(CARTON_RULES.filter(({ version, sources }) => version === '' || sources.length === 0)).toEqual([]));
});
