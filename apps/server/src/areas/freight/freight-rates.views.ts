import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FreightRate, listFreightRates } from '@quayside/contracts/freight-rates';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import { VALIDITIES } from '@quayside/contracts/rate-tables';
import { FREIGHT_MODES, FREIGHT_UNITS } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  cappedCount,
  chipCondition,
  countBeside,
  envelope,
  inPeopleOrder,
  pageWindow,
  searchIn,
} from '../../db/paging.ts';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { checkFilter } from '../../http/filters.ts';
import { toFreightRate } from './freight-rates.answers.ts';
import { findRates } from './freight-rates.queries.ts';
import { isInForce, validitySql } from './validity.views.ts';

type ListQuery = QueryOut<typeof listFreightRates>;
type RateFilter = Pick<ListQuery, 'search' | 'filter'>;

const FORMS = {
  forwarder: 'uuid',
  mode: FREIGHT_MODES,
  unit: FREIGHT_UNITS,
  validity: VALIDITIES,
  validOn: 'date',
  archived: ['true', 'false'],
} as const;
/** Names, forwarders and countries are searched. */
const WORDS = sql<string>`lower(
  concat_ws(' ', r.name, s.company_name, s.local_name, r.from_country, r.to_country, r.currency, r.container_type)
)`;
const SORT: Readonly<Record<NonNullable<ListQuery['sort']>[number]['field'], RawBuilder<unknown>>> = {
  name: inPeopleOrder(sql`r.name`),
  forwarder: inPeopleOrder(sql`s.company_name`),
  mode: sql`r.mode`,
  unit: sql`r.unit`,
  currency: sql`r.currency`,
  transitDays: sql`r.transit_days`,
  validFrom: sql`r.valid_from`,
  validTo: sql`r.valid_to`,
  updatedAt: sql`r.updated_at`,
};

function condition(chip: FilterChip, today: string): RawBuilder<boolean> {
  switch (chip.field) {
    case 'forwarder':
      return chipCondition(chip, sql`r.forwarder_id`, 'uuid');
    case 'mode':
      return chipCondition(chip, sql`r.mode`);
    case 'unit':
      return chipCondition(chip, sql`r.unit`);
    case 'currency':
      return chipCondition(chip, sql`r.currency`);
    case 'fromCountry':
      return chipCondition(chip, sql`r.from_country`);
    case 'toCountry':
      return chipCondition(chip, sql`r.to_country`);
    case 'containerType':
      return chipCondition(chip, sql`r.container_type`);
    case 'validity':
      return chipCondition(chip, validitySql('r', today));
    case 'validOn':
      return isInForce('r', chip);
    default:
      return sql<boolean>`(r.archived_at is not null)::text = any(${sql.val(chip.values)}::text[])`;
  }
}

/** The freight rates that match a filter. Archived ones only if the filter asks for them. */
export function matching(w: Work, q: RateFilter) {
  checkFilter(q.filter, FORMS);
  const today = todayOf(w);
  let rows = w.tx
    .selectFrom('freight_rate as r')
    .leftJoin('supplier as s', (j) => j.onRef('s.account_id', '=', 'r.account_id').onRef('s.id', '=', 'r.forwarder_id'))
    .where('r.account_id', '=', w.scope.accountId);
  if (!q.filter.some(({ field }) => field === 'archived')) rows = rows.where('r.archived_at', 'is', null);
  for (const chip of q.filter) rows = rows.where(condition(chip, today));
  for (const word of searchIn(WORDS, q.search)) rows = rows.where(word);
  return rows;
}
type From = ReturnType<typeof matching> extends SelectQueryBuilder<infer D, infer _T, infer _O> ? D : never;

/** Applies the sort order of the list. The default is by name. */
export function inOrder<O>(
  rows: SelectQueryBuilder<From, 'r' | 's', O>,
  q: Pick<ListQuery, 'sort'>,
): SelectQueryBuilder<From, 'r' | 's', O> {
  const sort = q.sort ?? [{ field: 'name', direction: 'asc' }];
  return sort
    .reduce(
      (ordered, { field, direction }) =>
        ordered.orderBy(SORT[field], (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast()),
      rows,
    )
    .orderBy('r.id', sort.at(-1)?.direction ?? 'asc');
}

/** One page of freight rates. */
export async function listRates(w: Work, q: ListQuery): Promise<Page<FreightRate>> {
  const window = pageWindow(q);
  const rows = matching(w, q);
  const page = await inOrder(rows.select('r.id'), q).limit(window.size).offset(window.offset).execute();
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('r.id')));
  const found = await findRates(
    w,
    page.map(({ id }) => id),
  );
  const content = page.flatMap(({ id }) => found.get(id) ?? []).map((row) => toFreightRate(w, row));
  return envelope(content, count, window);
}

/** The exact number of rates that match the filter, of their forwarders, and of those that are expired. */
export async function countRates(
  w: Work,
  q: RateFilter,
): Promise<{ count: number; forwarders: number; expired: number }> {
  const row = await matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('n'),
      sql<bigint>`count(distinct r.forwarder_id)`.as('forwarders'),
      sql<bigint>`count(*) filter (where ${validitySql('r', todayOf(w))} = 'EXPIRED')`.as('expired'),
    ])
    .executeTakeFirst();
  return {
    count: Number(row?.n ?? 0n),
    forwarders: Number(row?.forwarders ?? 0n),
    expired: Number(row?.expired ?? 0n),
  };
}
