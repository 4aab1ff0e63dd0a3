import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import { say } from '@quayside/contracts/texts/catalogue';
import type { LeadTime } from '@quayside/contracts/suppliers/suppliers';
import {
  convert,
  decimalText,
  formatAmount,
  formatQuantity,
  parseRate,
  type Rate,
  RATE_ONE,
} from '@quayside/domain/money/money';
import { type DueFacts, eventDayOf } from '@quayside/domain/payables/due-days';
import { DUE_EVENTS } from '@quayside/domain/payables/due-events';
import {
  checkArchiving,
  checkClosing,
  checkOpening,
  type PurchaseOrderFacts,
} from '@quayside/domain/purchasing/status';
import type { Result } from '@quayside/domain/refusal';
import type { Scope } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { fieldsOfOrder, type OrderRow } from '../rows/purchase-orders.queries.ts';
import type { OrderHead } from '../lists/purchase-orders.views.ts';
import { sharesOf, shownTerms, termsOf } from '../rows/purchase-order-terms.rules.ts';
import { fieldsOfItem, type ItemRow, microOf } from '../rows/items.queries.ts';
import { plainPrice } from '../rows/items.rules.ts';
import type { KnownPrice } from '../lists/prices.views.ts';
import type { PurchaseOrder, PurchaseOrderItem } from '../purchasing.types.ts';

const CUBIC_METRE_DECIMALS = 9;
const KILOGRAM_DECIMALS = 9;
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
/** Cubic millimetres as cubic metres; the column of a sum may have a fraction of zeros. */
export const cubicMetres = (mm3: string | bigint | null): string | null =>
  mm3 === null ? null : plain(decimalText(BigInt(plain(String(mm3))), CUBIC_METRE_DECIMALS));
/** Micrograms as kilograms. */
export const kilograms = (ug: string | bigint | null): string | null =>
  ug === null ? null : plain(decimalText(BigInt(plain(String(ug))), KILOGRAM_DECIMALS));

/** The exchange rate of a purchase order; null if it needs one and has none. */
function rateOfOrder(scope: Scope, order: Pick<OrderRow, 'currency' | 'rate'>): Rate | null {
  if (order.currency === scope.currency) return RATE_ONE;
  if (order.rate === null) return null;
  const parsed = parseRate(order.rate);
  if (!parsed.ok) throw new RangeError(`The stored rate ${order.rate} cannot be read`);
  return parsed.value;
}

/** What the days of a purchase order are worked out from: itself, and the shipment plans that its orders are in. */
export const dueFactsOf = (row: OrderRow, plans: DueFacts['plans']): DueFacts => {
  const order = fieldsOfOrder(row);
  return {
    invoice: null,
    purchaseOrders: [order],
    plans,
    leadTimes: { shippingMethod: order.shippingMethod, times: order.leadTimes as readonly LeadTime[] },
  };
};

/** The facts that decide which changes of its status are allowed. */
export const factsOfOrder = (head: Pick<OrderHead, 'is_named'> & OrderRow): PurchaseOrderFacts => ({
  status: head.status,
  hasSupplier: head.supplier_id !== null,
  hasDate: head.order_date !== null,
  // No item has an amount below 0.
  hasAmount: head.total_minor > 0n,
  sharesHundredths: sharesOf(termsOf(head)),
  isInvoiced: head.is_named,
  isArchived: head.archived_at !== null,
});

/** Whether supplier and currency are fixed: once it was sent or invoiced. Payments react to the change themselves. */
export const isSupplierFixed = (head: Pick<OrderHead, 'sent_at' | 'is_named'>): boolean =>
  head.sent_at !== null || head.is_named;

/** Converts a purchase order to the form that the API returns. */
export function toOrder(scope: Scope, head: OrderHead): PurchaseOrder {
  const { currency } = head;
  const rate = rateOfOrder(scope, head);
  const facts = dueFactsOf(head, head.plan_days);
  const terms = termsOf(head);
  return {
    id: head.id,
    poNumber: head.po_number,
    internalPoNumber: head.internal_number,
    status: head.status,
    closeReason: head.close_reason,
    closeWords: head.close_words,
    supplierId: head.supplier_id,
    contact:
      head.supplier_id === null
        ? null
        : {
            id: head.supplier_id,
            companyName: head.company_name ?? '',
            localName: head.local_name,
            email: head.email,
          },
    orderDate: head.order_date,
    currency,
    accountCurrency: scope.currency,
    rate: head.rate,
    rateDate: head.rate_date,
    rateSource: head.rate_source as PurchaseOrder['rateSource'],
    shippingNumber: head.shipping_number,
    shipTo: head.ship_to,
    shippingMethod: head.shipping_method,
    portOfLoading: head.port_of_loading,
    deliveryDate: head.delivery_date,
    etd: head.etd,
    readyOn: head.ready_on,
    shippedOn: head.shipped_on,
    arrivedOn: head.arrived_on,
    deliveredOn: head.delivered_on,
    inspectedOn: head.inspected_on,
    leadTimes: head.lead_times as unknown as LeadTime[],
    expectedDays: DUE_EVENTS.flatMap((event) => {
      const { day, isEstimated } = eventDayOf(event, facts);
      return day === null ? [] : [{ event, day, isEstimated }];
    }),
    bankingDetails: head.banking_details,
    cartonMarks: head.carton_marks,
    notes: head.notes,
    paymentTerms: shownTerms(
      terms,
      { totalMinor: head.total_minor, currency, facts },
      { currency: scope.currency, rate },
    ),
    attachmentIds: head.attachment_ids,
    totals: {
      amount: {
        document: formatAmount(head.total_minor, currency),
        account:
          rate === null
            ? null
            : formatAmount(convert(head.total_minor, currency, scope.currency, rate), scope.currency),
      },
      itemCount: head.item_count,
      units: formatQuantity(microOf(head.units)),
      cartons: head.cartons === null ? null : Number(head.cartons),
      volume: cubicMetres(head.volume_mm3),
      weight: kilograms(head.weight_ug),
      heaviestCarton: kilograms(head.heaviest_ug),
      invoiced: formatAmount(head.invoiced_minor, currency),
      left: formatAmount(head.status === 'CLOSED' ? 0n : head.left_minor, currency),
      isFullyInvoiced: head.item_count > 0 && head.left_count === 0,
    },
    generated: generatedOf(head),
    sent:
      head.sent_at === null || head.sent_revision === null
        ? null
        : { at: head.sent_at.toISOString(), revision: head.sent_revision },
    isChangedSinceGenerated: head.generated_content !== null && head.content > head.generated_content,
    isChangedSinceSent: head.sent_content !== null && head.content > head.sent_content,
    can: canOf(scope, head),
    archivedAt: head.archived_at?.toISOString() ?? null,
    createdAt: head.created_at.toISOString(),
    updatedAt: head.updated_at.toISOString(),
    version: head.version,
  };
}

function generatedOf(head: OrderHead): PurchaseOrder['generated'] {
  const { generated_document_id: documentId, generated_at: at, version_number: versionNumber, sha256 } = head;
  if (documentId === null || at === null || versionNumber === null || sha256 === null) return null;
  return { documentId, versionNumber, revision: head.revision, sha256, size: Number(head.size), at: at.toISOString() };
}

/**
 * Which actions this person may perform now, with the reason for each one that is not allowed. The calls themselves
 * apply the same rules.
 */
function canOf(scope: Scope, head: OrderHead): PurchaseOrder['can'] {
  const never = mayCall(patchPurchaseOrder, scope);
  if (!never.allowed) {
    const all = { edit: never, changeSupplier: never, open: never, generate: never, closeShort: never, cancel: never };
    return { ...all, reopen: never, archive: never };
  }
  const facts = factsOfOrder(head);
  const toMay = (result: Result<unknown>): May => (result.ok ? YES : no(scope, result.message));
  const edit = head.status === 'CLOSED' ? no(scope, say('purchasing.closed')) : YES;
  const opening = toMay(checkOpening(facts));
  const move = say('purchase_order.move', { status: head.status, to: 'OPEN' });
  return {
    edit,
    changeSupplier: !edit.allowed ? edit : isSupplierFixed(head) ? no(scope, say('purchasing.supplier_fixed')) : YES,
    open: head.status === 'DRAFT' ? opening : no(scope, move),
    generate: head.status === 'DRAFT' ? opening : YES,
    closeShort: toMay(checkClosing(facts, 'SHORT')),
    cancel: toMay(checkClosing(facts, 'CANCELLED')),
    reopen: head.status === 'CLOSED' ? YES : no(scope, move),
    archive: toMay(checkArchiving(facts)),
  };
}

/** What an item is shown with. */
interface ItemSurroundings {
  readonly currency: string;
  /** Whether its purchase order is closed, so that nothing is left of it. */
  readonly isClosed: boolean;
  readonly products: ReadonlyMap<string, { readonly id: string; readonly sku: string; readonly name: string }>;
  readonly prices: ReadonlyMap<string, { readonly price: KnownPrice | undefined }>;
}

/** Converts an item to the form that the API returns. */
export function toItem(row: ItemRow, surroundings: ItemSurroundings): PurchaseOrderItem {
  const { currency, isClosed, products, prices } = surroundings;
  const item = fieldsOfItem(row);
  const product = products.get(row.product_id ?? '');
  const last = prices.get(row.product_id ?? '')?.price;
  const invoiced = microOf(row.invoiced_quantity);
  const left = isClosed ? 0n : item.quantityMicro - invoiced;
  return {
    id: row.id,
    position: row.position,
    productId: row.product_id,
    product: product ? { id: product.id, sku: product.sku, name: product.name } : null,
    sku: product?.sku ?? null,
    name: row.name,
    supplierItemNumber: row.supplier_item_number,
    askedQuantity: item.askedMicro === null ? null : formatQuantity(item.askedMicro),
    quantity: formatQuantity(item.quantityMicro),
    unitPrice: plainPrice(row.unit_price),
    amount: formatAmount(row.amount_minor, currency),
    caseUnits: row.case_units,
    cartons: row.cartons === null ? null : Number(row.cartons),
    volume: cubicMetres(row.volume_mm3),
    weight: kilograms(row.weight_ug),
    cartonWeight: kilograms(row.case_weight_ug),
    lastPrice: last ? { ...last, currency } : null,
    invoicedQuantity: formatQuantity(invoiced),
    invoicedAmount: formatAmount(row.invoiced_minor, currency),
    leftQuantity: formatQuantity(left > 0n ? left : 0n),
    leftAmount: formatAmount(isClosed ? 0n : row.left_minor, currency),
    version: row.version,
  };
}
