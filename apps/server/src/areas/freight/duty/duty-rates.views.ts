import type { DutyRate, dutyRateFilters, listDutyRates } from '@quayside/contracts/freight/duty-rates';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { VALIDITIES } from '@quayside/contracts/freight/rate-tables';
import { hsDigits } from '@quayside/domain/products/hs-code';
import { type RawBuilder, sql } from 'kysely';
import { chipCondition, envelope, holdsWord, inPeopleOrder } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byNumber, byOwn, byText, byValue, defineList } from '../../../http/list.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { toDutyRate } from './duty-rates.answers.ts';
import { findDuties } from './duty-rates.queries.ts';
import { isInForce, validitySql } from '../validity.views.ts';

type ListQuery = QueryOut<typeof listDutyRates>;
type DutyFilter = Pick<ListQuery, 'search' | 'filter'>;

const WORDS = sql<string>`lower(concat_ws(' ', p.sku, p.name, d.hs_code, d.country))`;
/** A word that is found in a SKU, name or destination, or the beginning of an HS code with or without its dots. */
const hasWord = (word: string): RawBuilder<boolean> =>
  /^\d[\d.]*$/.test(word)
    ? sql<boolean>`(${holdsWord(WORDS, word)} or d.hs_code like ${`${hsDigits(word)}%`})`
    : holdsWord(WORDS, word);

const list = defineList<typeof listDutyRates, typeof dutyRateFilters>({
  filters: {
    product: byId(sql.ref('d.product_id')),
    hsCode: byOwn('text', (chip) =>
      chipCondition({ ...chip, values: chip.values.map(hsDigits) }, sql.ref('d.hs_code')),
    ),
    country: byText(sql.ref('d.country')),
    percent: byNumber(sql.ref('d.percent')),
    validity: byValue(VALIDITIES, (w) => validitySql('d', todayOf(w))),
    validOn: byOwn('date', (chip) => isInForce('d', chip)),
  },
  words: hasWord,
  sorts: {
    of: inPeopleOrder(sql`coalesce(p.sku, d.hs_code)`),
    country: sql`d.country`,
    percent: sql`d.percent`,
    validFrom: sql`d.valid_from`,
    validTo: sql`d.valid_to`,
    updatedAt: sql`d.updated_at`,
  },
  usual: [
    { field: 'of', direction: 'asc' },
    { field: 'country', direction: 'asc' },
  ],
  last: sql`d.id`,
});
export const { inOrder } = list;

/** The duty rates that match a filter. */
export const matching = (w: Work, q: DutyFilter) =>
  list.filtered(
    w,
    w.tx
      .selectFrom('duty_rate as d')
      .leftJoin(PRODUCTS.as('p'), (j) =>
        j.onRef('p.account_id', '=', 'd.account_id').onRef('p.id', '=', 'd.product_id'),
      )
      .where('d.account_id', '=', w.scope.accountId),
    q,
  );

/** One page of duty rates. */
export async function listDuties(w: Work, q: ListQuery): Promise<Page<DutyRate>> {
  const { rows, count, window } = await list.heads(w, q, matching(w, q).select('d.id'), findDuties);
  return envelope(
    rows.map((row) => toDutyRate(w, row)),
    count,
    window,
  );
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
