import { grouped } from '../money/money.ts';
import { refuseField, type FieldResult } from '../payables/refusals.ts';
import { ok, ruleText } from '../refusal.ts';

/** What was decided about units that did not arrive: never sent, or lost on the way (stock §1). */
export const MISSING_KINDS = ['SHORT', 'LOST'] as const;
export type MissingKind = (typeof MISSING_KINDS)[number];
/** Who owes for them. */
export const DEBTORS = ['SUPPLIER', 'FORWARDER', 'CARRIER', 'MARKETPLACE'] as const;
export type Debtor = (typeof DEBTORS)[number];

/** What is known of a pack list when units of it arrive. */
interface Expected {
  /** Packed. */
  readonly units: bigint;
  /** Beyond that, what has arrived already. */
  readonly surplus: bigint;
  /** Neither arrived nor decided. */
  readonly missing: bigint;
  /** Decisions that units can still turn out to have been wrong, the latest first. */
  readonly decisions: readonly { readonly id: string; readonly kind: MissingKind; readonly units: bigint }[];
  /** How much more than packed may arrive at once, in hundredths of a percent. */
  readonly toleranceHundredths: number;
}

/** What arrived units are: expected ones first, then units that were decided as missing, then surplus. */
export interface Arrival {
  readonly found: readonly { readonly id: string; readonly kind: MissingKind; readonly units: bigint }[];
  readonly surplus: bigint;
}

const HUNDREDTHS_OF_WHOLE = 10_000n;

/**
 * Says what arrived units are (stock §1). More than packed is surplus: within the tolerance at once, above it only with
 * a reason. Refused on `quantity`, with how many are left.
 */
export function arrivalOf(expected: Expected, quantity: bigint, reason: string | null): FieldResult<Arrival> {
  let left = quantity < expected.missing ? 0n : quantity - expected.missing;
  const found = expected.decisions.flatMap(({ id, kind, units }) => {
    const part = left < units ? left : units;
    left -= part;
    return part > 0n ? [{ id, kind, units: part }] : [];
  });
  const allowed = (expected.units * BigInt(expected.toleranceHundredths)) / HUNDREDTHS_OF_WHOLE;
  if (left > 0n && expected.surplus + left > allowed && reason === null) {
    const within = allowed > expected.surplus ? allowed - expected.surplus : 0n;
    const most = quantity - left;
    return refuseField(
      'quantity',
      ruleText('receipt.surplus', { left: grouped(String(most)), tolerance: grouped(String(within)) }),
    );
  }
  return ok({ found, surplus: left });
}

/** Checks the day on which units arrived: not after today, and of a plan only from the day on which it left. */
export function checkReceiptDay(
  day: string,
  today: string,
  plan: { readonly hasLeft: boolean; readonly shippedOn: string | null } | null,
): FieldResult<true> {
  if (day > today) return refuseField('day', ruleText('stock.future'));
  if (plan && !plan.hasLeft) return refuseField('packListId', ruleText('receipt.not_shipped'));
  if (plan && plan.shippedOn !== null && day < plan.shippedOn)
    return refuseField('day', ruleText('receipt.before_shipped', { day: plan.shippedOn }));
  return ok(true);
}
