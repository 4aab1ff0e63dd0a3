import { sql } from 'kysely';
import type { NamedThings } from '../../area.ts';

/** Finds the names of suppliers by id. */
export const supplierNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, company_name as label, true as exists
    from supplier
    where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id from supplier where account_id = ${accountId} and ${has(sql`search_text`)} limit ${sql.lit(most)}`,
};
