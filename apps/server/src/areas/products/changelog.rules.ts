import { isDeepStrictEqual } from 'node:util';
import type { StoredProduct } from './products.queries.ts';
import {
  FIELDS,
  loggedValue,
  NEW_PRODUCT,
  type ProductChanges,
  type ProductState,
  type Terms,
} from './products.state.ts';

/** A stored changelog row. `hasOld` and `hasNew` say that the exact values exist, which may be null. */
export interface LoggedChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly oldData: unknown;
  readonly newData: unknown;
  readonly hasOld: boolean;
  readonly hasNew: boolean;
  /** No later row changed this field. */
  readonly isNewest: boolean;
}
/** How to restore a field: values of the product, or suppliers with their terms. */
export interface Revert {
  readonly changes: ProductChanges;
  readonly terms?: readonly Terms[];
}

const isField = (field: string): field is keyof ProductState => (FIELDS as readonly string[]).includes(field);
/** Whether a product always has this field. */
const isRequired = (field: keyof ProductState) =>
  field === 'name' || field === 'sku' || field === 'status' || field.endsWith('Unit');
const NUMBERS: ReadonlySet<string> = new Set([
  'supplierLeadTime',
  'productPackaging.units',
  'casePackaging.unitsPerCase',
]);

/**
 * How to restore the value before this change; undefined if that is impossible: the product was new, or the text is not
 * exact.
 */
export function revertOf(change: LoggedChange): Revert | undefined {
  if (change.field === 'supplier') {
    const terms = change.hasOld ? (change.oldData as readonly Terms[]) : [];
    return terms.length === 0 ? undefined : { changes: { supplierIds: terms.map((t) => t.supplierId) }, terms };
  }
  if (!isField(change.field)) return undefined;
  const value = change.hasOld ? change.oldData : valueOfText(change.field, change.oldValue);
  if (value === undefined || (value === null && isRequired(change.field))) return undefined;
  return { changes: { [change.field]: value } };
}

/** The value of a row that was written before the changelog stored exact values, if its text is the value. */
function valueOfText(field: keyof ProductState, text: string | null): unknown {
  if (Array.isArray(NEW_PRODUCT[field])) return text === null ? [] : undefined;
  return text !== null && NUMBERS.has(field) ? Number(text) : text;
}

/** Whether the product still has the value that this change set. */
export function isCurrent(change: LoggedChange, product: StoredProduct, pictureSha256: string | null): boolean {
  if (change.field === 'supplier')
    return change.hasNew ? isDeepStrictEqual(product.terms, change.newData) : change.isNewest;
  if (change.field === 'picture') return change.newData === pictureSha256;
  if (!isField(change.field)) return change.isNewest;
  return change.hasNew
    ? isDeepStrictEqual(product.state[change.field], change.newData)
    : loggedValue(product.state, change.field) === change.newValue;
}

/** Whether the product already has the value that a revert would restore. */
export function isThere({ changes, terms }: Revert, product: StoredProduct): boolean {
  if (terms) return isDeepStrictEqual(product.terms, terms);
  return Object.entries(changes).every(([field, value]) =>
    isDeepStrictEqual(product.state[field as keyof ProductState], value),
  );
}
