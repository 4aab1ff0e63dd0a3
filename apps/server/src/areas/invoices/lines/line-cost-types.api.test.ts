import { importInvoiceLines, importInvoiceLinesDryRun } from '@quayside/contracts/invoices/invoice-line-imports';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let factory: string;
let kettle: string;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  factory = await aSupplier(t, admin);
  kettle = await aProduct(t, admin, 'KTL-1');
});
afterAll(() => t.close());

const goods = () =>
  anInvoice(t, admin, { supplierId: factory, currency: 'GBP' }, [
    { productId: kettle, costType: 'FACTORY_INVOICE', quantity: 5, amount: 50 },
  ]);
/** An invoice of a supplier of its own, in GBP. */
const started = async (extra = {}, supplier?: string) =>
  anInvoice(t, admin, {
    ...{ supplierId: supplier ?? (await aSupplier(t, admin, { currency: 'GBP' })), currency: 'GBP' },
    ...extra,
  });
const table = (...names: string[]) => ['Description\tAmount', ...names.map((name) => `${name}\t10.00`)].join('\n');
const typesOf = async (id: string) =>
  (await t.ok(admin, getInvoice, { params: { id } })).lines.map(({ costType }) => costType);
const checked = (id: string, text: string, costType?: 'STORAGE') =>
  t.ok(admin, importInvoiceLinesDryRun, { params: { id }, body: { text, ...(costType ? { costType } : {}) } });
const brought = async (id: string, text: string, costType?: 'STORAGE') => {
  await t.ok(admin, importInvoiceLines, { params: { id }, body: { text, ...(costType ? { costType } : {}) } });
  return typesOf(id);
};

describe('the cost type of lines that are read from a table or document', () => {
  it('is what their words say, in the preview and when they are stored', async () => {
    const { id } = await started();
    const text = table('Ocean freight', 'Terminal handling', 'Customs duty (deferment)', 'Examination fee');
    const expected = ['SHIPPING', 'SHIPPING', 'CUSTOMS_AND_DUTIES', 'CUSTOMS_AND_DUTIES'];
    const preview = await checked(id, text);
    expect(preview.rows.map(({ line }) => line.costType)).toEqual(expected);
    expect(preview.openCostTypes).toBe(0);
    expect(await brought(id, text)).toEqual(expected);
  });
  it('is freight where nothing says it on an invoice for the goods of another, as the preview shows', async () => {
    const paired = { pairedWith: [{ type: 'INVOICE' as const, id: (await goods()).id }] };
    const { id } = await started(paired);
    expect((await checked(id, table('Item 7'))).rows[0]?.line.costType).toBe('SHIPPING');
    expect(await brought(id, table('Item 7'))).toEqual(['SHIPPING']);
  });
  it('is what the last invoice of the supplier had, where the words do not say it', async () => {
    const supplier = await aSupplier(t, admin, { currency: 'GBP' });
    await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', date: '2026-05-01' }, [
      { costType: 'STORAGE', name: 'Bay 4', amount: 10 },
    ]);
    await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', date: '2026-01-01' }, [
      { costType: 'INSPECTIONS', name: 'Visit', amount: 10 },
    ]);
    const { id } = await started({ date: '2026-06-01' }, supplier);
    expect(await brought(id, table('Bay 5', 'Customs duty'))).toEqual(['STORAGE', 'CUSTOMS_AND_DUTIES']);
  });
  it('is asked where nothing decides, and is then what was answered', async () => {
    const { id } = await started();
    const text = table('Item 7', 'Item 8', 'Ocean freight');
    expect(await checked(id, text)).toMatchObject({ openCostTypes: 2 });
    expect(await checked(id, text, 'STORAGE')).toMatchObject({ openCostTypes: 0 });
    expect(await brought(id, text, 'STORAGE')).toEqual(['STORAGE', 'STORAGE', 'SHIPPING']);
  });
  it('is goods beside products, without a question', async () => {
    const { id } = await started();
    const text = 'SKU\tDescription\tQty\tAmount\nKTL-1\tKettle\t5\t50.00\n\tPrinting plate\t1\t9.00';
    expect(await checked(id, text)).toMatchObject({ openCostTypes: 0 });
    expect(await brought(id, text)).toEqual(['FACTORY_INVOICE', 'FACTORY_INVOICE']);
  });
});

describe('a line that is typed without a cost type', () => {
  it('is freight on an invoice for the goods of another, and goods elsewhere', async () => {
    const paired = { pairedWith: [{ type: 'INVOICE' as const, id: (await goods()).id }] };
    for (const [extra, costType] of [
      [paired, 'SHIPPING'],
      [{ ...paired, type: 'CUSTOMS_ONLY' }, 'CUSTOMS_AND_DUTIES'],
      [{}, 'FACTORY_INVOICE'],
    ] as const) {
      const { id } = await started(extra);
      await t.ok(admin, createInvoiceLine, { params: { invoiceId: id }, body: { name: 'Item 7', amount: 10 } });
      expect(await typesOf(id)).toEqual([costType]);
    }
  });
});

it('duty that is confirmed as it was read stays out of the factory cost', async () => {
  const { id: factoryId } = await goods();
  const { id } = await started({ pairedWith: [{ type: 'INVOICE', id: factoryId }] });
  await brought(id, table('Import duty'));
  await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
  expect((await t.ok(admin, getInvoice, { params: { id } })).lines[0]).toMatchObject({
    costType: 'CUSTOMS_AND_DUTIES',
    effectiveBasis: 'VALUE',
    unassigned: { document: '0.00' },
  });
});
