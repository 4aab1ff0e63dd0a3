import { say } from '@quayside/contracts/texts/catalogue';
import type { BundlePart } from '@quayside/domain/landed-cost/bundles';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { fieldError, onConstraint } from '../../../http/errors.ts';

/** Replaces the parts of a bundle with the given ones, in this order. */
export async function replaceComponents(w: Work, bundleId: string, parts: readonly BundlePart[]): Promise<void> {
  await w.tx
    .deleteFrom('product_component')
    .where('account_id', '=', w.scope.accountId)
    .where('bundle_id', '=', bundleId)
    .execute();
  if (parts.length === 0) return;
  await onConstraint(
    sql`
    insert into product_component (account_id, bundle_id, component_id, quantity, position)
    select ${w.scope.accountId}::uuid, ${bundleId}::uuid, r.*
    from unnest(
      ${sql.val(parts.map((p) => p.productId))}::uuid[], ${sql.val(parts.map((p) => Number(p.quantity)))}::integer[],
      ${sql.val(parts.map((_, position) => position))}::integer[]
    ) as r`.execute(w.tx),
    // This constraint fails if another transaction has deleted the part in the meantime.
    { product_component_component_fk: () => fieldError('parts', say('choose.product')) },
  );
}

/** The parts of a bundle in their order. The list is empty if the product is not a bundle. */
export async function findComponents(
  w: Work,
  bundleId: string,
): Promise<{ readonly productId: string; readonly quantity: number }[]> {
  return w.tx
    .selectFrom('product_component')
    .select(['component_id as productId', 'quantity'])
    .where('account_id', '=', w.scope.accountId)
    .where('bundle_id', '=', bundleId)
    .orderBy('position')
    .execute();
}
