import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** Finds the names of suppliers, and of the files of their imports, by id. */
export const supplierNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, company_name as label, true as exists
    from supplier
    where account_id = ${accountId} and id = any(${ids})
    union all
    select id, file_name, true
    from supplier_import
    where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id from supplier where account_id = ${accountId} and ${has(sql`search_text`)} limit ${sql.lit(most)}`,
};
