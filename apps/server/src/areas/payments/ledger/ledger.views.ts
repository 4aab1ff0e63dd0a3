import { compareKeys } from '@quayside/domain/money/allocate';
import { parseRate, type Rate } from '@quayside/domain/money/money';
import type { LeadTimes } from '@quayside/domain/payables/due-days';
import type { DueEvent } from '@quayside/domain/payables/due-events';
import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { BY_KEYS } from '../../../db/rows-of.ts';
import { readTerms } from '../../../db/stored-due-rules.ts';
import type { Work } from '../../../db/tx.ts';
import { planDaysOf } from '../../shipments/facts.ts';
import { INVOICE_TOTALS, ORDERS, bookedMinor, costMinor, linesWithTax } from '../../costs/facts.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { ACCOUNTS } from '../../accounts/facts.ts';
import { findInstalments, findParts, listDeposits } from '../rows/instalments.views.ts';
import type {
  InvoicedShare,
  InvoiceFacts,
  Ledger,
  Ledgers,
  LiveEntry,
  OrderFacts,
  OrderLedger,
  OrderTerm,
  ScheduleRow,
} from '../payments.types.ts';

// Reads the facts from which schedules are worked out, also from the tables of invoices, costs, purchase orders and
// shipments. This file writes nothing.

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

/** SQL: the facts of an invoice `i` with its sums `t`. */
const invoiceFacts = (w: Work) => sql`
  i.id, i.invoice_number as number, i.kind, i.status, i.supplier_id as "supplierId", i.currency, i.rate,
  i.total_minor as "totalMinor", ${bookedMinor} as "bookedMinor", ${costMinor} as "costMinor",
  i.cost_rate as "costRate",
  (select a.exchange_policy from ${ACCOUNTS} a where a.account_id = ${w.scope.accountId}) as policy,
  ${linesWithTax} as "linesMinor",
  i.date as "invoiceDate", i.etd, i.shipping_method as "shippingMethod", i.ready_on as "readyOn",
  i.shipped_on as "shippedOn", i.arrived_on as "arrivedOn", i.delivered_on as "deliveredOn",
  i.inspected_on as "inspectedOn", i.is_before_payments as "isBeforePayments",
  ${planDaysOf(sql`c.account_id = i.account_id and c.invoice_id = i.id`)} as plans`;

/** The facts of invoices that are not deleted, by id. */
export async function findInvoiceFacts(w: Work, ids: readonly string[]): Promise<Map<string, InvoiceFacts>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<FactsRow>`
    select ${invoiceFacts(w)}
    from ${INVOICES} i
    left join ${INVOICE_TOTALS} t on t.account_id = i.account_id and t.invoice_id = i.id
    where i.account_id = ${w.scope.accountId} and i.id = ${anyOf(ids)} and i.deleted_at is null`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, factsOf(row)]));
}

/** That lines of an invoice name items of a purchase order, or that it has a part of its deposit. */
interface Link {
  readonly orderId: string;
  /** The lines that count; null when there are none any more. */
  readonly invoicedMinor: bigint | null;
}

/** The same as JSON, where numbers of 64 bits are texts; null without any. */
type LinksJson = readonly { readonly orderId: string; readonly invoicedMinor: string | null }[] | null;

/**
 * SQL expression: the purchase orders with which an invoice `i` is linked, as JSON. It is a part of the statements that
 * read invoices, because most have no purchase order, and a statement of its own would cost more than it reads.
 */
const linksJson: RawBuilder<LinksJson> = sql`(
  select json_agg(json_build_object('orderId', x.order_id, 'invoicedMinor', x.minor::text))
  from (
    select y.order_id, sum(y.minor) as minor
    from (
      select o.order_id, case
          when l.deleted_at is null and i.deleted_at is null and i.kind = 'INVOICE' then l.amount_minor
        end as minor
      from ${INVOICE_LINES} l
      join ${PURCHASE_ITEMS} o on o.account_id = l.account_id and o.id = l.purchase_order_line_id
      where l.account_id = i.account_id and l.invoice_id = i.id and l.purchase_order_line_id is not null
      union all
      select d.purchase_order_id, null from deposit d where d.account_id = i.account_id and d.invoice_id = i.id
    ) y
    group by y.order_id
  ) x
)`;

const linksOf = (json: LinksJson): Link[] =>
  (json ?? []).map(({ orderId, invoicedMinor }) => ({
    orderId,
    invoicedMinor: invoicedMinor === null ? null : BigInt(invoicedMinor),
  }));

/** An invoice with its links, and with its schedule and facts if it has a schedule and is not deleted. */
export interface LinkedInvoice {
  readonly id: string;
  readonly links: readonly Link[];
  readonly scheduled: { readonly schedule: ScheduleRow; readonly invoice: InvoiceFacts } | null;
}

/** The row of an invoice that `linkedQuery` reads. */
export type LinkedRow = FactsRow & ScheduleRow & { readonly scheduleId: string | null; readonly links: LinksJson };

/**
 * SQL: the statement that reads what is known of invoices before anything is worked out. Payments write no row that it
 * reads, so that the statement which writes them can end with it.
 */
export const linkedQuery = (w: Work, invoiceIds: readonly string[]): RawBuilder<LinkedRow> => sql<LinkedRow>`
  select s.*, s.id as "scheduleId", ${linksJson} as links, ${invoiceFacts(w)}
  from ${INVOICES} i
  left join payment_schedule s on s.account_id = i.account_id and s.invoice_id = i.id and s.removed_at is null
    and i.deleted_at is null
  left join ${INVOICE_TOTALS} t on t.account_id = i.account_id and t.invoice_id = i.id
  where i.account_id = ${w.scope.accountId} and i.id = ${anyOf(invoiceIds)}`;

/** The invoices that `linkedQuery` has read. */
export const linkedOf = (rows: readonly LinkedRow[]): LinkedInvoice[] =>
  rows.map(({ scheduleId, links, ...row }) => ({
    id: row.id,
    links: linksOf(links),
    scheduled: scheduleId === null ? null : { schedule: { ...row, id: scheduleId }, invoice: factsOf(row) },
  }));

async function listLinked(w: Work, invoiceIds: readonly string[]): Promise<LinkedInvoice[]> {
  if (invoiceIds.length === 0) return [];
  return linkedOf((await linkedQuery(w, invoiceIds).execute(w.tx)).rows);
}

const factsOf = (row: FactsRow): InvoiceFacts => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  status: row.status,
  supplierId: row.supplierId,
  currency: row.currency,
  rate: rateOf(row.rate),
  totalMinor: row.totalMinor,
  linesMinor: row.linesMinor,
  bookedMinor: row.bookedMinor,
  costMinor: row.costMinor,
  costRate: row.costRate,
  policy: row.policy,
  plans: row.plans,
  isBeforePayments: row.isBeforePayments,
  days: {
    invoiceDate: row.invoiceDate,
    etd: row.etd,
    shippingMethod: row.shippingMethod,
    readyOn: row.readyOn,
    shippedOn: row.shippedOn,
    arrivedOn: row.arrivedOn,
    deliveredOn: row.deliveredOn,
    inspectedOn: row.inspectedOn,
  },
});

/**
 * What invoices consist of, each part of which is converted once: the amount and the tax of each line, and the
 * difference to the total; by invoice.
 */
export async function findComponents(w: Work, invoiceIds: readonly string[]): Promise<Map<string, bigint[]>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; minors: string[] }>`
    select i.id,
      array_append(coalesce(l.minors, '{}'), coalesce(i.total_minor - coalesce(l.sum, 0), 0)::text) as minors
    from ${INVOICES} i
    left join lateral (
      select array_agg(l.amount_minor::text) || array_agg(l.tax_minor::text) as minors,
        sum(l.amount_minor + l.tax_minor)::bigint as sum
      from ${INVOICE_LINES} l
      where l.account_id = i.account_id and l.invoice_id = i.id and l.deleted_at is null
    ) l on true
    where i.account_id = ${w.scope.accountId} and i.id = ${anyOf(invoiceIds)}`.execute(w.tx);
  return new Map(rows.map(({ id, minors }) => [id, minors.map(BigInt)]));
}

/** The schedules of these invoices; those without one are left out. */
export async function findLedgers(w: Work, invoiceIds: readonly string[]): Promise<Ledger[]> {
  const linked = (await listLinked(w, invoiceIds)).filter(({ scheduled }) => scheduled !== null);
  return readInvoices(w, linked, await findOrderFacts(w, ordersOf(linked)));
}

const ordersOf = (invoices: readonly LinkedInvoice[]): string[] => [
  ...new Set(invoices.flatMap(({ links }) => links.map(({ orderId }) => orderId))),
];

/**
 * The schedules of these invoices and purchase orders, and of all others with which deposits connect them: each is
 * worked out together with them. Those among `read` and `readOrders` are not read again.
 */
export async function findConnected(
  w: Work,
  from: { readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] },
  {
    read = [],
    readOrders = [],
  }: { readonly read?: readonly LinkedInvoice[]; readonly readOrders?: readonly OrderLedger[] } = {},
): Promise<Ledgers> {
  const knownInvoices = new Map(read.map((one) => [one.id, one]));
  const invoices = new Map<string, LinkedInvoice>();
  const orders = new Set<string>();
  let newInvoices: readonly string[] = [...new Set(from.invoiceIds)];
  let newOrders: readonly string[] = [...new Set(from.orderIds)];
  while (newInvoices.length + newOrders.length > 0) {
    const unread = newInvoices.filter((id) => !knownInvoices.has(id));
    for (const one of [...newInvoices.flatMap((id) => knownInvoices.get(id) ?? []), ...(await listLinked(w, unread))])
      invoices.set(one.id, one);
    for (const id of newOrders) orders.add(id);
    newInvoices = (await listLinkedTo(w, newOrders)).filter((id) => !invoices.has(id));
    newOrders = ordersOf([...invoices.values()]).filter((id) => !orders.has(id));
  }
  const known = new Map(readOrders.map((one) => [one.order.id, one]));
  const facts = await findOrderFacts(
    w,
    [...orders].filter((id) => !known.has(id)),
  );
  const found = [...readOrders.filter(({ order }) => orders.has(order.id)), ...(await readOrdersOf(w, facts))];
  for (const { order } of found) facts.set(order.id, order);
  return { invoices: await readInvoices(w, [...invoices.values()], facts), orders: found };
}

/** The invoices with which purchase orders are linked. */
async function listLinkedTo(w: Work, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select l.invoice_id as id
    from ${PURCHASE_ITEMS} o
    join ${INVOICE_LINES} l on l.account_id = o.account_id and l.purchase_order_line_id = o.id
    where o.account_id = ${w.scope.accountId} and o.order_id = ${anyOf(orderIds)}
    union
    select d.invoice_id from deposit d
    where d.account_id = ${w.scope.accountId} and d.purchase_order_id = ${anyOf(orderIds)}`.execute(w.tx);
  return rows.map(({ id }) => id);
}

/** What the lines of invoices name of purchase orders, also of invoices that have no schedule yet; by invoice. */
export async function findShares(w: Work, invoiceIds: readonly string[]): Promise<Map<string, InvoicedShare[]>> {
  const { rows } = await sql<{ id: string; links: LinksJson }>`
    select i.id, ${linksJson} as links from ${INVOICES} i
    where i.account_id = ${w.scope.accountId} and i.id = ${anyOf(invoiceIds)}`.execute(w.tx);
  return new Map(
    rows.map(({ id, links }) => [
      id,
      linksOf(links).flatMap(({ orderId, invoicedMinor }) =>
        invoicedMinor === null ? [] : { orderId, invoicedMinor },
      ),
    ]),
  );
}

async function readInvoices(
  w: Work,
  all: readonly LinkedInvoice[],
  orders: ReadonlyMap<string, OrderFacts>,
): Promise<Ledger[]> {
  const scheduled = all.flatMap(({ links, scheduled: one }) => (one ? [{ links, ...one }] : []));
  if (scheduled.length === 0) return [];
  const ids = scheduled.map(({ invoice }) => invoice.id);
  const instalments = await findInstalments(w, 'invoice_id', ids);
  const deposits = scheduled.some(({ links }) => links.length > 0) ? await listDeposits(w, ids) : [];
  const parts = deposits.length === 0 ? NO_PARTS : await findParts(w, ids);
  return scheduled.map(({ schedule, invoice, links }): Ledger => {
    const { payments = [], entries = [] } = instalments.get(invoice.id) ?? {};
    const named = links.flatMap((link) => (link.invoicedMinor === null ? [] : (orders.get(link.orderId) ?? [])));
    return {
      invoice,
      schedule,
      leadTimes: leadTimesOf(schedule),
      payments,
      entries: [...entries, ...(parts.get(invoice.id) ?? [])],
      orders: named.toSorted(byNumber),
      shares: links.map(({ orderId, invoicedMinor }) => ({ orderId, invoicedMinor: invoicedMinor ?? 0n })),
      deposits: deposits.filter((deposit) => deposit.invoice_id === invoice.id),
    };
  });
}

const NO_PARTS: ReadonlyMap<string, readonly LiveEntry[]> = new Map();

/** Purchase orders by number, then by id: the order in which invoices take their deposits and their terms. */
export const byNumber = (a: OrderFacts, b: OrderFacts): number =>
  compareKeys(a.number, b.number) || compareKeys(a.id, b.id);

/** The instalments of these purchase orders, without what connects them with others. */
export const findOrderLedgers = async (w: Work, orderIds: readonly string[]): Promise<OrderLedger[]> =>
  readOrdersOf(w, await findOrderFacts(w, orderIds));

/** The instalments of these purchase orders; those that were never opened are left out. */
async function readOrdersOf(w: Work, facts: ReadonlyMap<string, OrderFacts>): Promise<OrderLedger[]> {
  if (facts.size === 0) return [];
  const schedules = await w.tx
    .selectFrom('purchase_order_schedule')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('purchase_order_id', '=', anyOf([...facts.keys()]))
    .execute();
  if (schedules.length === 0) return [];
  const ids = schedules.map((schedule) => schedule.purchase_order_id);
  const instalments = await findInstalments(w, 'purchase_order_id', ids);
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
    const { payments = [], entries = [] } = instalments.get(order.id) ?? {};
    const credit = credits.find((one) => one.purchase_order_id === order.id) ?? null;
    return [{ order, schedule, payments, entries, credit }];
  });
}

interface OrderRow
  extends Omit<OrderFacts, 'rate' | 'days' | 'leadTimes' | 'terms'>,
    Omit<OrderFacts['days'], 'shippingMethod'> {
  readonly rate: string | null;
  readonly shippingMethod: string | null;
  readonly times: LeadTimes['times'];
  readonly terms: unknown;
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
    from ${PURCHASE_ORDERS} o
    where account_id = ${w.scope.accountId} and id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(
    rows.map((row): [string, OrderFacts] => {
      const { id, number, status, supplierId, currency, rate, totalMinor, terms, times, plans, ...days } = row;
      const leadTimes = { shippingMethod: row.shippingMethod, times };
      const facts = { id, number, status, supplierId, currency, totalMinor, terms: readTerms<OrderTerm>(terms), plans };
      return [row.id, { ...facts, rate: rateOf(rate), days, leadTimes }];
    }),
  );
}

/**
 * The invoices and the purchase orders from which these supplier orders come. With an event only those of which an
 * instalment, the invoice's or the purchase order's, is due by it.
 */
export async function findOwners(
  w: Work,
  supplierOrderIds: readonly string[],
  event?: DueEvent,
): Promise<{ readonly invoiceIds: readonly string[]; readonly orderIds: readonly string[] }> {
  const a = w.scope.accountId;
  const isDueBy = (owner: 'invoice_id' | 'purchase_order_id') => sql`exists (
    select from payment p
    where p.account_id = ${a} and ${sql.ref(`p.${owner}`)} = ${sql.ref(`o.${owner}`)} and p.removed_at is null
      and p.event = ${event} ${BY_KEYS}
  )`;
  const { rows } = await sql<{ invoiceId: string; purchaseOrderId: string | null }>`
    select o.invoice_id as "invoiceId", o.purchase_order_id as "purchaseOrderId"
    from (
      select distinct invoice_id, purchase_order_id from ${ORDERS}
      where account_id = ${a} and id = ${anyOf(supplierOrderIds)}
    ) o
    where ${event ? sql`${isDueBy('invoice_id')} or ${isDueBy('purchase_order_id')}` : sql`true`}`.execute(w.tx);
  return {
    invoiceIds: [...new Set(rows.map(({ invoiceId }) => invoiceId))],
    orderIds: rows.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? []),
  };
}

const leadTimesOf = (schedule: ScheduleRow): LeadTimes => schedule.lead_times as unknown as LeadTimes;
