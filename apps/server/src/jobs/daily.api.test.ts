import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { runInAllAccounts } from '../testing/run-jobs.ts';
import { dailyJob } from './daily.ts';
import type { Job } from './define-job.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-21T03:00:00.000Z');
  maya = await t.admin();
});

/** A job that records the accounts in which it ran, and fails in the account that the test names. */
function noting(name: string, failsIn: () => string | undefined = () => undefined): Job & { ran: string[] } {
  const ran: string[] = [];
  const job = dailyJob({
    name: `test.${name}`,
    async run(w) {
      if (failsIn() === w.scope.accountId) throw new Error('as told');
      ran.push(w.scope.accountId);
      return { done: true };
    },
  });
  return { ...job, ran };
}
const timesIn = (job: { ran: string[] }, who: TestPerson) => job.ran.filter((id) => id === who.accountId).length;
const runIn = (job: Job, who: TestPerson) =>
  job.work(t.deps)({ accountId: who.accountId }, { signal: new AbortController().signal });
const runs = (who: TestPerson, job: string) =>
  t.work(who, (w) =>
    w.tx
      .selectFrom('job_run')
      .select(['day', 'started_at', 'finished_at', 'outcome'])
      .where('job', '=', job)
      .orderBy('day')
      .execute(),
  );

describe('a daily job', () => {
  it("runs once per day in the account's time zone, and stores its result", async () => {
    const anna = await t.admin();
    await t.work(anna, (w) =>
      w.tx
        .updateTable('account')
        .set({ time_zone: 'Asia/Shanghai' })
        .where('account_id', '=', anna.accountId)
        .execute(),
    );
    const job = noting('clock');
    for (const time of ['2026-11-21T03:00:00Z', '2026-11-21T15:59:59Z', '2026-11-21T16:00:00Z']) {
      t.setTime(time);
      await runInAllAccounts(t.deps, job);
    }
    expect([timesIn(job, maya), timesIn(job, anna)]).toEqual([1, 2]);
    const started = new Date('2026-11-21T03:00:00Z');
    expect(await runs(maya, 'clock')).toEqual([
      { day: '2026-11-21', started_at: started, finished_at: started, outcome: { done: true } },
    ]);
    expect((await runs(anna, 'clock')).map((r) => r.day)).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('runs once when several processes start it at the same time', async () => {
    const job = noting('together');
    await Promise.all(Array.from({ length: 4 }, () => runIn(job, maya)));
    expect(timesIn(job, maya)).toBe(1);
  });

  it('can run again after a failure', async () => {
    let failsIn: string | undefined = maya.accountId;
    const job = noting('fails', () => failsIn);
    await expect(runIn(job, maya)).rejects.toThrow('as told');
    expect([timesIn(job, maya), await runs(maya, 'fails')]).toEqual([0, []]);
    failsIn = undefined;
    expect(await runIn(job, maya)).toBeUndefined();
    expect(timesIn(job, maya)).toBe(1);
  });

  it('runs again an hour after its process died', async () => {
    await t.work(maya, (w) =>
      w.tx
        .insertInto('job_run')
        .values({ account_id: maya.accountId, job: 'died', day: '2026-11-21', started_at: w.now })
        .execute(),
    );
    const job = noting('died');
    t.setTime('2026-11-21T04:00:00.000Z');
    expect(await runIn(job, maya)).toEqual({ again: new Date('2026-11-21T04:00:00.001Z') });
    expect(timesIn(job, maya)).toBe(0);
    t.setTime('2026-11-21T04:00:00.001Z');
    await runIn(job, maya);
    expect(timesIn(job, maya)).toBe(1);
    expect((await runs(maya, 'died'))[0]?.finished_at).toEqual(new Date('2026-11-21T04:00:00.001Z'));
  });

  it('stores nothing if another process took it over meanwhile', async () => {
    const quick = noting('slow');
    const slow = dailyJob({
      name: 'test.slow',
      async run(w) {
        await w.tx
          .insertInto('account_counter')
          .values({ account_id: maya.accountId, name: 'slow', value: 1n })
          .execute();
        t.setTime('2026-11-21T05:00:00.000Z');
        await runIn(quick, maya);
        return { late: true };
      },
    });
    await expect(runIn(slow, maya)).rejects.toThrow('taken over');
    expect(timesIn(quick, maya)).toBe(1);
    expect((await runs(maya, 'slow')).map((r) => r.outcome)).toEqual([{ done: true }]);
    expect(
      await t.work(maya, (w) => w.tx.selectFrom('account_counter').selectAll().where('name', '=', 'slow').execute()),
    ).toEqual([]);
  });
});
