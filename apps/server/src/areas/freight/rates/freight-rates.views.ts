import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FreightRate, freightRateFilters, listFreightRates } from '@quayside/contracts/freight/freight-rates';
import type { Page } from '@quayside/contracts/paging';
import { VALIDITIES } from '@quayside/contracts/freight/rate-tables';
import { FREIGHT_MODES, FREIGHT_UNITS } from '@quayside/domain/shipments/option-lists';
import { sql } from 'kysely';
import { envelope, inPeopleOrder } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byOwn, byText, byValue, byWhether, defineList } from '../../../http/list.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { toFreightRate } from './freight-rates.answers.ts';
import { findRates } from './freight-rates.queries.ts';
import { isInForce, validitySql } from '../validity.views.ts';

type ListQuery = QueryOut<typeof listFreightRates>;
type RateFilter = Pick<ListQuery, 'search' | 'filter'>;

const list = defineList<typeof listFreightRates, typeof freightRateFilters>({
  filters: {
    forwarder: byId(sql.ref('r.forwarder_id')),
    mode: byValue(FREIGHT_MODES, sql.ref('r.mode')),
    unit: byValue(FREIGHT_UNITS, sql.ref('r.unit')),
    currency: byText(sql.ref('r.currency')),
    fromCountry: byText(sql.ref('r.from_country')),
    toCountry: byText(sql.ref('r.to_country')),
    containerType: byText(sql.ref('r.container_type')),
    validity: byValue(VALIDITIES, (w) => validitySql('r', todayOf(w))),
    validOn: byOwn('date', (chip) => isInForce('r', chip)),
    archived: byWhether(sql`r.archived_at is not null`),
  },
  words: sql<string>`lower(
    concat_ws(' ', r.name, s.company_name, s.local_name, r.from_country, r.to_country, r.currency, r.container_type)
  )`,
  sorts: {
    name: inPeopleOrder(sql`r.name`),
    forwarder: inPeopleOrder(sql`s.company_name`),
    mode: sql`r.mode`,
    unit: sql`r.unit`,
    currency: sql`r.currency`,
    transitDays: sql`r.transit_days`,
    validFrom: sql`r.valid_from`,
    validTo: sql`r.valid_to`,
    updatedAt: sql`r.updated_at`,
  },
  usual: [{ field: 'name', direction: 'asc' }],
  last: sql`r.id`,
});
export const { inOrder } = list;

/** The freight rates that match a filter. Archived ones only if the filter asks for them. */
export function matching(w: Work, q: RateFilter) {
  const rows = w.tx
    .selectFrom('freight_rate as r')
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'r.account_id').onRef('s.id', '=', 'r.forwarder_id'),
    )
    .where('r.account_id', '=', w.scope.accountId);
  const isAsked = q.filter.some(({ field }) => field === 'archived');
  return list.filtered(w, isAsked ? rows : rows.where('r.archived_at', 'is', null), q);
}

/** One page of freight rates. */
export async function listRates(w: Work, q: ListQuery): Promise<Page<FreightRate>> {
  const { rows, count, window } = await list.heads(w, q, matching(w, q).select('r.id'), findRates);
  return envelope(
    rows.map((row) => toFreightRate(w, row)),
    count,
    window,
  );
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
