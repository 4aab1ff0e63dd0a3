import { sql } from 'kysely';
import type { Database } from '../db/pool.ts';
import type { SystemTx } from '../db/tx.ts';

/** How many intents (requests to run a job) one round moves to the queue. The others follow in the next rounds. */
const BATCH = 500;

/** What waits for a feeder, and the queues in which a job may start now. */
interface Feedable {
  readonly intents: boolean;
  readonly accounts: boolean;
  readonly schedules: boolean;
  readonly ready: readonly string[];
}

/**
 * Finds which kinds of work are waiting for a feeder, and which of these queues have a job that may start by the clock
 * of the database. One statement over four indexes, because it runs every second.
 */
export async function findFeedable(db: Database, now: Date, queues: readonly string[]): Promise<Feedable> {
  const { rows } = await sql<Feedable>`select
    exists (select from job_intent) as intents,
    exists (select from account_directory where not is_scheduled) as accounts,
    exists (select from job_schedule where next_at <= ${now}) as schedules,
    array(select q.name from unnest(${sql.val([...queues])}::text[]) as q (name) where exists (
      select from jobs.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())) as ready`.execute(db);
  return rows[0] ?? { intents: false, accounts: false, schedules: false, ready: [] };
}

export interface Intent {
  readonly job: string;
  readonly payload: unknown;
  readonly run_at: Date | null;
}

/**
 * Takes the oldest intents of the jobs that this release defines. Intents of jobs that only a newer release defines are
 * left to the workers of that release.
 */
export async function takeIntents(tx: SystemTx, known: readonly string[]): Promise<readonly Intent[]> {
  const { rows } = await sql<Intent>`
    with taken as materialized (select id from job_intent where job = any (${known}::text[]) order by id limit ${BATCH}
      for update skip locked)
    delete from job_intent i using taken where i.id = taken.id returning i.job, i.payload, i.run_at`.execute(tx);
  return rows;
}

/** Takes accounts whose due times are missing or must be computed again. */
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

/** Stores due times. Leaves an existing due time unchanged, so that a missed run is made up for. */
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

/**
 * Locks due schedules until the transaction has stored their next due time. A schedule of the installation has no time
 * zone.
 */
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

/**
 * Syncs the stored due times with the list of schedules: deletes the due times of removed jobs, and marks accounts that
 * have no due time of a new job.
 */
export async function syncTimes(tx: SystemTx, listed: readonly string[], ofAccounts: readonly string[]): Promise<void> {
  await sql`delete from job_schedule where job <> all (${listed}::text[])`.execute(tx);
  // Checks each job once for the whole installation, not for each account: if any account has a due time of the job,
  // the job is not new, and all scheduled accounts have one.
  await sql`update account_directory set is_scheduled = false
    where is_scheduled and exists (select from unnest(${ofAccounts}::text[]) as wanted (job)
      where not exists (select from job_schedule s where s.job = wanted.job))`.execute(tx);
}

/**
 * Tries to acquire the advisory lock of the feeders. If it returns true, no other feeder gets the lock until the
 * transaction ends.
 */
export async function tryFeederTurn(tx: SystemTx): Promise<boolean> {
  const { rows } = await sql<{
    ok: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended('job-feeder', 0)) as ok`.execute(tx);
  return rows[0]?.ok ?? false;
}

/**
 * Sets those times of pg-boss to now that are in the future by the clock of the database. They were written before that
 * clock was set back, and pg-boss would wait until the clock reaches them: with postponed jobs, with jobs of dead
 * processes, and with its own maintenance.
 */
export async function forgetFuture(tx: SystemTx): Promise<void> {
  const future = sql`now() + interval '1 minute'`;
  await sql`update jobs.job set start_after = now(), created_on = least(created_on, now())
    where state < 'active' and start_after > ${future} and greatest(created_on, started_on) > ${future}`.execute(tx);
  await sql`update jobs.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and greatest(started_on, heartbeat_on) > ${future}`.execute(tx);
  await sql`update jobs.queue set monitor_claim_on = least(monitor_claim_on, now()),
      monitor_on = least(monitor_on, now()), maintain_on = least(maintain_on, now())
    where greatest(monitor_claim_on, monitor_on, maintain_on) > ${future}`.execute(tx);
  await sql`update jobs.version set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()),
      flow_on = least(flow_on, now()), reindex_on = least(reindex_on, now()),
      monitor_backoff_on = least(monitor_backoff_on, now())
    where greatest(cron_on, bam_on, flow_on, reindex_on) > ${future}`.execute(tx);
}

/**
 * Ends the heartbeat of every running job, so that pg-boss gives the jobs back to their queues when it looks at them
 * next, which it may do at once. Returns the jobs.
 */
export async function endHeartbeats(tx: SystemTx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    with dead as (
      update jobs.job set heartbeat_on = least(heartbeat_on, now()) - interval '1 day' where state = 'active'
      returning id, name
    ), looked_at as (
      update jobs.queue set monitor_on = null, monitor_claim_on = null where name in (select name from dead)
    )
    select id, name from dead`.execute(tx);
  return rows;
}

/**
 * Lets those of these jobs that are retried later start now. Their accounts no longer count as busy, which pg-boss
 * otherwise believes until it counts again.
 */
export async function retryNow(tx: SystemTx, ids: readonly string[]): Promise<void> {
  await sql`
    with retried as (
      update jobs.job set start_after = now() where id = any(${ids}::uuid[]) and state = 'retry'
      returning name
    )
    update jobs.queue set singletons_active = null where name in (select name from retried)`.execute(tx);
}

/**
 * Deletes due times that are too far in the future, because they were computed before the clock was set back: those of
 * accounts after `latest`, and those of the installation after the given times.
 */
export async function forgetFarTimes(tx: SystemTx, latest: Date, ofInstallation: readonly DueTime[]): Promise<void> {
  await sql`with far as (delete from job_schedule where next_at > ${latest} returning account_id)
    update account_directory set is_scheduled = false where account_id in (select account_id from far)`.execute(tx);
  await sql`delete from job_schedule s
    using unnest(${ofInstallation.map((t) => t.accountId)}::uuid[], ${ofInstallation.map((t) => t.job)}::text[],
      ${ofInstallation.map((t) => t.nextAt)}::timestamptz[]) as t (account_id, job, next_at)
    where s.account_id = t.account_id and s.job = t.job and s.next_at > t.next_at`.execute(tx);
}

interface QueuedJob {
  readonly name: string;
  readonly key: string;
  readonly state: 'created' | 'retry' | 'active' | 'dead';
  readonly start_after: Date;
  /** Whether the job may start now, by the clock of the database. */
  readonly is_ready: boolean;
}

/** Jobs with these names and keys that are waiting or running, or were given up within the last hour. */
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
        and created_on between now() - interval '1 hour' and now() + interval '1 minute'`.execute(tx);
  return rows;
}
