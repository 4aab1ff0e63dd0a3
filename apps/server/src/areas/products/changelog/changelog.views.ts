import type { getProductChangelog, MEASURE_UNITS } from '@quayside/contracts/products/product-changelog';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import { CHANGELOG_SOURCES, type ChangelogSource } from '@quayside/domain/lists';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, pageWindow, searchIn } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import type { LoggedChange } from '../rows/changelog.rules.ts';
import { unitOf } from './changelog-units.views.ts';

type ListQuery = QueryOut<typeof getProductChangelog>;
type MeasureUnit = (typeof MEASURE_UNITS)[number];
/** A changelog row with its time and the person who made the change. */
export interface LoggedRow extends LoggedChange {
  readonly id: string;
  readonly source: ChangelogSource;
  readonly changedBy: string | null;
  readonly changedAt: Date;
  readonly oldUnit: MeasureUnit | null;
  readonly newUnit: MeasureUnit | null;
}

const FORMS = { source: CHANGELOG_SOURCES, changedAt: 'date' } as const;

/** The SQL condition for one filter of the list. Days are in the time zone of the account. */
const conditionOf = (w: Work, chip: FilterChip): RawBuilder<boolean> =>
  chip.field === 'changedAt'
    ? chipCondition(chip, sql`(c.changed_at at time zone ${w.scope.timeZone})::date`, 'date')
    : chipCondition(chip, chip.field === 'source' ? sql`c.source` : sql`c.field`);

const rowsOf = (w: Work, productId: string) =>
  w.tx
    .selectFrom('product_history as c')
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.product_id', '=', productId);

const withColumns = (rows: ReturnType<typeof rowsOf>) =>
  rows
    .select([
      'c.id',
      'c.source',
      'c.field',
      'c.old_value',
      'c.new_value',
      'c.old_data',
      'c.new_data',
      'c.changed_by',
      'c.changed_at',
      unitOf('old_value').as('old_unit'),
      unitOf('new_value').as('new_unit'),
      sql<boolean>`c.old_data is not null`.as('has_old'),
      sql<boolean>`c.new_data is not null`.as('has_new'),
      sql<boolean>`not exists (
        select from product_changelog n
        where n.account_id = c.account_id and n.product_id = c.product_id and n.field = c.field
          and (n.changed_at, n.id) > (c.changed_at, c.id)
      )`.as('is_newest'),
    ])
    // PostgreSQL reports every column of a view as nullable, but these columns are never null.
    .$narrowType<{ id: string; source: string; field: string; changed_at: Date }>();

const toLogged = (r: Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]): LoggedRow => ({
  id: r.id,
  source: r.source as ChangelogSource,
  field: r.field,
  oldValue: r.old_value,
  newValue: r.new_value,
  oldData: r.old_data,
  newData: r.new_data,
  hasOld: r.has_old,
  hasNew: r.has_new,
  isNewest: r.is_newest,
  changedBy: r.changed_by,
  changedAt: r.changed_at,
  oldUnit: r.old_unit as MeasureUnit | null,
  newUnit: r.new_unit as MeasureUnit | null,
});

/** One page of a product's changelog. */
export async function listLogged(w: Work, productId: string, q: ListQuery) {
  checkFilter(q.filter, FORMS);
  const window = pageWindow(q);
  let logged = rowsOf(w, productId);
  for (const chip of q.filter) logged = logged.where(conditionOf(w, chip));
  for (const word of searchIn(
    sql<string>`lower(c.field || ' ' || coalesce(c.old_value, '') || ' ' || coalesce(c.new_value, ''))`,
    q.search,
  ))
    logged = logged.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const rows = await withColumns(logged)
    .orderBy('c.changed_at', direction)
    .orderBy('c.id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  return {
    rows: rows.map(toLogged),
    count: await countBeside(rows, window, () => cappedCount(w.tx, logged.select('c.id'))),
    window,
  };
}

export async function findLogged(w: Work, productId: string, entryId: string): Promise<LoggedRow | undefined> {
  const row = await withColumns(rowsOf(w, productId)).where('c.id', '=', entryId).executeTakeFirst();
  return row && toLogged(row);
}
