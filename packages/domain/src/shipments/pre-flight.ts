import { compareKeys } from '../money/allocate.ts';
import { MICRO, roundDiv } from '../money/money.ts';
import { MAX_CARTONS, type Sides } from './cartons.ts';
import { EXACT_SIZES, rulesFor, type CartonLabel, type CartonRules, type RuleMeasure } from './pre-flight-rules.ts';

/** The most carton rows of a packing group, by the contract of the marketplace. */
export const MAX_ROWS = 5000;

/** A carton row as pre-flight needs it. */
export interface CheckedRow {
  /** Its number: CT-0001. */
  readonly number: string;
  readonly count: bigint;
  readonly sides: Sides | null;
  /** The weight of one carton in micrograms, by `weightOfCarton`; null is missing. */
  readonly weightUg: bigint | null;
  /** The units in one carton. */
  readonly contents: readonly { readonly sku: string; readonly units: bigint }[];
}

/** Where a plan goes, and who labels its cartons. */
export interface CheckedPlan {
  readonly isToAmazon: boolean;
  readonly country: string;
  readonly labelOwner: 'AMAZON' | 'SELLER' | null;
  readonly rows: readonly CheckedRow[];
}

export const FINDING_CODES = [
  'LONGEST_SIDE',
  'OTHER_SIDE',
  'TOO_HEAVY',
  'TOO_MANY_UNITS',
  'WEIGHT_MISSING',
  'SIDES_MISSING',
  'MIXED_SKUS',
  'CARTON_COUNT',
  'TOO_MANY_ROWS',
  'LABEL_OWNER',
  'NO_RULES',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** One thing that pre-flight found. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: 'ERROR' | 'WARNING';
  /** Null: it is about the whole plan. */
  readonly cartonRow: string | null;
  readonly skus: readonly string[];
  /** In millionths of the unit; null where nothing is measured. */
  readonly limitMicro: bigint | null;
  readonly valueMicro: bigint | null;
  readonly unit: RuleMeasure['unit'] | 'UNITS' | 'CARTONS' | 'ROWS' | 'SKUS' | null;
  /** The rules that say so; null for limits of Quayside and of the marketplace's contract. */
  readonly version: string | null;
  readonly sources: readonly string[];
}

/** A label that the cartons of a row need. */
interface NeededLabel {
  readonly cartonRow: string;
  readonly label: CartonLabel;
  readonly above: RuleMeasure;
}

interface PreFlight {
  readonly findings: readonly Finding[];
  readonly labels: readonly NeededLabel[];
}

type Details = Partial<Pick<Finding, 'cartonRow' | 'skus' | 'limitMicro' | 'valueMicro' | 'unit' | 'severity'>>;
const CONTRACT = ['Amazon fulfilment inbound contract: 1 to 10,000 alike, 5,000 rows'];

const finding = (code: FindingCode, details: Details, rules?: CartonRules): Finding => ({
  code,
  severity: 'ERROR',
  cartonRow: null,
  skus: [],
  limitMicro: null,
  valueMicro: null,
  unit: null,
  version: rules?.version ?? null,
  sources: rules?.sources ?? CONTRACT,
  ...details,
});

/**
 * Checks the cartons of a plan against the rules of its destination (stock §9), in the sequence of its rows. A plan
 * that does not go to Amazon has no such rules. A destination without known rules gets NO_RULES and what the contract
 * says. Totals are `compareContents`.
 */
export function preFlight({ isToAmazon, country, labelOwner, rows }: CheckedPlan): PreFlight {
  if (!isToAmazon) return { findings: [], labels: [] };
  const rules = rulesFor(country);
  const ofPlan: Finding[] = [];
  if (!rules) ofPlan.push(finding('NO_RULES', { severity: 'WARNING' }));
  if (rules?.refusesLabelOwnerAmazon && labelOwner === 'AMAZON') ofPlan.push(finding('LABEL_OWNER', {}, rules));
  if (rows.length > MAX_ROWS) ofPlan.push(finding('TOO_MANY_ROWS', counted(MAX_ROWS, rows.length, 'ROWS')));
  return {
    findings: [...ofPlan, ...rows.flatMap((row) => findingsOf(row, rules))],
    labels: rules ? rows.flatMap((row) => labelOf(row, rules)) : [],
  };
}

const counted = (limit: bigint | number, value: bigint | number, unit: Finding['unit']): Details => ({
  limitMicro: BigInt(limit) * MICRO,
  valueMicro: BigInt(value) * MICRO,
  unit,
});

const measured = ({ unit, exact }: RuleMeasure, value: bigint): Details => ({
  limitMicro: roundDiv(exact * MICRO, EXACT_SIZES[unit]),
  valueMicro: roundDiv(value * MICRO, EXACT_SIZES[unit]),
  unit,
});

const unitsOf = ({ contents }: CheckedRow): bigint => contents.reduce((sum, { units }) => sum + units, 0n);
const skusOf = ({ contents }: CheckedRow): string[] =>
  [...new Set(contents.map(({ sku }) => sku))].toSorted(compareKeys);

function findingsOf(row: CheckedRow, rules: CartonRules | undefined): Finding[] {
  const found: Finding[] = [];
  const skus = skusOf(row);
  const add = (code: FindingCode, details: Details, by?: CartonRules) =>
    found.push(finding(code, { cartonRow: row.number, skus, ...details }, by));
  if (row.count < 1n || row.count > MAX_CARTONS) add('CARTON_COUNT', counted(MAX_CARTONS, row.count, 'CARTONS'));
  if (!rules) return found;
  if (row.weightUg === null) add('WEIGHT_MISSING', {}, rules);
  if (skus.length > 1) add('MIXED_SKUS', { severity: 'WARNING', ...counted(1, skus.length, 'SKUS') }, rules);
  const units = unitsOf(row);
  if (units <= 1n) return found;
  if (rules.units !== null && units > rules.units) add('TOO_MANY_UNITS', counted(rules.units, units, 'UNITS'), rules);
  if (row.weightUg !== null && row.weightUg > rules.weight.exact)
    add('TOO_HEAVY', measured(rules.weight, row.weightUg), rules);
  if (row.sides === null) add('SIDES_MISSING', {}, rules);
  else for (const { code, details } of sidesOver(row.sides, rules)) add(code, details, rules);
  return found;
}

/** The longest side and the longest of the other two, where they are above their limits. */
function sidesOver([longest, other]: Sides, rules: CartonRules): { code: FindingCode; details: Details }[] {
  const { longestSide, longestSideWarning, otherSides } = rules;
  const over: { code: FindingCode; details: Details }[] = [];
  if (longest > longestSide.exact) over.push({ code: 'LONGEST_SIDE', details: measured(longestSide, longest) });
  else if (longestSideWarning && longest > longestSideWarning.exact)
    over.push({ code: 'LONGEST_SIDE', details: { severity: 'WARNING', ...measured(longestSideWarning, longest) } });
  if (other > otherSides.exact) over.push({ code: 'OTHER_SIDE', details: measured(otherSides, other) });
  return over;
}

/** The heaviest label whose weight the carton exceeds. A carton of several units that is too heavy gets none. */
function labelOf(row: CheckedRow, { labels, weight }: CartonRules): NeededLabel[] {
  const { weightUg } = row;
  if (weightUg === null || (unitsOf(row) > 1n && weightUg > weight.exact)) return [];
  const needed = labels.findLast(({ above }) => weightUg > above.exact);
  return needed ? [{ cartonRow: row.number, ...needed }] : [];
}
