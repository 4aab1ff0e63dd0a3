import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  createProduct,
  deleteProduct,
  getProduct,
  patchProduct,
  replaceProduct,
  reportingProduct,
} from '@quayside/contracts/products/products';
import {
  listBrands,
  listDimensionUnits,
  listProductCountries,
  listProductShippingMethods,
  listWeightUnits,
} from '@quayside/contracts/products/product-options';
import {
  listProducts,
  productCatalog,
  productTotals,
  reportingProducts,
} from '@quayside/contracts/products/product-lists';
import { createSupplier, deleteSupplier, getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { productsByIds } from './public.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = (await t.ok(admin, createSupplier, { body: { companyName: 'Ningbo Pans', localName: '宁波锅具厂' } })).id;
});
afterAll(() => t.close());

const UNKNOWN = '01900000-0000-7000-8000-000000000000';
type Body = BodyIn<typeof createProduct>;
const add = (sku: string, more: Partial<Body> = {}) =>
  t.ok(admin, createProduct, { body: { name: `Product ${sku}`, sku, supplierIds: [supplier], ...more } });
const changelog = (who: TestPerson, productId: string) =>
  t.work(who, (w) =>
    w.tx
      .selectFrom('product_history')
      .select(['source', 'field', 'old_value', 'new_value'])
      .where('product_id', '=', productId)
      .orderBy('id')
      .execute(),
  );

describe('a product', () => {
  it('is created and read back, with its measures computed', async () => {
    const made = await add('PAN-1', {
      name: ' Cast iron pan 28 cm ',
      asin: 'B000000001',
      brand: 'Moss',
      channel: ['AMAZON_UK', 'AMAZON_DE', 'AMAZON_UK'],
      tags: ['kitchen', 'kitchen'],
      length: '30.50',
      width: 20,
      height: '5',
      weight: '1200',
      packagingWeight: '80',
      countryOfOrigin: 'CN',
      thumbnail: 'https://img.example/pan.jpg',
      shippingMethod: 'SEA',
      supplierLeadTime: 45,
      skuAlias: ['PAN-ALT'],
    });
    expect(made).toMatchObject({
      name: 'Cast iron pan 28 cm',
      sku: 'PAN-1',
      status: 'ACTIVE',
      channel: ['AMAZON_UK', 'AMAZON_DE'],
      tags: ['kitchen'],
      length: '30.5',
      width: '20',
      lengthAndGirth: '80.5',
      weight: '1200',
      hasWeight: true,
      hasVolume: true,
      supplier: [{ id: supplier, companyName: 'Ningbo Pans', localName: '宁波锅具厂' }],
      landedCostPerUnit: null,
      costPerUnit: null,
      landedCostTotal: '0.00',
      costByCategory: {},
      unitsOrdered: 0,
      isProvisional: false,
      lastCostUpdateDate: null,
      version: 1,
      skuAlias: ['PAN-ALT'],
      group: null,
      dimensionUnit: 'CM',
      weightUnit: 'GR',
    });
    expect(await t.ok(admin, getProduct, { params: { id: made.id } })).toEqual(made);
    expect(await t.ok(admin, reportingProduct, { params: { id: made.id } })).toEqual(made);
    const refs = await t.work(admin, (w) => productsByIds(w, [made.id, UNKNOWN]));
    expect([...refs.values()]).toEqual([
      {
        id: made.id,
        sku: 'PAN-1',
        name: 'Cast iron pan 28 cm',
        unitWeightUg: 1_280_000_000n,
        unitVolumeMm3: 3_050_000n,
        shippingMethod: 'SEA',
        archivedAt: null,
      },
    ]);
    expect(await changelog(admin, made.id)).toEqual([
      { source: 'USER', field: 'sku', old_value: null, new_value: 'PAN-1' },
    ]);
    expect((await t.ok(admin, getSupplier, { params: { id: supplier } })).productCount).toBe(1);
  });

  it('is changed field by field, with one changelog row each; absent fields stay, null clears', async () => {
    const other = await t.ok(admin, createSupplier, { body: { companyName: 'Second Source' } });
    const { id } = await add('CHG-1', { brand: 'Moss', weight: '100', tags: ['a'] });
    const changed = await t.ok(admin, replaceProduct, {
      params: { id },
      body: {
        name: 'Product CHG-1',
        sku: 'CHG-1',
        supplierIds: [other.id, supplier],
        brand: null,
        weight: '100.0',
        tags: ['a', 'b'],
        weightUnit: 'OZ',
        version: 1,
      },
    });
    expect(changed).toMatchObject({ brand: null, weight: '100', weightUnit: 'OZ', version: 2, tags: ['a', 'b'] });
    expect(changed.supplier.map((s) => s.companyName)).toEqual(['Second Source', 'Ningbo Pans']);
    expect((await changelog(admin, id)).slice(1)).toEqual([
      { source: 'USER', field: 'brand', old_value: 'Moss', new_value: null },
      { source: 'USER', field: 'tags', old_value: 'a', new_value: 'a, b' },
      { source: 'USER', field: 'weightUnit', old_value: 'GR', new_value: 'OZ' },
      { source: 'USER', field: 'supplier', old_value: 'Ningbo Pans', new_value: 'Second Source, Ningbo Pans' },
    ]);
    expect((await t.work(admin, (w) => productsByIds(w, [id]))).get(id)?.unitWeightUg).toBe(2_834_952_313n);
    expect((await t.ok(admin, patchProduct, { params: { id }, body: { brand: '' } })).version).toBe(2);
    expect(await t.ok(admin, patchProduct, { params: { id }, body: { weight: null } })).toMatchObject({
      weight: null,
      hasWeight: false,
      version: 3,
    });
  });

  it('is archived and unarchived', async () => {
    const { id } = await add('ARC-1');
    expect(
      await t.ok(admin, patchProduct, { params: { id }, body: { archivedAt: '2026-11-20T09:00:00Z', version: 1 } }),
    ).toMatchObject({
      archivedAt: '2026-11-20T09:00:00.000Z',
      version: 2,
    });
    expect(
      (await t.ok(admin, patchProduct, { params: { id }, body: { archivedAt: '2026-11-20T09:00:00.000Z' } })).version,
    ).toBe(2);
    expect((await t.ok(admin, listProducts, { query: { search: 'ARC-1' } })).content).toEqual([]);
    expect((await t.ok(admin, listProducts, { query: { sku: ' arc-1 ' } })).content.map((p) => p.id)).toEqual([id]);
    expect((await t.ok(admin, patchProduct, { params: { id }, body: { archivedAt: null } })).archivedAt).toBeNull();
  });

  it('answers a stale edit with the current product, and stores nothing of it', async () => {
    const { id } = await add('STALE');
    await t.ok(admin, patchProduct, { params: { id }, body: { name: 'Newer', version: 1 } });
    const stale = await t.call(admin, replaceProduct, {
      params: { id },
      body: { name: 'Late', sku: 'STALE', supplierIds: [supplier], version: 1 },
    });
    expect(stale).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { name: 'Newer', version: 2 } },
    });
    expect((await t.call(admin, deleteProduct, { params: { id }, headers: { 'if-match': '1' } })).status).toBe(409);
    expect((await t.ok(admin, getProduct, { params: { id } })).name).toBe('Newer');
  });

  it('answers a repeated submit with the first answer', async () => {
    const request = {
      body: { name: 'Once', sku: 'ONCE', supplierIds: [supplier] },
      headers: { 'idempotency-key': 'product-1' },
    };
    const first = await t.call(admin, createProduct, request);
    expect(first.status).toBe(201);
    expect(await t.call(admin, createProduct, request)).toMatchObject({ status: 201, body: first.body });
  });

  it('notifies the product list and the supplier list', async () => {
    const { id } = await add('LIVE');
    await t.ok(admin, patchProduct, { params: { id }, body: { name: 'Livelier' } });
    const rows = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where(sql<boolean>`payload->'ids' ? ${id}`)
      .orderBy('id')
      .execute();
    expect(rows.map((r) => r.payload)).toEqual([
      { topic: 'products', ids: [id], version: 1 },
      { topic: 'products', ids: [id], version: 2 },
    ]);
    const last = await t.deps.db
      .selectFrom('outbox')
      .select('payload')
      .where(sql<boolean>`payload->>'topic' = 'suppliers'`)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(last?.payload).toMatchObject({ ids: [supplier] });
  });
});

describe('invalid input', () => {
  const good = { name: 'Good', sku: 'GOOD', supplierIds: [UNKNOWN] };
  it.each([
    [{ ...good, supplierIds: undefined }, 'supplierIds', 'At least one supplier is required'],
    [{ ...good, supplierIds: [] }, 'supplierIds', 'At least one supplier is required'],
    [good, 'supplierIds', 'Choose a supplier'],
    [{ ...good, name: '' }, 'name', 'This field is required'],
    [{ ...good, name: 'n'.repeat(501) }, 'name', 'At most 500 characters'],
    [{ ...good, name: 'a\0' }, 'name', 'This text holds a character that cannot be stored'],
    [{ ...good, sku: 'Add' }, 'sku', 'This word cannot be a SKU'],
    [{ ...good, sku: undefined }, 'sku', 'This field is required'],
    [{ ...good, weight: '-1' }, 'weight', 'Enter a number of 0 or more with at most 4 decimals'],
    [{ ...good, weight: '1.23456' }, 'weight', 'Enter a number of 0 or more with at most 4 decimals'],
    [{ ...good, weight: '1e5' }, 'weight', 'Enter a number of 0 or more with at most 4 decimals'],
    [{ ...good, length: '9999999', width: '9999999', height: '9999999' }, 'length', 'This number is too large'],
    [{ ...good, countryOfOrigin: 'XX' }, 'countryOfOrigin', 'Choose a country'],
    [{ ...good, thumbnail: 'javascript:alert(1)' }, 'thumbnail', 'Please enter a valid URL'],
    [{ ...good, supplierLeadTime: -1 }, 'supplierLeadTime', '0 days or more'],
    [{ ...good, price: 1 }, 'price', 'This field is not known here'],
  ])('refuses %j at its field', async (body, field, message) => {
    const answer = await t.call(admin, createProduct, { body: body as Body });
    expect(answer.status).toBe(422);
    expect(answer.error.errors).toContainEqual(expect.objectContaining({ field, message }));
  });

  it('is refused for a SKU that exists in the account in any case', async () => {
    const first = await add('Unique-1');
    const taken = await t.call(admin, createProduct, {
      body: { name: 'Again', sku: 'uNIQUE-1', supplierIds: [supplier] },
    });
    expect(taken).toMatchObject({
      status: 422,
      error: { code: 'products.sku_taken', errors: [{ field: 'sku', message: 'SKU must be unique' }] },
    });
    const second = await add('Unique-2');
    expect(
      (await t.call(admin, patchProduct, { params: { id: second.id }, body: { sku: 'UNIQUE-1' } })).error.code,
    ).toBe('products.sku_taken');
    expect((await t.ok(admin, patchProduct, { params: { id: first.id }, body: { sku: 'UNIQUE-1' } })).sku).toBe(
      'UNIQUE-1',
    );
    expect(
      (await t.call(admin, patchProduct, { params: { id: first.id }, body: { sku: null as unknown as string } }))
        .status,
    ).toBe(422);
  });

  it.each([
    [{ field: 'supplier', op: 'in', values: ['x'] }],
    [{ field: 'landedCostPerUnit', op: 'gte', values: ['ten'] }],
    [{ field: 'landedCostPerUnit', op: 'between', values: ['1'] }],
    [{ field: 'status', op: 'in', values: ['NO_CHANGE'] }],
    [{ field: 'name', op: 'in', values: ['x'] }],
  ])('refuses the filter %j', async (chip) => {
    const answer = await t.call(admin, productCatalog, { query: { filter: JSON.stringify([chip]) } });
    expect(answer).toMatchObject({ status: 422, error: { errors: [{ field: 'filter' }] } });
  });
});

describe('the product lists', () => {
  let seller: TestPerson;
  const ids: Record<string, string> = {};
  let maker: string;
  const skus = async (query: object) => (await t.ok(seller, productCatalog, { query })).content.map((p) => p.sku);
  const filtered = (chip: object) => skus({ filter: JSON.stringify([chip]) });
  beforeAll(async () => {
    seller = await t.admin();
    maker = (await t.ok(seller, createSupplier, { body: { companyName: 'Maker' } })).id;
    const make = async (sku: string, name: string, more: Partial<Body> = {}) => {
      ids[sku] = (await t.ok(seller, createProduct, { body: { name, sku, supplierIds: [maker], ...more } })).id;
    };
    await make('A-1', 'bamboo Bowl 竹碗', {
      brand: 'Moss',
      weight: 10,
      length: 1,
      width: 1,
      height: 1,
      channel: ['AMAZON_UK'],
      group: 'Kitchen',
    });
    await make('b-2', '100% Cotton "Towel"', { brand: 'Äther', status: 'DISCONTINUED' });
    await make('C_3', 'Élan chair', { asin: 'B00ELAN', channel: ['AMAZON_DE', 'ETSY_UK'] });
    await t.work(seller, async (w) => {
      await w.tx
        .deleteFrom('product_supplier')
        .where('product_id', '=', ids['C_3'] ?? '')
        .execute();
      await w.tx
        .insertInto('product_cost_total')
        .values([
          {
            account_id: seller.accountId,
            product_id: ids['A-1'] ?? '',
            factory_minor: 100_000n,
            inbound_minor: 23_456n,
            units: 300n,
            entry_count: 3,
            provisional_count: 1,
            by_category: JSON.stringify({ FACTORY_INVOICE: '100000', SHIPPING: '23456' }),
            changed_at: w.now,
          },
          {
            account_id: seller.accountId,
            product_id: ids['b-2'] ?? '',
            factory_minor: 500n,
            units: 0n,
            entry_count: 1,
            by_category: JSON.stringify({ FACTORY_INVOICE: '500' }),
            changed_at: w.now,
          },
        ])
        .execute();
    });
  });

  it('show the same costs in account currency, to six decimals', async () => {
    const [bowl] = (await t.ok(seller, productCatalog, { query: { sku: 'a-1' } })).content;
    expect(bowl).toMatchObject({
      factoryCostTotal: '1000.00',
      inboundCostTotal: '234.56',
      landedCostTotal: '1234.56',
      factoryCostPerUnit: '3.333333',
      inboundCostPerUnit: '0.781867',
      landedCostPerUnit: '4.1152',
      costPerUnit: '4.1152',
      costByCategory: { FACTORY_INVOICE: '1000.00', SHIPPING: '234.56' },
      costEntryCount: 3,
      unitsOrdered: 300,
      isProvisional: true,
      lastCostUpdateDate: '2026-11-20T10:00:00.000Z',
    });
    for (const list of [listProducts, reportingProducts])
      expect((await t.ok(seller, list, { query: { sku: 'a-1' } })).content).toEqual([bowl]);
    expect((await t.ok(seller, productCatalog, { query: { sku: 'B-2' } })).content[0]).toMatchObject({
      landedCostTotal: '5.00',
      landedCostPerUnit: null,
      unitsOrdered: 0,
      isProvisional: false,
    });
  });

  it('page, sort and total all matches', async () => {
    expect(await skus({})).toEqual(['b-2', 'A-1', 'C_3']);
    expect(await skus({ sort: ['name,desc'] })).toEqual(['C_3', 'A-1', 'b-2']);
    expect(await skus({ sort: ['sku'] })).toEqual(['A-1', 'b-2', 'C_3']);
    expect(await skus({ sort: ['brand,desc'] })).toEqual(['b-2', 'A-1', 'C_3']);
    expect(await skus({ sort: ['landedCostPerUnit,desc', 'name,asc'] })).toEqual(['A-1', 'b-2', 'C_3']);
    expect(await skus({ sort: ['unitsOrdered,desc', 'sku,desc'] })).toEqual(['A-1', 'C_3', 'b-2']);
    expect(await t.ok(seller, listProducts, { query: { page: 1, size: 2 } })).toMatchObject({
      totalElements: 3,
      totalPages: 2,
      first: false,
      last: true,
      content: [{ sku: 'C_3' }],
    });
    expect(await t.ok(seller, listProducts, { query: { offset: 1, size: 1 } })).toMatchObject({
      content: [{ sku: 'A-1' }],
    });
    expect(await t.ok(seller, productTotals)).toEqual({
      count: 3,
      unitsOrdered: 300,
      factoryCostTotal: '1005.00',
      inboundCostTotal: '234.56',
      landedCostTotal: '1239.56',
    });
    expect(await t.ok(seller, productTotals, { query: { search: 'cotton' } })).toMatchObject({
      count: 1,
      landedCostTotal: '5.00',
    });
    expect((await t.call(seller, listProducts, { query: { sort: ['price,asc'] } })).status).toBe(422);
  });

  it.each([
    ['竹碗', ['A-1']],
    ['bowl BAMBOO', ['A-1']],
    ['100%', ['b-2']],
    ['%', ['b-2']],
    ['_', ['C_3']],
    ['c_3', ['C_3']],
    ['"towel"', ['b-2']],
    ["'", []],
    ['ÉLAN', ['C_3']],
    ['b00el', ['C_3']],
    ['äth', ['b-2']],
    ['\\', []],
  ])('find %j as it is written', async (search, found) => {
    expect(await skus({ search, sort: ['name'] })).toEqual(found);
  });

  it.each([
    [{ field: 'status', op: 'in', values: ['DISCONTINUED'] }, ['b-2']],
    [{ field: 'status', op: 'notIn', values: ['DISCONTINUED'] }, ['A-1', 'C_3']],
    [{ field: 'supplier', op: 'isEmpty' }, ['C_3']],
    [{ field: 'supplier', op: 'notIn', values: [UNKNOWN] }, ['b-2', 'A-1', 'C_3']],
    [{ field: 'brand', op: 'in', values: ['Moss'] }, ['A-1']],
    [{ field: 'brand', op: 'isEmpty' }, ['C_3']],
    [{ field: 'channel', op: 'in', values: ['ETSY_UK'] }, ['C_3']],
    [{ field: 'channel', op: 'isEmpty' }, ['b-2']],
    [{ field: 'group', op: 'in', values: ['Kitchen'] }, ['A-1']],
    [{ field: 'sku', op: 'contains', values: ['_'] }, ['C_3']],
    [{ field: 'landedCostPerUnit', op: 'gte', values: ['4.1152'] }, ['A-1']],
    [{ field: 'landedCostPerUnit', op: 'between', values: ['4', '4.1151'] }, []],
    [{ field: 'landedCostPerUnit', op: 'isEmpty' }, ['b-2', 'C_3']],
    [{ field: 'missing', op: 'in', values: ['SUPPLIER'] }, ['C_3']],
    [{ field: 'missing', op: 'in', values: ['WEIGHT', 'VOLUME'] }, ['b-2', 'C_3']],
    [{ field: 'missing', op: 'in', values: ['COST'] }, ['b-2', 'C_3']],
    [{ field: 'archived', op: 'in', values: ['true'] }, []],
  ])('filter by %j', async (chip, found) => {
    expect(await filtered(chip)).toEqual(found);
  });

  it('can be filtered by supplier', async () => {
    expect(await filtered({ field: 'supplier', op: 'in', values: [maker] })).toEqual(['b-2', 'A-1']);
    expect(await filtered({ field: 'supplier', op: 'notIn', values: [maker] })).toEqual(['C_3']);
  });

  it('offer brands and the closed lists', async () => {
    expect(await t.ok(seller, listBrands)).toEqual([
      { value: 'Äther', label: 'Äther' },
      { value: 'Moss', label: 'Moss' },
    ]);
    expect((await t.ok(seller, listProductShippingMethods)).map((o) => o.value)).toEqual(['AIR', 'SEA', 'LAND']);
    expect((await t.ok(seller, listDimensionUnits)).map((o) => o.value)).toEqual(['CM', 'IN']);
    expect((await t.ok(seller, listWeightUnits)).map((o) => o.value)).toEqual(['GR', 'OZ']);
    expect(await t.ok(seller, listProductCountries)).toHaveLength(249);
  });
});

describe('deleting a product', () => {
  it('removes an unused product, whose supplier can then be deleted', async () => {
    const only = await t.ok(admin, createSupplier, { body: { companyName: 'Only this' } });
    const { id } = await add('DEL-1', { supplierIds: [only.id] });
    expect((await t.call(admin, deleteSupplier, { params: { id: only.id } })).error.uses).toEqual([
      { type: 'PRODUCT', id, label: 'DEL-1 · Product DEL-1' },
    ]);
    await t.ok(admin, deleteProduct, { params: { id } });
    expect((await t.call(admin, getProduct, { params: { id } })).status).toBe(404);
    await t.ok(admin, deleteSupplier, { params: { id: only.id } });
  });

  it('is refused with the invoices and orders that use it, or if only the cost history refers to it', async () => {
    const used = await add('DEL-2');
    const remembered = await add('DEL-3');
    await t.work(admin, async (w) => {
      const times = { created_at: w.now, updated_at: w.now };
      const [invoice, line] = [w.newId(), w.newId()];
      await w.tx
        .insertInto('invoice')
        .values({
          account_id: admin.accountId,
          id: invoice,
          invoice_number: 'F-1',
          supplier_id: supplier,
          date: '2026-11-20',
          currency: 'GBP',
          status: 'OPEN',
          ...times,
        })
        .execute();
      const common = {
        account_id: admin.accountId,
        invoice_id: invoice,
        position: 1,
        cost_type: 'FACTORY_INVOICE' as const,
        ...times,
      };
      await w.tx
        .insertInto('invoice_line')
        .values([
          { ...common, id: line, product_id: used.id },
          { ...common, id: w.newId(), product_id: remembered.id, deleted_at: w.now },
        ])
        .execute();
      await w.tx
        .insertInto('cost_layer')
        .values({
          account_id: admin.accountId,
          id: w.newId(),
          number: 'ORD-9',
          product_id: used.id,
          invoice_id: invoice,
          invoice_line_id: line,
          date: '2026-11-20',
          units: 5n,
          ...times,
        })
        .execute();
    });
    const refused = await t.call(admin, deleteProduct, { params: { id: used.id } });
    expect(refused).toMatchObject({
      status: 409,
      error: {
        code: 'products.in_use',
        uses: [
          { type: 'INVOICE', label: 'F-1' },
          { type: 'ORDER', label: 'ORD-9' },
        ],
      },
    });
    expect((await t.call(admin, deleteProduct, { params: { id: remembered.id } })).error.code).toBe('products.in_use');
  });
});

describe('access to products', () => {
  it('is read-only for viewers, closed to other accounts, and off where the section is disabled', async () => {
    const made = await add('MINE');
    const viewer = await t.member(admin);
    const stranger = await t.admin();
    const params = { id: made.id };
    expect((await t.ok(viewer, getProduct, { params })).sku).toBe('MINE');
    expect((await t.call(viewer, patchProduct, { params, body: { name: 'x' } })).status).toBe(403);
    expect((await t.ok(stranger, listProducts)).content).toEqual([]);
    expect((await t.ok(stranger, listProducts, { query: { sku: 'MINE' } })).content).toEqual([]);
    for (const answer of [
      await t.call(stranger, getProduct, { params }),
      await t.call(stranger, patchProduct, { params, body: { name: 'x' } }),
      await t.call(stranger, deleteProduct, { params }),
    ])
      expect(answer.status).toBe(404);
    // Another account may use the same SKU, but must not use the suppliers of this account.
    expect(
      (await t.call(stranger, createProduct, { body: { name: 'Theirs', sku: 'MINE', supplierIds: [supplier] } })).error
        .errors,
    ).toMatchObject([{ field: 'supplierIds', message: 'Choose a supplier' }]);
    await t.work(stranger, (w) => w.tx.updateTable('account').set({ is_management_section_enabled: false }).execute());
    expect((await t.call(await t.member(stranger), listProducts)).status).toBe(404);
  });
});
