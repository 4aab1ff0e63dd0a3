import {
  deleteDocument,
  listDocuments,
  restoreDocument,
  uploadDocument,
} from '@quayside/contracts/documents/documents';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { registeredJobs } from '../areas/area.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { PDF } from '../testing/documents.ts';
import { runInAllAccounts } from '../testing/run-jobs.ts';
import { createSweepTime } from './sweep-time.ts';

const START = Date.parse('2026-11-20T10:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let t: TestApp;
/** Milliseconds since the start of the test: according to the clock, and according to the process. */
let clock = 0;
let ran = 0;
/** Starts a process. Returns how far its sweeps are, in milliseconds since the start of the test. */
const startProcess = () => {
  const sweepTime = createSweepTime({ ...t.deps, clock: { now: () => new Date(START + clock) } }, () => ran);
  return async () => (await sweepTime()).getTime() - START;
};
const pass = (ms: number) => {
  clock += ms;
  ran += ms;
};
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.deleteFrom('sweep_time').execute();
  [clock, ran] = [0, 0];
});

describe('the time of the sweeps', () => {
  it('is that of the clock, hour by hour, and after a weekend without a process', async () => {
    const reached = startProcess();
    for (let i = 0; i < 30; i += 1) {
      expect(await reached()).toBe(clock);
      pass(HOUR);
    }
    clock += 2 * DAY;
    const again = startProcess();
    expect(await again()).toBe(clock - DAY - HOUR);
    pass(HOUR);
    expect(await again()).toBe(clock - 2 * HOUR);
    pass(HOUR);
    expect(await again()).toBe(clock);
  });

  it('follows a clock that is set ahead by weeks by a day, and by a day more in each hour of the process', async () => {
    const reached = startProcess();
    expect(await reached()).toBe(0);
    pass(HOUR);
    clock += 40 * DAY;
    // The same, however many sweeps run in the same hour.
    for (let i = 0; i < 5; i += 1) expect(await reached()).toBe(2 * DAY);
    pass(HOUR);
    expect(await reached()).toBe(3 * DAY);
    for (let i = 0; i < 40; i += 1) {
      pass(HOUR);
      await reached();
    }
    expect(await reached()).toBe(clock);
  });

  it('goes back with a clock that is corrected, and is as careful at the next jump', async () => {
    const reached = startProcess();
    await reached();
    clock += 40 * DAY;
    expect(await reached()).toBe(DAY);
    clock -= 40 * DAY;
    expect(await reached()).toBe(0);
    clock += 40 * DAY;
    expect(await reached()).toBe(0);
  });
});

it('a document that was deleted yesterday survives a clock that is set ahead by 40 days', async () => {
  const who = await t.admin();
  const { id } = await t.ok(who, uploadDocument, { file: { name: 'a.pdf', content: PDF } });
  await t.ok(who, deleteDocument, { params: { documentId: id } });
  const sweepTime = createSweepTime(t.deps, () => 0);
  await sweepTime();
  t.setTime(new Date(START + 40 * DAY));
  for (const name of ['documents.sweep', 'http.sweep', 'products.sweep', 'suppliers.sweep', 'undo.sweep']) {
    const job = registeredJobs().find((one) => one.name === name);
    expect(job && (await runInAllAccounts({ ...t.deps, sweepTime }, job))).toEqual([]);
  }
  t.setTime(new Date(START));
  await t.ok(who, restoreDocument, { params: { documentId: id } });
  expect((await t.ok(who, listDocuments)).map((document) => document.id)).toEqual([id]);
});
