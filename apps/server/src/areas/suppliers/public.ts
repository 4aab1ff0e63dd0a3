import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { LeadTime, PaymentTerm } from '@quayside/contracts/suppliers/suppliers';
import { nameOfCountry } from '@quayside/domain/products/countries';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { findBankRow } from './rows/supplier-bank.queries.ts';
import type { BankAccount } from './rows/supplier-bank.rules.ts';
import { findLeadTimesOf } from './rows/supplier-lead-times.queries.ts';
import {
  findSupplier,
  findSupplierIdsByName,
  findSupplierRefs,
  findTermRows,
  findToleranceRows,
  type SupplierRef,
} from './rows/suppliers.queries.ts';
import type { ToleranceRow } from './rows/supplier-tolerances.rules.ts';
import { termsOf } from './rows/suppliers.state.ts';

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

export { tolerancesOf } from './rows/supplier-tolerances.rules.ts';

/** The stored tolerances of suppliers, by id. */
export async function tolerancesOfSuppliers(w: Work, ids: readonly string[]): Promise<Map<string, ToleranceRow>> {
  return new Map((await findToleranceRows(w, ids)).map((row) => [row.id, row]));
}

/** The masked bank details of a supplier as text, one field per line; null if none are stored. */
export async function maskedBankText(w: Work, supplierId: string): Promise<string | null> {
  const row = await findBankRow(w, supplierId);
  if (!row) return null;
  const { beneficiary, accountNumber, bankName, bankAddress, swift, bankCode, currency } =
    row.masked as unknown as BankAccount;
  const lines = [
    beneficiary,
    bankName,
    bankAddress,
    wordsOf(say('pdf.bank_account', { number: accountNumber })),
    swift === null ? null : wordsOf(say('pdf.bank_swift', { code: swift })),
    bankCode === null ? null : wordsOf(say('pdf.bank_code', { code: bankCode })),
    currency,
  ];
  return lines.filter((line) => line !== null && line !== '').join('\n');
}

/** The name and the address of a supplier, one line each, as a letter has them; undefined if there is none. */
export async function addressOf(
  w: Work,
  id: string,
): Promise<{ readonly name: string; readonly lines: readonly string[] } | undefined> {
  const row = await findSupplier(w, id);
  if (!row) return undefined;
  const place = [row.city, row.state, row.post_code].filter((part) => part !== null).join(' ');
  const country = row.country === null ? null : nameOfCountry(row.country);
  const lines = [
    row.company_name,
    row.local_name,
    row.address_line1,
    row.address_line2,
    row.address_line3,
    place,
    country,
  ];
  return { name: row.company_name, lines: lines.flatMap((line) => line || []) };
}
