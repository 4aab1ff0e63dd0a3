import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asSystem } from '../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { defineJob, type Job, type Run, type RunAgain } from './define-job.ts';
import { createFeeder, DEAD_LETTERS } from './feeder.ts';
import { ofAccount, ofAccountOrNone } from './payloads.ts';
import { wake } from './queue.ts';
import { NO_ACCOUNT, type Schedule } from './schedule.ts';
import { prepareQueue, startWorker } from './worker.ts';
import { until } from '../testing/until.ts';

let t: TestApp;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  [anna, ben] = [await t.admin(), await t.admin()];
});
afterAll(() => t.close());

const stopping: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
  await sql`delete from jobs.job`.execute(t.deps.db);
  await sql`delete from job_intent`.execute(t.deps.db);
});

/** Creates a job that records its runs. */
function noting(
  name: `test.${string}`,
  work: (accountId: string | null, run: Run) => Promise<RunAgain | void> = async () => undefined,
  options: Partial<Parameters<typeof defineJob>[0]> = {},
): Job & { readonly ran: (string | null)[] } {
  const ran: (string | null)[] = [];
  const job = defineJob({
    name,
    payload: ofAccountOrNone,
    attempts: 1,
    backOffSeconds: 1,
    concurrency: 2,
    perAccount: true,
    ...options,
    work:
      () =>
      async ({ accountId }, run) => {
        ran.push(accountId);
        return work(accountId, run);
      },
  });
  return { ...job, ran };
}
const start = async (jobs: readonly Job[], schedules: readonly Schedule[] = []) => {
  const worker = await startWorker(t.deps, t.databaseUrl, jobs, { schedules });
  stopping.push(worker.stop);
  return worker;
};
const waiting = async (name: string) => {
  const { rows } = await sql<{ key: string; state: string }>`
    select singleton_key as key, state::text as state from jobs.job where name = ${name} order by 1`.execute(t.deps.db);
  return rows;
};
/** Creates a feeder for a queue that no worker serves, with the clock that the test sets. */
async function feederOf(jobs: readonly Job[], schedules: readonly Schedule[] = []) {
  await prepareQueue(t.deps, t.databaseUrl, jobs);
  const boss = new PgBoss({ connectionString: t.databaseUrl, schema: 'jobs', schedule: false, supervise: false });
  await boss.start();
  stopping.push(() => boss.stop({ graceful: false }));
  return createFeeder(t.deps, boss, new Map(jobs.map((job) => [job.name, job])), schedules);
}

describe('a job', () => {
  it('runs after the transaction that queued it commits, and not after a rollback', async () => {
    const job = noting('test.commit');
    const worker = await start([job]);
    await t
      .work(anna, async (w) => {
        await wake(w.tx, 'test.commit', { accountId: anna.accountId });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    await t.work(ben, (w) => wake(w.tx, 'test.commit', { accountId: ben.accountId }));
    await worker.feed();
    await until(() => job.ran.length > 0);
    expect(job.ran).toEqual([ben.accountId]);
  });

  it('runs one at a time per account, and in parallel for two accounts', async () => {
    const running = new Map<string | null, number>();
    let most = 0;
    let beside = 0;
    const job = noting('test.singleton', async (accountId) => {
      running.set(accountId, (running.get(accountId) ?? 0) + 1);
      most = Math.max(most, ...running.values());
      beside = Math.max(beside, [...running.values()].filter((n) => n > 0).length);
      await sleep(150);
      running.set(accountId, (running.get(accountId) ?? 0) - 1);
    });
    const worker = await start([job]);
    for (let i = 0; i < 4; i += 1) {
      for (const who of [anna, ben]) await t.work(who, (w) => wake(w.tx, 'test.singleton', who));
      await worker.feed();
      await sleep(200);
    }
    await until(async () => (await waiting('test.singleton')).every((j) => j.state === 'completed'));
    expect([most, beside]).toEqual([1, 2]);
  });

  it('runs again while it has more to do, and is listed as failed after its last attempt', async () => {
    let left = 3;
    const again = noting('test.again', async () => (--left > 0 ? { again: t.deps.clock.now() } : undefined));
    const failing = noting(
      'test.fails',
      async () => {
        throw new Error('to maya@example.test with qs_at_0123456789012345678901234');
      },
      { attempts: 2 },
    );
    const worker = await start([again, failing]);
    await t.work(anna, async (w) => {
      await wake(w.tx, 'test.again', anna);
      await wake(w.tx, 'test.fails', anna);
    });
    await worker.feed();
    await until(() => again.ran.length === 3);
    await until(async () => (await waiting(DEAD_LETTERS)).length === 1);
    expect(failing.ran).toHaveLength(2);
    const { rows } = await sql<{ source_name: string; text: string }>`
      select source_name, source_output::text as text from jobs.job where name = ${DEAD_LETTERS}`.execute(t.deps.db);
    expect(rows[0]?.source_name).toBe('test.fails');
    expect(rows[0]?.text).toContain('to … with …');
    expect(rows[0]?.text).not.toMatch(/maya|qs_at/);
  });

  it('returns to the queue when it is stopped, and continues in another process', async () => {
    const first = noting('test.stopped', async (_, { signal }) => {
      while (!signal.aborted) await sleep(10);
      return { again: t.deps.clock.now() };
    });
    const worker = await startWorker(t.deps, t.databaseUrl, [first], { schedules: [] });
    await t.work(anna, (w) => wake(w.tx, 'test.stopped', anna));
    await until(() => first.ran.length === 1);
    await worker.stop();
    const second = noting('test.stopped');
    await start([second]);
    await until(() => second.ran.length === 1);
  });

  it('continues at once after a kill if no other process works on the database', async () => {
    const job = noting('test.killed', undefined, { attempts: 2 });
    await prepareQueue(t.deps, t.databaseUrl, [job]);
    // What a killed process leaves: a job that runs, and whose heartbeat is fresh.
    await sql`
      insert into jobs.job (name, data, state, retry_limit, singleton_key, policy, started_on, heartbeat_on,
        heartbeat_seconds)
      values ('test.killed', ${JSON.stringify({ accountId: anna.accountId })}, 'active', 1, ${anna.accountId},
        'singleton', now(), now(), 600)`.execute(t.deps.db);
    const beside = await startWorker(t.deps, t.databaseUrl, [job], { schedules: [] });
    await beside.stop();
    expect(await waiting('test.killed')).toEqual([{ key: anna.accountId, state: 'active' }]);
    const worker = await startWorker(t.deps, t.databaseUrl, [job], { schedules: [], isAlone: true });
    stopping.push(worker.stop);
    await until(() => job.ran.length === 1);
    expect(job.ran).toEqual([anna.accountId]);
  });

  it('continues soon in a process that started while its account was busy', { timeout: 60_000 }, async () => {
    const first = noting('test.busy', async (_, { signal }) => {
      while (!signal.aborted) await sleep(10);
      return { again: t.deps.clock.now() };
    });
    // Use the real clock: the clock of the tests stands still, so the queue would never count its jobs.
    const deps = { ...t.deps, clock: { now: () => new Date() } };
    const worker = await startWorker(deps, t.databaseUrl, [first], { schedules: [] });
    await t.work(anna, (w) => wake(w.tx, 'test.busy', anna));
    const isCounted = async () => {
      const { rows } = await sql`select from jobs.queue where name = 'test.busy' and active_count > 0`.execute(
        t.deps.db,
      );
      return rows.length > 0;
    };
    await expect.poll(isCounted, { timeout: 20_000 }).toBe(true);
    const second = noting('test.busy');
    const next = await startWorker(deps, t.databaseUrl, [second], { schedules: [] });
    stopping.push(next.stop);
    await worker.stop();
    await expect.poll(() => second.ran, { timeout: 25_000 }).toEqual([anna.accountId]);
  });
});

describe('work that waits for a job', () => {
  it('is queued once per account, at the earliest of the requested times', async () => {
    const feeder = await feederOf([noting('test.once')]);
    const later = new Date(Date.now() + 3_600_000);
    await t.work(anna, (w) => wake(w.tx, 'test.once', anna, later));
    await feeder.feed();
    for (let i = 0; i < 3; i += 1) await t.work(anna, (w) => wake(w.tx, 'test.once', anna));
    await t.work(ben, (w) => wake(w.tx, 'test.once', ben));
    await feeder.feed();
    await t.work(anna, (w) => wake(w.tx, 'test.once', anna));
    await feeder.feed();
    const keys = (await waiting('test.once')).map((j) => j.key);
    expect(keys.filter((key) => key === anna.accountId)).toHaveLength(2);
    expect(keys.filter((key) => key === ben.accountId)).toHaveLength(1);
  });

  it('is announced in each round from the time at which it may start, until it has started', async () => {
    const feeder = await feederOf([noting('test.ready'), noting('test.later')]);
    const later = new Date(Date.now() + 3_600_000);
    await t.work(anna, (w) => wake(w.tx, 'test.later', anna, later));
    expect([...(await feeder.feed())]).toEqual([]);
    await t.work(anna, (w) => wake(w.tx, 'test.ready', anna));
    await feeder.feed();
    expect([...(await feeder.feed())]).toEqual(['test.ready']);
    await sql`
      update jobs.job set
        state = case name when 'test.ready' then 'active' else 'retry' end::jobs.job_state,
        start_after = now()
      where name like 'test.%'`.execute(t.deps.db);
    expect([...(await feeder.feed())]).toEqual(['test.later']);
  });

  it('stays for workers of a newer release if only they know the job, and is dropped if unreadable', async () => {
    const feeder = await feederOf([noting('test.known', undefined, { payload: ofAccount })]);
    await asSystem(t.deps, async (tx) => {
      await wake(tx, 'test.newer', anna);
      await wake(tx, 'test.known', { accountId: null });
    });
    await feeder.feed();
    const left = await t.deps.db.selectFrom('job_intent').select('job').execute();
    expect([left, await waiting('test.known')]).toEqual([[{ job: 'test.newer' }], []]);
  });

  it('goes on after the clock of the database was set back by a day, whether it waits, is retried or runs', async () => {
    const rows = [{ accountId: anna.accountId }, { accountId: ben.accountId }];
    const job = noting('test.jump', undefined, { findUnfinished: async () => rows });
    const feeder = await feederOf([job]);
    await feeder.heal();
    // Change the rows as if everything so far had happened before the clock was set back, so that all times are in the
    // future.
    await sql`update jobs.job set state = case when singleton_key = ${anna.accountId} then 'retry' else 'active' end
        ::jobs.job_state,
      created_on = now() + interval '1 day', started_on = now() + interval '1 day',
      heartbeat_on = now() + interval '1 day', start_after = now() + interval '25 hours'`.execute(t.deps.db);
    await sql`update jobs.queue set monitor_claim_on = now() + interval '1 day',
      maintain_on = now() + interval '1 day'`.execute(t.deps.db);
    await feeder.heal();
    const { rows: later } = await sql`select from jobs.job where start_after > now() and state = 'retry'
      union all select from jobs.job where greatest(started_on, heartbeat_on) > now() and state = 'active'
      union all select from jobs.queue where greatest(monitor_claim_on, maintain_on) > now()`.execute(t.deps.db);
    expect(later).toEqual([]);
  });

  it('is found in unfinished rows and queued, unless its job is running or has just failed', async () => {
    const rows = [{ accountId: anna.accountId }, { accountId: ben.accountId }];
    const feeder = await feederOf([noting('test.lost', undefined, { findUnfinished: async () => rows })]);
    await feeder.heal();
    await feeder.heal();
    expect(await waiting('test.lost')).toHaveLength(2);
    await sql`update jobs.job set state = 'active' where singleton_key = ${anna.accountId}`.execute(t.deps.db);
    await sql`delete from jobs.job where singleton_key = ${ben.accountId}`.execute(t.deps.db);
    await feeder.heal();
    expect(await waiting('test.lost')).toHaveLength(2);
    await sql`update jobs.job set name = ${DEAD_LETTERS}, source_name = 'test.lost', state = 'created'`.execute(
      t.deps.db,
    );
    await feeder.heal();
    expect(await waiting('test.lost')).toEqual([]);
    await sql`update jobs.job set created_on = now() - interval '61 minutes'`.execute(t.deps.db);
    await feeder.heal();
    expect(await waiting('test.lost')).toHaveLength(2);
  });
});

describe('the schedules of jobs', () => {
  const daily: Schedule = { job: 'test.daily', cron: '0 3 * * *', for: 'account' };
  const hourly: Schedule = { job: 'test.hourly', cron: '0 * * * *', for: 'installation' };
  const times = async () =>
    (await t.deps.db.selectFrom('job_schedule').selectAll().where('job', 'like', 'test.%').execute()).map((s) => [
      s.account_id,
      s.job,
      s.next_at.toISOString(),
    ]);

  it('queue a job once by the clock of the account, also when several runs were missed', async () => {
    t.setTime('2026-11-20T10:00:00.000Z');
    const feeder = await feederOf(
      [noting('test.daily'), noting('test.hourly', undefined, { perAccount: false })],
      [daily, hourly],
    );
    await feeder.syncSchedules();
    await feeder.feed();
    expect(await times()).toEqual(
      expect.arrayContaining([
        [anna.accountId, 'test.daily', '2026-11-21T03:00:00.000Z'],
        [NO_ACCOUNT, 'test.hourly', '2026-11-20T11:00:00.000Z'],
      ]),
    );
    await t.work(ben, (w) => w.tx.updateTable('account').set({ time_zone: 'Asia/Shanghai' }).execute());
    await feeder.feed();
    expect(await times()).toContainEqual([ben.accountId, 'test.daily', '2026-11-20T19:00:00.000Z']);
    expect(await waiting('test.daily')).toEqual([]);
    t.setTime('2026-11-24T12:30:00.000Z');
    await Promise.all([feeder.feed(), feeder.feed()]);
    expect((await waiting('test.daily')).filter((j) => j.key === ben.accountId)).toHaveLength(1);
    expect(await waiting('test.hourly')).toEqual([{ key: 'installation', state: 'created' }]);
    expect(await times()).toEqual(
      expect.arrayContaining([
        [anna.accountId, 'test.daily', '2026-11-25T03:00:00.000Z'],
        [ben.accountId, 'test.daily', '2026-11-24T19:00:00.000Z'],
        [NO_ACCOUNT, 'test.hourly', '2026-11-24T13:00:00.000Z'],
      ]),
    );
  });

  it('are computed again within a minute after the clock was set back', async () => {
    const jobs = [noting('test.daily'), noting('test.hourly', undefined, { perAccount: false })];
    const feeder = await feederOf(jobs, [daily, hourly]);
    t.setTime('2027-12-20T10:00:00.000Z');
    await feeder.syncSchedules();
    await feeder.feed();
    t.setTime('2026-12-20T10:00:00.000Z');
    await feeder.feed();
    await feeder.feed();
    expect(await times()).toEqual(
      expect.arrayContaining([
        [anna.accountId, 'test.daily', '2026-12-21T03:00:00.000Z'],
        [NO_ACCOUNT, 'test.hourly', '2026-12-20T11:00:00.000Z'],
      ]),
    );
  });

  it('are removed with their definition, and new ones are added for the existing accounts', async () => {
    const jobs = [noting('test.daily'), noting('test.other')];
    await (await feederOf(jobs, [daily])).syncSchedules();
    const feeder = await feederOf(jobs, [{ ...daily, job: 'test.other' }]);
    await feeder.syncSchedules();
    await feeder.feed();
    const names = new Set((await times()).map(([, job]) => job));
    expect(names).toEqual(new Set(['test.other']));
  });
});

describe('the queue of a job', () => {
  const writtenAt = async () =>
    (
      await sql<{ at: string; attempts: number }>`
        select updated_on::text as at, retry_limit + 1 as attempts from jobs.queue where name = 'test.kept'`.execute(
        t.deps.db,
      )
    ).rows[0];

  it('is updated at a later start only if the definition of the job changed', async () => {
    await prepareQueue(t.deps, t.databaseUrl, [noting('test.kept')]);
    const first = await writtenAt();
    await prepareQueue(t.deps, t.databaseUrl, [noting('test.kept')]);
    expect(await writtenAt()).toEqual(first);
    await prepareQueue(t.deps, t.databaseUrl, [noting('test.kept', undefined, { attempts: 7 })]);
    expect(await writtenAt()).toMatchObject({ attempts: 7 });
  });
});
