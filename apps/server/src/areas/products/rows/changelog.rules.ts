import { isDeepStrictEqual } from 'node:util';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
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
/** A part of a bundle as the changelog stores it. */
export interface LoggedPart {
  readonly productId: string;
  readonly sku: string;
  readonly quantity: number;
}
/** What restores the value of a field before a change. */
export type Revert =
  | { readonly kind: 'FIELDS'; readonly changes: ProductChanges }
  | { readonly kind: 'SUPPLIERS'; readonly terms: readonly Terms[] }
  | { readonly kind: 'PARTS'; readonly parts: readonly LoggedPart[] }
  /** Null: the product had no picture. */
  | { readonly kind: 'PICTURE'; readonly sha256: string | null };
/** What a product has now. Parts and picture are needed only for their own changes. */
export interface Current extends Pick<StoredProduct, 'state' | 'terms'> {
  readonly parts: readonly Pick<LoggedPart, 'productId' | 'quantity'>[];
  readonly pictureSha256: string | null;
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

/** How many days a picture that was replaced or removed can be put back. */
export const PICTURE_KEPT_DAYS = 30;
/** Why a picture cannot be put back if its file is gone. */
export const PICTURE_GONE = say('products.picture_gone', { days: PICTURE_KEPT_DAYS });
const VALUE_NOT_STORED = say('products.value_not_stored');

/**
 * What undoes a change. If that is unknown, returns the reason: the changelog does not have the exact value. Returns
 * undefined if there is nothing to undo, because the change created the product.
 */
export function revertOf(change: LoggedChange): { readonly revert: Revert } | { readonly reason: Text } | undefined {
  const { field, hasOld, oldData, oldValue } = change;
  if (field === 'supplier') {
    if (!hasOld) return { reason: VALUE_NOT_STORED };
    const terms = oldData as readonly Terms[];
    return terms.length === 0 ? { reason: say('products.supplier_needed') } : { revert: { kind: 'SUPPLIERS', terms } };
  }
  if (field === 'bundle')
    return hasOld || oldValue === null
      ? { revert: { kind: 'PARTS', parts: (oldData ?? []) as readonly LoggedPart[] } }
      : { reason: VALUE_NOT_STORED };
  // Before pictures were kept, the changelog stored no hash of the earlier one.
  if (field === 'picture')
    return hasOld || oldValue === null
      ? { revert: { kind: 'PICTURE', sha256: (oldData ?? null) as string | null } }
      : { reason: PICTURE_GONE };
  if (!isField(field)) return { reason: VALUE_NOT_STORED };
  const value = hasOld ? oldData : valueOfText(field, oldValue);
  if (value === undefined) return { reason: VALUE_NOT_STORED };
  if (value === null && isRequired(field)) return undefined;
  return { revert: { kind: 'FIELDS', changes: { [field]: value } } };
}

/** The value of a row from before the changelog stored exact values, if the value can be read from its text. */
function valueOfText(field: keyof ProductState, text: string | null): unknown {
  if (Array.isArray(NEW_PRODUCT[field])) return text === null ? [] : undefined;
  return text !== null && NUMBERS.has(field) ? Number(text) : text;
}

const toParts = (parts: unknown) =>
  (parts as Current['parts']).map(({ productId, quantity }) => ({ productId, quantity }));

/** Whether the product still has the value that this change set. */
export function isCurrent(change: LoggedChange, current: Current): boolean {
  const { field, hasNew, newData, isNewest } = change;
  if (field === 'supplier') return hasNew ? isDeepStrictEqual(current.terms, newData) : isNewest;
  if (field === 'bundle') return hasNew ? isDeepStrictEqual(toParts(current.parts), toParts(newData)) : isNewest;
  if (field === 'picture') return newData === current.pictureSha256;
  if (!isField(field)) return isNewest;
  return hasNew
    ? isDeepStrictEqual(current.state[field], newData)
    : loggedValue(current.state, field) === change.newValue;
}

/** Whether the product already has what a revert would restore. */
export function isThere(revert: Revert, current: Current): boolean {
  if (revert.kind === 'SUPPLIERS') return isDeepStrictEqual(current.terms, revert.terms);
  if (revert.kind === 'PARTS') return isDeepStrictEqual(toParts(current.parts), toParts(revert.parts));
  if (revert.kind === 'PICTURE') return current.pictureSha256 === revert.sha256;
  return Object.entries(revert.changes).every(([field, value]) =>
    isDeepStrictEqual(current.state[field as keyof ProductState], value),
  );
}
