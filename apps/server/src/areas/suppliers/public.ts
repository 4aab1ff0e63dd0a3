import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findSupplierIdsByName, findSupplierRefs, type SupplierRef } from './suppliers.queries.ts';

export type { SupplierRef };
export type { Kept, MergeParty, SupplierHolder } from './supplier-merge.holders.ts';

/** The suppliers of these ids, by id; an id that the account does not have is left out. */
export const suppliersByIds = (w: Work, ids: readonly string[]): Promise<Map<string, SupplierRef>> => findSupplierRefs(w, ids);

/** One supplier, or 422 at `field`. An archived one is answered too: what names it already goes on doing so. */
export async function requireSupplier(w: Work, id: string, field = 'supplierId'): Promise<SupplierRef> {
  const supplier = (await findSupplierRefs(w, [id])).get(id);
  if (!supplier) throw fieldError(field, 'Choose a supplier');
  return supplier;
}

/** Ids per company name as given, for files that name suppliers; upper and lower case alike. More than one id: the name is not unique. */
export const supplierIdsByName = (w: Work, names: readonly string[]): Promise<Map<string, string[]>> => findSupplierIdsByName(w, names);
