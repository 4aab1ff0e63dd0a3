import { uploadDocument } from '@quayside/contracts/documents/documents';
import { attachInvoiceDocument } from '@quayside/contracts/invoices/invoice-documents';
import {
  createInvoice,
  deleteInvoice,
  findInvoiceDuplicates,
  getInvoice,
  type InvoiceWithLines,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import type { BodyIn, QueryIn } from '@quayside/contracts/endpoint';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let who: TestPerson;
let supplier: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  who = await t.admin();
  supplier = await aSupplier(t, who);
});

const make = (body: BodyIn<typeof createInvoice>): Promise<InvoiceWithLines> =>
  t.ok(who, createInvoice, { body: { supplierId: supplier, ...body } });
const reasons = (found: InvoiceWithLines['duplicates']) => found.map((d) => [d.id, d.reasons]);
const find = async (query: QueryIn<typeof findInvoiceDuplicates>) =>
  reasons(await t.ok(who, findInvoiceDuplicates, { query }));
const of = async (id: string) => reasons((await t.ok(who, getInvoice, { params: { id } })).duplicates);

describe('an invoice that was entered before', () => {
  it('is found by supplier and number, ignoring case, unless the number was generated', async () => {
    const one = await make({ invoiceNumber: 'NB-100', date: '2026-11-02', total: '5.00' });
    const two = await make({ invoiceNumber: 'nb-100', date: '2026-11-03' });
    expect(two.duplicates).toEqual([
      {
        id: one.id,
        invoiceNumber: 'NB-100',
        supplierName: 'Ningbo Yongjia Houseware',
        date: '2026-11-02',
        total: '5.00',
        currency: 'CNY',
        status: 'WORKING',
        reasons: ['NUMBER'],
      },
    ]);
    expect(await of(one.id)).toEqual([[two.id, ['NUMBER']]]);
    const other = await aSupplier(t, who);
    expect((await make({ supplierId: other, invoiceNumber: 'NB-100' })).duplicates).toEqual([]);
    // An invoice number that was generated from the date is not compared.
    await make({ date: '2026-10-01' });
    expect((await make({ date: '2026-10-01' })).duplicates).toEqual([]);
    expect((await make({ invoiceNumber: '2026-10-01', date: '2026-09-01' })).duplicates).toEqual([]);
    expect((await t.call(who, deleteInvoice, { params: { id: two.id } })).status).toBe(204);
    expect(await of(one.id)).toEqual([]);
  });

  it('is found by the letters and digits of its number, whatever else is in it', async () => {
    const invoiceNumber = ` a-–—_/\\.,;:#()[]{}'"&+*| 1`.trim();
    const one = await make({ invoiceNumber });
    const two = await make({ invoiceNumber: invoiceNumber.toUpperCase() });
    expect(reasons(two.duplicates)).toEqual([[one.id, ['NUMBER']]]);
    expect(
      reasons((await make({ invoiceNumber: 'A1' })).duplicates).toSorted((x, y) => (String(x) < String(y) ? -1 : 1)),
    ).toEqual([one.id, two.id].toSorted().map((id) => [id, ['NUMBER']]));
    expect((await make({ invoiceNumber: 'A2' })).duplicates).toEqual([]);
  });

  it('is found by supplier, currency and total within 45 days', async () => {
    const one = await make({ invoiceNumber: 'A', date: '2026-06-01', total: '100.00' });
    const near = await make({ invoiceNumber: 'B', date: '2026-07-16', total: '100.00' });
    expect(reasons(near.duplicates)).toEqual([[one.id, ['TOTAL']]]);
    expect(await of(one.id)).toEqual([[near.id, ['TOTAL']]]);
    expect((await make({ invoiceNumber: 'C', date: '2026-04-16', total: '100.00' })).duplicates).toEqual([]);
    expect(
      (await make({ invoiceNumber: 'D', date: '2026-06-01', total: '100.00', currency: 'USD' })).duplicates,
    ).toEqual([]);
    expect((await make({ invoiceNumber: 'E', date: '2026-06-01', total: '0' })).duplicates).toEqual([]);
    expect((await make({ invoiceNumber: 'F', date: '2026-06-01', total: '0' })).duplicates).toEqual([]);
  });

  it('is found by its file, and lists all reasons at once', async () => {
    const upload = async () => (await t.ok(who, uploadDocument, { file: { name: 'x.pdf', content: PDF } })).id;
    const one = await make({ invoiceNumber: 'S-1', total: '7.00', documentId: await upload() });
    const again = await t.ok(who, createInvoice, { body: { documentId: await upload() } });
    expect(reasons(again.duplicates)).toEqual([[one.id, ['FILE']]]);
    const full = await t.ok(who, updateInvoiceBasic, {
      params: { id: again.id },
      body: { supplierId: supplier, currency: 'CNY', invoiceNumber: 's-1', total: '7.00' },
    });
    expect(reasons(full.duplicates)).toEqual([[one.id, ['NUMBER', 'TOTAL', 'FILE']]]);
    const third = await make({ invoiceNumber: 'S-3' });
    await t.ok(who, attachInvoiceDocument, { params: { id: third.id }, body: { documentId: await upload() } });
    expect(new Set((await of(third.id)).map(([id]) => id))).toEqual(new Set([one.id, again.id]));
  });

  it('is never found for a credit note, nor a credit note for an invoice', async () => {
    const bill = await make({ invoiceNumber: 'K-1', total: '50.00' });
    const note = await make({ invoiceNumber: 'K-1', kind: 'CREDIT_NOTE', total: '-50.00' });
    expect(note.duplicates).toEqual([]);
    expect(await of(bill.id)).toEqual([]);
    const twice = await make({ invoiceNumber: 'K-2', kind: 'CREDIT_NOTE', total: '-50.00' });
    expect(reasons(twice.duplicates)).toEqual([[note.id, ['TOTAL']]]);
    const asked = { supplierId: supplier, invoiceNumber: 'K-1' };
    expect(await find(asked)).toEqual([[bill.id, ['NUMBER']]]);
    expect(await find({ ...asked, currency: 'CNY', total: '-1' })).toEqual([[note.id, ['NUMBER']]]);
    expect(await find({ ...asked, exceptId: twice.id })).toEqual([[note.id, ['NUMBER']]]);
  });
});

describe('a search while an invoice is being typed', () => {
  it('compares the fields that are filled so far', async () => {
    const one = await make({ invoiceNumber: 'Q-1', date: '2026-11-01', total: '12.50' });
    expect(await find({})).toEqual([]);
    expect(await find({ invoiceNumber: 'Q-1' })).toEqual([]);
    expect(await find({ supplierId: supplier, invoiceNumber: ' q-1 ' })).toEqual([[one.id, ['NUMBER']]]);
    const total = { supplierId: supplier, currency: 'CNY', total: '12.5', date: '2026-11-20' };
    expect(await find(total)).toEqual([[one.id, ['TOTAL']]]);
    expect(await find({ ...total, invoiceNumber: 'Q-1' })).toEqual([[one.id, ['NUMBER', 'TOTAL']]]);
    expect(await find({ ...total, invoiceNumber: 'Q-1', exceptId: one.id })).toEqual([]);
    expect(await find({ ...total, date: undefined })).toEqual([]);
    expect(await find({ supplierId: supplier, total: '12.5', date: '2026-11-20' })).toEqual([]);
  });

  it.each([
    [{ currency: 'XXQ' }, 'currency', 'Choose a currency'],
    [{ currency: 'JPY', total: '1.5' }, 'total', 'JPY has no decimals'],
  ])('refuses %j', async (query, field, message) => {
    expect(await t.call(who, findInvoiceDuplicates, { query })).toMatchObject({
      status: 422,
      error: { errors: [{ field, message }] },
    });
  });

  it('is open to viewers, and never returns invoices of another account', async () => {
    const one = await make({ invoiceNumber: 'V-1' });
    const query = { supplierId: supplier, invoiceNumber: 'V-1' };
    expect(await t.ok(await t.member(who), findInvoiceDuplicates, { query })).toMatchObject([{ id: one.id }]);
    expect(await t.ok(await t.admin(), findInvoiceDuplicates, { query })).toEqual([]);
  });
});
