import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';

export interface MovedPlan {
  readonly id: string;
  readonly version: number;
}

/** The number of plans that a supplier carries, with removed ones, which undoing could bring back. */
export async function countOfCarrier(w: Work, supplierId: string): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from shipment_plan
    where account_id = ${w.scope.accountId} and carrier_contact_id = ${supplierId}`.execute(w.tx);
  return Number(rows[0]?.n ?? 0n);
}

/** Gives the named plans, or all of a carrier, another carrier. Returns them with their new versions. */
export async function moveToCarrier(
  w: Work,
  which: { readonly carrierId: string } | { readonly ids: readonly string[] },
  to: string,
): Promise<MovedPlan[]> {
  const condition =
    'carrierId' in which
      ? sql`carrier_contact_id = ${which.carrierId}`
      : sql`id = any(${sql.val([...which.ids])}::uuid[])`;
  const { rows } = await sql<MovedPlan>`
    update shipment_plan set carrier_contact_id = ${to}, version = version + 1, updated_at = ${w.now}
    where account_id = ${w.scope.accountId} and ${condition}
    returning id, version`.execute(w.tx);
  return rows;
}
