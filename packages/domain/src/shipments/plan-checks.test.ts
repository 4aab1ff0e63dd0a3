import { describe, expect, it } from 'vitest';
import { CONTAINERS } from './containers.ts';
import { fraction } from './fractions.ts';
import { checkPlan, type PlanToCheck } from './plan-checks.ts';

const KG = 1_000_000_000n;
const row = { number: 'CT-0001', count: 10n, sides: null, weightUg: 9n * KG, maxUnits: null, typeName: null };
const plan: PlanToCheck = {
  isToAmazon: false,
  country: 'GB',
  labelOwner: null,
  rows: [{ ...row, contents: [{ sku: 'KTL', units: 12n }] }],
  planned: [{ place: 'PL-0001', sku: 'KTL', units: 120n }],
  packed: [{ place: 'CT-0001', sku: 'KTL', units: 120n }],
  container: null,
};
const short = (checked: PlanToCheck) =>
  checkPlan(checked).findings.map(({ code, severity, limitMicro, valueMicro }) => [
    code,
    severity,
    limitMicro,
    valueMicro,
  ]);

describe('a plan before it leaves', () => {
  it('has nothing to be found when its cartons hold what its pack lists say', () => {
    expect(checkPlan(plan)).toEqual({ findings: [], labels: [] });
  });

  it('names both places where cartons hold other units than the pack lists', () => {
    const planned = [...plan.planned, { place: 'PL-0002', sku: 'KTL', units: 4n }];
    expect(checkPlan({ ...plan, planned }).findings).toEqual([
      expect.objectContaining({
        code: 'CONTENTS',
        severity: 'ERROR',
        skus: ['KTL'],
        limitMicro: 124_000_000n,
        valueMicro: 120_000_000n,
        plannedIn: [
          { place: 'PL-0001', units: 120n },
          { place: 'PL-0002', units: 4n },
        ],
        packedIn: [{ place: 'CT-0001', units: 120n }],
      }),
    ]);
  });

  it('has a carton with more units than its type holds, at the bound none', () => {
    const rows = (maxUnits: bigint) => plan.rows.map((one) => ({ ...one, maxUnits, typeName: 'Case A' }));
    expect(short({ ...plan, rows: rows(12n) })).toEqual([]);
    expect(short({ ...plan, rows: rows(11n) })).toEqual([['CARTON_TYPE_UNITS', 'ERROR', 11_000_000n, 12_000_000n]]);
    expect(checkPlan({ ...plan, rows: rows(11n) }).findings[0]).toMatchObject({
      cartonRow: 'CT-0001',
      sources: ['Case A'],
    });
  });

  it('overfills its container by weight as an error and by volume as a warning, at the bounds not', () => {
    const size = CONTAINERS['20FT'];
    const container = (volume: bigint, weight: bigint) => ({
      ...plan,
      container: { type: '20FT' as const, size, volume: fraction(volume), weight: fraction(weight) },
    });
    expect(short(container(26n * KG, 28_180n * KG))).toEqual([]);
    expect(short(container(26n * KG + 1n, 28_181n * KG))).toEqual([
      ['CONTAINER_WEIGHT', 'ERROR', 28_180_000_000n, 28_181_000_000n],
      ['CONTAINER_VOLUME', 'WARNING', 26_000_000n, 26_000_001n],
    ]);
  });

  it('keeps the findings of the rules of its destination', () => {
    const rows = plan.rows.map((one) => ({ ...one, weightUg: 24n * KG }));
    expect(short({ ...plan, isToAmazon: true, rows })).toEqual([
      ['TOO_HEAVY', 'ERROR', 23_000_000n, 24_000_000n],
      ['SIDES_MISSING', 'ERROR', null, null],
    ]);
  });
});
