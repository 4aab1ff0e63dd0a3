import { type RawBuilder, sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** SQL expression: the number of a record, such as PL-0012. */
const numbered = (prefix: string) =>
  sql`${sql.lit(`${prefix}-`)} || case when number < 10000 then lpad(number::text, 4, '0') else number::text end`;
const TABLES = [
  [sql`pack_list`, numbered('PL'), sql`removed_at is null`],
  [sql`carton`, numbered('CT'), sql`true`],
  [sql`carton_type`, sql`name`, sql`true`],
  [sql`shipment_plan`, numbered('SP'), sql`removed_at is null`],
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
