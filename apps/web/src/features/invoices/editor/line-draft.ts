import type { BodyIn } from '@quayside/contracts/endpoint';
import type { createInvoiceLine, InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { CostCategory } from '@quayside/domain/lists';
import { evaluateSum, sumToAmount, sumToQuantity } from '@quayside/domain/money/expression';
import { exponentOf } from '@quayside/domain/money/currencies';
import { formatAmount, formatQuantity, MICRO, parseQuantity, pow10, roundDiv } from '@quayside/domain/money/money';
import { checkDutyBasis } from '@quayside/domain/shipments/duty';
import { ruleWords } from '../../../i18n/rule-words.ts';
import { t } from '../../../i18n/i18n.ts';

export type LineBody = BodyIn<typeof createInvoiceLine>;
type LineProduct = NonNullable<InvoiceLine['product']>;

/** The cells of a line, in the order of the Tab key. */
export const CELLS = [
  'product',
  'name',
  'costType',
  'quantity',
  'price',
  'amount',
  'tax',
  'account',
  'internalReference',
] as const;
export type Cell = (typeof CELLS)[number];
/** The cells in which text is typed. */
export type TextCell = Exclude<Cell, 'product' | 'costType'>;
export const isTextCell = (cell: Cell): cell is TextCell => cell !== 'product' && cell !== 'costType';

/** The unsaved input of a line. A cell without unsaved input shows the stored value. */
export interface LineDraft {
  readonly product?: LineProduct | null;
  readonly name?: string;
  readonly costType?: CostCategory;
  readonly quantity?: string;
  readonly price?: string;
  readonly amount?: string;
  readonly tax?: string;
  readonly account?: string;
  readonly internalReference?: string;
}
export type LineErrors = Partial<Record<Cell | 'line', string>>;

/** For each field of the API, the cell that shows its value and its errors. */
const CELL_OF: Readonly<Record<string, Cell>> = {
  productId: 'product',
  name: 'name',
  costType: 'costType',
  quantity: 'quantity',
  amount: 'amount',
  taxAmount: 'tax',
  account: 'account',
  internalReference: 'internalReference',
};
export const cellOfField = (field: string): Cell | 'line' =>
  CELL_OF[field.replace(/^body\./, '').split('.')[0] ?? ''] ?? 'line';

/** Whether the line credits another one. */
export const isCreditLine = (line: Pick<InvoiceLine, 'creditsLine'> | null): boolean =>
  line !== null && line.creditsLine !== null;

const blank = (text: string) => text.trim() === '';

/** Parses a typed amount, which may be a sum, into the form that the API expects. An empty text is 0. */
export function amountIn(text: string, currency: string): { value: string } | { problem: string } {
  if (blank(text)) return { value: formatAmount(0n, currency) };
  const minor = sumToAmount(text, currency);
  return minor.ok ? { value: formatAmount(minor.value, currency) } : { problem: ruleWords(minor.message) };
}

/**
 * Parses a typed quantity, which may be a sum, into the form that the API expects. An empty text is 0. Only a credit
 * may be negative.
 */
export function quantityIn(text: string, isCredit = false): { value: string } | { problem: string } {
  if (blank(text)) return { value: '0' };
  const micro = sumToQuantity(text);
  if (!micro.ok) return { problem: ruleWords(micro.message) };
  return micro.value < 0n && !isCredit
    ? { problem: t('invoices:lines.quantityBelowZero') }
    : { value: formatQuantity(micro.value) };
}

/** A stored quantity without superfluous zeros. */
export function plainQuantity(stored: string): string {
  const micro = parseQuantity(stored);
  return micro.ok ? formatQuantity(micro.value) : stored;
}

/** Price × quantity, rounded once. Undefined if one of them is empty or invalid, or if the quantity is 0. */
export function amountOfPrice(price: string, quantity: string, currency: string, isCredit = false): string | undefined {
  if (blank(price)) return undefined;
  const each = evaluateSum(price);
  const units = quantityIn(quantity, isCredit);
  if (!each.ok || 'problem' in units) return undefined;
  const micro = parseQuantity(units.value);
  if (!micro.ok || micro.value === 0n) return undefined;
  return formatAmount(
    roundDiv(each.value.digits * micro.value * pow10(exponentOf(currency)), pow10(each.value.scale) * MICRO),
    currency,
  );
}

/** What is wrong with the text of a cell; undefined when it is valid. */
export function problemIn(cell: Cell, text: string, currency: string, isCredit = false): string | undefined {
  if (cell === 'quantity') {
    const read = quantityIn(text, isCredit);
    return 'problem' in read ? read.problem : undefined;
  }
  if (cell === 'amount' || cell === 'tax') {
    const read = amountIn(text, currency);
    return 'problem' in read ? read.problem : undefined;
  }
  if (cell === 'price' && !blank(text)) {
    const read = evaluateSum(text);
    return read.ok ? undefined : ruleWords(read.message);
  }
  return undefined;
}

/**
 * Sets a cell and updates the cells that depend on it. A product fills in a blank name. A new price or quantity
 * recomputes the amount from a typed price. A typed amount discards the typed price.
 */
export function withCell(
  draft: LineDraft,
  stored: InvoiceLine | null,
  cell: Cell,
  value: LineDraft[Cell],
  currency: string,
): LineDraft {
  const next: LineDraft = { ...draft, [cell]: value };
  if (cell === 'product') {
    const product = next.product;
    const name = draft.name ?? stored?.name ?? '';
    return product && blank(name) ? { ...next, name: product.name } : next;
  }
  if (cell === 'amount') {
    const { price: _, ...rest } = next;
    return rest;
  }
  if ((cell === 'price' || cell === 'quantity') && next.price !== undefined) {
    const amount = amountOfPrice(next.price, next.quantity ?? stored?.quantity ?? '', currency, isCreditLine(stored));
    return amount === undefined ? next : { ...next, amount };
  }
  return next;
}

/** Whether the cell holds words instead of a figure. */
export const isText = (cell: Cell): cell is 'name' | 'account' | 'internalReference' =>
  cell === 'name' || cell === 'account' || cell === 'internalReference';

/** The stored value of a cell, as the cell shows it for editing. */
export function storedText(line: InvoiceLine | null, cell: TextCell): string {
  if (!line) return '';
  switch (cell) {
    case 'name':
      return line.name ?? '';
    case 'account':
    case 'internalReference':
      return line[cell] ?? '';
    case 'quantity':
      return isZero(line.quantity) ? '' : plainQuantity(line.quantity);
    case 'price':
      return line.unitPrice === null || isZero(line.amount) ? '' : trimPrice(line.unitPrice);
    case 'amount':
      return isZero(line.amount) && isZero(line.quantity) ? '' : line.amount;
    case 'tax':
      return isZero(line.taxAmount) ? '' : line.taxAmount;
  }
}

export const isZero = (text: string) => /^-?0*(\.0*)?$/.test(text);
/** Strips trailing zeros, but keeps two decimals, as is usual for prices: 58.900000 becomes 58.90, and 0.085 stays. */
export const trimPrice = (price: string) => price.replace(/(\.\d{2}\d*?)0+$/, '$1');

interface Read {
  readonly body: LineBody;
  readonly problems: LineErrors;
}

/**
 * The request body with the cells in which the draft differs from the stored line. Invalid cells are reported and left
 * out. Values in `refused` are left out too, because the server has refused them.
 */
export function bodyOfDraft(
  draft: LineDraft,
  stored: InvoiceLine | null,
  currency: string,
  refused: LineDraft = {},
): Read {
  const body: { -readonly [K in keyof LineBody]: LineBody[K] } = {};
  const problems: { [K in Cell]?: string } = {};
  const fresh = <K extends keyof LineDraft>(cell: K): LineDraft[K] | undefined =>
    draft[cell] !== undefined && draft[cell] !== refused[cell] ? draft[cell] : undefined;

  const product = fresh('product');
  if (product !== undefined && (product?.id ?? null) !== (stored?.product?.id ?? null))
    body.productId = product?.id ?? null;
  const name = fresh('name');
  if (name !== undefined && name.trim() !== (stored?.name ?? '')) body.name = name;
  for (const cell of ['account', 'internalReference'] as const) {
    const text = fresh(cell);
    if (text !== undefined && text.trim() !== (stored?.[cell] ?? '')) body[cell] = text.trim() === '' ? null : text;
  }
  const costType = fresh('costType');
  if (costType !== undefined && costType !== stored?.costType) {
    body.costType = costType;
    // The server refuses freight and insurance by duty, so the line goes by the default basis of its new cost type.
    if (stored && !checkDutyBasis(costType, stored.basis).ok) body.basis = null;
  }
  const quantity = fresh('quantity');
  if (quantity !== undefined) {
    const read = quantityIn(quantity, isCreditLine(stored));
    if ('problem' in read) problems.quantity = read.problem;
    else if (read.value !== plainQuantity(stored?.quantity ?? '0')) body.quantity = read.value;
  }
  const amount = fresh('amount');
  if (amount !== undefined) {
    const read = amountIn(amount, currency);
    if ('problem' in read) problems.amount = read.problem;
    else if (read.value !== (stored?.amount ?? formatAmount(0n, currency))) body.amount = read.value;
  }
  const price = fresh('price');
  const priceProblem = price === undefined ? undefined : problemIn('price', price, currency);
  if (priceProblem !== undefined) problems.price = priceProblem;
  const tax = fresh('tax');
  if (tax !== undefined) {
    const read = amountIn(tax, currency);
    if ('problem' in read) problems.tax = read.problem;
    else if (read.value !== (stored?.taxAmount ?? formatAmount(0n, currency))) body.taxAmount = read.value;
  }
  return { body, problems };
}

/** Whether the draft has too little input to create a line, which means that it has neither a product nor text. */
export const isBlankDraft = (draft: LineDraft): boolean =>
  !draft.product &&
  [draft.name, draft.quantity, draft.price, draft.amount, draft.tax, draft.account, draft.internalReference].every(
    (text) => text === undefined || blank(text),
  );

const STORED: Readonly<Record<Cell, (line: InvoiceLine) => unknown>> = {
  product: ({ product }) => product?.id ?? null,
  name: ({ name }) => name,
  costType: ({ costType }) => costType,
  quantity: ({ quantity }) => quantity,
  price: ({ unitPrice }) => unitPrice,
  amount: ({ amount }) => amount,
  tax: ({ taxAmount }) => taxAmount,
  account: ({ account }) => account,
  internalReference: ({ internalReference }) => internalReference,
};
/** The stored value of a cell, as it can be compared with that of another version of the line. */
export const lineValue = (line: InvoiceLine, cell: Cell): unknown => STORED[cell](line);
