import { convert, RATE_ONE } from '@quayside/domain/money/money';
import { dueDayOf } from '@quayside/domain/payables/due-days';
import { atInvoiceRate, worthOfOpen, type EntryExchange } from '@quayside/domain/payables/exchange';
import { isPaid, openOf, summaryOf, sumOf, type Instalment } from '@quayside/domain/payables/instalments';
import { reshare } from '@quayside/domain/payables/reshare';
import type { InvoiceFacts, Ledger, LiveEntry, PaymentRow } from './payments.types.ts';

// Works out everything that follows from the facts of an invoice and its entries: amounts, days, values and sums. The
// rules are in the domain; this file only brings them together.

/** The columns of an instalment that follow from other rows. */
export interface WorkedPayment {
  readonly id: string;
  readonly supplierId: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
  readonly owedMinor: bigint;
  readonly owedBaseMinor: bigint | null;
  readonly dueOn: string | null;
  readonly isEstimated: boolean;
}

/** What follows from an entry; in account currency. */
export interface WorkedEntry {
  readonly entryId: string;
  readonly day: string;
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
  readonly schedule: WorkedSchedule;
}

/**
 * Works out a schedule. Amounts are shared again when the total changed since they were shared last, or when `isUndone`
 * says that an entry was reversed; those of a closed invoice stay.
 */
export function workOut(ledger: Ledger, accountCurrency: string, isUndone: boolean): Worked {
  const { invoice, schedule, payments, entries } = ledger;
  const settled = Map.groupBy(entries, (entry) => entry.paymentId);
  const current = payments.map((row) => instalmentOf(row, settled.get(row.id) ?? []));
  const isMoved = isUndone || schedule.total_minor !== invoice.totalMinor;
  const amounts =
    isMoved && invoice.status !== 'CLOSED' && invoice.totalMinor !== null
      ? reshare(invoice.totalMinor, current)
      : current.map(({ amountMinor }) => amountMinor);
  const shared = current.map((one, place) => ({ ...one, amountMinor: amounts[place] ?? one.amountMinor }));
  const days = payments.map((row, place) => dayOf(row, shared[place], ledger));
  const values = valuesOf(invoice, entries);
  const opens = shared.map(openOf);
  const worth = values ? values.openWorthMinor : worthAtRate(invoice, sumOf(opens), accountCurrency);
  const worths = worth === null ? null : worthOfOpen(worth, opens);
  const worked = payments.map(
    (row, place): WorkedPayment => ({
      id: row.id,
      supplierId: invoice.supplierId ?? row.supplier_id,
      currency: invoice.currency,
      amountMinor: amounts[place] ?? row.amount_minor,
      settledMinor: shared[place]?.settledMinor ?? 0n,
      owedMinor: opens[place] ?? 0n,
      owedBaseMinor: worths?.[place] ?? null,
      dueOn: days[place]?.day ?? null,
      isEstimated: days[place]?.isEstimated ?? false,
    }),
  );
  return { payments: worked, entries: entriesOf(entries, values?.entries), schedule: sumsOf(ledger, worked, values) };
}

/** An instalment for the rules: with what its entries have settled. */
const instalmentOf = (row: PaymentRow, entries: readonly LiveEntry[]): Instalment => ({
  id: row.id,
  hundredths: row.hundredths,
  amountMinor: row.amount_minor,
  settledMinor: sumOf(entries.map(({ amountMinor }) => amountMinor)),
});

/** The day of an instalment. Once something was paid and nothing is open, it does not move. */
function dayOf(row: PaymentRow, instalment: Instalment | undefined, { invoice, leadTimes }: Ledger) {
  if (instalment && instalment.settledMinor > 0n && isPaid(instalment))
    return { day: row.due_on, isEstimated: row.is_estimated };
  const rule = { event: row.event, days: row.days, monthEnd: row.month_end, pinnedDay: row.pinned_on };
  return dueDayOf(rule, { invoice: invoice.days, purchaseOrders: [], plans: [], leadTimes });
}

/** The entries of an invoice beside what was booked; null without a total or a rate. */
export const valuesOf = (
  { totalMinor, bookedMinor }: Pick<InvoiceFacts, 'totalMinor' | 'bookedMinor'>,
  entries: readonly LiveEntry[],
) => (totalMinor === null ? null : atInvoiceRate({ totalMinor, bookedMinor }, entries));

/** What is open is worth at the rate of the invoice, while its total is unknown. */
function worthAtRate({ currency, rate, totalMinor }: InvoiceFacts, openMinor: bigint, accountCurrency: string) {
  const known = currency === accountCurrency ? RATE_ONE : rate;
  return known === null || totalMinor !== null ? null : convert(openMinor, currency, accountCurrency, known);
}

function entriesOf(entries: readonly LiveEntry[], values: readonly EntryExchange[] | undefined): WorkedEntry[] {
  const byId = new Map(values?.map((value) => [value.id, value]));
  return entries.map(({ id, day, baseMinor }): WorkedEntry => {
    const value = byId.get(id);
    return {
      entryId: id,
      day,
      baseMinor: value?.baseMinor ?? baseMinor,
      bookedMinor: value?.bookedMinor ?? null,
      differenceMinor: value?.differenceMinor ?? null,
    };
  });
}

function sumsOf(
  { invoice, entries }: Ledger,
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
