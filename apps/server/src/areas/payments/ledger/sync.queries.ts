import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { WorkedEntry, WorkedSchedule } from './work-out.ts';
import type { WorkedPayment } from '../payments.types.ts';

// Writes what follows from the facts of schedules. Only rows that differ are passed in.

/** SQL: updates instalments. One that was made in this unit of work keeps its version. */
const paymentUpdate = (w: Work, payments: readonly WorkedPayment[]) => sql`
    update payment p
    set supplier_id = x.supplier_id, currency = x.currency, amount_minor = x.amount_minor,
      settled_minor = x.settled_minor, owed_minor = x.owed_minor, owed_base_minor = x.owed_base_minor,
      due_on = x.due_on, is_estimated = x.is_estimated, is_ended = x.is_ended,
      version = case when p.created_at = ${w.now} then p.version else p.version + 1 end, updated_at = ${w.now}
    from ${rowsOf('x', payments, {
      id: ['uuid', (p) => p.id],
      supplier_id: ['uuid', (p) => p.supplierId],
      currency: ['text', (p) => p.currency],
      amount_minor: ['bigint', (p) => p.amountMinor],
      settled_minor: ['bigint', (p) => p.settledMinor],
      owed_minor: ['bigint', (p) => p.owedMinor],
      owed_base_minor: ['bigint', (p) => p.owedBaseMinor],
      due_on: ['date', (p) => p.dueOn],
      is_estimated: ['boolean', (p) => p.isEstimated],
      is_ended: ['boolean', (p) => p.isEnded],
    })}
    where p.account_id = ${w.scope.accountId} and p.id = x.id`;

export async function savePayments(w: Work, payments: readonly WorkedPayment[]): Promise<void> {
  if (payments.length > 0) await paymentUpdate(w, payments).execute(w.tx);
}

export interface SavedSchedule extends WorkedSchedule {
  readonly id: string;
}

/** SQL: updates the kept sums of schedules. */
const scheduleUpdate = (w: Work, schedules: readonly SavedSchedule[]) => sql`
    update payment_schedule s
    set total_minor = x.total_minor, payment_count = x.payment_count, amount_minor = x.amount_minor,
      settled_minor = x.settled_minor, owed_base_minor = x.owed_base_minor, booked_minor = x.booked_minor,
      exchange_minor = x.exchange_minor, fee_minor = x.fee_minor, due_on = x.due_on,
      version = case when s.created_at = ${w.now} then s.version else s.version + 1 end, updated_at = ${w.now}
    from ${rowsOf('x', schedules, {
      id: ['uuid', (s) => s.id],
      total_minor: ['bigint', (s) => s.totalMinor],
      payment_count: ['integer', (s) => s.paymentCount],
      amount_minor: ['bigint', (s) => s.amountMinor],
      settled_minor: ['bigint', (s) => s.settledMinor],
      owed_base_minor: ['bigint', (s) => s.owedBaseMinor],
      booked_minor: ['bigint', (s) => s.bookedMinor],
      exchange_minor: ['bigint', (s) => s.exchangeMinor],
      fee_minor: ['bigint', (s) => s.feeMinor],
      due_on: ['date', (s) => s.dueOn],
    })}
    where s.account_id = ${w.scope.accountId} and s.id = x.id`;

/** What follows from an entry, with the invoice and the supplier for the reports. */
export interface SavedEntry extends WorkedEntry {
  readonly invoiceId: string;
  readonly supplierId: string;
}

/** SQL: stores what follows from entries, and returns the entries of which something else follows than before. */
const valuesUpsert = (w: Work, entries: readonly SavedEntry[]) => sql<{ id: string }>`
    insert into payment_entry_value as v
      (account_id, entry_id, invoice_id, supplier_id, day, base_minor, booked_minor, difference_minor)
    select ${w.scope.accountId}, x.entry_id, x.invoice_id, x.supplier_id, x.day, x.base_minor, x.booked_minor,
      x.difference_minor
    from ${rowsOf('x', entries, {
      entry_id: ['uuid', (e) => e.entryId],
      invoice_id: ['uuid', (e) => e.invoiceId],
      supplier_id: ['uuid', (e) => e.supplierId],
      day: ['date', (e) => e.day],
      base_minor: ['bigint', (e) => e.baseMinor],
      booked_minor: ['bigint', (e) => e.bookedMinor],
      difference_minor: ['bigint', (e) => e.differenceMinor],
    })}
    on conflict (account_id, entry_id) do update
    set invoice_id = excluded.invoice_id, supplier_id = excluded.supplier_id, day = excluded.day,
      base_minor = excluded.base_minor, booked_minor = excluded.booked_minor,
      difference_minor = excluded.difference_minor
    where (v.invoice_id, v.supplier_id, v.day, v.base_minor, v.booked_minor, v.difference_minor) is distinct from
      (excluded.invoice_id, excluded.supplier_id, excluded.day, excluded.base_minor, excluded.booked_minor,
        excluded.difference_minor)
    returning v.entry_id as id`;

/** Everything that is stored of invoices: of instalments and schedules only those that differ, of entries all. */
interface SavedInvoices {
  readonly payments: readonly WorkedPayment[];
  readonly schedules: readonly SavedSchedule[];
  readonly entries: readonly SavedEntry[];
}

/** Stores all of it in one statement. Returns the entries of which something else follows than before. */
export async function saveInvoices(w: Work, { payments, schedules, entries }: SavedInvoices): Promise<string[]> {
  if (payments.length + schedules.length + entries.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    with saved_payments as (${paymentUpdate(w, payments)}), saved_schedules as (${scheduleUpdate(w, schedules)})
    ${valuesUpsert(w, entries)}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** The stored values of the entries of invoices, by entry. */
export async function findEntryValues(w: Work, invoiceIds: readonly string[]): Promise<Map<string, SavedEntry>> {
  const { rows } = await sql<SavedEntry>`
    select entry_id as "entryId", invoice_id as "invoiceId", supplier_id as "supplierId", day,
      base_minor as "baseMinor", booked_minor as "bookedMinor", difference_minor as "differenceMinor"
    from payment_entry_value
    where account_id = ${w.scope.accountId} and invoice_id = ${anyOf(invoiceIds)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.entryId, row]));
}
