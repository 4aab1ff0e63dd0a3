import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { findInvoiceableItems } from '../../purchasing/public.ts';
import { requireSupplier } from '../../suppliers/public.ts';
import { changedKeys, type HeaderFields, mergeHeader } from '../rows/invoice-header.ts';
import { usesAsCredited } from '../rows/invoice-credits.views.ts';
import { type HeaderChange, headerChanges, refsOf } from '../rows/invoice-log.ts';
import { findLinesOf } from '../rows/invoice-lines.queries.ts';
import { checkPairings, namesOf } from './invoice-pairings.service.ts';
import {
  findPairings,
  headerOf,
  type InvoiceRow,
  type Pairing,
  replacePairings,
  saveHeader,
} from '../rows/invoices.queries.ts';
import type { BodyOf } from '../invoices.types.ts';
import { CREDITED, isAccepted } from '../lines/line-writes.service.ts';

/** A change of an invoice header that has been checked but not written yet. */
export interface HeaderPlan {
  readonly fields: HeaderFields;
  readonly pairings: readonly Pairing[] | undefined;
  readonly isChanged: boolean;
  /** Whether the change affects costs, so that they must be recomputed. */
  readonly movesCosts: boolean;
  /** Whether the total was unknown before. */
  readonly totalTyped: boolean;
  /** The changes as the audit log stores them. */
  readonly changes: readonly HeaderChange[];
}

/** The header fields that costs depend on. */
const COST_FIELDS: readonly (keyof HeaderFields)[] = [
  'date',
  'currency',
  'rate',
  'rateDate',
  'rateSource',
  'shippingMethod',
];

/**
 * Checks a change of an invoice header. `lineCount` is the number of lines that have amounts in the current currency.
 */
export async function planHeader(
  w: Work,
  row: InvoiceRow,
  typed: BodyOf<'updateInvoiceBasic'>,
  lineCount: number,
): Promise<HeaderPlan> {
  const before = headerOf(row);
  const body = await withSupplierCurrency(w, before, typed, lineCount);
  const facts = {
    accountCurrency: w.scope.currency,
    status: row.status,
    kind: row.kind,
    lineCount,
  };
  const { fields: merged, errors } = mergeHeader(before, body, facts);
  // The currency that came with a supplier is not one that somebody has chosen.
  const fields = { ...merged, isCurrencyDefault: before.isCurrencyDefault && typed.currency === undefined };
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  if (fields.currency !== before.currency) await refuseCurrency(w, row);
  if (fields.currency !== before.currency || fields.supplierId !== before.supplierId)
    await refuseOtherOrders(w, row, fields, before);
  if (fields.currency !== before.currency || fields.supplierId !== before.supplierId)
    await react(w, 'invoice.header-changing', { invoiceId: row.id, from: before, to: fields });
  const oldPairings = await findPairings(w, row.id);
  const pairings =
    body.pairedWith === undefined ? oldPairings : await checkPairings(w, row.id, body.pairedWith, oldPairings);
  const isPairingChanged = namesOf(oldPairings).join() !== namesOf(pairings).join();
  const keys = changedKeys(before, fields);
  return {
    fields,
    pairings: isPairingChanged ? pairings : undefined,
    isChanged: keys.length > 0 || isPairingChanged,
    movesCosts: isPairingChanged || keys.some((key) => COST_FIELDS.includes(key)),
    totalTyped: (before.totalMinor ?? 0n) === 0n && (fields.totalMinor ?? 0n) !== 0n,
    changes: [
      ...headerChanges(before, fields),
      ...changesBetween(
        ['pairedWith'],
        () => refsOf(oldPairings),
        () => refsOf(pairings),
      ),
    ],
  };
}

/**
 * When an uploaded invoice gets its supplier, it also gets the supplier's currency, unless somebody has already chosen
 * a currency or entered amounts.
 */
async function withSupplierCurrency(
  w: Work,
  before: HeaderFields,
  body: BodyOf<'updateInvoiceBasic'>,
  lineCount: number,
): Promise<BodyOf<'updateInvoiceBasic'>> {
  if (body.supplierId === undefined || body.supplierId === before.supplierId) return body;
  const supplier = await requireSupplier(w, body.supplierId);
  const isOpen =
    before.supplierId === null && before.currency === w.scope.currency && before.totalMinor === null && lineCount === 0;
  return isOpen && body.currency === undefined && supplier.currency ? { ...body, currency: supplier.currency } : body;
}

/**
 * A credit must have the same currency as the line that it credits, so the currency of the invoice and of the credit
 * note cannot change.
 */
async function refuseCurrency(w: Work, row: InvoiceRow): Promise<void> {
  const lines = await findLinesOf(w, row.id);
  if (lines.some((l) => l.credits_line_id !== null))
    throw fieldError('currency', say('invoices.credits_currency', { currency: row.currency }));
  const uses = await usesAsCredited(
    w,
    lines.map((l) => l.id),
  );
  if (uses.length > 0) throw new AppError('invoices.in_use', { message: CREDITED, uses });
}

/** The supplier and the currency of an invoice are those of the purchase orders whose items its lines name. */
async function refuseOtherOrders(w: Work, row: InvoiceRow, fields: HeaderFields, before: HeaderFields): Promise<void> {
  const ids = (await findLinesOf(w, row.id)).flatMap((line) => line.purchase_order_line_id ?? []);
  for (const item of (await findInvoiceableItems(w, ids)).values()) {
    if (fields.supplierId !== before.supplierId && item.supplierId !== fields.supplierId)
      throw fieldError('supplierId', say('invoices.of_purchase_order', { number: item.number }));
    if (fields.currency !== before.currency && item.currency !== fields.currency)
      throw fieldError('currency', say('invoices.of_purchase_order', { number: item.number }));
  }
}

/**
 * Writes a checked change of a header. If the invoice is in review and has a supplier, its status becomes WORKING.
 * Returns the new version, and the changes for the audit log.
 */
export async function storeHeader(
  w: Work,
  row: InvoiceRow,
  plan: HeaderPlan,
): Promise<{ version: number; accepted: boolean; changes: HeaderChange[] }> {
  const version = row.version + 1;
  const accepted = isAccepted(row, plan.fields.supplierId);
  await saveHeader(w, row.id, plan.fields, { version, ...(accepted && { status: 'WORKING' }) });
  if (plan.pairings) await replacePairings(w, row.id, plan.pairings);
  const changes = [...plan.changes, ...(accepted ? [{ field: 'status' as const, from: 'REVIEW', to: 'WORKING' }] : [])];
  return { version, accepted, changes };
}
