import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { syncCredits } from './credits-sync.service.ts';
import { findLedgers } from './ledger.views.ts';
import type { Ledger, PaymentRow, ScheduleRow } from './payments.types.ts';
import {
  findEntryValues,
  type SavedEntry,
  saveEntryValues,
  savePayments,
  type SavedSchedule,
  saveSchedules,
} from './sync.queries.ts';
import { workOut, type Worked, type WorkedPayment } from './work-out.ts';

interface Touched {
  /** Invoices whose facts, instalments or entries changed. */
  readonly invoiceIds: readonly string[];
  /** Of these, the ones of which an entry was undone or taken back: what is open is then shared again. */
  readonly undone?: readonly string[];
  /** Credits whose uses changed. */
  readonly creditIds?: readonly string[];
  /** Invoices of which some may be credit notes whose amount or worth changed. */
  readonly noteIds?: readonly string[];
}

/**
 * Brings everything that follows from the facts up to date, in the transaction that changed them: the worth of credit
 * notes and their uses, the amounts and days of instalments, the values of entries, and the sums. Every write of this
 * area, and every reaction to a change elsewhere, ends with it. Unchanged rows are not written. The caller holds the
 * cost lock.
 */
export async function syncPayables(w: Work, touched: Touched): Promise<void> {
  const { invoiceIds, undone = [], creditIds = [], noteIds = [] } = touched;
  const credits = await syncCredits(w, { noteIds, creditIds });
  const ids = [...new Set([...invoiceIds, ...credits.invoiceIds])];
  const ledgers = await findLedgers(w, ids);
  const again = new Set(undone);
  const moved = await storeWorked(
    w,
    ledgers.map((ledger) => ({ ledger, worked: workOut(ledger, w.scope.currency, again.has(ledger.invoice.id)) })),
  );
  await emit(
    w,
    ...(moved.paymentIds.length > 0 ? [changed('payments', moved.paymentIds)] : []),
    ...(moved.invoiceIds.length > 0 ? [changed('invoices', moved.invoiceIds)] : []),
    ...(credits.creditIds.length > 0 ? [changed('credits', credits.creditIds)] : []),
  );
}

interface Pair {
  readonly ledger: Ledger;
  readonly worked: Worked;
}

/** Writes the rows that differ. Returns the instalments and invoices that look different now. */
async function storeWorked(
  w: Work,
  pairs: readonly Pair[],
): Promise<{ paymentIds: readonly string[]; invoiceIds: readonly string[] }> {
  if (pairs.length === 0) return { paymentIds: [], invoiceIds: [] };
  const payments = pairs.map(({ ledger, worked }) =>
    worked.payments.filter((one, place) => !isSamePayment(ledger.payments[place], one)),
  );
  const schedules = pairs.map(({ ledger: { schedule }, worked }): SavedSchedule[] =>
    isSameSchedule(schedule, worked.schedule) ? [] : [{ ...worked.schedule, id: schedule.id }],
  );
  await savePayments(w, payments.flat());
  await saveSchedules(w, schedules.flat());
  const hasEntries = pairs.filter(({ ledger }) => ledger.entries.length > 0);
  await storeValues(w, hasEntries);
  const isMoved = (place: number) => (payments[place]?.length ?? 0) > 0 || (schedules[place]?.length ?? 0) > 0;
  return {
    paymentIds: payments.flat().map(({ id }) => id),
    invoiceIds: pairs.flatMap(({ ledger }, place) => (isMoved(place) ? [ledger.invoice.id] : [])),
  };
}

async function storeValues(w: Work, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  const stored = await findEntryValues(
    w,
    pairs.map(({ ledger }) => ledger.invoice.id),
  );
  const wanted = pairs.flatMap(({ ledger: { invoice }, worked }) =>
    worked.entries.map(
      (entry): SavedEntry => ({ ...entry, invoiceId: invoice.id, supplierId: worked.payments[0]?.supplierId ?? '' }),
    ),
  );
  await saveEntryValues(
    w,
    wanted.filter((entry) => !isSameEntry(stored.get(entry.entryId), entry)),
  );
}

const isSamePayment = (row: PaymentRow | undefined, worked: WorkedPayment): boolean =>
  row !== undefined &&
  row.supplier_id === worked.supplierId &&
  row.currency === worked.currency &&
  row.amount_minor === worked.amountMinor &&
  row.settled_minor === worked.settledMinor &&
  row.owed_minor === worked.owedMinor &&
  row.owed_base_minor === worked.owedBaseMinor &&
  row.due_on === worked.dueOn &&
  row.is_estimated === worked.isEstimated;

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

const isSameEntry = (stored: SavedEntry | undefined, entry: SavedEntry): boolean =>
  stored !== undefined &&
  stored.invoiceId === entry.invoiceId &&
  stored.supplierId === entry.supplierId &&
  stored.day === entry.day &&
  stored.baseMinor === entry.baseMinor &&
  stored.bookedMinor === entry.bookedMinor &&
  stored.differenceMinor === entry.differenceMinor;
