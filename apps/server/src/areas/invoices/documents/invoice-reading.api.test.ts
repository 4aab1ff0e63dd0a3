import { uploadDocument } from '@quayside/contracts/documents/documents';
import { readInvoiceDocument, uploadInvoice } from '@quayside/contracts/invoices/invoice-documents';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF, pdfOf } from '../../../testing/documents.ts';
import { aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let who: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  who = await t.admin();
});
afterAll(() => t.close());

const PAPER = [
  'Ningbo Yongjia Houseware Co., Ltd.',
  'Bill to: Test Seller Ltd',
  'INVOICE NO. HS-2291          DATE 2026-11-08',
  'Item no.          Description          Qty          Amount',
  'K-100             Kettle, black        1,008        58,867.20',
  'Total CNY                                           58,867.20',
];
const upload = async (lines: readonly string[], person = who) => {
  const { id } = await t.ok(person, uploadDocument, { file: { name: 'a.pdf', content: pdfOf([lines]) } });
  await t.readTexts();
  return id;
};
const read = (documentId: string, person = who) => t.ok(person, readInvoiceDocument, { params: { documentId } });

describe('the reading of a document', () => {
  it('has what a new supplier has written, and the lines as cells', async () => {
    expect(await read(await upload(PAPER))).toEqual({
      textState: 'READY',
      invoiceNumbers: [{ value: 'HS-2291', text: 'HS-2291', page: 1 }],
      dates: [{ value: '2026-11-08', text: '2026-11-08', page: 1 }],
      currencies: [{ value: 'CNY', text: 'CNY', page: 1 }],
      dueDates: [],
      totals: [{ value: '58867.20', text: '58,867.20', page: 1, currency: 'CNY' }],
      suppliers: [],
      newSuppliers: [
        { value: 'Ningbo Yongjia Houseware Co., Ltd.', text: 'Ningbo Yongjia Houseware Co., Ltd.', page: 1 },
      ],
      lines: {
        page: 1,
        cells: [
          ['Item no.', 'Description', 'Qty', 'Amount'],
          ['K-100', 'Kettle, black', '1,008', '58,867.20'],
        ],
      },
    });
  });

  it('names suppliers of the account by their name, e-mail address or telephone, and then no new one', async () => {
    const person = await t.admin();
    const id = await aSupplier(t, person, { name: 'Yongjia Houseware', currency: 'CNY' });
    const { id: byEmail } = await t.ok(person, createSupplier, {
      body: { companyName: 'Paper Moon', email: 'bills@moon.example' },
    });
    const found = await read(await upload([...PAPER, 'Agent: bills@moon.example'], person), person);
    expect([found.suppliers, found.newSuppliers]).toEqual([
      [
        { id, companyName: 'Yongjia Houseware', text: 'Yongjia Houseware', page: 1 },
        { id: byEmail, companyName: 'Paper Moon', text: 'bills@moon.example', page: 1 },
      ],
      [],
    ]);
  });

  it('waits for the text, and is empty without one', async () => {
    const { id } = await t.ok(who, uploadDocument, { file: { name: 'b.pdf', content: pdfOf([PAPER]) } });
    expect(await read(id)).toMatchObject({ textState: 'PENDING', totals: [], lines: null });
    await t.readTexts();
    expect(await read(id)).toMatchObject({ textState: 'READY' });
    const scan = (await t.ok(who, uploadDocument, { file: { name: 'scan.pdf', content: PDF } })).id;
    await t.readTexts();
    expect(await read(scan)).toMatchObject({ textState: 'NONE', invoiceNumbers: [], newSuppliers: [] });
  });
});

describe('the defaults of an invoice from a document', () => {
  it('are its number, date and currency, until a person chooses each of them', async () => {
    const supplier = await aSupplier(t, who, { name: 'Lumitek', currency: 'CNY' });
    const made = await t.ok(who, uploadInvoice, { file: { name: 'c.pdf', content: pdfOf([PAPER]) } });
    expect([made.status, made.defaults]).toEqual(['REVIEW', ['invoiceNumber', 'date', 'currency']]);
    const change = async (body: object) =>
      (await t.ok(who, updateInvoiceBasic, { params: { id: made.id }, body })).defaults;
    // The currency that comes with the supplier is not chosen by a person.
    expect(await change({ supplierId: supplier })).toEqual(['invoiceNumber', 'date', 'currency']);
    expect(await change({ total: '58867.20', date: made.date })).toEqual(['invoiceNumber', 'currency']);
    expect(await change({ invoiceNumber: 'HS-2291', currency: 'CNY' })).toEqual([]);
    expect(await change({ invoiceNumber: null })).toEqual(['invoiceNumber']);
  });
});
