import { createProductImport, getProductImport } from '@quayside/contracts/products/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registeredJobs } from '../areas/area.ts';
import { asSystem } from '../db/tx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { startWorker, type Worker } from './worker.ts';

/** The number of rows of a file that the import job processes in many chunks of a thousand rows. */
const LARGE = 12_000;
/** The number of rows of a file that is just too large to be imported within the upload call. */
const SMALL = 501;
let t: TestApp;
let worker: Worker;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  t = await startTestApp({ IMPORT_ROWS_IN_CALL: '500' });
  [anna, ben] = [await t.admin(), await t.admin()];
  worker = await startWorker(t.deps, t.databaseUrl, registeredJobs(), { schedules: [] });
});
afterAll(async () => {
  await worker.stop();
  // Imports may still be running. The upload call announces an import at once, but the job writes its audit row only at
  // the end, so the check for changes without an audit row would fail.
  await t.deps.db.deleteFrom('outbox').execute();
  await t.close();
});

const send = async (who: TestPerson, rows: number) => {
  const content = `sku,name\n${Array.from({ length: rows }, (_, i) => `S-${i},Product ${i}\n`).join('')}`;
  return (await t.ok(who, createProductImport, { file: { name: 'a.csv', content } })).id;
};
const get = (who: TestPerson, importId: string) => t.ok(who, getProductImport, { params: { importId } });
/** Whether a worker has started this import. */
const isBegun = (id: string) =>
  t.work(ben, async (w) => {
    const row = await w.tx.selectFrom('import').select('tries').where('id', '=', id).executeTakeFirstOrThrow();
    return row.tries > 0;
  });
const done = async (importId: string) => {
  const { progress, state } = await get(anna, importId);
  return state === 'PENDING' || state === 'CHECKING' ? (progress?.done ?? 0) : LARGE;
};

const mail = () =>
  asSystem(t.deps, (tx) =>
    queueMail(tx, t.deps, {
      kind: 'role-changed',
      recipient: 'ben@example.test',
      accountId: ben.accountId,
      personId: null,
      texts: { subject: 's', heading: 'h', paragraphs: [] },
    }),
  );

it('an import and a mail of another account begin before a large import stores two more chunks', {
  timeout: 120_000,
}, async () => {
  // The first mail loads the modules that write mails, which takes as long as several chunks.
  await mail();
  await expect.poll(() => t.mails().length, { timeout: 60_000 }).toBe(1);
  const large = await send(anna, LARGE);
  await expect.poll(() => done(large), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  const small = await send(ben, SMALL);
  await mail();
  await worker.feed();
  const before = await done(large);
  const order: string[] = [];
  while (order.length < 2 && (await done(large)) <= before + 2_000) {
    if (!order.includes('mail') && t.mails().length > 1) order.push('mail');
    if (!order.includes('import') && (await isBegun(small))) order.push('import');
  }
  expect(order.sort()).toEqual(['import', 'mail']);
  expect((await get(anna, large)).state).toBe('CHECKING');
  const states = async () => [(await get(anna, large)).state, (await get(ben, small)).state];
  await expect.poll(states, { timeout: 90_000 }).toEqual(['IMPORTED', 'IMPORTED']);
});
