import { formatQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { findItemRows, type ItemRow, microOf, saveInvoiced, saveSums } from '../rows/items.queries.ts';
import { amountAt, plainPrice } from '../rows/items.rules.ts';
import { closeInvoiced } from '../orders/order-status.service.ts';
import { findOrderRows } from '../rows/purchase-orders.queries.ts';
import { itemsOfInvoices, sumInvoiced } from '../lists/purchase-orders.views.ts';

/**
 * Brings the purchase orders up to date whose items lines of these invoices name, or named before: quantities and
 * amounts of all lines that count, credits taken off. One of which all is invoiced and all invoices are closed is
 * closed, and re-opened when that is no longer so. The caller holds the cost lock.
 */
export async function syncInvoiced(
  w: Work,
  invoiceIds: readonly string[],
  formerItemIds: readonly string[],
): Promise<void> {
  const items = await findItemRows(w, [...(await itemsOfInvoices(w, invoiceIds)), ...formerItemIds]);
  if (items.size === 0) return;
  const rows = [...items.values()];
  const orders = await findOrderRows(
    w,
    rows.map((row) => row.order_id),
  );
  await syncItems(w, rows, new Map(orders.map((order) => [order.id, order.currency])));
  await closeInvoiced(
    w,
    orders.map((order) => order.id),
  );
}

async function syncItems(w: Work, rows: readonly ItemRow[], currencies: ReadonlyMap<string, string>): Promise<void> {
  const sums = await sumInvoiced(
    w,
    rows.map((row) => row.id),
  );
  const moved = rows.flatMap((row) => {
    const { quantity = '0', amountMinor = 0n } = sums.get(row.id) ?? {};
    const quantityMicro = microOf(quantity);
    if (microOf(row.invoiced_quantity) === quantityMicro && row.invoiced_minor === amountMinor) return [];
    const leftMinor = leftOf(row, quantityMicro, currencies.get(row.order_id) ?? '');
    return [{ row, id: row.id, quantity: formatQuantity(quantityMicro), amountMinor, leftMinor }];
  });
  if (moved.length === 0) return;
  await saveInvoiced(w, moved);
  const orderIds = [...new Set(moved.map(({ row }) => row.order_id))];
  await saveSums(w, orderIds);
  await emit(w, changed('purchase-orders', orderIds));
  await react(w, 'purchase-order.changed', { orderIds });
}

/** What is left of an item at its price. */
function leftOf(row: ItemRow, invoicedMicro: bigint, currency: string): bigint {
  const left = microOf(row.quantity) - invoicedMicro;
  return left > 0n ? amountAt(plainPrice(row.unit_price), left, currency) : 0n;
}
