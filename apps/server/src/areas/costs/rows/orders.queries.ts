import type { ShippingMethod } from '@quayside/domain/lists';
import { type Insertable, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import type { CostLayer } from '../../../db/types.gen.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { chunks } from './batches.ts';
import type { OrderRow } from '../costs.types.ts';

const orderQuery = (w: Work) =>
  w.tx
    .selectFrom('cost_layer as c')
    .innerJoin(PRODUCTS.as('p'), (join) =>
      join.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'),
    )
    .selectAll('c')
    .select('p.sku')
    .where('c.account_id', '=', w.scope.accountId);

type RawOrder = Awaited<ReturnType<ReturnType<typeof orderQuery>['execute']>>[number];

const toOrder = (r: RawOrder): OrderRow => ({
  id: r.id,
  number: r.number,
  productId: r.product_id,
  productSku: r.sku,
  invoiceId: r.invoice_id,
  lineId: r.invoice_line_id,
  date: r.date,
  units: r.units,
  adjustedUnits: r.adjusted_units,
  weightUg: r.weight_ug,
  volumeMm3: r.volume_mm3,
  shippingMethod: r.shipping_method,
  factoryMinor: r.factory_minor,
  purchaseOrderId: r.purchase_order_id,
  isRemoved: r.removed_at !== null,
});

/** The orders of these lines, including removed ones. */
export async function ordersOfLines(w: Work, lineIds: readonly string[]): Promise<OrderRow[]> {
  if (lineIds.length === 0) return [];
  return (await orderQuery(w).where('c.invoice_line_id', '=', anyOf(lineIds)).execute()).map(toOrder);
}

export async function ordersById(w: Work, ids: readonly string[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  return (await orderQuery(w).where('c.id', '=', anyOf(ids)).execute()).map(toOrder);
}

/** The orders of these invoices, products and purchase orders, and the orders named directly. */
export async function ordersOfTargets(
  w: Work,
  targets: {
    orders: readonly string[];
    invoices: readonly string[];
    products: readonly string[];
    purchaseOrders: readonly string[];
  },
): Promise<OrderRow[]> {
  const { orders, invoices, products, purchaseOrders } = targets;
  if (orders.length + invoices.length + products.length + purchaseOrders.length === 0) return [];
  const rows = await orderQuery(w)
    .where('c.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        ...(orders.length > 0 ? [eb('c.id', 'in', [...orders])] : []),
        ...(invoices.length > 0 ? [eb('c.invoice_id', 'in', [...invoices])] : []),
        ...(products.length > 0 ? [eb('c.product_id', 'in', [...products])] : []),
        ...(purchaseOrders.length > 0 ? [eb('c.purchase_order_id', 'in', [...purchaseOrders])] : []),
      ]),
    )
    .execute();
  return rows.map(toOrder);
}

export async function insertOrders(
  w: Work,
  rows: readonly Omit<Insertable<CostLayer>, 'account_id' | 'created_at' | 'updated_at'>[],
): Promise<void> {
  for (const part of chunks(rows))
    await w.tx
      .insertInto('cost_layer')
      .values(part.map((r) => ({ ...r, account_id: w.scope.accountId, created_at: w.now, updated_at: w.now })))
      .execute();
}

export async function updateOrder(
  w: Work,
  id: string,
  set: {
    product_id?: string;
    date?: string;
    units?: bigint;
    adjusted_units?: bigint;
    weight_ug?: bigint | null;
    volume_mm3?: bigint | null;
    shipping_method?: ShippingMethod | null;
    factory_minor?: bigint | null;
    purchase_order_id?: string | null;
    removed_at?: Date | null;
  },
): Promise<void> {
  await w.tx
    .updateTable('cost_layer')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Adds the current state of orders to their history, so that a unit cost of the past can be computed with the units of
 * that time.
 */
export async function recordOrders(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const list = sql.val([...ids]);
  await sql`
    update cost_layer_history set superseded_at = ${w.now}
    where account_id = ${w.scope.accountId} and layer_id = any(${list}::uuid[]) and superseded_at is null
      and recorded_at < ${w.now}`.execute(w.tx);
  await sql`
    insert into cost_layer_history (
      account_id, layer_id, recorded_at, product_id, date, units, weight_ug, volume_mm3, factory_minor, is_removed,
      recorded_by
    )
    select account_id, id, ${w.now}, product_id, date, units, weight_ug, volume_mm3, factory_minor,
      removed_at is not null, ${w.scope.userId}
    from cost_layer where account_id = ${w.scope.accountId} and id = any(${list}::uuid[])
    on conflict (account_id, layer_id, recorded_at) do update
    set product_id = excluded.product_id, date = excluded.date, units = excluded.units, weight_ug = excluded.weight_ug,
      volume_mm3 = excluded.volume_mm3, factory_minor = excluded.factory_minor,
      is_removed = excluded.is_removed`.execute(w.tx);
}
