import type { FilterChip } from '@quayside/contracts/paging';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { cappedCount, chipCondition, countBeside, inPeopleOrder, pageWindow } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { isReconciled, paymentState } from './invoice-payments.views.ts';
import { invoiceContains } from './invoice-words.views.ts';
import { SHIPMENT_PLANS, planLabelOf } from '../../shipments/facts.ts';
import {
  ALLOCATIONS,
  INVOICE_TOTALS,
  MANUAL_SHARES,
  ORDERS,
  SCOPES,
  accountTotal,
  linesWithTax,
  orderRefOf,
} from '../../costs/facts.ts';
import { CREDITS, SCHEDULES } from '../../payments/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { DOCUMENTS, DOCUMENT_VERSIONS } from '../../documents/facts.ts';
import type { Invoice, QueryOf } from '../invoices.types.ts';

// Reads invoices together with their suppliers, documents, products and costs, for screens. This file writes nothing.

/** Invoices that are not deleted, with their sums, and with their supplier if there is one. */
export const invoices = (w: Work) =>
  w.tx
    .selectFrom('invoice as i')
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin(INVOICE_TOTALS.as('t'), (j) =>
      j.onRef('t.account_id', '=', 'i.account_id').onRef('t.invoice_id', '=', 'i.id'),
    )
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.deleted_at', 'is', null);
type InvoiceQuery = ReturnType<typeof invoices>;

/**
 * The same with the schedule of payments if there is one, where something of it is shown. PostgreSQL would read it for
 * each invoice that is counted, because it leaves a left join out only where a whole index proves that it finds one row
 * at most.
 */
export const withSchedules = (query: InvoiceQuery) =>
  query.leftJoin(SCHEDULES.as('ps'), (j) =>
    j.onRef('ps.account_id', '=', 'i.account_id').onRef('ps.invoice_id', '=', 'i.id').on('ps.removed_at', 'is', null),
  );

const codesWith = (exponent: number) => CURRENCIES.filter((c) => c.exponent === exponent).map((c) => c.code);
/**
 * The total as a decimal number. It makes sorting and filtering correct across currencies with different numbers of
 * decimal places.
 */
const documentTotal = sql<string>`(
  coalesce(i.total_minor, ${linesWithTax})::numeric / case
    when i.currency = any(${sql.val(codesWith(0))}::text[]) then 1
    when i.currency = any(${sql.val(codesWith(3))}::text[]) then 1000
    else 100
  end
)`;

export function withFilters(
  query: InvoiceQuery,
  q: { search?: string | undefined; filter: FilterChip[] },
): InvoiceQuery {
  let filtered = query;
  for (const condition of [...invoiceContains(q.search), ...q.filter.map(conditionOf)])
    filtered = filtered.where(condition);
  // The list hides archived invoices by default, but a search finds them too.
  if (q.search === undefined && !q.filter.some((chip) => chip.field === 'archived'))
    filtered = filtered.where('i.archived_at', 'is', null);
  return filtered;
}

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'status':
      return chipCondition(chip, sql.ref('i.status'));
    case 'supplier':
      return chipCondition(chip, sql.ref('i.supplier_id'), 'uuid');
    case 'currency':
      return chipCondition(chip, sql.ref('i.currency'));
    case 'type':
      return chipCondition(chip, sql.ref('i.type'));
    case 'kind':
      return chipCondition(chip, sql.ref('i.kind'));
    case 'date':
      return chipCondition(chip, sql.ref('i.date'), 'date');
    case 'total':
      return chipCondition(chip, documentTotal, 'numeric');
    case 'unassigned':
      return chip.op === 'isEmpty'
        ? sql<boolean>`coalesce(t.unassigned_line_count, 0) = 0`
        : sql<boolean>`t.unassigned_line_count > 0`;
    case 'archived':
      return sql<boolean>`(i.archived_at is not null)::text = any(${sql.val(chip.values)}::text[])`;
    case 'shipmentPlan':
      return sql<boolean>`exists (
        select from invoice_pairing q
        where q.account_id = i.account_id and q.invoice_id = i.id and q.target_type = 'SHIPMENT'
          and q.target_id = any(${sql.val(chip.values)}::uuid[])
      )`;
    default:
      return chipCondition(chip, sql.ref('i.invoice_number'));
  }
}

const SORTS: Readonly<Record<NonNullable<QueryOf<'listInvoices'>['sort']>[number]['field'], RawBuilder<unknown>>> = {
  invoiceNumber: inPeopleOrder(sql`i.invoice_number`),
  date: sql`i.date`,
  supplier: inPeopleOrder(sql`s.company_name`),
  status: sql`array_position(array['REVIEW', 'WORKING', 'OPEN', 'CLOSED'], i.status)`,
  currency: sql`i.currency`,
  total: documentTotal,
  accountTotal,
  unassigned: sql`t.unassigned_account_minor`,
  updatedAt: sql`i.updated_at`,
};

/**
 * Columns that are never null. Sorting them with "nulls last" would not change the order, but would prevent a backward
 * scan of their index.
 */
const NEVER_NULL: ReadonlySet<string> = new Set(['date', 'updatedAt']);

/** The fields of an invoice in responses, without its lines and pairings. */
const heads = (query: InvoiceQuery) =>
  withSchedules(query)
    .leftJoin(DOCUMENTS.as('d'), (j) =>
      j.onRef('d.account_id', '=', 'i.account_id').onRef('d.id', '=', 'i.document_id').on('d.deleted_at', 'is', null),
    )
    .leftJoin(DOCUMENT_VERSIONS.as('v'), (j) =>
      j
        .onRef('v.account_id', '=', 'd.account_id')
        .onRef('v.document_id', '=', 'd.id')
        .onRef('v.number', '=', 'd.version_number'),
    )
    .leftJoin(CREDITS.as('cn'), (j) =>
      j
        .onRef('cn.account_id', '=', 'i.account_id')
        .onRef('cn.invoice_id', '=', 'i.id')
        .on('cn.source', '=', 'CREDIT_NOTE')
        .on('cn.ended_at', 'is', null),
    )
    .selectAll('i')
    .select([
      'ps.amount_minor as scheduled_minor',
      'ps.settled_minor as paid_minor',
      'ps.fee_minor as paid_fee_minor',
      'cn.used_minor as credit_used_minor',
    ])
    .select([paymentState.as('payment_state'), isReconciled.as('is_reconciled')])
    .select([
      's.company_name',
      's.local_name',
      'v.file_name',
      'v.content_type',
      'v.size as document_size',
      'v.created_at as uploaded_at',
    ])
    .select([
      't.line_count',
      't.lines_minor',
      't.recoverable_tax_minor',
      't.cost_tax_minor',
      't.assigned_minor',
      't.unassigned_minor',
      't.unassigned_line_count',
      't.excluded_minor',
      't.lines_account_minor',
      't.recoverable_tax_account_minor',
      't.cost_tax_account_minor',
      't.difference_account_minor',
      't.assigned_account_minor',
      't.unassigned_account_minor',
      't.excluded_account_minor',
    ])
    .select([
      accountTotal.as('total_account_minor'),
      // The unassigned amount of each line is returned instead of the sum, because amounts of two lines could cancel
      // each other out. Only OPEN invoices need this, because only they can be closed.
      sql<string[]>`case
        when i.status = 'OPEN'
          then array(
            select a.unassigned_document_minor::text from ${ALLOCATIONS} a
            where a.account_id = i.account_id and a.invoice_id = i.id and a.superseded_at is null and not a.is_excluded
              and a.unassigned_document_minor <> 0
          )
        else '{}'
      end`.as('left_minor'),
      // The first is a scalar subquery, because with `exists` PostgreSQL would first read all orders of the account.
      sql<boolean>`(
        coalesce(
          (
            select true
            from ${ORDERS} c
            where c.account_id = i.account_id and c.invoice_id = i.id and c.removed_at is null
              and (
                exists (
                  select from invoice_pairing p
                  where p.account_id = c.account_id and p.target_type = 'ORDER' and p.target_id = c.id
                    and p.invoice_id <> c.invoice_id
                )
                or exists (
                  select from ${SCOPES} x join invoice_line l on l.account_id = x.account_id and l.id = x.line_id
                  where x.account_id = c.account_id and x.target_type = 'ORDER' and x.target_id = c.id
                    and l.invoice_id <> c.invoice_id and l.deleted_at is null
                )
                or exists (
                  select from ${MANUAL_SHARES} m
                  join invoice_line l on l.account_id = m.account_id and l.id = m.line_id
                  where m.account_id = c.account_id and m.layer_id = c.id
                    and l.invoice_id <> c.invoice_id and l.deleted_at is null
                )
              )
            limit 1
          ),
          false
        )
        or exists (
          select from invoice_pairing p
          where p.account_id = i.account_id and p.target_type = 'INVOICE' and p.target_id = i.id
            and p.invoice_id <> i.id
        )
        or exists (
          select from ${SCOPES} x join invoice_line l on l.account_id = x.account_id and l.id = x.line_id
          where x.account_id = i.account_id and x.target_type = 'INVOICE' and x.target_id = i.id
            and l.invoice_id <> i.id and l.deleted_at is null
        )
        or exists (
          select from invoice_line o
          join invoice_line c on c.account_id = o.account_id and c.credits_line_id = o.id and c.deleted_at is null
          where o.account_id = i.account_id and o.invoice_id = i.id and o.deleted_at is null
        )
      )`.as('is_in_use'),
    ]);
export type InvoiceHead = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number];

export type PairedWith = Invoice['pairedWith'][number];

/** The sort order of the list. The default is latest first. */
export const inOrder = <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: QueryOf<'listInvoices'>['sort'],
): SelectQueryBuilder<D, T, O> =>
  (sort ?? [{ field: 'date', direction: 'desc' } as const])
    .reduce(
      (ordered, { field, direction }) =>
        ordered.orderBy(SORTS[field], (o) => (NEVER_NULL.has(field) ? o[direction]() : o[direction]().nullsLast())),
      rows,
    )
    .orderBy(sql`i.id`, 'desc');

/** One page of invoices, and the total count. */
export async function listInvoiceHeads(
  w: Work,
  q: QueryOf<'listInvoices'>,
): Promise<{ rows: InvoiceHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const matching = withFilters(invoices(w), q);
  const rows = await readPage(w.tx, inOrder(heads(matching), q.sort), window);
  return { rows, count: await countBeside(rows, window, () => cappedCount(w.tx, matching.select('i.id'))), window };
}

/** The number of invoices that match a filter, and their sums in account currency. */
export async function sumInvoices(
  w: Work,
  q: QueryOf<'invoiceTotals'>,
): Promise<{ count: number; totalMinor: bigint; unassignedMinor: bigint; withoutRate: number }> {
  const row = await withFilters(invoices(w), q)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<string>`coalesce(sum(${accountTotal}), 0)::text`.as('total'),
      sql<string>`coalesce(sum(t.unassigned_account_minor), 0)::text`.as('unassigned'),
      sql<bigint>`count(*) filter (where i.rate is null and i.currency <> ${w.scope.currency})`.as('without_rate'),
    ])
    .executeTakeFirstOrThrow();
  return {
    count: Number(row.count),
    totalMinor: BigInt(row.total),
    unassignedMinor: BigInt(row.unassigned),
    withoutRate: Number(row.without_rate),
  };
}

export async function findInvoiceHeads(w: Work, ids: readonly string[]): Promise<InvoiceHead[]> {
  return ids.length === 0 ? [] : heads(invoices(w).where('i.id', '=', anyOf(ids))).execute();
}

/**
 * The pairings of invoices, with labels. A pairing names an order or another invoice over whose goods the costs of the
 * invoice are shared. Pairings with deleted invoices or orders are omitted.
 */
export async function listPairings(w: Work, invoiceIds: readonly string[]): Promise<Map<string, PairedWith[]>> {
  if (invoiceIds.length === 0) return new Map();
  const result = await sql<{ invoice_id: string } & PairedWith>`
    select p.invoice_id, p.target_type as type, p.target_id as id,
      coalesce(i.invoice_number, c.number, o.po_number, ${planLabelOf(sql`sp.number`, sql`sp.name`)}) as label,
      ${orderRefOf} as "order"
    from invoice_pairing p
    left join invoice i on p.target_type = 'INVOICE' and i.account_id = p.account_id and i.id = p.target_id
      and i.deleted_at is null
    left join ${ORDERS} c on p.target_type = 'ORDER' and c.account_id = p.account_id and c.id = p.target_id
    left join ${PURCHASE_ORDERS} o on p.target_type = 'PURCHASE_ORDER' and o.account_id = p.account_id
      and o.id = p.target_id
    left join ${SHIPMENT_PLANS} sp on p.target_type = 'SHIPMENT' and sp.account_id = p.account_id
      and sp.id = p.target_id
      and sp.removed_at is null
    where p.account_id = ${w.scope.accountId} and p.invoice_id = ${anyOf(invoiceIds)}
      and coalesce(i.invoice_number, c.number, o.po_number, sp.number::text) is not null
    order by type, label, id`.execute(w.tx);
  return Map.groupBy(
    result.rows.map(({ invoice_id, ...paired }) => ({ invoiceId: invoice_id, ...paired })),
    (p) => p.invoiceId,
  );
}

/** The ids of the given invoices, orders, purchase orders and shipment plans that exist in the account. */
export async function findPairable(
  w: Work,
  targets: {
    readonly invoices: readonly string[];
    readonly orders: readonly string[];
    readonly purchaseOrders: readonly string[];
    readonly plans: readonly string[];
  },
): Promise<Set<string>> {
  const result = await sql<{ id: string }>`
    select id
    from invoice
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...targets.invoices])}::uuid[])
      and deleted_at is null
    union
    select id
    from ${ORDERS}
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...targets.orders])}::uuid[])
      and removed_at is null
    union
    select id
    from ${PURCHASE_ORDERS}
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...targets.purchaseOrders])}::uuid[])
    union
    select id
    from ${SHIPMENT_PLANS}
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...targets.plans])}::uuid[])
      and removed_at is null`.execute(w.tx);
  return new Set(result.rows.map((r) => r.id));
}

/** SQL expression: the number of an invoice of this account that is not deleted. */
export const labelOfInvoice = (accountId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`
    select i.invoice_number from invoice i where i.account_id = ${accountId} and i.id = ${id} and i.deleted_at is null`;

/** The purchase orders whose items the lines of invoices name, by invoice. */
export async function listPurchaseOrdersOf(
  w: Work,
  invoiceIds: readonly string[],
): Promise<Map<string, { id: string; number: string }[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{ invoiceId: string; id: string; number: string }>`
    select distinct l.invoice_id as "invoiceId", o.id, o.po_number as number
    from invoice_line l
    join ${PURCHASE_ITEMS} i on i.account_id = l.account_id and i.id = l.purchase_order_line_id
    join ${PURCHASE_ORDERS} o on o.account_id = i.account_id and o.id = i.order_id
    where l.account_id = ${w.scope.accountId} and l.invoice_id = ${anyOf(invoiceIds)}
      and l.purchase_order_line_id is not null and l.deleted_at is null
    order by number, id`.execute(w.tx);
  return Map.groupBy(rows, (row) => row.invoiceId);
}
