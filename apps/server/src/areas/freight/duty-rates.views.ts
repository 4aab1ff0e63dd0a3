import type { DutyRate, listDutyRates } from '@quayside/contracts/duty-rates';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import { VALIDITIES } from '@quayside/contracts/rate-tables';
import { hsDigits } from '@quayside/domain/products/hs-code';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import {
  cappedCount,
  chipCondition,
  countBeside,
  envelope,
  holdsWord,
  pageWindow,
  searchWords,
} from '../../db/paging.ts';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { checkFilter } from '../../http/filters.ts';
import { toDutyRate } from './duty-rates.answers.ts';
import { findDuties } from './duty-rates.queries.ts';
import { isInForce, validitySql } from './validity.views.ts';

type ListQuery = QueryOut<typeof listDutyRates>;
type DutyFilter = Pick<ListQuery, 'search' | 'filter'>;

const FORMS = { product: 'uuid', percent: 'numeric', validity: VALIDITIES, validOn: 'date' } as const;
const WORDS = sql<string>`lower(concat_ws(' ', p.sku, p.name, d.hs_code, d.country))`;
const SORT: Readonly<Record<NonNullable<ListQuery['sort']>[number]['field'], RawBuilder<unknown>>> = {
  of: sql`lower(coalesce(p.sku, d.hs_code))`,
  country: sql`d.country`,
  percent: sql`d.percent`,
  validFrom: sql`d.valid_from`,
  validTo: sql`d.valid_to`,
  updatedAt: sql`d.updated_at`,
};

function condition(chip: FilterChip, today: string): RawBuilder<boolean> {
  switch (chip.field) {
    case 'product':
      return chipCondition(chip, sql`d.product_id`, 'uuid');
    case 'hsCode':
      return chipCondition({ ...chip, values: chip.values.map(hsDigits) }, sql`d.hs_code`);
    case 'percent':
      return chipCondition(chip, sql`d.percent`, 'numeric');
    case 'validity':
      return chipCondition(chip, validitySql('d', today));
    case 'validOn':
      return isInForce('d', chip);
    default:
      return chipCondition(chip, sql`d.country`);
  }
}

/** A word that is found in a SKU, name or destination, or the beginning of an HS code with or without its dots. */
const wordIn = (word: string): RawBuilder<boolean> =>
  /^\d[\d.]*$/.test(word)
    ? sql<boolean>`(${holdsWord(WORDS, word)} or d.hs_code like ${`${hsDigits(word)}%`})`
    : holdsWord(WORDS, word);

/** The duty rates that match a filter. */
export function matching(w: Work, q: DutyFilter) {
  checkFilter(q.filter, FORMS);
  const today = todayOf(w);
  let rows = w.tx
    .selectFrom('duty_rate as d')
    .leftJoin('product as p', (j) => j.onRef('p.account_id', '=', 'd.account_id').onRef('p.id', '=', 'd.product_id'))
    .where('d.account_id', '=', w.scope.accountId);
  for (const chip of q.filter) rows = rows.where(condition(chip, today));
  for (const word of searchWords(q.search)) rows = rows.where(wordIn(word));
  return rows;
}
type From = ReturnType<typeof matching> extends SelectQueryBuilder<infer D, infer _T, infer _O> ? D : never;

/** Applies the sort order of the list. The default is by SKU or HS code, and then by destination. */
export function inOrder<O>(
  rows: SelectQueryBuilder<From, 'd' | 'p', O>,
  q: Pick<ListQuery, 'sort'>,
): SelectQueryBuilder<From, 'd' | 'p', O> {
  const sort = q.sort ?? [
    { field: 'of', direction: 'asc' },
    { field: 'country', direction: 'asc' },
  ];
  return sort
    .reduce(
      (ordered, { field, direction }) =>
        ordered.orderBy(SORT[field], (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast()),
      rows,
    )
    .orderBy('d.id', sort.at(-1)?.direction ?? 'asc');
}

/** One page of duty rates. */
export async function listDuties(w: Work, q: ListQuery): Promise<Page<DutyRate>> {
  const window = pageWindow(q);
  const rows = matching(w, q);
  const page = await inOrder(rows.select('d.id'), q).limit(window.size).offset(window.offset).execute();
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('d.id')));
  const found = await findDuties(
    w,
    page.map(({ id }) => id),
  );
  const content = page.flatMap(({ id }) => found.get(id) ?? []).map((row) => toDutyRate(w, row));
  return envelope(content, count, window);
}

/** The exact number of duty rates that match the filter, of their destinations, and of those that are expired. */
export async function countDuties(
  w: Work,
  q: DutyFilter,
): Promise<{ count: number; countries: number; expired: number }> {
  const row = await matching(w, q)
    .select([
      sql<bigint>`count(*)`.as('n'),
      sql<bigint>`count(distinct d.country)`.as('countries'),
      sql<bigint>`count(*) filter (where ${validitySql('d', todayOf(w))} = 'EXPIRED')`.as('expired'),
    ])
    .executeTakeFirst();
  return {
    count: Number(row?.n ?? 0n),
    countries: Number(row?.countries ?? 0n),
    expired: Number(row?.expired ?? 0n),
  };
}
