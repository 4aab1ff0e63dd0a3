import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** Finds the file name of the newest version for ids of documents. */
export const documentNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select d.id, v.file_name as label, d.deleted_at is null as exists from document d
    join document_version v on v.account_id = d.account_id and v.document_id = d.id and v.number = d.version_number
    where d.account_id = ${accountId} and d.id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select document_id as id from document_version where account_id = ${accountId} and ${has(sql`lower(file_name)`)}
    order by document_id desc limit ${sql.lit(most)}`,
};
