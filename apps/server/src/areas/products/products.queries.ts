import type { ShippingMethod } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';

/** What other areas show and copy of a product. */
export interface ProductRef {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  /** Gross weight of a unit; null where it is missing. */
  readonly unitWeightUg: bigint | null;
  readonly unitVolumeMm3: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly archivedAt: Date | null;
}

/** The products of these ids that the account has, by id. */
export async function findProductRefs(w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx.selectFrom('product').select(['id', 'sku', 'name', 'unit_weight_ug', 'unit_volume_mm3', 'shipping_method', 'archived_at'])
    .where('account_id', '=', w.scope.accountId).where('id', 'in', [...new Set(ids)]).execute();
  return new Map(rows.map((r) => [r.id, {
    id: r.id, sku: r.sku, name: r.name, unitWeightUg: r.unit_weight_ug, unitVolumeMm3: r.unit_volume_mm3,
    shippingMethod: r.shipping_method as ShippingMethod | null, archivedAt: r.archived_at,
  }]));
}
