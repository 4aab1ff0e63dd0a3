import { say } from '@quayside/contracts/texts/catalogue';
import type { LeadTime, PaymentTerm } from '@quayside/contracts/suppliers';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findLeadTimesOf } from './supplier-lead-times.queries.ts';
import { findSupplierIdsByName, findSupplierRefs, findTermRows, type SupplierRef } from './suppliers.queries.ts';
import { termsOf } from './suppliers.state.ts';

/** Finds suppliers by id. Ids that the account does not have are omitted. */
export const suppliersByIds = (w: Work, ids: readonly string[]): Promise<Map<string, SupplierRef>> =>
  findSupplierRefs(w, ids);

/**
 * One supplier. Throws 422 at `field` if the account does not have it. Archived suppliers are returned too, because
 * existing records may still refer to them.
 */
export async function requireSupplier(w: Work, id: string, field = 'supplierId'): Promise<SupplierRef> {
  const supplier = (await findSupplierRefs(w, [id])).get(id);
  if (!supplier) throw fieldError(field, say('choose.supplier'));
  return supplier;
}

/**
 * Finds the ids of suppliers by company name, ignoring case, for imported files, which refer to suppliers by name. If a
 * name has several ids, it is not unique.
 */
export const supplierIdsByName = (w: Work, names: readonly string[]): Promise<Map<string, string[]>> =>
  findSupplierIdsByName(w, names);

/** What was agreed with a supplier: when the shares of a price fall due, and how long the goods take. */
interface SupplierTerms {
  readonly paymentTerms: readonly PaymentTerm[];
  readonly shippingMethod: string | null;
  readonly leadTimes: readonly LeadTime[];
}

/** The terms of suppliers, by id. Ids that the account does not have are omitted. */
export async function termsOfSuppliers(w: Work, ids: readonly string[]): Promise<Map<string, SupplierTerms>> {
  const rows = await findTermRows(w, ids);
  const times = await findLeadTimesOf(w, ids);
  return new Map(
    rows.map((row) => [
      row.id,
      { paymentTerms: termsOf(row), shippingMethod: row.shipping_method, leadTimes: times.get(row.id) ?? [] },
    ]),
  );
}
