import type { Use } from '@quayside/contracts/errors';
import { type Insertable, sql, type Updateable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import type { CreditRow, CreditUseRow } from '../payments.types.ts';

/** Finds credits that have not ended. */
export async function findCredits(w: Work, ids: readonly string[]): Promise<CreditRow[]> {
  if (ids.length === 0) return [];
  return w.tx
    .selectFrom('credit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .where('ended_at', 'is', null)
    .execute();
}

/** The credits of those of these invoices that are credit notes. */
export async function findNoteCredits(w: Work, invoiceIds: readonly string[]): Promise<CreditRow[]> {
  if (invoiceIds.length === 0) return [];
  return w.tx
    .selectFrom('credit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('source', '=', 'CREDIT_NOTE')
    .where('ended_at', 'is', null)
    .execute();
}

/** The credits that transfers left, because they paid too much. */
export async function findTransferCredits(w: Work, transferIds: readonly string[]): Promise<CreditRow[]> {
  if (transferIds.length === 0) return [];
  return w.tx
    .selectFrom('credit')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('transfer_id', '=', anyOf(transferIds))
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The suppliers of credits, also of those that have ended. */
export async function suppliersOfCredits(w: Work, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await w.tx
    .selectFrom('credit')
    .select('supplier_id')
    .distinct()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();
  return rows.map((row) => row.supplier_id);
}

/** The uses of credits that were not taken back, with the invoice or purchase order of each. */
export async function listLiveUses(
  w: Work,
  creditIds: readonly string[],
): Promise<(CreditUseRow & { readonly invoice_id: string | null; readonly purchase_order_id: string | null })[]> {
  return w.tx
    .selectFrom('credit_use as u')
    .leftJoin('payment as p', (j) => j.onRef('p.account_id', '=', 'u.account_id').onRef('p.id', '=', 'u.payment_id'))
    .selectAll('u')
    .select(['p.invoice_id', 'p.purchase_order_id'])
    .where('u.account_id', '=', w.scope.accountId)
    .where('u.credit_id', '=', anyOf(creditIds))
    .where('u.reversed_at', 'is', null)
    .orderBy('u.rank')
    .execute();
}

/** Where credits are in use, for a refusal: the bills, and the credits themselves where they were paid back. */
export async function usesOfCredits(w: Work, creditIds: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select distinct on (i.id, o.id, u.credit_id)
      case when i.id is not null then 'INVOICE' when o.id is not null then 'PURCHASE_ORDER' else 'CREDIT' end as type,
      coalesce(i.id, o.id, u.credit_id)::text as id,
      coalesce(i.invoice_number, o.po_number, n.invoice_number, d.po_number, '') as label
    from credit_use u
    join credit c on c.account_id = u.account_id and c.id = u.credit_id
    left join ${INVOICES} n on n.account_id = c.account_id and n.id = c.invoice_id
    left join ${PURCHASE_ORDERS} d on d.account_id = c.account_id and d.id = c.purchase_order_id
    left join payment p on p.account_id = u.account_id and p.id = u.payment_id
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where u.account_id = ${w.scope.accountId} and u.credit_id = ${anyOf(creditIds)} and u.reversed_at is null
    limit 20`.execute(w.tx);
  return rows;
}

export async function insertCredit(
  w: Work,
  credit: Omit<Insertable<DB['credit']>, 'account_id' | 'created_at' | 'updated_at' | 'created_by'>,
): Promise<void> {
  await w.tx
    .insertInto('credit')
    .values({
      ...credit,
      account_id: w.scope.accountId,
      created_by: personOf(w.scope),
      created_at: w.now,
      updated_at: w.now,
    })
    .execute();
}

/** Updates a credit. One that was made in this unit of work keeps its version. */
export async function saveCredit(w: Work, credit: CreditRow, values: Updateable<DB['credit']>): Promise<void> {
  const version = credit.created_at.getTime() === w.now.getTime() ? credit.version : credit.version + 1;
  await w.tx
    .updateTable('credit')
    .set({ ...values, version, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', credit.id)
    .execute();
}

export async function insertUses(
  w: Work,
  uses: readonly Omit<Insertable<DB['credit_use']>, 'account_id' | 'recorded_at' | 'recorded_by'>[],
): Promise<void> {
  if (uses.length === 0) return;
  await w.tx
    .insertInto('credit_use')
    .values(
      uses.map((use) => ({
        ...use,
        account_id: w.scope.accountId,
        recorded_by: personOf(w.scope),
        recorded_at: w.now,
      })),
    )
    .execute();
}

/** Writes the part of the credit's worth that uses have now. */
export async function saveUseBases(
  w: Work,
  uses: readonly { readonly id: string; readonly baseMinor: bigint | null }[],
): Promise<void> {
  if (uses.length === 0) return;
  await sql`
    update credit_use u set base_minor = x.base_minor
    from unnest(
      ${sql.val(uses.map((use) => use.id))}::uuid[], ${sql.val(uses.map((use) => use.baseMinor))}::bigint[]
    ) as x(id, base_minor)
    where u.account_id = ${w.scope.accountId} and u.id = x.id`.execute(w.tx);
}

export async function findUse(w: Work, id: string): Promise<CreditUseRow | undefined> {
  return w.tx
    .selectFrom('credit_use')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Marks uses of credits as taken back. */
export async function reverseUses(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await w.tx
    .updateTable('credit_use')
    .set({ reversed_at: w.now, reversed_by: personOf(w.scope) })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .where('reversed_at', 'is', null)
    .execute();
}

/** Ends credits: their payment was undone, or their credit note deleted. */
export async function endCredits(w: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await w.tx
    .updateTable('credit')
    .set({ ended_at: w.now, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();
}
