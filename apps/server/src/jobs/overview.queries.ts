import { type JobOverview, MOST_FAILED_JOBS } from '@quayside/contracts/jobs';
import { sql } from 'kysely';
import type { SystemTx } from '../db/tx.ts';
import { DEAD_LETTERS } from './feeder.ts';
import { wake } from './queue.ts';

/** Counts the running and waiting jobs of all accounts, and lists those that were given up. */
export async function findJobs(tx: SystemTx): Promise<JobOverview> {
  // The queue has a schema of its own, which the server creates at its start and which operators may have dropped.
  if (!(await hasQueue(tx))) return { counts: [], failed: [] };
  const counts = await sql<JobOverview['counts'][number]>`
    select name, count(*) filter (where kind = 'running')::int as running,
      count(*) filter (where kind = 'waiting')::int as waiting, count(*) filter (where kind = 'failed')::int as failed
    from (
      select name, case state when 'active' then 'running' else 'waiting' end as kind from jobs.job
        where name <> ${DEAD_LETTERS} and state <= 'active'
      union all select source_name, 'failed' from jobs.job where name = ${DEAD_LETTERS}
      -- Without a worker nothing moves to the queue.
      union all select job, 'waiting' from job_intent
    ) as each_job
    group by name order by name`.execute(tx);
  const failed = await sql<FailedRow>`
    select id, source_name as name, data ->> 'accountId' as account_id, created_on as failed_at,
      source_retry_count + 1 as tries, coalesce(source_output ->> 'message', source_output::text, '') as reason
    from jobs.job where name = ${DEAD_LETTERS} order by created_on desc, id limit ${MOST_FAILED_JOBS}`.execute(tx);
  return {
    counts: counts.rows,
    failed: failed.rows.map(({ account_id, failed_at, ...job }) => ({
      ...job,
      accountId: account_id,
      failedAt: failed_at.toISOString(),
    })),
  };
}

interface FailedRow {
  readonly id: string;
  readonly name: string;
  readonly account_id: string | null;
  readonly failed_at: Date;
  readonly tries: number;
  readonly reason: string;
}

/**
 * Removes given-up jobs and records intents to run them. This process may run no worker, so a worker queues the jobs
 * later, from the intents. Returns the jobs that were removed.
 */
export async function requeueFailedJobs(
  tx: SystemTx,
  ids: readonly string[],
): Promise<{ readonly id: string; readonly name: string }[]> {
  if (!(await hasQueue(tx))) return [];
  const { rows } = await sql<{ id: string; name: `${string}.${string}`; account_id: string | null }>`
    delete from jobs.job where name = ${DEAD_LETTERS} and id = any (${ids}::uuid[])
    returning id, source_name as name, data ->> 'accountId' as account_id`.execute(tx);
  for (const { name, account_id } of rows) await wake(tx, name, { accountId: account_id });
  return rows.map(({ id, name }) => ({ id, name }));
}

async function hasQueue(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('jobs.job') is not null as is`.execute(tx);
  return rows[0]?.is ?? false;
}
