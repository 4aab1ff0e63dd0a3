import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listCountries,
  listSuppliers,
  patchSupplier,
  supplierTotals,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { requireSupplier } from './public.ts';

let t: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
});
afterAll(() => t.close());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
const add = (who: TestPerson, companyName: string, more: object = {}) =>
  t.ok(who, createSupplier, { body: { companyName, ...more } });
const names = async (who: TestPerson, query: object = {}) =>
  (await t.ok(who, listSuppliers, { query })).content.map((s) => s.companyName);

describe('a supplier', () => {
  it('is created with its Chinese name, read, updated, and cleared field by field', async () => {
    const made = await add(admin, '  Shenzhen Brightwell Ltd ', {
      localName: '深圳亮井有限公司',
      email: 'li@brightwell.example',
      country: 'CN',
      currency: 'CNY',
      leadTime: 45,
      shippingMethod: 'SEA',
    });
    expect(made).toMatchObject({
      companyName: 'Shenzhen Brightwell Ltd',
      localName: '深圳亮井有限公司',
      currency: 'CNY',
      version: 1,
      invoiceCount: 0,
      productCount: 0,
      userId: admin.userId,
      archivedAt: null,
      createdAt: '2026-11-20T10:00:00.000Z',
    });
    const changed = await t.ok(admin, updateSupplier, {
      params: { id: made.id },
      body: { companyName: 'Brightwell', email: '', leadTime: null, version: 1 },
    });
    expect(changed).toMatchObject({
      companyName: 'Brightwell',
      localName: '深圳亮井有限公司',
      email: null,
      leadTime: null,
      country: 'CN',
      version: 2,
    });
    expect(await t.ok(admin, getSupplier, { params: { id: made.id.toUpperCase() } })).toEqual(changed);
  });

  it('is not changed by an update without changes', async () => {
    const made = await add(admin, 'Same');
    expect(
      (await t.ok(admin, updateSupplier, { params: { id: made.id }, body: { companyName: 'Same' } })).version,
    ).toBe(1);
  });

  it('is returned in its current state to a stale update', async () => {
    const { id } = await add(admin, 'Stale');
    await t.ok(admin, updateSupplier, { params: { id }, body: { companyName: 'Newer', version: 1 } });
    const stale = await t.call(admin, updateSupplier, { params: { id }, body: { companyName: 'Late', version: 1 } });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { companyName: 'Newer', version: 2 } },
    });
    expect(
      (await t.call(admin, patchSupplier, { params: { id }, body: { archivedAt: null, version: 1 } })).status,
    ).toBe(409);
    expect((await t.call(admin, deleteSupplier, { params: { id }, headers: { 'if-match': '1' } })).status).toBe(409);
    expect((await t.ok(admin, getSupplier, { params: { id } })).companyName).toBe('Newer');
  });

  it('is created once when the request is repeated, with the same response', async () => {
    const headers = { 'idempotency-key': 'supplier-1' };
    const first = await t.call(admin, createSupplier, { body: { companyName: 'Once' }, headers });
    const second = await t.call(admin, createSupplier, { body: { companyName: 'Once' }, headers });
    expect(second.body).toEqual(first.body);
    expect(await names(admin, { search: 'once' })).toEqual(['Once']);
    expect((await t.call(admin, createSupplier, { body: { companyName: 'Twice' }, headers })).error.code).toBe(
      'conflict_key',
    );
  });

  it('announces changes in the audit log and the live stream', async () => {
    const { id } = await add(admin, 'Watched');
    await t.ok(admin, updateSupplier, { params: { id }, body: { companyName: 'Watched', currency: 'USD' } });
    const rows = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where(sql<boolean>`payload->'ids' ? ${id}`)
      .orderBy('id')
      .execute();
    expect(rows.map((r) => r.payload)).toEqual([
      { topic: 'suppliers', ids: [id], version: 1 },
      { topic: 'suppliers', ids: [id], version: 2 },
    ]);
    const log = await t.work(admin, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where(sql<boolean>`subject_ids @> array[${id}::uuid]`)
        .orderBy('id')
        .execute(),
    );
    expect(log).toEqual([
      {
        action: 'supplier.created',
        details: { version: 2, name: 'Watched', changes: [{ field: 'companyName', from: null, to: 'Watched' }] },
      },
      { action: 'supplier.changed', details: { version: 2, changes: [{ field: 'currency', from: null, to: 'USD' }] } },
    ]);
  });
});

describe('invalid input', () => {
  it.each([
    [{}, 'companyName', 'This field is required'],
    [{ companyName: '   ' }, 'companyName', 'This field is required'],
    [{ companyName: 'x'.repeat(201) }, 'companyName', 'At most 200 characters'],
    [{ companyName: 'a\0b' }, 'companyName', 'This text holds a character that cannot be stored'],
    [{ companyName: 'a\ud800b' }, 'companyName', 'This text holds a character that cannot be stored'],
    [{ companyName: 'A', email: 'no address' }, 'email', 'E-mail must be valid'],
    [{ companyName: 'A', telephone: '123' }, 'telephone', 'Telephone number must be valid'],
    [{ companyName: 'A', country: 'XX' }, 'country', 'Choose a country'],
    [{ companyName: 'A', currency: 'ABC' }, 'currency', 'Choose a currency'],
    [{ companyName: 'A', leadTime: -1 }, 'leadTime', '0 days or more'],
    [{ companyName: 'A', leadTime: 1.5 }, 'leadTime', 'Whole days'],
    [{ companyName: 'A', vendor: 'B' }, 'vendor', 'This field is not known here'],
  ])('refuses %j at its field and stores nothing', async (body, field, message) => {
    const before = (await t.ok(admin, supplierTotals)).count;
    const answer = await t.call(admin, createSupplier, { body: body as { companyName: string } });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toContainEqual(expect.objectContaining({ field, message }));
    expect((await t.ok(admin, supplierTotals)).count).toBe(before);
  });

  it('preserves emoji, right-to-left text and quotes', async () => {
    const companyName = `"O'Neil" 🚢 مصنع <b>`;
    expect((await add(admin, companyName)).companyName).toBe(companyName);
  });

  it.each(['archived', 'shippingMethod'] as const)('refuses an unknown value of the filter %s', async (field) => {
    const answer = await t.call(admin, listSuppliers, {
      query: { filter: JSON.stringify([{ field, op: 'in', values: ['maybe'] }]) },
    });
    expect(answer).toMatchObject({ status: 422, error: { errors: [{ field: 'filter' }] } });
  });

  it('refuses an invalid instant when archiving, and another user in the query', async () => {
    const { id } = await add(admin, 'Instant');
    expect(
      (await t.call(admin, patchSupplier, { params: { id }, body: { archivedAt: '2026-11-20' } })).error.errors,
    ).toMatchObject([{ field: 'archivedAt', message: 'Use the form 2026-11-20T10:00:00Z' }]);
    expect((await t.call(admin, listSuppliers, { query: { userId: UNKNOWN } })).status).toBe(422);
    expect((await t.call(admin, listSuppliers, { query: { userId: admin.userId } })).status).toBe(200);
  });
});

describe('the supplier list', () => {
  let seller: TestPerson;
  beforeAll(async () => {
    seller = await t.admin();
    await add(seller, 'ningbo pans', {
      localName: '宁波锅具厂',
      country: 'CN',
      currency: 'CNY',
      leadTime: 30,
      shippingMethod: 'SEA',
    });
    await add(seller, 'Ätna Freight', { country: 'DE', currency: 'EUR', city: 'Köln' });
    await add(seller, 'Moss & Co 100%', { email: 'hello@moss_co.example', leadTime: 5, shippingMethod: 'AIR' });
    const old = await add(seller, 'Old Yard');
    await t.ok(seller, patchSupplier, { params: { id: old.id }, body: { archivedAt: '2026-11-01T00:00:00Z' } });
  });

  it('sorts by name ignoring case, with Ä beside A, pages, and counts', async () => {
    expect(await names(seller)).toEqual(['Ätna Freight', 'Moss & Co 100%', 'ningbo pans']);
    expect(await names(seller, { sort: ['companyName,desc'] })).toEqual([
      'ningbo pans',
      'Moss & Co 100%',
      'Ätna Freight',
    ]);
    expect(await names(seller, { sort: ['leadTime,desc'] })).toEqual(['ningbo pans', 'Moss & Co 100%', 'Ätna Freight']);
    expect(await names(seller, { sort: ['productCount,desc', 'companyName,desc'] })).toEqual([
      'ningbo pans',
      'Moss & Co 100%',
      'Ätna Freight',
    ]);
    const page = await t.ok(seller, listSuppliers, { query: { page: 1, size: 2 } });
    expect(page).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      number: 1,
      size: 2,
      first: false,
      last: true,
      totalIsCapped: false,
    });
    expect(page.content.map((s) => s.companyName)).toEqual(['ningbo pans']);
    expect(await t.ok(seller, supplierTotals)).toMatchObject({ count: 3 });
  });

  it.each([
    ['锅具', ['ningbo pans']],
    ['宁波 PANS', ['ningbo pans']],
    ['köln', ['Ätna Freight']],
    ['ÄTNA', ['Ätna Freight']],
    ['100%', ['Moss & Co 100%']],
    ['%', ['Moss & Co 100%']],
    ['moss_co', ['Moss & Co 100%']],
    ["'; drop table supplier; --", []],
    ['\\', []],
    ['"', []],
  ])('finds %j as it is written', async (search, found) => {
    expect(await names(seller, { search })).toEqual(found);
    expect(await t.ok(seller, supplierTotals, { query: { search } })).toMatchObject({ count: found.length });
  });

  it.each([
    [{ field: 'archived', op: 'in', values: ['true'] }, ['Old Yard']],
    [
      { field: 'archived', op: 'in', values: ['true', 'false'] },
      ['Ätna Freight', 'Moss & Co 100%', 'ningbo pans', 'Old Yard'],
    ],
    [{ field: 'country', op: 'in', values: ['CN', 'DE'] }, ['Ätna Freight', 'ningbo pans']],
    [{ field: 'country', op: 'notIn', values: ['CN'] }, ['Ätna Freight', 'Moss & Co 100%']],
    [{ field: 'shippingMethod', op: 'isEmpty' }, ['Ätna Freight']],
    [{ field: 'currency', op: 'isEmpty' }, ['Moss & Co 100%']],
    [{ field: 'companyName', op: 'contains', values: ['0%'] }, ['Moss & Co 100%']],
  ])('filters by %j', async (chip, found) => {
    expect(await names(seller, { filter: JSON.stringify([chip]) })).toEqual(found);
  });
});

describe('uses of a supplier', () => {
  it('count products and invoices, prevent deletion, and are named in the refusal', async () => {
    const supplier = await add(admin, 'In use');
    await t.work(admin, async (w) => {
      const common = { account_id: admin.accountId, created_at: w.now, updated_at: w.now };
      const product = w.newId();
      await w.tx
        .insertInto('product')
        .values({ ...common, id: product, name: 'Bowl', sku: 'BOWL' })
        .execute();
      await w.tx
        .insertInto('product_supplier')
        .values({
          account_id: admin.accountId,
          product_id: product,
          supplier_id: supplier.id,
          position: 0,
          product_updated_at: new Date(),
          is_archived: false,
        })
        .execute();
      const invoice = {
        ...common,
        supplier_id: supplier.id,
        date: '2026-11-20',
        currency: 'GBP',
        status: 'OPEN' as const,
      };
      await w.tx
        .insertInto('invoice')
        .values([
          { ...invoice, id: w.newId(), invoice_number: 'INV-7' },
          { ...invoice, id: w.newId(), invoice_number: 'INV-8', deleted_at: w.now },
        ])
        .execute();
    });
    expect(await t.ok(admin, getSupplier, { params: { id: supplier.id } })).toMatchObject({
      invoiceCount: 1,
      productCount: 1,
    });
    const refused = await t.call(admin, deleteSupplier, { params: { id: supplier.id } });
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'suppliers.in_use',
        uses: [
          { type: 'INVOICE', label: 'INV-7' },
          { type: 'PRODUCT', label: 'BOWL · Bowl' },
        ],
      },
    });
    const archived = await t.ok(admin, patchSupplier, {
      params: { id: supplier.id },
      body: { archivedAt: '2026-11-20T09:00:00Z' },
    });
    expect(archived).toMatchObject({ archivedAt: '2026-11-20T09:00:00.000Z', version: 2 });
    expect(await names(admin, { search: 'in use' })).toEqual([]);
    expect(
      (await t.ok(admin, patchSupplier, { params: { id: supplier.id }, body: { archivedAt: null } })).archivedAt,
    ).toBeNull();
  });

  it('allow deletion when there are none, but not while a deleted invoice refers to the supplier', async () => {
    const free = await add(admin, 'Free');
    await t.ok(admin, deleteSupplier, { params: { id: free.id }, headers: { 'if-match': '"1"' } });
    expect((await t.call(admin, getSupplier, { params: { id: free.id } })).status).toBe(404);
    const remembered = await add(admin, 'Remembered');
    await t.work(admin, (w) =>
      w.tx
        .insertInto('invoice')
        .values({
          account_id: admin.accountId,
          id: w.newId(),
          invoice_number: 'X',
          supplier_id: remembered.id,
          date: '2026-11-20',
          currency: 'GBP',
          status: 'OPEN',
          created_at: w.now,
          updated_at: w.now,
          deleted_at: w.now,
        })
        .execute(),
    );
    expect((await t.call(admin, deleteSupplier, { params: { id: remembered.id } })).error.code).toBe(
      'suppliers.in_use',
    );
  });
});

describe('permissions on suppliers', () => {
  it('let a viewer read but not write, and show another account nothing', async () => {
    const made = await add(admin, 'Private');
    const viewer = await t.member(admin);
    const stranger = await t.admin();
    expect((await t.ok(viewer, getSupplier, { params: { id: made.id } })).companyName).toBe('Private');
    expect((await t.call(viewer, createSupplier, { body: { companyName: 'No' } })).status).toBe(403);
    expect(await names(stranger)).toEqual([]);
    const params = { id: made.id };
    for (const answer of [
      await t.call(stranger, getSupplier, { params }),
      await t.call(stranger, updateSupplier, { params, body: { companyName: 'Mine' } }),
      await t.call(stranger, deleteSupplier, { params }),
      await t.call(stranger, getSupplier, { params: { id: 'not-an-id' } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, error: { code: 'not_found' } });
    }
    await expect(t.work(stranger, (w) => requireSupplier(w, made.id))).rejects.toMatchObject({
      data: { errors: [{ field: 'supplierId' }] },
    });
    expect(await t.work(admin, (w) => requireSupplier(w, made.id))).toMatchObject({
      companyName: 'Private',
      archivedAt: null,
    });
  });

  it('the supplier options list all countries by name', async () => {
    const countries = await t.ok(admin, listCountries);
    expect(countries).toHaveLength(249);
    expect(countries).toContainEqual({ value: 'CN', label: 'China' });
    expect(countries.every((c) => c.label !== c.value)).toBe(true);
  });
});
