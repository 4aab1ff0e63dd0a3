import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import type { getProductReceivedOrders as spec, ReceivedOrder } from '@quayside/contracts/stock/product-stock';
import { PLACES } from '@quayside/domain/stock/places';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import { requireProduct } from './product-lots.service.ts';
import { listReceivedHeads } from './received-orders.views.ts';

/** One page of the orders of a product of which units arrived, the last arrival first. */
export async function getProductReceivedOrders(
  w: Work,
  productId: string,
  q: QueryOut<typeof spec>,
): Promise<Page<ReceivedOrder>> {
  checkFilter(q.filter, { place: PLACES, received: 'date' });
  await requireProduct(w, productId);
  const { rows, count, window } = await listReceivedHeads(w, productId, q);
  return envelope(
    rows.map((row) => ({
      orderId: row.id,
      orderNumber: row.number,
      purchaseOrderNumber: row.po_number,
      invoiceId: row.invoice_id,
      invoiceNumber: row.invoice_number,
      supplierName: row.company_name,
      date: row.date,
      units: Number(row.units),
      received: Number(row.received),
      missing: Number(row.missing ?? 0n),
      firstReceivedOn: row.first,
      lastReceivedOn: row.last,
      receipts: Number(row.receipts),
      places: row.places,
    })),
    count,
    window,
  );
}
