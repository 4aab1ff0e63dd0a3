import { isDeepStrictEqual } from 'node:util';
import type { StoredProduct } from './product-locks.queries.ts';
import {
  FIELDS,
  loggedValue,
  NEW_PRODUCT,
  type ProductChanges,
  type ProductState,
  type Terms,
} from './products.state.ts';

/**
 * A stored changelog row. `hasOld` and `hasNew` tell whether exact values are stored, because a stored value can be
 * null.
 */
export interface LoggedChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly oldData: unknown;
  readonly newData: unknown;
  readonly hasOld: boolean;
  readonly hasNew: boolean;
  /** Whether this is the latest change of the field. */
  readonly isNewest: boolean;
}
/** The values that restore a field: values of product fields, or the suppliers with their terms. */
interface Revert {
  readonly changes: ProductChanges;
  readonly terms?: readonly Terms[];
}

const isField = (field: string): field is keyof ProductState => (FIELDS as readonly string[]).includes(field);
/** Whether the field is required, so that it has a value in every product. */
const isRequired = (field: keyof ProductState) =>
  field === 'name' || field === 'sku' || field === 'status' || field.endsWith('Unit');
const NUMBERS: ReadonlySet<string> = new Set([
  'supplierLeadTime',
  'productPackaging.units',
  'casePackaging.unitsPerCase',
]);

/**
 * Returns the values that undo a change. Returns undefined if the change cannot be undone, because it created the
 * product or because the changelog does not have the exact value.
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

/** The value of a row from before the changelog stored exact values, if the value can be read from its text. */
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

/** Whether the product already has the values that a revert would restore. */
export function isThere({ changes, terms }: Revert, product: StoredProduct): boolean {
  if (terms) return isDeepStrictEqual(product.terms, terms);
  return Object.entries(changes).every(([field, value]) =>
    isDeepStrictEqual(product.state[field as keyof ProductState], value),
  );
}
