import type { BodyIn } from '@quayside/contracts/endpoint';
import { downloadDocument, listDocumentVersions } from '@quayside/contracts/documents/documents';
import { generatePurchaseOrderPdf, previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import {
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import { sendEmailWithAttachments } from '@quayside/contracts/documents/sent-mails';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { drawnPages, wordsOfPage } from '../../../testing/drawn-pdf.ts';
import { anOrder, aPackedProduct, fileOf, generated } from '../../../testing/purchase-orders.ts';

let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  t.setTime('2026-11-20T10:00:00.000Z');
  a = await t.admin();
  await t.verify(a);
  ({ id: supplierId } = await t.ok(a, createSupplier, {
    body: { companyName: 'Haosheng', localName: '宁波昊晟家居用品', currency: 'CNY', city: 'Ningbo' },
  }));
});
afterAll(() => t.close());

const preview = async (id: string, body: BodyIn<typeof previewPurchaseOrderPdf> = {}, who = a) =>
  fileOf(t, who, previewPurchaseOrderPdf, { params: { id }, body });
const read = (id: string) => t.ok(a, getPurchaseOrder, { params: { id } });
const patch = (id: string, body: BodyIn<typeof patchPurchaseOrder>) =>
  t.ok(a, patchPurchaseOrder, { params: { id }, body });
const textOf = async (pdf: Buffer) => (await drawnPages(pdf)).map(wordsOfPage).join('\n');

describe('the PDF of a purchase order', () => {
  it('is byte for byte the same as preview, as stored file and as attachment, at any time', async () => {
    const { id } = await anOrder(t, a, { supplierId, notes: '金色 foil' });
    const shown = await preview(id);
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } });
    expect(shown.headers['content-disposition']).toContain('PO-2026-0001.pdf');
    expect(await read(id)).toMatchObject({ status: 'DRAFT', generated: null, uploadedDocuments: [] });
    t.setTime('2026-11-20T10:07:07.123Z');
    expect((await generated(t, a, id, { preview: true })).equals(shown.bytes)).toBe(true);
    expect(await read(id)).toMatchObject({ status: 'DRAFT', generated: null, uploadedDocuments: [] });
    expect((await generated(t, a, id)).equals(shown.bytes)).toBe(true);
    const order = await read(id);
    expect(order).toMatchObject({
      status: 'OPEN',
      generated: { revision: 1, versionNumber: 1, size: shown.bytes.length },
      isChangedSinceGenerated: false,
      uploadedDocuments: [{ fileName: 'PO-2026-0001.pdf', documentType: 'PURCHASE_ORDER' }],
    });
    const documentId = order.generated?.documentId ?? '';
    expect((await fileOf(t, a, downloadDocument, { params: { documentId } })).bytes.equals(shown.bytes)).toBe(true);
    // Preview and repeated generation are the newest revision as long as nothing printed has changed.
    expect((await preview(id)).bytes.equals(shown.bytes)).toBe(true);
    expect((await generated(t, a, id)).equals(shown.bytes)).toBe(true);
    expect((await read(id)).generated).toEqual(order.generated);
    await t.ok(a, sendEmailWithAttachments, {
      body: {
        to: ['lin@haosheng.example'],
        subject: 'Order',
        body: '<p>Please confirm.</p>',
        documentIds: [documentId],
      },
    });
    await t.sendMails();
    expect(t.mails().at(-1)?.attachments?.[0]?.content.equals(shown.bytes)).toBe(true);
    const { content } = await t.ok(a, listPurchaseOrderHistory, { params: { id } });
    expect(content.map(({ action }) => action)).toEqual(
      ['sent', 'opened', 'generated', 'created'].map((action) => `purchase-order.${action}`),
    );
  });

  it('is the next revision and document version once something printed was changed', async () => {
    const { id } = await anOrder(t, a, { supplierId, rate: '0.1' });
    await generated(t, a, id);
    await patch(id, { rate: '0.11' });
    expect(await read(id)).toMatchObject({ isChangedSinceGenerated: false });
    await patch(id, { notes: 'Gold foil' });
    expect(await read(id)).toMatchObject({ isChangedSinceGenerated: true, generated: { revision: 1 } });
    const next = await preview(id);
    expect(await textOf(next.bytes)).toContain('Revision 2');
    expect((await generated(t, a, id)).equals(next.bytes)).toBe(true);
    const { generated: second } = await read(id);
    expect(second).toMatchObject({ revision: 2, versionNumber: 2 });
    const versions = await t.ok(a, listDocumentVersions, { params: { documentId: second?.documentId ?? '' } });
    expect(versions.map(({ versionNumber, fileName }) => [versionNumber, fileName])).toEqual([
      [2, 'PO-2026-0001-rev2.pdf'],
      [1, 'PO-2026-0001.pdf'],
    ]);
  });

  it('shows what the options choose, on A4 or Letter, and of the bank only the text of the purchase order', async () => {
    const { id } = await anOrder(t, a, {
      supplierId,
      poNumber: 'HS-77',
      bankingDetails: 'Account ending in 7890',
      notes: 'Own notes',
      deliveryDate: '2026-12-24',
      portOfLoading: 'FOB Yantian',
      shipTo: '<script>alert(1)</script>\n=1+1',
      cartonMarks: 'MAYA / C-No.',
      paymentTerms: [
        { percentOfPayment: '0.3' },
        { percentOfPayment: '0.7', event: 'SHIPPING', days: -10, dueDate: '2026-12-14' },
      ],
    });
    const [plain] = await drawnPages((await preview(id)).bytes);
    expect([plain?.width, plain?.height].map((points) => Math.round(points ?? 0))).toEqual([595, 842]);
    const text = plain ? wordsOfPage(plain) : '';
    for (const word of [
      'HS-77',
      'Haosheng',
      '24 Dec 2026',
      'FOB Yantian',
      '<script>alert(1)</script>',
      '=1+1',
      'MAYA / C-No.',
    ])
      expect(text).toContain(word);
    for (const word of ['Steel plate', '2.50', '250.00', 'CNY 250.00', '30 %', '14 Dec 2026', '175.00', 'Own notes'])
      expect(text).toContain(word);
    for (const word of ['7890', 'PO-2026-0001', 'Revision']) expect(text).not.toContain(word);
    const { bytes } = await preview(id, {
      paperSize: 'LETTER',
      showPrices: false,
      showBankingDetails: true,
      showInternalNumber: true,
      notes: null,
    });
    const [letter] = await drawnPages(bytes);
    expect([letter?.width, letter?.height]).toEqual([612, 792]);
    const other = letter ? wordsOfPage(letter) : '';
    for (const word of ['Account ending in 7890', 'PO-2026-0001', '30 %']) expect(other).toContain(word);
    for (const word of ['2.50', '250.00', '175.00', 'Own notes']) expect(other).not.toContain(word);
    for (const word of ['/JavaScript', '/OpenAction', '/URI', '/Launch']) expect(bytes.includes(word)).toBe(false);
  });

  it('repeats the headings over 200 lines, and draws every Chinese character', async () => {
    const productId = await aPackedProduct(t, a, supplierId, 'HS-1', { name: '夹式阅读灯 LED 黑色' });
    const { id } = await anOrder(t, a, {
      supplierId,
      notes: '繁體字',
      items: Array.from({ length: 200 }, (_, i) => ({
        productId,
        name: `Line ${i + 1}`,
        quantity: '10',
        unitPrice: '1.25',
      })),
    });
    const pages = await drawnPages((await preview(id)).bytes);
    expect(pages.length).toBeGreaterThan(4);
    const texts = pages.map(wordsOfPage);
    const withLines = texts.filter((text) => /Line \d/.test(text));
    for (const text of withLines)
      for (const heading of ['SKU', 'Description', 'Amount']) expect(text).toContain(heading);
    expect(texts.join(' ').match(/Line \d+/g)).toHaveLength(200);
    texts.forEach((text, i) => expect(text).toContain(`${i + 1} of ${pages.length}`));
    const chinese = pages
      .flatMap((page) => page.texts)
      .flatMap(({ text, ink }) => [...text].map((character, i) => ({ character, ink: ink[i] ?? 0 })))
      .filter(({ character }) => /\p{Script=Han}/u.test(character));
    expect(new Set(chinese.map(({ character }) => character))).toEqual(new Set('宁波昊晟家居用品夹式阅读灯黑色繁體字'));
    expect(chinese.length).toBeGreaterThan(200 * 7);
    // A character of 9 points that is drawn has far more dark pixels than this, and a blank one has none.
    expect(chinese.filter(({ ink }) => ink < 15)).toEqual([]);
  });

  it('has no text beyond its margin, whatever its words and figures are, and breaks no figure', async () => {
    const productId = await aPackedProduct(t, a, supplierId, 'S'.repeat(60), { name: 'N'.repeat(150) });
    const { id } = await anOrder(t, a, {
      supplierId,
      poNumber: 'P'.repeat(50),
      shipTo: 'T'.repeat(200),
      notes: 'O'.repeat(300),
      items: [{ productId, name: 'W'.repeat(200), quantity: '999999999', unitPrice: '9999.123456' }],
    });
    for (const paperSize of ['A4', 'LETTER'] as const) {
      const pages = await drawnPages((await preview(id, { paperSize })).bytes);
      for (const { width, texts } of pages)
        expect(texts.filter(({ right }) => right > width - 39).map(({ text }) => text)).toEqual([]);
      const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text));
      for (const figure of ['999,999,999', '9,999.123456', '9,999,123,446,000.88', 'CNY 9,999,123,446,000.88'])
        expect(words).toContain(figure);
    }
  });

  it('is refused of a draft that lacks something, of an old version and of another account; viewers see it', async () => {
    const { id } = await anOrder(t, a, { items: [] });
    const generate = (body: BodyIn<typeof generatePurchaseOrderPdf>, who = a) =>
      fileOf(t, who, generatePurchaseOrderPdf, { params: { id }, body });
    const refused = await generate({});
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      422,
      { code: 'purchasing.incomplete', errors: [{ field: 'supplierId' }, { field: 'items' }] },
    ]);
    expect((await preview(id)).status).toBe(200);
    expect((await generate({ preview: true, version: 99 })).status).toBe(409);
    expect((await generate({ paperSize: 'A5' as never })).status).toBe(422);
    expect((await t.call(a, generatePurchaseOrderPdf, { params: { id } } as never)).status).toBe(422);
    const viewer = await t.member(a);
    expect([(await preview(id, {}, viewer)).status, (await generate({}, viewer)).status]).toEqual([200, 403]);
    const stranger = await t.admin();
    expect([(await preview(id, {}, stranger)).status, (await generate({}, stranger)).status]).toEqual([404, 404]);
  });
});
