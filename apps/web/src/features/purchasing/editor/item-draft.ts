import type { BodyIn } from '@quayside/contracts/endpoint';
import type { createPurchaseOrderItem, PurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import { evaluateSum, sumToQuantity } from '@quayside/domain/money/expression';
import { formatAmount, formatQuantity, parseQuantity } from '@quayside/domain/money/money';
import { amountOfPurchaseOrderLine, parsePurchaseOrderPrice, snapToCase } from '@quayside/domain/payables/match';
import { ruleWords } from '../../../i18n/rule-words.ts';
import { t } from '../../../i18n/i18n.ts';
import type { DraftPart, PartKind } from '../../../lib/editing/draft-editor/part.ts';

export type ItemBody = BodyIn<typeof createPurchaseOrderItem>;
type ItemProduct = NonNullable<PurchaseOrderItem['product']>;

/** The cells of an item, in the order of the Tab key. */
export const CELLS = ['product', 'name', 'quantity', 'price'] as const;
/** All fields of an item. The item number of the supplier is only in the panel of the item. */
export const ITEM_FIELDS = [...CELLS, 'supplierItemNumber'] as const;
export type Cell = (typeof ITEM_FIELDS)[number];

/** The unsaved input of an item. A cell without unsaved input shows the stored value. */
interface ItemDraft {
  readonly product?: ItemProduct | null;
  readonly name?: string;
  readonly quantity?: string;
  readonly price?: string;
  readonly supplierItemNumber?: string;
}
type ItemErrors = Partial<Record<Cell | 'item', string>>;
/** An item as displayed: its stored values, overlaid with unsaved input. */
export type ItemRow = DraftPart<PurchaseOrderItem | null, ItemDraft, ItemErrors>;

/** For each field of the API, the cell that shows its value and its errors. */
const CELL_OF: Readonly<Record<string, Cell>> = {
  productId: 'product',
  name: 'name',
  askedQuantity: 'quantity',
  quantity: 'quantity',
  unitPrice: 'price',
  supplierItemNumber: 'supplierItemNumber',
};
const cellOfField = (field: string): Cell | 'item' =>
  CELL_OF[field.replace(/^body\./, '').split('.')[0] ?? ''] ?? 'item';

const isBlank = (text: string) => text.trim() === '';
const isZero = (text: string) => /^-?0*(\.0*)?$/.test(text);

type Read = { readonly value: string } | { readonly problem: string };

/** Parses a typed quantity, which may be a sum, into the form that the API expects. An empty text is 0. */
export function quantityIn(text: string): Read {
  if (isBlank(text)) return { value: '0' };
  const micro = sumToQuantity(text);
  if (!micro.ok) return { problem: ruleWords(micro.message) };
  return micro.value < 0n ? { problem: t('purchasing:items.belowZero') } : { value: formatQuantity(micro.value) };
}

/** Parses a typed price, which may be a sum, into the form that the API expects. An empty text is 0. */
export function priceIn(text: string): Read {
  if (isBlank(text)) return { value: '0' };
  const sum = evaluateSum(text);
  if (!sum.ok) return { problem: ruleWords(sum.message) };
  const { digits, scale } = sum.value;
  const price = parsePurchaseOrderPrice(decimalText(digits, scale));
  return price.ok ? { value: decimalText(digits, scale) } : { problem: ruleWords(price.message) };
}

/** A decimal number as text, without superfluous zeros. */
function decimalText(digits: bigint, scale: number): string {
  const sign = digits < 0n ? '-' : '';
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const whole = text.slice(0, text.length - scale);
  const rest = scale === 0 ? '' : text.slice(-scale).replace(/0+$/, '');
  return `${sign}${whole}${rest === '' ? '' : `.${rest}`}`;
}

/** What is wrong with the text of a cell; undefined when it is valid. */
export function problemIn(cell: Cell, text: string): string | undefined {
  const read = cell === 'quantity' ? quantityIn(text) : cell === 'price' ? priceIn(text) : undefined;
  return read && 'problem' in read ? read.problem : undefined;
}

/** A stored figure without superfluous zeros. */
const plain = (stored: string): string => (stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored);
/** Strips trailing zeros, but keeps two decimals, as is usual for prices: 58.900000 becomes 58.90, and 0.085 stays. */
export const trimPrice = (price: string): string => {
  const [whole = '0', rest = ''] = price.split('.');
  return `${whole}.${rest.padEnd(2, '0').replace(/^(\d{2}\d*?)0+$/, '$1')}`;
};

/** The stored value of a cell, as the cell shows it for editing. */
export function storedText(item: PurchaseOrderItem | null, cell: Exclude<Cell, 'product'>): string {
  if (!item) return '';
  switch (cell) {
    case 'name':
    case 'supplierItemNumber':
      return item[cell] ?? '';
    case 'quantity':
      return isZero(item.quantity) ? '' : plain(item.quantity);
    case 'price':
      return isZero(item.unitPrice) ? '' : trimPrice(item.unitPrice);
  }
}

/**
 * The request body with the cells in which the draft differs from the stored item. Invalid cells are reported and left
 * out. Values in `refused` are left out too, because the server has refused or stored them already. A typed quantity is
 * what was asked for; the server rounds it up to full cases.
 */
function bodyOfDraft(
  draft: ItemDraft,
  stored: PurchaseOrderItem | null,
  refused: ItemDraft = {},
): { readonly body: ItemBody; readonly problems: ItemErrors } {
  const body: { -readonly [K in keyof ItemBody]: ItemBody[K] } = {};
  const problems: { [K in Cell]?: string } = {};
  const fresh = <K extends Cell>(cell: K): ItemDraft[K] | undefined =>
    draft[cell] !== undefined && draft[cell] !== refused[cell] ? draft[cell] : undefined;
  const product = fresh('product');
  if (product !== undefined && (product?.id ?? null) !== (stored?.productId ?? null))
    body.productId = product?.id ?? null;
  for (const cell of ['name', 'supplierItemNumber'] as const) {
    const text = fresh(cell);
    if (text !== undefined && text.trim() !== (stored?.[cell] ?? '')) body[cell] = isBlank(text) ? null : text.trim();
  }
  const quantity = fresh('quantity');
  if (quantity !== undefined) {
    const read = quantityIn(quantity);
    if ('problem' in read) problems.quantity = read.problem;
    else if (read.value !== plain(stored?.askedQuantity ?? stored?.quantity ?? '0')) body.askedQuantity = read.value;
  }
  const price = fresh('price');
  if (price !== undefined) {
    const read = priceIn(price);
    if ('problem' in read) problems.price = read.problem;
    else if (read.value !== plain(stored?.unitPrice ?? '0')) body.unitPrice = read.value;
  }
  if (!body.productId || stored?.productId !== null) return { body, problems };
  // The values were stored before the product was known. The quantity is now rounded up to full cases, and what was
  // typed is not replaced by the known price and number of the product.
  if (!isZero(stored.quantity) && !problems.quantity && refused.quantity === undefined)
    body.askedQuantity ??= plain(stored.quantity);
  if (!isZero(stored.unitPrice) && !problems.price && refused.price === undefined)
    body.unitPrice ??= plain(stored.unitPrice);
  if (stored.supplierItemNumber !== null) body.supplierItemNumber ??= stored.supplierItemNumber;
  return { body, problems };
}

/** Whether the draft has too little input to create an item. */
const isBlankDraft = ({ product, ...texts }: ItemDraft): boolean =>
  !product && Object.values(texts).every((text) => text === undefined || isBlank(text as string));

/** The quantity that a typed one becomes: rounded up to full cases if the item has a product with a known case. */
export function snapped(text: string, item: PurchaseOrderItem | null): string | undefined {
  const read = quantityIn(text);
  const micro = 'value' in read ? parseQuantity(read.value) : undefined;
  return micro?.ok ? formatQuantity(snapToCase(micro.value, item?.caseUnits ?? null)) : undefined;
}

/** The amount of an item with what is typed; the stored amount where a typed figure cannot be read. */
export function amountOf(draft: ItemDraft, stored: PurchaseOrderItem | null, currency: string): string {
  const quantity = draft.quantity === undefined ? (stored?.quantity ?? '0') : snapped(draft.quantity, stored);
  const read = draft.price === undefined ? { value: plain(stored?.unitPrice ?? '0') } : priceIn(draft.price);
  const fallback = stored?.amount ?? formatAmount(0n, currency);
  if (quantity === undefined || 'problem' in read) return fallback;
  const price = parsePurchaseOrderPrice(read.value);
  const micro = parseQuantity(quantity);
  if (!price.ok || !micro.ok) return fallback;
  const amount = amountOfPurchaseOrderLine(price.value, micro.value, currency);
  return amount.ok ? formatAmount(amount.value, currency) : fallback;
}

/** The request body that creates an item equal to this one, for Undo. */
export const bodyOfItem = (item: PurchaseOrderItem): ItemBody => ({
  productId: item.productId,
  name: item.name,
  supplierItemNumber: item.supplierItemNumber,
  askedQuantity: item.askedQuantity,
  quantity: item.quantity,
  unitPrice: plain(item.unitPrice),
});

const STORED: Readonly<Record<Cell, (item: PurchaseOrderItem) => unknown>> = {
  product: ({ productId }) => productId,
  name: ({ name }) => name,
  quantity: ({ quantity, askedQuantity }) => [quantity, askedQuantity],
  price: ({ unitPrice }) => unitPrice,
  supplierItemNumber: ({ supplierItemNumber }) => supplierItemNumber,
};

/** The rules of the items of a purchase order. */
export const itemKind: PartKind<ItemRow, ItemBody> = {
  whole: 'item',
  read: bodyOfDraft,
  fieldOf: cellOfField,
  storedValue: (item, cell: Cell) => STORED[cell](item),
  shown: ({ stored }, cell: Cell) => (cell === 'product' ? undefined : storedText(stored, cell)),
  isBlank: isBlankDraft,
  // A chosen product is stored at once, because its price and its case come from the server.
  delayOf: (cell) => (cell === 'product' ? 0 : undefined),
};
