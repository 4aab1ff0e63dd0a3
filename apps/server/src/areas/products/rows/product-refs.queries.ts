import type { ShippingMethod } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/** The product fields that other areas show or copy. */
export interface ProductRef {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  /** The gross weight of one unit in micrograms; null if it is unknown. */
  readonly unitWeightUg: bigint | null;
  readonly unitVolumeMm3: bigint | null;
  readonly shippingMethod: ShippingMethod | null;
  readonly archivedAt: Date | null;
}

/** Finds products by id. Ids that do not exist are omitted. */
export async function findProductRefs(w: Work, ids: readonly string[]): Promise<Map<string, ProductRef>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product')
    .select(['id', 'sku', 'name', 'unit_weight_ug', 'unit_volume_mm3', 'shipping_method', 'archived_at'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(
    rows.map((r) => [
      r.id,
      {
        id: r.id,
        sku: r.sku,
        name: r.name,
        unitWeightUg: r.unit_weight_ug,
        unitVolumeMm3: r.unit_volume_mm3,
        shippingMethod: r.shipping_method,
        archivedAt: r.archived_at,
      },
    ]),
  );
}

/** The units per case of products that have some, by product. */
export async function findCaseUnits(w: Work, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('product')
    .select(['id', 'case_units'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.flatMap(({ id, case_units: units }) => (units === null ? [] : [[id, units] as const])));
}

/** Finds products by SKU. The keys of the result are the SKUs as spelled in the request. */
export async function findProductRefsBySku(w: Work, skus: readonly string[]): Promise<Map<string, ProductRef>> {
  if (skus.length === 0) return new Map();
  const found = await sql<{ sku: string; id: string }>`
    -- The keys are computed first: under row-level security, lower() in the join would prevent the use of the index.
    with given as materialized (
      select sku, lower(sku) as key from unnest(${sql.val([...new Set(skus)])}::text[]) as given(sku)
    )
    select given.sku, p.id
    from given
    join product p on p.account_id = ${w.scope.accountId} and p.sku_key = given.key`.execute(w.tx);
  const refs = await findProductRefs(
    w,
    found.rows.map((r) => r.id),
  );
  return new Map(
    found.rows.flatMap((r) => {
      const ref = refs.get(r.id);
      return ref ? [[r.sku, ref] as const] : [];
    }),
  );
}
