import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** Finds the names of the files of imports by id. */
export const importNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, file_name as label, true as exists from import where account_id = ${accountId} and id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id from import where account_id = ${accountId} and ${has(sql`lower(file_name)`)} limit ${sql.lit(most)}`,
};
