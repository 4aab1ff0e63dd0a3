import type { PairingType } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import type { HeaderFields } from './invoice-header.ts';

export type InvoiceRow = Selectable<DB['invoice']>;
export type Pairing = { readonly type: PairingType; readonly id: string };

/**
 * Finds an invoice that is not deleted. Code that changes the invoice must hold the account's cost lock while it reads
 * the row, so that nobody else changes the invoice in the meantime.
 */
export function findInvoiceRow(w: Work, id: string): Promise<InvoiceRow | undefined> {
  return w.tx
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findInvoiceRows(w: Work, ids: readonly string[]): Promise<Map<string, InvoiceRow>> {
  if (ids.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('invoice')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((r) => [r.id, r]));
}

/** Clears references of deleted invoices to their front documents, before these documents are permanently removed. */
export async function clearFrontDocuments(w: Work, documentIds: readonly string[]): Promise<void> {
  await w.tx
    .updateTable('invoice')
    .set({ document_id: null })
    .where('account_id', '=', w.scope.accountId)
    .where('document_id', 'in', [...documentIds])
    .execute();
}

/** Converts a database row to the header fields that a person can type. */
export const headerOf = (row: InvoiceRow): HeaderFields => ({
  supplierId: row.supplier_id,
  invoiceNumber: row.invoice_number,
  isNumberFromDate: row.is_number_from_date,
  date: row.date,
  isDateDefault: row.is_date_default,
  currency: row.currency,
  isCurrencyDefault: row.is_currency_default,
  rate: row.rate,
  rateTyped: row.rate_typed,
  rateTypedPer: row.rate_typed_per,
  rateDate: row.rate_date,
  rateSource: row.rate_source,
  totalMinor: row.total_minor,
  payReferenceNumber: row.pay_reference_number,
  costType: row.cost_type,
  type: row.type,
  shippingMethod: row.shipping_method,
  vesselVoyage: row.vessel_voyage,
  etd: row.etd,
  readyOn: row.ready_on,
  shippedOn: row.shipped_on,
  arrivedOn: row.arrived_on,
  deliveredOn: row.delivered_on,
  inspectedOn: row.inspected_on,
  attention: row.attention,
  tracking: row.tracking,
  billToCompany: row.bill_to_company,
});

const columnsOf = (header: HeaderFields) => ({
  supplier_id: header.supplierId,
  invoice_number: header.invoiceNumber,
  is_number_from_date: header.isNumberFromDate,
  date: header.date,
  is_date_default: header.isDateDefault,
  currency: header.currency,
  is_currency_default: header.isCurrencyDefault,
  rate: header.rate,
  rate_typed: header.rateTyped,
  rate_typed_per: header.rateTypedPer,
  rate_date: header.rateDate,
  rate_source: header.rateSource,
  total_minor: header.totalMinor,
  pay_reference_number: header.payReferenceNumber,
  cost_type: header.costType,
  type: header.type,
  shipping_method: header.shippingMethod,
  vessel_voyage: header.vesselVoyage,
  etd: header.etd,
  ready_on: header.readyOn,
  shipped_on: header.shippedOn,
  arrived_on: header.arrivedOn,
  delivered_on: header.deliveredOn,
  inspected_on: header.inspectedOn,
  attention: header.attention,
  tracking: header.tracking,
  bill_to_company: header.billToCompany,
});

export async function insertInvoice(
  w: Work,
  id: string,
  header: HeaderFields,
  as: { readonly status: InvoiceStatus; readonly kind: InvoiceKind },
): Promise<void> {
  const row: Insertable<DB['invoice']> = {
    ...columnsOf(header),
    ...as,
    account_id: w.scope.accountId,
    id,
    created_at: w.now,
    updated_at: w.now,
  };
  await w.tx.insertInto('invoice').values(row).execute();
}

export const saveHeader = (w: Work, id: string, header: HeaderFields, set: Updateable<DB['invoice']>): Promise<void> =>
  saveInvoice(w, id, { ...columnsOf(header), ...set });

export async function saveInvoice(w: Work, id: string, set: Updateable<DB['invoice']>): Promise<void> {
  await w.tx
    .updateTable('invoice')
    .set({ ...set, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the rates that convert the costs of invoices, where they differ. Returns what converted the costs before, and
 * what does now. The version stays, because nobody has typed anything.
 */
export async function saveCostRates(
  w: Work,
  changes: readonly { readonly invoiceId: string; readonly costRate: string | null }[],
): Promise<{ id: string; from: string | null; to: string | null }[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<{ id: string; from: string | null; to: string | null }>`
    update invoice i
    set cost_rate = x.rate
    from unnest(
      ${sql.val(changes.map(({ invoiceId }) => invoiceId))}::uuid[],
      ${sql.val(changes.map(({ costRate }) => costRate))}::text[]
    ) as x(id, rate)
    join invoice before on before.account_id = ${w.scope.accountId} and before.id = x.id
    where i.account_id = ${w.scope.accountId} and i.id = x.id and i.cost_rate is distinct from x.rate
    returning i.id, coalesce(before.cost_rate, i.rate) as "from", coalesce(x.rate, i.rate) as "to"`.execute(w.tx);
  return rows;
}

/** Removes the exchange rates of all invoices. Returns the invoices that had one, with that rate. */
export async function clearRates(w: Work): Promise<{ id: string; rate: string }[]> {
  const { rows } = await sql<{ id: string; rate: string }>`
    update invoice i
    set rate = null, rate_typed = null, rate_typed_per = null, rate_date = null, rate_source = null, cost_rate = null,
      version = i.version + 1, updated_at = ${w.now}
    from invoice before
    where i.account_id = ${w.scope.accountId} and i.rate is not null
      and before.account_id = i.account_id and before.id = i.id
    returning i.id, before.rate`.execute(w.tx);
  return rows;
}

export async function findPairings(w: Work, invoiceId: string): Promise<Pairing[]> {
  const rows = await w.tx
    .selectFrom('invoice_pairing')
    .select(['target_type', 'target_id'])
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .execute();
  return rows.map((r) => ({ type: r.target_type as Pairing['type'], id: r.target_id }));
}

export async function replacePairings(w: Work, invoiceId: string, pairings: readonly Pairing[]): Promise<void> {
  await w.tx
    .deleteFrom('invoice_pairing')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .execute();
  if (pairings.length === 0) return;
  await w.tx
    .insertInto('invoice_pairing')
    .values(
      pairings.map((p) => ({
        account_id: w.scope.accountId,
        invoice_id: invoiceId,
        target_type: p.type,
        target_id: p.id,
      })),
    )
    .execute();
}

/** Archives many invoices in one statement. */
export async function archiveInvoices(w: Work, ids: readonly string[]): Promise<void> {
  await w.tx
    .updateTable('invoice')
    .set((eb) => ({ archived_at: w.now, updated_at: w.now, version: eb('version', '+', 1) }))
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', sql<string>`any(${sql.val([...ids])}::uuid[])`)
    .execute();
}
