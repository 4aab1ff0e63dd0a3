import { sql } from 'kysely';
import type { NamedThings } from '../../area.ts';

/** Finds the display names of products by id. */
export const productNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, sku as label, true as exists from product where account_id = ${accountId} and id = any(${ids})`,
  matching: (_accountId, { words, most }) => sql`
    (select f.id from find_products(${sql.val([...words])}::text[], null, ${sql.lit(most)}) as f (id))`,
};
