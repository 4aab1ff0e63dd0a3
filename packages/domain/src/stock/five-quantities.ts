import type { Debtor } from './receipts.ts';

/** What of a purchase order's line, or of an order without one, has come how far (stock §10). */
interface FiveQuantities {
  readonly ordered: bigint;
  readonly invoiced: bigint;
  readonly packed: bigint;
  readonly shipped: bigint;
  readonly received: bigint;
}

/** The differences between one quantity and the next. A surplus is below 0. */
export const DIFFERENCES = ['NOT_INVOICED', 'NOT_PACKED', 'NOT_SHIPPED', 'NOT_RECEIVED'] as const;
export type Difference = (typeof DIFFERENCES)[number];
type Differences = Readonly<Record<Difference, bigint>>;

/** The four differences. They add up to what was ordered less what was received. */
export const differencesOf = (q: FiveQuantities): Differences => ({
  NOT_INVOICED: q.ordered - q.invoiced,
  NOT_PACKED: q.invoiced - q.packed,
  NOT_SHIPPED: q.packed - q.shipped,
  NOT_RECEIVED: q.shipped - q.received,
});

/**
 * How a difference stands: there is none; it is OPEN, so somebody has to act; nothing has passed this step yet, so it
 * is not a difference but what is still to come; the units are on their way; the purchase order is closed; it is within
 * the tolerance of the supplier; what is missing was decided; a person accepted it.
 */
export const DIFFERENCE_STATES = [
  'NONE',
  'OPEN',
  'NOT_BEGUN',
  'IN_TRANSIT',
  'CLOSED',
  'TOLERATED',
  'DECIDED',
  'ACCEPTED',
] as const;
export type DifferenceState = (typeof DIFFERENCE_STATES)[number];

/** What is known beside the five quantities. */
export interface DifferenceFacts extends FiveQuantities {
  /** Null: there is no purchase order. `isInvoicing`: something of it is invoiced. */
  readonly purchaseOrder: { readonly isOpen: boolean; readonly isInvoicing: boolean } | null;
  /** Shipped, and neither received nor decided: of plans under way, and of those that are RECEIVED or CLOSED. */
  readonly inTransit: bigint;
  readonly missing: bigint;
  /** Units that never arrived and were decided, of pack lists in no plan that count as not shipped. */
  readonly decidedUnshipped: bigint;
  /** What of a difference may be off, in hundredths of a percent of what was ordered. */
  readonly toleranceHundredths: number;
  /** The units of differences that a person accepted. */
  readonly accepted: Partial<Differences>;
}

/** A difference, what of it somebody has to act on, and why the rest needs nothing. */
export interface StandingDifference {
  readonly units: bigint;
  readonly open: bigint;
  readonly state: DifferenceState;
}

const HUNDREDTHS_OF_WHOLE = 10_000n;
const abs = (units: bigint): bigint => (units < 0n ? -units : units);

/** How each difference stands (stock §10). */
export function standingOf(facts: DifferenceFacts): Readonly<Record<Difference, StandingDifference>> {
  const units = differencesOf(facts);
  const standing = (kind: Difference): StandingDifference => {
    const { open, rest } = RULES[kind](facts, units[kind]);
    if (open === 0n) return { units: units[kind], open, state: rest };
    const state = calmed(facts, kind, open);
    return { units: units[kind], open: state === 'OPEN' ? open : 0n, state };
  };
  return {
    NOT_INVOICED: standing('NOT_INVOICED'),
    NOT_PACKED: standing('NOT_PACKED'),
    NOT_SHIPPED: standing('NOT_SHIPPED'),
    NOT_RECEIVED: standing('NOT_RECEIVED'),
  };
}

/** Small differences need nobody, surpluses alike; and what was accepted is accepted until it grows. */
function calmed(facts: DifferenceFacts, kind: Difference, open: bigint): DifferenceState {
  if (abs(open) * HUNDREDTHS_OF_WHOLE <= facts.ordered * BigInt(facts.toleranceHundredths)) return 'TOLERATED';
  const accepted = facts.accepted[kind] ?? 0n;
  return accepted < 0n === open < 0n && abs(open) <= abs(accepted) ? 'ACCEPTED' : 'OPEN';
}

type Rule = (facts: DifferenceFacts, units: bigint) => { readonly open: bigint; readonly rest: DifferenceState };
const settled = (units: bigint, rest: DifferenceState): ReturnType<Rule> => ({
  open: 0n,
  rest: units === 0n ? 'NONE' : rest,
});
const asIs = (units: bigint): ReturnType<Rule> => ({ open: units, rest: 'NONE' });

/** What of a difference counts. A step of which nothing has happened yet has not begun: nothing is invented. */
const RULES: Readonly<Record<Difference, Rule>> = {
  NOT_INVOICED: ({ purchaseOrder }, units) => {
    if (!purchaseOrder?.isOpen) return settled(units, 'CLOSED');
    return purchaseOrder.isInvoicing ? asIs(units) : settled(units, 'NOT_BEGUN');
  },
  NOT_PACKED: ({ packed, shipped, received }, units) =>
    packed + shipped + received > 0n ? asIs(units) : settled(units, 'NOT_BEGUN'),
  NOT_SHIPPED: ({ shipped, received, decidedUnshipped }, units) => {
    if (shipped + received === 0n) return settled(units, 'NOT_BEGUN');
    const open = units > decidedUnshipped ? units - decidedUnshipped : units < 0n ? units : 0n;
    return { open, rest: units === 0n ? 'NONE' : 'DECIDED' };
  },
  NOT_RECEIVED: ({ missing, inTransit }, units) => {
    if (missing > 0n) return asIs(missing);
    if (units < 0n) return asIs(units);
    return settled(units, inTransit > 0n ? 'IN_TRANSIT' : 'DECIDED');
  },
};

/** Who is asked first about a difference; what did not arrive has a debtor of its own. */
export const DEBTOR_OF: Readonly<Record<Exclude<Difference, 'NOT_RECEIVED'>, Debtor>> = {
  NOT_INVOICED: 'SUPPLIER',
  NOT_PACKED: 'SUPPLIER',
  NOT_SHIPPED: 'SUPPLIER',
};
