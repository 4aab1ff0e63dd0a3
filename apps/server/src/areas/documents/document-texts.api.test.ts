import { deflateSync } from 'node:zlib';
import { getDocument, uploadDocument } from '@quayside/contracts/documents/documents';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../jobs/worker.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { oleFile, PDF, pdfOf } from '../../testing/documents.ts';
import { createJobRunner } from '../../testing/run-jobs.ts';
import { readTexts } from './documents.jobs.ts';
import { documentText } from './public.ts';

let t: TestApp;
let who: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  // A run that finds no documents must not prevent later runs.
  await t.readTexts();
  who = await t.admin();
});
afterAll(() => t.close());

const upload = async (content: Buffer, name = 'a.pdf', person = who) =>
  (await t.ok(person, uploadDocument, { file: { name, content } })).id;
const stateOf = async (id: string, person = who) =>
  (await t.ok(person, getDocument, { params: { documentId: id } })).textState;
const rowOf = (id: string) =>
  t.work(who, (w) =>
    w.tx
      .selectFrom('document_version')
      .select(['text_state', 'text_tries'])
      .where('document_id', '=', id)
      .executeTakeFirstOrThrow(),
  );
const setTries = (id: string, text_tries: number) =>
  t.work(who, (w) => w.tx.updateTable('document_version').set({ text_tries }).where('document_id', '=', id).execute());
/** A PDF whose text takes some seconds to extract. */
const SLOW = pdfOf([['x']], { flate: deflateSync(Buffer.from('BT /F1 1 Tf (a) Tj ET\n'.repeat(1_000_000))) });
const ENCRYPTED = pdfOf([['x']], {
  trailer: `/ID[<00><00>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`,
});

describe('the texts of documents', () => {
  it('are read in all accounts, and announced on the live stream', async () => {
    const other = await t.admin();
    const told: unknown[] = [];
    t.deps.dispatcher.onEvent(
      (event) => event.payload['topic'] === 'documents' && told.push([event.accountId, event.payload['ids']]),
    );
    const [mine, theirs, scan, word] = [
      await upload(pdfOf([['Invoice 1'], ['page two']])),
      await upload(pdfOf([['Invoice 2']]), 'b.pdf', other),
      await upload(PDF),
      await upload(oleFile('WordDocument'), 'a.doc'),
    ];
    // The uploads cause events too. These events may arrive late, because another open transaction hides them, so wait
    // for them first.
    await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(4);
    told.length = 0;
    expect(await stateOf(word)).toBe('NONE');
    await t.readTexts();
    expect([await stateOf(mine), await stateOf(theirs, other), await stateOf(scan)]).toEqual([
      'READY',
      'READY',
      'NONE',
    ]);
    expect((await t.ok(who, getDocument, { params: { documentId: mine } })).pageCount).toBe(2);
    expect(await t.work(who, (w) => documentText(w, mine))).toEqual({
      state: 'READY',
      pages: ['Invoice 1', 'page two'],
    });
    expect(await t.work(who, (w) => documentText(w, scan))).toEqual({ state: 'NONE', pages: [] });
    await expect.poll(() => told, { timeout: 10_000 }).toHaveLength(3);
    expect(told).toEqual(
      expect.arrayContaining([
        [who.accountId, [mine]],
        [other.accountId, [theirs]],
        [who.accountId, [scan]],
      ]),
    );
  });

  it('are given up after two attempts if the file is encrypted or missing', async () => {
    const [locked, gone] = [await upload(ENCRYPTED), await upload(pdfOf([['gone']]))];
    const { storage_key } = await t.work(who, (w) =>
      w.tx
        .selectFrom('document_version')
        .select('storage_key')
        .where('document_id', '=', gone)
        .executeTakeFirstOrThrow(),
    );
    await t.deps.fileStore.remove(storage_key);
    await t.readTexts();
    expect(await rowOf(locked)).toEqual({ text_state: 'FAILED', text_tries: 2 });
    expect(await rowOf(gone)).toEqual({ text_state: 'FAILED', text_tries: 2 });
    await t.readTexts();
    expect((await rowOf(locked)).text_tries).toBe(2);
  });

  it('are read after two kills of the process, but given up after ten', async () => {
    const [unlucky, deadly] = [await upload(pdfOf([['unlucky']])), await upload(pdfOf([['deadly']]))];
    await setTries(unlucky, 2);
    await setTries(deadly, 10);
    await t.readTexts();
    expect([(await rowOf(unlucky)).text_state, (await rowOf(deadly)).text_state]).toEqual(['READY', 'FAILED']);
  });

  it('are read correctly by two processes at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => upload(pdfOf([[`Invoice ${i}`]]))));
    await Promise.all([t.readTexts(), createJobRunner(t.deps, readTexts).runAll()]);
    for (const [i, id] of ids.entries())
      expect(await t.work(who, (w) => documentText(w, id))).toEqual({ state: 'READY', pages: [`Invoice ${i}`] });
  });

  it('are read automatically after an upload; a stopped worker leaves the rest for later', {
    timeout: 30_000,
  }, async () => {
    const reader = await startWorker(t.deps, t.databaseUrl, [readTexts], { schedules: [] });
    const quick = await upload(pdfOf([['quick']]));
    await expect.poll(() => stateOf(quick), { timeout: 10_000 }).toBe('READY');
    const slow = await upload(SLOW);
    await expect.poll(async () => (await rowOf(slow)).text_tries, { timeout: 5_000, interval: 20 }).toBe(1);
    // No transaction is open while the file is read.
    const open = await sql<{ n: bigint }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(t.deps.db);
    expect(open.rows[0]?.n).toBe(0n);
    await reader.stop();
    expect((await rowOf(slow)).text_state).toBe('PENDING');
    await t.work(who, (w) =>
      w.tx.updateTable('document_version').set({ text_state: 'NONE' }).where('document_id', '=', slow).execute(),
    );
  });
});
