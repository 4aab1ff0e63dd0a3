import { compareKeys } from '@quayside/domain/money/allocate';
import { parseRate, type Rate } from '@quayside/domain/money/money';
import type { LeadTimes } from '@quayside/domain/payables/due-days';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { planDaysOf } from '../purchasing/public.ts';
import type {
  DepositRow,
  InvoicedShare,
  InvoiceFacts,
  Ledger,
  Ledgers,
  LiveEntry,
  OrderFacts,
  OrderLedger,
  PaymentRow,
  ScheduleRow,
} from './payments.types.ts';

// Reads the facts from which schedules are worked out, also from the tables of invoices, costs, purchase orders and
// shipments. This file writes nothing.

/**
 * SQL expression: what an invoice costs in account currency, at the rate that converts it, from its sums `t`. Its
 * difference has a worth whenever there is a rate, so without that worth there is none at all.
 */
export const costMinor: RawBuilder<bigint | null> = sql`(
  t.difference_account_minor + t.lines_account_minor + t.recoverable_tax_account_minor + t.cost_tax_account_minor
)`;
/** SQL expression: what an invoice is worth at its own rate. It is kept only where that is not what it costs. */
export const bookedMinor: RawBuilder<bigint | null> = sql`coalesce(t.booked_minor, ${costMinor})`;

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
      i.total_minor as "totalMinor", ${bookedMinor} as "bookedMinor", ${costMinor} as "costMinor",
      i.cost_rate as "costRate",
      (select a.exchange_policy from account a where a.account_id = ${w.scope.accountId}) as policy,
      coalesce(t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor, 0) as "linesMinor",
      i.date as "invoiceDate", i.etd, i.shipping_method as "shippingMethod", i.ready_on as "readyOn",
      i.shipped_on as "shippedOn", i.arrived_on as "arrivedOn", i.delivered_on as "deliveredOn",
      i.inspected_on as "inspectedOn", i.is_before_payments as "isBeforePayments",
      ${planDaysOf(sql`c.account_id = i.account_id and c.invoice_id = i.id`)} as plans
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

/**
 * What invoices consist of, each part of which is converted once: the amount and the tax of each line, and the
 * difference to the total; by invoice.
 */
export async function findComponents(w: Work, invoiceIds: readonly string[]): Promise<Map<string, bigint[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; minors: string[] }>`
    select i.id,
      array_append(coalesce(l.minors, '{}'), coalesce(i.total_minor - coalesce(l.sum, 0), 0)::text) as minors
    from invoice i
    left join lateral (
      select array_agg(l.amount_minor::text) || array_agg(l.tax_minor::text) as minors,
        sum(l.amount_minor + l.tax_minor)::bigint as sum
      from invoice_line l
      where l.account_id = i.account_id and l.invoice_id = i.id and l.deleted_at is null
    ) l on true
    where i.account_id = ${w.scope.accountId} and i.id = ${anyOf(invoiceIds)}`.execute(w.tx);
  return new Map(rows.map(({ id, minors }) => [id, minors.map(BigInt)]));
}

/** The schedules of these invoices; those without one are left out. */
export async function findLedgers(w: Work, invoiceIds: readonly string[]): Promise<Ledger[]> {
  if (invoiceIds.length === 0) return [];
  return readInvoices(w, invoiceIds, await findLinks(w, { invoiceIds, orderIds: [] }));
}

/**
 * The schedules of these invoices and purchase orders, and of all others with which deposits connect them: each is
 * worked out together with them.
 */
export async function findConnected(
  w: Work,
  from: { readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] },
): Promise<Ledgers> {
  const invoices = new Set(from.invoiceIds);
  const orders = new Set(from.orderIds);
  const links = new Map<string, Link>();
  let [newInvoices, newOrders] = [[...invoices], [...orders]];
  while (newInvoices.length + newOrders.length > 0) {
    const found = await findLinks(w, { invoiceIds: newInvoices, orderIds: newOrders });
    for (const link of found) links.set(`${link.invoiceId} ${link.orderId}`, link);
    newInvoices = [...new Set(found.map((link) => link.invoiceId))].filter((id) => !invoices.has(id));
    newOrders = [...new Set(found.map((link) => link.orderId))].filter((id) => !orders.has(id));
    for (const id of newInvoices) invoices.add(id);
    for (const id of newOrders) orders.add(id);
  }
  return {
    invoices: await readInvoices(w, [...invoices], [...links.values()]),
    orders: await readOrders(w, [...orders]),
  };
}

/** That lines of an invoice name items of a purchase order, or that it has a part of its deposit. */
interface Link {
  readonly invoiceId: string;
  readonly orderId: string;
  /** The lines that count; null when there are none any more. */
  readonly invoicedMinor: bigint | null;
}

async function findLinks(
  w: Work,
  { invoiceIds, orderIds }: { readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] },
): Promise<Link[]> {
  const byLine = (condition: RawBuilder<unknown>) => sql`
    select l.invoice_id, i.order_id
    from invoice_line l
    join purchase_order_item i on i.account_id = l.account_id and i.id = l.purchase_order_line_id
    where l.account_id = ${w.scope.accountId} and ${condition}`;
  const byDeposit = (condition: RawBuilder<unknown>) => sql`
    select d.invoice_id, d.purchase_order_id
    from deposit d
    where d.account_id = ${w.scope.accountId} and ${condition}`;
  const parts = [
    ...(invoiceIds.length === 0
      ? []
      : [
          byLine(sql`l.invoice_id = ${anyOf(invoiceIds)} and l.purchase_order_line_id is not null`),
          byDeposit(sql`d.invoice_id = ${anyOf(invoiceIds)}`),
        ]),
    ...(orderIds.length === 0
      ? []
      : [byLine(sql`i.order_id = ${anyOf(orderIds)}`), byDeposit(sql`d.purchase_order_id = ${anyOf(orderIds)}`)]),
  ];
  if (parts.length === 0) return [];
  const { rows } = await sql<Link>`
    select p.invoice_id as "invoiceId", p.order_id as "orderId", (
      select sum(l.amount_minor)::bigint
      from invoice v
      join invoice_line l on l.account_id = v.account_id and l.invoice_id = v.id and l.deleted_at is null
      join purchase_order_item i on i.account_id = l.account_id and i.id = l.purchase_order_line_id
      where v.account_id = ${w.scope.accountId} and v.id = p.invoice_id and v.deleted_at is null
        and v.kind = 'INVOICE' and i.order_id = p.order_id
    ) as "invoicedMinor"
    from (${sql.join(parts, sql` union `)}) as p(invoice_id, order_id)`.execute(w.tx);
  return rows;
}

/** What the lines of invoices name of purchase orders, also of invoices that have no schedule yet; by invoice. */
export async function findShares(w: Work, invoiceIds: readonly string[]): Promise<Map<string, InvoicedShare[]>> {
  const links = await findLinks(w, { invoiceIds, orderIds: [] });
  const shares = new Map<string, InvoicedShare[]>();
  for (const { invoiceId, orderId, invoicedMinor } of links)
    if (invoicedMinor !== null) shares.set(invoiceId, [...(shares.get(invoiceId) ?? []), { orderId, invoicedMinor }]);
  return shares;
}

async function readInvoices(w: Work, invoiceIds: readonly string[], links: readonly Link[]): Promise<Ledger[]> {
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
  const payments = Map.groupBy(await listPayments(w, 'invoice_id', ids), (payment) => payment.invoice_id);
  const own = links.filter((link) => facts.has(link.invoiceId));
  const orders = await findOrderFacts(
    w,
    own.map((link) => link.orderId),
  );
  const deposits = own.length === 0 ? [] : await listDeposits(w, ids);
  const entries = Map.groupBy(
    [...(await listLiveEntries(w, 'invoice_id', ids)), ...(deposits.length === 0 ? [] : await listParts(w, ids))],
    (entry) => entry.ownerId,
  );
  return schedules.flatMap((schedule): Ledger[] => {
    const invoice = facts.get(schedule.invoice_id);
    if (!invoice) return [];
    const linked = own.filter((link) => link.invoiceId === invoice.id);
    const shares = linked.map(({ orderId, invoicedMinor }) => ({ orderId, invoicedMinor: invoicedMinor ?? 0n }));
    const named = linked.flatMap((link) => (link.invoicedMinor === null ? [] : (orders.get(link.orderId) ?? [])));
    return [
      {
        invoice,
        schedule,
        leadTimes: leadTimesOf(schedule),
        payments: payments.get(invoice.id) ?? [],
        entries: entries.get(invoice.id) ?? [],
        orders: named.toSorted(byNumber),
        shares,
        deposits: deposits.filter((deposit) => deposit.invoice_id === invoice.id),
      },
    ];
  });
}

/** Purchase orders by number, then by id: the order in which invoices take their deposits and their terms. */
export const byNumber = (a: OrderFacts, b: OrderFacts): number =>
  compareKeys(a.number, b.number) || compareKeys(a.id, b.id);

/** The instalments of these purchase orders; those that were never opened are left out. */
async function readOrders(w: Work, orderIds: readonly string[]): Promise<OrderLedger[]> {
  if (orderIds.length === 0) return [];
  const schedules = await w.tx
    .selectFrom('purchase_order_schedule')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('purchase_order_id', '=', anyOf(orderIds))
    .execute();
  if (schedules.length === 0) return [];
  const ids = schedules.map((schedule) => schedule.purchase_order_id);
  const facts = await findOrderFacts(w, ids);
  const payments = Map.groupBy(await listPayments(w, 'purchase_order_id', ids), (row) => row.purchase_order_id);
  const entries = Map.groupBy(await listLiveEntries(w, 'purchase_order_id', ids), (entry) => entry.ownerId);
  const credits = await w.tx
    .selectFrom('credit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('purchase_order_id', '=', anyOf(ids))
    .where('source', '=', 'DEPOSIT')
    .where('ended_at', 'is', null)
    .execute();
  return schedules.flatMap((schedule): OrderLedger[] => {
    const order = facts.get(schedule.purchase_order_id);
    if (!order) return [];
    return [
      {
        order,
        schedule,
        payments: payments.get(order.id) ?? [],
        entries: entries.get(order.id) ?? [],
        credit: credits.find((credit) => credit.purchase_order_id === order.id) ?? null,
      },
    ];
  });
}

interface OrderRow extends Omit<OrderFacts, 'rate' | 'days' | 'leadTimes'>, Omit<OrderFacts['days'], 'shippingMethod'> {
  readonly rate: string | null;
  readonly shippingMethod: string | null;
  readonly times: LeadTimes['times'];
}

/** The facts of purchase orders, by id. */
export async function findOrderFacts(w: Work, ids: readonly string[]): Promise<Map<string, OrderFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<OrderRow>`
    select id, po_number as number, status, supplier_id as "supplierId", currency, rate, total_minor as "totalMinor",
      terms, order_date as "orderDate", delivery_date as "deliveryDate", etd, shipping_method as "shippingMethod",
      ready_on as "readyOn", shipped_on as "shippedOn", arrived_on as "arrivedOn", delivered_on as "deliveredOn",
      inspected_on as "inspectedOn", lead_times as times,
      ${planDaysOf(sql`c.account_id = o.account_id and c.purchase_order_id = o.id`)} as plans
    from purchase_order o
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(
    rows.map((row): [string, OrderFacts] => {
      const { id, number, status, supplierId, currency, rate, totalMinor, terms, times, plans, ...days } = row;
      const leadTimes = { shippingMethod: row.shippingMethod, times };
      const facts = { id, number, status, supplierId, currency, totalMinor, terms, plans };
      return [row.id, { ...facts, rate: rateOf(rate), days, leadTimes }];
    }),
  );
}

/** The invoices and the purchase orders from which these supplier orders come. */
export async function findOwners(
  w: Work,
  supplierOrderIds: readonly string[],
): Promise<{ readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] }> {
  const { rows } = await sql<{ invoiceId: string; purchaseOrderId: string | null }>`
    select distinct invoice_id as "invoiceId", purchase_order_id as "purchaseOrderId"
    from cost_layer
    where account_id = ${w.scope.accountId} and id = ${anyOf(supplierOrderIds)}`.execute(w.tx);
  return {
    invoiceIds: [...new Set(rows.map(({ invoiceId }) => invoiceId))],
    orderIds: rows.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? []),
  };
}

const leadTimesOf = (schedule: ScheduleRow): LeadTimes => schedule.lead_times as unknown as LeadTimes;

export const anyOf = (ids: readonly string[]) => sql<string>`any(${sql.val([...new Set(ids)])}::uuid[])`;

type OwnerColumn = 'invoice_id' | 'purchase_order_id';

/** The instalments of invoices or purchase orders, in their order. */
const listPayments = (w: Work, column: OwnerColumn, ids: readonly string[]): Promise<PaymentRow[]> =>
  w.tx
    .selectFrom('payment')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where(column, '=', anyOf(ids))
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute();

type Owned = LiveEntry & { readonly ownerId: string };

/**
 * The entries of invoices or purchase orders that are not reversed. The base of a used credit is its part of the
 * credit's worth; it is assumed, like that of a payment of which nothing was typed of the bank, while there is none.
 */
async function listLiveEntries(w: Work, column: OwnerColumn, ids: readonly string[]): Promise<Owned[]> {
  const owner = sql.ref(`p.${column}`);
  const { rows } = await sql<Omit<Owned, 'rank'> & { readonly rank: bigint }>`
    select e.id, e.payment_id as "paymentId", ${owner} as "ownerId", e.kind, e.amount_minor as "amountMinor",
      coalesce(e.base_minor, u.base_minor) as "baseMinor", e.fee_minor as "feeMinor", e.day, e.rank,
      c.source is distinct from 'CREDIT_NOTE' as "isMoney"
    from payment p
    join payment_entry e on e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
    left join credit_use u on u.account_id = e.account_id and u.id = e.credit_use_id
    left join credit c on c.account_id = u.account_id and c.id = u.credit_id
    where p.account_id = ${w.scope.accountId} and ${owner} = ${anyOf(ids)} and p.removed_at is null
    order by e.rank`.execute(w.tx);
  return rows.map((row) => ({ ...row, rank: Number(row.rank) }));
}

const listDeposits = (w: Work, invoiceIds: readonly string[]): Promise<DepositRow[]> =>
  w.tx
    .selectFrom('deposit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .execute();

/** The parts of deposits that instalments of invoices have, as entries. */
async function listParts(w: Work, invoiceIds: readonly string[]): Promise<Owned[]> {
  const { rows } = await sql<Omit<Owned, 'rank'> & { readonly rank: bigint }>`
    select t.id, t.payment_id as "paymentId", t.invoice_id as "ownerId", 'CREDIT' as kind,
      t.amount_minor as "amountMinor", t.base_minor as "baseMinor", 0::bigint as "feeMinor", d.day, d.rank,
      true as "isMoney", t.purchase_order_id as "depositOf"
    from deposit_part t
    join deposit d on d.account_id = t.account_id and d.purchase_order_id = t.purchase_order_id
      and d.invoice_id = t.invoice_id
    join payment p on p.account_id = t.account_id and p.id = t.payment_id
    where t.account_id = ${w.scope.accountId} and t.invoice_id = ${anyOf(invoiceIds)}
    order by d.rank, p.position`.execute(w.tx);
  return rows.map((row) => ({ ...row, rank: Number(row.rank) }));
}
