import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import type { UnknownCost } from '@quayside/contracts/primitives';
import type {
  getStockMovementTotals,
  listStockMovements,
  movementFilters,
  StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { chipCondition, inPeopleOrder } from '../../../db/paging.ts';
import { planForAverageAccount } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { allNeverNull, byDay, byOwn, byPresence, byText, defineList } from '../../../http/list.ts';
import { contentsOfBundles } from '../../products/public.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { UNKNOWN_OF_TAKINGS } from '../lists/unknown-cost.views.ts';

// Chooses pages of movements and counts. This file writes nothing.

type Query = QueryOut<typeof listStockMovements>;

/** A movement or a count. */
interface MovementRelation {
  readonly account_id: string;
  readonly id: string;
  readonly product_id: string;
  readonly kind: string;
  readonly day: string;
  readonly place: string;
  readonly units: bigint;
  readonly difference: bigint | null;
  readonly waits: bigint;
  readonly customer_order_line_id: string | null;
  readonly reversed_at: Date | null;
}
/** Movements and counts as one relation. By day, each of both is read from its own index. */
const MOVEMENTS = sql<MovementRelation>`(
  select account_id, id, product_id, kind, cause, day, place, to_place, units, null::bigint as difference, waits, words,
    of_id, customer_order_line_id, created_at, created_by, reversed_at
  from movement
  union all
  select account_id, id, product_id, 'COUNT', null, day, place, null, quantity, difference, waits, words, null, null,
    created_at, created_by, reversed_at
  from stock_count
)`;

/** Movements and counts, with their products. */
const movements = (w: Work) =>
  w.tx
    .selectFrom(MOVEMENTS.as('m'))
    .leftJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'm.account_id').onRef('p.id', '=', 'm.product_id'))
    .where('m.account_id', '=', w.scope.accountId);

/** A filter whose products include bundles: what left for a bundle are its parts. */
interface OpenedChip extends FilterChip {
  readonly accountId: string;
  readonly bundleIds: readonly string[];
}

/** Finds out which products of a filter are bundles. */
export async function openBundles<Q extends Pick<Query, 'filter'>>(w: Work, q: Q): Promise<Q> {
  const bundles = await contentsOfBundles(
    w,
    q.filter.flatMap(({ field, values }) => (field === 'product' ? values : [])),
  );
  if (bundles.size === 0) return q;
  const { accountId } = w.scope;
  const filter = q.filter.map((chip): FilterChip | OpenedChip =>
    chip.field === 'product' ? { ...chip, accountId, bundleIds: chip.values.filter((id) => bundles.has(id)) } : chip,
  );
  return { ...q, filter };
}

/** SQL condition: a movement or count of these products, or a sale of these bundles, or what came back from one. */
const isOf = ({ values, accountId, bundleIds }: OpenedChip) => sql<boolean>`m.id in (
  select id from movement where account_id = ${accountId} and product_id = ${anyOf(values)}
  union all
  select id from stock_count where account_id = ${accountId} and product_id = ${anyOf(values)}
  union all
  select r.id
  from customer_order_line l
  join movement x on x.account_id = l.account_id and x.customer_order_line_id = l.id
  join movement r on r.account_id = l.account_id and (r.id = x.id or r.of_id = x.id)
  where l.account_id = ${accountId} and l.product_id = ${anyOf(bundleIds)}
  union all
  select r.id
  from sold_bundle s
  join movement r on r.account_id = s.account_id and (r.id = s.movement_id or r.of_id = s.movement_id)
  where s.account_id = ${accountId} and s.product_id = ${anyOf(bundleIds)}
)`;

const list = defineList<typeof listStockMovements, typeof movementFilters>({
  filters: {
    product: byOwn('uuid', (chip: FilterChip | OpenedChip) =>
      'bundleIds' in chip ? isOf(chip) : chipCondition(chip, sql.ref('m.product_id'), 'uuid'),
    ),
    day: byDay(sql.ref('m.day')),
    kind: byText(sql.ref('m.kind')),
    cause: byText(sql.ref('m.cause')),
    place: byText(sql.ref('m.place')),
    waiting: byOwn('text', () => sql<boolean>`m.waits > 0`),
    reversed: byPresence(sql`m.reversed_at is not null`),
  },
  words: sql<string>`lower(concat_ws(' ', p.sku, p.name, m.words))`,
  sorts: allNeverNull({ day: sql`m.day`, sku: inPeopleOrder(sql`p.sku`), quantity: sql`m.units` }),
  usual: [{ field: 'day', direction: 'desc' }],
  last: sql`m.id`,
  lastDirection: 'desc',
});
export const movementsInOrder = list.inOrder;

/** The movements and counts that a search and a filter find, whose bundles are opened (`openBundles`). */
export const matching = (w: Work, opened: Pick<Query, 'search' | 'filter'>) => list.filtered(w, movements(w), opened);

/** A movement or a count as lists show it. */
export interface MovementHead {
  readonly id: string;
  readonly kind: StockMovement['kind'];
  readonly cause: StockMovement['cause'];
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly day: string;
  readonly place: StockMovement['place'];
  readonly toPlace: StockMovement['toPlace'];
  readonly units: bigint;
  readonly difference: bigint | null;
  readonly waits: bigint;
  readonly costMinor: bigint | null;
  readonly unknownCost: UnknownCost;
  readonly words: string | null;
  readonly ofId: string | null;
  readonly customerOrderNumber: string | null;
  /** The bundle that was sold, of which this is a part. */
  readonly bundleId: string | null;
  readonly bundleSku: string | null;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly reversedAt: Date | null;
}

/** One page of movements and counts, newest first unless sorted otherwise, and the total count. */
export async function listMovementHeads(w: Work, q: Query) {
  const opened = await openBundles(w, q);
  return list.heads(w, opened, matching(w, opened).select('m.id'), readHeads);
}

async function readHeads(w: Work, ids: readonly string[]): Promise<Map<string, MovementHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<MovementHead>`
    select m.id, m.kind, m.cause, m.product_id as "productId", p.sku, p.name as "productName", m.day, m.place,
      m.to_place as "toPlace", m.units, m.difference, m.waits, ${MOVEMENT_COST} as "costMinor",
      ${MOVEMENT_UNKNOWN_COST} as "unknownCost", m.words,
      m.of_id as "ofId", o.number as "customerOrderNumber", b.id as "bundleId", b.sku as "bundleSku",
      m.created_at as "createdAt", m.created_by as "createdBy",
      m.reversed_at as "reversedAt"
    from ${MOVEMENTS} m
    join ${PRODUCTS} p on p.account_id = m.account_id and p.id = m.product_id
    left join customer_order_line ol on ol.account_id = m.account_id and ol.id = m.customer_order_line_id
    left join customer_order o on o.account_id = m.account_id and o.id = ol.customer_order_id
    left join sold_bundle s on s.account_id = m.account_id and s.movement_id = m.id
    left join ${PRODUCTS} b on b.account_id = m.account_id and b.id = coalesce(ol.product_id, s.product_id)
      and b.id <> m.product_id
    where m.account_id = ${w.scope.accountId} and m.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** SQL: what the lots gave for a movement `m` cost, less what they got back; null while nothing of it is known. */
export const MOVEMENT_COST = sql<bigint | null>`(
  select sum(${costOfTaking('l', 'landed_minor')})::bigint
  from taking t
  join lot l on l.account_id = t.account_id and l.id = t.lot_id
  where t.account_id = m.account_id and t.event_id = m.id and t.superseded_at is null
)`;

/** SQL: why what the lots gave for a movement `m` is not known, or not all of it; null when it is. */
export const MOVEMENT_UNKNOWN_COST = sql<UnknownCost>`(
  select ${UNKNOWN_OF_TAKINGS}
  from taking t
  join lot l on l.account_id = t.account_id and l.id = t.lot_id
  where t.account_id = m.account_id and t.event_id = m.id and t.superseded_at is null
)`;

/** What movements and counts add up to. Reversed ones are counted as rows only. */
export async function sumMovements(w: Work, q: QueryOut<typeof getStockMovementTotals>) {
  const opened = await openBundles(w, q);
  await planForAverageAccount(w.tx);
  const found = matching(w, opened).select(['m.id', 'm.kind', 'm.units', 'm.difference', 'm.waits', 'm.reversed_at']);
  const { rows } = await sql<{
    count: bigint;
    out: bigint;
    back: bigint;
    counts: bigint;
    difference: bigint;
    waits: bigint;
    cost: string;
    withoutRate: bigint;
  }>`
    with found as materialized (${found}), held as (select * from found where reversed_at is null)
    select (select count(*) from found) as count,
      coalesce(sum(units) filter (where kind = 'TAKING'), 0)::bigint as out,
      coalesce(sum(units) filter (where kind = 'RETURN'), 0)::bigint as back,
      count(*) filter (where kind = 'COUNT') as counts, coalesce(sum(difference), 0)::bigint as difference,
      coalesce(sum(waits), 0)::bigint as waits, (
        select coalesce(sum(${costOfTaking('l', 'landed_minor')}), 0)
        from taking t
        join lot l on l.account_id = t.account_id and l.id = t.lot_id
        where t.account_id = ${w.scope.accountId} and t.superseded_at is null
          and t.event_id in (select id from held)
      ) as cost, (
        select coalesce(sum(t.units), 0)::bigint
        from taking t
        join lot l on l.account_id = t.account_id and l.id = t.lot_id
        where t.account_id = ${w.scope.accountId} and t.superseded_at is null and l.landed_minor is null
          and l.kind <> 'COUNT' and t.event_id in (select id from held)
      ) as "withoutRate"
    from held`.execute(w.tx);
  return rows[0];
}
