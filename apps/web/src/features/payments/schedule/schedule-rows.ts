import type { BodyIn } from '@quayside/contracts/endpoint';
import type { InvoicePayment, Payment, updateInvoicePayment } from '@quayside/contracts/payments/payments';
import { swappedDigitsHint } from '@quayside/domain/landed-cost/swapped-digits';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import type { DueEvent, MonthEnd } from '@quayside/domain/payables/due-events';
import { reshare } from '@quayside/domain/payables/reshare';
import { hundredthsOf, percentText } from '@quayside/domain/suppliers/terms';
import { readAmount } from '../../../components/form/amount-field.tsx';

export type ScheduleKind = 'PERCENT' | 'AMOUNT';

/** An instalment as it is typed. */
export interface ScheduleRow {
  /** Identifies the row while it is edited. */
  readonly key: string;
  /** The stored instalment that the row changes; undefined for a new one. */
  readonly id?: string;
  readonly percent: string;
  readonly amount: string;
  /** Null: no terms are agreed. */
  readonly event: DueEvent | null;
  readonly months: number;
  readonly days: number;
  readonly monthEnd: MonthEnd | null;
  /** The day to which it is fixed; empty while it follows the event. */
  readonly pinned: string;
}

/** The rows of a stored schedule. */
export const rowsOf = (payments: readonly Payment[]): ScheduleRow[] =>
  payments.map(({ id, percent, amount, event, months, days, monthEnd, isPinned, dueDate }) => ({
    key: id,
    id,
    percent: percent === null ? '' : percentText(hundredthsOf(percent) ?? 0),
    amount,
    event,
    months,
    days,
    monthEnd,
    pinned: isPinned ? (dueDate ?? '') : '',
  }));

/** A new instalment. It takes the rest of the shares or of the total. */
export const newRow = (key: string, rest: { readonly percent: string; readonly amount: string }): ScheduleRow => ({
  key,
  ...rest,
  event: 'INVOICE',
  months: 0,
  days: 0,
  monthEnd: null,
  pinned: '',
});

/** How the rows stand to the total. Amounts are in minor units. */
export interface ScheduleSum {
  /** The amount of each row; null while it cannot be read. */
  readonly amounts: readonly (bigint | null)[];
  /** What the rows lack to the total, in minor units or in hundredths of a per cent; null while one cannot be read. */
  readonly difference: bigint | null;
  readonly hasSwappedDigits: boolean;
}

type Bill = Pick<InvoicePayment, 'currency' | 'total' | 'payments'>;

/** Adds the rows up, by percents or by amounts, as the server does. */
export function sumRows(bill: Bill, by: ScheduleKind, rows: readonly ScheduleRow[]): ScheduleSum {
  const total = minorOf(bill.total ?? '0', bill.currency) ?? 0n;
  if (by === 'AMOUNT') {
    const amounts = rows.map(({ amount }) => typedMinor(amount, bill.currency));
    const sum = sumOf(amounts);
    const difference = sum === null ? null : total - sum;
    return { amounts, difference, hasSwappedDigits: difference !== null && swappedDigitsHint(difference) };
  }
  const shares = rows.map(({ percent }) => (percent.trim() === '' ? 0 : hundredthsOf(percent.replace(',', '.'))));
  const known = shares.every((share) => share !== undefined && share !== null);
  if (!known) return { amounts: rows.map(() => null), difference: null, hasSwappedDigits: false };
  const hundredths = shares.map((share) => share ?? 0);
  const settled = new Map(bill.payments.map((one) => [one.id, minorOf(one.settled, bill.currency) ?? 0n]));
  const stored = new Map(bill.payments.map((one) => [one.id, one]));
  const amounts = reshare(
    total,
    rows.map((row, at) => ({
      id: row.key,
      // An instalment that was made for a rest has no share.
      hundredths: row.percent.trim() === '' && row.id !== undefined ? null : (hundredths[at] ?? 0),
      amountMinor: minorOf(stored.get(row.id ?? '')?.amount ?? '0', bill.currency) ?? 0n,
      settledMinor: settled.get(row.id ?? '') ?? 0n,
    })),
  );
  return {
    amounts,
    difference: BigInt(WHOLE - hundredths.reduce((sum, share) => sum + share, 0)),
    hasSwappedDigits: false,
  };
}
const WHOLE = 10_000;

const sumOf = (amounts: readonly (bigint | null)[]): bigint | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0n as bigint | null);

const minorOf = (text: string, currency: string): bigint | null => minorOfText(text, currency) ?? null;

function typedMinor(text: string, currency: string): bigint | null {
  const read = readAmount(text, currency);
  if (read === undefined) return 0n;
  return 'amount' in read ? minorOf(read.amount, currency) : null;
}

/** The rows with the difference put on the last one that is not paid. */
export function withRestOnLast(bill: Bill, by: ScheduleKind, rows: readonly ScheduleRow[]): ScheduleRow[] {
  const { amounts, difference } = sumRows(bill, by, rows);
  const paid = new Set(bill.payments.filter(({ status }) => status === 'PAID').map(({ id }) => id));
  const last = rows.findLastIndex(({ id }) => id === undefined || !paid.has(id));
  if (difference === null || last < 0) return [...rows];
  return rows.map((row, at) => {
    if (at !== last) return row;
    if (by === 'AMOUNT') return { ...row, amount: formatAmount((amounts[at] ?? 0n) + difference, bill.currency) };
    const share = (hundredthsOf(row.percent.replace(',', '.') || '0') ?? 0) + Number(difference);
    return { ...row, percent: share > 0 ? percentText(share) : row.percent };
  });
}

/** What the difference would leave on the last row; undefined when it would not be above 0. */
export function restOnLast(bill: Bill, by: ScheduleKind, rows: readonly ScheduleRow[]): string | undefined {
  const last = withRestOnLast(bill, by, rows);
  const changed = last.find((row, at) => row.percent !== rows[at]?.percent || row.amount !== rows[at]?.amount);
  if (!changed) return undefined;
  return by === 'AMOUNT'
    ? (minorOf(changed.amount, bill.currency) ?? 0n) > 0n
      ? changed.amount
      : undefined
    : changed.percent;
}

type Wanted = BodyIn<typeof updateInvoicePayment>['payments'][number];

/** The instalments as they are sent. A fixed day is sent as the day, and a day that follows as none. */
export function wantedOf(bill: Bill, by: ScheduleKind, rows: readonly ScheduleRow[]): Wanted[] {
  const { amounts } = sumRows(bill, by, rows);
  return rows.map((row, at) => ({
    ...(row.id !== undefined && { id: row.id }),
    ...(by === 'PERCENT'
      ? row.percent.trim() !== '' && { percent: row.percent.replace(',', '.') }
      : { amount: formatAmount(amounts[at] ?? 0n, bill.currency) }),
    event: row.event,
    // A fixed day has no months. Those that it would follow again stay as they are stored.
    ...(row.pinned === '' && { months: row.months }),
    days: row.days,
    monthEnd: row.monthEnd,
    ...(row.pinned === '' ? { isPinned: false } : { dueDate: row.pinned }),
  }));
}
