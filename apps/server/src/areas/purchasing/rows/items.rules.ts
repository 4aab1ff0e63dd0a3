import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { formatQuantity, MICRO, parseQuantity } from '@quayside/domain/money/money';
import type { UnitPrice } from '@quayside/domain/money/unit-price';
import { amountOfPurchaseOrderLine, parsePurchaseOrderPrice, snapToCase } from '@quayside/domain/payables/match';
import { type ItemMeasures, measuresOf, type PackedProduct } from '@quayside/domain/purchasing/measures';
import type { Result } from '@quayside/domain/refusal';
import type { FieldProblem } from '../../../http/errors.ts';
import type { ItemPatch } from '../purchasing.types.ts';

/** The fields of an item that a person can type, as they are stored. */
export interface ItemFields {
  readonly productId: string | null;
  readonly name: string | null;
  readonly supplierItemNumber: string | null;
  readonly askedMicro: bigint | null;
  readonly quantityMicro: bigint;
  readonly unitPrice: string;
}
/** An item with all that is worked out from it. */
export interface CheckedItem extends ItemFields, ItemMeasures {
  readonly amountMinor: bigint;
}

export const BLANK_ITEM: ItemFields = {
  productId: null,
  name: null,
  supplierItemNumber: null,
  askedMicro: null,
  quantityMicro: 0n,
  unitPrice: '0',
};
const NO_MEASURES: ItemMeasures = {
  caseUnits: null,
  caseWeightUg: null,
  cartons: null,
  volumeMm3: null,
  weightUg: null,
};

/** What is proposed for a product that is newly chosen for an item. */
interface Proposal {
  readonly supplierItemNumber: string | null;
  readonly unitPrice: string | null;
}
interface ItemContext {
  readonly currency: string;
  /** The product that the item has after the patch; undefined if it has none, or none of the account. */
  readonly product: PackedProduct | undefined;
  readonly proposal: Proposal | undefined;
  /** How much of the item invoices name, in millionths. */
  readonly invoicedMicro: bigint;
  readonly isSnapped?: boolean;
}

/** Reads a stored price. Its column adds zeros. */
export const plainPrice = (stored: string): string => (stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored);
export const priceOf = (text: string): UnitPrice => {
  const parsed = parsePurchaseOrderPrice(text);
  if (!parsed.ok) throw new RangeError(`The stored price ${text} cannot be read`);
  return parsed.value;
};

/** The amount of a quantity at a price. What is left of an item is worth this too. */
export function amountAt(price: string, quantityMicro: bigint, currency: string): bigint {
  const amount = amountOfPurchaseOrderLine(priceOf(price), quantityMicro, currency);
  return amount.ok ? amount.value : 0n;
}

/** Applies a patch to an item, and returns an error for every rule that the result breaks. */
export function mergeItem(
  current: ItemFields,
  patch: ItemPatch,
  context: ItemContext,
): { readonly item: CheckedItem; readonly errors: readonly FieldProblem[] } {
  const errors: FieldProblem[] = [];
  const refuse = (field: string, message: Text) => void errors.push({ field, message });
  const read = <T>(field: string, result: Result<T>, otherwise: T): T => {
    if (result.ok) return result.value;
    refuse(field, result.message);
    return otherwise;
  };
  const productId = patch.productId === undefined ? current.productId : patch.productId;
  const isNewProduct = productId !== null && productId !== current.productId;
  const proposal = isNewProduct ? context.proposal : undefined;
  const quantities = mergeQuantities(current, patch, context, read);
  const unitPrice = patch.unitPrice ?? proposal?.unitPrice ?? current.unitPrice;
  const price = read('unitPrice', parsePurchaseOrderPrice(unitPrice), priceOf(current.unitPrice));
  const { quantityMicro } = quantities;
  const amount = read('amount', amountOfPurchaseOrderLine(price, quantityMicro, context.currency), 0n);
  if (quantityMicro < 0n) refuse('quantity', say('purchasing.quantity_negative'));
  if ((quantities.askedMicro ?? 0n) < 0n) refuse('askedQuantity', say('purchasing.quantity_negative'));
  if (productId !== null && quantityMicro % MICRO !== 0n) refuse('quantity', say('purchasing.whole_units'));
  if (quantityMicro < context.invoicedMicro)
    refuse('quantity', say('purchasing.below_invoiced', { quantity: formatQuantity(context.invoicedMicro) }));
  return {
    item: {
      productId,
      name: patch.name === undefined ? current.name : patch.name,
      supplierItemNumber:
        patch.supplierItemNumber === undefined
          ? (proposal?.supplierItemNumber ??
            (isNewProduct && current.productId !== null ? null : current.supplierItemNumber))
          : patch.supplierItemNumber,
      ...quantities,
      unitPrice,
      ...(context.product && quantityMicro >= 0n ? measuresOf(context.product, quantityMicro) : NO_MEASURES),
      amountMinor: amount,
    },
    // A price that is too large for its quantity is an error of the price.
    errors: errors.map((error) => (error.field === 'amount' ? { ...error, field: 'unitPrice' } : error)),
  };
}

/**
 * The quantity and the one that was asked for. Only what is asked is rounded up to full cases, and it is kept only
 * while it differs.
 */
function mergeQuantities(
  current: ItemFields,
  patch: ItemPatch,
  { product, isSnapped = true }: ItemContext,
  read: <T>(field: string, result: Result<T>, otherwise: T) => T,
): Pick<ItemFields, 'askedMicro' | 'quantityMicro'> {
  const typed = patch.quantity === undefined ? undefined : read('quantity', parseQuantity(patch.quantity), 0n);
  const asked =
    typeof patch.askedQuantity === 'string'
      ? read('askedQuantity', parseQuantity(patch.askedQuantity), 0n)
      : patch.askedQuantity;
  const quantityMicro =
    typed ??
    (typeof asked === 'bigint'
      ? snapToCase(asked, isSnapped ? (product?.caseUnits ?? null) : null)
      : current.quantityMicro);
  const askedMicro = asked === undefined ? (typed === undefined ? current.askedMicro : null) : asked;
  return { quantityMicro, askedMicro: askedMicro === quantityMicro ? null : askedMicro };
}

const FIELDS = ['productId', 'name', 'supplierItemNumber', 'askedMicro', 'quantityMicro', 'unitPrice'] as const;
/** Whether two items have the same typed fields. */
export const isSameItem = (a: ItemFields, b: ItemFields): boolean =>
  FIELDS.every((key) => (key === 'unitPrice' ? plainPrice(a[key]) === plainPrice(b[key]) : a[key] === b[key]));
