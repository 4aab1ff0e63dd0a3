import { fromKysely, type PgBoss } from 'pg-boss';
import { asSystem, type SystemTx } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { type Job, type JobPayload, keyOf } from './define-job.ts';
import {
  type DueTime,
  findFeedable,
  forgetFarTimes,
  forgetFuture,
  insertTimes,
  type Intent,
  listQueued,
  lockDue,
  moveTimes,
  syncTimes,
  takeIntents,
  takeUnscheduledAccounts,
  tryFeederTurn,
} from './feeder.queries.ts';
import { latestEnd } from '../ports/clock.ts';
import { NO_ACCOUNT, nextRun, type Schedule } from './schedule.ts';

/** The name of the queue of jobs that were given up. Operators see them and can queue them again. */
export const DEAD_LETTERS = 'jobs.given-up';
const HEAL_EVERY_MS = 60_000;
/** The longest time between two runs of a schedule: a day, its spread, and an hour when summer time ends. */
const LONGEST_PAUSE_MS = 26 * 3_600_000;

/** A job to queue. */
interface Wanted {
  readonly job: Job;
  readonly payload: JobPayload;
  /** When to run the job; null for now. */
  readonly at: Date | null;
}

/**
 * Moves intents (requests to run a job) and due schedules to the queue. Several processes may run a feeder at the same
 * time.
 */
interface Feeder {
  /** Syncs the stored due times with the list of schedules. */
  syncSchedules(): Promise<void>;
  /** Runs one round. Returns the names of the queues in which a job may start now. */
  feed(): Promise<ReadonlySet<string>>;
  /** Queues jobs for unfinished rows that have no job. `feed` calls it every minute. */
  heal(): Promise<ReadonlySet<string>>;
  /** Queues one job at the given time, or now. */
  queue(wanted: Wanted): Promise<void>;
}

type Boss = Pick<PgBoss, 'insert'>;

export function createFeeder(
  deps: Deps,
  boss: Boss,
  jobs: ReadonlyMap<string, Job>,
  schedules: readonly Schedule[],
): Feeder {
  const known = [...jobs.keys()];
  const clocked = schedules.filter((s) => jobs.has(s.job));
  let healedAt = Number.NEGATIVE_INFINITY;
  const timesOfInstallation = (): DueTime[] =>
    clocked
      .filter((s) => s.for === 'installation')
      .map((s) => ({ accountId: NO_ACCOUNT, job: s.job, nextAt: nextRun(s, NO_ACCOUNT, 'UTC', deps.clock.now()) }));

  const heal = async (): Promise<ReadonlySet<string>> =>
    asSystem(deps, async (tx) => {
      if (!(await tryFeederTurn(tx))) return new Set<string>();
      await forgetFuture(tx);
      const times = timesOfInstallation();
      await forgetFarTimes(tx, latestEnd(deps.clock.now(), LONGEST_PAUSE_MS), times);
      await insertTimes(tx, times);
      const wanted: Wanted[] = [];
      for (const job of jobs.values())
        for (const payload of (await job.findUnfinished?.(tx, deps)) ?? []) wanted.push({ job, payload, at: null });
      return enqueue(tx, deps, boss, wanted, 'where none waits, runs or was given up');
    });

  return {
    syncSchedules: () =>
      asSystem(deps, async (tx) => {
        await syncTimes(
          tx,
          schedules.map((s) => s.job),
          clocked.filter((s) => s.for === 'account').map((s) => s.job),
        );
        await insertTimes(tx, timesOfInstallation());
      }),
    async feed() {
      const now = deps.clock.now();
      const found = await findFeedable(deps.db, now, known);
      const queued = new Set<string>(found.ready);
      const add = (names: ReadonlySet<string>) => {
        for (const name of names) queued.add(name);
      };
      if (found.accounts) await asSystem(deps, (tx) => scheduleAccounts(tx, clocked, now));
      if (found.schedules) add(await asSystem(deps, (tx) => queueDue(tx, deps, boss, jobs, clocked)));
      if (found.intents)
        add(
          await asSystem(deps, async (tx) =>
            enqueue(tx, deps, boss, readIntents(deps, jobs, await takeIntents(tx, known)), 'where none waits'),
          ),
        );
      // The difference of the times is also large after the clock was set back. In that case unfinished work may have
      // lost its job, too.
      if (Math.abs(now.getTime() - healedAt) >= HEAL_EVERY_MS) {
        healedAt = now.getTime();
        add(await heal());
      }
      return queued;
    },
    heal,
    queue: async (wanted) => {
      await asSystem(deps, (tx) => enqueue(tx, deps, boss, [wanted], 'where none waits'));
    },
  };
}

function readIntents(deps: Deps, jobs: ReadonlyMap<string, Job>, intents: readonly Intent[]): Wanted[] {
  return intents.flatMap(({ job: name, payload, run_at }) => {
    const job = jobs.get(name);
    try {
      return job ? [{ job, payload: job.parse(payload), at: run_at }] : [];
    } catch (error) {
      deps.log.error({ err: error, job: name }, 'what was asked of a job cannot be read; it is left out');
      return [];
    }
  });
}

/** Stores due times for accounts that lack some. */
async function scheduleAccounts(tx: SystemTx, schedules: readonly Schedule[], now: Date): Promise<void> {
  const accounts = await takeUnscheduledAccounts(tx);
  const ofAccounts = schedules.filter((s) => s.for === 'account');
  await insertTimes(
    tx,
    accounts.flatMap(({ account_id: accountId, time_zone }) =>
      ofAccounts.map((s) => ({ accountId, job: s.job, nextAt: nextRun(s, accountId, time_zone, now) })),
    ),
  );
}

/**
 * Queues the jobs of due schedules and stores the next due times. A job is queued once, however many of its runs were
 * missed.
 */
async function queueDue(
  tx: SystemTx,
  deps: Deps,
  boss: Boss,
  jobs: ReadonlyMap<string, Job>,
  schedules: readonly Schedule[],
): Promise<ReadonlySet<string>> {
  const now = deps.clock.now();
  const byJob = new Map<string, Schedule>(schedules.map((s) => [s.job, s]));
  const due = await lockDue(tx, now, [...byJob.keys()]);
  const times = due.flatMap(({ account_id: accountId, job, time_zone }) => {
    const schedule = byJob.get(job);
    return schedule ? [{ accountId, job, nextAt: nextRun(schedule, accountId, time_zone ?? 'UTC', now) }] : [];
  });
  await moveTimes(tx, times);
  const wanted = due.flatMap(({ account_id, job: name }) => {
    const job = jobs.get(name);
    return job ? [{ job, payload: { accountId: account_id === NO_ACCOUNT ? null : account_id }, at: null }] : [];
  });
  return enqueue(tx, deps, boss, wanted, 'where none waits');
}

/**
 * Adds jobs to the queue, deduped by name and key. A job that is still waiting will see all rows committed so far, so a
 * second one would find nothing to do.
 */
async function enqueue(
  tx: SystemTx,
  deps: Deps,
  boss: Boss,
  wanted: readonly Wanted[],
  how: 'where none waits' | 'where none waits, runs or was given up',
): Promise<ReadonlySet<string>> {
  const now = deps.clock.now();
  const timeOf = (at: Date | null) => Math.max((at ?? now).getTime(), now.getTime());
  const earliest = new Map<string, Wanted & { readonly key: string }>();
  for (const one of wanted) {
    const key = keyOf(one.job, one.payload);
    const other = earliest.get(`${one.job.name}/${key}`);
    if (!other || timeOf(one.at) < timeOf(other.at)) earliest.set(`${one.job.name}/${key}`, { ...one, key });
  }
  const list = [...earliest.values()];
  if (list.length === 0) return new Set();
  const queued = await listQueued(
    tx,
    DEAD_LETTERS,
    list.map(({ job, key }) => ({ name: job.name, key })),
  );
  const missing = list.filter(({ job, key, at }) => {
    const isInTime = (q: (typeof queued)[number]) => q.is_ready || q.start_after.getTime() <= timeOf(at);
    const isEnough = (q: (typeof queued)[number]) =>
      q.state === 'created' ? isInTime(q) : how === 'where none waits, runs or was given up';
    return !queued.some((q) => q.name === job.name && q.key === key && isEnough(q));
  });
  for (const [name, jobs] of Map.groupBy(missing, ({ job }) => job.name)) {
    const rows = jobs.map(({ payload, key, at }) => ({
      data: { accountId: payload.accountId },
      singletonKey: key,
      ...(at !== null && timeOf(at) > now.getTime() && { startAfter: at.toISOString() }),
    }));
    await boss.insert(name, rows, { db: fromKysely(tx) });
  }
  return new Set(missing.filter(({ at }) => timeOf(at) === now.getTime()).map(({ job }) => job.name));
}
