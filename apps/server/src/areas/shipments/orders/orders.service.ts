import type { Order, OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import type { getOrderStats as statsSpec, orderTotals as totalsSpec } from '@quayside/contracts/shipments/orders';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import type { Page } from '@quayside/contracts/paging';
import { say } from '@quayside/contracts/texts/catalogue';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { findCustomerOrder } from './customer-orders.views.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { withLotCosts } from '../sync/lot-costs.service.ts';
import { toOrder } from './orders.answers.ts';
import { countByStatus, listOrderHeads, type OrderHead, readOrderHeads, sumOrders } from '../lists/orders.views.ts';
import { packListAnswers } from '../packing/pack-lists.answers.ts';
import { listPackListRows } from '../lists/pack-lists.views.ts';
import type { QueryOf } from '../shipments.types.ts';

export async function listOrders(w: Work, q: Omit<QueryOf<'listOrders'>, 'kind'>): Promise<Page<Order>> {
  const { rows, count, window } = await listOrderHeads(w, q);
  return envelope(
    rows.map((row) => toOrder(w.scope, row)),
    count,
    window,
  );
}

type SupplierTotals = Extract<ResponseOf<typeof totalsSpec>, { kind: 'SUPPLIER' }>;

/** The exact number and the units of the orders that match a filter. */
export async function orderTotals(w: Work, q: Omit<QueryOf<'orderTotals'>, 'kind'>): Promise<SupplierTotals> {
  const sums = await sumOrders(w, q);
  return {
    kind: 'SUPPLIER',
    count: Number(sums.count),
    quantity: Number(sums.units),
    packed: Number(sums.packed),
    shipped: Number(sums.shipped),
    received: Number(sums.received),
    missing: Number(sums.missing),
    unpacked: Number(sums.unpacked),
  };
}

/** How many orders have each status, and the units of all of them. */
export async function getOrderStats(w: Work): Promise<ResponseOf<typeof statsSpec>> {
  const rows = await countByStatus(w);
  const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0n);
  const sum = (key: 'count' | 'units' | 'unpacked') => Number(rows.reduce((all, row) => all + row[key], 0n));
  return {
    total: sum('count'),
    open: of('OPEN'),
    inTransit: of('IN_TRANSIT'),
    received: of('RECEIVED'),
    closed: of('CLOSED'),
    units: sum('units'),
    unpacked: sum('unpacked'),
  };
}

/** A supplier order that exists. Throws 404 otherwise, and 422 for a customer order, which can only be read. */
export async function requireOrder(w: Work, id: string): Promise<OrderHead> {
  const row = (await readOrderHeads(w, [id])).get(id);
  if (row) return row;
  if (await findCustomerOrder(w, [id])) throw fieldError('orderId', say('orders.of_customer'));
  throw new AppError('shipments.unknown_order');
}

/** One order with its pack lists. */
export async function getOrder(w: Work, id: string): Promise<OrderWithPackLists> {
  const row = await requireOrder(w, id);
  const { packLists, unpackedOf } = await withLotCosts(
    w,
    await packListAnswers(w, await readPackLists(w, 'order_id', [id])),
  );
  return { ...toOrder(w.scope, row), packLists, unpackedCost: unpackedOf(id) };
}

export async function listPackLists(w: Work, q: QueryOf<'listPackLists'>): Promise<Page<PackList>> {
  const { rows, count, window } = await listPackListRows(w, q);
  return envelope(await packListAnswers(w, rows), count, window);
}
