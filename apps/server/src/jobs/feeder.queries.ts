import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { SystemTx } from '../db/tx.ts';

/** How many intents one round moves to the queue; the rest follows in the next round. */
const BATCH = 500;

/** Whether there is anything to do for a feeder, in one statement over three indexes, because it runs every second. */
export async function findFeedable(
  db: Database,
  now: Date,
): Promise<{ readonly intents: boolean; readonly accounts: boolean; readonly schedules: boolean }> {
  const { rows } = await sql<{ intents: boolean; accounts: boolean; schedules: boolean }>`select
    exists (select from job_intent) as intents,
    exists (select from account_directory where not is_scheduled) as accounts,
    exists (select from job_schedule where next_at <= ${now}) as schedules`.execute(db);
  return rows[0] ?? { intents: false, accounts: false, schedules: false };
}

export interface Intent {
  readonly job: string;
  readonly payload: unknown;
  readonly run_at: Date | null;
}

/** Takes the oldest intents of known jobs. Intents of jobs that only a newer release knows stay for its workers. */
export async function takeIntents(tx: SystemTx, known: readonly string[]): Promise<readonly Intent[]> {
  const { rows } = await sql<Intent>`
    with taken as materialized (select id from job_intent where job = any (${known}::text[]) order by id limit ${BATCH}
      for update skip locked)
    delete from job_intent i using taken where i.id = taken.id returning i.job, i.payload, i.run_at`.execute(tx);
  return rows;
}

/** Accounts whose due times are missing or have to be calculated again. */
export async function takeUnscheduledAccounts(
  tx: SystemTx,
): Promise<readonly { readonly account_id: string; readonly time_zone: string }[]> {
  const { rows } = await sql<{ account_id: string; time_zone: string }>`
    with taken as materialized (select account_id from account_directory where not is_scheduled limit ${BATCH}
      for update skip locked)
    update account_directory d set is_scheduled = true from taken where d.account_id = taken.account_id
    returning d.account_id, d.time_zone`.execute(tx);
  return rows;
}

export interface DueTime {
  readonly accountId: string;
  readonly job: string;
  readonly nextAt: Date;
}

/** Stores due times. An existing time stays, so that a missed run is made up for. */
export async function insertTimes(tx: SystemTx, times: readonly DueTime[]): Promise<void> {
  await writeTimes(tx, times, sql`do nothing`);
}
export async function moveTimes(tx: SystemTx, times: readonly DueTime[]): Promise<void> {
  await writeTimes(tx, times, sql`(account_id, job) do update set next_at = excluded.next_at`);
}
async function writeTimes(tx: SystemTx, times: readonly DueTime[], onConflict: ReturnType<typeof sql>): Promise<void> {
  if (times.length === 0) return;
  await sql`insert into job_schedule (account_id, job, next_at)
    select * from unnest(${times.map((t) => t.accountId)}::uuid[], ${times.map((t) => t.job)}::text[],
      ${times.map((t) => t.nextAt)}::timestamptz[])
    on conflict ${onConflict}`.execute(tx);
}

/** Due schedules, locked until the transaction has stored their next time; null stands for the installation. */
export async function lockDue(
  tx: SystemTx,
  now: Date,
  known: readonly string[],
): Promise<readonly { readonly account_id: string; readonly job: string; readonly time_zone: string | null }[]> {
  const { rows } = await sql<{ account_id: string; job: string; time_zone: string | null }>`
    select s.account_id, s.job, d.time_zone from job_schedule s left join account_directory d using (account_id)
    where s.next_at <= ${now} and s.job = any (${known}::text[]) order by s.next_at limit ${BATCH}
    for update of s skip locked`.execute(tx);
  return rows;
}

/** Syncs the due times with the list of schedules: deletes those of removed jobs, adds those of new ones. */
export async function syncTimes(tx: SystemTx, listed: readonly string[], ofAccounts: readonly string[]): Promise<void> {
  await sql`delete from job_schedule where job <> all (${listed}::text[])`.execute(tx);
  // Each account has due times for all jobs or for none, except for new jobs.
  await sql`update account_directory set is_scheduled = false
    where is_scheduled and exists (select from unnest(${ofAccounts}::text[]) as wanted (job)
      where not exists (select from job_schedule s where s.job = wanted.job))`.execute(tx);
}

/** Acquires an advisory lock; true for only one of several feeders, until its transaction ends. */
export async function tryFeederTurn(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('job-feeder', 0)) as ok`.execute(tx);
  return rows[0]?.ok ?? false;
}

interface QueuedJob {
  readonly name: string;
  readonly key: string;
  readonly state: 'created' | 'retry' | 'active' | 'dead';
  readonly start_after: Date;
  /** The time of the database, which decides when a job starts. */
  readonly is_ready: boolean;
}

/** Jobs of these keys that wait, run, or were given up within the last hour. */
export async function listQueued(
  tx: SystemTx,
  deadLetters: string,
  wanted: readonly { readonly name: string; readonly key: string }[],
): Promise<readonly QueuedJob[]> {
  const names = [...new Set(wanted.map((w) => w.name))];
  const keys = [...new Set(wanted.map((w) => w.key))];
  const { rows } = await sql<QueuedJob>`
    select name, singleton_key as key, state::text as state, start_after, start_after <= now() as is_ready
      from jobs.job
      where name = any (${names}::text[]) and singleton_key = any (${keys}::text[]) and state <= 'active'
    union all
    select source_name, singleton_key, 'dead', start_after, true from jobs.job
      where name = ${deadLetters} and source_name = any (${names}::text[]) and singleton_key = any (${keys}::text[])
        and created_on > now() - interval '1 hour'`.execute(tx);
  return rows;
}
