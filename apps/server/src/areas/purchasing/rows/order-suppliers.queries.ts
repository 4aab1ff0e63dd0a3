import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

export interface MovedOrder {
  readonly id: string;
  readonly version: number;
}

export async function countOfSupplier(w: Work, supplierId: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from purchase_order
    where account_id = ${w.scope.accountId} and supplier_id = ${supplierId}`.execute(w.tx);
  return Number(rows[0]?.n ?? 0n);
}

/** Moves the given purchase orders, or all of a supplier, to another supplier. Returns them with their new versions. */
export async function moveToSupplier(
  w: Work,
  which: { readonly supplierId: string } | { readonly ids: readonly string[] },
  to: string,
): Promise<MovedOrder[]> {
  const condition =
    'supplierId' in which ? sql`supplier_id = ${which.supplierId}` : sql`id = any(${sql.val([...which.ids])}::uuid[])`;
  const { rows } = await sql<MovedOrder>`
    update purchase_order set supplier_id = ${to}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and ${condition}
    returning id, version`.execute(w.tx);
  return rows;
}
