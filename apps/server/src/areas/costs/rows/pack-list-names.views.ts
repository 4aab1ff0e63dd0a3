import type { PackListRef } from '@quayside/contracts/pack-list-ref';
import { sql } from 'kysely';
import { numberedAs } from '../../../db/numbered-as.ts';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS, packListRefOf, SHIPMENT_PLANS } from '../../shipments/facts.ts';

/** The pack lists with these ids as people recognise them, removed ones among them. */
export async function packListRefs(w: Work, ids: readonly string[]): Promise<Map<string, PackListRef>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ ref: PackListRef }>`
    select ${packListRefOf(sql`l.account_id`, sql`l.id`)} as ref
    from ${PACK_LISTS} l
    where l.account_id = ${w.scope.accountId} and l.id = any(${sql.val([...ids])}::uuid[])`.execute(w.tx);
  return new Map(rows.map(({ ref }) => [ref.id, ref]));
}

/** The numbers of the plans with these ids, removed ones among them. */
export async function planNumbers(w: Work, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`
    select id, ${numberedAs('SP', sql`number`)} as number
    from ${SHIPMENT_PLANS}
    where account_id = ${w.scope.accountId} and id = any(${sql.val([...ids])}::uuid[])`.execute(w.tx);
  return new Map(rows.map(({ id, number }) => [id, number]));
}
