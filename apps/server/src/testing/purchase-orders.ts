import type { BodyIn, EndpointSpec } from '@quayside/contracts/endpoint';
import { createProduct, type productBody } from '@quayside/contracts/products/products';
import { generatePurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import {
  createPurchaseOrder,
  patchPurchaseOrder,
  type PurchaseOrderWithItems,
} from '@quayside/contracts/purchasing/purchase-orders';
import type { z } from 'zod';
import { type LocalInput, urlOf } from '../http/local-client.ts';
import type { TestApp, TestPerson } from './app.ts';

/** Creates a product of a supplier through the API, for example with its case. */
export const aPackedProduct = async (
  t: TestApp,
  who: TestPerson,
  supplierId: string,
  sku: string,
  body: Partial<z.input<typeof productBody>> = {},
): Promise<string> =>
  (await t.ok(who, createProduct, { body: { sku, name: `Product ${sku}`, supplierIds: [supplierId], ...body } })).id;

type OrderBody = BodyIn<typeof createPurchaseOrder>;

/** Creates a draft of a purchase order through the API, of 100 pieces at 2.50 unless it has other items. */
export const anOrder = (t: TestApp, who: TestPerson, body: OrderBody): Promise<PurchaseOrderWithItems> =>
  t.ok(who, createPurchaseOrder, {
    body: { items: [{ name: 'Steel plate', quantity: '100', unitPrice: '2.5' }], ...body },
  });

/** Creates an open purchase order. */
export async function anOpenOrder(t: TestApp, who: TestPerson, body: OrderBody): Promise<PurchaseOrderWithItems> {
  const { id } = await anOrder(t, who, body);
  return t.ok(who, patchPurchaseOrder, { params: { id }, body: { status: 'OPEN' } });
}

/** Makes a call that answers a file. */
export async function fileOf<E extends EndpointSpec>(
  t: TestApp,
  who: TestPerson,
  endpoint: E,
  { params, query, body }: LocalInput<E>,
): Promise<{ status: number; bytes: Buffer; text: string; headers: Readonly<Record<string, unknown>> }> {
  const response = await t.app.inject({
    method: endpoint.method,
    url: urlOf(
      endpoint,
      { userId: who.userId, ...(params as Record<string, string> | undefined) },
      query as Record<string, unknown> | undefined,
    ),
    headers: { authorization: `Bearer ${who.token}` },
    ...(body !== undefined && { payload: body as object }),
  });
  const { statusCode: status, rawPayload: bytes, body: text, headers } = response;
  return { status, bytes, text, headers };
}

/** Generates the PDF of a purchase order, which opens a draft. */
export async function generated(
  t: TestApp,
  who: TestPerson,
  id: string,
  body: BodyIn<typeof generatePurchaseOrderPdf> = {},
): Promise<Buffer> {
  const { status, bytes, text } = await fileOf(t, who, generatePurchaseOrderPdf, { params: { id }, body });
  if (status !== 200) throw new Error(`The PDF was not made: ${text}`);
  return bytes;
}
