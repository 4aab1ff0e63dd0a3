import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import type { AuditEntry } from '../../../events/audit-actions.ts';
import { changed, emit, recordEach } from '../../../events/outbox.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import { setCostRates } from '../../invoices/public.ts';
import { suppliersOfCredits } from '../rows/credits.queries.ts';
import { syncCredits } from './credits-sync.service.ts';
import { followLeftDeposit } from './deposit-credits.service.ts';
import {
  dropEmptyDeposits,
  listStoredParts,
  saveDeposits,
  type SavedDeposit,
  saveOrderSchedule,
  saveParts,
  type StoredPart,
} from './deposits.queries.ts';
import { findConnected, findInvoiceFacts, type LinkedInvoice } from './ledger.views.ts';
import { inCurrency } from '../payments-log.ts';
import type {
  Ledger,
  Ledgers,
  OrderLedger,
  OrderScheduleRow,
  PaymentRow,
  ScheduleRow,
  WorkedPayment,
} from '../payments.types.ts';
import { type Followed, followRests } from './rests.service.ts';
import { type SavedEntry, saveInvoices, savePayments, type SavedSchedule } from './sync.queries.ts';
import type { Worked, WorkedPart } from './work-out.ts';
import { type WorkedInvoice, type WorkedOrder, workOutAll } from './work-out-all.ts';

interface Touched {
  /** Invoices whose facts, instalments or entries changed. */
  readonly invoiceIds: readonly string[];
  /** Purchase orders of which the same changed. */
  readonly orderIds?: readonly string[];
  /** The invoices and purchase orders of which an entry was undone or taken back: what is open is shared again. */
  readonly undone?: readonly string[];
  /** Those of which a payment was corrected: what is open is shared again if it no longer adds up to the total. */
  readonly corrected?: readonly string[];
  /** Credits whose uses changed. */
  readonly creditIds?: readonly string[];
  /** Invoices of which some may be credit notes whose amount or worth changed. */
  readonly noteIds?: readonly string[];
  /** Invoices as the write that touched them has read them. */
  readonly read?: readonly LinkedInvoice[];
  /** The same of purchase orders: what is stored of them now. */
  readonly readOrders?: readonly OrderLedger[];
}

/**
 * Brings everything that follows from the facts up to date, in the transaction that changed them: the worth of credit
 * notes and their uses, the amounts and days of instalments, how deposits are applied, the rates that convert costs
 * under PAID_RATE, the values of entries, and the sums. Every write of this area, and every reaction to a change
 * elsewhere, ends with it. Unchanged rows are not written. The caller holds the cost lock.
 */
export async function syncPayables(w: Work, touched: Touched): Promise<void> {
  const { invoiceIds, orderIds = [], undone = [], corrected = [], creditIds = [], noteIds = [] } = touched;
  const credits = await syncCredits(w, { noteIds, creditIds });
  const from = {
    invoiceIds: [...invoiceIds, ...credits.invoiceIds],
    orderIds: [...orderIds, ...credits.orderIds],
  };
  const ledgers = await findConnected(w, from, touched);
  const since = { undoneIds: new Set(undone), correctedIds: new Set(corrected) };
  const workOut = (all: Ledgers) => workOutAll(all, { accountCurrency: w.scope.currency, today: todayOf(w) }, since);
  const first = workOut(ledgers);
  const restated = await restateCosts(w, pairs(ledgers.invoices, first.invoices));
  const known = restated.length === 0 ? ledgers : await withNewFacts(w, ledgers);
  const worked = restated.length === 0 ? first : workOut(known);
  const invoices = pairs(known.invoices, worked.invoices);
  const orders = pairs(known.orders, worked.orders);
  const moved = await storeInvoices(w, invoices);
  const movedOrders = await storeOrders(w, orders);
  const payments = [...moved.payments, ...movedOrders.payments];
  const paymentIds = [...moved.paymentIds, ...movedOrders.payments.map(({ id }) => id)];
  const supplierIds = [
    ...new Set([
      ...payments.map(({ supplierId }) => supplierId),
      ...(await suppliersOfCredits(w, [...creditIds, ...credits.creditIds])),
    ]),
  ];
  await emit(
    w,
    ...(paymentIds.length > 0 ? [changed('payments', paymentIds)] : []),
    ...(moved.invoiceIds.length > 0 ? [changed('invoices', moved.invoiceIds)] : []),
    ...(movedOrders.orderIds.length > 0 ? [changed('purchase-orders', movedOrders.orderIds)] : []),
    ...(credits.creditIds.length > 0 ? [changed('credits', credits.creditIds)] : []),
    // What is owed to them is on their pages and in their list.
    ...(supplierIds.length > 0 ? [changed('suppliers', supplierIds)] : []),
  );
  // The uses of what is left of a deposit have parts of its worth.
  if (movedOrders.creditIds.length > 0) await syncPayables(w, { invoiceIds: [], creditIds: movedOrders.creditIds });
  // So have those of credit notes, whose lines cost something else now.
  if (restated.length > 0) await syncPayables(w, { invoiceIds: [], noteIds: restated });
}

/**
 * Under PAID_RATE the costs of an invoice follow from what was paid for it. Returns the invoices whose sums may have
 * changed with them.
 */
function restateCosts(w: Work, all: readonly Pair<Ledger, WorkedInvoice>[]): Promise<string[]> {
  return setCostRates(
    w,
    all
      .filter(({ ledger, worked }) => ledger.invoice.costRate !== worked.costRate)
      .map(({ ledger, worked }) => ({ invoiceId: ledger.invoice.id, costRate: worked.costRate })),
  );
}

/** The same schedules with what their invoices are worth now. */
async function withNewFacts(w: Work, { invoices, orders }: Ledgers): Promise<Ledgers> {
  const facts = await findInvoiceFacts(
    w,
    invoices.map(({ invoice }) => invoice.id),
  );
  return { invoices: invoices.map((one) => ({ ...one, invoice: facts.get(one.invoice.id) ?? one.invoice })), orders };
}

interface Pair<L, W> {
  readonly ledger: L;
  readonly worked: W;
}
const pairs = <L, W>(ledgers: readonly L[], worked: readonly W[]): Pair<L, W>[] =>
  ledgers.flatMap((ledger, place) => {
    const one = worked[place];
    return one === undefined ? [] : [{ ledger, worked: one }];
  });

/** The instalments that differ from what is stored, with those of rests as they are stored now. */
async function followInstalments(w: Work, followed: Followed): Promise<WorkedPayment[]> {
  const byId = new Map(followed.rows.map((row) => [row.id, row]));
  return (await followRests(w, followed)).filter((one) => !isSamePayment(byId.get(one.id), one));
}

/**
 * Writes the rows of invoices that differ. Returns the instalments that are different now, and all instalments and
 * invoices that look different.
 */
async function storeInvoices(
  w: Work,
  all: readonly Pair<Ledger, WorkedInvoice>[],
): Promise<{
  readonly payments: readonly WorkedPayment[];
  readonly paymentIds: readonly string[];
  readonly invoiceIds: readonly string[];
}> {
  if (all.length === 0) return { payments: [], paymentIds: [], invoiceIds: [] };
  const payments: WorkedPayment[][] = [];
  for (const { ledger, worked } of all) {
    const { invoice, schedule, payments: rows } = ledger;
    const of = { schedule_id: schedule.id, invoice_id: invoice.id };
    payments.push(await followInstalments(w, { owner: invoice, of, rows, worked: worked.payments }));
  }
  const schedules = all.map(({ ledger: { schedule }, worked }): SavedSchedule[] =>
    isSameSchedule(schedule, worked.schedule) ? [] : [{ ...worked.schedule, id: schedule.id }],
  );
  const valued = await saveInvoices(w, {
    payments: payments.flat(),
    schedules: schedules.flat(),
    entries: all.flatMap(savedEntries),
  });
  const ofEntry = new Map(all.flatMap(({ ledger }) => ledger.entries.map(({ id, paymentId }) => [id, paymentId])));
  await storeDeposits(w, all);
  const isMoved = (place: number) => (payments[place]?.length ?? 0) > 0 || (schedules[place]?.length ?? 0) > 0;
  return {
    payments: payments.flat(),
    paymentIds: [
      ...new Set([...payments.flat().map(({ id }) => id), ...valued.flatMap((id) => ofEntry.get(id) ?? [])]),
    ],
    invoiceIds: all.flatMap(({ ledger }, place) => (isMoved(place) ? [ledger.invoice.id] : [])),
  };
}

const savedEntries = ({ ledger: { invoice }, worked }: Pair<Ledger, Worked>): SavedEntry[] =>
  worked.entries.map((entry) => ({
    ...entry,
    invoiceId: invoice.id,
    supplierId: worked.payments[0]?.supplierId ?? '',
  }));

/** Writes what invoices have of deposits, and where it is used. */
async function storeDeposits(w: Work, all: readonly Pair<Ledger, WorkedInvoice>[]): Promise<void> {
  const withDeposits = all.filter(
    ({ ledger, worked }) => ledger.deposits.length > 0 || worked.deposits.some(({ amountMinor }) => amountMinor > 0n),
  );
  if (withDeposits.length === 0) return;
  const ids = withDeposits.map(({ ledger }) => ledger.invoice.id);
  const parts = Map.groupBy(await listStoredParts(w, ids), ({ invoiceId }) => invoiceId);
  const changes = withDeposits.flatMap(({ ledger, worked }) => movedDeposits(ledger, worked));
  const fresh = changes.filter(({ rank }) => rank === null).length;
  let rank = fresh === 0 ? 0n : await reserveNumbers(w, 'payment-entries', fresh);
  const today = todayOf(w);
  await saveDeposits(
    w,
    changes.map((one) => ({ ...one, day: one.day ?? today, rank: one.rank ?? rank++ })),
  );
  for (const { ledger, worked } of withDeposits) {
    const { id } = ledger.invoice;
    if (textOf(parts.get(id) ?? []) !== textOf(worked.parts)) await saveParts(w, id, worked.parts);
  }
  await dropEmptyDeposits(w, ids);
  await recordMoved(w, withDeposits, changes);
}

/** A deposit that an invoice has now, beside what it had before. Without a rank it is used now. */
interface MovedDeposit extends Omit<SavedDeposit, 'day' | 'rank'> {
  readonly fromMinor: bigint;
  readonly day: string | null;
  readonly rank: bigint | null;
}

function movedDeposits({ invoice, deposits }: Ledger, worked: WorkedInvoice): MovedDeposit[] {
  const now = new Map(worked.deposits.map((one) => [one.orderId, one]));
  const orderIds = new Set([...now.keys(), ...deposits.map((one) => one.purchase_order_id)]);
  return [...orderIds].flatMap((orderId): MovedDeposit[] => {
    const row = deposits.find((one) => one.purchase_order_id === orderId);
    const { amountMinor = 0n, baseMinor = 0n } = now.get(orderId) ?? {};
    const fromMinor = row?.amount_minor ?? 0n;
    if (fromMinor === amountMinor && (row === undefined ? amountMinor === 0n : row.base_minor === baseMinor)) return [];
    const isKept = row !== undefined && (fromMinor > 0n || amountMinor === 0n);
    const place = isKept ? { day: row.day, rank: row.rank } : { day: null, rank: null };
    return [{ orderId, invoiceId: invoice.id, amountMinor, baseMinor, fromMinor, ...place }];
  });
}

const textOf = (parts: readonly (WorkedPart | StoredPart)[]): string =>
  parts
    .map((part) =>
      [part.orderId, part.paymentId, part.amountMinor, part.baseMinor, part.bookedMinor, part.differenceMinor].join(
        ' ',
      ),
    )
    .sort()
    .join();

/** Deposits that move are recorded in the histories of the invoice and of the purchase order. */
async function recordMoved(
  w: Work,
  all: readonly Pair<Ledger, WorkedInvoice>[],
  changes: readonly MovedDeposit[],
): Promise<void> {
  const byInvoice = new Map(all.map(({ ledger }) => [ledger.invoice.id, ledger]));
  await recordEach(
    w,
    changes
      .filter(({ fromMinor, amountMinor }) => fromMinor !== amountMinor)
      .flatMap(({ invoiceId, orderId, fromMinor, amountMinor }): AuditEntry[] => {
        const ledger = byInvoice.get(invoiceId);
        if (!ledger) return [];
        const { currency, number } = ledger.invoice;
        const [from, to] = [inCurrency(fromMinor, currency), inCurrency(amountMinor, currency)];
        const details = { name: number, changes: [{ field: 'deposit', from, to }] } as const;
        return [invoiceId, orderId].map((historyOf) => ({
          action: 'payment.deposit-applied',
          subjectIds: [historyOf],
          historyOf,
          details,
        }));
      }),
  );
}

/** Writes the rows of purchase orders that differ. Returns what looks different now. */
async function storeOrders(
  w: Work,
  all: readonly Pair<OrderLedger, WorkedOrder>[],
): Promise<{
  readonly payments: readonly WorkedPayment[];
  readonly orderIds: readonly string[];
  readonly creditIds: readonly string[];
}> {
  const payments: WorkedPayment[][] = [];
  for (const { ledger, worked } of all) {
    const { order, payments: rows } = ledger;
    const of = { purchase_order_id: order.id };
    payments.push(await followInstalments(w, { owner: order, of, rows, worked: worked.payments }));
  }
  await savePayments(w, payments.flat());
  const orderIds = new Set<string>();
  const creditIds: string[] = [];
  for (const [place, { ledger, worked }] of all.entries()) {
    const { id } = ledger.order;
    if ((payments[place]?.length ?? 0) > 0) orderIds.add(id);
    if (!isSameOrderSchedule(ledger.schedule, worked)) {
      await saveOrderSchedule(w, id, worked);
      orderIds.add(id);
    }
    const creditId = await followLeftDeposit(w, ledger, worked);
    if (creditId !== undefined) creditIds.push(creditId);
  }
  return { payments: payments.flat(), orderIds: [...orderIds], creditIds };
}

export const isSameOrderSchedule = (row: OrderScheduleRow, worked: WorkedOrder): boolean =>
  row.total_minor === worked.totalMinor &&
  row.invoiced_minor === worked.invoicedMinor &&
  row.deposit_minor === worked.depositMinor &&
  row.deposit_base_minor === worked.depositBaseMinor &&
  row.applied_minor === worked.appliedMinor &&
  row.applied_base_minor === worked.appliedBaseMinor;

const isSamePayment = (row: PaymentRow | undefined, worked: WorkedPayment): boolean =>
  row !== undefined &&
  row.supplier_id === worked.supplierId &&
  row.currency === worked.currency &&
  row.amount_minor === worked.amountMinor &&
  row.settled_minor === worked.settledMinor &&
  row.owed_minor === worked.owedMinor &&
  row.owed_base_minor === worked.owedBaseMinor &&
  row.due_on === worked.dueOn &&
  row.is_estimated === worked.isEstimated &&
  row.is_ended === worked.isEnded;

const isSameSchedule = (row: ScheduleRow, worked: Worked['schedule']): boolean =>
  row.total_minor === worked.totalMinor &&
  row.payment_count === worked.paymentCount &&
  row.amount_minor === worked.amountMinor &&
  row.settled_minor === worked.settledMinor &&
  row.owed_base_minor === worked.owedBaseMinor &&
  row.booked_minor === worked.bookedMinor &&
  row.exchange_minor === worked.exchangeMinor &&
  row.fee_minor === worked.feeMinor &&
  row.due_on === worked.dueOn;
