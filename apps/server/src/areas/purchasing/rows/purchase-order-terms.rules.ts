import type { PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { dueDayOf, type DueFacts } from '@quayside/domain/payables/due-days';
import type { DueEvent, MonthEnd } from '@quayside/domain/payables/due-events';
import { shareByWeights } from '@quayside/domain/payables/reshare';
import { convert, formatAmount, type Rate } from '@quayside/domain/money/money';
import { hundredthsOf, WHOLE } from '@quayside/domain/suppliers/terms';
import { readTerms } from '../../../db/stored-due-rules.ts';
import type { HeaderPatch, PurchaseOrderTerm } from '../purchasing.types.ts';

/** A share of the total of a purchase order, as it is stored. */
export interface Term {
  readonly hundredths: number;
  readonly event: DueEvent;
  readonly months: number;
  readonly days: number;
  readonly monthEnd: MonthEnd | null;
  /** The day that a person typed; null while the day follows the event. */
  readonly pinnedOn: string | null;
}

/** The terms of a supplier as those of a purchase order. */
export const copiedTerms = (terms: readonly PaymentTerm[]): Term[] =>
  terms.map(({ percent, event, months, days, monthEnd }) => ({
    hundredths: hundredthsOf(percent) ?? 0,
    event,
    months,
    days,
    monthEnd,
    pinnedOn: null,
  }));

/** The terms of a stored purchase order. */
export const termsOf = (row: { readonly terms: unknown }): Term[] => readTerms<Term>(row.terms);

/**
 * The places of terms with months on a fixed day, which has none. What the day would follow again is kept behind it, so
 * a request that leaves it as it is may name it, also at another place.
 */
export const placesOfFixedMonths = (terms: readonly Term[], current: readonly Term[]): number[] =>
  terms.flatMap(({ pinnedOn, months }, place) => {
    const isKept = current.some((one, at) => one.months === months && (at === place || one.pinnedOn === pinnedOn));
    return pinnedOn !== null && months > 0 && !isKept ? [place] : [];
  });

/** A fraction such as "0.3" in hundredths of a per cent. */
const hundredthsOfFraction = (fraction: string): number => {
  const [whole = '0', decimals = ''] = fraction.split('.');
  return Number(whole === '' ? '0' : whole) * WHOLE + Number(decimals.padEnd(4, '0'));
};
const fractionOf = (hundredths: number): string => String(hundredths / WHOLE);

/** The terms that a request asks for. */
export const typedTerms = (terms: NonNullable<HeaderPatch['paymentTerms']>): Term[] =>
  terms.map(({ percentOfPayment, event, months, days, monthEnd, dueDate, isPinned }) => ({
    hundredths: hundredthsOfFraction(percentOfPayment),
    event,
    months,
    days,
    monthEnd,
    pinnedOn: isPinned === false ? null : (dueDate ?? null),
  }));

/** The sum of all shares; null when there are none. */
export const sharesOf = (terms: readonly Term[]): number | null =>
  terms.length === 0 ? null : terms.reduce((sum, { hundredths }) => sum + hundredths, 0);

/** The amounts of the shares, by largest remainder. What a draft leaves unshared belongs to none of them. */
export function amountsOf(totalMinor: bigint, terms: readonly Term[]): bigint[] {
  const weights = terms.map(({ hundredths }) => BigInt(hundredths));
  const rest = WHOLE - (sharesOf(terms) ?? 0);
  return shareByWeights(totalMinor, rest > 0 ? [...weights, BigInt(rest)] : weights).slice(0, terms.length);
}

/** The terms as the API shows them, with their days and amounts. */
export function shownTerms(
  terms: readonly Term[],
  order: { readonly totalMinor: bigint; readonly currency: string; readonly facts: DueFacts },
  account: { readonly currency: string; readonly rate: Rate | null },
): PurchaseOrderTerm[] {
  const amounts = amountsOf(order.totalMinor, terms);
  return terms.map(({ hundredths, pinnedOn, ...rule }, place) => {
    const amount = amounts[place] ?? 0n;
    const due = dueDayOf({ ...rule, pinnedDay: pinnedOn }, order.facts);
    return {
      percentOfPayment: fractionOf(hundredths),
      event: rule.event,
      months: rule.months,
      days: rule.days,
      monthEnd: rule.monthEnd,
      dueDate: due.day,
      isPinned: pinnedOn !== null,
      isEstimated: due.isEstimated,
      amountDue: formatAmount(amount, order.currency),
      amountDueInAccountCurrency:
        account.rate === null
          ? null
          : formatAmount(convert(amount, order.currency, account.currency, account.rate), account.currency),
    };
  });
}
