import { endOfDayInstant } from '@quayside/domain/days/days';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import type { listLotTakings } from '@quayside/contracts/stock/lot-takings';
import { type RawBuilder, sql } from 'kysely';
import { costOfTaking } from '../../../db/lot-cost.ts';
import { cappedCount, chipCondition, countBeside, pageWindow, searchIn } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';
import type { LotKind } from '../stock.types.ts';

// Chooses pages of what a lot gave, and adds it up. This file writes nothing.

type Query = QueryOut<typeof listLotTakings>;
type Asked = Pick<Query, 'search' | 'filter' | 'asKnownOn'>;

interface GivingLot {
  readonly kind: LotKind;
  readonly landedMinor: bigint | null;
  /** The lot was there on the day. Of what counts find, no totals are kept. */
  readonly isKnown: boolean;
}

/**
 * A lot with what all its units cost, now or as it was known on a day, or a pack list that becomes one when it arrives;
 * undefined if the account has none with this id.
 */
export async function findGivingLot(
  w: Work,
  lotId: string,
  asKnownOn: string | undefined,
): Promise<GivingLot | undefined> {
  const { rows } = await sql<GivingLot>`
    select l.kind, t.landed_minor as "landedMinor", t.units is not null as "isKnown"
    from lot l left join ${totalsAt(w, lotId, instantOf(w, asKnownOn))} t on true
    where l.account_id = ${w.scope.accountId} and l.id = ${lotId}
    union all
    select 'PACK_LIST', null, false
    from ${PACK_LISTS} p
    where p.account_id = ${w.scope.accountId} and p.id = ${lotId} and p.removed_at is null
      and not exists (select from lot l where l.account_id = p.account_id and l.id = p.id)`.execute(w.tx);
  return rows[0];
}

const instantOf = (w: Work, asKnownOn: string | undefined): Date | null =>
  asKnownOn === undefined ? null : new Date(endOfDayInstant(asKnownOn, w.scope.timeZone));

const conditionOf = (chip: FilterChip): RawBuilder<boolean> =>
  chip.field === 'day' ? chipCondition(chip, sql.ref('t.event_day'), 'date') : chipCondition(chip, sql.ref('t.cause'));

/** What was written about the event: a movement, a count or a decision. */
const wordsOf = sql<string | null>`coalesce(
  (select m.words from movement m where m.account_id = t.account_id and m.id = t.event_id),
  (select c.words from stock_count c where c.account_id = t.account_id and c.id = t.event_id),
  (select d.words from missing_decision d where d.account_id = t.account_id and d.id = t.event_id)
)`;
const customerOrderOf = sql<string | null>`(
  select o.number
  from movement m
  join customer_order_line ol on ol.account_id = m.account_id and ol.id = m.customer_order_line_id
  join customer_order o on o.account_id = ol.account_id and o.id = ol.customer_order_id
  where m.account_id = t.account_id and m.id = t.event_id
)`;

const WORDS = sql<string>`lower(concat_ws(' ', ${wordsOf}, ${customerOrderOf}))`;

/** The takings `t` of a lot, with its units and totals `l`, as they are or as they were known on a day. */
function takings(w: Work, lotId: string, { search, filter, asKnownOn }: Asked) {
  const at = instantOf(w, asKnownOn);
  return [...searchIn(WORDS, search), ...filter.map(conditionOf)].reduce(
    (rows, condition) => rows.where(condition),
    w.tx
      .selectFrom(takingsAt(w, lotId, at).as('t'))
      .leftJoin(totalsAt(w, lotId, at).as('l'), (j) => j.onTrue())
      .where('t.account_id', '=', w.scope.accountId),
  );
}

interface TakingColumns {
  readonly account_id: string;
  readonly id: string;
  readonly event_id: string;
  readonly event_day: string;
  readonly day: string;
  readonly cause: string;
  readonly before: bigint;
  readonly units: bigint;
}

/** Each of the two indexes of takings has those that hold, or those that are superseded. */
function takingsAt(w: Work, lotId: string, at: Date | null): RawBuilder<TakingColumns> {
  const a = w.scope.accountId;
  const now = sql<TakingColumns>`select t.* from taking t
    where t.account_id = ${a} and t.lot_id = ${lotId} and t.superseded_at is null`;
  return at === null
    ? sql`(${now})`
    : sql`(
      ${now} and t.recorded_at < ${at}
      union all
      select t.* from lot l
      join taking t on t.account_id = l.account_id and t.product_id = l.product_id and t.lot_id = l.id
      where l.account_id = ${a} and l.id = ${lotId} and t.superseded_at >= ${at} and t.recorded_at < ${at}
    )`;
}

interface TotalColumns {
  readonly units: bigint;
  readonly landed_minor: bigint | null;
}

const totalsAt = (w: Work, lotId: string, at: Date | null): RawBuilder<TotalColumns> =>
  at === null
    ? sql`(select units, landed_minor from lot where account_id = ${w.scope.accountId} and id = ${lotId})`
    : sql`(
      select units, landed_minor from lot_total
      where account_id = ${w.scope.accountId} and lot_id = ${lotId} and recorded_at < ${at}
      order by recorded_at desc
      limit 1
    )`;

/** A taking of a lot as its list shows it. */
export interface LotTakingRow {
  readonly id: string;
  readonly eventId: string;
  readonly day: string;
  readonly givenOn: string;
  readonly cause: string;
  readonly before: bigint;
  readonly units: bigint;
  readonly costMinor: bigint | null;
  readonly words: string | null;
  readonly customerOrderNumber: string | null;
}

/** One page of what a lot gave, by day, and the total count. */
export async function listTakingRows(
  w: Work,
  lotId: string,
  q: Query,
): Promise<{ rows: LotTakingRow[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const direction = q.sort?.[0]?.direction ?? 'asc';
  const found = takings(w, lotId, q);
  const sorted = found
    .select([
      't.id',
      't.event_id as eventId',
      't.event_day as day',
      't.day as givenOn',
      't.cause',
      't.before',
      't.units',
      costOfTaking('l', 'landed_minor').as('costMinor'),
      wordsOf.as('words'),
      customerOrderOf.as('customerOrderNumber'),
    ])
    .orderBy('t.event_day', direction)
    .orderBy('t.day', direction)
    .orderBy('t.before', direction)
    .orderBy('t.id', direction);
  const rows = await readPage(w.tx, sorted, window);
  const count = await countBeside(rows, window, () => cappedCount(w.tx, found.select('t.id')));
  return { rows, count, window };
}

/** What a lot gave in a month, or in all (month null), less what came back. */
export interface TakingSums {
  readonly month: string | null;
  readonly takings: bigint;
  readonly units: bigint;
  readonly costMinor: bigint | null;
}

/** What a lot gave, by month and in all. */
export async function sumTakings(w: Work, lotId: string, q: Asked): Promise<TakingSums[]> {
  const { rows } = await sql<TakingSums>`
    select m.month, count(m.id) as takings, coalesce(sum(m.units), 0)::bigint as units,
      sum(m.cost)::bigint as "costMinor"
    from (
      ${takings(w, lotId, q).select([
        't.id',
        't.units',
        sql`to_char(t.event_day, 'YYYY-MM')`.as('month'),
        costOfTaking('l', 'landed_minor').as('cost'),
      ])}
    ) m
    group by grouping sets ((month), ())
    order by month nulls last`.execute(w.tx);
  return rows;
}
