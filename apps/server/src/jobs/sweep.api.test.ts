import {
  deleteDocument,
  getDocument,
  listDocuments,
  restoreDocument,
  uploadDocument,
  uploadDocumentVersion,
} from '@quayside/contracts/documents/documents';
import { deleteInvoice } from '@quayside/contracts/invoices/invoices';
import { bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { createProductImport, undoProductImport } from '@quayside/contracts/products/product-imports';
import { createProduct } from '@quayside/contracts/products/products';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registeredJobs } from '../areas/area.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { keysInStore, sweepAll } from '../testing/files.ts';
import { PDF } from '../testing/documents.ts';
import { anInvoice, aSupplier } from '../testing/invoices.ts';
import { SCHEDULES } from './schedule.ts';

let t: TestApp;
let who: TestPerson;
const START = '2026-11-20T10:00:00.000Z';
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
});
afterAll(() => t.close());

const filesOnDisk = () => keysInStore(t.deps);
const keysInRows = () =>
  t.work(who, async (w) =>
    (await w.tx.selectFrom('document_version').select('storage_key').orderBy('storage_key').execute()).map(
      (r) => r.storage_key,
    ),
  );
const upload = async (query = {}) =>
  (await t.ok(who, uploadDocument, { query, file: { name: 'a.pdf', content: PDF } })).id;

describe('the nightly sweep', () => {
  it('knows each account of the installation', async () => {
    const other = await t.admin('USD');
    const directory = await t.deps.db.selectFrom('account_directory').select('account_id').execute();
    expect(directory.map((d) => d.account_id).sort()).toEqual([who.accountId, other.accountId].sort());
  });

  it('runs each sweep that an area has', () => {
    const sweeps = registeredJobs().flatMap(({ name }) => (name.endsWith('.sweep') ? [name] : []));
    expect(sweeps.filter((name) => !SCHEDULES.some(({ job }) => job === name))).toEqual([]);
  });

  it('runs each job that finds no work by itself, and records each daily run under a name of its own', () => {
    const byClock = registeredJobs().flatMap((job) => (job.findUnfinished || !job.perAccount ? [] : [job.name]));
    expect(byClock.filter((name) => !SCHEDULES.some(({ job }) => job === name))).toEqual([]);
    const daily = byClock.filter((name) => !name.endsWith('.sweep'));
    expect(new Set(daily.map((name) => name.split('.')[1])).size).toBe(daily.length);
  });

  it('keeps the file of an import for 30 days, and the data for its undo', async () => {
    const person = await t.admin();
    const before = await filesOnDisk();
    const { id } = await t.ok(person, createProductImport, {
      query: { dryRun: 'false' },
      file: { name: 'p.csv', content: 'sku,name\nSWEPT,Swept\n' },
    });
    const kept = () =>
      t.work(person, async (w) => {
        const rows = await w.tx
          .selectFrom('operation_row')
          .select('subject_id')
          .where('operation_id', '=', id)
          .execute();
        return [(await filesOnDisk()).length - before.length, rows.length];
      });
    await sweepAll(t.deps);
    expect(await kept()).toEqual([1, 1]);
    t.setTime('2026-12-20T09:59:00.000Z');
    await sweepAll(t.deps);
    expect(await kept()).toEqual([1, 1]);
    t.setTime('2026-12-20T10:01:00.000Z');
    await sweepAll(t.deps);
    expect(await kept()).toEqual([0, 0]);
    t.setTime(START);
    expect((await t.call(person, undoProductImport, { params: { importId: id } })).error.code).toBe(
      'imports.wrong_state',
    );
  });

  it('removes the undo data of an operation after a day', async () => {
    const person = await t.admin();
    const supplierId = await aSupplier(t, person);
    const product = await t.ok(person, createProduct, { body: { name: 'P', sku: 'P', supplierIds: [supplierId] } });
    await t.ok(person, bulkEditProducts, { body: { selection: { ids: [product.id] }, changes: { brand: 'B' } } });
    const rows = () =>
      t.work(person, async (w) => (await w.tx.selectFrom('operation_row').select('subject_id').execute()).length);
    t.setTime('2026-11-21T09:59:00.000Z');
    await sweepAll(t.deps);
    expect(await rows()).toBe(1);
    t.setTime('2026-11-21T10:01:00.000Z');
    await sweepAll(t.deps);
    expect(await rows()).toBe(0);
    t.setTime(START);
  });

  it('removes deleted documents and their files after 30 days; until then they can be restored', async () => {
    const invoiceId = (await anInvoice(t, who, { supplierId: await aSupplier(t, who) })).id;
    const [gone, back] = [await upload({ entityType: 'INVOICE', entityId: invoiceId }), await upload()];
    await t.ok(who, uploadDocumentVersion, { params: { documentId: gone }, file: { name: 'b.pdf', content: PDF } });
    // The deleted invoice still references the document that was shown with it.
    await t.ok(who, deleteInvoice, { params: { id: invoiceId } });
    await t.ok(who, deleteDocument, { params: { documentId: gone } });
    await t.ok(who, deleteDocument, { params: { documentId: back } });
    const before = await keysInRows();
    t.setTime('2026-12-20T09:59:00.000Z');
    await sweepAll(t.deps);
    expect(await keysInRows()).toEqual(before);
    t.setTime(START);
    await t.ok(who, restoreDocument, { params: { documentId: back } });
    t.setTime('2026-12-20T10:01:00.000Z');
    await sweepAll(t.deps);
    t.setTime(START);
    const left = await keysInRows();
    expect(left).toHaveLength(before.length - 2);
    expect(await filesOnDisk()).toEqual(left);
    expect((await t.call(who, restoreDocument, { params: { documentId: gone } })).status).toBe(404);
    expect((await t.ok(who, getDocument, { params: { documentId: back } })).id).toBe(back);
    expect(await t.ok(who, listDocuments)).toHaveLength(1);
  });
});
