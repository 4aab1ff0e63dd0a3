import { randomUUID } from 'node:crypto';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import type { Order } from '@quayside/contracts/shipments/orders';
import { askAgain } from './ask-again.ts';
import type { OwnServer } from './own-server.ts';

// Records that tests create at a server that is killed meanwhile.

/** Creates a supplier. Returns its id. */
export const askForSupplier = async (server: OwnServer): Promise<string> =>
  (
    await askAgain<{ id: string }>(server, 'POST', `/suppliers/${server.userId}`, {
      companyName: `Ningbo ${randomUUID()}`,
      currency: 'CNY',
    })
  ).id;

/** Creates a product. Returns its id. */
export const askForProduct = async (server: OwnServer, sku: string, supplierId: string): Promise<string> =>
  (
    await askAgain<{ id: string }>(server, 'POST', `/products/${server.userId}`, {
      ...{ sku, name: sku, supplierIds: [supplierId] },
      ...{ length: '20', width: '10', height: '10', shippingWeight: '1000' },
    })
  ).id;

/** Creates an invoice with one factory line. Returns its order. */
export async function askForOrder(
  server: OwnServer,
  { supplierId, productId }: { readonly supplierId: string; readonly productId: string },
  quantity: number,
): Promise<string> {
  const invoices = `/invoices/${server.userId}`;
  const { id, invoiceNumber } = await askAgain<InvoiceWithLines>(server, 'POST', invoices, {
    ...{ supplierId, invoiceNumber: `F-${randomUUID()}`, currency: 'CNY', rate: '0.1', date: '2026-01-02' },
  });
  await askAgain(server, 'POST', `${invoices}/${id}/invoice-lines`, {
    ...{ productId, costType: 'FACTORY_INVOICE', quantity, amount: '1000.00' },
  });
  const found = `/orders/${server.userId}?search=${String(invoiceNumber)}`;
  const { content } = await askAgain<{ content: Order[] }>(server, 'GET', found);
  return content[0]?.orderId ?? '';
}
