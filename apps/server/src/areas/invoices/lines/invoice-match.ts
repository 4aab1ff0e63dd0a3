import { decimalText, formatAmount, formatQuantity } from '@quayside/domain/money/money';
import { lacksPurchaseOrderLine, type Match, matchLine } from '@quayside/domain/payables/match';
import { quantityMicroOf } from '../rows/invoice-lines.queries.ts';
import type { LineView } from '../lists/invoice-lines.views.ts';
import type { InvoiceLine } from '../invoices.types.ts';

// How lines agree with the items of purchase orders that they name. It warns and blocks nothing.

/** The item of a purchase order that a line names, as the API shows it. */
export function itemOf({ item }: LineView): InvoiceLine['purchaseOrderLine'] {
  if (!item) return null;
  return {
    id: item.id,
    position: item.position,
    purchaseOrder: { id: item.orderId, number: item.number },
    quantity: formatQuantity(item.quantityMicro),
    unitPrice: item.unitPrice,
    currency: item.currency,
  };
}

const NEED_A_REASON: ReadonlySet<Match> = new Set(['PRICE_OVER', 'PRICE_UNDER', 'QUANTITY_OVER', 'NO_ORDER']);
const twoDecimals = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** Holds a line against its item. A credit is not held against anything: the line that it credits is. */
export function matchOf(line: LineView): InvoiceLine['match'] {
  const { item, tolerances } = line;
  if (line.credits_line_id !== null) return null;
  if (!item || !tolerances) return noOrder(line);
  const { matches, expectedMinor, offTenths } = matchLine(
    {
      currency: item.currency,
      amountMinor: line.amount_minor,
      quantityMicro: quantityMicroOf(line.quantity),
      price: item.price,
      orderedMicro: item.quantityMicro,
      invoicedMicro: item.invoicedMicro,
    },
    tolerances,
  );
  return {
    matches: [...matches],
    expectedAmount: formatAmount(expectedMinor, item.currency),
    percent: offTenths === null ? null : decimalText(offTenths, 1),
    tolerance: {
      pricePercent: twoDecimals(tolerances.priceHundredths),
      priceAmount: formatAmount(tolerances.priceMinor, item.currency),
      quantityPercent: twoDecimals(tolerances.quantityHundredths),
    },
    orderedQuantity: formatQuantity(item.quantityMicro),
    invoicedQuantity: formatQuantity(item.invoicedMicro),
    needsReason: matches.some((match) => NEED_A_REASON.has(match)),
    reason: line.match_reason,
  };
}

function noOrder(line: LineView): InvoiceLine['match'] {
  const isMarked = lacksPurchaseOrderLine({
    isFactoryLine: line.cost_type === 'FACTORY_INVOICE',
    hasPurchaseOrderLine: false,
    isOfPurchaseOrder: line.isOfPurchaseOrder,
  });
  if (!isMarked) return null;
  return {
    matches: ['NO_ORDER'],
    expectedAmount: null,
    percent: null,
    tolerance: null,
    orderedQuantity: null,
    invoicedQuantity: null,
    needsReason: true,
    reason: line.match_reason,
  };
}
