import { PgBoss } from 'pg-boss';
import { asSystem } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import type { Job } from './define-job.ts';
import { createFeeder, DEAD_LETTERS } from './feeder.ts';
import { endHeartbeats, retryNow } from './feeder.queries.ts';
import { SCHEDULES, type Schedule } from './schedule.ts';

const SCHEMA = 'jobs';
const FEED_S = 1;
/**
 * How often a queue is asked for a job although the feeder, which asks for all queues with one statement, has found
 * none in it.
 */
const POLL_S = 10;
/**
 * The shortest heartbeat interval that pg-boss allows. A process that sends no heartbeat for longer is assumed dead,
 * and its jobs go to other processes.
 */
const HEARTBEAT_S = 10;
const WATCH_S = 5;
/**
 * pg-boss starts no job of an account that was busy when it last counted the running jobs. With its default interval of
 * a minute, the job of a killed process would wait that long.
 */
const REREAD_COUNTS_S = 1;
const DAY_S = 24 * 3600;
const STOP_WITHIN_MS = 8_000;

/** Runs jobs until it is stopped. */
export interface Worker {
  /** Moves waiting intents to the queue now. Otherwise they are moved within a second. */
  feed(): Promise<void>;
  /** Takes no further jobs and stops the running ones. Unfinished work stays in the queue. */
  stop(): Promise<void>;
}

/** Creates a pg-boss instance, which has a few connections of its own and signs in as the owner of the schema. */
function createBoss(deps: Pick<Deps, 'log'>, databaseUrl: string, isWorking: boolean): PgBoss {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: SCHEMA,
    application_name: 'quayside jobs',
    max: isWorking ? 4 : 1,
    schedule: false,
    supervise: isWorking,
    superviseIntervalSeconds: WATCH_S,
    monitorIntervalSeconds: WATCH_S,
    queueCacheIntervalSeconds: REREAD_COUNTS_S,
    clock: {
      // pg-boss measures pauses with this function, which must not change when the system clock is set.
      now: () => performance.now(),
      setTimeout: (run, ms) => setTimeout(run, ms),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
      setInterval: (run, ms) => setInterval(run, ms),
      clearInterval: (timer) => clearInterval(timer as NodeJS.Timeout),
    },
  });
  boss.on('error', (error) => deps.log.warn({ err: error }, 'the queue of jobs had a fault; it goes on'));
  return boss;
}

/** Whether a queue already has these options. */
const isMatch = <T extends object>(queue: T, options: Partial<T>): boolean =>
  (Object.keys(options) as (keyof T)[]).every((name) => queue[name] === options[name]);

/**
 * Creates the schema of pg-boss and the queues. Several processes may do this at once, because pg-boss takes a lock.
 */
async function prepare(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  await boss.start();
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(DEAD_LETTERS))
    await boss.createQueue(DEAD_LETTERS, { retentionSeconds: 30 * DAY_S, deleteAfterSeconds: 30 * DAY_S });
  for (const job of jobs) {
    const options = {
      retryLimit: job.attempts - 1,
      retryDelay: job.backOffSeconds,
      retryBackoff: true,
      heartbeatSeconds: HEARTBEAT_S,
      expireInSeconds: DAY_S - 1,
      retentionSeconds: 14 * DAY_S,
      deleteAfterSeconds: 3600,
      deadLetter: DEAD_LETTERS,
    };
    const queue = known.get(job.name);
    if (!queue) await boss.createQueue(job.name, { ...options, policy: 'singleton' });
    // Updates a queue only if a release has changed the options of its job, because an update is slow.
    else if (!isMatch(queue, options)) await boss.updateQueue(job.name, options);
  }
}

/** Creates the queue in processes that run no jobs, so that operators can see its state there too. */
export async function prepareQueue(deps: Pick<Deps, 'log'>, databaseUrl: string, jobs: readonly Job[]): Promise<void> {
  const boss = createBoss(deps, databaseUrl, false);
  try {
    await prepare(boss, jobs);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Gives the jobs of a killed process back to their queues, which start them at once. */
async function resumeInterrupted(deps: Deps, boss: PgBoss): Promise<void> {
  const interrupted = await asSystem(deps, endHeartbeats);
  for (const name of new Set(interrupted.map((job) => job.name))) await boss.supervise(name);
  const ids = interrupted.map((job) => job.id);
  if (ids.length > 0) await asSystem(deps, (tx) => retryNow(tx, ids));
}

/**
 * Starts a worker, which runs jobs until it is stopped. `isAlone` says that no other process works on this database.
 * Jobs that still count as running were then those of a process that was killed, and continue at once; otherwise they
 * continue when its heartbeat has been missing for long enough.
 */
export async function startWorker(
  deps: Deps,
  databaseUrl: string,
  jobs: readonly Job[],
  { isAlone = false, schedules = SCHEDULES }: { isAlone?: boolean; schedules?: readonly Schedule[] } = {},
): Promise<Worker> {
  const boss = createBoss(deps, databaseUrl, true);
  await prepare(boss, jobs);
  if (isAlone) await resumeInterrupted(deps, boss);
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const feeder = createFeeder(deps, boss, byName, schedules);
  await feeder.syncSchedules();
  const stopping = new AbortController();
  const pollers = new Map<string, string[]>();

  for (const job of jobs) {
    const run = job.work(deps);
    const ids: string[] = [];
    pollers.set(job.name, ids);
    for (let i = 0; i < job.concurrency; i += 1) {
      const id: string = await boss.work<unknown>(job.name, { pollingIntervalSeconds: POLL_S }, async ([found]) => {
        if (!found) return;
        try {
          const outcome = await run(found.data, { signal: AbortSignal.any([stopping.signal, found.signal]) });
          if (outcome) await feeder.queue({ job, payload: job.parse(found.data), at: outcome.again });
        } catch (error) {
          deps.log.warn({ err: error, job: job.name, payload: found.data }, 'a job failed; it is tried again');
          throw reasonOf(error);
        } finally {
          // More jobs may be waiting, so ask again now instead of at the next second.
          boss.notifyWorker(id);
        }
      });
      ids.push(id);
    }
  }

  let feeding: Promise<void> | undefined;
  const feed = (): Promise<void> =>
    (feeding ??= (async () => {
      for (const name of await feeder.feed()) for (const id of pollers.get(name) ?? []) boss.notifyWorker(id);
    })().finally(() => {
      feeding = undefined;
    }));
  const timer = setInterval(() => {
    if (feeding || stopping.signal.aborted) return;
    feed().catch((error: unknown) =>
      deps.log.warn({ err: error }, 'work could not be moved to the queue; trying again'),
    );
  }, FEED_S * 1000);

  return {
    feed,
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await feeding?.catch(() => undefined);
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    },
  };
}

/**
 * Describes the error for operators in one line without addresses and tokens, because the queue stores it unencrypted.
 */
function reasonOf(error: unknown): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : 'An unknown failure';
  const line = text.split('\n', 1)[0] ?? '';
  const reason = new Error(line.replace(/qs_[\w-]{20,}|\S+@\S+/g, '…').slice(0, 300));
  delete reason.stack;
  return reason;
}
