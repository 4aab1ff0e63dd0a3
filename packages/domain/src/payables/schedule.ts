import { abs, formatAmount, moneyWords } from '../money/money.ts';
import { swappedDigitsHint } from '../landed-cost/swapped-digits.ts';
import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { WHOLE } from '../suppliers/terms.ts';
import { differenceOf, type Instalment } from './instalments.ts';
import { refuseField, type FieldResult } from './refusals.ts';
import { MAX_INSTALMENTS, reshare } from './reshare.ts';

/** An instalment as a person wants it: with a share in hundredths of a per cent, or with an amount in minor units. */
export interface WantedInstalment {
  /** The instalment that it replaces; null for a new one. */
  readonly id: string | null;
  readonly hundredths: number | null;
  readonly amountMinor: bigint | null;
}

/**
 * The total that can be scheduled (payables §1). Refused with `payments.no_total` for a credit note, and while the
 * total is unknown or not above 0.
 */
export function requireTotal(invoice: {
  readonly isCreditNote: boolean;
  readonly totalMinor: bigint | null;
}): Result<bigint> {
  if (invoice.isCreditNote) return refuse('payments.no_total', ruleText('payment.credit_note'));
  if (invoice.totalMinor === null || invoice.totalMinor <= 0n)
    return refuse('payments.no_total', ruleText('payment.no_total'));
  return ok(invoice.totalMinor);
}

/**
 * The amounts of a schedule that a person saves, in the order of the instalments (payables §1). By percents, which are
 * 100.00 together, they are shared like after a change of the total; by amounts they are together the total.
 * Instalments of which something is settled stay, and are not below that. The refusal names the field.
 */
export function planSchedule(
  document: { readonly totalMinor: bigint; readonly currency: string },
  current: readonly Instalment[],
  wanted: readonly WantedInstalment[],
): FieldResult<bigint[]> {
  const { totalMinor, currency } = document;
  const refusal = refusalOfInstalments(current, wanted);
  if (refusal) return refusal;
  const known = new Map(current.map((one) => [one.id, one]));
  const planned = wanted.map((one, place): Instalment => {
    const before = one.id === null ? undefined : known.get(one.id);
    return {
      id: one.id ?? `new ${place}`,
      hundredths: one.hundredths,
      amountMinor: one.amountMinor ?? before?.amountMinor ?? 0n,
      settledMinor: before?.settledMinor ?? 0n,
      ...(before?.isDeposit !== undefined && { isDeposit: before.isDeposit }),
    };
  });
  if (wanted.every(({ hundredths, amountMinor }) => hundredths === null && amountMinor !== null))
    return byAmounts(totalMinor, currency, planned, wanted);
  if (wanted.some(({ amountMinor }) => amountMinor !== null))
    return refuseField('payments', ruleText('payment.percents_or_amounts'));
  return refusalOfPercents(known, wanted) ?? ok(reshare(totalMinor, planned));
}

type Refusal = Extract<FieldResult<never>, { ok: false }>;

/** Why these instalments cannot replace the current ones, whatever their amounts are. */
function refusalOfInstalments(
  current: readonly Instalment[],
  wanted: readonly WantedInstalment[],
): Refusal | undefined {
  if (wanted.length === 0 || wanted.length > MAX_INSTALMENTS)
    return refuseField('payments', ruleText('payment.count', { max: MAX_INSTALMENTS }));
  const ids = wanted.map(({ id }) => id);
  const unknown = ids.findIndex((id) => id !== null && !current.some((one) => one.id === id));
  if (unknown >= 0) return refuseField(`payments.${unknown}.id`, ruleText('payment.other_schedule'));
  const twice = ids.findIndex((id, place) => id !== null && ids.indexOf(id) < place);
  if (twice >= 0) return refuseField(`payments.${twice}.id`, ruleText('payment.twice'));
  if (current.some(({ id, settledMinor }) => settledMinor > 0n && !ids.includes(id)))
    return refuseField('payments', ruleText('payment.left_out'));
  return undefined;
}

function byAmounts(
  totalMinor: bigint,
  currency: string,
  planned: readonly Instalment[],
  wanted: readonly WantedInstalment[],
): FieldResult<bigint[]> {
  for (const [place, { amountMinor, settledMinor }] of planned.entries()) {
    const field = `payments.${place}.amount`;
    // An instalment that the shares left at 0 can stay.
    const isTooLittle = wanted[place]?.id === null ? amountMinor <= 0n : amountMinor < 0n;
    if (isTooLittle) return refuseField(field, ruleText('payment.above_zero'));
    if (amountMinor < settledMinor)
      return refuseField(field, ruleText('payment.below_settled', { amount: formatAmount(settledMinor, currency) }));
  }
  const amounts = planned.map(({ amountMinor }) => amountMinor);
  return refusalOfDifference(differenceOf(totalMinor, amounts), currency, amounts.length) ?? ok(amounts);
}

/** The documented refusal of payments that do not add up, at the last of them, with a hint at swapped digits. */
function refusalOfDifference(difference: bigint, currency: string, count: number): Refusal | undefined {
  if (difference === 0n) return undefined;
  const amount = formatAmount(abs(difference), currency);
  return {
    ...refuseField(`payments.${count - 1}.amount`, ruleText('payment.mismatch', { currency, amount })),
    ...(swappedDigitsHint(difference) && { hint: ruleText('payment.swapped_digits') }),
  };
}

/** Each instalment has a share, but for one of an earlier rest that stays, and the shares are exactly 100.00. */
function refusalOfPercents(
  known: ReadonlyMap<string, Instalment>,
  wanted: readonly WantedInstalment[],
): Refusal | undefined {
  const isWrong = ({ id, hundredths }: WantedInstalment): boolean =>
    hundredths === null
      ? id === null || known.get(id)?.hundredths !== null
      : !Number.isInteger(hundredths) || hundredths < 1 || hundredths > WHOLE;
  const wrong = wanted.findIndex(isWrong);
  if (wrong >= 0) return refuseField(`payments.${wrong}.percent`, ruleText('terms.percent'));
  const sum = wanted.reduce((total, { hundredths }) => total + (hundredths ?? 0), 0);
  return sum === WHOLE ? undefined : refuseField('payments', ruleText('terms.total'));
}

/** Checks that an invoice may be closed as far as its schedule goes: it equals the total (`payments.difference`). */
export function checkScheduleForClosing(
  document: { readonly totalMinor: bigint; readonly currency: string },
  amountsMinor: readonly bigint[],
): Result<true> {
  const difference = differenceOf(document.totalMinor, amountsMinor);
  if (difference === 0n) return ok(true);
  return refuse(
    'payments.difference',
    ruleText('payment.difference', { amount: moneyWords(difference, document.currency) }),
  );
}
