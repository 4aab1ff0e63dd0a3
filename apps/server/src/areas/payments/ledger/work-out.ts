import { convert, isSameRate, RATE_ONE, type Rate } from '@quayside/domain/money/money';
import { dueDayOf, type DueFacts } from '@quayside/domain/payables/due-days';
import {
  atInvoiceRate,
  atPaidRate,
  costRateOf,
  worthOfOpen,
  type EntryExchange,
} from '@quayside/domain/payables/exchange';
import { isPaid, openOf, summaryOf, sumOf, type Instalment } from '@quayside/domain/payables/instalments';
import { reshare } from '@quayside/domain/payables/reshare';
import type { InvoiceFacts, Ledger, LiveEntry, PaymentRow, WorkedPayment } from '../payments.types.ts';
import { withoutGoneRests } from './rests.ts';
import { ruleOf } from '../rows/due-columns.ts';

// Works out everything that follows from the facts of an invoice, its entries and its deposits: amounts, days, values
// and sums. The rules are in the domain; this file only brings them together.

/** What follows from an entry; in account currency. */
export interface WorkedEntry {
  readonly entryId: string;
  readonly day: string;
  readonly baseMinor: bigint | null;
  readonly bookedMinor: bigint | null;
  readonly differenceMinor: bigint | null;
}

/** The part of a deposit that one instalment of an invoice has. */
export interface WorkedPart {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly bookedMinor: bigint | null;
  readonly differenceMinor: bigint | null;
}

/** The kept sums of a schedule. */
export interface WorkedSchedule {
  readonly totalMinor: bigint | null;
  readonly paymentCount: number;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
  readonly owedBaseMinor: bigint | null;
  readonly bookedMinor: bigint | null;
  readonly exchangeMinor: bigint | null;
  readonly feeMinor: bigint;
  readonly dueOn: string | null;
}

export interface Worked {
  readonly payments: readonly WorkedPayment[];
  readonly entries: readonly WorkedEntry[];
  readonly parts: readonly WorkedPart[];
  readonly schedule: WorkedSchedule;
  /** The rate that has to convert the costs of the invoice; null: its own. */
  readonly costRate: string | null;
}

/** An instalment of an invoice as the rules see it, with the parts of deposits that it has. */
export interface SharedInstalment extends Instalment {
  readonly parts: readonly LiveEntry[];
}

/** What was recorded of an instalment; parts of deposits are not. */
export const ownEntries = (entries: readonly LiveEntry[]): LiveEntry[] =>
  entries.filter(({ depositOf }) => depositOf === undefined);

/**
 * Works out an invoice from its instalments, which have their parts of deposits already. Amounts are shared again when
 * `isMoved` says so; those of a closed invoice stay.
 */
export function workOut(
  ledger: Ledger,
  current: readonly SharedInstalment[],
  accountCurrency: string,
  isMoved: boolean,
): Worked {
  const { invoice, payments } = ledger;
  const amounts = amountsOf(invoice, current, isMoved);
  const shared = current.map((one, place) => ({ ...one, amountMinor: amounts[place] ?? one.amountMinor }));
  const facts: DueFacts = {
    invoice: invoice.days,
    purchaseOrders: ledger.orders.map(({ days }) => days),
    plans: invoice.plans,
    leadTimes: ledger.leadTimes,
  };
  const days = payments.map((row, place) => dayOf(row, shared[place], facts));
  const entries = [...ownEntries(ledger.entries), ...current.flatMap(({ parts }) => parts)];
  const values = valuesOf(invoice, entries, accountCurrency);
  const opens = shared.map(openOf);
  const worth = values ? values.openWorthMinor : worthAtRate(invoice, sumOf(opens), accountCurrency);
  const worths = worth === null ? null : worthOfOpen(worth, opens);
  const all = payments.map(
    (row, place): WorkedPayment => ({
      id: row.id,
      supplierId: invoice.supplierId ?? row.supplier_id,
      currency: invoice.currency,
      amountMinor: shared[place]?.amountMinor ?? row.amount_minor,
      settledMinor: shared[place]?.settledMinor ?? 0n,
      owedMinor: opens[place] ?? 0n,
      owedBaseMinor: worths?.[place] ?? null,
      dueOn: days[place]?.day ?? null,
      isEstimated: days[place]?.isEstimated ?? false,
      isEnded: false,
    }),
  );
  const worked = withoutGoneRests(payments, all, entries);
  return {
    payments: worked,
    ...entriesOf(entries, values?.entries),
    schedule: sumsOf(invoice, entries, worked, values),
    costRate: values?.costRate ?? null,
  };
}

/** The amounts of the instalments of an invoice, which are shared again if they have to be. */
export const amountsOf = (
  { status, totalMinor }: InvoiceFacts,
  current: readonly Instalment[],
  isMoved: boolean,
): bigint[] =>
  isMoved && status !== 'CLOSED' && totalMinor !== null
    ? reshare(totalMinor, current)
    : current.map(({ amountMinor }) => amountMinor);

/** An instalment for the rules: with what its entries have settled. */
export const instalmentOf = (row: PaymentRow, entries: readonly LiveEntry[]): Instalment => ({
  id: row.id,
  hundredths: row.hundredths,
  amountMinor: row.amount_minor,
  settledMinor: sumOf(entries.filter(({ paymentId }) => paymentId === row.id).map(({ amountMinor }) => amountMinor)),
});

/** An instalment as it is stored. */
export const storedInstalment = (row: PaymentRow): Instalment => ({
  id: row.id,
  hundredths: row.hundredths,
  amountMinor: row.amount_minor,
  settledMinor: row.settled_minor,
});

/** Whether an instalment was paid when it was worked out last. */
export const isPaidRow = (row: Pick<PaymentRow, 'amount_minor' | 'settled_minor'>): boolean =>
  row.settled_minor > 0n && row.settled_minor === row.amount_minor;

/** The day of an instalment. Once something was paid and nothing is open, it does not move. */
export function dayOf(row: PaymentRow, instalment: Instalment | undefined, facts: DueFacts) {
  if (instalment && instalment.settledMinor > 0n && isPaid(instalment) && isPaidRow(row))
    return { day: row.due_on, isEstimated: row.is_estimated };
  return dueDayOf(ruleOf(row), facts);
}

/**
 * The entries of an invoice beside what was booked, and the rate that has to convert its costs; null without a total or
 * a rate. Under PAID_RATE the cost is the stored one, or `costAt` of that rate.
 */
export function valuesOf(
  invoice: InvoiceFacts,
  entries: readonly LiveEntry[],
  accountCurrency: string,
  costAt: (rate: Rate) => bigint | null = () => invoice.costMinor,
) {
  const { totalMinor, bookedMinor, currency, rate, policy } = invoice;
  const booked = totalMinor === null ? null : atInvoiceRate({ totalMinor, bookedMinor }, entries);
  if (booked === null || totalMinor === null) return null;
  if (policy === 'INVOICE_RATE' || rate === null || currency === accountCurrency) return { ...booked, costRate: null };
  const paid = costRateOf({ totalMinor, currency, accountCurrency, rate }, booked.entries);
  const costMinor = costAt(paid);
  if (costMinor === null) return { ...booked, costRate: null };
  const values = atPaidRate({ totalMinor, costMinor }, booked.entries);
  return { ...values, costRate: isSameRate(paid, rate) ? null : paid.text };
}

/** What is open is worth at the rate of the invoice, while its total is unknown. */
function worthAtRate({ currency, rate, totalMinor }: InvoiceFacts, openMinor: bigint, accountCurrency: string) {
  const known = currency === accountCurrency ? RATE_ONE : rate;
  return known === null || totalMinor !== null ? null : convert(openMinor, currency, accountCurrency, known);
}

function entriesOf(
  entries: readonly LiveEntry[],
  values: readonly EntryExchange[] | undefined,
): Pick<Worked, 'entries' | 'parts'> {
  const byId = new Map(values?.map((value) => [value.id, value]));
  const worked = entries.map((entry) => {
    const value = byId.get(entry.id);
    return {
      entry,
      baseMinor: value?.baseMinor ?? entry.baseMinor,
      bookedMinor: value?.bookedMinor ?? null,
      differenceMinor: value?.differenceMinor ?? null,
    };
  });
  return {
    entries: worked.flatMap(({ entry: { id, day, depositOf }, ...value }): WorkedEntry[] =>
      depositOf === undefined ? [{ entryId: id, day, ...value }] : [],
    ),
    parts: worked.flatMap(({ entry: { paymentId, amountMinor, baseMinor, depositOf }, ...value }): WorkedPart[] =>
      depositOf === undefined ? [] : [{ orderId: depositOf, paymentId, amountMinor, ...value, baseMinor }],
    ),
  };
}

function sumsOf(
  invoice: InvoiceFacts,
  entries: readonly LiveEntry[],
  payments: readonly WorkedPayment[],
  values: ReturnType<typeof valuesOf>,
): WorkedSchedule {
  const amountMinor = sumOf(payments.map((one) => one.amountMinor));
  const worths = payments.map((one) => one.owedBaseMinor);
  const { dueDay } = summaryOf(
    invoice.totalMinor ?? amountMinor,
    payments.map((one) => ({ ...one, dueDay: one.dueOn })),
  );
  return {
    totalMinor: invoice.totalMinor,
    paymentCount: payments.length,
    amountMinor,
    settledMinor: sumOf(payments.map((one) => one.settledMinor)),
    owedBaseMinor: worths.some((worth) => worth === null) ? null : sumOf(worths.map((worth) => worth ?? 0n)),
    bookedMinor: invoice.bookedMinor,
    exchangeMinor: values ? sumOf(values.entries.map((entry) => entry.differenceMinor)) : null,
    feeMinor: sumOf(entries.map((entry) => entry.feeMinor)),
    dueOn: dueDay,
  };
}
