import { type RawBuilder, sql } from 'kysely';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { NamedThings } from '../../area.ts';

const TABLES = [
  [sql`pack_list`, numberedAs('PL', sql`number`), sql`removed_at is null`],
  [sql`carton`, numberedAs('CT', sql`number`), sql`true`],
  [sql`carton_type`, sql`name`, sql`true`],
  [sql`shipment_plan`, numberedAs('SP', sql`number`), sql`removed_at is null`],
] as const;

const each = (rows: (table: (typeof TABLES)[number]) => RawBuilder<unknown>) =>
  sql.join(TABLES.map(rows), sql` union all `);

/** Finds the labels of pack lists, carton rows, carton types and shipment plans. */
export const shipmentNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select * from (
      ${each(
        ([table, label, exists]) => sql`
          select id, ${label} as label, ${exists} as exists from ${table}
          where account_id = ${accountId} and id = any(${ids})`,
      )}
    ) named`,
  matching: (accountId, { has, most }) => sql`
    select id from (
      ${each(
        ([table, label]) => sql`
          select id from ${table} where account_id = ${accountId} and ${has(sql`lower(${label})`)}`,
      )}
    ) named
    order by id desc
    limit ${sql.lit(most)}`,
};
