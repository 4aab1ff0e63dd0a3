import {
  createProductImport,
  getProductImport,
  listProductImportRows,
  type ProductImport,
  remapProductImport,
  startProductImport,
} from '@quayside/contracts/products/product-imports';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
});

const bring = (content: string, query: { dryRun?: 'true' } = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'products.csv', content } });
const at = (importId: string) => ({ params: { importId } });
const groupsOf = ({ errorGroups }: ProductImport) =>
  errorGroups.map(({ column, count, values }) => [column, count, ...values.map((v) => `${v.value} ${v.count}`)]);
const STATUSES = 'Use one of Active, Inactive, Top seller, Under review, Closed listing, Discontinued';

describe('the words of a file', () => {
  const text =
    'sku,name,status,country of origin,weight,weight unit\nA,One,aktywny,Cathay,1,Kilo(s)\n' +
    'B,Two,Aktywny,China,2,kg\nC,Three,ruht,Cathay,,\nD,Four,Top seller,DE,,\n';

  it('that are unknown are grouped with their number; once their meaning is chosen, it is remembered', async () => {
    const first = await bring(text, { dryRun: 'true' });
    expect(groupsOf(first)).toEqual([
      ['status', 3, 'aktywny 1', 'Aktywny 1', 'ruht 1'],
      ['country of origin', 2, 'Cathay 2'],
      ['weight unit', 1, 'Kilo(s) 1'],
    ]);
    expect(first.errorGroups[0]).toMatchObject({ reason: STATUSES, valueCount: 3 });
    const values = [
      { field: 'status', from: 'aktywny', to: 'ACTIVE' },
      { field: 'status', from: 'ruht', to: null },
      { field: 'countryOfOrigin', from: 'Cathay', to: 'CN' },
      { field: 'weightUnit', from: 'Kilo(s)', to: 'KG' },
    ] as const;
    const fields = ['sku', 'name', 'status', 'countryOfOrigin', 'weight', 'weightUnit'];
    const chosen = await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields, values: [...values] } });
    expect(chosen).toMatchObject({ counts: { create: 4, fail: 0 }, errorGroups: [], values });
    // A later choice about something else keeps the meanings.
    await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields } });
    expect((await t.ok(seller, getProductImport, at(first.id))).counts.fail).toBe(0);
    await t.ok(seller, startProductImport, { ...at(first.id), body: { mode: 'ALL_OR_NOTHING' } });
    const { content } = await t.ok(seller, listProducts, { query: { sort: ['sku,asc'] } });
    expect(content.map((p) => [p.sku, p.status, p.countryOfOrigin, p.weight])).toEqual([
      ['A', 'ACTIVE', 'CN', '1000'],
      ['B', 'ACTIVE', 'CN', '2000'],
      ['C', 'ACTIVE', 'CN', null],
      ['D', 'TOP_SELLER', 'DE', null],
    ]);
    const second = await bring(text.replace('A,One', 'E,Five'));
    expect(second).toMatchObject({ state: 'IMPORTED', mapping: 'REMEMBERED', values });
  });

  it('are the words that the product shows, in any case', async () => {
    await bring('sku,name,status,channel,shippingMethod\nA,One,CLOSED listing,Amazon US;walmart;Etsy UK,sea\n');
    const { content } = await t.ok(seller, listProducts, {});
    expect(content[0]).toMatchObject({
      status: 'CLOSED_LISTING',
      channel: ['AMAZON_USA', 'WALLMART', 'ETSY_UK'],
      shippingMethod: 'SEA',
    });
  });

  it('mean an existing supplier, as a person chose, in cells with several names and in later files too', async () => {
    const [haosheng, beta, twice] = await Promise.all(
      ['Ningbo Haosheng', 'Beta', 'Twice', 'twice'].map((companyName) =>
        t.ok(seller, createSupplier, { body: { companyName } }),
      ),
    );
    const rows =
      'sku,name,supplier\nA,One,Haosheng Factory\nB,Two,haosheng factory; Beta\nC,Three,TWICE\nD,Four,none\n';
    const first = await bring(rows, { dryRun: 'true' });
    expect(first.errorGroups.map(({ code, values }) => [code, values.map((v) => v.value)])).toEqual([
      ['rows.supplier_unknown', ['Haosheng Factory', 'haosheng factory', 'none']],
      ['rows.supplier_ambiguous', ['TWICE']],
    ]);
    const fields = ['sku', 'name', 'supplier'];
    const values = [
      { field: 'supplier', from: 'Haosheng Factory', to: haosheng?.id ?? '' },
      { field: 'supplier', from: 'TWICE', to: twice?.id ?? '' },
      { field: 'supplier', from: 'none', to: null },
    ] as const;
    const chosen = await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields, values: [...values] } });
    expect(chosen).toMatchObject({ counts: { create: 4, fail: 0 }, values });
    const preview = await t.ok(seller, listProductImportRows, at(first.id));
    expect(preview.content.map((r) => r.changes.find((c) => c.field === 'supplier')?.after)).toEqual([
      'Ningbo Haosheng',
      'Ningbo Haosheng; Beta',
      twice?.companyName,
      undefined,
    ]);
    await t.ok(seller, startProductImport, { ...at(first.id), body: { mode: 'ALL_OR_NOTHING' } });
    const suppliers = async () =>
      (await t.ok(seller, listProducts, { query: { sort: ['sku,asc'] } })).content.map((p) =>
        p.supplier.map((s) => s.id),
      );
    expect(await suppliers()).toEqual([[haosheng?.id], [haosheng?.id, beta?.id], [twice?.id], []]);
    // The same file again: the cells already name the suppliers of the products.
    expect(await bring(rows)).toMatchObject({ mapping: 'REMEMBERED', counts: { skip: 4 } });
    const later = await bring('sku,name,supplier\nE,Five,Haosheng Factory\n');
    expect(later).toMatchObject({ state: 'IMPORTED', counts: { create: 1 } });
  });

  it('are left out of all rows, if they are wrong barcodes and a person chose so', async () => {
    const file = 'sku,name,ean\nW1,One,5012345678901\nW2,Two,5012345678900\nW3,Three,12\n';
    const first = await bring(file, { dryRun: 'true' });
    expect(first.counts).toMatchObject({ create: 1, fail: 2 });
    const values = [{ field: 'barcode', from: '*', to: null }] as const;
    const fields = ['sku', 'name', 'barcode'];
    const chosen = await t.ok(seller, remapProductImport, { ...at(first.id), body: { fields, values: [...values] } });
    expect(chosen).toMatchObject({ counts: { create: 3, fail: 0 }, errorGroups: [] });
    await t.ok(seller, startProductImport, { ...at(first.id), body: { mode: 'ALL_OR_NOTHING' } });
    const { content } = await t.ok(seller, listProducts, { query: { sort: ['sku,asc'] } });
    expect(content.map((p) => p.barcode)).toEqual([null, '5012345678900', null]);
  });

  it('cannot mean a supplier that the account does not have', async () => {
    const foreign = await t.ok(await t.admin(), createSupplier, { body: { companyName: 'Foreign' } });
    const first = await bring('sku,name,supplier\nA,One,Foreign\n', { dryRun: 'true' });
    for (const to of [foreign.id, 'Foreign']) {
      const body = { fields: ['sku', 'name', 'supplier'], values: [{ field: 'supplier', from: 'Foreign', to }] };
      const refused = await t.call(seller, remapProductImport, { ...at(first.id), body: body as never });
      expect(refused.error?.errors?.[0]?.field).toBe('values.0.to');
    }
  });

  it('are grouped by reason, with the most frequent cells', async () => {
    const rows = Array.from({ length: 60 }, (_, i) => `S${i},P,${i < 3 ? 'gone' : `x${i}`}`);
    const made = await bring(`sku,name,status\n${rows.join('\n')}\n`, { dryRun: 'true' });
    const [group] = made.errorGroups;
    expect(group).toMatchObject({ count: 60, valueCount: 58 });
    expect(group?.values).toHaveLength(50);
    expect(group?.values[0]).toEqual({ value: 'gone', count: 3 });
  });
});
