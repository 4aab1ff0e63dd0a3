import type { QueryOut } from '@quayside/contracts/endpoint';
import { CUSTOMER_ORDER_EXPORT, type exportOrders, ORDER_EXPORT } from '@quayside/contracts/exports';
import { sql } from 'kysely';
import { chosenRows } from '../../../db/chosen-rows.ts';
import { code, type ExportValue, money, moneyOf, number, text } from '../../../db/export-values.ts';
import type { Work } from '../../../db/tx.ts';
import { chosenColumns, type ExportPlan } from '../../../http/export.ts';
import { orderExport } from '../../shipments/public.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { checkKind, customerSort } from './customer-orders.service.ts';
import { customerOrders, inCustomerOrder, LINE_SALE, withCustomerFilters } from './customer-orders.views.ts';

const valuesOf = (w: Work): Readonly<Record<keyof typeof CUSTOMER_ORDER_EXPORT, ExportValue>> => ({
  number: text(sql`o.number`),
  status: code(sql`o.status`),
  date: code(sql`o.day`),
  channel: code(sql`o.channel`),
  sku: text(sql`x.sku`),
  productName: text(sql`x.product_name`),
  lineStatus: code(sql`x.status`),
  quantity: number(sql`x.units`),
  shipped: number(sql`x.shipped`),
  returned: number(sql`x.returned`),
  fulfilment: code(sql`x.fulfilment`),
  place: code(sql`x.place`),
  waiting: number(sql`x.waits`),
  currency: code(sql`x.currency`),
  price: moneyOf(sql`x.price_minor`, sql`x.currency`, 'currency'),
  cost: money(sql`x.cost`, w.scope.currency),
  unknownCost: code(sql`x.unknown_cost`),
});

/** Exports the list of orders of one kind; customer orders with a row per line. */
export function exportAnyOrder(w: Work, q: QueryOut<typeof exportOrders>): ExportPlan {
  checkKind(q.kind, q.filter, q.sort);
  const all: Readonly<Record<string, unknown>> = q.kind === 'SUPPLIER' ? ORDER_EXPORT : CUSTOMER_ORDER_EXPORT;
  // A query without columns names those of both kinds.
  const own = q.columns.filter((name) => Object.hasOwn(all, name));
  const names = own.length > 0 ? own : Object.keys(all);
  if (q.kind === 'SUPPLIER') return orderExport(w, { ...q, columns: names });
  const found = chosenRows(withCustomerFilters(customerOrders(w), q), 'o.id', q.ids).innerJoinLateral(
    sql<object>`(
      select ol.id, ol.sku, p.name as product_name, ol.status, ol.units, ol.shipped, ol.currency, ol.price_minor,
        coalesce(m.waits, 0) as waits, coalesce(m.returned, 0) as returned, m.cost,
        m.unknown_cost, ol.fulfilment, m.place
      from customer_order_line ol
      left join ${PRODUCTS} p on p.account_id = ol.account_id and p.id = ol.product_id
      ${LINE_SALE}
      where ol.account_id = o.account_id and ol.customer_order_id = o.id
    )`.as('x'),
    (join) => join.onTrue(),
  );
  const sort = customerSort(q.sort);
  return {
    name: 'customer-orders',
    columns: chosenColumns(CUSTOMER_ORDER_EXPORT, valuesOf(w), names),
    rows: (columns) => inCustomerOrder(found.select(columns), sort).orderBy(sql`x.sku`),
  };
}
