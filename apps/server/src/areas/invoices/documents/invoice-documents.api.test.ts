import {
  deleteDocument,
  listEntityDocuments,
  restoreDocument,
  uploadDocument,
  uploadDocumentVersion,
} from '@quayside/contracts/documents/documents';
import {
  attachInvoiceDocument,
  getInvoiceDocument,
  replaceInvoiceUpload,
  uploadInvoice,
} from '@quayside/contracts/invoices/invoice-documents';
import { closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { getInvoice, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { keysInStore } from '../../../testing/files.ts';
import { oleFile, PDF, zipFile } from '../../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier, invariantsOf } from '../../../testing/invoices.ts';

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

/** Downloads the document that an invoice shows. Returns its bytes and headers. */
const download = (who: TestPerson, id: string) =>
  t.app.inject({
    method: 'GET',
    url: urlOf(getInvoiceDocument, { userId: who.userId, id }),
    headers: { authorization: `Bearer ${who.token}` },
  });
const keysOnDisk = () => keysInStore(t.deps);
const filesOf = (who: TestPerson) =>
  t.work(who, (w) =>
    w.tx
      .selectFrom('document_version')
      .select(['document_id', 'number', 'file_name', 'storage_key'])
      .orderBy('document_id')
      .orderBy('number')
      .execute(),
  );
/** The history entries of an invoice about its documents. */
const historyOf = (who: TestPerson, id: string) =>
  t.work(who, async (w) => {
    const rows = await w.tx
      .selectFrom('audit_log')
      .select('action')
      .where('history_of', '=', id)
      .orderBy('recorded_at')
      .orderBy('id')
      .execute();
    return rows.map((r) => r.action).filter((action) => action.startsWith('invoice.document'));
  });

describe('an uploaded document', () => {
  it('becomes an invoice in REVIEW without costs until somebody edits it', async () => {
    const uploaded = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: 'in/voice №7 (“final”).pdf', content: PDF },
    });
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
    const { id } = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: 'a.pdf', content: PDF },
    });
    expect((await t.ok(admin, updateInvoiceBasic, { params: { id }, body: {} })).status).toBe('REVIEW');
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { total: '10', rate: '0.1' } })).toMatchObject(
      { status: 'WORKING', version: 2 },
    );
  });

  it('waits for its supplier when none is given', async () => {
    const { id, ...uploaded } = await t.ok(admin, uploadInvoice, { file: { name: 'unknown.pdf', content: PDF } });
    expect(uploaded).toMatchObject({
      status: 'REVIEW',
      supplierContact: null,
      currency: 'GBP',
      document: { fileName: 'unknown.pdf' },
    });
    expect(await t.ok(admin, updateInvoiceBasic, { params: { id }, body: { supplierId: supplier } })).toMatchObject({
      supplierContact: { id: supplier },
    });
    expect(await historyOf(admin, id)).toEqual(['invoice.document-attached']);
  });

  it('creates one invoice for one idempotency key, and none for an unknown supplier', async () => {
    const send = (supplierId: string) =>
      t.call(admin, uploadInvoice, {
        query: { supplierId },
        file: { name: 'a.pdf', content: PDF },
        headers: { 'idempotency-key': `upload-${supplierId}` },
      });
    const [first, again] = [await send(supplier), await send(supplier)];
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id]);
    expect(await send(NOBODY)).toMatchObject({ status: 422, error: { errors: [{ field: 'supplierId' }] } });
  });

  it('is downloaded byte for byte, with safe headers, by anyone who may read the invoice', async () => {
    const { id } = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: "Rechnung (5) 'ä'.pdf", content: PDF },
    });
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

  it('is only downloaded, never displayed, when it is a Word file', async () => {
    const docx = zipFile(['[Content_Types].xml', 'word/document.xml']);
    const { id } = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: 'Order.DOCX', content: docx },
    });
    const answer = await download(admin, id);
    expect(answer.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Order.DOCX");
    expect(answer.rawPayload.equals(docx)).toBe(true);
    const doc = oleFile('WordDocument');
    expect(
      (await t.ok(admin, replaceInvoiceUpload, { params: { id }, file: { name: 'Order.doc', content: doc } })).document,
    ).toMatchObject({
      fileName: 'Order.doc',
      contentType: 'application/msword',
    });
  });
});

describe('replacing a document', () => {
  it('makes the new one the front document, preserves the old one and increments the version', async () => {
    const who = await t.admin();
    const { id } = await anInvoice(t, who, { supplierId: await aSupplier(t, who) });
    expect((await t.call(who, getInvoiceDocument, { params: { id } })).status).toBe(404);
    const newer = Buffer.concat([PDF, Buffer.from('\n')]);
    expect(
      await t.ok(who, replaceInvoiceUpload, { params: { id }, file: { name: 'one.pdf', content: PDF } }),
    ).toMatchObject({
      version: 2,
      document: { fileName: 'one.pdf' },
    });
    expect(
      await t.ok(who, replaceInvoiceUpload, { params: { id }, file: { name: 'two.pdf', content: newer } }),
    ).toMatchObject({
      version: 3,
      status: 'WORKING',
      document: { fileName: 'two.pdf', size: newer.length },
    });
    expect((await download(who, id)).rawPayload.equals(newer)).toBe(true);
    expect((await filesOf(who)).map((f) => [f.number, f.file_name])).toEqual([
      [1, 'one.pdf'],
      [2, 'two.pdf'],
    ]);
    expect(await t.ok(who, listEntityDocuments, { params: { entityType: 'INVOICE', entityId: id } })).toMatchObject([
      { fileName: 'two.pdf', versionNumber: 2 },
    ]);
    expect(await historyOf(who, id)).toEqual(['invoice.document-attached', 'invoice.document-replaced']);
  });

  it('updates every invoice that shares it', async () => {
    const who = await t.admin();
    const supplierId = await aSupplier(t, who);
    const [one, two] = [(await anInvoice(t, who, { supplierId })).id, (await anInvoice(t, who, { supplierId })).id];
    const { document } = await t.ok(who, replaceInvoiceUpload, {
      params: { id: one },
      file: { name: 'one.pdf', content: PDF },
    });
    const documentId = document?.id ?? '';
    await t.ok(who, attachInvoiceDocument, { params: { id: two }, body: { documentId } });
    await t.ok(who, uploadDocumentVersion, { params: { documentId }, file: { name: 'newer.pdf', content: PDF } });
    expect(await t.ok(who, getInvoice, { params: { id: two } })).toMatchObject({
      version: 3,
      document: { id: documentId, fileName: 'newer.pdf' },
    });
    expect(await historyOf(who, two)).toEqual(['invoice.document-attached', 'invoice.document-replaced']);
    await t.ok(who, replaceInvoiceUpload, { params: { id: two }, file: { name: 'newest.pdf', content: PDF } });
    expect(await t.ok(who, getInvoice, { params: { id: one } })).toMatchObject({
      version: 4,
      document: { fileName: 'newest.pdf' },
    });
    await t.work(who, (w) => w.tx.updateTable('invoice').set({ status: 'CLOSED' }).where('id', '=', one).execute());
    expect(
      await t.call(who, replaceInvoiceUpload, { params: { id: two }, file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject({
      status: 422,
      error: { code: 'invoices.closed' },
    });
  });

  it('needs an existing invoice that is not closed', async () => {
    expect(
      await t.call(admin, replaceInvoiceUpload, { params: { id: NOBODY }, file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject({
      status: 404,
      error: { code: 'invoices.unknown', message: 'Invoice not found' },
    });
    const { id } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', total: 1 }, [
      { productId: await aProduct(t, admin, 'C'), quantity: 1, amount: 1 },
    ]);
    await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
    await t.ok(admin, closeInvoice, { params: { id }, body: {} });
    expect(
      await t.call(admin, replaceInvoiceUpload, { params: { id }, file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject({
      status: 422,
      error: { code: 'invoices.closed' },
    });
  });
});

describe('attaching an existing document', () => {
  const kept = async (who: TestPerson, name: string) =>
    (await t.ok(who, uploadDocument, { file: { name, content: PDF } })).id;

  it('makes it the front document when there is none, and otherwise only on request', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    const [first, second] = [await kept(admin, 'first.pdf'), await kept(admin, 'second.pdf')];
    const attach = (documentId: string, more = {}) =>
      t.ok(admin, attachInvoiceDocument, { params: { id }, body: { documentId, ...more } });
    expect(await attach(first, { version: 1 })).toMatchObject({
      version: 2,
      document: { id: first, fileName: 'first.pdf' },
    });
    expect(await attach(second)).toMatchObject({ version: 2, document: { id: first } });
    expect(await attach(second, { inFront: true })).toMatchObject({ version: 3, document: { id: second } });
    const attached = await t.ok(admin, listEntityDocuments, { params: { entityType: 'INVOICE', entityId: id } });
    expect(attached.map((d) => d.id).sort()).toEqual([first, second].sort());
    expect(await historyOf(admin, id)).toEqual(Array.from({ length: 3 }, () => 'invoice.document-attached'));
    await t.ok(admin, deleteDocument, { params: { documentId: second } });
    expect((await t.ok(admin, getInvoice, { params: { id } })).document).toBeNull();
    expect((await t.call(admin, getInvoiceDocument, { params: { id } })).status).toBe(404);
  });

  it('needs a document of the account, an invoice that is not closed, and a current version', async () => {
    const { id } = await anInvoice(t, admin, { supplierId: supplier });
    const other = await t.admin();
    const attach = async (documentId: string, more = {}) => {
      const { status, error } = await t.call(admin, attachInvoiceDocument, {
        params: { id },
        body: { documentId, ...more },
      });
      return [status, error.code];
    };
    expect(await attach(NOBODY)).toEqual([404, 'documents.unknown']);
    expect(await attach(await kept(other, 'a.pdf'))).toEqual([404, 'documents.unknown']);
    const documentId = await kept(admin, 'a.pdf');
    expect(await attach(documentId, { version: 7 })).toEqual([409, 'conflict_version']);
    await t.ok(admin, deleteDocument, { params: { documentId } });
    expect(await attach(documentId)).toEqual([404, 'documents.unknown']);
    await t.ok(admin, restoreDocument, { params: { documentId } });
    await t.work(admin, (w) => w.tx.updateTable('invoice').set({ status: 'CLOSED' }).where('id', '=', id).execute());
    expect(await attach(documentId)).toEqual([422, 'invoices.closed']);
  });
});

describe('the upload of a refused file', () => {
  it.each([
    ['a spreadsheet that calls itself a PDF', 'a.pdf', zipFile(['[Content_Types].xml', 'xl/workbook.xml'])],
    ['a PDF that is cut off', 'a.pdf', PDF.subarray(0, 40)],
    ['a PDF that calls itself a Word file', 'a.docx', PDF],
    ['a web page', 'a.html', Buffer.from('<script>alert(1)</script>')],
    ['a document with macros', 'a.docx', zipFile(['[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'])],
  ])('stores nothing of %s', async (_, name, content) => {
    const [before, keys] = [await filesOf(admin), await keysOnDisk()];
    const answer = await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name, content } });
    expect(answer).toMatchObject({
      status: 415,
      error: { code: 'wrong_file', message: 'Only Pdf, Doc, Docx files are allowed' },
    });
    expect(await filesOf(admin)).toEqual(before);
    expect(await keysOnDisk()).toEqual(keys);
  });

  it('stores nothing of a file that is empty or larger than 20 MB', async () => {
    const big = Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(20 * 1024 * 1024), PDF]);
    expect(
      (await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: big } }))
        .status,
    ).toBe(413);
    expect(
      (await t.call(admin, uploadInvoice, { query: { supplierId: supplier }, file: { name: 'a.pdf', content: '' } }))
        .status,
    ).toBe(422);
    const large = Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(3 * 1024 * 1024, 'x'), PDF]);
    const kept = await t.ok(admin, uploadInvoice, {
      query: { supplierId: supplier },
      file: { name: 'a.pdf', content: large },
    });
    expect((await t.ok(admin, getInvoice, { params: { id: kept.id } })).document?.size).toBe(large.length);
  });
});
