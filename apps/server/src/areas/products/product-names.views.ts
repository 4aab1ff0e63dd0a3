import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** Finds the display names of products and imports by id. */
export const productNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, sku as label, true as exists from product where account_id = ${accountId} and id = any(${ids})
    union all
    select id, result ->> 'fileName', true
    from product_import
    where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { words, has, most }) => sql`
    (select f.id from find_products(${sql.val([...words])}::text[], null, ${sql.lit(most)}) as f (id))
    union all (
      select id from product_import where account_id = ${accountId} and ${has(sql`lower(result ->> 'fileName')`)}
      limit ${sql.lit(most)}
    )`,
};
