import { parseRate, type Rate } from '@quayside/domain/money/money';
import type { LeadTimes } from '@quayside/domain/payables/due-days';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { InvoiceFacts, Ledger, LiveEntry, PaymentRow, ScheduleRow } from './payments.types.ts';

// Reads the facts from which schedules are worked out, also from the tables of invoices and costs. This file
// writes nothing.

/**
 * SQL expression: what an invoice is worth in account currency, from its sums `t`. Its difference has a worth whenever
 * there is a rate, so without that worth there is none at all.
 */
export const bookedMinor: RawBuilder<bigint | null> = sql`(
  t.difference_account_minor + t.lines_account_minor + t.recoverable_tax_account_minor + t.cost_tax_account_minor
)`;

interface FactsRow extends Omit<InvoiceFacts, 'rate' | 'days'>, Omit<InvoiceFacts['days'], 'invoiceDate'> {
  readonly rate: string | null;
  readonly invoiceDate: string;
}

/** A rate as it is stored. */
export function rateOf(text: string | null): Rate | null {
  if (text === null) return null;
  const rate = parseRate(text);
  if (!rate.ok) throw new RangeError(`The stored rate ${text} cannot be read`);
  return rate.value;
}

/** The facts of invoices that are not deleted, by id. */
export async function findInvoiceFacts(w: Work, ids: readonly string[]): Promise<Map<string, InvoiceFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FactsRow>`
    select i.id, i.invoice_number as number, i.kind, i.status, i.supplier_id as "supplierId", i.currency, i.rate,
      i.total_minor as "totalMinor", ${bookedMinor} as "bookedMinor",
      coalesce(t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor, 0) as "linesMinor",
      i.date as "invoiceDate", i.etd, i.shipping_method as "shippingMethod", i.ready_on as "readyOn",
      i.shipped_on as "shippedOn", i.arrived_on as "arrivedOn", i.delivered_on as "deliveredOn",
      i.inspected_on as "inspectedOn", i.is_before_payments as "isBeforePayments"
    from invoice i
    left join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
    where i.account_id = ${w.scope.accountId} and i.id = any(${sql.val([...new Set(ids)])}::uuid[])
      and i.deleted_at is null`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

function factsOf(row: FactsRow): InvoiceFacts {
  const { readyOn, shippedOn, arrivedOn, deliveredOn, inspectedOn, invoiceDate, etd, shippingMethod, ...facts } = row;
  return {
    ...facts,
    rate: rateOf(row.rate),
    days: { readyOn, shippedOn, arrivedOn, deliveredOn, inspectedOn, invoiceDate, etd, shippingMethod },
  };
}

/** The schedules of these invoices; those without one are left out. */
export async function findLedgers(w: Work, invoiceIds: readonly string[]): Promise<Ledger[]> {
  if (invoiceIds.length === 0) return [];
  const schedules = await w.tx
    .selectFrom('payment_schedule')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('removed_at', 'is', null)
    .execute();
  if (schedules.length === 0) return [];
  const ids = schedules.map((schedule) => schedule.invoice_id);
  const facts = await findInvoiceFacts(w, ids);
  const payments = Map.groupBy(await listPayments(w, ids), (payment) => payment.invoice_id);
  const entries = Map.groupBy(await listLiveEntries(w, ids), (entry) => entry.invoiceId);
  return schedules.flatMap((schedule): Ledger[] => {
    const invoice = facts.get(schedule.invoice_id);
    if (!invoice) return [];
    return [
      {
        invoice,
        schedule,
        leadTimes: leadTimesOf(schedule),
        payments: payments.get(invoice.id) ?? [],
        entries: entries.get(invoice.id) ?? [],
      },
    ];
  });
}

const leadTimesOf = (schedule: ScheduleRow): LeadTimes => schedule.lead_times as unknown as LeadTimes;

export const anyOf = (ids: readonly string[]) => sql<string>`any(${sql.val([...new Set(ids)])}::uuid[])`;

/** The instalments of invoices, in their order. */
const listPayments = (w: Work, invoiceIds: readonly string[]): Promise<PaymentRow[]> =>
  w.tx
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute();

/**
 * The entries of invoices that are not reversed. The base of a used credit is its part of the credit's worth; it is
 * assumed, like that of a payment of which nothing was typed of the bank, while there is none.
 */
async function listLiveEntries(w: Work, invoiceIds: readonly string[]): Promise<LiveEntry[]> {
  const { rows } = await sql<Omit<LiveEntry, 'rank'> & { readonly rank: bigint }>`
    select e.id, e.payment_id as "paymentId", p.invoice_id as "invoiceId", e.kind, e.amount_minor as "amountMinor",
      coalesce(e.base_minor, u.base_minor) as "baseMinor", e.fee_minor as "feeMinor", e.day, e.rank,
      c.source is distinct from 'CREDIT_NOTE' as "isMoney"
    from payment p
    join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
    left join credit_use u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join credit c on c.account_id = u.account_id and c.id = u.credit_id
    where p.account_id = ${w.scope.accountId} and p.invoice_id = ${anyOf(invoiceIds)} and p.removed_at is null
    order by e.rank`.execute(w.tx);
  return rows.map((row) => ({ ...row, rank: Number(row.rank) }));
}
