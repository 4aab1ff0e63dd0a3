import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

// Which bank fees are in which invoice.

/** A bank fee that is in an invoice, and the transfer by which that invoice counts as paid. */
export interface InvoicedFee {
  readonly entryId: string;
  readonly transferId: string;
  readonly feeMinor: bigint;
}

export async function insertFees(w: Work, invoiceId: string, fees: readonly InvoicedFee[]): Promise<void> {
  await w.tx
    .insertInto('bank_fee')
    .values(
      fees.map(({ entryId, transferId, feeMinor }) => ({
        account_id: w.scope.accountId,
        entry_id: entryId,
        invoice_id: invoiceId,
        transfer_id: transferId,
        fee_minor: feeMinor,
        created_at: w.now,
      })),
    )
    .execute();
}

/** Takes the fees out of their invoice. Returns them. */
export async function deleteFees(w: Work, invoiceId: string): Promise<InvoicedFee[]> {
  const rows = await w.tx
    .deleteFrom('bank_fee')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', invoiceId)
    .returning(['entry_id as entryId', 'transfer_id as transferId', 'fee_minor as feeMinor'])
    .execute();
  return rows;
}

/** A fee belongs to the entry that replaces its own. */
export async function moveFee(w: Work, fromEntryId: string, toEntryId: string): Promise<void> {
  await w.tx
    .updateTable('bank_fee')
    .set({ entry_id: toEntryId })
    .where('account_id', '=', w.scope.accountId)
    .where('entry_id', '=', fromEntryId)
    .execute();
}

/**
 * The invoices of bank fees that keep these transfers and entries as they are: because a fee of theirs is in it, or
 * because it counts as paid by them (`isSettled`).
 */
export async function findFeeInvoices(
  w: Work,
  { transferIds, entryIds }: { readonly transferIds: readonly string[]; readonly entryIds: readonly string[] },
): Promise<{ id: string; number: string; isSettled: boolean }[]> {
  const { rows } = await sql<{ id: string; number: string; isSettled: boolean }>`
    select i.id, i.invoice_number as number, b.transfer_id = ${anyOf(transferIds)} as "isSettled"
    from bank_fee b
    join ${INVOICES} i on i.account_id = b.account_id and i.id = b.invoice_id
    where b.account_id = ${w.scope.accountId}
      and (b.entry_id = ${anyOf(entryIds)} or b.transfer_id = ${anyOf(transferIds)})
    order by i.invoice_number, i.id`.execute(w.tx);
  return rows;
}

/** What the fees in these invoices sum up to; invoices without fees are left out. */
export async function sumsOfFeeInvoices(w: Work, invoiceIds: readonly string[]): Promise<Map<string, bigint>> {
  if (invoiceIds.length === 0) return new Map();
  const rows = await w.tx
    .selectFrom('bank_fee')
    .select(['invoice_id', sql<bigint>`sum(fee_minor)::bigint`.as('minor')])
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .groupBy('invoice_id')
    .execute();
  return new Map(rows.map((row) => [row.invoice_id, row.minor]));
}

/** The invoice of bank fees that has one of these fees already. */
export async function findFeeInvoice(w: Work, entryIds: readonly string[]) {
  return (await findFeeInvoices(w, { transferIds: [], entryIds }))[0];
}

/** The instalments and their invoices or purchase orders that entries belong to. */
export async function findPaidOf(
  w: Work,
  entryIds: readonly string[],
): Promise<{ entryId: string; paymentId: string; ownerId: string; number: string }[]> {
  const { rows } = await sql<{ entryId: string; paymentId: string; ownerId: string; number: string }>`
    select e.id as "entryId", p.id as "paymentId", coalesce(i.id, o.id) as "ownerId",
      coalesce(i.invoice_number, o.po_number) as number
    from payment_entry e
    join payment p on p.account_id = e.account_id and p.id = e.payment_id
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where e.account_id = ${w.scope.accountId} and e.id = ${anyOf(entryIds)}
    order by e.rank, e.id`.execute(w.tx);
  return rows;
}
