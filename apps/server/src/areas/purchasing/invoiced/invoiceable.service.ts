import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import type { UnitPrice } from '@quayside/domain/money/unit-price';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { findItemRows, findItemsOf, microOf } from '../rows/items.queries.ts';
import { plainPrice, priceOf } from '../rows/items.rules.ts';
import { findOrderRow, findOrderRows, type OrderRow } from '../rows/purchase-orders.queries.ts';

/** An item of a purchase order, as lines of invoices are held against it. */
export interface InvoiceableItem {
  readonly id: string;
  readonly orderId: string;
  readonly number: string;
  readonly position: number;
  readonly status: OrderRow['status'];
  readonly supplierId: string | null;
  readonly currency: string;
  readonly quantityMicro: bigint;
  readonly unitPrice: string;
  readonly price: UnitPrice;
  readonly invoicedMicro: bigint;
}

/** Items that lines of invoices name, by id; also those that were deleted since. */
export async function findInvoiceableItems(w: Work, ids: readonly string[]): Promise<Map<string, InvoiceableItem>> {
  const rows = await findItemRows(w, ids);
  const orders = new Map(
    (
      await findOrderRows(
        w,
        [...rows.values()].map((row) => row.order_id),
      )
    ).map((order) => [order.id, order]),
  );
  return new Map(
    [...rows.values()].flatMap((row): [string, InvoiceableItem][] => {
      const order = orders.get(row.order_id);
      if (!order) return [];
      const unitPrice = plainPrice(row.unit_price);
      return [
        [
          row.id,
          {
            id: row.id,
            orderId: order.id,
            number: order.po_number,
            position: row.position,
            status: order.status,
            supplierId: order.supplier_id,
            currency: order.currency,
            quantityMicro: microOf(row.quantity),
            unitPrice,
            price: priceOf(unitPrice),
            invoicedMicro: microOf(row.invoiced_quantity),
          },
        ],
      ];
    }),
  );
}

/**
 * Why a line of an invoice cannot name this item: it must be of an open purchase order, of the supplier and in the
 * currency of the invoice.
 */
export function refusalOfItem(
  item: InvoiceableItem | undefined,
  invoice: { readonly supplierId: string | null; readonly currency: string },
): Text | undefined {
  if (!item) return say('not_in_account');
  const { number } = item;
  if (item.status !== 'OPEN') return say('purchasing.not_open', { number });
  if (invoice.supplierId !== null && item.supplierId !== invoice.supplierId)
    return say('purchasing.other_supplier', { number });
  return item.currency === invoice.currency
    ? undefined
    : say('purchasing.other_currency', { number, currency: item.currency });
}

/** The purchase order from which an invoice is started. It must be open, and something of it be left. */
export async function requireInvoiceable(
  w: Work,
  id: string,
): Promise<
  Pick<OrderRow, 'id' | 'supplier_id' | 'currency' | 'rate' | 'rate_date' | 'rate_source'> & {
    readonly shippingMethod: OrderRow['shipping_method'];
  }
> {
  const row = await findOrderRow(w, id);
  if (!row) throw new AppError('purchasing.unknown');
  if (row.status !== 'OPEN') throw fieldError('purchaseOrderId', say('purchasing.not_open', { number: row.po_number }));
  if (row.left_count === 0)
    throw fieldError('purchaseOrderId', say('purchasing.nothing_left', { number: row.po_number }));
  return { ...row, shippingMethod: row.shipping_method };
}

/** What is left to be invoiced of each item of a purchase order, in the form of an invoice line. */
export async function listLeftItems(
  w: Work,
  orderId: string,
): Promise<
  { purchaseOrderLineId: string; productId: string | null; name: string | null; quantity: string; amount: string }[]
> {
  const order = await findOrderRow(w, orderId);
  if (!order) return [];
  return (await findItemsOf(w, orderId)).flatMap((row) => {
    const left = microOf(row.quantity) - microOf(row.invoiced_quantity);
    if (left <= 0n) return [];
    return [
      {
        purchaseOrderLineId: row.id,
        productId: row.product_id,
        name: row.name,
        quantity: formatQuantity(left),
        amount: formatAmount(row.left_minor, order.currency),
      },
    ];
  });
}
