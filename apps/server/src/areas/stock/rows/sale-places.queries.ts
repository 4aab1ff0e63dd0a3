import {
  type Fulfilment,
  isMultiChannel,
  type SalePlaceRule,
  type SaleSource,
} from '@quayside/domain/stock/sale-places';
import { SALES_CHANNELS } from '@quayside/domain/lists';
import type { Place } from '@quayside/domain/stock/places';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { readLines, type KnownLine } from './order-lines.queries.ts';

// What an account has chosen about the places that its sales leave, and the lines that follow it.

const ALWAYS = '0001-01-01';

/** The choices of the account by their source, each list in the order of days. */
export async function readRules(w: Work): Promise<Map<string, SalePlaceRule[]>> {
  const rows = await w.tx
    .selectFrom('sale_place')
    .select(['source', 'channel', 'from_day', 'place'])
    .where('account_id', '=', w.scope.accountId)
    .orderBy('from_day')
    .execute();
  const rules = new Map<string, SalePlaceRule[]>();
  for (const { source, channel, from_day: day, place } of rows) {
    const key = ruleKey({ kind: source as SaleSource['kind'], channel });
    const rule = { fromDay: day === ALWAYS ? null : day, place: place as Place | null };
    rules.set(key, [...(rules.get(key) ?? []), rule]);
  }
  return rules;
}

/** By what the choices for a source are found. */
export const ruleKey = ({ kind, channel }: SaleSource): string => `${kind} ${channel}`;

/** Writes the choices for a source in place of those of before. */
export async function replaceRules(w: Work, source: SaleSource, rules: readonly SalePlaceRule[]): Promise<void> {
  await w.tx
    .deleteFrom('sale_place')
    .where('account_id', '=', w.scope.accountId)
    .where('source', '=', source.kind)
    .where('channel', '=', source.channel)
    .execute();
  if (rules.length === 0) return;
  await w.tx
    .insertInto('sale_place')
    .values(
      rules.map(({ fromDay, place }) => ({
        account_id: w.scope.accountId,
        source: source.kind,
        channel: source.channel,
        from_day: fromDay ?? ALWAYS,
        place,
        created_at: w.now,
      })),
    )
    .execute();
}

/** SQL condition: the line `l` of the order `o` is one about which this source decides. */
function isOf({ kind, channel }: SaleSource): RawBuilder<boolean> {
  if (kind === 'OWN') return sql<boolean>`l.fulfilment = 'MERCHANT'`;
  if (kind === 'MULTI_CHANNEL') return sql<boolean>`l.fulfilment = 'AMAZON' and lower(o.channel) like 'non-amazon%'`;
  return sql<boolean>`l.fulfilment = 'AMAZON' and lower(o.channel) = lower(${channel})`;
}

/** The next lines with a product of which units were shipped, by their days. `source` null: all sources. */
export const readSoldLines = (
  w: Work,
  source: SaleSource | null,
  after: { readonly day: string; readonly id: string },
  limit: number,
): Promise<KnownLine[]> =>
  readLines(
    w,
    sql`l.product_id is not null and l.shipped > 0 and o.day >= ${after.day}::date
      and (o.day, l.id) > (${after.day}::date, ${after.id}::uuid)
      and ${source === null ? sql`true` : isOf(source)}`,
    limit,
  );

/** What was sold on a sales channel by one who ships. */
export interface SoldOn {
  readonly fulfilment: Fulfilment;
  readonly channel: string;
  readonly lines: bigint;
  readonly units: bigint;
}

/** What was shipped, by who shipped it and by the sales channel. `isUnknown`: only channels that are in no list. */
export async function readSoldOn(w: Work, isUnknown: boolean): Promise<SoldOn[]> {
  const { rows } = await sql<SoldOn>`
    select l.fulfilment, o.channel, count(*) as lines, sum(l.shipped)::bigint as units
    from customer_order o
    join customer_order_line l on l.account_id = o.account_id and l.customer_order_id = o.id
    where o.account_id = ${w.scope.accountId} and l.shipped > 0
      and ${isUnknown ? sql`o.channel <> all(${sql.val([...SALES_CHANNELS])}::text[])` : sql`true`}
    group by l.fulfilment, o.channel
    order by units desc, o.channel`.execute(w.tx);
  return rows;
}

/** The same of the lines of a file. */
export async function readStagedOn(w: Work, importId: string): Promise<SoldOn[]> {
  const { rows } = await sql<SoldOn>`
    select fulfilment, channel, count(*) as lines, sum(shipped)::bigint as units
    from order_import_line
    where account_id = ${w.scope.accountId} and import_id = ${importId} and shipped > 0
    group by fulfilment, channel
    order by units desc, channel`.execute(w.tx);
  return rows;
}

/** The marketplace of the list on which most units were sold, in a file or before; null if none was. */
export async function readMainMarketplace(w: Work, importId: string | null): Promise<Place | null> {
  const { rows } = await sql<{ channel: Place }>`
    select channel from (
      select o.channel, l.shipped from customer_order o
      join customer_order_line l on l.account_id = o.account_id and l.customer_order_id = o.id
      where o.account_id = ${w.scope.accountId} and l.import_id is distinct from ${importId}::uuid
      union all
      select channel, shipped from order_import_line
      where account_id = ${w.scope.accountId} and import_id = ${importId}::uuid
    ) s
    where shipped > 0 and channel = any(${sql.val([...SALES_CHANNELS])}::text[])
    group by channel
    order by sum(shipped) desc, channel
    limit 1`.execute(w.tx);
  return rows[0]?.channel ?? null;
}

/** Whether a line is of an order of another shop that the marketplace ships. */
export const isOfOtherShop = (line: { readonly fulfilment: Fulfilment; readonly channel: string }): boolean =>
  line.fulfilment === 'AMAZON' && isMultiChannel(line.channel);
