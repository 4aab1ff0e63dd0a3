import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { EntityRef } from '../../events/reactions.ts';
import { owners } from './documents.owners.ts';

/**
 * Subquery for the label of the record that a row `e` of `document_entity` refers to. It has no row if the record does
 * not exist.
 */
export function presentLabel(): RawBuilder<unknown> {
  const each = owners().map(
    (owner) => sql`select label from (${owner.labelOf(sql`e.account_id`, sql`e.entity_id`)}) as thing (label)
      where e.entity_type = ${sql.lit(owner.entityType)}`,
  );
  return each.length === 0 ? sql`select null::text as label where false` : sql.join(each, sql` union all `);
}

/** Returns the given records that exist, in the same order. */
export async function findPresent(w: Work, entities: readonly EntityRef[]): Promise<EntityRef[]> {
  if (entities.length === 0) return [];
  const { rows } = await sql<{ n: string }>`
    select e.n::text as n from (
      select ${w.scope.accountId}::uuid as account_id, u.* from unnest(
        ${sql.val(entities.map((e) => e.entityType))}::text[], ${sql.val(entities.map((e) => e.entityId))}::uuid[]
      ) with ordinality as u (entity_type, entity_id, n)) as e
    cross join lateral (${presentLabel()}) as present`.execute(w.tx);
  const there = new Set(rows.map((r) => Number(r.n) - 1));
  return entities.filter((_entity, i) => there.has(i));
}
