import { MICRO } from '../money/money.ts';
import { CONTAINERS, type ContainerSize, type FullContainerType } from './containers.ts';
import { compareContents, type HeldUnits, type Holding } from './contents.ts';
import type { Fraction } from './fractions.ts';
import { FINDING_CODES, preFlight, type CheckedPlan, type CheckedRow, type Finding } from './pre-flight.ts';

/** What is found before a plan leaves: against the rules of its destination, and in the plan itself. */
export const PLAN_FINDING_CODES = [
  ...FINDING_CODES,
  'CONTENTS',
  'CARTON_TYPE_UNITS',
  'CONTAINER_WEIGHT',
  'CONTAINER_VOLUME',
] as const;
type PlanFindingCode = (typeof PLAN_FINDING_CODES)[number];

/** One thing that was found, with the places of both sides where totals differ. */
export interface PlanFinding extends Omit<Finding, 'code' | 'unit'> {
  readonly code: PlanFindingCode;
  readonly unit: Finding['unit'] | 'M3';
  readonly plannedIn: readonly HeldUnits[];
  readonly packedIn: readonly HeldUnits[];
}

/** A carton row with what its type says. */
export interface CheckedPlanRow extends CheckedRow {
  /** The most units that a carton of its type should hold; null: it does not say. */
  readonly maxUnits: bigint | null;
  readonly typeName: string | null;
}

/** A plan with what it holds. */
export interface PlanToCheck extends Omit<CheckedPlan, 'rows'> {
  readonly rows: readonly CheckedPlanRow[];
  /** What its pack lists hold. */
  readonly planned: readonly Holding[];
  /** What its cartons hold. */
  readonly packed: readonly Holding[];
  /** The one container in which it travels; null: it has none, or as many as it needs. */
  readonly container: FilledContainer | null;
}

interface FilledContainer {
  readonly type: FullContainerType;
  readonly size: ContainerSize;
  readonly volume: Fraction;
  readonly weight: Fraction;
}

const NONE = {
  severity: 'ERROR',
  cartonRow: null,
  skus: [],
  limitMicro: null,
  valueMicro: null,
  unit: null,
  version: null,
  sources: [],
  plannedIn: [],
  packedIn: [],
} as const satisfies Omit<PlanFinding, 'code'>;

/**
 * Checks a plan before it leaves (stock §9): the rules of its destination, whether its cartons hold what its pack lists
 * say, what carton types and the container hold.
 */
export function checkPlan(plan: PlanToCheck): {
  readonly findings: readonly PlanFinding[];
  readonly labels: ReturnType<typeof preFlight>['labels'];
} {
  const { findings, labels } = preFlight(plan);
  return {
    findings: [
      ...findings.map((finding): PlanFinding => ({ ...finding, plannedIn: [], packedIn: [] })),
      ...contentsOf(plan),
      ...overfilled(plan.container),
      ...plan.rows.flatMap(typeUnits),
    ],
    labels,
  };
}

const contentsOf = ({ planned, packed }: PlanToCheck): PlanFinding[] =>
  compareContents(planned, packed, false).map((differs) => ({
    ...NONE,
    code: 'CONTENTS',
    skus: [differs.sku],
    limitMicro: differs.planned * MICRO,
    valueMicro: differs.packed * MICRO,
    unit: 'UNITS',
    plannedIn: differs.plannedIn,
    packedIn: differs.packedIn,
  }));

/** The volume that people fill is a bound, so more is a warning; more than the payload is not allowed on the road. */
function overfilled(container: FilledContainer | null): PlanFinding[] {
  if (!container) return [];
  const { type, size, volume, weight } = container;
  const { name, source } = CONTAINERS[type];
  const over = ({ n, d }: Fraction, limit: bigint) => n > limit * d;
  // A kilogram in micrograms and a cubic metre in cubic millimetres are both 1,000 × MICRO.
  const measured = ({ n, d }: Fraction, limit: bigint) => ({
    limitMicro: limit / 1000n,
    valueMicro: (n + d * 1000n - 1n) / (d * 1000n),
    sources: [`${name}: ${source}`],
  });
  const found: PlanFinding[] = [];
  if (over(weight, size.payloadUg))
    found.push({ ...NONE, code: 'CONTAINER_WEIGHT', unit: 'KG', ...measured(weight, size.payloadUg) });
  if (over(volume, size.usableMm3))
    found.push({
      ...NONE,
      code: 'CONTAINER_VOLUME',
      severity: 'WARNING',
      unit: 'M3',
      ...measured(volume, size.usableMm3),
    });
  return found;
}

/** More units in a carton than its type says that it holds. */
function typeUnits({ number, contents, maxUnits, typeName }: CheckedPlanRow): PlanFinding[] {
  if (maxUnits === null) return [];
  const units = contents.reduce((sum, one) => sum + one.units, 0n);
  if (units <= maxUnits) return [];
  return [
    {
      ...NONE,
      code: 'CARTON_TYPE_UNITS',
      cartonRow: number,
      skus: [...new Set(contents.map(({ sku }) => sku))].sort(),
      limitMicro: maxUnits * MICRO,
      valueMicro: units * MICRO,
      unit: 'UNITS',
      sources: typeName === null ? [] : [typeName],
    },
  ];
}
