import { createProductImport } from '@quayside/contracts/products/product-imports';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { createSupplierImport } from '@quayside/contracts/suppliers/supplier-imports';
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
  await t.ok(seller, createSupplier, { body: { companyName: 'Ningbo' } });
});
const products = (content: string, query: object = {}) =>
  t.ok(seller, createProductImport, { query: { dryRun: 'true', ...query }, file: { name: 'products.csv', content } });
const suppliers = (content: string) =>
  t.ok(seller, createSupplierImport, { query: { dryRun: 'true' }, file: { name: 'vendors.csv', content } });
/** The fields of the columns, with the headings of those that are not read. */
const fields = (columns: readonly { name: string; field: string | null }[]) =>
  columns.map(({ name, field }) => field ?? `(${name})`);

describe('the headings of other programs', () => {
  it.each([
    [
      'Shopify',
      'Handle,Title,Vendor,Variant SKU,Variant Barcode,Cost per item,Country of origin,HS Code',
      ['(Handle)', 'name', '(Vendor)', 'sku', 'barcode', 'supplierPrice', 'countryOfOrigin', 'hsCode'],
    ],
    [
      'Odoo',
      'Internal Reference,Name,Barcode,Cost,Weight,HS Code,Origin of Goods',
      ['sku', 'name', 'barcode', 'supplierPrice', 'weight', 'hsCode', 'countryOfOrigin'],
    ],
    [
      'Xero',
      '*ItemCode,ItemName,PurchasesDescription,PurchasesUnitPrice',
      ['sku', 'name', '(PurchasesDescription)', 'supplierPrice'],
    ],
    [
      'WooCommerce',
      'ID,SKU,"GTIN, UPC, EAN, or ISBN",Name,Weight (kg),Length (cm),Brands,Tags',
      ['(ID)', 'sku', 'barcode', 'name', 'weight', 'length', 'brand', 'tags'],
    ],
    [
      "Amazon's fee preview",
      'sku,fnsku,asin,product-name,product-group,brand,longest-side,median-side,shortest-side,unit-of-dimension,' +
        'item-package-weight,unit-of-weight',
      [
        ...['sku', 'fnsku', 'asin', 'name', 'group', 'brand'],
        ...['productPackaging.length', 'productPackaging.width', 'productPackaging.height', 'dimensionUnit'],
        ...['productPackaging.weight', 'weightUnit'],
      ],
    ],
    [
      'a Japanese list',
      '商品コード,商品名,仕入先,原産国,重量',
      ['sku', 'name', 'supplier', 'countryOfOrigin', 'weight'],
    ],
  ])('%s fill the fields of products', async (_program, head, expected) => {
    const { columns } = await products(`${head}\n${expected.map(() => '1').join(',')}\n`);
    expect(fields(columns)).toEqual(expected);
  });

  it('of Amazon Japan are those of its listings report', async () => {
    const head = '商品名\t出品ID\t出品者SKU\t価格\t数量\t商品IDタイプ\t商品ID\tステータス';
    const done = await products(`${head}\nやかん\t1\tKTL-1\t1200\t5\t1\tB0000000A1\tActive\n`);
    expect(done).toMatchObject({ kind: 'AMAZON_LISTINGS', failure: null });
    expect(fields(done.columns)).toEqual([
      ...['name', '(出品ID)', 'sku', '(価格)', '(数量)', '(商品IDタイプ)', 'asin', 'status'],
    ]);
  });

  it.each([
    [
      'Xero',
      '*ContactName,EmailAddress,POAddressLine1,POCity,PORegion,POPostalCode,POCountry,PhoneNumber',
      ['companyName', 'email', 'addressLine1', 'city', 'state', 'postCode', 'country', 'telephone'],
    ],
    [
      'Odoo',
      'Complete Name,Phone,Email,Street,Street2,City,State,Zip,Country',
      ['companyName', 'telephone', 'email', 'addressLine1', 'addressLine2', 'city', 'state', 'postCode', 'country'],
    ],
    ['a Japanese list', '仕入先名,電話番号,住所,郵便番号', ['companyName', 'telephone', 'addressLine1', 'postCode']],
  ])('%s fill the fields of suppliers', async (_program, head, expected) => {
    const { columns } = await suppliers(`${head}\n${expected.map(() => 'x').join(',')}\n`);
    expect(fields(columns)).toEqual(expected);
  });

  it('that mean the same are asked about, and the file is not refused', async () => {
    const vendors = await suppliers('Vendor,Company,Email\nBlue Lane,Blue Lane Ltd,a@example.com\n');
    expect(vendors.failure).toBe('These columns mean the same: Vendor, Company. Choose the one to read.');
    expect(fields(vendors.columns)).toEqual(['companyName', 'companyName', 'email']);
    const goods = await products('Seller SKU,Item code,Name\nA-1,7,Cup\n');
    expect(goods.failure).toBe('These columns mean the same: Seller SKU, Item code. Choose the one to read.');
    expect(goods.state).toBe('CHECKED');
    // The name of a field itself leaves nothing to ask.
    expect((await products('SKU,Item code,Name\nA-1,7,Cup\n')).failure).toBeNull();
  });
});
