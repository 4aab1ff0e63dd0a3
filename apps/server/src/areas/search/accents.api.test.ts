import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createProduct } from '@quayside/contracts/products/products';
import { searchRecords } from '@quayside/contracts/search';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldAccents } from '../../db/fold-accents.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  const supplier = await aSupplier(t, maya, { name: 'Müller & Søn', currency: 'GBP' });
  const product = (sku: string, name: string) =>
    t.ok(maya, createProduct, { body: { sku, name, supplierIds: [supplier] } });
  await product('K-1', 'Café-Kanne, weiß');
  await product('K-2', 'Cafe pot');
  await product('K-3', '카페 咖啡');
  await product('A%B', 'Zebra');
  await product('A%BC', 'Apple');
  await anInvoice(
    t,
    maya,
    { supplierId: supplier, invoiceNumber: 'F-77', currency: 'GBP', date: '2026-11-02', total: null },
    [],
  );
});
afterAll(() => t.close());

const skus = async (search: string) =>
  (await t.ok(maya, listProducts, { query: { search, sort: ['sku,asc'] } })).content.map(({ sku }) => sku);
const found = async (text: string) =>
  (await t.ok(maya, searchRecords, { query: { text } })).records.map(({ type, title }) => `${type} ${title}`);

describe('a search without accents', () => {
  it('finds products that have them, and the other way round', async () => {
    for (const search of ['cafe', 'Café', 'CAFÉ', 'cafe\u0301']) expect(await skus(search)).toEqual(['K-1', 'K-2']);
    expect(await skus('cafekanne weiss')).toEqual(['K-1']);
    expect(await skus('카페')).toEqual(['K-3']);
    expect(await skus('咖啡')).toEqual(['K-3']);
  });

  it('finds suppliers, their invoices, and records of all areas', async () => {
    for (const search of ['muller son', 'Müller søn', 'MULLER']) {
      const suppliers = await t.ok(maya, listSuppliers, { query: { search } });
      expect(suppliers.content.map(({ companyName }) => companyName)).toEqual(['Müller & Søn']);
      const invoices = await t.ok(maya, listInvoices, { query: { search } });
      expect(invoices.content.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['F-77']);
      expect(await found(search)).toEqual(['INVOICE F-77', 'SUPPLIER Müller & Søn']);
    }
    expect(await found('cafe')).toEqual(['PRODUCT Cafe pot', 'PRODUCT Café-Kanne, weiß']);
  });

  it('puts an exact code first, also with signs that searches leave out', async () => {
    expect(await found('A%B')).toEqual(['PRODUCT Zebra', 'PRODUCT Apple']);
    expect(await found('a%b')).toEqual(['PRODUCT Zebra', 'PRODUCT Apple']);
  });

  it('is folded in the database as in the application', async () => {
    const texts = fc.sample(fc.string({ unit: 'grapheme', maxLength: 12 }), 500).map((one) => one.replaceAll('\0', ''));
    const all = [...texts, 'Ångström', 'straße', 'Łódź', 'Đặng', 'ÆØÅ', 'がぎ', '한글', 'Ñandú', 'é'].map((one) =>
      one.toWellFormed().toLowerCase(),
    );
    const { rows } = await t.work(maya, (w) =>
      sql<{ folded: string }>`
        select fold_accents(n.text) as folded
        from unnest(${sql.val(all)}::text[]) with ordinality n(text, i) order by n.i`.execute(w.tx),
    );
    const isSame = (text: string, i: number) =>
      rows[i]?.folded === (/^\p{ASCII}*$/u.test(text) ? text : foldAccents(text));
    expect(all.filter((text, i) => !isSame(text, i))).toEqual([]);
  });

  it('lists are in the order of people: numbers by their value, letters beside their accents', async () => {
    const zoe = await t.admin();
    for (const name of ['Zeta', 'Ärger', 'Bolt', 'apfel', 'Supplier 10', 'Supplier 9'])
      await aSupplier(t, zoe, { name, currency: 'GBP' });
    const suppliers = await t.ok(zoe, listSuppliers, { query: { sort: ['companyName,asc'] } });
    expect(suppliers.content.map(({ companyName }) => companyName)).toEqual([
      ...['apfel', 'Ärger', 'Bolt', 'Supplier 9', 'Supplier 10', 'Zeta'],
    ]);
    const supplierId = suppliers.content[0]?.id ?? '';
    for (const invoiceNumber of ['INV-10', 'inv-2', 'INV-1'])
      await anInvoice(t, zoe, { supplierId, invoiceNumber, currency: 'GBP', date: '2026-11-02', total: null }, []);
    const invoices = await t.ok(zoe, listInvoices, { query: { sort: ['invoiceNumber,asc'] } });
    expect(invoices.content.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV-1', 'inv-2', 'INV-10']);
  });

  it('no other list sorts texts by the codes of their letters, but those of products and of restatements', () => {
    const areas = fileURLToPath(new URL('..', import.meta.url));
    const sortsByCodes = globSync('**/*.views.ts', { cwd: areas }).filter((file) =>
      /^ {2}['.\w]+: (?:\{ by: )?sql`lower\(/m.test(readFileSync(join(areas, file), 'utf8')),
    );
    expect(sortsByCodes.toSorted()).toEqual([
      'costs/restatements/restatements.views.ts',
      'products/lists/products.views.ts',
    ]);
  });
});
