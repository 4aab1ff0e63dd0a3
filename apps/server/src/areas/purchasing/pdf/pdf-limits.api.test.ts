import type { AddressInfo } from 'node:net';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { WARNING_HEADER } from '@quayside/contracts/endpoint';
import { generatePurchaseOrderPdf, previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import { getPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '../../../http/local-client.ts';
import { PdfNotMade } from '../../../pdf/pdf-queue.ts';
import { createPdfRenderer, type RenderPdf } from '../../../pdf/pdf-renderer.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { drawnPages } from '../../../testing/drawn-pdf.ts';
import { anOrder, aPackedProduct, fileOf } from '../../../testing/purchase-orders.ts';

const LIMITS = { mostMs: 60_000, previewMs: 60_000, goneMs: 100 };
const really = createPdfRenderer(LIMITS);
/** How PDFs are made in the running test. */
let renderPdf: RenderPdf = really;
let t: TestApp;
let a: TestPerson;
let supplierId: string;
beforeAll(async () => {
  t = await startTestApp({}, { renderPdf: (order, caller) => renderPdf(order, caller) });
  a = await t.admin();
  ({ id: supplierId } = await t.ok(a, createSupplier, { body: { companyName: 'Haosheng', currency: 'CNY' } }));
});
afterAll(() => t.close());

const generate = (id: string, body: BodyIn<typeof generatePurchaseOrderPdf> = {}) =>
  fileOf(t, a, generatePurchaseOrderPdf, { params: { id }, body });
const preview = (id: string, body: BodyIn<typeof previewPurchaseOrderPdf> = {}) =>
  fileOf(t, a, previewPurchaseOrderPdf, { params: { id }, body });
const patch = (id: string, body: BodyIn<typeof patchPurchaseOrder>) =>
  t.ok(a, patchPurchaseOrder, { params: { id }, body });
const read = (id: string) => t.ok(a, getPurchaseOrder, { params: { id } });
const made =
  (make: RenderPdf): RenderPdf =>
  async (order, caller) => {
    renderPdf = really;
    return make(order, caller);
  };

describe('characters that the PDF has no letters for', () => {
  it('are refused with their fields before anything is stored, and the preview says where they are', async () => {
    const productId = await aPackedProduct(t, a, supplierId, 'SHIP-1', { name: 'شحن' });
    const { id } = await anOrder(t, a, {
      supplierId,
      shipTo: '서울 ไทย हिन्दी',
      notes: '好 😀',
      items: [
        { name: 'Steel plate', quantity: '3', unitPrice: '2' },
        { productId, name: 'Box', quantity: '3', unitPrice: '2' },
      ],
    });
    const refused = await generate(id);
    expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
      422,
      {
        code: 'purchasing.unprintable',
        message: expect.stringMatching(/Ship to: 서 울 ไ.*, Item 2: ش ح ن.*Notes: 😀/),
        errors: [
          { field: 'shipTo', message: expect.stringContaining('서') },
          { field: 'items.1.productId', message: expect.stringContaining('ش') },
          { field: 'notes', message: expect.stringContaining('😀') },
        ],
      },
    ]);
    expect(await read(id)).toMatchObject({ status: 'DRAFT', generated: null, uploadedDocuments: [] });
    const shown = await preview(id, { notes: null });
    expect(shown.status).toBe(200);
    const warning = decodeURIComponent(String(shown.headers[WARNING_HEADER]));
    expect(warning).toContain('Ship to: 서 울');
    expect(warning).not.toContain('😀');
    await patch(id, { shipTo: 'Łódź, 上海' });
    expect((await generate(id, { notes: null })).status).toBe(422);
  });

  it('are none in the letters that the fonts have', async () => {
    const { id } = await anOrder(t, a, { supplierId, shipTo: 'Łódź, Ελλάδα, Київ, Tiếng Việt, 上海 ½ m² €' });
    const { status, headers } = await preview(id);
    expect([status, headers[WARNING_HEADER]]).toEqual([200, undefined]);
    expect((await generate(id)).status).toBe(200);
  });
});

describe('a word without a space', () => {
  it('is printed whole and inside the margins, however long it is', async () => {
    const word = 'quayside0123456789'.repeat(60);
    const { id } = await anOrder(t, a, { supplierId, notes: word });
    const pages = await drawnPages((await preview(id)).bytes);
    const words = pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join('');
    expect(words).toContain(word);
    for (const { width, texts } of pages)
      expect(texts.filter(({ right }) => right > width - 39).map(({ text }) => text)).toEqual([]);
  });
});

describe('a PDF that is not made', () => {
  it('because it takes too long is refused in words, and the next one is made', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    renderPdf = made(createPdfRenderer({ ...LIMITS, previewMs: 1 }));
    const { status, text } = await preview(id);
    expect([status, JSON.parse(text)]).toMatchObject([
      422,
      { code: 'purchasing.too_long', message: expect.stringContaining('takes too long') },
    ]);
    renderPdf = made(createPdfRenderer({ ...LIMITS, mostMs: 1 }));
    expect((await generate(id)).status).toBe(422);
    expect(await read(id)).toMatchObject({ status: 'DRAFT', generated: null });
    expect((await preview(id)).status).toBe(200);
  });

  it('because many wait is asked for again later', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    renderPdf = made(() => Promise.reject(new PdfNotMade('full')));
    const { status, headers, text } = await generate(id);
    expect([status, headers['retry-after'], JSON.parse(text)]).toMatchObject([
      503,
      '10',
      { message: 'Many PDFs are being made at the moment. Try again in a few seconds.' },
    ]);
  });

  it('because its caller has gone is given up', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    const asked = Promise.withResolvers<AbortSignal>();
    const ended = Promise.withResolvers<unknown>();
    renderPdf = made((_order, { signal }) => {
      asked.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.resolve(undefined);
          reject(new PdfNotMade('gone'));
        });
      });
    });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = t.app.server.address() as AddressInfo;
    const caller = new AbortController();
    const answer = fetch(`http://127.0.0.1:${port}${urlOf(previewPurchaseOrderPdf, { userId: a.userId, id })}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${a.token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: caller.signal,
    });
    expect((await asked.promise).aborted).toBe(false);
    caller.abort();
    await expect(answer).rejects.toThrow('aborted');
    await ended.promise;
  });

  it('because the purchase order was changed meanwhile is a conflict, and stores nothing', async () => {
    const { id } = await anOrder(t, a, { supplierId });
    renderPdf = made(async (order, caller) => {
      await patch(id, { notes: 'Changed' });
      return really(order, caller);
    });
    const { status, text } = await generate(id);
    expect([status, JSON.parse(text)]).toMatchObject([
      409,
      {
        code: 'conflict_version',
        message: 'The purchase order was changed while its PDF was made. Try again.',
        current: { id, notes: 'Changed' },
      },
    ]);
    expect(await read(id)).toMatchObject({ status: 'DRAFT', generated: null, uploadedDocuments: [] });
  });
});
