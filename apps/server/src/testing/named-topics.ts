import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { CHANGED_HEADER } from '@quayside/contracts/live';
import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { LocalAnswer } from '../http/local-client.ts';

/** An answer to a write: its call, its request, and the topics that it named. */
interface Answered {
  readonly call: string;
  readonly request: string;
  readonly topics: string;
}

/**
 * Calls that write to the audit log and announce nothing: what they change is of one person, who has the answer, or is
 * on no screen, or was found unchanged.
 */
const WITHOUT_TOPICS: ReadonlySet<string> = new Set([
  ...['patchUser', 'replaceUser', 'changeEmail', 'changePassword', 'endSession', 'endOtherSessions'],
  ...['postTestEmail', 'retryJobs'],
  // All records may have been edited since.
  'undoOperation',
]);

/**
 * Remembers the answers to all writes of an application, and finds those that do not name what they changed. Every API
 * test asks at its end, so that all calls that tests make are checked.
 */
export function watchTopics() {
  const answers: Answered[] = [];
  return {
    add({ id, method }: EndpointSpec, { status, headers }: LocalAnswer<unknown>): void {
      if (method === 'GET' || status >= 300) return;
      answers.push({
        call: id,
        request: String(headers['x-request-id']),
        topics: String(headers[CHANGED_HEADER] ?? ''),
      });
    },
    /** Returns the answers that name other topics than a transaction of their request announced, as "call topics". */
    async wrong(db: Database): Promise<string[]> {
      const announced = await topicsByRequest(db);
      const logged = await loggedRequests(db);
      return answers.flatMap(({ call, request, topics }) => {
        const expected = announced.get(request);
        const isRight = expected
          ? expected.includes(topics)
          : topics !== '' || !logged.has(request) || WITHOUT_TOPICS.has(call);
        return isRight ? [] : [`${call} names "${topics}" instead of ${expected?.join(' or ') ?? 'what it changed'}`];
      });
    },
  };
}

/** The topics that each transaction of a request announced to the person who made it. */
async function topicsByRequest(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ request: string; topics: string }>`
    select o.request_id as request,
      string_agg(distinct o.payload ->> 'topic', ',' order by o.payload ->> 'topic') as topics
    from outbox o
    where o.type = 'changed' and o.request_id is not null
      and (o.payload ->> 'onlyFor' is null or o.payload ->> 'onlyFor' in ('admins', o.person_id::text))
    group by o.request_id, o.tx_id`.execute(db);
  const byRequest = new Map<string, string[]>();
  for (const { request, topics } of rows) byRequest.set(request, [...(byRequest.get(request) ?? []), topics]);
  return byRequest;
}

async function loggedRequests(db: Database): Promise<Set<string>> {
  await sql`alter table audit_log no force row level security`.execute(db);
  const { rows } = await sql<{ request: string }>`
    select distinct request_id as request from audit_log where request_id is not null`.execute(db);
  return new Set(rows.map(({ request }) => request));
}
