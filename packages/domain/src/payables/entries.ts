import { compareKeys } from '../money/allocate.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';

/** The kinds of entries: money left the account, or a credit, an overpayment or a deposit was used. */
export const ENTRY_KINDS = ['PAYMENT', 'CREDIT'] as const;
type EntryKind = (typeof ENTRY_KINDS)[number];

/** The place of an entry among others: its day, and when it was recorded. A correction keeps the rank. */
export interface EntryPlace {
  readonly day: string;
  readonly rank: number;
}

/**
 * Compares entries by day, then by recording: the order in which they take their parts of what was booked (payables
 * §4).
 */
export const compareEntries = (a: EntryPlace, b: EntryPlace): number => compareKeys(a.day, b.day) || a.rank - b.rank;

/** An entry of one instalment that is not reversed. `baseMinor` is null while the base is assumed (payables §3). */
export interface InstalmentEntry extends EntryPlace {
  readonly id: string;
  readonly kind: EntryKind;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
}

/** Sorts entries so that the one recorded last comes first. */
const newestFirst = <E extends EntryPlace>(entries: readonly E[]): E[] => entries.toSorted((a, b) => b.rank - a.rank);

/** Finds the payment of an instalment that was recorded last; undefined when nothing was paid. */
export const newestPayment = <E extends EntryPlace & { readonly kind: EntryKind }>(
  entries: readonly E[],
): E | undefined => newestFirst(entries).find(({ kind }) => kind === 'PAYMENT');

/**
 * The payment that an undo reverses: the one recorded last (payables §3). Refused with `payments.unpaid` when there is
 * none.
 */
export function paymentToUndo<E extends EntryPlace & { readonly kind: EntryKind }>(entries: readonly E[]): Result<E> {
  const newest = newestPayment(entries);
  return newest ? ok(newest) : refuse('payments.unpaid', ruleText('payment.nothing_to_undo'));
}

/** The part of a base that a smaller amount keeps; the rest belongs to the rest of the amount (payables §3). */
export const keptBase = (baseMinor: bigint, keptMinor: bigint, amountMinor: bigint): bigint =>
  (baseMinor * keptMinor) / amountMinor;

/**
 * An entry that is corrected to a smaller amount. The rest of a payment becomes a credit; a used credit is given back.
 */
interface Reduction {
  readonly id: string;
  readonly kind: EntryKind;
  readonly keptMinor: bigint;
  /** Null while the base is assumed: it then follows from the rest of the amount. */
  readonly keptBaseMinor: bigint | null;
  readonly restMinor: bigint;
  readonly restBaseMinor: bigint | null;
}

/**
 * Takes what an instalment gives up of a surplus off its entries, the one recorded last first (payables §1). An entry
 * that keeps nothing stays with an amount of 0 as long as it has a fee. Throws when the entries have less.
 */
export function reduceEntries(givesUpMinor: bigint, entries: readonly InstalmentEntry[]): Reduction[] {
  let left = givesUpMinor;
  const reductions = newestFirst(entries).flatMap(({ id, kind, amountMinor, baseMinor }): Reduction[] => {
    const restMinor = amountMinor < left ? amountMinor : left;
    left -= restMinor;
    if (restMinor === 0n) return [];
    const keptMinor = amountMinor - restMinor;
    const keptBaseMinor = baseMinor === null ? null : keptBase(baseMinor, keptMinor, amountMinor);
    const restBaseMinor = baseMinor === null || keptBaseMinor === null ? null : baseMinor - keptBaseMinor;
    return [{ id, kind, keptMinor, keptBaseMinor, restMinor, restBaseMinor }];
  });
  if (left > 0n) throw new RangeError('The entries have less than the instalment gives up');
  return reductions;
}
