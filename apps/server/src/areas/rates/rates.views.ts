import type { QueryOut } from '@quayside/contracts/endpoint';
import type { ExchangeRate, exchangeRateFilters, listExchangeRates } from '@quayside/contracts/rates/exchange-rates';
import type { Page } from '@quayside/contracts/paging';
import type { KnownRate, ProposalOrigin } from '@quayside/domain/money/rates';
import { RATE_ORIGINS } from '@quayside/domain/money/rates';
import { sql } from 'kysely';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { allNeverNull, byDay, byOwn, byText, byValue, defineList } from '../../http/list.ts';
import { personNames } from '../accounts/public.ts';
import type { NamedThings } from '../area.ts';
import { INVOICES } from '../invoices/facts.ts';
import type { RateRow } from './rates.queries.ts';

type ListQuery = QueryOut<typeof listExchangeRates>;
type RateFilter = Pick<ListQuery, 'search' | 'filter'>;

const list = defineList<typeof listExchangeRates, typeof exchangeRateFilters>({
  filters: {
    day: byDay(sql.ref('r.day')),
    currency: byOwn('text', ({ values }) => sql<boolean>`array[r.base, r.quote] && ${sql.val(values)}::text[]`),
    base: byText(sql.ref('r.base')),
    quote: byText(sql.ref('r.quote')),
    origin: byValue(RATE_ORIGINS, sql.ref('r.origin')),
  },
  words: sql<string>`lower(r.base || '/' || r.quote || ' ' || r.quote || '/' || r.base)`,
  sorts: allNeverNull({
    day: sql`r.day`,
    base: sql`r.base`,
    quote: sql`r.quote`,
    origin: sql`r.origin`,
    updatedAt: sql`r.updated_at`,
  }),
  usual: [{ field: 'day', direction: 'desc' }],
  last: sql`r.id`,
});
export const { inOrder } = list;

/** The rates that match a filter. */
export const matching = (w: Work, q: RateFilter) =>
  list.filtered(w, w.tx.selectFrom('exchange_rate as r').where('r.account_id', '=', w.scope.accountId), q);

/** One page of rates. */
export async function listRates(w: Work, q: ListQuery): Promise<Page<ExchangeRate>> {
  const found = matching(w, q);
  const { rows, count, window } = await list.rows(w, q, found.selectAll('r'), found.select('r.id'));
  return envelope(await toRates(w, rows), count, window);
}

/** Converts rows to the form that the API returns. */
export async function toRates(w: Work, rows: readonly RateRow[]): Promise<ExchangeRate[]> {
  const names = await personNames(
    w,
    rows.map((r) => r.entered_by),
  );
  return rows.map((r) => {
    const name = r.entered_by === null ? undefined : names.get(r.entered_by);
    return {
      id: r.id,
      day: r.day,
      base: r.base,
      quote: r.quote,
      rate: r.rate,
      origin: r.origin as ExchangeRate['origin'],
      who: r.entered_by === null || name === undefined ? null : { id: r.entered_by, name },
      createdAt: r.created_at.toISOString(),
      updatedAt: r.updated_at.toISOString(),
      version: r.version,
    };
  });
}

/** The exact number of rates that match the filter, and of their pairs. */
export async function countRates(w: Work, q: RateFilter): Promise<{ count: number; pairs: number }> {
  const row = await matching(w, q)
    .select((eb) => [
      eb.fn.countAll<bigint>().as('n'),
      sql<bigint>`count(distinct least(r.base, r.quote) || greatest(r.base, r.quote))`.as('pairs'),
    ])
    .executeTakeFirst();
  return { count: Number(row?.n ?? 0n), pairs: Number(row?.pairs ?? 0n) };
}

/** A rate that can be proposed, with the invoice on which it was typed if it does not come from the table. */
interface Candidate extends KnownRate {
  readonly invoice: { readonly id: string; readonly number: string } | null;
}

/**
 * The rates from which the one of a pair on a day is chosen: the most recent one of the pair in the table, the most
 * recent day on which the European Central Bank quoted both currencies, and the most recent rate that a person typed on
 * an invoice. Rates of invoices convert to the currency of the account.
 */
export async function listCandidates(
  w: Work,
  pair: { readonly from: string; readonly to: string; readonly on: string; readonly checkedInvoiceId?: string },
): Promise<Candidate[]> {
  const { accountId, currency } = w.scope;
  const { from, to, on, checkedInvoiceId = null } = pair;
  const other = to === currency ? from : from === currency ? to : null;
  const of = (column: string, one: string) => sql`least(${sql.ref(`${column}.base`)}, ${sql.ref(`${column}.quote`)})
    = least(${one}::text, 'EUR') and greatest(${sql.ref(`${column}.base`)}, ${sql.ref(`${column}.quote`)})
    = greatest(${one}::text, 'EUR')`;
  const { rows } = await sql<Omit<Candidate, 'invoice' | 'origin'> & Parts>`
    (
      select e.day, e.base, e.quote, e.rate, e.origin, null::uuid as invoice_id, null::text as invoice_number
      from exchange_rate e
      where e.account_id = ${accountId} and least(e.base, e.quote) = least(${from}::text, ${to})
        and greatest(e.base, e.quote) = greatest(${from}::text, ${to}) and e.day <= ${on}
      order by e.day desc
      limit 1
    )
    union all (
      select leg.day, leg.base, leg.quote, leg.rate, leg.origin, null, null
      from (
        select a.day from exchange_rate a
        join exchange_rate b on b.account_id = a.account_id and b.day = a.day and b.origin = 'ECB' and ${of('b', to)}
        where a.account_id = ${accountId} and a.origin = 'ECB' and a.day <= ${on} and ${of('a', from)}
        order by a.day desc
        limit 1
      ) as last
      join exchange_rate leg on leg.account_id = ${accountId} and leg.day = last.day and leg.origin = 'ECB'
        and (${of('leg', from)} or ${of('leg', to)})
    )
    union all (
      select i.rate_date,
        case when i.rate_typed_per = 'ACCOUNT' then ${currency} else i.currency end,
        case when i.rate_typed_per = 'ACCOUNT' then i.currency else ${currency} end,
        coalesce(i.rate_typed, i.rate), 'INVOICE', i.id, i.invoice_number
      from ${INVOICES} i
      where i.account_id = ${accountId} and i.currency = ${other} and i.rate is not null
        and i.rate_source = 'manual' and i.rate_date <= ${on} and i.deleted_at is null
        and (
          ${checkedInvoiceId}::uuid is null or (i.id <> ${checkedInvoiceId}::uuid and i.status in ('OPEN', 'CLOSED'))
        )
      order by i.rate_date desc, i.updated_at desc, i.id
      limit 1
    )`.execute(w.tx);
  return rows.map(({ invoice_id: id, invoice_number: number, origin, ...rate }) => ({
    ...rate,
    origin: origin as ProposalOrigin,
    invoice: id === null || number === null ? null : { id, number },
  }));
}
interface Parts {
  readonly origin: string;
  readonly invoice_id: string | null;
  readonly invoice_number: string | null;
}

/** Finds the labels of rates by id. */
export const rateNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, base || '/' || quote || ' ' || day as label, true as exists
    from exchange_rate
    where account_id = ${accountId} and id = any(${ids})`,
};
