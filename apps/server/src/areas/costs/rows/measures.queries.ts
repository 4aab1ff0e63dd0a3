import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { PRODUCTS } from '../../products/facts.ts';
import type { OrderRow } from '../costs.types.ts';

/** The weight, volume and shipping method that an order copies from its product when the order is created. */
export type Measures = Pick<OrderRow, 'weightUg' | 'volumeMm3' | 'shippingMethod'>;

/** A product as the report shows it, with the measures that a new order would copy from it. */
export async function productWithMeasures(
  w: Work,
  id: string,
): Promise<{ id: string; sku: string; name: string; measures: Measures } | undefined> {
  const row = await w.tx
    .selectFrom(PRODUCTS.as('product'))
    .select(['id', 'sku', 'name', 'unit_weight_ug', 'unit_volume_mm3', 'shipping_method'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const measures = {
    weightUg: row.unit_weight_ug,
    volumeMm3: row.unit_volume_mm3,
    shippingMethod: row.shipping_method,
  };
  return { id: row.id, sku: row.sku, name: row.name, measures };
}

/** Writes the measures of orders. The caller must then bring the costs up to date. */
export async function saveMeasures(
  w: Work,
  orders: readonly { readonly id: string; readonly measures: Measures }[],
): Promise<void> {
  const rows = orders.map(({ id, measures: m }) => ({
    id,
    weight_ug: m.weightUg?.toString() ?? null,
    volume_mm3: m.volumeMm3?.toString() ?? null,
    shipping_method: m.shippingMethod,
  }));
  await sql`
    update cost_layer c
    set weight_ug = r.weight_ug, volume_mm3 = r.volume_mm3, shipping_method = r.shipping_method, updated_at = ${w.now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(
      id uuid, weight_ug bigint, volume_mm3 bigint, shipping_method text
    )
    where c.account_id = ${w.scope.accountId} and c.id = r.id`.execute(w.tx);
}
