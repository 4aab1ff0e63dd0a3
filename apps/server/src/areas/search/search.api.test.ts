import { createProduct, patchProduct } from '@quayside/contracts/products/products';
import { searchRecords } from '@quayside/contracts/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { anInvoice, aSupplier } from '../../testing/invoices.ts';

let t: TestApp;
let maya: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
  supplier = await aSupplier(t, maya, { name: 'Kettle & Sons', localName: '宁波永嘉', currency: 'GBP' });
  const product = (sku: string, name: string) =>
    t.ok(maya, createProduct, { body: { sku, name, supplierIds: [supplier] } });
  for (const [sku, name] of [
    ['KTL', 'Zinc spoon'],
    ['A-1', 'Copper kettle 100%'],
    ['A-2', 'Kettle, copper, ktl'],
    ['A-3', 'Old kettle'],
  ] as const) {
    const made = await product(sku, name);
    if (sku === 'A-3')
      await t.ok(maya, patchProduct, { params: { id: made.id }, body: { archivedAt: '2026-11-20T10:00:00Z' } });
  }
  await anInvoice(
    t,
    maya,
    { supplierId: supplier, invoiceNumber: 'F-77', currency: 'GBP', date: '2026-11-02', total: null },
    [],
  );
});
afterAll(() => t.close());

const found = async (text: string, who = maya) =>
  (await t.ok(who, searchRecords, { query: { text } })).records.map((r) =>
    [r.type, r.title, r.detail && `(${r.detail})`, r.day].filter(Boolean).join(' '),
  );

describe('a search over all areas', () => {
  it('finds records of each type by every word, and puts an exact SKU first', async () => {
    expect(await found('ktl')).toEqual(['PRODUCT Zinc spoon (KTL)', 'PRODUCT Kettle, copper, ktl (A-2)']);
    expect(await found('  KETTLE copper ')).toEqual([
      'PRODUCT Copper kettle 100% (A-1)',
      'PRODUCT Kettle, copper, ktl (A-2)',
    ]);
    expect(await found('kettle sons')).toEqual([
      'INVOICE F-77 (Kettle & Sons) 2026-11-02',
      'SUPPLIER Kettle & Sons (宁波永嘉)',
    ]);
    expect(await found('f-77')).toEqual(['INVOICE F-77 (Kettle & Sons) 2026-11-02']);
    expect(await found('宁波')).toEqual([
      'INVOICE F-77 (Kettle & Sons) 2026-11-02',
      'SUPPLIER Kettle & Sons (宁波永嘉)',
    ]);
  });

  it('tells what a unit of a product costs, if it is known', async () => {
    const [, spoon] = (await t.ok(maya, searchRecords, { query: { text: 'copper' } })).records;
    expect(spoon).not.toHaveProperty('unitCost');
    const goods = { productId: spoon?.id ?? '', quantity: 8, amount: '10.00' };
    await anInvoice(t, maya, { supplierId: supplier, invoiceNumber: 'G-78', currency: 'GBP', total: '10.00' }, [goods]);
    const found = (await t.ok(maya, searchRecords, { query: { text: 'ktl' } })).records;
    expect(found.find(({ id }) => id === spoon?.id)?.unitCost).toBe('1.2500');
  });

  it('treats special characters literally, and omits archived records', async () => {
    expect(await found('100%')).toEqual(['PRODUCT Copper kettle 100% (A-1)']);
    expect(await found('%')).toEqual(['PRODUCT Copper kettle 100% (A-1)']);
    expect(await found('old')).toEqual([]);
  });

  it('shows a viewer the same results, and another account none', async () => {
    const own = await found('ktl');
    expect(own).toContain('ORDER SO-000001 (A-2 · G-78) 2026-11-20');
    expect(await found('ktl', await t.member(maya))).toEqual(own);
    expect(await found('ktl', await t.admin())).toEqual([]);
  });
});
