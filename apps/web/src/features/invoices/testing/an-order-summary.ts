import type { listInvoicePurchaseOrderSummaries } from '@quayside/contracts/purchasing/purchase-orders';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { idOf } from '../../../testing/person.ts';

/** An open purchase order of Ningbo Haosheng in yuan, of which 400.00 are left to be invoiced. */
export const aSummary = (
  over: Partial<ResponseOf<typeof listInvoicePurchaseOrderSummaries>[number]> = {},
): ResponseOf<typeof listInvoicePurchaseOrderSummaries>[number] => ({
  id: idOf(60),
  poNumber: 'PO-2026-0007',
  internalPoNumber: 'PO-2026-0007',
  supplierId: idOf(100),
  supplierName: 'Ningbo Haosheng',
  status: 'OPEN',
  orderDate: '2026-10-12',
  currency: 'CNY',
  total: '1000.00',
  left: '400.00',
  isPaired: true,
  ...over,
});
