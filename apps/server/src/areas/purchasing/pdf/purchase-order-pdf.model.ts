import { createHash } from 'node:crypto';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import type { PrintedOrder, PrintedWords } from '../../../pdf/purchase-order.types.ts';
import { mailSender } from '../../accounts/public.ts';
import { addressOf } from '../../suppliers/public.ts';
import { fieldsOfItem, findItemsOf } from '../rows/items.queries.ts';
import { findOrderedProducts } from '../lists/products.views.ts';
import { cubicMetres, dueFactsOf, kilograms } from '../orders/purchase-orders.answers.ts';
import type { OrderRow } from '../rows/purchase-orders.queries.ts';
import { amountsOf, shownTerms, type Term, termsOf } from '../rows/purchase-order-terms.rules.ts';
import type { BodyOf } from '../purchasing.types.ts';

/** Raised whenever the layout changes, so that a PDF of an earlier release counts as another one. */
const FORMAT = 2;

/** The options of a PDF. */
export type PdfOptions = BodyOf<'previewPurchaseOrderPdf'>;

/** The printed words, in English: the document is for the supplier. */
const print = (text: Text): string => wordsOf(text, 'en');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** A day as 4 Dec 2026, which nobody can read in two ways. */
const printedDay = (day: string | null): string | null =>
  day === null ? null : `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

/** Puts commas between the thousands of a plain decimal number. */
const grouped = (number: string): string => {
  const [whole = '', fraction] = number.split('.');
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? commas : `${commas}.${fraction}`;
};

/** A price with at least the decimals of amounts. */
const printedPrice = (price: string, currency: string): string => {
  const least = formatAmount(0n, currency).split('.')[1]?.length ?? 0;
  const [whole = '', fraction = ''] = price.split('.');
  const decimals = fraction.padEnd(least, '0');
  return grouped(decimals === '' ? whole : `${whole}.${decimals}`);
};

/** A measure with as many decimals as people write, at the most. */
const rounded = (measure: string, decimals: number): string => {
  const scale = 10n ** BigInt(decimals);
  const [whole = '0', fraction = ''] = measure.split('.');
  const micro = BigInt(whole + fraction.padEnd(9, '0').slice(0, 9));
  const unit = 10n ** 9n / scale;
  const value = (2n * micro + unit) / (2n * unit);
  const text = String(value).padStart(decimals + 1, '0');
  return grouped(`${text.slice(0, -decimals)}.${text.slice(-decimals)}`);
};

function measuresIn(row: OrderRow): string {
  const volume = cubicMetres(row.volume_mm3);
  const weight = kilograms(row.weight_ug);
  const parts = [
    ...(row.cartons === null || row.cartons === 0n
      ? []
      : [print(say('pdf.cartons', { count: Number(row.cartons), cartons: grouped(String(row.cartons)) }))]),
    ...(volume === null || volume === '0' ? [] : [`${rounded(volume, 3)} m³`]),
    ...(weight === null || weight === '0' ? [] : [`${rounded(weight, 1)} kg`]),
  ];
  return parts.join(' · ');
}

function printedWords(buyer: string, supplier: string): PrintedWords {
  return {
    purchaseOrder: print(say('pdf.purchase_order')),
    internalNumber: print(say('pdf.internal_number')),
    supplier: print(say('pdf.supplier')),
    shipTo: print(say('pdf.ship_to')),
    orderDate: print(say('pdf.order_date')),
    deliveryDate: print(say('pdf.delivery_date')),
    shipping: print(say('pdf.shipping')),
    shippingNumber: print(say('pdf.shipping_number')),
    currency: print(say('pdf.currency')),
    sku: print(say('pdf.sku')),
    description: print(say('pdf.description')),
    quantity: print(say('pdf.quantity')),
    cartons: print(say('pdf.cartons_heading')),
    price: print(say('pdf.price')),
    amount: print(say('pdf.amount')),
    total: print(say('pdf.total')),
    terms: print(say('pdf.terms')),
    cartonMarks: print(say('pdf.carton_marks')),
    notes: print(say('pdf.notes')),
    bankDetails: print(say('pdf.bank_details')),
    forBuyer: print(say('pdf.for', { name: buyer })),
    forSupplier: print(say('pdf.for', { name: supplier })),
    page: print(say('pdf.page', { page: '{{page}}', pages: '{{pages}}' })),
  };
}

const percentOf = (hundredths: number): string => `${(hundredths / 100).toFixed(2).replace(/\.?0+$/, '')} %`;

/** When a share falls due, in words: "Order date + 14 days". */
function ruleInWords({ event, months, days, monthEnd }: Term): string {
  const of = print({ code: `pdf.event.${event}` });
  const later = months === 0 ? of : print(say('pdf.months_after', { event: of, count: months }));
  if (days === 0) return monthEnd === null ? later : print(say('pdf.month_end', { event: later }));
  const start = monthEnd === 'BEFORE' ? print(say('pdf.from_month_end', { event: later })) : later;
  const due = print(
    days > 0
      ? say('pdf.days_after', { event: start, count: days })
      : say('pdf.days_before', { event: start, count: -days }),
  );
  return monthEnd === 'AFTER' ? print(say('pdf.then_month_end', { event: due })) : due;
}

/** All that the PDF of a purchase order shows, but for its revision. */
async function printedOrder(w: Work, row: OrderRow, options: PdfOptions): Promise<PrintedOrder> {
  const { currency } = row;
  const { accountName: buyer } = await mailSender(w);
  const supplier = row.supplier_id === null ? undefined : await addressOf(w, row.supplier_id);
  const items = await findItemsOf(w, row.id);
  const products = await findOrderedProducts(
    w,
    items.flatMap((item) => item.product_id ?? []),
  );
  const terms = termsOf(row);
  const amounts = amountsOf(row.total_minor, terms);
  // What was agreed does not depend on how the goods travel, so the paper has none of the plans' days.
  const days = shownTerms(
    terms,
    { totalMinor: row.total_minor, currency, facts: dueFactsOf(row, []) },
    { currency: w.scope.currency, rate: null },
  );
  const amount = (minor: bigint): string => grouped(formatAmount(minor, currency));
  const method = row.shipping_method === null ? null : print({ code: `pdf.method.${row.shipping_method}` });
  return {
    words: printedWords(buyer, supplier?.name ?? ''),
    paperSize: options.paperSize,
    buyer,
    poNumber: row.po_number,
    internalNumber: options.showInternalNumber ? row.internal_number : null,
    revision: null,
    supplier: supplier?.lines ?? [],
    shipTo: row.ship_to,
    orderDate: printedDay(row.order_date),
    deliveryDate: printedDay(row.delivery_date),
    shipping: [method, row.port_of_loading].filter((line) => line !== null),
    shippingNumber: row.shipping_number,
    currency,
    hasPrices: options.showPrices,
    items: items.map((item) => {
      const product = products.get(item.product_id ?? '');
      const { quantityMicro, unitPrice } = fieldsOfItem(item);
      return {
        sku: product?.sku ?? '',
        itemNumber: item.supplier_item_number,
        name: product?.name ?? '',
        words: item.name,
        quantity: grouped(formatQuantity(quantityMicro)),
        cartons: item.cartons === null ? '' : grouped(String(item.cartons)),
        price: printedPrice(unitPrice, currency),
        amount: amount(item.amount_minor),
      };
    }),
    measures: measuresIn(row),
    total: `${currency} ${amount(row.total_minor)}`,
    terms: terms.map((term, place) => ({
      share: percentOf(term.hundredths),
      rule: ruleInWords(term),
      day: printedDay(days[place]?.dueDate ?? null) ?? '',
      amount: amount(amounts[place] ?? 0n),
    })),
    cartonMarks: row.carton_marks,
    notes: options.notes === undefined ? row.notes : options.notes,
    bankingDetails: options.showBankingDetails ? row.banking_details : null,
    day: row.order_date ?? '1970-01-01',
  };
}

/** A purchase order ready to be printed, the key of what it shows, and the revision that it is or would become. */
export interface Printable {
  readonly order: PrintedOrder;
  readonly key: string;
  readonly revision: number;
  readonly isNewest: boolean;
}

/**
 * What the PDF of a purchase order shows. While nothing of it has changed since it was generated, it is that revision,
 * otherwise the next one.
 */
export async function printableOf(w: Work, row: OrderRow, options: PdfOptions): Promise<Printable> {
  const order = await printedOrder(w, row, options);
  const key = createHash('sha256')
    .update(JSON.stringify([FORMAT, order]))
    .digest('hex');
  const isNewest = row.revision > 0 && row.generated_key === key;
  const revision = isNewest ? row.revision : row.revision + 1;
  const words = revision === 1 ? null : print(say('pdf.revision', { revision }));
  return { order: { ...order, revision: words }, key, revision, isNewest };
}
