import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import type { Layout } from './imports.layout.ts';
import { columnOf } from './imports.plan.ts';
import { failRows } from './imports.rows.queries.ts';

const REASONS = {
  itself: say('rows.variant_of_itself'),
  unknown: say('rows.parent_unknown'),
  wrong: say('rows.parent_wrong'),
  variant: say('rows.parent_is_variant'),
  family: say('rows.has_variants'),
} as const;

/**
 * Checks all parents of the file in one query: each must exist as a product or as another row of the file, and must be
 * allowed to have variants. Marks the invalid rows. Must run after all rows have been saved.
 */
export async function checkParents(w: Work, importId: string, layout: Layout): Promise<void> {
  if (!layout.fields.includes('parent')) return;
  const column = columnOf(layout, 'parent');
  const account = w.scope.accountId;
  const { rows } = await sql<{ row: number; parent: string; reason: keyof typeof REASONS }>`
    with staged as materialized (
      select row, action, sku_key, product_id, changes -> 'given' ->> 'parent' as parent,
        lower(changes -> 'given' ->> 'parent') as parent_key
      from product_import_row where account_id = ${account} and import_id = ${importId}
    ), keys as (
      select distinct on (sku_key) sku_key, action, parent is not null as is_variant
      from staged
      where sku_key is not null
      order by sku_key, row
    ), parents as (select distinct parent_key from staged where parent is not null and action <> 'FAIL'),
      families as (select distinct parent_id from product where account_id = ${account} and parent_id is not null),
      judged as (
        select s.row, s.parent,
          case
            when own.parent_id = p.id then null
            when s.parent_key = s.sku_key then 'itself'
            when p.id is null and k.action is null then 'unknown'
            when p.id is null and k.action = 'FAIL' then 'wrong'
            when p.parent_id is not null or k.is_variant then 'variant'
            when f.parent_id is not null or c.parent_key is not null then 'family'
          end as reason
        from staged s
        left join product p on p.account_id = ${account} and p.sku_key = s.parent_key
        left join product own on own.account_id = ${account} and own.id = s.product_id
        left join keys k on k.sku_key = s.parent_key
        left join families f on f.parent_id = s.product_id
        left join parents c on c.parent_key = s.sku_key
        where s.parent is not null and s.action <> 'FAIL'
      )
    select row, parent, reason from judged where reason is not null order by row`.execute(w.tx);
  await failRows(
    w,
    importId,
    rows.map(({ row, parent, reason }) => ({ row, column, value: shown(parent), reason: REASONS[reason] })),
  );
}
