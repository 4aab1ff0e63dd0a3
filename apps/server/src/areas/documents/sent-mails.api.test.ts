import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BodyIn } from '@quayside/contracts/endpoint';
import {
  deleteDocument,
  listEntityDocuments,
  uploadDocument,
  uploadDocumentVersion,
} from '@quayside/contracts/documents/documents';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import {
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
  uploadPurchaseOrderFile,
} from '@quayside/contracts/purchasing/purchase-orders';
import { listSentMails, retrySentMail, sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { PDF } from '../../testing/documents.ts';
import { sweepAll } from '../../testing/files.ts';
import { aPayee } from '../../testing/payments.ts';
import { anOrder, generated } from '../../testing/purchase-orders.ts';

const NOBODY = '01a1fd84-0000-7000-8000-000000000000';
let t: TestApp;
let a: TestPerson;
let from = 0;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  await t.verify(a);
  from = t.mails().length;
});
afterAll(() => t.close());

type Body = BodyIn<typeof sendEmailWithAttachments>;
const LETTER = { to: ['lin@haosheng.example'], subject: 'Order', body: '<p>Please confirm.</p>' };
const send = (body: Partial<Body>, who = a) => t.call(who, sendEmailWithAttachments, { body: { ...LETTER, ...body } });
const aDocument = async (content = PDF, who = a) =>
  (await t.ok(who, uploadDocument, { query: { documentType: 'OTHER' }, file: { name: 'art & work.pdf', content } })).id;
const sent = async () => {
  await t.sendMails();
  return t.mails().slice(from);
};
const addresses = (n: number, name = 'p') => Array.from({ length: n }, (_, i) => `${name}${i + 1}@x.example`);
/** Generates the PDF of a purchase order. */
async function aSendableOrder() {
  const supplierId = await aPayee(t, a);
  const { id } = await anOrder(t, a, { supplierId });
  await generated(t, a, id);
  const { generated: made } = await t.ok(a, getPurchaseOrder, { params: { id } });
  return { id, documentId: made?.documentId ?? '', sha256: made?.sha256 ?? '' };
}
const about = (entityId: string) => ({ entityType: 'PURCHASE_ORDER', entityId }) as const;
const mailsOf = (entityId: string) => t.ok(a, listSentMails, { params: about(entityId) });
/** Where the bytes of the newest version of a document are on the disk. */
const pathOf = async (documentId: string) => {
  const { storage_key } = await t.work(a, (w) =>
    w.tx
      .selectFrom('document_version')
      .select('storage_key')
      .where('account_id', '=', a.accountId)
      .where('document_id', '=', documentId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow(),
  );
  return join(t.deps.config.dataDir, 'files', storage_key);
};

describe('a mail with documents', () => {
  it('is refused where no mail server could take it, and the purchase order is not sent', async () => {
    const { id, documentId } = await aSendableOrder();
    const without = await startTestApp(
      { PUBLIC_URL: 'https://quayside.example' },
      { mailer: 'configured', beside: { databaseUrl: t.databaseUrl, deps: t.deps } },
    );
    try {
      const body = { ...LETTER, documentIds: [documentId], ...about(id) };
      expect(await without.call(a, sendEmailWithAttachments, { body })).toMatchObject({
        status: 409,
        error: { code: 'documents.no_mail_server' },
      });
    } finally {
      await without.close();
    }
    expect(await mailsOf(id)).toEqual([]);
    expect((await t.ok(a, getPurchaseOrder, { params: { id } })).sent).toBeNull();
    expect(await sent()).toEqual([]);
  });

  it('that was queued before the mail server was taken away says so, stays for long, and leaves with a new one', async () => {
    const { id, documentId } = await aSendableOrder();
    await send({ documentIds: [documentId], ...about(id) });
    const without = await startTestApp(
      { PUBLIC_URL: 'https://quayside.example' },
      { mailer: 'configured', beside: { databaseUrl: t.databaseUrl, deps: t.deps } },
    );
    try {
      const listed = await without.ok(a, listSentMails, { params: about(id) });
      expect(listed.map(({ state, endedAt }) => [state, endedAt])).toEqual([['NO_MAIL_SERVER', null]]);
    } finally {
      await without.close();
    }
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['WAITING']);
    expect(await sent()).toHaveLength(1);
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['SENT']);
    // After a month without a mail server, it does not stay on its way for ever: it is given up once it could leave.
    await send({ documentIds: [documentId], ...about(id) });
    t.setTime('2026-12-22T10:00:00.000Z');
    await sweepAll(t.deps);
    expect(await sent()).toHaveLength(1);
    // The session of the person has ended by then.
    const rows = await t.work(a, (w) =>
      w.tx.selectFrom('sent_mail').select('state').where('account_id', '=', a.accountId).orderBy('queued_at').execute(),
    );
    expect(rows.map(({ state }) => state)).toEqual(['SENT', 'FAILED']);
  });

  it('names the field of every bad input, and nothing is queued', async () => {
    const bad: readonly (readonly [Partial<Body>, string])[] = [
      [{ to: [] }, 'to'],
      [{ to: ['lin'] }, 'to.0'],
      [{ to: ['lin@haosheng.example', 'bo@x.example\r\nBcc: all@x.example'] }, 'to.1'],
      [{ to: addresses(21) }, 'to'],
      [{ cc: addresses(21) }, 'cc'],
      [{ subject: 'Order\r\nBcc: all@x.example' }, 'subject'],
      [{ subject: 'Order\u2028two' }, 'subject'],
      [{ subject: ' ' }, 'subject'],
      [{ subject: 'x'.repeat(201) }, 'subject'],
      [{ body: '<script>alert(1)</script>' }, 'body'],
      [{ documentIds: ['x'] }, 'documentIds.0'],
    ];
    for (const [body, field] of bad) {
      const { status, error } = await send(body);
      expect([status, error.errors?.[0]?.field], JSON.stringify(body).slice(0, 80)).toEqual([422, field]);
    }
    const stranger = await t.admin();
    const foreign = await aDocument(PDF, stranger);
    const gone = await aDocument();
    await t.ok(a, deleteDocument, { params: { documentId: gone } });
    for (const documentId of [foreign, gone, NOBODY])
      expect(await send({ documentIds: [documentId] })).toMatchObject({
        status: 404,
        error: { code: 'documents.unknown' },
      });
    expect((await send({ ...about(NOBODY) })).status).toBeGreaterThanOrEqual(404);
    expect((await send({}, await t.member(a))).status).toBe(403);
    expect((await t.call(a, listSentMails, { params: about(NOBODY) })).status).toBe(404);
    expect(await sent()).toEqual([]);
  });

  it('goes to each address once, with the cleaned text, the documents as they are, and answers to its sender', async () => {
    const documentId = await aDocument();
    const answer = await send({
      to: ['Lin@haosheng.example', 'lin@HAOSHENG.example', 'bo@x.example'],
      cc: ['BO@x.example', 'books@seller.example'],
      subject: ' Order <b>1</b> & 金色 ',
      body:
        '<p onclick="x()">Please <b>confirm</b></p><img src="http://x/p.png">' +
        '<a href="javascript:x()">here</a><style>p{}</style>',
      documentIds: [documentId, documentId],
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      to: ['Lin@haosheng.example', 'bo@x.example'],
      cc: ['books@seller.example'],
      subject: 'Order <b>1</b> & 金色',
      state: 'WAITING',
      sentBy: { id: a.userId },
      attachments: [{ documentId, versionNumber: 1, fileName: 'art & work.pdf', size: PDF.length }],
    });
    for (const gone of ['onclick', 'img', 'javascript', 'style']) expect(answer.body.body).not.toContain(gone);
    // A version that is uploaded after the mail was queued does not leave with it.
    await t.ok(a, uploadDocumentVersion, {
      params: { documentId },
      file: { name: 'new.pdf', content: Buffer.concat([PDF, Buffer.from('\n')]) },
    });
    const [mail, ...more] = await sent();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: 'Lin@haosheng.example',
      alsoTo: ['bo@x.example'],
      cc: ['books@seller.example'],
      replyTo: answer.body.replyTo,
      subject: 'Order <b>1</b> & 金色',
      attachments: [{ fileName: 'art & work.pdf', contentType: 'application/pdf', content: PDF }],
    });
    expect(mail?.html).toContain('<b>confirm</b>');
    expect(mail?.html).not.toContain('<b>1</b>');
    expect(mail?.text).toContain('Please confirm');
    expect(mail?.replyTo).toMatch(/^person\d+@example\.test$/);
  });

  it('has attachments of at most 20 MB together, and says how large they are', async () => {
    const large = (name: string) =>
      Buffer.concat([
        PDF.subarray(0, 9),
        Buffer.from(`% ${name}`),
        Buffer.alloc(11 << 20, ' '),
        Buffer.from('\n'),
        PDF.subarray(9),
      ]);
    const documentIds = [await aDocument(large('one')), await aDocument(large('two'))];
    const refused = await send({ documentIds });
    expect(refused).toMatchObject({ status: 413, error: { code: 'too_large', errors: [{ field: 'documentIds' }] } });
    expect(refused.error.message).toMatch(/22\.1 MB.*20 MB/);
    expect((await send({ documentIds: documentIds.slice(1) })).status).toBe(201);
  });

  it('counts the recipients of an account: 100 within an hour', async () => {
    for (const n of [1, 2]) expect((await send({ to: addresses(20), cc: addresses(20, `cc${n}`) })).status).toBe(201);
    expect((await send({ to: addresses(20) })).status).toBe(201);
    const refused = await send({});
    expect(refused).toMatchObject({ status: 429, error: { code: 'too_many' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3590);
    const other = await t.admin();
    await t.verify(other);
    expect((await send({}, other)).status).toBe(201);
    t.setTime('2026-11-20T11:00:00.100Z');
    a = await t.session(a.userId, a.accountId);
    expect((await send({})).status).toBe(201);
    await t.sendMails();
  });

  it('does not leave with other bytes than those that were chosen: people are told, and can send it again', async () => {
    const { id: invoiceId } = await t.ok(a, createInvoice, { body: { supplierId: await aPayee(t, a) } });
    const documentId = await aDocument();
    const path = await pathOf(documentId);
    const { body } = await send({ documentIds: [documentId], entityType: 'INVOICE', entityId: invoiceId });
    const stored = readFileSync(path);
    writeFileSync(path, Buffer.concat([stored, Buffer.from('%')]));
    expect(await sent()).toEqual([]);
    const [failed] = await t.ok(a, listSentMails, { params: { entityType: 'INVOICE', entityId: invoiceId } });
    expect(failed).toMatchObject({ id: body.id, state: 'FAILED', can: { retry: { allowed: true } } });
    expect(failed?.failure).toContain('no longer what it was');
    const { content } = await t.ok(a, listNotifications);
    expect(content).toMatchObject([{ notificationType: 'ERROR', about: { type: 'INVOICE', id: invoiceId } }]);
    writeFileSync(path, stored);
    const retry = () => t.call(a, retrySentMail, { params: { id: body.id } });
    expect((await t.call(await t.admin(), retrySentMail, { params: { id: body.id } })).status).toBe(404);
    expect((await retry()).body).toMatchObject({ state: 'WAITING', failure: null });
    expect(await sent()).toHaveLength(1);
    expect(await retry()).toMatchObject({ status: 409, error: { code: 'documents.mail_not_failed' } });
    expect(await t.ok(a, listSentMails, { params: { entityType: 'INVOICE', entityId: invoiceId } })).toMatchObject([
      { state: 'SENT', can: { retry: { allowed: false } } },
    ]);
  });
});

describe('a purchase order that is sent', () => {
  it('counts as sent once it is queued, fixes its supplier, and says when it was changed since', async () => {
    const { id, documentId, sha256 } = await aSendableOrder();
    // A mail about it without its PDF does not send it.
    await send({ ...about(id) });
    const read = () => t.ok(a, getPurchaseOrder, { params: { id } });
    expect((await read()).sent).toBeNull();
    const artwork = await t.ok(a, uploadPurchaseOrderFile, {
      params: { id },
      file: { name: 'artwork.pdf', content: PDF },
    });
    await send({ documentIds: [documentId, artwork.id], cc: ['bo@x.example'] });
    expect(await read()).toMatchObject({
      sent: { revision: 1 },
      isChangedSinceSent: false,
      can: { changeSupplier: { allowed: false } },
    });
    const mails = await mailsOf(id);
    expect(mails).toMatchObject([
      {
        entities: [{ ...about(id), label: 'PO-2026-0001' }],
        to: LETTER.to,
        cc: ['bo@x.example'],
        attachments: [{ documentId, versionNumber: 1, sha256 }, { documentId: artwork.id }],
      },
      { attachments: [] },
    ]);
    expect(await t.call(a, patchPurchaseOrder, { params: { id }, body: { currency: 'USD' } })).toMatchObject({
      status: 422,
      error: { errors: [{ field: 'currency' }] },
    });
    await t.ok(a, patchPurchaseOrder, { params: { id }, body: { notes: 'Gold' } });
    expect(await read()).toMatchObject({ isChangedSinceSent: true, sent: { revision: 1 } });
    await generated(t, a, id);
    await send({ documentIds: [documentId] });
    expect(await read()).toMatchObject({ isChangedSinceSent: false, sent: { revision: 2 } });
    expect((await sent()).map((mail) => mail.attachments?.[0]?.fileName)).toEqual([
      undefined,
      'PO-2026-0001.pdf',
      'PO-2026-0001-rev2.pdf',
    ]);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id } });
    expect(content[0]).toMatchObject({
      action: 'purchase-order.sent',
      changes: [
        { field: 'revision', from: '1', to: '2' },
        { field: 'recipients', from: null, to: 'lin@haosheng.example' },
      ],
    });
    expect(await t.ok(a, listEntityDocuments, { params: about(id) })).toHaveLength(2);
  });

  it('is what it was before when the mail is given up, and the notification says so', async () => {
    const { id, documentId } = await aSendableOrder();
    const path = await pathOf(documentId);
    const stored = readFileSync(path);
    await send({ documentIds: [documentId] });
    writeFileSync(path, 'other bytes');
    expect(await sent()).toEqual([]);
    const read = () => t.ok(a, getPurchaseOrder, { params: { id } });
    expect(await read()).toMatchObject({ sent: null, can: { changeSupplier: { allowed: true } } });
    const { content } = await t.ok(a, listNotifications);
    expect(content).toMatchObject([
      { notificationType: 'ERROR', summary: 'Error Sending Purchase Order!', about: { type: 'PURCHASE_ORDER', id } },
    ]);
    writeFileSync(path, stored);
    const [failed] = await mailsOf(id);
    await t.ok(a, retrySentMail, { params: { id: failed?.id ?? '' } });
    expect(await sent()).toHaveLength(1);
    expect(await read()).toMatchObject({ sent: { revision: 1 } });
    expect((await mailsOf(id)).map(({ state }) => state)).toEqual(['SENT']);
  });
});
