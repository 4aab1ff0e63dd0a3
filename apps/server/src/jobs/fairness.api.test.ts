import { createProductImport, getProductImport } from '@quayside/contracts/product-imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { registeredJobs } from '../areas/area.ts';
import { asSystem } from '../db/tx.ts';
import { queueMail } from '../mail/queue-mail.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { startWorker, type Worker } from './worker.ts';

/** Many chunks of a thousand rows. */
const LARGE = 30_000;
/** More than are imported within the call. */
const SMALL = 20_001;
let t: TestApp;
let worker: Worker;
let anna: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  [anna, ben] = [await t.admin(), await t.admin()];
  worker = await startWorker(t.deps, t.databaseUrl, registeredJobs(), []);
});
afterAll(async () => {
  await worker.stop();
  // The upload call already notifies clients about the waiting import; the job writes the audit row at its end.
  await t.deps.db.deleteFrom('outbox').execute();
  await t.close();
});

const send = async (who: TestPerson, rows: number) => {
  const content = `sku,name\n${Array.from({ length: rows }, (_, i) => `S-${i},Product ${i}\n`).join('')}`;
  return (await t.ok(who, createProductImport, { file: { name: 'a.csv', content } })).id;
};
const get = (who: TestPerson, importId: string) => t.ok(who, getProductImport, { params: { importId } });
/** A worker has taken it. */
const isBegun = (id: string) =>
  t.work(ben, async (w) => {
    const row = await w.tx.selectFrom('product_import').select('tries').where('id', '=', id).executeTakeFirstOrThrow();
    return row.tries > 0;
  });
const done = async (importId: string) => {
  const { progress, state } = await get(anna, importId);
  return state === 'PENDING' || state === 'CHECKING' ? (progress?.done ?? 0) : LARGE;
};

it("another account's import and mail begin while a large import goes on, before its chunk after next is stored", {
  timeout: 120_000,
}, async () => {
  const large = await send(anna, LARGE);
  await expect.poll(() => done(large), { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
  const small = await send(ben, SMALL);
  await asSystem(t.deps, (tx) =>
    queueMail(tx, t.deps, {
      kind: 'invitation',
      recipient: 'ben@example.test',
      accountId: ben.accountId,
      personId: null,
      texts: { subject: 's', heading: 'h', paragraphs: [] },
    }),
  );
  await worker.feed();
  const before = await done(large);
  const order: string[] = [];
  while (order.length < 2 && (await done(large)) <= before + 2_000) {
    if (!order.includes('mail') && t.mails().length > 0) order.push('mail');
    if (!order.includes('import') && (await isBegun(small))) order.push('import');
  }
  expect(order.sort()).toEqual(['import', 'mail']);
  expect((await get(anna, large)).state).toBe('CHECKING');
  const states = async () => [(await get(anna, large)).state, (await get(ben, small)).state];
  await expect.poll(states, { timeout: 90_000 }).toEqual(['IMPORTED', 'IMPORTED']);
});
