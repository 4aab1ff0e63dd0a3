import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

export interface MovedInvoice {
  readonly id: string;
  readonly version: number;
  readonly isDeleted: boolean;
}

/** The number of a supplier's invoices, without deleted ones. */
export async function countOfSupplier(w: Work, supplierId: string): Promise<number> {
  const row = await w.tx
    .selectFrom('invoice')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .where('supplier_id', '=', supplierId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return Number(row?.n ?? 0n);
}

/**
 * Moves the given invoices, or all invoices of a supplier, to another supplier. Returns the moved invoices with their
 * new versions.
 */
export async function moveToSupplier(
  w: Work,
  which: { readonly supplierId: string } | { readonly ids: readonly string[] },
  to: string,
): Promise<MovedInvoice[]> {
  const condition =
    'supplierId' in which ? sql`supplier_id = ${which.supplierId}` : sql`id = any(${sql.val([...which.ids])}::uuid[])`;
  const moved = await sql<MovedInvoice>`
    update invoice set supplier_id = ${to}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and ${condition}
    returning id, version, deleted_at is not null as "isDeleted"`.execute(w.tx);
  return moved.rows;
}

/** The current state of invoices that a merge moved, by id and including deleted ones. */
export async function findMovedInvoices(w: Work, ids: readonly string[]) {
  const rows = await sql<{
    id: string;
    number: string;
    version: number;
    supplierId: string | null;
    isDeleted: boolean;
  }>`
    select id, invoice_number as number, version, supplier_id as "supplierId", deleted_at is not null as "isDeleted"
    from invoice
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[])`.execute(w.tx);
  return new Map(rows.rows.map((r) => [r.id, r]));
}
