import type { PackListRef } from '@quayside/contracts/pack-list-ref';
import { type RawBuilder, sql } from 'kysely';
import { numberedAs } from '../../db/numbered-as.ts';
import type { Work } from '../../db/tx.ts';
import { PACK_LISTS, SHIPMENT_PLANS } from '../shipments/facts.ts';

/** SQL expression: a plan by its number and, if it has one, its name: SP-0001 Spring, by sea. */
export const planLabelOf = (number: RawBuilder<unknown>, name: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${numberedAs('SP', number)} || coalesce(' ' || ${name}, ''))`;

/** SQL expression: the pack list with this id, as people recognise it; null without one. */
export const packListRefOf = (
  accountId: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<PackListRef | null> =>
  sql<PackListRef | null>`(
    select jsonb_build_object(
      'id', pl.id, 'number', ${numberedAs('PL', sql`pl.number`)},
      'plan', case when sp.id is not null
        then jsonb_build_object('id', sp.id, 'number', ${numberedAs('SP', sql`sp.number`)}) end
    )
    from ${PACK_LISTS} pl
    left join ${SHIPMENT_PLANS} sp on sp.account_id = pl.account_id and sp.id = pl.plan_id
    where pl.account_id = ${accountId} and pl.id = ${id}
  )`;

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
