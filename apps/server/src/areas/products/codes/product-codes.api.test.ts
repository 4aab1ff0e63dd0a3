import type { BodyIn } from '@quayside/contracts/endpoint';
import { patchProductRows } from '@quayside/contracts/products/product-bulk-edits';
import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { replaceProductSuppliers } from '@quayside/contracts/products/product-suppliers';
import { createProduct, deleteProduct, getProduct, patchProduct } from '@quayside/contracts/products/products';
import { searchRecords } from '@quayside/contracts/search';
import { createSupplier, mergeSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let admin: TestPerson;
let ningbo: string;
let harwich: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  ningbo = (await t.ok(admin, createSupplier, { body: { companyName: 'Ningbo Pans' } })).id;
  harwich = (await t.ok(admin, createSupplier, { body: { companyName: 'Harwich Trading' } })).id;
});
afterAll(() => t.close());

type Body = BodyIn<typeof createProduct>;
const add = (sku: string, more: Partial<Body> = {}) =>
  t.ok(admin, createProduct, { body: { name: `Product ${sku}`, sku, supplierIds: [ningbo], ...more } });
/** Gives a product its item numbers at suppliers. */
const sold = (id: string, numbers: Readonly<Record<string, string>>) =>
  t.ok(admin, replaceProductSuppliers, {
    params: { id },
    body: { suppliers: Object.entries(numbers).map(([supplierId, supplierSku]) => ({ supplierId, supplierSku })) },
  });
/** Requests the meaning of each code. Returns its kind and the SKUs. */
const meaning = async (codes: string[], supplierId?: string) =>
  (await t.ok(admin, resolveProductCodes, { body: { codes, ...(supplierId && { supplierId }) } })).codes.map(
    ({ code, by, products }) => [code, by, products.map((p) => p.sku).join()],
  );
const found = async (search: string, query: object = {}) =>
  (await t.ok(admin, listProducts, { query: { search, ...query } })).content.map((p) => p.sku);

describe('the resolver of codes', () => {
  it('finds a product by each of its codes, in any case, and says what the code is', async () => {
    const { id } = await add('RES-1', {
      skuAlias: ['Old-Res', 'RES.2020'],
      asin: 'B0RES00001',
      fnsku: 'X0RES00001',
      barcode: '036000291452',
    });
    await sold(id, { [ningbo]: 'NB/77', [harwich]: 'HW-9' });
    expect(
      await meaning(
        ['res-1', 'OLD-RES', 'b0res00001', 'x0RES00001', '0036000291452', '0 36000 29145 2', 'hw-9', 'nb/77', 'RES'],
        harwich,
      ),
    ).toEqual([
      ['res-1', 'SKU', 'RES-1'],
      ['OLD-RES', 'ALIAS', 'RES-1'],
      ['b0res00001', 'ASIN', 'RES-1'],
      ['x0RES00001', 'FNSKU', 'RES-1'],
      ['0036000291452', 'BARCODE', 'RES-1'],
      ['0 36000 29145 2', 'BARCODE', 'RES-1'],
      ['hw-9', 'OWN_SUPPLIER', 'RES-1'],
      ['nb/77', 'SUPPLIER', 'RES-1'],
      ['RES', null, ''],
    ]);
  });

  it('prefers the SKU, then alias, ASIN, FNSKU, barcode, own and other supplier; equals are left to a person', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) ids.push((await add(`ORD-${n}`)).id);
    const code = '96385074';
    const changes: BodyIn<typeof patchProduct>[] = [
      { sku: code },
      { skuAlias: [code] },
      { asin: code },
      { fnsku: code },
      { barcode: code },
    ];
    for (const [i, body] of changes.entries()) await t.ok(admin, patchProduct, { params: { id: ids[i] ?? '' }, body });
    await sold(ids[5] ?? '', { [harwich]: code });
    await sold(ids[6] ?? '', { [ningbo]: code });
    await sold(ids[7] ?? '', { [ningbo]: code });
    const kinds: unknown[] = [];
    // In each round, the product that the code means loses the code, until no product has it.
    for (const id of ids) {
      kinds.push((await meaning([code], harwich))[0]?.slice(1));
      await t.ok(admin, patchProduct, {
        params: { id },
        body: { sku: `GONE-${id}`, skuAlias: [], asin: null, fnsku: null, barcode: null },
      });
      await t.ok(admin, replaceProductSuppliers, {
        params: { id },
        body: { suppliers: [{ supplierId: ningbo, supplierSku: null }] },
      });
    }
    expect(kinds).toEqual([
      ['SKU', code],
      ['ALIAS', 'ORD-2'],
      ['ASIN', 'ORD-3'],
      ['FNSKU', 'ORD-4'],
      ['BARCODE', 'ORD-5'],
      ['OWN_SUPPLIER', 'ORD-6'],
      ['SUPPLIER', 'ORD-7,ORD-8'],
      ['SUPPLIER', 'ORD-8'],
    ]);
    expect(await meaning([code], harwich)).toEqual([[code, null, '']]);
  });

  it('sees no product of another account', async () => {
    const other = await t.admin();
    const supplier = (await t.ok(other, createSupplier, { body: { companyName: 'Theirs' } })).id;
    await t.ok(other, createProduct, {
      body: { name: 'Theirs', sku: 'THEIRS', supplierIds: [supplier], skuAlias: ['T-ALIAS'], asin: 'B0THEIRS' },
    });
    expect(await meaning(['THEIRS', 'T-ALIAS', 'B0THEIRS'])).toMatchObject([
      ['THEIRS', null, ''],
      ['T-ALIAS', null, ''],
      ['B0THEIRS', null, ''],
    ]);
  });

  it('follows merged suppliers, deleted products and item numbers that are taken away', async () => {
    const from = (await t.ok(admin, createSupplier, { body: { companyName: 'Merged away' } })).id;
    const one = await add('FOL-1', { supplierIds: [from] });
    const two = await add('FOL-2', { skuAlias: ['FOL-ALT'] });
    await sold(one.id, { [from]: 'FOL-NO' });
    await t.ok(admin, mergeSuppliers, { params: { id: harwich }, body: { supplierId: from } });
    expect(await meaning(['FOL-NO'], harwich)).toEqual([['FOL-NO', 'OWN_SUPPLIER', 'FOL-1']]);
    expect(await found('folno')).toEqual(['FOL-1']);
    await t.ok(admin, patchProduct, { params: { id: one.id }, body: { supplierIds: [ningbo] } });
    await t.ok(admin, deleteProduct, { params: { id: two.id } });
    expect(await meaning(['FOL-NO', 'FOL-ALT'])).toEqual([
      ['FOL-NO', null, ''],
      ['FOL-ALT', null, ''],
    ]);
    expect(await found('fol-no')).toEqual([]);
  });

  it('takes 2,000 codes at once', async () => {
    const { id } = await add('MANY-1', { skuAlias: ['MANY-ALT'] });
    const codes = Array.from({ length: 1998 }, (_, i) => `NONE-${i}`);
    const answer = await t.ok(admin, resolveProductCodes, { body: { codes: [...codes, 'many-alt', 'MANY-ALT'] } });
    expect(answer.codes.filter((c) => c.by !== null)).toEqual([
      { code: 'many-alt', by: 'ALIAS', products: [{ id, sku: 'MANY-1', name: 'Product MANY-1' }] },
      { code: 'MANY-ALT', by: 'ALIAS', products: [{ id, sku: 'MANY-1', name: 'Product MANY-1' }] },
    ]);
  });
});

describe('the barcode of a product', () => {
  it('is kept as its digits, tested by its check digit, in form, list and paste', async () => {
    const made = await add('BAR-1', { barcode: ' 4 006381-333931 ' });
    expect(made).toMatchObject({ barcode: '4006381333931', sameBarcode: [] });
    const refused = await t.call(admin, patchProduct, {
      params: { id: made.id },
      body: { barcode: '4006381333930' },
    });
    expect(refused.body).toMatchObject({
      errors: [
        { field: 'barcode', message: 'The last digit does not fit the others: one digit is mistyped or missing' },
      ],
    });
    const short = await t.call(admin, patchProduct, { params: { id: made.id }, body: { barcode: '40063' } });
    expect(short.body).toMatchObject({
      errors: [{ field: 'barcode', message: 'A barcode has 8, 12, 13 or 14 digits' }],
    });
    await t.ok(admin, patchProductRows, { body: { rows: [{ id: made.id, barcode: '96385074' }] } });
    expect((await t.ok(admin, listProducts, { query: { search: '96385074' } })).content).toMatchObject([
      { sku: 'BAR-1', barcode: '96385074' },
    ]);
    expect(await t.ok(admin, patchProduct, { params: { id: made.id }, body: { barcode: '' } })).toMatchObject({
      barcode: null,
    });
  });

  it('names other products with the same one, also as UPC and EAN', async () => {
    const upc = await add('DUP-1', { barcode: '042100005264' });
    const ean = await add('DUP-2', { barcode: '0042100005264' });
    expect(ean.sameBarcode).toEqual([{ id: upc.id, sku: 'DUP-1', name: 'Product DUP-1' }]);
    expect((await t.ok(admin, getProduct, { params: { id: upc.id } })).sameBarcode).toMatchObject([{ sku: 'DUP-2' }]);
    expect(await meaning(['42100005264', '042100005264'])).toEqual([
      ['42100005264', null, ''],
      ['042100005264', 'BARCODE', 'DUP-1,DUP-2'],
    ]);
  });
});

describe('a picker of products', () => {
  const offered = async (search?: string, query: object = {}) =>
    (await t.ok(admin, listProducts, { query: { ...(search && { search }), picker: 'true', ...query } })).content.map(
      (p) => p.sku,
    );

  it('hides discontinued products, and finds them on request', async () => {
    await add('LAMP-1', { name: 'Lamp, current' });
    await add('LAMP-0', { name: 'Lamp, brass', status: 'DISCONTINUED', asin: 'B0LAMP0000' });
    expect(await offered('lamp')).toEqual(['LAMP-1']);
    expect(await offered()).not.toContain('LAMP-0');
    expect(await found('lamp')).toEqual(['LAMP-0', 'LAMP-1']);
    // A whole code, words that fit nothing else, and a filter of the status ask for them.
    for (const search of ['lamp-0', 'b0lamp0000', 'brass lamp']) expect(await offered(search)).toEqual(['LAMP-0']);
    const filter = JSON.stringify([{ field: 'status', op: 'in', values: ['DISCONTINUED'] }]);
    expect(await offered('lamp', { filter })).toEqual(['LAMP-0']);
  });

  it('lists discontinued products among the others once a person asks for them', async () => {
    await add('STOOL-1', { name: 'Stool, oak' });
    await add('STOOL-0', { name: 'Stool, ash', status: 'DISCONTINUED' });
    expect(await offered('stool')).toEqual(['STOOL-1']);
    expect(await offered('stool', { discontinued: 'true' })).toEqual(['STOOL-0', 'STOOL-1']);
    expect(await offered(undefined, { discontinued: 'true', size: 100 })).toContain('STOOL-0');
  });

  it('prefers the item numbers of the given supplier, and says what a code is and which products have it', async () => {
    const [own, other, twin] = [await add('NUM-1'), await add('NUM-2'), await add('NUM-3')];
    await sold(own.id, { [harwich]: 'Q-55' });
    await sold(other.id, { [ningbo]: 'Q-55' });
    await sold(twin.id, { [ningbo]: 'Q-55' });
    const hits = async (query: object) =>
      (await t.ok(admin, listProducts, { query: { search: 'q-55', picker: 'true', ...query } })).content.map(
        ({ sku, matchedBy }) => [sku, matchedBy],
      );
    expect(await hits({ supplierId: harwich })).toEqual([
      ['NUM-1', 'OWN_SUPPLIER'],
      ['NUM-2', undefined],
      ['NUM-3', undefined],
    ]);
    expect(await hits({ supplierId: ningbo })).toEqual([
      ['NUM-2', 'OWN_SUPPLIER'],
      ['NUM-3', 'OWN_SUPPLIER'],
      ['NUM-1', undefined],
    ]);
    expect(await hits({})).toEqual(['NUM-1', 'NUM-2', 'NUM-3'].map((sku) => [sku, 'SUPPLIER']));
  });

  it('offers products first of which the search is a whole code', async () => {
    await add('VASE-2', { name: 'Vase, as VASE-OLD' });
    await add('VASE-9', { name: 'Zinc vase', skuAlias: ['VASE-OLD'] });
    expect(await found('vase-old')).toEqual(['VASE-2', 'VASE-9']);
    expect(await offered('vase-old')).toEqual(['VASE-9', 'VASE-2']);
  });
});

describe('the search of products', () => {
  it('finds PAN-1 by PAN1 and PAN1 by PAN-1, in the list and the palette', async () => {
    await add('PAN-1', { name: 'Pan, cast iron' });
    await add('PAN2', { name: 'Pan, steel (USB-C)' });
    expect(await found('PAN1')).toEqual(['PAN-1']);
    expect(await found('pan-2')).toEqual(['PAN2']);
    expect(await found('pan.1 iron')).toEqual(['PAN-1']);
    expect(await found('usbc')).toEqual(['PAN2']);
    expect(await found('usb-c steel')).toEqual(['PAN2']);
    const { records } = await t.ok(admin, searchRecords, { query: { text: 'PAN1' } });
    expect(records).toMatchObject([{ type: 'PRODUCT', sku: 'PAN-1' }]);
  });

  it('finds products by each code, in parts too, and puts a whole code first in the palette', async () => {
    const { id } = await add('ZZZ-9', {
      name: 'Zinc bucket',
      skuAlias: ['ALI/44'],
      asin: 'B0ZINC0001',
      fnsku: 'X0ZINC0001',
      barcode: '5901234123457',
    });
    await sold(id, { [ningbo]: 'ZB-440-A' });
    await add('AAA-9', { name: 'A cover of ali/44 buckets' });
    for (const code of ['ali/44', 'ALI44', 'B0ZINC0001', 'zinc0001', '59012341', 'ZB440', 'zb-440-a'])
      expect(await found(code)).toContain('ZZZ-9');
    const { records } = await t.ok(admin, searchRecords, { query: { text: 'ALI/44' } });
    expect(records.map((r) => r.sku)).toEqual(['ZZZ-9', 'AAA-9']);
  });
});
