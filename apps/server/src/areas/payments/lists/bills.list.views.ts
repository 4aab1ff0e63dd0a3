import { PAYMENT_STATES } from '@quayside/contracts/invoices/invoice-header';
import type { invoicePaymentFilters, listInvoicePayments } from '@quayside/contracts/payments/payments';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { inPeopleOrder } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { byDay, byId, byPresence, byText, byValue, byWhether, defineList, neverNull } from '../../../http/list.ts';
import { paymentState } from '../../invoices/public.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { INVOICE_TOTALS, bookedMinor, costMinor } from '../../costs/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { decimalOf } from './payables.list.views.ts';
import type { QueryOf } from '../payments.types.ts';

// Reads invoices with their schedules for the list of bills. This file writes nothing.

/** Invoices that are not deleted. */
const invoicesAlone = (w: Work) =>
  w.tx.selectFrom(INVOICES.as('i')).where('i.account_id', '=', w.scope.accountId).where('i.deleted_at', 'is', null);

/** The same, with their supplier. */
const withSuppliers = (w: Work) =>
  invoicesAlone(w).leftJoin(SUPPLIERS.as('s'), (j) =>
    j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
  );

/** Invoices that are not deleted, with their supplier, sums and schedule. */
const everyBill = (w: Work) =>
  withSuppliers(w).leftJoin('payment_schedule as ps', (j) =>
    j.onRef('ps.account_id', '=', 'i.account_id').onRef('ps.invoice_id', '=', 'i.id').on('ps.removed_at', 'is', null),
  );
type BillQuery = ReturnType<typeof everyBill>;

export type BillFilter = Pick<QueryOf<'listInvoicePayments'>, 'filter' | 'search'>;

/** The bills that match a filter: neither credit notes nor invoices in review. */
export const matchingBills = (w: Work, q: BillFilter): BillQuery => filtered(w, everyBill(w), q);

/** What the list is filtered and sorted by that is a fact of the schedule. */
const OF_SCHEDULE: ReadonlySet<string> = new Set([
  ...['state', 'overdue', 'dueDate', 'difference'],
  ...['settled', 'open', 'unixDueDate'],
]);

/**
 * The same, without schedules and suppliers where neither the filter nor the order needs them. PostgreSQL would read
 * the schedule of each bill that is counted: it leaves a left join out only where a whole index proves that it finds
 * one row at most. And where it leaves a join out, it still reads the column that it would join by.
 */
function matchingAlone(w: Work, q: QueryOf<'listInvoicePayments'>): BillQuery {
  if ([...q.filter, ...(q.sort ?? [])].some(({ field }) => OF_SCHEDULE.has(field))) return matchingBills(w, q);
  const needsSupplier = q.search !== undefined || q.sort?.some(({ field }) => field === 'supplier');
  return filtered(w, (needsSupplier ? withSuppliers(w) : invoicesAlone(w)) as unknown as BillQuery, q);
}

const OPEN = sql<bigint>`coalesce(ps.amount_minor - ps.settled_minor, 0)`;

const list = defineList<typeof listInvoicePayments, typeof invoicePaymentFilters>({
  filters: {
    state: byValue(PAYMENT_STATES, paymentState),
    overdue: byWhether((w) => sql`coalesce(${OPEN} > 0 and ps.due_on < ${todayOf(w)}, false)`),
    supplier: byId(sql.ref('i.supplier_id')),
    currency: byText(sql.ref('i.currency')),
    date: byDay(sql.ref('i.date')),
    dueDate: byDay(sql.ref('ps.due_on')),
    difference: byPresence(sql`coalesce(i.total_minor <> ps.amount_minor, false)`),
    archived: byWhether(sql`i.archived_at is not null`),
    number: byText(sql.ref('i.invoice_number')),
  },
  words: sql<string>`lower(i.invoice_number || ' ' || coalesce(s.company_name, ''))`,
  sorts: {
    'invoice.unixDate': neverNull(sql`i.date`),
    'invoice.date': neverNull(sql`i.date`),
    'invoice.invoiceNumber': inPeopleOrder(sql`i.invoice_number`),
    supplier: inPeopleOrder(sql`s.company_name`),
    currency: sql`i.currency`,
    total: decimalOf(sql`i.total_minor`, sql`i.currency`),
    settled: decimalOf(sql`ps.settled_minor`, sql`i.currency`),
    open: decimalOf(OPEN, sql`i.currency`),
    unixDueDate: sql`ps.due_on`,
    state: sql`array_position(array['UNSCHEDULED', 'UNPAID', 'PART_PAID', 'PAID'], ${paymentState})`,
    updatedAt: neverNull(sql`i.updated_at`),
  },
  usual: [{ field: 'invoice.unixDate', direction: 'desc' }],
  last: sql`i.id`,
});
export const inBillOrder = list.inOrder;

function filtered(w: Work, bills: BillQuery, q: BillFilter): BillQuery {
  // Literals: a plan for any kind and status expects too few rows, and then sorts all bills instead of reading a page
  // from an index.
  const rows = list.filtered(w, bills.where(sql<boolean>`i.kind = 'INVOICE' and i.status <> 'REVIEW'`), q);
  // Archived ones are hidden by default, but a search finds them too.
  return q.search === undefined && !q.filter.some((chip) => chip.field === 'archived')
    ? rows.where('i.archived_at', 'is', null)
    : rows;
}

/** The columns that an answer is made of, with the newest payment of each invoice. */
const shown = (query: BillQuery) =>
  query
    .leftJoin(INVOICE_TOTALS.as('t'), (j) =>
      j.onRef('t.account_id', '=', 'i.account_id').onRef('t.invoice_id', '=', 'i.id'),
    )
    .leftJoinLateral(
      () =>
        sql<{ reference: string | null; to_addresses: string[]; cc_addresses: string[] }>`(
          select tr.reference, tr.to_addresses, tr.cc_addresses
          from payment np
          join payment_entry ne on ne.account_id = np.account_id and ne.payment_id = np.id and ne.reversed_at is null
          join payment_transfer tr on tr.account_id = ne.account_id and tr.id = ne.transfer_id
          where np.account_id = i.account_id and np.invoice_id = i.id and np.removed_at is null and ps.settled_minor > 0
          order by ne.rank desc
          limit 1
        )`.as('newest'),
      (j) => j.onTrue(),
    )
    .select([
      'i.id as invoice_id',
      'i.invoice_number',
      'i.date as invoice_date',
      'i.status as invoice_status',
      'i.kind',
      'i.archived_at',
      'i.currency',
      'i.total_minor',
      's.id as supplier_id',
      's.company_name',
      's.local_name',
      'ps.id as schedule_id',
      'ps.by',
      'ps.amount_minor',
      'ps.settled_minor',
      'ps.owed_base_minor',
      'ps.exchange_minor',
      'ps.fee_minor',
      'ps.due_on',
      'ps.version',
      'newest.reference',
      'newest.to_addresses',
      'newest.cc_addresses',
    ])
    .select(['i.rate', 'i.cost_rate'])
    .select([paymentState.as('state'), bookedMinor.as('booked_minor'), costMinor.as('cost_minor')]);
export type BillRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** One page of bills. */
export function listBillRows(w: Work, q: QueryOf<'listInvoicePayments'>) {
  return list.chosen(w, q, matchingAlone(w, q).select('i.id'), (chosen) =>
    shown(everyBill(w))
      .innerJoin(chosen, (j) => j.onRef('chosen.id', '=', 'i.id'))
      .select(['chosen.place', 'chosen.total']),
  );
}

/** Bills by the ids of their invoices. */
export const findBillRows = (w: Work, invoiceIds: readonly string[]): Promise<BillRow[]> =>
  shown(everyBill(w).where('i.id', '=', anyOf(invoiceIds))).execute();

/** The number of bills that match a filter, and their sums by currency. */
export async function sumBills(w: Work, q: BillFilter) {
  return matchingBills(w, q)
    .select('i.currency')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<bigint>`count(*) filter (where ps.id is null)`.as('unscheduled'),
      sql<string>`coalesce(sum(i.total_minor), 0)::text`.as('total'),
      sql<string>`coalesce(sum(ps.settled_minor), 0)::text`.as('settled'),
      sql<string>`coalesce(sum(${OPEN}), 0)::text`.as('open'),
      sql<string>`coalesce(sum(ps.owed_base_minor), 0)::text`.as('open_base'),
      sql<bigint>`count(*) filter (where ${OPEN} > 0 and ps.owed_base_minor is null)`.as('without_rate'),
    ])
    .groupBy('i.currency')
    .orderBy('i.currency')
    .execute();
}
