import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

/** Returns the given SKUs that no product has, ignoring case and in the same order. */
export async function freeSkus(w: Work, skus: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sku: string }>`
    select r.sku from unnest(${sql.val([...skus])}::text[]) with ordinality as r(sku, n)
    where not exists (select from product p where p.account_id = ${w.scope.accountId} and p.sku_key = lower(r.sku))
    order by r.n`.execute(w.tx);
  return rows.map((r) => r.sku);
}
