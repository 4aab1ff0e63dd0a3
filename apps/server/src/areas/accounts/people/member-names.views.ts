import { sql } from 'kysely';
import type { NamedThings } from '../../area.ts';

/** Finds the names of members by id. */
export const memberNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select n.id, n.name as label,
      exists (select from account_member m where m.account_id = ${accountId} and m.person_id = n.id) as exists
    from acting_names(${ids}) as n`,
  matching: (accountId, { has, most }) => sql`
    select n.id
    from acting_names((select array_agg(person_id) from account_member where account_id = ${accountId})) as n
    where ${has(sql`lower(n.name)`)}
    union all (
      select person_id from account_member where account_id = ${accountId} and ${has(sql`lower(invited_email)`)}
      limit ${sql.lit(most)}
    )`,
};
