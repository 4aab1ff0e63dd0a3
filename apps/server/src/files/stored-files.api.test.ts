import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ENDPOINTS } from '@quayside/contracts/all';
import { deleteDocument, uploadDocument, uploadDocumentVersion } from '@quayside/contracts/documents/documents';
import { putProductPicture } from '@quayside/contracts/products/product-pictures';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { createProductImport } from '@quayside/contracts/products/product-imports';
import { createSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
import { createProduct, deleteProduct } from '@quayside/contracts/products/products';
import { createPurchaseOrder, uploadPurchaseOrderFile } from '@quayside/contracts/purchasing/purchase-orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/file-store/disk.ts';
import { AREAS } from '../areas/all.ts';
import { pngOf as pngWith } from '../seed/demo-picture.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import type { BinnedFile } from '../ports/file-store.ts';
import { PDF } from '../testing/documents.ts';
import { ageFiles, keysInStore, sweepAll } from '../testing/files.ts';
import { aSupplier } from '../testing/invoices.ts';
import { reportOf } from '../testing/order-reports.ts';
import { createStoredFiles } from './stored-files.ts';
import { findLostFiles, sweepFiles } from './sweep-files.ts';

const NOW = '2026-11-20T10:00:00.000Z';
const agoMs = (ms: number) => new Date(Date.parse(NOW) - ms);
const HOUR = 3_600_000;
const pngOf = (width: number, height: number) => pngWith(width, height, () => [90, 120, 140]);
let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  maya = await t.admin();
});

const upload = async (who = maya) => (await t.ok(who, uploadDocument, { file: { name: 'a.pdf', content: PDF } })).id;
const claims = (who = maya) =>
  t.work(who, (w) =>
    w.tx
      .selectFrom('stored_file')
      .select(['storage_key', 'owner_table', 'owner_id', 'sha256', 'size', 'content_type'])
      .orderBy('owner_table')
      .execute(),
  );
const unclaimed = async () =>
  (
    await t.deps.db.selectFrom('file_in_store').select('storage_key').where('unclaimed_since', 'is not', null).execute()
  ).map((r) => r.storage_key);

describe('every column that names files', () => {
  const claimed = AREAS.flatMap((area) => area.files ?? []).map(({ table, column }) => `${table}.${column}`);

  it('has an owning area and a trigger that claims each file', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct c.relname || '.' || split_part(encode(t.tgargs, 'escape'), '\\000', 1) as name
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
      where p.proname = 'claim_file' order by 1`.execute(t.deps.db);
    expect(rows.map((r) => r.name)).toEqual([...claimed].sort());
  });

  it('is declared by its area if its name ends like that of a file', async () => {
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and column_name ~ '(storage|file|picture|image|logo|attachment)_key$'
        and table_name not in ('stored_file', 'file_in_store') order by 1`.execute(t.deps.db);
    expect(rows.map((r) => r.name)).toEqual([...claimed].sort());
  });

  it('appears in `file_in_store` after every call that stores a file', async () => {
    const product = await t.ok(maya, createProduct, {
      body: { sku: 'A', name: 'A', supplierIds: [await aSupplier(t, maya)] },
    });
    await upload();
    // The first of two pictures is kept as a former one.
    for (const side of [2, 3])
      await t.ok(maya, putProductPicture, {
        params: { id: product.id },
        file: { name: 'a.png', content: pngOf(side, side) },
      });
    await t.ok(maya, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'a.csv', content: 'sku,name\nB,B\n' },
    });
    await t.ok(maya, createSupplierImport, {
      query: { dryRun: 'true' },
      file: { name: 'a.csv', content: 'company name\nB\n' },
    });
    // The file of a small report is deleted before the call answers; a large one waits for the job.
    const rows = Array.from({ length: t.deps.config.importRowsInCall + 1 }, (_, i) => ({
      id: `${i}`,
      sku: 'A',
      units: 1,
    }));
    await t.ok(maya, createOrderImport, {
      query: { dryRun: 'true' },
      file: { name: 'o.txt', content: reportOf(rows) },
    });
    const order = await t.ok(maya, createPurchaseOrder, { body: { currency: 'CNY' } });
    await t.ok(maya, uploadPurchaseOrderFile, { params: { id: order.id }, file: { name: 'a.pdf', content: PDF } });
    const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
      select c.table_name, c.column_name from information_schema.columns c
      join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY')
        and c.table_name not in ('stored_file', 'file_in_store')`.execute(t.deps.db);
    const naming = await t.work(maya, async (w) => {
      const found: string[] = [];
      for (const { table_name, column_name } of columns) {
        const readable = await sql<{
          may: boolean;
        }>`select has_table_privilege(${table_name}, 'select') as may`.execute(w.tx);
        if (!readable.rows[0]?.may) continue;
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n from ${sql.table(table_name)}
          where ${sql.ref(column_name)}::text ~ '\\m[0-9a-f]{2}/[0-9a-f]{32}\\M'`.execute(w.tx);
        if ((rows[0]?.n ?? 0) > 0) found.push(`${table_name}.${column_name}`);
      }
      return found.sort();
    });
    expect(naming).toEqual([...claimed].sort());
  });

  it('is covered by the test above for each call of the contract that stores a file', () => {
    const calls = ENDPOINTS.filter((endpoint) => 'upload' in endpoint && endpoint.upload).map((e) => e.id);
    // If this fails because of a new call, add the call to the test above, with the file that it stores, and then here.
    // The uploads of rates, counts and opening stock remove their files in the same call, so they store none.
    expect(calls.sort()).toEqual(
      [
        'createOrderImport',
        'createProductImport',
        'createSupplierImport',
        'putProductPicture',
        'replaceInvoiceUpload',
        'uploadDocument',
        'uploadDocumentVersion',
        'uploadDutyRates',
        'uploadExchangeRates',
        'uploadFreightRates',
        'uploadInvoice',
        'uploadOpeningStock',
        'uploadProductCsv',
        'uploadPurchaseOrderFile',
        'uploadStockCounts',
      ].sort(),
    );
  });
});

describe('a stored file', () => {
  it('belongs to the account of the document, picture or import that names it', async () => {
    const documentId = await upload();
    const [file] = await claims();
    expect(file).toMatchObject({
      owner_table: 'document_version',
      owner_id: documentId,
      size: BigInt(PDF.length),
      content_type: 'application/pdf',
    });
    expect(await keysInStore(t.deps)).toContain(file?.storage_key);
    expect(await claims(await t.admin())).toEqual([]);
  });

  it('stays as long as a row names it, and is removed an hour after none does', async () => {
    const supplierIds = [await aSupplier(t, maya)];
    const add = async (sku: string, side: number) => {
      const { id } = await t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds } });
      const file = { name: 'a.png', content: pngOf(side, side) };
      await t.ok(maya, putProductPicture, { params: { id }, file });
      return { id, file: (await claims()).find((claim) => claim.owner_id === id) };
    };
    const [{ id: removed, file: first }, { id: kept, file: second }] = [await add('A', 2), await add('B', 3)];
    await t.ok(maya, deleteProduct, { params: { id: removed } });
    expect(await unclaimed()).toContain(first?.storage_key);
    await ageFiles(t.deps, agoMs(HOUR));
    await sweepFiles(t.deps);
    expect(await keysInStore(t.deps)).toContain(first?.storage_key);
    await ageFiles(t.deps, agoMs(HOUR + 1));
    await sweepFiles(t.deps);
    expect(await keysInStore(t.deps)).not.toContain(first?.storage_key);
    expect(await keysInStore(t.deps)).toContain(second?.storage_key);
    await t.ok(maya, deleteProduct, { params: { id: kept } });
    await sweepAll(t.deps);
    expect(await keysInStore(t.deps)).not.toContain(second?.storage_key);
    expect(await claims()).toEqual([]);
  });

  it('is registered before its bytes arrive, so that it is removed if its row is never written', async () => {
    const before = await keysInStore(t.deps);
    const { storageKey } = await t.deps.files.put(Readable.from([Buffer.from('x')]), {
      maxBytes: 9,
    });
    expect(await unclaimed()).toContain(storageKey);
    await sweepFiles(t.deps);
    expect(await keysInStore(t.deps)).toContain(storageKey);
    await sweepAll(t.deps);
    expect(await keysInStore(t.deps)).toEqual(before);
    expect(await unclaimed()).toEqual([]);
  });

  it.each([
    ['one after the other', async (repeat: () => Promise<string>) => [await repeat(), await repeat()]],
    ['at the same time', (repeat: () => Promise<string>) => Promise.all([repeat(), repeat()])],
  ])('is kept once when its upload is repeated with one idempotency key, %s', async (_, twice) => {
    const before = await keysInStore(t.deps);
    const repeat = async () => {
      const file = { name: 'a.pdf', content: PDF };
      return (await t.ok(maya, uploadDocument, { file, headers: { 'idempotency-key': 'upload' } })).id;
    };
    const [first, second] = await twice(repeat);
    expect(second).toBe(first);
    const added = (await keysInStore(t.deps)).filter((key) => !before.includes(key));
    expect(added).toEqual((await claims()).map((file) => file.storage_key));
    expect(added).toHaveLength(1);
  });

  it('cannot be claimed once its removal has begun', async () => {
    const id = await upload();
    const key = '00/00000000000000000000000000000000';
    await t.deps.db
      .insertInto('file_in_store')
      .values({ storage_key: key, unclaimed_since: new Date(), is_removing: true })
      .execute();
    const claim = t.work(maya, (w) =>
      w.tx.updateTable('document_version').set({ storage_key: key }).where('document_id', '=', id).execute(),
    );
    await expect(claim).rejects.toThrow('is being removed');
    await sweepAll(t.deps);
  });

  it('survives a refused request if a row claims it', async () => {
    await upload();
    const key = (await claims())[0]?.storage_key ?? '';
    await t.deps.files.remove(key);
    expect(await keysInStore(t.deps)).toContain(key);
  });

  it('that cannot be removed does not block the others, and is retried later', async () => {
    const made = [await upload(), await upload()];
    const keys = (await claims()).map((file) => file.storage_key);
    await t.work(maya, async (w) => {
      await w.tx.deleteFrom('document_version').where('document_id', 'in', made).execute();
      await w.tx.deleteFrom('document').where('id', 'in', made).execute();
    });
    await ageFiles(t.deps);
    const failing = {
      ...t.deps,
      fileStore: {
        ...t.deps.fileStore,
        moveToBin: async (file: BinnedFile) => {
          if (file.key === keys[0]) throw new Error('not now');
          await t.deps.fileStore.moveToBin(file);
        },
      },
    };
    await sweepFiles(failing);
    expect((await keysInStore(t.deps)).filter((key) => keys.includes(key))).toEqual([keys[0]]);
    await sweepAll(t.deps);
    expect((await keysInStore(t.deps)).filter((key) => keys.includes(key))).toEqual([]);
  });
});

describe('files that the database does not know', () => {
  it('are found at start-up and removed an hour later; the others stay', async () => {
    await upload();
    const before = await keysInStore(t.deps);
    const folder = join(t.deps.config.filesDir, before[0]?.slice(0, 2) ?? '');
    const [lost, broken] = [
      `${before[0]?.slice(0, 2)}/${'0'.repeat(32)}`,
      `${before[0]?.slice(0, 2)}/${'1'.repeat(32)}`,
    ];
    writeFileSync(join(folder, '0'.repeat(32)), 'of the release before');
    writeFileSync(join(folder, `${'1'.repeat(32)}.part`), 'an upload that broke off');
    await findLostFiles(t.deps);
    expect((await unclaimed()).sort()).toEqual([lost, broken].sort());
    await sweepFiles(t.deps);
    expect(await keysInStore(t.deps)).toHaveLength(before.length + 2);
    await sweepAll(t.deps);
    expect(await keysInStore(t.deps)).toEqual(before);
  });
});

describe('files and folders that Quayside did not create', () => {
  it('stay where they are and do not keep the sweep from removing files', async () => {
    await upload();
    const before = await keysInStore(t.deps);
    const root = t.deps.config.filesDir;
    const inFolder = join(root, before[0]?.slice(0, 2) ?? '');
    const foreign = [join(root, '.DS_Store'), join(inFolder, '.DS_Store'), join(root, 'notes')];
    for (const path of foreign) writeFileSync(path, 'foreign');
    const folder = join(inFolder, '2'.repeat(32));
    mkdirSync(folder);
    writeFileSync(join(inFolder, '3'.repeat(32)), 'lost');
    // An earlier release also registered folders as files.
    await t.deps.db
      .insertInto('file_in_store')
      .values({ storage_key: `${before[0]?.slice(0, 2)}/${'2'.repeat(32)}`, unclaimed_since: new Date(0) })
      .execute();
    await findLostFiles(t.deps);
    await sweepAll(t.deps);
    expect(await keysInStore(t.deps)).toEqual(before);
    expect(await unclaimed()).toEqual([]);
    expect([...foreign, folder].filter((path) => !existsSync(path))).toEqual([]);
    await findLostFiles(t.deps);
    expect(await unclaimed()).toEqual([]);
  });

  it('do not make an upload fail where a file has the name of a folder', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quayside-stray-'));
    for (let n = 0; n < 255; n += 1) writeFileSync(join(root, n.toString(16).padStart(2, '0')), 'foreign');
    const names = [...Array.from({ length: 15 }, (_, n) => `${n.toString(16)}0`), 'ff'];
    const files = createStoredFiles(
      { ...t.deps, fileStore: createDiskFileStore(root) },
      { quotaBytes: 1, random: () => Buffer.from(`${names.shift()}`.padEnd(32, '0'), 'hex') },
    );
    const { storageKey } = await files.put(Readable.from([Buffer.from('kept')]), { maxBytes: 10 });
    expect(storageKey).toMatch(/^ff/);
    expect((await files.read(storageKey)).toString()).toBe('kept');
    await files.remove(storageKey);
    rmSync(root, { recursive: true });
  });
});

describe('the files of a deleted document', () => {
  it('are kept in all versions until it can no longer be restored', async () => {
    const documentId = await upload();
    await t.ok(maya, uploadDocumentVersion, { params: { documentId }, file: { name: 'b.pdf', content: PDF } });
    await t.ok(maya, deleteDocument, { params: { documentId } });
    await sweepAll(t.deps);
    expect(await claims()).toHaveLength(2);
    t.setTime('2026-12-20T10:01:00.000Z');
    await sweepAll(t.deps);
    t.setTime(NOW);
    expect(await claims()).toEqual([]);
  });
});
