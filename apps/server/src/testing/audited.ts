import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';

/**
 * Topics of data that concern only one person, such as which notifications they have read. Changes of such data need no
 * audit row.
 */
const OWN_TOPICS = ['notifications'];

/**
 * Finds requests that announced a change of the account but wrote no row to its audit log, as "topic request". Every
 * API test calls this at its end, so that all calls that tests make are checked. It disables row-level security on the
 * log, so use it only on a database that is deleted afterwards.
 */
export async function unaudited(db: Database): Promise<string[]> {
  await sql`alter table audit_log no force row level security`.execute(db);
  const { rows } = await sql<{ topic: string; request: string }>`
    select distinct o.payload ->> 'topic' as topic, o.request_id as request from outbox o
    where o.type = 'changed' and o.request_id is not null
      and o.payload ->> 'topic' <> all(${sql.val(OWN_TOPICS)}::text[])
      and not exists (select from audit_log g where g.request_id = o.request_id)
    order by 1, 2`.execute(db);
  return rows.map(({ topic, request }) => `${topic} ${request}`);
}
