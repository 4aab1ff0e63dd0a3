import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import {
  getOrderImport,
  getOrderImportErrorFile,
  listOrderImports,
  undoOrderImport,
} from '@quayside/contracts/stock/order-imports';
import { listProducts } from '@quayside/contracts/products/product-lists';
import {
  createProductImport,
  getProductImport,
  getProductImportErrorFile,
  listProductImportRows,
  listProductImports,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import {
  createSupplierImport,
  getSupplierImport,
  getSupplierImportErrorFile,
  listSupplierImports,
  startSupplierImport,
  undoSupplierImport,
} from '@quayside/contracts/suppliers/supplier-imports';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/file-store/disk.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { sweepAll } from '../testing/files.ts';
import { olderDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

/** The newest migration of the release that had one table for each kind of import. */
const PREVIOUS = '0048-reversed-receipts';
const AT = '2026-11-19T10:00:00.000Z';
const ID = { person: randomUUID(), account: randomUUID() };
const STATES = ['PENDING', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'REFUSED', 'FAILED', 'CANCELLED'] as const;
type State = (typeof STATES)[number] | 'UNDOING' | 'UNDONE';
const ALL: readonly State[] = [...STATES, 'UNDOING', 'UNDONE'];
/** The states in which imports of suppliers can be, which never wait for a job. */
const OF_SUPPLIERS = ['CHECKED', 'IMPORTED', 'REFUSED', 'CANCELLED', 'UNDONE'] as const;

const idsOf = <S extends State>(states: readonly S[]) =>
  Object.fromEntries(states.map((state) => [state, randomUUID()])) as Readonly<Record<S, string>>;
const products = idsOf(ALL);
const suppliers = idsOf(OF_SUPPLIERS);
const orders = idsOf(ALL);
const made = { product: randomUUID(), supplier: randomUUID(), order: randomUUID(), line: randomUUID() };
const undoing = { product: randomUUID(), order: randomUUID(), line: randomUUID() };

let database: TestDatabase;
let folder: string;
let t: TestApp;
let owner: TestPerson;

beforeAll(async () => {
  database = await olderDatabase(PREVIOUS);
  folder = mkdtempSync(join(tmpdir(), 'quayside-upgrade-'));
  await fillPrevious(database.url);
  await migrate(database.url);
  t = await startTestApp({}, { beside: { databaseUrl: database.url, deps: { config: { dataDir: folder } } } });
  t.setTime('2026-11-20T10:00:00.000Z');
  owner = await t.session(ID.person, ID.account);
});
afterAll(async () => {
  await t.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (importId: string) => ({ params: { importId } });

describe('an upgrade of imports of each kind', () => {
  it('keeps each import with its id, state, name, counts and time', async () => {
    const all = { query: { size: 50 } };
    const seen = [
      (await t.ok(owner, listProductImports, all)).content,
      (await t.ok(owner, listSupplierImports, all)).content,
      (await t.ok(owner, listOrderImports, all)).content,
    ].map((list) => Object.fromEntries(list.map((i) => [i.state, [i.id, i.fileName, i.counts.rows, i.createdAt]])));
    const expected = (ids: Readonly<Record<string, string>>, name: string) =>
      Object.fromEntries(Object.entries(ids).map(([state, id]) => [state, [id, `${state}-${name}`, 1, AT]]));
    expect(seen).toEqual([
      expected(products, 'products.csv'),
      expected(suppliers, 'suppliers.csv'),
      expected(orders, 'orders.txt'),
    ]);
  });

  it('keeps what was chosen and found: columns, how the file was read, marks, meanings, errors', async () => {
    const checked = await t.ok(owner, getProductImport, at(products.CHECKED));
    expect(checked).toMatchObject({
      ...{ kind: 'CSV', encoding: 'utf-8', mapping: 'CHOSEN', mode: 'ALL_OR_NOTHING', isDryRun: true },
      columns: [{ name: 'Code', field: 'sku' }, { field: 'name' }],
      values: [{ field: 'status', from: 'live', to: 'ACTIVE' }],
    });
    expect(await t.ok(owner, getProductImport, at(products.FAILED))).toMatchObject({
      ...{ kind: null, failure: 'The import was abandoned after 5 interruptions. Nothing was stored.' },
    });
    expect(await t.ok(owner, getOrderImport, at(orders.IMPORTED))).toMatchObject({
      ...{ encoding: 'windows-1252', isMixed: true, errorCount: 1, hasErrorFile: true, canUndo: true },
      errors: [{ row: 3, column: 'quantity', value: 'x' }],
    });
    const { content } = await t.ok(owner, listProductImportRows, { params: { importId: products.IMPORTED } });
    expect(content).toMatchObject([{ row: 2, action: 'CREATE', sku: 'MADE-1', productId: made.product }]);
    const told = (await t.ok(owner, listNotifications, {})).content;
    expect(told).toMatchObject([{ about: { id: products.IMPORTED, label: 'IMPORTED-products.csv' } }]);
  });

  it('keeps each file with its import, so that no sweep takes it', async () => {
    const rows = await t.work(owner, (w) =>
      w.tx.selectFrom('stored_file').select(['owner_table', 'owner_id', 'storage_key']).execute(),
    );
    const withFile = await t.work(owner, (w) =>
      w.tx.selectFrom('import').select(['id', 'storage_key']).where('storage_key', 'is not', null).execute(),
    );
    expect(withFile).toHaveLength(ALL.length + OF_SUPPLIERS.length + 2);
    expect(new Set(rows.map((row) => `${row.owner_table} ${row.owner_id} ${row.storage_key}`))).toEqual(
      new Set(withFile.map((row) => `import ${row.id} ${row.storage_key}`)),
    );
    await sweepAll(t.deps);
    const claimed = await t.deps.db.selectFrom('file_in_store').select('unclaimed_since').execute();
    expect(claimed).toHaveLength(withFile.length);
    expect(claimed.every(({ unclaimed_since: since }) => since === null)).toBe(true);
  });

  it('goes on with what was waiting, being checked, stored or taken back', async () => {
    await t.runImports();
    await t.runOrderImports();
    const states = await Promise.all(
      (['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING'] as const).map(async (state) => [
        (await t.ok(owner, getProductImport, at(products[state]))).state,
        (await t.ok(owner, getOrderImport, at(orders[state]))).state,
      ]),
    );
    expect(states).toEqual([
      ['IMPORTED', 'IMPORTED'],
      ['IMPORTED', 'IMPORTED'],
      ['IMPORTED', 'IMPORTED'],
      ['UNDONE', 'UNDONE'],
    ]);
    const { content } = await t.ok(owner, listProducts, {});
    expect(content.map(({ sku }) => sku).toSorted()).toEqual(['CHECKING-1', 'IMPORTING-1', 'MADE-1', 'PENDING-1']);
    const lines = await t.work(owner, (w) => w.tx.selectFrom('customer_order_line').select('sku').execute());
    expect(lines.map(({ sku }) => sku).toSorted()).toEqual(['CHECKING-1', 'IMPORTING-1', 'MADE-1', 'PENDING-1']);
  });

  it('still undoes what was imported, and returns the rows with errors', async () => {
    expect((await t.call(owner, getProductImportErrorFile, at(products.REFUSED))).text).toContain(
      '"REFUSED-1","Kettle"',
    );
    expect((await t.call(owner, getSupplierImportErrorFile, at(suppliers.REFUSED))).text).toContain('REFUSED Works');
    expect((await t.call(owner, getOrderImportErrorFile, at(orders.IMPORTED))).text).toContain('REFUSED-1');
    expect(await t.ok(owner, undoProductImport, at(products.IMPORTED))).toMatchObject({
      ...{ state: 'UNDONE', undo: { deleted: 1, keptCount: 0 } },
    });
    expect(await t.ok(owner, undoSupplierImport, at(suppliers.IMPORTED))).toMatchObject({
      ...{ state: 'UNDONE', undo: { deleted: 1, keptCount: 0 } },
    });
    expect(await t.ok(owner, undoOrderImport, at(orders.IMPORTED))).toMatchObject({
      ...{ state: 'UNDONE', undo: { removed: 1, kept: 0 } },
    });
  });

  it('starts what was checked, and remembers what was chosen for the same headings', async () => {
    const started = await t.ok(owner, startSupplierImport, { ...at(suppliers.CHECKED), body: { mode: 'VALID_ROWS' } });
    expect(started).toMatchObject({ state: 'IMPORTED', counts: { create: 1 } });
    const again = await t.ok(owner, createSupplierImport, {
      query: { dryRun: 'true' },
      file: { name: 'again.csv', content: 'Firm,Town\nAgain Works,Ningbo\n' },
    });
    expect(again).toMatchObject({ mapping: 'REMEMBERED', columns: [{ field: 'companyName' }, { field: 'city' }] });
    const known = await t.ok(owner, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'again.csv', content: 'Code,Label\nAGAIN-1,Pan\n' },
    });
    expect(known).toMatchObject({ mapping: 'REMEMBERED', columns: [{ field: 'sku' }, { field: 'name' }] });
    const same = await t.ok(owner, createProductImport, {
      query: { dryRun: 'true' },
      file: { name: 'same.csv', content: PRODUCT_FILE('IMPORTING') },
    });
    expect(same.sameFileAs).toMatchObject({ importId: products.IMPORTING });
    expect((await t.ok(owner, getSupplierImport, at(suppliers.UNDONE))).undo).toMatchObject({ deleted: 1 });
  });
});

const PRODUCT_FILE = (state: State) => `Code,Label\n${state}-1,Kettle\n`;
const hashOf = (names: readonly string[]) =>
  createHash('sha256')
    .update(names.map((name) => name.toLowerCase()).join('\0'))
    .digest('hex');

/** Creates rows and files as the previous release wrote them. */
async function fillPrevious(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const of = { account_id: ID.account };
  const times = { created_at: AT, updated_at: AT };
  const insert = (table: string, row: Readonly<Record<string, unknown>>) => {
    const columns = Object.keys(row);
    const places = columns.map((_, i) => `$${i + 1}`);
    return client.query(
      `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    );
  };
  const store = createDiskFileStore(join(folder, 'files'));
  const putFile = async (text: string) => {
    const content = Buffer.from(text);
    const name = randomBytes(16).toString('hex');
    const storage_key = `${name.slice(0, 2)}/${name}`;
    const { sha256, size } = await store.put(storage_key, Readable.from([content]), { maxBytes: content.length });
    return { storage_key, file_sha256: sha256, size };
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
    await fillProducts(insert, putFile);
    await fillSuppliers(insert, putFile);
    await fillOrders(insert, putFile);
  } finally {
    await client.end();
  }
}

type Insert = (table: string, row: Readonly<Record<string, unknown>>) => Promise<unknown>;
type PutFile = (text: string) => Promise<{ storage_key: string; file_sha256: string; size: number }>;
const of = { account_id: ID.account };
const times = { created_at: AT, updated_at: AT };
const by = { created_by: ID.person, created_at: AT };
const ended = (state: State) =>
  ['PENDING', 'CHECKING', 'IMPORTING'].includes(state) ? { finished_at: null } : { finished_at: AT };

async function fillProducts(insert: Insert, putFile: PutFile): Promise<void> {
  const layout = {
    ...{ kind: 'CSV', encoding: 'utf-8', isMixed: false, sheet: null, delimiter: ',', names: ['Code', 'Label'] },
    ...{ fields: ['sku', 'name'], mapping: 'CHOSEN', idType: -1, needed: 2, numbers: [null, null] },
    ...{ units: [null, null], values: [{ field: 'status', from: 'live', to: 'ACTIVE' }] },
  };
  for (const id of [made.product, undoing.product])
    await insert('product', { ...of, id, name: 'Made', sku: id === made.product ? 'MADE-1' : 'UNDO-1', ...times });
  for (const state of ALL) {
    const isRead = state !== 'PENDING' && state !== 'FAILED';
    const columns = ['Code', 'Label'].map((name, i) => ({
      ...{ name, field: i === 0 ? 'sku' : 'name', samples: ['x'], numbers: null, unit: null },
    }));
    const counts = { rows: 1, create: 1, update: 0, skip: 0, fail: 0 };
    await insert('product_import', {
      ...of,
      id: products[state],
      state,
      mode: 'ALL_OR_NOTHING',
      is_dry_run: state === 'CHECKED',
      ...(await putFile(PRODUCT_FILE(state))),
      fields: isRead ? JSON.stringify(['sku', 'name']) : null,
      layout: isRead ? JSON.stringify(layout) : null,
      rows_done: state === 'UNDOING' ? 0 : 1,
      rows_total: 1,
      result: JSON.stringify({
        fileName: `${state}-products.csv`,
        counts: state === 'REFUSED' ? { ...counts, create: 0, fail: 1 } : counts,
        columns: isRead ? columns : [],
        ...{ errors: [], errorCount: 0, errorGroups: [], sample: [], parcels: null, sameFileAs: null },
        failure: state === 'FAILED' ? { code: 'imports.given_up', params: { tries: 5 } } : null,
        ...{ decimalMarks: null, units: null, values: layout.values },
        undo: state === 'UNDONE' ? { at: AT, deleted: 1, restored: 0, keptCount: 0, kept: [] } : null,
        ...(state === 'UNDOING' && {
          undoing: {
            ...{ personId: ID.person, requestId: null, after: null, waiting: 0, moved: 0, isLastRound: false },
            ...{ deleted: 0, restored: 0, keptCount: 0, kept: [] },
          },
        }),
      }),
      ...by,
      ...ended(state),
    });
    if (state === 'PENDING' || state === 'FAILED') continue;
    const sku = state === 'IMPORTED' ? 'MADE-1' : `${state}-1`;
    await insert('product_import_row', {
      ...of,
      import_id: products[state],
      row: 2,
      action: state === 'REFUSED' ? 'FAIL' : 'CREATE',
      sku_key: sku.toLowerCase(),
      product_id: state === 'IMPORTED' ? made.product : state === 'REFUSED' ? null : randomUUID(),
      changes: JSON.stringify({
        ...{ sku, name: 'Kettle', given: { values: { sku, name: 'Kettle' } }, version: null, changes: [] },
      }),
      errors:
        state === 'REFUSED'
          ? JSON.stringify([{ row: 2, column: 'Label', value: '', reason: { code: 'rows.needs_name', params: {} } }])
          : null,
    });
  }
  for (const [state, subject] of [
    ['IMPORTED', made.product],
    ['UNDOING', undoing.product],
  ] as const)
    await insert('operation_row', {
      ...of,
      operation_id: products[state],
      subject_id: subject,
      before: null,
      version_before: 0,
      version_after: 1,
    });
  await insert('import_mapping', {
    ...of,
    header_sha256: hashOf(['Code', 'Label']),
    fields: JSON.stringify(['sku', 'name']),
    choices: JSON.stringify({ units: [null, null], values: [], decimalMarks: [null, null] }),
    updated_at: AT,
  });
  await insert('notification', {
    ...of,
    id: randomUUID(),
    type: 'INFO',
    summary: 'Import finished',
    message: ['1 added'],
    about_type: 'IMPORT',
    about_id: products.IMPORTED,
    created_at: AT,
  });
}

async function fillSuppliers(insert: Insert, putFile: PutFile): Promise<void> {
  await insert('supplier', { ...of, id: made.supplier, company_name: 'Made Works', ...times });
  const layout = {
    ...{ kind: 'CSV', encoding: 'utf-8', sheet: null, delimiter: ',', names: ['Firm', 'Town'] },
    ...{ fields: ['companyName', 'city'], mapping: 'CHOSEN', needed: 2, numbers: [null, null], values: [] },
  };
  for (const state of OF_SUPPLIERS) {
    const counts = { rows: 1, create: 1, update: 0, skip: 0, fail: 0 };
    const id = suppliers[state];
    const isRefused = state === 'REFUSED';
    await insert('supplier_import', {
      ...of,
      id,
      state,
      mode: 'ALL_OR_NOTHING',
      is_dry_run: state === 'CHECKED',
      file_name: `${state}-suppliers.csv`,
      ...(await putFile(`Firm,Town\n${state} Works,Ningbo\n`)),
      header_sha256: hashOf(['Firm', 'Town']),
      mapped_at: AT,
      choices: JSON.stringify({ fields: ['companyName', 'city'], decimalMarks: null, earlierMarks: [], values: [] }),
      layout: JSON.stringify(layout),
      result: JSON.stringify({
        counts: isRefused ? { ...counts, create: 0, fail: 1 } : counts,
        ...{ columns: [], errors: [], errorCount: 0, errorGroups: [], similar: [], sample: [], sameFileAs: null },
        failure: null,
        undo: state === 'UNDONE' ? { at: AT, deleted: 1, restored: 0, keptCount: 0, kept: [] } : null,
      }),
      ...by,
      finished_at: AT,
    });
    await insert('supplier_import_row', {
      ...of,
      import_id: id,
      row: 2,
      action: isRefused ? 'FAIL' : 'CREATE',
      company_name: `${state} Works`,
      supplier_id: state === 'IMPORTED' ? made.supplier : null,
      changes: '[]',
      errors: isRefused
        ? JSON.stringify([{ row: 2, column: 'Town', value: '', reason: { code: 'cell.too_long', params: {} } }])
        : '[]',
    });
  }
  await insert('operation_row', {
    ...of,
    operation_id: suppliers.IMPORTED,
    subject_id: made.supplier,
    before: null,
    version_before: 0,
    version_after: 1,
  });
}

async function fillOrders(insert: Insert, putFile: PutFile): Promise<void> {
  const columns = ['amazon-order-id', 'purchase-date', 'sales-channel', 'sku', 'item-status', 'quantity'];
  const rowOf = (sku: string) => [`N-${sku}`, '2026-11-10T10:00:00+00:00', 'Amazon.co.uk', sku, 'Shipped', '1'];
  const counts = { rows: 1, lines: 1, create: 0, update: 0, same: 0, older: 0, fail: 0 };
  for (const state of ALL) {
    const id = orders[state];
    const isStored = state === 'IMPORTED' || state === 'UNDOING';
    const text = [columns, rowOf(`${state}-1`)].map((cells) => cells.join('\t')).join('\n');
    // The file goes as soon as it was read.
    const { storage_key, ...file } = await putFile(`${text}\n`);
    const isUnread = state === 'PENDING' || state === 'CHECKING';
    await insert('order_import', {
      ...of,
      id,
      state,
      is_dry_run: state === 'CHECKED',
      file_name: `${state}-orders.txt`,
      ...file,
      storage_key: isUnread ? storage_key : null,
      rows_done: state === 'CHECKING' ? 1 : 0,
      rows_total: 1,
      result: JSON.stringify({
        ...{ encoding: 'windows-1252', isMixed: true, columns, refused: isStored ? 1 : 0, soldOn: [] },
        counts: isStored ? { ...counts, create: 1, fail: 1 } : counts,
        errors: isStored ? [{ row: 3, column: 'quantity', value: 'x', reason: { code: 'order_imports.whole' } }] : [],
        errorCount: isStored ? 1 : 0,
        ...{ unknownSkus: [], unknownSkuCount: 0, sameFileAs: null, failure: null, after: null },
        undo:
          state === 'UNDONE' || state === 'UNDOING'
            ? { at: AT, removed: state === 'UNDONE' ? 1 : 0, restored: 0, kept: 0 }
            : null,
      }),
      ...by,
      ...ended(state),
    });
    if (state === 'CHECKING' || state === 'IMPORTING' || state === 'CHECKED')
      await insert('order_import_line', {
        ...of,
        import_id: id,
        ...{ number: `N-${state}-1`, sku: `${state}-1`, row: 2, day: '2026-11-10', channel: 'AMAZON_UK' },
        ...{ order_status: 'SHIPPED', status: 'SHIPPED', units: 1, shipped: 1 },
      });
  }
  for (const [state, one] of [
    ['IMPORTED', made],
    ['UNDOING', undoing],
  ] as const) {
    const sku = state === 'IMPORTED' ? 'MADE-1' : 'UNDO-1';
    await insert('customer_order', {
      ...of,
      id: one.order,
      ...{ number: `N-${sku}`, channel: 'AMAZON_UK', day: '2026-11-10', status: 'SHIPPED' },
      ...times,
    });
    await insert('customer_order_line', {
      ...of,
      id: one.line,
      customer_order_id: one.order,
      ...{ sku, status: 'SHIPPED', units: 1, shipped: 1, import_id: orders[state] },
      ...times,
    });
    await insert('order_import_change', {
      ...of,
      import_id: orders[state],
      day: '2026-11-10',
      line_id: one.line,
      before: null,
    });
  }
  await insert('order_import_refusal', {
    ...of,
    import_id: orders.IMPORTED,
    row: 3,
    part: 1,
    cells: JSON.stringify({ 'amazon-order-id': 'N-REFUSED', sku: 'REFUSED-1', quantity: 'x' }),
    reasons: JSON.stringify([{ column: 'quantity', reason: { code: 'order_imports.whole', params: {} } }]),
  });
}
