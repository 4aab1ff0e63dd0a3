import {
  createProductImport,
  listProductImportRows,
  type ProductImport,
  remapProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { getProductChangelog } from '@quayside/contracts/products/product-changelog';
import { createProduct, getProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

let t: TestApp;
let seller: TestPerson;
let ningbo: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
  ningbo = (await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
  await t.ok(seller, createSupplier, { body: { companyName: 'Harwich' } });
});

const bring = (content: string, query: { dryRun?: 'true'; decimalMark?: ',' } = {}) =>
  t.ok(seller, createProductImport, { query, file: { name: 'products.csv', content } });
const at = (importId: string) => ({ params: { importId } });
const errorsOf = ({ errors }: ProductImport) => errors.map(({ row, value, reason }) => [row, value, reason]);
const terms = () =>
  t.work(seller, async (w) =>
    (
      await w.tx
        .selectFrom('product_supplier as ps')
        .innerJoin('product as p', (join) =>
          join.onRef('p.account_id', '=', 'ps.account_id').onRef('p.id', '=', 'ps.product_id'),
        )
        .innerJoin('supplier as s', (join) =>
          join.onRef('s.account_id', '=', 'ps.account_id').onRef('s.id', '=', 'ps.supplier_id'),
        )
        .select(['p.sku', 's.company_name', 'ps.price_micros', 'ps.currency'])
        .orderBy('p.sku')
        .orderBy('ps.position')
        .execute()
    ).map((r) => `${r.sku} ${r.company_name} ${r.price_micros} ${r.currency}`),
  );

describe('the price of a supplier in a file', () => {
  it('is stored for the supplier of the row, in the currency of cell, column, heading or supplier', async () => {
    await bring(
      'sku,name,supplier,Purchase price,currency\nA,One,Ningbo,3.45,\nB,Two,Harwich,$1.5,usd\n' +
        'C,Three,Ningbo,"US$ 1,234.50",\nD,Four,Ningbo; Harwich,0.333333,EUR\nE,Five,Ningbo,,EUR\n',
    );
    expect(await terms()).toEqual([
      'A Ningbo 3450000 CNY',
      'B Harwich 1500000 USD',
      'C Ningbo 1234500000 USD',
      'D Ningbo 333333 EUR',
      'D Harwich null null',
      'E Ningbo null null',
    ]);
    const again = await bring('sku,supplier,Einkaufspreis (GBP)\nA,Harwich,"2,5"\n');
    expect(again.columns[2]).toMatchObject({ field: 'supplierPrice', numbers: { reading: 'COMMA' } });
    expect((await terms())[0]).toBe('A Harwich 2500000 GBP');
  });

  it('changes the usual supplier if the row names none, is shown, logged and undone, and is skipped if it is the same', async () => {
    const { id } = await t.ok(seller, createProduct, { body: { sku: 'K', name: 'Kettle', supplierIds: [ningbo] } });
    const made = await bring('sku,supplierPrice\nK,2.5\n', { dryRun: 'true' });
    const { content } = await t.ok(seller, listProductImportRows, at(made.id));
    expect(content[0]).toMatchObject({
      action: 'UPDATE',
      changes: [{ field: 'supplierPrice', before: null, after: '2.50 CNY' }],
    });
    await t.ok(seller, startProductImport, { ...at(made.id), body: { mode: 'ALL_OR_NOTHING' } });
    expect((await t.ok(seller, getProduct, { params: { id } })).suppliers[0]).toMatchObject({
      price: '2.50',
      currency: 'CNY',
    });
    expect((await t.ok(seller, getProductChangelog, { params: { productId: id } })).content[0]).toMatchObject({
      source: 'CSV_IMPORT',
      oldValue: 'Ningbo',
      newValue: 'Ningbo (2.50 CNY)',
    });
    expect((await bring('sku,supplierPrice\nK,CNY 2.50\n')).counts).toMatchObject({ skip: 1 });
    await t.ok(seller, undoProductImport, at(made.id));
    expect(await terms()).toEqual(['K Ningbo null null']);
  });

  it('is refused in the row without a supplier or a currency, and where two currencies or no price are named', async () => {
    const made = await bring(
      'sku,name,supplier,supplierPrice,supplierCurrency\nA,One,,3,USD\nB,Two,Harwich,3,\nC,Three,Ningbo,USD 3,EUR\n' +
        'D,Four,Ningbo,-3,\nE,Five,Ningbo,cheap,\nF,Six,Ningbo,3,Taler\n' +
        'G,Seven,Ningbo,3.1234567,\nH,Eight,Nobody,3,USD\nI,Nine,Ningbo,$3.20,\nJ,Ten,Ningbo,$3.20,CNY\n' +
        'K,Eleven,Ningbo,¥3.20,\n',
      { dryRun: 'true' },
    );
    expect(errorsOf(made)).toEqual([
      [2, '3.00 USD', 'A price needs a supplier: neither the row nor the product has one'],
      [3, '3.00', 'Neither the row nor the supplier says in which currency this is'],
      [4, 'USD 3', 'The row names two currencies: USD and EUR'],
      [5, '-3', 'Enter a price such as 3.45'],
      [6, 'cheap', 'Enter a price such as 3.45'],
      [7, 'Taler', 'Use the code of a currency, such as USD'],
      [8, '3.1234567', 'Enter a price such as 3.45'],
      [9, 'Nobody', 'No supplier has this company name'],
      [10, '3.20', 'This is in $, the price of the supplier in CNY'],
      [11, '$3.20', 'The row names two currencies: CNY and $'],
    ]);
    const fields = made.columns.map(({ field }) => field);
    const values = [{ field: 'supplier' as const, from: 'Nobody', to: null }];
    const remapped = await t.ok(seller, remapProductImport, { ...at(made.id), body: { fields, values } });
    expect(errorsOf(remapped).at(-3)).toEqual([
      9,
      '3.00 USD',
      'A price needs a supplier: neither the row nor the product has one',
    ]);
  });

  it('is asked about where it can be read in two ways', async () => {
    const text = 'sku,name,supplier,supplierPrice\nA,One,Ningbo,"1,250"\n';
    const made = await bring(text, { dryRun: 'true' });
    expect(made).toMatchObject({ state: 'CHECKED', failure: expect.stringContaining('supplierPrice') });
    await bring(text, { decimalMark: ',' });
    expect(await terms()).toEqual(['A Ningbo 1250000 CNY']);
  });
});
