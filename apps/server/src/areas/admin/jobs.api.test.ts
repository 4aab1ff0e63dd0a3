import { listAuditLog } from '@quayside/contracts/audit';
import { getJobs, retryJobs } from '@quayside/contracts/jobs';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { asSystem } from '../../db/tx.ts';
import { defineJob, type Job } from '../../jobs/define-job.ts';
import { ofAccount } from '../../jobs/payloads.ts';
import { wake } from '../../jobs/queue.ts';
import { prepareQueue, startWorker, type Worker } from '../../jobs/worker.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { until } from '../../testing/until.ts';

let t: TestApp;
let anna: TestPerson;
let operator: TestPerson;
let worker: Worker | undefined;
beforeAll(async () => {
  t = await startTestApp();
  [anna, operator] = [await t.admin(), await t.admin()];
  await asSystem(t.deps, (tx) =>
    tx.updateTable('person').set({ is_system_admin: true }).where('id', '=', operator.userId).execute(),
  );
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await sql`drop schema if exists jobs cascade`.execute(t.deps.db);
  await t.deps.db.deleteFrom('job_intent').execute();
});
afterAll(() => t.close());

const jobOf = (work: () => Promise<void>): Job =>
  defineJob({
    name: 'test.job',
    payload: ofAccount,
    attempts: 2,
    backOffSeconds: 1,
    concurrency: 1,
    perAccount: true,
    work: () => work,
  });
const askFor = () => t.work(anna, (w) => wake(w.tx, 'test.job', anna));
const overview = () => t.ok(operator, getJobs);
/** The entries about retried jobs in the audit log of the person's account. */
async function retriesOf(who: TestPerson) {
  const { content } = await t.ok(who, listAuditLog);
  const rows = await t.work(who, (w) => w.tx.selectFrom('audit_log').select(['id', 'subject_ids']).execute());
  return content
    .filter(({ action }) => action === 'job.retried')
    .map((entry) => ({
      person: entry.who?.id,
      ids: rows.find(({ id }) => id === entry.id)?.subject_ids,
      changes: entry.changes,
    }));
}

it('a job that failed for good is listed with its reason, and succeeds when it is retried', async () => {
  let isBroken = true;
  let done = 0;
  const job = jobOf(async () => {
    if (isBroken) throw new Error('no answer from maya@example.test');
    done += 1;
  });
  worker = await startWorker(t.deps, t.databaseUrl, [job], { schedules: [] });
  await askFor();
  await until(async () => (await overview()).failed.length === 1);
  const { counts, failed } = await overview();
  expect(counts).toEqual([{ name: 'test.job', running: 0, waiting: 0, failed: 1 }]);
  expect(failed).toMatchObject([
    { name: 'test.job', accountId: anna.accountId, tries: 2, reason: 'Error: no answer from …' },
  ]);
  // The database's clock sets this time, not the clock of the test.
  expect(Math.abs(Date.parse(failed[0]?.failedAt ?? '') - Date.now())).toBeLessThan(60_000);

  isBroken = false;
  const ids = failed.map(({ id }) => id);
  expect(await t.ok(operator, retryJobs, { body: { ids } })).toEqual({ retried: 1 });
  await until(() => done === 1);
  await until(async () => (await overview()).counts.length === 0);
  expect(await overview()).toEqual({ counts: [], failed: [] });
  expect(await t.ok(operator, retryJobs, { body: { ids } })).toEqual({ retried: 0 });
  // The second retry found no failed job, so only the first is logged.
  expect(await retriesOf(operator)).toEqual([
    { person: operator.userId, ids, changes: [{ line: null, field: 'jobs', from: null, to: 'test.job' }] },
  ]);
  expect(await retriesOf(anna)).toEqual([]);
});

it('running and waiting jobs are counted', async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  worker = await startWorker(t.deps, t.databaseUrl, [jobOf(() => ended)], { schedules: [] });
  await askFor();
  await until(async () => (await overview()).counts[0]?.running === 1);
  await askFor();
  await until(async () => (await overview()).counts[0]?.waiting === 1);
  expect((await overview()).counts).toEqual([{ name: 'test.job', running: 1, waiting: 1, failed: 0 }]);
  end();
});

it('requested jobs count as waiting while there is no worker', async () => {
  await prepareQueue(t.deps, t.databaseUrl, [jobOf(async () => undefined)]);
  await askFor();
  expect((await overview()).counts).toEqual([{ name: 'test.job', running: 0, waiting: 1, failed: 0 }]);
});

it('the overview is empty before the queue has been created', async () => {
  await askFor();
  expect(await overview()).toEqual({ counts: [], failed: [] });
  expect(await t.ok(operator, retryJobs, { body: { ids: [anna.userId] } })).toEqual({ retried: 0 });
});

it('an account admin may neither see nor retry jobs', async () => {
  expect((await t.call(anna, getJobs)).status).toBe(403);
  expect((await t.call(anna, retryJobs, { body: { ids: [anna.userId] } })).status).toBe(403);
});
