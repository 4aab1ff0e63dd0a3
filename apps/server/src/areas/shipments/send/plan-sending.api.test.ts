import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { createCarton } from '@quayside/contracts/shipments/cartons';
import {
  deleteDocument,
  downloadDocument,
  listDocumentVersions,
  listEntityDocuments,
  uploadDocument,
} from '@quayside/contracts/documents/documents';
import { patchProduct } from '@quayside/contracts/products/products';
import { listNotifications } from '@quayside/contracts/notifications/notifications';
import { listSentMails, sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import {
  getShipmentPlan,
  getShipmentPlanCsv,
  getShipmentPlanCsvDocument,
  getShipmentPlanEmail,
  listShipmentPlanHistory,
  patchShipmentPlan,
} from '@quayside/contracts/shipments/shipment-plans';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { PDF } from '../../../testing/documents.ts';
import { fileOf } from '../../../testing/purchase-orders.ts';
import { aPlan, aShippableOrder, packListsOf } from '../../../testing/shipment-plans.ts';
import { makeCsv, storeCsv } from './plan-csv.service.ts';

let t: TestApp;
let a: TestPerson;
let orderId: string;
let productId: string;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  await t.verify(a);
  ({ orderId, productId } = await aShippableOrder(t, a, 'HS-1187'));
});

type Patch = BodyIn<typeof patchShipmentPlan>;
const planOf = async (body?: Patch) => aPlan(t, a, await packListsOf(t, a, orderId, 100), body);
const read = (id: string) => t.ok(a, getShipmentPlan, { params: { shipmentPlanId: id } });
const patch = (id: string, body: Patch) => t.ok(a, patchShipmentPlan, { params: { shipmentPlanId: id }, body });
const csv = (id: string, who = a) => fileOf(t, who, getShipmentPlanCsv, { params: { id } });
const store = (id: string, who = a) => t.call(who, getShipmentPlanCsvDocument, { params: { id } });
const stored = (id: string) => t.ok(a, getShipmentPlanCsvDocument, { params: { id } });
const email = (id: string) => t.ok(a, getShipmentPlanEmail, { params: { id } });
const send = (documentIds: readonly string[]) =>
  t.ok(a, sendEmailWithAttachments, {
    body: { to: ['desk@maersk.example'], subject: 'Goods', body: '<p>Hello</p>', documentIds: [...documentIds] },
  });
const about = (entityId: string) => ({ entityType: 'SHIPMENT_PLAN', entityId }) as const;

describe('the CSV of a plan', () => {
  it('has a row for each pack list, adds up, and runs no formula', async () => {
    const [one = '', two = '', three = ''] = await packListsOf(t, a, orderId, 600, 300, 7);
    await t.ok(a, createCarton, { body: { count: 50, packListIds: [one, two] } });
    const { id } = await aPlan(t, a, [one, two, three], {
      jobNumber: '=HYPERLINK("http://evil.example")',
      shippingMethod: 'SEA',
      containerType: '40FT_HC',
      fromCountry: 'CN',
      fromAddress: 'Building 7\n"Ningbo"',
      country: 'GB',
      address: '+44 <script>alert(1)</script>',
      estimatedShipDate: '2026-12-01',
    });
    const { status, headers, text, bytes } = await csv(id);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="SP-0001.csv"',
    ]);
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [headings = '', ...rows] = text.slice(1).split('\n"SP-');
    expect(headings).toBe(
      '"Shipment plan","Job number","Shipping method","Container","From country","From address","To country",' +
        '"To address","Warehouse reference","Goods ready","Cut-off","ETD","ETA","Hazardous goods","Pack list",' +
        '"Order","SKU","Product","Units","Carton row","Cartons","Units per carton","Carton length","Carton width",' +
        '"Carton height","Unit of length","Gross weight in kg","Volume in m³"',
    );
    const plan =
      '0001","\'=HYPERLINK(""http://evil.example"")","Sea","40HQ","CN","Building 7\n""Ningbo""","GB",' +
      '"\'+44 <script>alert(1)</script>",,,,"2026-12-01",,"No"';
    expect(rows).toEqual([
      `${plan},"PL-0001","SO-000001","HS-1187","Product HS-1187",600,"CT-0001",50,12,,,,,900,3.6`,
      `${plan},"PL-0002","SO-000001","HS-1187","Product HS-1187",300,"CT-0001",,6,,,,,450,1.8`,
      `${plan},"PL-0003","SO-000001","HS-1187","Product HS-1187",7,,,,,,,,10.5,0.042\n`,
    ]);
    // The same bytes at any time, for anybody, and nothing is stored.
    t.setTime('2026-11-20T10:07:00.000Z');
    expect((await csv(id, await t.member(a))).bytes.equals(bytes)).toBe(true);
    expect((await read(id)).uploadedDocuments).toEqual([]);
  });

  it('is stored as a document, again only when it differs', async () => {
    const { id } = await planOf();
    const first = await stored(id);
    expect(first).toMatchObject({
      fileName: 'SP-0001.csv',
      documentType: 'SHIPMENT_PLAN',
      versionNumber: 1,
      contentType: 'text/csv',
      entities: [{ ...about(id), label: 'SP-0001' }],
    });
    expect(await stored(id)).toEqual(first);
    await patch(id, { trackingNumber: 'T-1', notes: 'Says nothing new' });
    expect(await stored(id)).toEqual(first);
    await patch(id, { eta: '2027-01-04' });
    const second = await stored(id);
    expect([second.id, second.versionNumber]).toEqual([first.id, 2]);
    const { bytes } = await fileOf(t, a, downloadDocument, { params: { documentId: first.id } });
    expect(bytes.equals((await csv(id)).bytes)).toBe(true);
    expect(await t.ok(a, listDocumentVersions, { params: { documentId: first.id } })).toHaveLength(2);
    // Without its document it is stored as another one.
    await t.ok(a, deleteDocument, { params: { documentId: first.id } });
    const third = await stored(id);
    expect([third.id === first.id, third.versionNumber]).toEqual([false, 1]);
    const { content } = await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } });
    expect(content.map(({ action }) => action.slice(14))).toEqual([
      'csv-stored',
      'csv-stored',
      'changed',
      'changed',
      'csv-stored',
      'created',
    ]);
  });

  it('is a conflict when the plan was changed while it was made', async () => {
    const { id } = await planOf();
    const scope = await t.work(a, async (w) => w.scope);
    const made = await makeCsv(t.deps, scope, id);
    await patch(id, { eta: '2027-01-05' });
    await expect(t.work(a, (w) => storeCsv(w, t.deps.files, id, made))).rejects.toMatchObject({
      code: 'conflict_version',
      message: 'The shipment plan was changed in the meantime. Try again.',
    });
    expect((await read(id)).uploadedDocuments).toEqual([]);
  });

  it('is stored by nobody who only reads, and not of another account', async () => {
    const { id } = await planOf();
    expect((await store(id, await t.member(a))).status).toBe(403);
    const stranger = await t.admin();
    expect([(await store(id, stranger)).status, (await csv(id, stranger)).status]).toEqual([404, 404]);
    expect((await t.call(stranger, getShipmentPlanEmail, { params: { id } })).status).toBe(404);
    expect((await read(id)).uploadedDocuments).toEqual([]);
  });
});

describe('the proposed mail of a plan', () => {
  it('goes to its carrier with the kept CSV, and shows what was typed as text', async () => {
    const { id: carrierContactId } = await t.ok(a, createSupplier, {
      body: { companyName: 'Maersk', email: 'desk@maersk.example' },
    });
    const { id } = await planOf({ address: '<script>alert(1)</script>\n<img src=x onerror=alert(2)>', country: 'GB' });
    expect(await email(id)).toMatchObject({ to: [], subject: 'Shipment SP-0001', attachments: [] });
    await patch(id, { carrierContactId, jobNumber: 'J-77', estimatedShipDate: '2026-12-01', containerType: '20FT' });
    const document = await stored(id);
    const proposal = await email(id);
    expect(proposal).toMatchObject({
      to: ['desk@maersk.example'],
      subject: 'Shipment SP-0001, job J-77',
      attachments: [{ id: document.id }],
    });
    expect(proposal.body).toContain('The packing list of shipment SP-0001 is attached.');
    expect(proposal.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br />&lt;img src=x');
    expect(proposal.body).toContain('Container: 20GP');
    expect(proposal.body).toContain('Units: 100<br />Gross weight: 150 kg<br />Volume: 0.6 m³');
    expect(proposal.body.replaceAll(/<\/?p>|<br \/>/g, '')).not.toContain('<');
    // Once the plan says something else, the kept CSV is not attached.
    await patch(id, { eta: '2027-01-04' });
    expect(await email(id)).toMatchObject({ attachments: [] });
  });
});

describe('a plan that is sent', () => {
  it('is marked as sent, has not left, and says when it was changed since', async () => {
    const { id } = await planOf({ estimatedShipDate: '2026-12-01' });
    const { id: documentId } = await stored(id);
    expect(await read(id)).toMatchObject({ sentAt: null, isChangedSinceSent: false });
    await send([documentId]);
    const sentAt = '2026-11-20T10:00:00.000Z';
    expect(await read(id)).toMatchObject({ status: 'OPEN', shippedOn: null, sentAt, isChangedSinceSent: false });
    await t.sendMails();
    expect(
      t
        .mails()
        .at(-1)
        ?.attachments?.[0]?.content.equals((await csv(id)).bytes),
    ).toBe(true);
    await patch(id, { notes: 'Not in the CSV' });
    expect(await read(id)).toMatchObject({ isChangedSinceSent: false });
    await patch(id, { eta: '2027-01-04' });
    expect(await read(id)).toMatchObject({ sentAt, isChangedSinceSent: true });
    t.setTime('2026-11-20T10:10:00.000Z');
    await send([(await stored(id)).id]);
    expect(await read(id)).toMatchObject({ sentAt: '2026-11-20T10:10:00.000Z', isChangedSinceSent: false });
    const { content } = await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } });
    expect(content[0]).toMatchObject({ action: 'shipment-plan.sent', changes: [{ field: 'recipients' }] });
    expect(await t.ok(a, listSentMails, { params: about(id) })).toHaveLength(2);
  });

  it('is what its CSV says, also after a product got another name', async () => {
    const { id } = await planOf();
    await send([(await stored(id)).id]);
    await t.ok(a, patchProduct, { params: { id: productId }, body: { name: 'Kettle, blue' } });
    const renamed = await stored(id);
    expect(renamed.versionNumber).toBe(2);
    expect(await read(id)).toMatchObject({ isChangedSinceSent: true });
    await send([renamed.id]);
    expect(await read(id)).toMatchObject({ isChangedSinceSent: false });
  });

  it('is what it was before once the mail is given up, and the members are told', async () => {
    const { id } = await planOf();
    const { id: documentId } = await stored(id);
    const { storage_key } = await t.work(a, (w) =>
      w.tx
        .selectFrom('document_version')
        .select('storage_key')
        .where('document_id', '=', documentId)
        .executeTakeFirstOrThrow(),
    );
    await send([documentId]);
    // Other bytes never leave in the place of those that were sent.
    writeFileSync(join(t.deps.config.dataDir, 'files', storage_key), 'something else');
    await t.sendMails();
    expect(await read(id)).toMatchObject({ sentAt: null, isChangedSinceSent: false });
    const [notice] = (await t.ok(a, listNotifications)).content;
    expect(notice).toMatchObject({
      notificationType: 'ERROR',
      summary: 'Error Sending Shipment Plan!',
      about: { type: 'SHIPMENT_PLAN', id, label: 'SP-0001' },
    });
    const { content } = await t.ok(a, listShipmentPlanHistory, { params: { shipmentPlanId: id } });
    expect(content.map(({ action }) => action)).toContain('shipment-plan.not-sent');
  });

  it('is not sent by a mail with other documents of it', async () => {
    const { id } = await planOf();
    const { id: documentId } = await t.ok(a, uploadDocument, {
      query: about(id),
      file: { name: 'bill of lading.pdf', content: PDF },
    });
    await send([documentId]);
    expect(await read(id)).toMatchObject({ sentAt: null, uploadedDocuments: [{ id: documentId }] });
    expect(await t.ok(a, listEntityDocuments, { params: about(id) })).toMatchObject([{ id: documentId }]);
  });
});
