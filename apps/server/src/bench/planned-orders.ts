import { importInvoiceLines } from '@quayside/contracts/invoices/invoice-line-imports';
import { createInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { listOrders, type Order, packByCase } from '@quayside/contracts/shipments/orders';
import { listPackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { addShipmentPlanPackLists, type ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { urlOf } from '../http/local-client.ts';
import { call, type Seller } from './people.ts';

/** Orders on one invoice, each packed in one pack list of one plan. */
export interface PlannedOrders {
  readonly invoiceId: string;
  readonly planId: string;
  readonly packListIds: readonly string[];
}

/** A call of the API as the seller. */
export const sender =
  (port: number, { token }: Seller) =>
  <T>(method: string, path: string, body?: unknown): Promise<T> =>
    call<T>(port, method, path, token, body);

/** Creates an invoice in CNY of the seller's first supplier. */
export async function createBill(
  port: number,
  seller: Seller,
  invoiceNumber: string,
  body: object = {},
): Promise<InvoiceWithLines> {
  const [send, user] = [sender(port, seller), { userId: seller.userId }];
  const suppliers = await send<{ content: { id: string }[] }>('GET', urlOf(listSuppliers, user, { size: 1 }));
  return send<InvoiceWithLines>('POST', urlOf(createInvoice, user), {
    ...{ supplierId: suppliers.content[0]?.id, invoiceNumber, currency: 'CNY', rate: '0.11', ...body },
  });
}

/** Orders these products on one invoice, packs each order by cases of 12, and puts all pack lists into one plan. */
export async function planOrders(
  port: number,
  seller: Seller,
  { invoiceNumber, skus, units }: { readonly invoiceNumber: string; readonly skus: readonly string[]; units: number },
): Promise<PlannedOrders> {
  const [send, user, size] = [sender(port, seller), { userId: seller.userId }, skus.length];
  const { id: invoiceId } = await createBill(port, seller, invoiceNumber);
  const lines = skus.map((sku, place) => `${sku}\t${units}\t${1_000 + place}.00`);
  await send('POST', urlOf(importInvoiceLines, { ...user, id: invoiceId }), {
    text: `SKU\tQty\tAmount\n${lines.join('\n')}\n`,
  });
  const orders = await send<{ content: Order[] }>('GET', urlOf(listOrders, user, { size }));
  await send('POST', urlOf(packByCase, user), {
    orders: orders.content.map(({ orderId }) => ({ orderId, unitsPerCase: 12 })),
  });
  const packLists = await send<{ content: PackList[] }>('GET', urlOf(listPackLists, user, { size }));
  const packListIds = packLists.content.map(({ packListId }) => packListId);
  const { plan } = await send<{ plan: ShipmentPlanWithPackLists }>('POST', urlOf(addShipmentPlanPackLists, user), {
    packListIds,
  });
  if (plan.packListCount !== size) throw new Error(`The plan has ${plan.packListCount} pack lists`);
  return { invoiceId, planId: plan.id, packListIds };
}
