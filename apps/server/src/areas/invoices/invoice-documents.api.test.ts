import {
  closeInvoice,
  confirmInvoice,
  createInvoiceLine,
  getInvoice,
  getInvoiceDocument,
  replaceInvoiceUpload,
  updateInvoiceBasic,
  uploadInvoice,
} from '@quayside/contracts/invoices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson, urlOf } from '../../testing/app.ts';
import { oleFile, PDF, zipFile } from '../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
let supplier: string;
const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
  supplier = await aSupplier(t, admin);
});
afterAll(() => t.close());

/** The document's bytes and headers as they arrive. */
const download = (who: TestPerson, id: string) =>
  t.app.inject({ method: 'GET', url: urlOf(getInvoiceDocument, { userId: who.userId, id }), headers: { authorization: `Bearer ${who.token}` } });
const keysOnDisk = async () => (await t.deps.files.listOld(new Date('2999-01-01'))).sort();
const filesOf = (who: TestPerson) =>
  t.work(who, (w) => w.tx.selectFrom('document').select(['file_name', 'storage_key', 'entity_id', 'sha256', 'size']).orderBy('id').execute());

describe('an uploaded document', () => {
  it('becomes an invoice in REVIEW that costs nothing until somebody works on it', async () => {
    const uploaded = await t.ok(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'in/voice №7 (“final”).pdf', content: PDF } });
    expect(uploaded).toMatchObject({
      status: 'REVIEW',
      currency: 'CNY',
      invoiceNumber: '2026-11-20',
      version: 1,
      lines: [],
      document: { fileName: 'voice №7 (“final”).pdf', contentType: 'application/pdf', size: PDF.length },
      can: { edit: { allowed: true }, confirm: { allowed: false } },
    });
    const id = uploaded.id;
    const { line, invoice } = await t.ok(admin, createInvoiceLine, {
      params: { invoiceId: id },
      body: { productId: await aProduct(t, admin, 'R'), quantity: 2, amount: 20 },
    });
    expect(invoice).toMatchObject({ status: 'WORKING', version: 2 });
    expect(line.order).not.toBeNull();
    expect(await invariantsOf(t, admin)).toEqual([]);
  });

  it('is accepted by typing its total as well', async () => {
    const { id } = await t.ok(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: PDF } });
    expect((await t.ok(admin, updateInvoiceBasic, { params: { id }, body: {} })).status).toBe('REVIEW');
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { total: '10', rate: '0.1' } })).toMatchObject({ status: 'WORKING', version: 2 });
  });

  it('is made once for one intent, and not at all for an unknown supplier', async () => {
    const send = (supplierId: string) =>
      t.call(admin, uploadInvoice, { query: { supplierId }, file: { name: 'a.pdf', content: PDF }, headers: { 'idempotency-key': `upload-${supplierId}` } });
    const [first, again] = [await send(supplier), await send(supplier)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await send(NOBODY)).toMatchObject({ status: 422, error: { errors: [{ field: 'supplierId' }] } });
  });

  it('comes back byte for byte, safe to open, to whoever may read the invoice', async () => {
    const { id } = await t.ok(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: "Rechnung (5) 'ä'.pdf", content: PDF } });
    const answer = await download(await t.member(admin), id);
    expect([answer.statusCode, answer.rawPayload.equals(PDF)]).toEqual([200, true]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''Rechnung%20%285%29%20%27%C3%A4%27.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    });
    expect((await download(await t.admin(), id)).statusCode).toBe(404);
  });

  it('is only saved, never shown, when it is a Word file', async () => {
    const docx = zipFile(['[Content_Types].xml', 'word/document.xml']);
    const { id } = await t.ok(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'Order.DOCX', content: docx } });
    const answer = await download(admin, id);
    expect(answer.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Order.DOCX");
    expect(answer.rawPayload.equals(docx)).toBe(true);
    const doc = oleFile('WordDocument');
    expect((await t.ok(admin, replaceInvoiceUpload, { params: { id }, file: { name: 'Order.doc', content: doc } })).document).toMatchObject({
      fileName: 'Order.doc',
      contentType: 'application/msword',
    });
  });
});

describe('replacing a document', () => {
  it('puts the new one in front, keeps the old one and moves the version', async () => {
    const who = await t.admin();
    const { id } = await anInvoice(t, who, { supplierId: await aSupplier(t, who) });
    expect((await t.call(who, getInvoiceDocument, { params: { id } })).status).toBe(404);
    const newer = Buffer.concat([PDF, Buffer.from('\n')]);
    expect(await t.ok(who, replaceInvoiceUpload, { params: { id }, file: { name: 'one.pdf', content: PDF } })).toMatchObject({
      version: 2,
      document: { fileName: 'one.pdf' },
    });
    expect(await t.ok(who, replaceInvoiceUpload, { params: { id }, file: { name: 'two.pdf', content: newer } })).toMatchObject({
      version: 3,
      status: 'WORKING',
      document: { fileName: 'two.pdf', size: newer.length },
    });
    expect((await download(who, id)).rawPayload.equals(newer)).toBe(true);
    expect((await filesOf(who)).map((f) => [f.file_name, f.entity_id])).toEqual([
      ['one.pdf', id],
      ['two.pdf', id],
    ]);
  });

  it('needs an invoice, and one that is not closed', async () => {
    expect(await t.call(admin, replaceInvoiceUpload, { params: { id: NOBODY }, file: { name: 'a.pdf', content: PDF } })).toMatchObject({
      status: 404,
      error: { code: 'invoices.unknown', message: 'Invoice not found' },
    });
    const { id } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', total: 1 }, [
      { productId: await aProduct(t, admin, 'C'), quantity: 1, amount: 1 },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    expect(await t.call(admin, replaceInvoiceUpload, { params: { id }, file: { name: 'a.pdf', content: PDF } })).toMatchObject({
      status: 422,
      error: { code: 'invoices.closed' },
    });
  });
});

describe('a file that is not kept', () => {
  it.each([
    ['a spreadsheet that calls itself a PDF', 'a.pdf', zipFile(['[Content_Types].xml', 'xl/workbook.xml'])],
    ['a PDF that is cut off', 'a.pdf', PDF.subarray(0, 40)],
    ['a PDF that calls itself a Word file', 'a.docx', PDF],
    ['a web page', 'a.html', Buffer.from('<script>alert(1)</script>')],
    ['a document with macros', 'a.docx', zipFile(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'])],
  ])('is %s', async (_, name, content) => {
    const [before, keys] = [await filesOf(admin), await keysOnDisk()];
    const answer = await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name, content } });
    expect(answer).toMatchObject({ status: 415, error: { code: 'wrong_file', message: 'Only Pdf, Doc, Docx files are allowed' } });
    expect(await filesOf(admin)).toEqual(before);
    expect(await keysOnDisk()).toEqual(keys);
  });

  it('is one of more than 20 MB, or an empty one', async () => {
    const big = Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(20 * 1024 * 1024), PDF]);
    expect((await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: big } })).status).toBe(413);
    expect((await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: '' } })).status).toBe(422);
    const large = Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(3 * 1024 * 1024, 'x'), PDF]);
    const kept = await t.ok(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: large } });
    expect((await t.ok(admin, getInvoice, { params: { id: kept.id } })).document?.size).toBe(large.length);
  });
});
