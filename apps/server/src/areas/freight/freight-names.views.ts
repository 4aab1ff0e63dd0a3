import type { FoundRecord } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import type { NamedThings, Search } from '../area.ts';
import { PRODUCTS } from '../products/facts.ts';
import { SUPPLIERS } from '../suppliers/facts.ts';

const DUTY_LABEL = sql`coalesce(p.sku, d.hs_code) || ' ' || d.country`;

/** Finds the labels of freight rates and duty rates. */
export const freightNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, name as label, true as exists from freight_rate
    where account_id = ${accountId} and id = any(${ids})
    union all
    select d.id, ${DUTY_LABEL}, true
    from duty_rate d
    left join ${PRODUCTS} p on p.account_id = d.account_id and p.id = d.product_id
    where d.account_id = ${accountId} and d.id = any(${ids})`,
  matching: (accountId, { has, most }) => sql`
    select id from (
      select id from freight_rate where account_id = ${accountId} and ${has(sql`lower(name)`)}
      union all
      select d.id
      from duty_rate d
      left join ${PRODUCTS} p on p.account_id = d.account_id and p.id = d.product_id
      where d.account_id = ${accountId} and ${has(sql`lower(${DUTY_LABEL})`)}
    ) named
    order by id desc
    limit ${sql.lit(most)}`,
};

/**
 * Finds freight rates by their name or forwarder, the ones that hold longest first. Nothing if the account has orders
 * and shipping switched off.
 */
export async function findFreightRates(w: Work, { words, most }: Search): Promise<FoundRecord[]> {
  if (!w.scope.flags.isOrdersAndShippingEnabled) return [];
  const conditions = searchIn(sql<string>`lower(concat_ws(' ', r.name, s.company_name, s.local_name))`, words);
  const { rows } = await sql<{ id: string; name: string; forwarder: string | null; until: string | null }>`
    select r.id, r.name, s.company_name as forwarder, r.valid_to::text as until
    from freight_rate r
    left join ${SUPPLIERS} s on s.account_id = r.account_id and s.id = r.forwarder_id
    where r.account_id = ${w.scope.accountId} and r.archived_at is null
      and ${sql.join([sql`true`, ...conditions], sql` and `)}
    order by r.valid_to desc nulls first, lower(r.name), r.id
    limit ${sql.lit(most)}`.execute(w.tx);
  return rows.map(({ id, name, forwarder, until }) => ({
    type: 'FREIGHT_RATE',
    id,
    title: name,
    detail: [forwarder, until].filter(Boolean).join(' · '),
    sku: null,
  }));
}
