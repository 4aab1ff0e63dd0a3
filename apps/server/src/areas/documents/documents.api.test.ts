import {
  deleteDocument,
  downloadDocument,
  getDocument,
  listDocuments,
  listDocumentTypes,
  listDocumentVersions,
  listEntityDocuments,
  listEntityTypeDocuments,
  listEntityTypes,
  patchDocument,
  replaceDocument,
  restoreDocument,
  uploadDocument,
  uploadDocumentVersion,
} from '@quayside/contracts/documents/documents';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { deleteInvoice, getInvoice } from '@quayside/contracts/invoices/invoices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../http/local-client.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { keysInStore } from '../../testing/files.ts';
import { oleFile, PDF, pdfOf } from '../../testing/documents.ts';
import { anInvoice, aProduct, aSupplier } from '../../testing/invoices.ts';

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

const upload = (
  who: TestPerson,
  name = 'a.pdf',
  content: Buffer = PDF,
  query: Parameters<typeof t.ok<typeof uploadDocument>>[2] = {},
) => t.ok(who, uploadDocument, { ...query, file: { name, content } });
const invoice = async (number: string) =>
  (await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: number })).id;
const about = (id: string) => ({ entityType: 'INVOICE', entityId: id }) as const;
/** Creates a closed invoice, with this document attached to it if one is given. Returns the id of the invoice. */
async function closedWith(documentId: string | undefined): Promise<string> {
  const { id } = await anInvoice(t, admin, { supplierId: supplier, currency: 'GBP', total: 1 }, [
    { productId: await aProduct(t, admin, `C-${Math.random()}`), quantity: 1, amount: 1 },
  ]);
  if (documentId !== undefined)
    await t.ok(admin, patchDocument, { params: { id: documentId }, body: { entities: [about(id)] } });
  await t.ok(admin, confirmInvoice, { params: { id }, body: {} });
  await t.ok(admin, closeInvoice, { params: { id }, body: {} });
  return id;
}
const actionsOf = (id: string) =>
  t.work(admin, async (w) => {
    const rows = await w.tx
      .selectFrom('audit_log')
      .select('action')
      .where('history_of', '=', id)
      .orderBy('recorded_at')
      .orderBy('id')
      .execute();
    return rows.map((r) => r.action);
  });

describe('a document', () => {
  it('is stored on its own, with all its data', async () => {
    const kept = await upload(admin, 'in/Rechnung №7.pdf');
    expect(kept).toMatchObject({
      documentType: 'OTHER',
      entityType: 'NONE',
      entityId: null,
      entities: [],
      fileName: 'Rechnung №7.pdf',
      contentType: 'application/pdf',
      size: PDF.length,
      pageCount: null,
      textState: 'PENDING',
      snippet: null,
      versionNumber: 1,
      uploadedAt: '2026-11-20T10:00:00.000Z',
      uploadedBy: { id: admin.userId, name: expect.stringMatching(/^Test Person \d+$/) as string },
      version: 1,
    });
    expect(kept.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await t.ok(await t.member(admin), getDocument, { params: { documentId: kept.id } })).toEqual(kept);
    expect(await t.call(await t.admin(), getDocument, { params: { documentId: kept.id } })).toMatchObject({
      status: 404,
      error: { code: 'documents.unknown', message: 'Error, document not found' },
    });
  });

  it('takes type and owner from the form or from the query', async () => {
    const id = await invoice('FORM-1');
    const fields = [
      ['entityType', 'INVOICE'],
      ['entityId', id],
    ] as const;
    const inForm = await t.ok(admin, uploadDocument, { file: { name: 'a.pdf', content: PDF, fields } });
    expect(inForm).toMatchObject({
      documentType: 'INVOICE',
      entityType: 'INVOICE',
      entityId: id,
      entities: [{ ...about(id), label: 'FORM-1' }],
    });
    const inBoth = await t.ok(admin, uploadDocument, {
      query: { documentType: 'OTHER', entityId: id },
      file: { name: 'a.pdf', content: PDF, fields },
    });
    expect(inBoth).toMatchObject({ documentType: 'OTHER', entityId: id });
  });

  it.each([
    [
      'another value than the query',
      { entityId: NOBODY },
      [['entityId', '01a1fd84-0000-7000-8000-000000000001']],
      'entityId',
    ],
    ['a field that is not known', {}, [['surprise', 'x']], 'surprise'],
    [
      'a field twice',
      {},
      [
        ['documentType', 'OTHER'],
        ['documentType', 'OTHER'],
      ],
      'documentType',
    ],
    ['a wrong value', {}, [['documentType', 'PICTURE']], 'documentType'],
    ['a long value', {}, [['documentType', 'O'.repeat(5000)]], 'documentType'],
    ['an id without a type', { entityId: NOBODY }, [], 'entityType'],
    ['a type without an id', { entityType: 'INVOICE' }, [], 'entityId'],
    ['an id of nothing', { entityType: 'NONE', entityId: NOBODY }, [], 'entityId'],
    ['an invoice that is not there', { entityType: 'INVOICE', entityId: NOBODY }, [], 'entityId'],
    ['an order, which do not exist yet', { entityType: 'PURCHASE_ORDER', entityId: NOBODY }, [], 'entityId'],
  ] as const)('is refused with %s, and nothing is kept of it', async (_, query, fields, field) => {
    const before = await keysInStore(t.deps);
    const answer = await t.call(admin, uploadDocument, { query, file: { name: 'a.pdf', content: PDF, fields } });
    expect(answer).toMatchObject({ status: 422, error: { errors: [{ field }] } });
    expect(await keysInStore(t.deps)).toEqual(before);
  });

  it('is invisible to other accounts', async () => {
    const other = await t.admin();
    const theirs = (await anInvoice(t, other, { supplierId: await aSupplier(t, other) })).id;
    expect(
      await t.call(admin, uploadDocument, { query: about(theirs), file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'entityId', message: 'This account has no such record' }] },
    });
  });

  it('is downloaded byte for byte, in each of its versions', async () => {
    const doc = oleFile('WordDocument');
    const { id } = await upload(admin, 'order.doc', doc);
    const newer = await t.ok(admin, uploadDocumentVersion, {
      params: { documentId: id },
      file: { name: 'order.pdf', content: PDF },
    });
    expect(newer).toMatchObject({
      versionNumber: 2,
      version: 2,
      fileName: 'order.pdf',
      contentType: 'application/pdf',
      textState: 'PENDING',
    });
    expect(
      (await t.ok(admin, listDocumentVersions, { params: { documentId: id } })).map((v) => [
        v.versionNumber,
        v.fileName,
        v.size,
      ]),
    ).toEqual([
      [2, 'order.pdf', PDF.length],
      [1, 'order.doc', doc.length],
    ]);
    const get = (query: string) =>
      t.app.inject({
        url: `${urlOf(downloadDocument, { userId: admin.userId, documentId: id })}${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
    const [front, first] = [await get(''), await get('?versionNumber=1')];
    expect([front.rawPayload.equals(PDF), first.rawPayload.equals(doc)]).toEqual([true, true]);
    expect(front.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "inline; filename*=UTF-8''order.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
    expect(first.headers['content-disposition']).toBe("attachment; filename*=UTF-8''order.doc");
    expect((await get('?versionNumber=3')).statusCode).toBe(404);
  });

  it('offers readable type options', async () => {
    expect(await t.ok(admin, listDocumentTypes)).toEqual([
      { value: 'PURCHASE_ORDER', label: 'Purchase order' },
      { value: 'INVOICE', label: 'Invoice' },
      { value: 'SHIPMENT_PLAN', label: 'Shipment plan' },
      { value: 'OTHER', label: 'Other' },
    ]);
    expect((await t.ok(admin, listEntityTypes)).map((o) => o.value)).toEqual([
      'PURCHASE_ORDER',
      'INVOICE',
      'SHIPMENT_PLAN',
      'NONE',
    ]);
  });
});

describe('document lists', () => {
  it('are plain, newest first, and can be filtered', async () => {
    const who = await t.admin();
    const invoiceId = (await anInvoice(t, who, { supplierId: await aSupplier(t, who), invoiceNumber: 'L-1' })).id;
    const first = await upload(who, 'first.pdf');
    t.setTime('2026-11-20T10:01:00.000Z');
    const second = await upload(who, 'second.pdf', PDF, { query: { ...about(invoiceId), documentType: 'OTHER' } });
    const third = await upload(who, 'third.doc', oleFile('WordDocument'), { query: { documentType: 'INVOICE' } });
    t.setTime('2026-11-20T10:00:00.000Z');
    const names = async (query = {}) => (await t.ok(who, listDocuments, { query })).map((d) => d.fileName);
    expect(await names()).toEqual(['third.doc', 'second.pdf', 'first.pdf']);
    expect(await names({ unattached: 'true' })).toEqual(['third.doc', 'first.pdf']);
    expect(await names({ unattached: 'false' })).toEqual(['second.pdf']);
    expect(await names({ documentType: 'OTHER' })).toEqual(['second.pdf', 'first.pdf']);
    const ofType = async (entityType: 'INVOICE' | 'NONE' | 'SHIPMENT_PLAN', query = {}) =>
      (await t.ok(who, listEntityTypeDocuments, { params: { entityType }, query })).map((d) => d.id);
    expect([await ofType('INVOICE'), await ofType('NONE'), await ofType('SHIPMENT_PLAN')]).toEqual([
      [second.id],
      [third.id, first.id],
      [],
    ]);
    expect(await ofType('NONE', { search: 'FIRST' })).toEqual([first.id]);
    const ofInvoice = await t.ok(who, listEntityDocuments, { params: about(invoiceId) });
    expect(ofInvoice.map((d) => d.id)).toEqual([second.id]);
  });

  it('search names and texts, and show a snippet', async () => {
    const who = await t.admin();
    const read = await upload(
      who,
      'Bill 100%_x.pdf',
      pdfOf([['Ocean freight Ningbo to Felixstowe', 'Container TCLU1234567'], ['Total USD 4,150.00']]),
    );
    const scan = await upload(who, 'freight scan.pdf');
    await t.readTexts();
    const found = async (search: string) =>
      (await t.ok(who, listDocuments, { query: { search } })).map((d) => [d.id, d.snippet]);
    const text = 'Ocean freight Ningbo to Felixstowe Container TCLU1234567 Total USD 4,150.00';
    expect(await found('FREIGHT ningbo')).toEqual([[read.id, text]]);
    expect(await found('freight')).toEqual([
      [scan.id, null],
      [read.id, text],
    ]);
    expect(await found('freight 4,150')).toEqual([[read.id, text]]);
    expect(await found('100%_X')).toEqual([[read.id, null]]);
    expect(await found('0%x')).toEqual([]);
    expect(await found('freight Rotterdam')).toEqual([]);
    expect(await found('  ')).toHaveLength(2);
  });

  it('of a record that the account does not have are refused', async () => {
    expect(await t.call(admin, listEntityDocuments, { params: about(NOBODY) })).toMatchObject({
      status: 404,
      error: { message: 'Invoice not found' },
    });
    expect(
      (await t.call(admin, listEntityDocuments, { params: { entityType: 'PURCHASE_ORDER', entityId: NOBODY } })).status,
    ).toBe(404);
    expect(
      (await t.call(admin, listEntityDocuments, { params: { entityType: 'NONE', entityId: NOBODY } })).status,
    ).toBe(404);
  });
});

describe('updating a document', () => {
  it('moves it from invoice to invoice, and updates their front documents', async () => {
    const [one, two] = [await invoice('M-1'), await invoice('M-2')];
    const { id } = await upload(admin, 'm.pdf', PDF, { query: about(one) });
    expect(await t.ok(admin, getInvoice, { params: { id: one } })).toMatchObject({ version: 2, document: { id } });

    const both = await t.ok(admin, patchDocument, {
      params: { id },
      body: { entities: [about(two), about(one)], version: 1 },
    });
    expect(both).toMatchObject({ version: 2, entityId: two, entities: [{ label: 'M-2' }, { label: 'M-1' }] });
    expect((await t.ok(admin, getInvoice, { params: { id: two } })).document?.id).toBe(id);

    const moved = await t.ok(admin, replaceDocument, {
      params: { id },
      body: { documentType: 'OTHER', fileName: 'n.pdf', ...about(one), version: 2 },
    });
    expect(moved).toMatchObject({ documentType: 'OTHER', fileName: 'n.pdf', version: 3, entities: [{ label: 'M-1' }] });
    expect((await t.ok(admin, getInvoice, { params: { id: two } })).document).toBeNull();
    const alone = await t.ok(admin, patchDocument, { params: { id }, body: { entityType: 'NONE' } });
    expect(alone).toMatchObject({ entityType: 'NONE', entities: [], version: 4 });
    expect(await actionsOf(two)).toEqual(['invoice.created', 'invoice.document-attached', 'invoice.document-detached']);
  });

  it('leaves fields it does not name, and the other owners when only the first is named', async () => {
    const [one, two] = [await invoice('K-1'), await invoice('K-2')];
    const { id } = await upload(admin);
    await t.ok(admin, patchDocument, { params: { id }, body: { entities: [about(one), about(two)] } });
    expect(await t.ok(admin, patchDocument, { params: { id }, body: { documentType: 'INVOICE' } })).toMatchObject({
      version: 3,
      entities: [{}, {}],
    });
    const back = await t.ok(admin, replaceDocument, {
      params: { id },
      body: { documentType: 'INVOICE', ...about(one) },
    });
    expect(back).toMatchObject({ version: 3, entities: [{ label: 'K-1' }, { label: 'K-2' }] });
    const turned = await t.ok(admin, patchDocument, {
      params: { id },
      body: { entities: [about(two), about(one), about(two)] },
    });
    expect(turned).toMatchObject({ version: 4, entities: [{ label: 'K-2' }, { label: 'K-1' }] });
    const first = await t.ok(admin, patchDocument, { params: { id }, body: { entityId: one } });
    expect(first).toMatchObject({ entities: [{ label: 'K-1' }] });
  });

  it.each([
    ['a type without an id', { entityType: 'INVOICE' }, 'entityId'],
    ['no id where there is a type', { entityId: null }, 'entityId'],
    ['an invoice that is not there', about(NOBODY), 'entityId'],
    ['a plan, which do not exist yet', { entityType: 'SHIPMENT_PLAN', entityId: NOBODY }, 'entityId'],
    ['nothing among the entities', { entities: [{ entityType: 'NONE', entityId: NOBODY }] }, 'entities.0.entityType'],
    ['an unknown one among the entities', { entities: [about(NOBODY)] }, 'entities.0.entityId'],
    ['two firsts', { entityType: 'NONE', entities: [about(NOBODY)] }, 'entityType'],
    ['the name of another kind of file', { fileName: 'a.docx' }, 'fileName'],
  ] satisfies [string, BodyIn<typeof patchDocument>, string][])('is refused with %s', async (_, body, field) => {
    const { id } = await upload(admin, 'a.pdf', PDF, { query: about(await invoice('R-1')) });
    expect(await t.call(admin, patchDocument, { params: { id }, body })).toMatchObject({
      status: 422,
      error: { errors: [{ field }] },
    });
  });

  it('requires a type when there was none', async () => {
    const { id } = await upload(admin);
    expect(await t.call(admin, patchDocument, { params: { id }, body: { entityId: NOBODY } })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'entityType' }] },
    });
  });

  it('is refused when it is stale', async () => {
    const { id } = await upload(admin);
    await t.ok(admin, patchDocument, { params: { id }, body: { documentType: 'INVOICE', version: 1 } });
    expect(
      await t.call(admin, patchDocument, { params: { id }, body: { documentType: 'OTHER', version: 1 } }),
    ).toMatchObject({
      status: 409,
      error: { code: 'conflict_version', current: { documentType: 'INVOICE', version: 2 } },
    });
    const stale = await t.call(admin, deleteDocument, { params: { documentId: id }, headers: { 'if-match': '1' } });
    expect([stale.status, stale.error.code]).toEqual([409, 'conflict_version']);
  });
});

describe('deleting a document', () => {
  it('detaches it from its invoice, and restoring attaches it again', async () => {
    const id = await invoice('D-1');
    const kept = await upload(admin, 'd.pdf', PDF, { query: about(id) });
    await t.ok(admin, deleteDocument, { params: { documentId: kept.id }, headers: { 'if-match': '1' } });
    expect((await t.ok(admin, getInvoice, { params: { id } })).document).toBeNull();
    expect(await t.ok(admin, listEntityDocuments, { params: about(id) })).toEqual([]);
    for (const spec of [getDocument, downloadDocument, listDocumentVersions, deleteDocument])
      expect(await t.call(admin, spec, { params: { documentId: kept.id } })).toMatchObject({
        status: 404,
        error: { code: 'documents.unknown' },
      });
    expect(
      (
        await t.call(admin, uploadDocumentVersion, {
          params: { documentId: kept.id },
          file: { name: 'a.pdf', content: PDF },
        })
      ).status,
    ).toBe(404);

    const restored = await t.ok(admin, restoreDocument, { params: { documentId: kept.id } });
    expect(restored).toMatchObject({ version: 3, entities: [{ label: 'D-1' }] });
    expect((await t.ok(admin, getInvoice, { params: { id } })).document?.id).toBe(kept.id);
    expect(await t.ok(admin, restoreDocument, { params: { documentId: kept.id } })).toEqual(restored);
    expect(await actionsOf(id)).toEqual([
      'invoice.created',
      'invoice.document-attached',
      'invoice.document-detached',
      'invoice.document-attached',
    ]);
    expect((await t.call(await t.admin(), restoreDocument, { params: { documentId: kept.id } })).status).toBe(404);
  });

  it('is refused, like every other change, while it belongs to a closed invoice', async () => {
    const { id } = await upload(admin, 'closed.pdf');
    const invoiceId = await closedWith(id);
    const refused = { status: 422, error: { code: 'invoices.closed' } };
    expect(await t.call(admin, deleteDocument, { params: { documentId: id } })).toMatchObject(refused);
    expect(await t.call(admin, patchDocument, { params: { id }, body: { entityType: 'NONE' } })).toMatchObject(refused);
    expect(
      await t.call(admin, uploadDocumentVersion, { params: { documentId: id }, file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject(refused);
    expect(
      await t.call(admin, uploadDocument, { query: about(invoiceId), file: { name: 'a.pdf', content: PDF } }),
    ).toMatchObject(refused);
    // Only the name and the type of the document can still be changed.
    expect(await t.ok(admin, patchDocument, { params: { id }, body: { fileName: 'renamed.pdf' } })).toMatchObject({
      fileName: 'renamed.pdf',
    });
    await t.ok(admin, reopenInvoice, { params: { id: invoiceId }, body: {} });
    await t.ok(admin, deleteDocument, { params: { documentId: id } });
    // The invoice has been closed again in the meantime, so the document is restored, but the invoice does not change.
    await t.ok(admin, closeInvoice, { params: { id: invoiceId }, body: {} });
    expect((await t.ok(admin, restoreDocument, { params: { documentId: id } })).entities).toMatchObject([
      { entityId: invoiceId },
    ]);
    expect((await t.ok(admin, getInvoice, { params: { id: invoiceId } })).document).toBeNull();
  });

  it('is unaffected by deleting the invoice: the document then belongs to nothing', async () => {
    const id = await invoice('G-1');
    const kept = await upload(admin, 'g.pdf', PDF, { query: about(id) });
    await t.ok(admin, deleteInvoice, { params: { id } });
    expect(await t.ok(admin, getDocument, { params: { documentId: kept.id } })).toMatchObject({
      entityType: 'NONE',
      entities: [],
    });
    await t.ok(admin, deleteDocument, { params: { documentId: kept.id } });
  });
});

describe('the storage quota of an account', () => {
  it('counts all versions, including those of deleted documents, per account', async () => {
    const small = await startTestApp({ DOCUMENT_QUOTA_MB: '1' });
    try {
      const [who, other] = [await small.admin(), await small.admin()];
      const half = Buffer.concat([PDF.subarray(0, 20), Buffer.alloc(450 * 1024, 'x'), PDF]);
      const send = (person: TestPerson) =>
        small.call(person, uploadDocument, { file: { name: 'a.pdf', content: half } });
      const first = await send(who);
      await small.ok(who, uploadDocumentVersion, {
        params: { documentId: first.body.id },
        file: { name: 'a.pdf', content: half },
      });
      await small.ok(who, deleteDocument, { params: { documentId: first.body.id } });
      const files = await keysInStore(small.deps);
      const refused = await send(who);
      expect([refused.status, refused.error.code]).toEqual([413, 'documents.quota']);
      expect(await keysInStore(small.deps)).toEqual(files);
      // Of several simultaneous uploads, only one fits into the space that is left.
      const two = await Promise.all([send(other), send(other), send(other)]);
      expect(two.map((a) => a.status).sort((x, y) => x - y)).toEqual([201, 201, 413]);
    } finally {
      await small.close();
    }
  });
});
