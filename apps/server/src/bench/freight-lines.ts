import { createInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { urlOf } from '../http/local-client.ts';
import type { Seller } from './people.ts';
import { createBill, sender } from './planned-orders.ts';
import type { Request } from './wire.ts';

/** A freight line whose amount is changed. */
export interface FreightLine {
  readonly invoiceId: string;
  readonly lineId: string;
}

/** Books freight for a plan, or for the orders of an invoice. */
export async function bookFreight(
  port: number,
  seller: Seller,
  invoiceNumber: string,
  paired: { readonly type: 'SHIPMENT' | 'INVOICE'; readonly id: string },
): Promise<FreightLine> {
  const { id: invoiceId } = await createBill(port, seller, invoiceNumber, {
    ...{ shippingMethod: 'SEA', pairedWith: [paired] },
  });
  const { line } = await sender(port, seller)<{ line: { invoiceLineId: string } }>(
    'POST',
    urlOf(createInvoiceLine, { userId: seller.userId, invoiceId }),
    { name: 'Freight', costType: 'SHIPPING', quantity: '1', amount: '90000.00' },
  );
  return { invoiceId, lineId: line.invoiceLineId };
}

/** Changes the amount of a line and changes it back. */
export function changesOf({ userId, token }: Seller, { invoiceId, lineId }: FreightLine): () => Request[] {
  const changeTo = (amount: string): Request => ({
    method: 'PATCH',
    path: urlOf(patchInvoiceLine, { userId, invoiceId, id: lineId }),
    headers: `authorization: Bearer ${token}\r\n`,
    body: JSON.stringify({ amount }),
  });
  return () => [changeTo('89999.00'), changeTo('90000.00')];
}
