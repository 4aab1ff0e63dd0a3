import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/**
 * The stored figures of a product as a bundle: its unit costs in minor units, which are null if they are unknown or if
 * the product is not a bundle.
 */
export interface StoredBundle {
  readonly productId: string;
  readonly isBundle: boolean;
  readonly landed: string | null;
  readonly factory: string | null;
}

/** Stores the unit costs of bundles, by which lists are sorted and filtered. */
export async function saveBundleCosts(w: Work, rows: readonly StoredBundle[]): Promise<void> {
  const values = JSON.stringify(
    rows.map((r) => ({
      product_id: r.productId,
      is_bundle: r.isBundle,
      bundle_landed: r.landed,
      bundle_factory: r.factory,
    })),
  );
  await sql`
    insert into product_cost_total (account_id, product_id, is_bundle, bundle_landed, bundle_factory, changed_at)
    select ${w.scope.accountId}::uuid, r.*, ${w.now}::timestamptz
    from json_to_recordset(${values}::json) as r(
      product_id uuid, is_bundle boolean, bundle_landed numeric, bundle_factory numeric
    )
    on conflict (account_id, product_id) do update
    set is_bundle = excluded.is_bundle, bundle_landed = excluded.bundle_landed,
      bundle_factory = excluded.bundle_factory, changed_at = excluded.changed_at`.execute(w.tx);
}
