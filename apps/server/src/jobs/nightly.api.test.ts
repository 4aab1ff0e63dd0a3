import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { type NightlyJob, runNightly, startNightly } from './nightly.ts';

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

/** A job that notes where it ran, and fails where it is told to. */
function noting(name: string, failsIn: () => string | undefined = () => undefined): NightlyJob & { ran: string[] } {
  const ran: string[] = [];
  return {
    name,
    ran,
    async run(w) {
      if (failsIn() === w.scope.accountId) throw new Error('as told');
      ran.push(w.scope.accountId);
      return { done: true };
    },
  };
}
const timesIn = (job: { ran: string[] }, who: TestPerson) => job.ran.filter((id) => id === who.accountId).length;
const runs = (who: TestPerson, job: string) =>
  t.work(who, (w) => w.tx.selectFrom('job_run').select(['day', 'started_at', 'finished_at', 'outcome']).where('job', '=', job).orderBy('day').execute());

describe('a nightly job', () => {
  it("runs once a day from three o'clock on the account's own clock", async () => {
    const anna = await t.admin();
    await t.work(anna, (w) => w.tx.updateTable('account').set({ time_zone: 'Asia/Shanghai' }).where('account_id', '=', anna.accountId).execute());
    const job = noting('clock');
    const at = async (time: string) => {
      t.setTime(time);
      await runNightly(t.deps, [job]);
      return [timesIn(job, maya), timesIn(job, anna)];
    };
    expect(await at('2026-11-20T18:59:59Z')).toEqual([1, 0]);
    expect(await at('2026-11-20T19:00:00Z')).toEqual([1, 1]);
    expect(await at('2026-11-21T02:59:59Z')).toEqual([1, 1]);
    expect(await at('2026-11-21T03:00:00Z')).toEqual([2, 1]);
    expect(await at('2026-11-21T15:59:59Z')).toEqual([2, 1]);
    expect(await at('2026-11-21T19:00:00Z')).toEqual([2, 2]);
    expect(await runs(maya, 'clock')).toEqual([
      { day: '2026-11-20', started_at: new Date('2026-11-20T18:59:59Z'), finished_at: new Date('2026-11-20T18:59:59Z'), outcome: { done: true } },
      { day: '2026-11-21', started_at: new Date('2026-11-21T03:00:00Z'), finished_at: new Date('2026-11-21T03:00:00Z'), outcome: { done: true } },
    ]);
    expect((await runs(anna, 'clock')).map((r) => r.day)).toEqual(['2026-11-21', '2026-11-22']);
  });

  it('runs once, however many processes look at the same time', async () => {
    const job = noting('together');
    await Promise.all(Array.from({ length: 4 }, () => runNightly(t.deps, [job])));
    expect(timesIn(job, maya)).toBe(1);
  });

  it('that fails in one account runs in the others, and in that one the next time', async () => {
    const [before, after] = [maya, await t.admin()];
    let failsIn: string | undefined = before.accountId;
    const job = noting('fails', () => failsIn);
    const logged = vi.spyOn(t.deps.log, 'error');
    await runNightly(t.deps, [job]);
    expect([timesIn(job, before), timesIn(job, after), await runs(before, 'fails')]).toEqual([0, 1, []]);
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ accountId: before.accountId, job: 'fails' }), expect.any(String));
    failsIn = undefined;
    await runNightly(t.deps, [job]);
    expect([timesIn(job, before), timesIn(job, after)]).toEqual([1, 1]);
  });

  it('whose process died is free again after an hour', async () => {
    await t.work(maya, (w) => w.tx.insertInto('job_run').values({ account_id: maya.accountId, job: 'died', day: '2026-11-21', started_at: w.now }).execute());
    const job = noting('died');
    t.setTime('2026-11-21T04:00:00.000Z');
    await runNightly(t.deps, [job]);
    expect(timesIn(job, maya)).toBe(0);
    t.setTime('2026-11-21T04:00:01.000Z');
    await runNightly(t.deps, [job]);
    expect(timesIn(job, maya)).toBe(1);
    expect((await runs(maya, 'died'))[0]?.finished_at).toEqual(new Date('2026-11-21T04:00:01.000Z'));
  });

  it('that another process took over meanwhile leaves nothing behind', async () => {
    const quick = noting('slow');
    const slow: NightlyJob = {
      name: 'slow',
      async run(w) {
        if (w.scope.accountId !== maya.accountId) return {};
        await w.tx.insertInto('account_counter').values({ account_id: maya.accountId, name: 'slow', value: 1n }).execute();
        t.setTime('2026-11-21T05:00:00.000Z');
        await runNightly(t.deps, [quick]);
        return { late: true };
      },
    };
    await runNightly(t.deps, [slow]);
    expect(timesIn(quick, maya)).toBe(1);
    expect((await runs(maya, 'slow')).map((r) => r.outcome)).toEqual([{ done: true }]);
    expect(await t.work(maya, (w) => w.tx.selectFrom('account_counter').selectAll().where('name', '=', 'slow').execute())).toEqual([]);
  });
});

describe('the timer of nightly jobs', () => {
  afterEach(() => vi.useRealTimers());

  it('looks a minute after the start, every quarter of an hour, and no more once stopped', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const job = noting('timer');
    const nightly = startNightly(t.deps, [job]);
    const until = async (n: number) => {
      while (timesIn(job, maya) < n) await new Promise((r) => setImmediate(r));
      // The run closes after the job has noted itself.
      while ((await runs(maya, 'timer')).filter((r) => r.finished_at !== null).length < n) await new Promise((r) => setImmediate(r));
    };
    vi.advanceTimersByTime(59_999);
    expect(job.ran).toEqual([]);
    vi.advanceTimersByTime(1);
    await until(1);
    t.setTime('2026-11-22T03:00:00.000Z');
    vi.advanceTimersByTime(14 * 60_000);
    await until(2);
    nightly.stop();
    t.setTime('2026-11-23T03:00:00.000Z');
    vi.advanceTimersByTime(60 * 60_000);
    vi.useRealTimers();
    await new Promise((r) => setTimeout(r, 200));
    expect(timesIn(job, maya)).toBe(2);
  });
});
