import type { FilterChip } from '@quayside/contracts/paging';
import type { purchaseOrderFilters } from '@quayside/contracts/purchasing/purchase-order-header';
import type { listPurchaseOrders } from '@quayside/contracts/purchasing/purchase-orders';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import type { PurchaseOrderStatus } from '@quayside/domain/lists';
import { type RawBuilder, sql } from 'kysely';
import { finds } from '../../../db/finds.ts';
import { chipCondition, holdsWord, inPeopleOrder, searchWords } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import {
  byDay,
  byId,
  byNumber,
  byOwn,
  byPresence,
  byText,
  byWhether,
  defineList,
  neverNull,
} from '../../../http/list.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { DOCUMENTS, DOCUMENT_VERSIONS } from '../../documents/facts.ts';
import { planDaysOf } from '../../shipments/facts.ts';
import type { QueryOf } from '../purchasing.types.ts';

// Reads purchase orders together with their suppliers, products and invoices, for screens. This file writes nothing.

/** Purchase orders, with their supplier if they have one. */
const orders = (w: Work) =>
  w.tx
    .selectFrom('purchase_order as o')
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'o.account_id').onRef('s.id', '=', 'o.supplier_id'),
    )
    .where('o.account_id', '=', w.scope.accountId);
type OrderQuery = ReturnType<typeof orders>;

const codesWith = (exponent: number) => CURRENCIES.filter((c) => c.exponent === exponent).map((c) => c.code);
/** Minor units as a decimal number, so that currencies with different numbers of decimals compare correctly. */
const decimal = (minor: RawBuilder<unknown>) => sql<string>`(
  ${minor}::numeric / case
    when o.currency = any(${sql.val(codesWith(0))}::text[]) then 1
    when o.currency = any(${sql.val(codesWith(3))}::text[]) then 1000
    else 100
  end
)`;
const TOTAL = decimal(sql`o.total_minor`);
/** What is left to be invoiced, in minor units: nothing of a closed one, whatever was not invoiced of it. */
export const leftMinor = sql<bigint>`case when o.status = 'CLOSED' then 0 else o.left_minor end`;
const LEFT = decimal(leftMinor);
/** An amount in the main unit of account currency; null without a rate. */
const inAccount = (amount: RawBuilder<unknown>, currency: string) =>
  sql<string | null>`(${amount} * case when o.currency = ${currency} then 1 else o.rate::numeric end)`;
export const accountTotal = (currency: string) => inAccount(TOTAL, currency);
const accountLeft = (currency: string) => inAccount(LEFT, currency);

/** SQL condition: the purchase order, its supplier or one of its items contains a word. */
export const orderHas = (word: string): RawBuilder<boolean> => sql<boolean>`(
  ${holdsWord(sql`lower(o.po_number || ' ' || o.internal_number || ' ' || coalesce(o.shipping_number, ''))`, word)}
  or ${holdsWord(sql`lower(s.company_name || ' ' || coalesce(s.local_name, ''))`, word)}
  or exists (
    select from purchase_order_item i
    left join ${PRODUCTS} p on p.account_id = i.account_id and p.id = i.product_id
    where i.account_id = o.account_id and i.order_id = o.id and i.deleted_at is null
      and ${holdsWord(sql`lower(concat_ws(' ', p.sku, p.name, i.name, i.supplier_item_number))`, word)}
  )
)`;

const list = defineList<typeof listPurchaseOrders, typeof purchaseOrderFilters>({
  filters: {
    status: byText(sql.ref('o.status')),
    supplier: byId(sql.ref('o.supplier_id')),
    currency: byText(sql.ref('o.currency')),
    orderDate: byDay(sql.ref('o.order_date')),
    deliveryDate: byDay(sql.ref('o.delivery_date')),
    total: byNumber(TOTAL),
    left: byPresence(sql`o.left_count > 0 and o.status <> 'CLOSED'`),
    sent: byPresence(sql`o.sent_at is not null`),
    // What is printed was changed since the last mail with it.
    changedSinceSent: byWhether(sql`o.sent_content is not null and o.content > o.sent_content`),
    archived: byWhether(sql`o.archived_at is not null`),
    poNumber: byOwn(
      'text',
      (chip) =>
        sql<boolean>`(
          ${chipCondition(chip, sql.ref('o.po_number'))} or ${chipCondition(chip, sql.ref('o.internal_number'))}
        )`,
    ),
  },
  words: orderHas,
  sorts: {
    poNumber: inPeopleOrder(sql`o.po_number`),
    internalPoNumber: inPeopleOrder(sql`o.internal_number`),
    orderDate: sql`o.order_date`,
    deliveryDate: sql`o.delivery_date`,
    supplier: inPeopleOrder(sql`s.company_name`),
    status: sql`array_position(array['DRAFT', 'OPEN', 'CLOSED'], o.status)`,
    currency: sql`o.currency`,
    total: TOTAL,
    accountTotal: (w) => accountTotal(w.scope.currency),
    left: LEFT,
    sentAt: sql`o.sent_at`,
    updatedAt: neverNull(sql`o.updated_at`),
  },
  // The latest come first, and drafts without a day before them.
  usual: [{ by: neverNull(sql`o.order_date`), direction: 'desc' }],
  last: sql`o.id`,
  lastDirection: 'desc',
});
export const { inOrder } = list;

/** The purchase orders that match a filter. */
export function matching(w: Work, q: { readonly search?: string | undefined; readonly filter: FilterChip[] }) {
  const found = list.filtered(w, orders(w), q);
  // The list hides archived purchase orders by default, but a search finds them too.
  return q.search === undefined && !q.filter.some((chip) => chip.field === 'archived')
    ? found.where('o.archived_at', 'is', null)
    : found;
}

/** Whether a line of an invoice names an item of the purchase order. */
const IS_NAMED = finds(sql`
  select true from purchase_order_item i
  join ${INVOICE_LINES} l on l.account_id = i.account_id and l.purchase_order_line_id = i.id and l.deleted_at is null
  where i.account_id = o.account_id and i.order_id = o.id and i.deleted_at is null`);

const PLAN_DAYS = planDaysOf(sql`c.account_id = o.account_id and c.purchase_order_id = o.id`);

/** The fields of a purchase order in responses, without its items. */
const heads = (query: OrderQuery) =>
  query
    .leftJoin(DOCUMENTS.as('d'), (j) =>
      j
        .onRef('d.account_id', '=', 'o.account_id')
        .onRef('d.id', '=', 'o.generated_document_id')
        .on('d.deleted_at', 'is', null),
    )
    .leftJoin(DOCUMENT_VERSIONS.as('v'), (j) =>
      j
        .onRef('v.account_id', '=', 'd.account_id')
        .onRef('v.document_id', '=', 'd.id')
        .onRef('v.number', '=', 'o.generated_version'),
    )
    .selectAll('o')
    .select(['s.company_name', 's.local_name', 's.email', 'v.sha256', 'v.size', 'v.number as version_number'])
    .select([IS_NAMED.as('is_named'), PLAN_DAYS.as('plan_days')]);
export type OrderHead = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number];

/** One page of purchase orders, and the total count. */
export const listOrderHeads = (w: Work, q: QueryOf<'listPurchaseOrders'>) =>
  list.chosen(w, q, matching(w, q).select('o.id'), (chosen) =>
    heads(orders(w))
      .innerJoin(chosen, (j) => j.onRef('chosen.id', '=', 'o.id'))
      .select(['chosen.place', 'chosen.total']),
  );

export async function findOrderHead(w: Work, id: string): Promise<OrderHead | undefined> {
  return heads(orders(w).where('o.id', '=', id)).executeTakeFirst();
}

/** What was ordered: neither drafts nor cancelled ones, whose sums stand apart. */
const IS_PLACED = sql`(o.status <> 'DRAFT' and o.close_reason is distinct from 'CANCELLED')`;
const IS_DRAFT = sql`o.status = 'DRAFT'`;
const IS_CANCELLED = sql`o.close_reason = 'CANCELLED'`;

/** The numbers of purchase orders that match a filter, and their sums per currency. */
export async function sumOrders(
  w: Work,
  q: QueryOf<'purchaseOrderTotals'>,
): Promise<
  {
    currency: string;
    count: bigint;
    placed: bigint;
    total: string;
    left: string;
    accountTotal: string;
    accountLeft: string;
    withoutRate: bigint;
    drafts: bigint;
    draftTotal: string;
    cancelled: bigint;
    cancelledTotal: string;
  }[]
> {
  const { currency } = w.scope;
  const rounded = (amount: RawBuilder<unknown>, which: RawBuilder<unknown>) => {
    const decimals = CURRENCIES.find((c) => c.code === currency)?.exponent ?? 2;
    return sql<string>`coalesce(sum(round(${amount}, ${sql.lit(decimals)})) filter (where ${which}), 0)::text`;
  };
  const counted = (which: RawBuilder<unknown>) => sql<bigint>`count(*) filter (where ${which})`;
  const minor = (amount: RawBuilder<unknown>, which: RawBuilder<unknown>) =>
    sql<string>`coalesce(sum(${amount}) filter (where ${which}), 0)::text`;
  return matching(w, q)
    .select([
      'o.currency',
      sql<bigint>`count(*)`.as('count'),
      counted(IS_PLACED).as('placed'),
      minor(sql`o.total_minor`, IS_PLACED).as('total'),
      minor(leftMinor, IS_PLACED).as('left'),
      rounded(accountTotal(currency), IS_PLACED).as('accountTotal'),
      rounded(accountLeft(currency), IS_PLACED).as('accountLeft'),
      counted(IS_DRAFT).as('drafts'),
      rounded(accountTotal(currency), IS_DRAFT).as('draftTotal'),
      counted(IS_CANCELLED).as('cancelled'),
      rounded(accountTotal(currency), IS_CANCELLED).as('cancelledTotal'),
      sql<bigint>`count(*) filter (where o.rate is null and o.currency <> ${currency})`.as('withoutRate'),
    ])
    .groupBy('o.currency')
    .orderBy('o.currency')
    .execute();
}

const MOST_SUMMARIES = 500;

/** Purchase orders to choose from, newest first. */
export async function listSummaries(
  w: Work,
  q: {
    readonly statuses: readonly PurchaseOrderStatus[] | undefined;
    readonly search: string | undefined;
    readonly includePaired: boolean;
  },
) {
  let query = orders(w).where('o.archived_at', 'is', null);
  if (q.statuses) query = query.where('o.status', 'in', [...q.statuses]);
  for (const condition of searchWords(q.search).map(orderHas)) query = query.where(condition);
  if (!q.includePaired) query = query.where(sql<boolean>`not (o.item_count > 0 and o.left_count = 0)`);
  return inOrder(w, query, undefined)
    .select(['o.id', 'o.po_number', 'o.internal_number', 'o.supplier_id', 's.company_name', 'o.status'])
    .select(['o.order_date', 'o.currency', 'o.total_minor', leftMinor.as('left_minor'), 'o.invoiced_minor'])
    .select(IS_NAMED.as('is_named'))
    .limit(MOST_SUMMARIES)
    .execute();
}

/** The invoices and credit notes that name items of a purchase order, by date. */
export async function listOrderInvoices(w: Work, orderId: string) {
  const { rows } = await sql<{
    id: string;
    number: string;
    kind: 'INVOICE' | 'CREDIT_NOTE';
    status: 'REVIEW' | 'WORKING' | 'OPEN' | 'CLOSED';
    date: string;
    currency: string;
    lines: bigint;
    amount_minor: bigint;
  }>`
    select v.id, v.invoice_number as number, v.kind, v.status, v.date::text as date, v.currency, count(l.id) as lines,
      sum(l.amount_minor)::bigint as amount_minor
    from purchase_order_item i
    join ${INVOICE_LINES} l on l.account_id = i.account_id and l.purchase_order_line_id = i.id and l.deleted_at is null
    join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id and v.deleted_at is null
    where i.account_id = ${w.scope.accountId} and i.order_id = ${orderId}
    group by v.account_id, v.id
    order by v.date, v.id`.execute(w.tx);
  return rows;
}

/** SQL expression: the number of a purchase order of this account. */
export const labelOfOrder = (accountId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select o.po_number from purchase_order o where o.account_id = ${accountId} and o.id = ${id}`;

/** What invoices that count name of items: quantities and amounts, less credits. Items without any are missing. */
export async function sumInvoiced(
  w: Work,
  itemIds: readonly string[],
): Promise<Map<string, { quantity: string; amountMinor: bigint }>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; quantity: string; amount: bigint }>`
    select l.purchase_order_line_id as id, sum(l.quantity)::text as quantity, sum(l.amount_minor)::bigint as amount
    from ${INVOICE_LINES} l
    join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id
    where l.account_id = ${w.scope.accountId}
      and l.purchase_order_line_id = any(${sql.val([...new Set(itemIds)])}::uuid[])
      and l.deleted_at is null and v.deleted_at is null and v.status <> 'REVIEW'
    group by l.purchase_order_line_id`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, { quantity: row.quantity, amountMinor: row.amount }]));
}

/** The items of purchase orders that lines of these invoices name; of deleted lines too. */
export async function itemsOfInvoices(w: Work, invoiceIds: readonly string[]): Promise<string[]> {
  if (invoiceIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct purchase_order_line_id as id
    from ${INVOICE_LINES}
    where account_id = ${w.scope.accountId} and invoice_id = any(${sql.val([...new Set(invoiceIds)])}::uuid[])
      and purchase_order_line_id is not null`.execute(w.tx);
  return rows.map((row) => row.id);
}

/** Of these purchase orders, those of which all is invoiced and all invoices are closed. */
export async function listSettled(w: Work, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select o.id
    from purchase_order o
    where o.account_id = ${w.scope.accountId} and o.id = any(${sql.val([...orderIds])}::uuid[])
      and o.item_count > 0 and o.left_count = 0
      and exists (
        select from purchase_order_item i
        join ${INVOICE_LINES} l on l.account_id = i.account_id and l.purchase_order_line_id = i.id
          and l.deleted_at is null
        where i.account_id = o.account_id and i.order_id = o.id
      )
      and not exists (
        select from purchase_order_item i
        join ${INVOICE_LINES} l on l.account_id = i.account_id and l.purchase_order_line_id = i.id
          and l.deleted_at is null
        join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id and v.deleted_at is null
        where i.account_id = o.account_id and i.order_id = o.id and v.status <> 'CLOSED'
      )`.execute(w.tx);
  return new Set(rows.map((row) => row.id));
}
