import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { downloadDocument, getDocument } from '@quayside/contracts/documents/documents';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { getProductPicture } from '@quayside/contracts/products/product-pictures';
import { getProductImport } from '@quayside/contracts/products/product-imports';
import { getCartonSummary, listCartons } from '@quayside/contracts/shipments/cartons';
import { getOrderStats, listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { getStockTotals } from '@quayside/contracts/stock/stock';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listShipmentPlans, shipmentPlanTotals } from '@quayside/contracts/shipments/shipment-plans';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/file-store/disk.ts';
import { createAesSecrets } from '../adapters/secrets/aes-secrets.ts';
import { findLostFiles } from '../files/sweep-files.ts';
import { mailPlace } from '../mail/queue-mail.ts';
import { pngOf } from '../seed/demo-picture.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { pdfOf } from '../testing/documents.ts';
import { keysInStore, sweepAll } from '../testing/files.ts';
import { theOrder } from '../testing/shipments.ts';
import { olderDatabase, type TestDatabase } from '../testing/test-database.ts';
import { brokenShipments } from '../areas/shipments/check/shipments-invariants.views.ts';
import { migrate } from './migrate.ts';

/** The newest migration of the previous release. */
const PREVIOUS = '0009-imports-write-less';
const AT = '2026-11-19T10:00:00.000Z';
const KEY = randomBytes(32);
const ID = {
  person: randomUUID(),
  account: randomUUID(),
  supplier: randomUUID(),
  product: randomUUID(),
  waiting: randomUUID(),
  interrupted: randomUUID(),
  document: randomUUID(),
  invoice: randomUUID(),
  line: randomUUID(),
  factory: randomUUID(),
  factoryLine: randomUUID(),
  order: randomUUID(),
  mail: randomUUID(),
  accountMail: randomUUID(),
};
const PDF = pdfOf([['Freight bill of the previous release']]);
const PNG = pngOf(2, 2, () => [90, 120, 140]);

let database: TestDatabase;
let folder: string;
let t: TestApp;
let owner: TestPerson;
let lost: string;
/** The stored files that rows reference. */
const files: { key: string; sha256: string; size: number; table: string; owner: string }[] = [];

beforeAll(async () => {
  database = await olderDatabase(PREVIOUS);
  folder = mkdtempSync(join(tmpdir(), 'quayside-upgrade-'));
  await fillPrevious(database.url);
  await migrate(database.url);
  t = await startTestApp(
    { SECRETS_KEY: KEY.toString('base64') },
    { beside: { databaseUrl: database.url, deps: { config: { dataDir: folder } } } },
  );
  owner = await t.session(ID.person, ID.account);
});
afterAll(async () => {
  await t.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const byKey = (one: { storage_key: string }, other: { storage_key: string }) =>
  one.storage_key.localeCompare(other.storage_key);

describe('an upgrade of the data of the previous release', () => {
  it('gives each file the row that describes it and the claim of its owner', async () => {
    const rows = await t.work(owner, (w) => w.tx.selectFrom('stored_file').selectAll().execute());
    expect(
      rows.map((row) => ({
        key: row.storage_key,
        sha256: row.sha256,
        size: Number(row.size),
        table: row.owner_table,
        owner: row.owner_id,
      })),
    ).toEqual(expect.arrayContaining(files));
    expect(rows).toHaveLength(4);
    const stored = await t.deps.db.selectFrom('file_in_store').select(['storage_key', 'unclaimed_since']).execute();
    expect(stored.toSorted(byKey)).toEqual(
      files.map(({ key }) => ({ storage_key: key, unclaimed_since: null })).toSorted(byKey),
    );
  });

  it('schedules the daily jobs of each account in its time zone', async () => {
    expect(await t.deps.db.selectFrom('account_directory').select(['account_id', 'time_zone']).execute()).toEqual([
      { account_id: ID.account, time_zone: 'Europe/Lisbon' },
    ]);
  });

  it('keeps invoices and readable files', async () => {
    const invoice = await t.ok(owner, getInvoice, { params: { id: ID.invoice } });
    expect(invoice).toMatchObject({ invoiceNumber: 'OLD-1', costType: 'SHIPPING', total: '25.00', status: 'REVIEW' });
    expect(invoice.lines).toMatchObject([
      { invoiceLineId: ID.line, costType: 'SHIPPING', amount: '25.00', basis: 'VALUE' },
    ]);
    const pdf = await t.call(owner, downloadDocument, { params: { documentId: ID.document } });
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await t.call(owner, getProductPicture, { params: { id: ID.product } })).status).toBe(200);
  });

  it('keeps orders as unpacked and OPEN, and invents no pack list, carton or shipment plan', async () => {
    const { content } = await t.ok(owner, listOrders, {});
    expect(content).toMatchObject([
      {
        orderId: ID.order,
        number: 'SO-000001',
        status: 'OPEN',
        invoiceNumber: 'OLD-2',
        sku: 'OLD-1',
        quantity: 1000,
        packedQuantity: 0,
        shippedQuantity: 0,
        unpackedQuantity: 1000,
        packListCount: 0,
        readyOn: null,
        version: 0,
      },
    ]);
    expect(content).toEqual((await t.ok(owner, listOrders, { query: { orderStatuses: ['OPEN'] } })).content);
    expect((await theOrder(t, owner, ID.order)).packLists).toEqual([]);
    expect(await t.ok(owner, getOrderStats, {})).toEqual({
      ...{ total: 1, open: 1, inTransit: 0, received: 0, closed: 0 },
      ...{ units: 1000, unpacked: 1000 },
    });
    expect(await t.ok(owner, orderTotals, {})).toEqual({
      ...{ kind: 'SUPPLIER', count: 1, quantity: 1000 },
      ...{ packed: 0, shipped: 0, received: 0, missing: 0, unpacked: 1000 },
    });
    expect(await t.ok(owner, getStockTotals, {})).toMatchObject({ count: 1, onOrder: 1000, packed: 0, onHand: 0 });
    expect((await t.ok(owner, listPackLists, {})).content).toEqual([]);
    expect((await t.ok(owner, listCartons, {})).content).toEqual([]);
    expect((await t.ok(owner, listShipmentPlans, {})).content).toEqual([]);
    expect(await t.ok(owner, getCartonSummary, {})).toMatchObject({ count: 0, total: 0 });
    expect(await t.ok(owner, shipmentPlanTotals, {})).toMatchObject({ count: 0, units: 0, cartons: 0 });
    const packing = await t.work(owner, (w) => w.tx.selectFrom('order_packing').select('order_id').execute());
    expect([packing, await t.work(owner, brokenShipments)]).toEqual([[], []]);
  });

  it('reads the text of a document that was waiting', async () => {
    await t.readTexts();
    const document = await t.ok(owner, getDocument, { params: { documentId: ID.document } });
    expect(document).toMatchObject({ textState: 'READY', fileName: 'bill.pdf' });
  });

  it('resumes an import that was waiting and one that was interrupted', async () => {
    await t.runImports();
    const states = [];
    for (const id of [ID.waiting, ID.interrupted])
      states.push((await t.ok(owner, getProductImport, { params: { importId: id } })).state);
    expect(states).toEqual(['IMPORTED', 'IMPORTED']);
    const { content } = await t.ok(owner, listProducts, {});
    expect(content.map((product) => product.sku).toSorted()).toEqual(['INTERRUPTED-1', 'OLD-1', 'WAITING-1']);
  });

  it('sends each waiting mail once', async () => {
    await t.sendMails();
    await t.sendMails();
    const sent = t.mails().map((mail) => `${mail.to}: ${mail.subject}`);
    expect(sent.toSorted((one, other) => one.localeCompare(other))).toEqual([
      'owner@previous.example: Account mail',
      'owner@previous.example: Sign-in mail',
    ]);
  });

  it('keeps every file that a row names, and removes a file that no row names', async () => {
    const claimed = (await t.work(owner, (w) => w.tx.selectFrom('stored_file').select('storage_key').execute())).map(
      (row) => row.storage_key,
    );
    await findLostFiles(t.deps);
    t.setTime('2026-11-22T10:00:00.000Z');
    await sweepAll(t.deps);
    const left = await keysInStore(t.deps);
    expect(left).toEqual(expect.arrayContaining(claimed));
    expect(left).not.toContain(lost);
  });
});

/** The columns and encoding that the previous release had detected in the file of the interrupted import. */
const LAYOUT = JSON.stringify({
  kind: 'CSV',
  encoding: 'utf-8',
  sheet: null,
  delimiter: ',',
  names: ['sku', 'name', 'supplier'],
  fields: ['sku', 'name', 'supplier'],
  mapping: 'GUESSED',
  idType: -1,
  needed: 3,
});
const secrets = createAesSecrets(new Map([[1, KEY]]));

async function putFile(content: Buffer): Promise<{ key: string; sha256: string; size: number }> {
  const name = randomBytes(16).toString('hex');
  const key = `${name.slice(0, 2)}/${name}`;
  const store = createDiskFileStore(join(folder, 'files'));
  return { key, ...(await store.put(key, Readable.from([content]), { maxBytes: content.length })) };
}

/** Stores a file that a row will reference. */
async function storeFile(table: string, owner: string, content: Buffer) {
  const file = await putFile(content);
  files.push({ ...file, table, owner });
  return file;
}

/** Creates rows and files as the previous release wrote them. */
async function fillPrevious(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const times = { created_at: AT, updated_at: AT };
  const of = { account_id: ID.account };
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys(row);
    const places = columns.map((_, i) => `$${i + 1}`);
    return client.query(
      `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    );
  };
  try {
    await insert('person', {
      id: ID.person,
      email: 'owner@previous.example',
      password_hash: 'none',
      first_name: 'Ines',
      last_name: 'Moreau',
      is_verified: true,
      default_account_id: ID.account,
      ...times,
    });
    await client.query(`select set_config('app.account_id', $1, false)`, [ID.account]);
    await insert('account', {
      ...of,
      name: 'Previous & Sons',
      owner_id: ID.person,
      currency: 'GBP',
      time_zone: 'Europe/Lisbon',
      ...times,
    });
    await insert('account_member', { ...of, person_id: ID.person, roles: ['sv-account-admin'], created_at: AT });
    await insert('supplier', { ...of, id: ID.supplier, company_name: 'Old supplier', ...times });
    const picture = await storeFile('product', ID.product, PNG);
    await insert('product', {
      ...of,
      id: ID.product,
      name: 'Old kettle',
      sku: 'OLD-1',
      picture_key: picture.key,
      picture_type: 'image/png',
      picture_sha256: picture.sha256,
      picture_size: picture.size,
      ...times,
    });
    const bill = await storeFile('document_version', ID.document, PDF);
    await insert('document', { ...of, id: ID.document, document_type: 'INVOICE', ...times });
    await insert('document_version', {
      ...of,
      document_id: ID.document,
      number: 1,
      file_name: 'bill.pdf',
      content_type: 'application/pdf',
      size: bill.size,
      sha256: bill.sha256,
      storage_key: bill.key,
      text_state: 'PENDING',
      created_at: AT,
    });
    await insert('invoice', {
      ...of,
      id: ID.invoice,
      supplier_id: ID.supplier,
      document_id: ID.document,
      invoice_number: 'OLD-1',
      date: '2026-11-18',
      currency: 'GBP',
      total_minor: 2500,
      cost_type: 'SHIPPING',
      status: 'REVIEW',
      ...times,
    });
    await insert('document_entity', {
      ...of,
      document_id: ID.document,
      entity_type: 'INVOICE',
      entity_id: ID.invoice,
      attached_at: AT,
    });
    await insert('invoice_line', {
      ...of,
      id: ID.line,
      invoice_id: ID.invoice,
      position: 1,
      cost_type: 'SHIPPING',
      basis: 'VALUE',
      amount_minor: 2500,
      ...times,
    });
    await insert('invoice', {
      ...of,
      id: ID.factory,
      supplier_id: ID.supplier,
      invoice_number: 'OLD-2',
      date: '2026-11-18',
      currency: 'GBP',
      total_minor: 500000,
      cost_type: 'FACTORY_INVOICE',
      status: 'WORKING',
      ...times,
    });
    await insert('invoice_line', {
      ...of,
      id: ID.factoryLine,
      invoice_id: ID.factory,
      position: 1,
      product_id: ID.product,
      cost_type: 'FACTORY_INVOICE',
      quantity: 1000,
      amount_minor: 500000,
      ...times,
    });
    await insert('cost_layer', {
      ...of,
      id: ID.order,
      number: 'SO-000001',
      product_id: ID.product,
      invoice_id: ID.factory,
      invoice_line_id: ID.factoryLine,
      date: '2026-11-18',
      units: 1000,
      factory_minor: 500000,
      ...times,
    });
    for (const [id, sku, progress] of [
      [ID.waiting, 'WAITING-1', { state: 'PENDING' }],
      [ID.interrupted, 'INTERRUPTED-1', { state: 'CHECKING', tries: 1, lease_until: AT, layout: LAYOUT }],
    ] as const) {
      const file = await storeFile('import', id, Buffer.from(`sku,name,supplier\n${sku},Kettle,Old supplier\n`));
      await insert('product_import', {
        ...of,
        id,
        file_sha256: file.sha256,
        storage_key: file.key,
        size: file.size,
        is_dry_run: false,
        result: JSON.stringify({
          fileName: 'products.csv',
          counts: { rows: 0, create: 0, update: 0, skip: 0, fail: 0 },
          columns: [],
          errors: [],
          errorCount: 0,
          sample: [],
          sameFileAs: null,
          failure: null,
          undo: null,
        }),
        created_by: ID.person,
        created_at: AT,
        ...progress,
      });
    }
    for (const [id, accountId, subject] of [
      [ID.mail, null, 'Sign-in mail'],
      [ID.accountMail, ID.account, 'Account mail'],
    ] as const)
      await insert('mail_message', {
        id,
        account_id: accountId,
        person_id: ID.person,
        kind: 'invitation',
        recipient: 'owner@previous.example',
        sealed_parts: secrets.seal(JSON.stringify({ subject, heading: subject, paragraphs: ['Hello'] }), mailPlace(id)),
        next_try_at: AT,
        created_at: AT,
      });
    lost = (await putFile(Buffer.from('named by no row'))).key;
  } finally {
    await client.end();
  }
}
