import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import type { listReceipts, receiptTotals } from '@quayside/contracts/receipts';
import type { Place } from '@quayside/domain/stock/places';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from '../../db/any-of.ts';
import { cappedCount, chipCondition, countBeside, pageWindow, searchIn } from '../../db/paging.ts';
import { readPage } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';

// Chooses pages of receipts. This file writes nothing.

type Query = QueryOut<typeof listReceipts>;
type Sort = NonNullable<Query['sort']>[number];

/** Receipts with their products and orders. */
export const receipts = (w: Work) =>
  w.tx
    .selectFrom('receipt as r')
    .leftJoin('product as p', (j) => j.onRef('p.account_id', '=', 'r.account_id').onRef('p.id', '=', 'r.product_id'))
    .leftJoin('cost_layer as c', (j) => j.onRef('c.account_id', '=', 'r.account_id').onRef('c.id', '=', 'r.order_id'))
    .where('r.account_id', '=', w.scope.accountId);

const WORDS = sql<string>`lower(concat_ws(' ', p.sku, p.name, c.number, r.surplus_reason))`;

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'order':
      return chipCondition(chip, sql.ref('r.order_id'), 'uuid');
    case 'plan':
      return chipCondition(chip, sql.ref('r.plan_id'), 'uuid');
    case 'product':
      return chipCondition(chip, sql.ref('r.product_id'), 'uuid');
    case 'day':
      return chipCondition(chip, sql.ref('r.day'), 'date');
    case 'surplus':
      return sql<boolean>`r.surplus > 0`;
    case 'reversed':
      return chip.op === 'isEmpty' ? sql<boolean>`r.reversed_at is null` : sql<boolean>`r.reversed_at is not null`;
    default:
      return chipCondition(chip, sql.ref('r.place'));
  }
}

const SORTS: Readonly<Record<Sort['field'], RawBuilder<unknown>>> = {
  day: sql`r.day`,
  sku: sql`lower(p.sku)`,
  quantity: sql`r.units`,
  place: sql`r.place`,
};

type ReceiptQuery = ReturnType<typeof receipts>;
export const withFilters = (
  query: ReceiptQuery,
  q: Pick<QueryOut<typeof receiptTotals>, 'search' | 'filter'>,
): ReceiptQuery =>
  [...searchIn(WORDS, q.search), ...q.filter.map(conditionOf)].reduce(
    (rows, condition) => rows.where(condition),
    query,
  );

/** The sort order of the list: by default the newest first. */
export const inOrder = <D, T extends keyof D, O>(rows: SelectQueryBuilder<D, T, O>, sort: Query['sort']) =>
  (sort ?? [{ field: 'day' as const, direction: 'desc' as const }])
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORTS[field], direction), rows)
    .orderBy(sql`r.id`, 'desc');

/** The number of receipts that hold, with their units, and of those that were reversed. */
export const sumReceipts = (w: Work, q: QueryOut<typeof receiptTotals>) =>
  withFilters(receipts(w), q)
    .select([
      sql<bigint>`count(*) filter (where r.reversed_at is null)`.as('count'),
      sql<bigint>`coalesce(sum(r.units) filter (where r.reversed_at is null), 0)::bigint`.as('units'),
      sql<bigint>`coalesce(sum(r.surplus) filter (where r.reversed_at is null), 0)::bigint`.as('surplus'),
      sql<bigint>`coalesce(sum(r.found + r.found_short) filter (where r.reversed_at is null), 0)::bigint`.as('found'),
      sql<bigint>`count(*) filter (where r.reversed_at is not null)`.as('reversed'),
    ])
    .executeTakeFirstOrThrow();

/** A receipt as lists show it. */
export interface ReceiptHead {
  readonly id: string;
  readonly packListId: string | null;
  readonly packListNumber: bigint | null;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly planId: string | null;
  readonly planNumber: bigint | null;
  readonly planStatus: string | null;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  readonly day: string;
  readonly place: Place;
  readonly units: bigint;
  readonly surplus: bigint;
  readonly surplusReason: string | null;
  readonly found: bigint;
  readonly credited: bigint;
  readonly isOpening: boolean;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly reversedAt: Date | null;
}

/** One page of receipts, newest first unless sorted otherwise, and the total count. */
export async function listReceiptHeads(
  w: Work,
  q: Query,
): Promise<{ rows: ReceiptHead[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  const found = withFilters(receipts(w), q).select('r.id');
  const page = await readPage(w.tx, inOrder(found, q.sort), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, found));
  const byId = await readHeads(
    w,
    page.map(({ id }) => id),
  );
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), count, window };
}

async function readHeads(w: Work, ids: readonly string[]): Promise<Map<string, ReceiptHead>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ReceiptHead>`
    select r.id, l.id as "packListId", l.number as "packListNumber", r.order_id as "orderId", c.number as "orderNumber",
      r.plan_id as "planId", s.number as "planNumber", s.status as "planStatus", r.product_id as "productId", p.sku,
      p.name as "productName", r.day, r.place, r.units, r.surplus, r.surplus_reason as "surplusReason",
      r.found + r.found_short as found, r.credited, t.kind = 'OPENING' as "isOpening", r.created_at as "createdAt",
      r.created_by as "createdBy", r.reversed_at as "reversedAt"
    from receipt r
    join product p on p.account_id = r.account_id and p.id = r.product_id
    join lot t on t.account_id = r.account_id and t.id = r.lot_id
    left join pack_list l on l.account_id = r.account_id and l.id = r.lot_id
    left join cost_layer c on c.account_id = r.account_id and c.id = r.order_id
    left join shipment_plan s on s.account_id = r.account_id and s.id = r.plan_id
    where r.account_id = ${w.scope.accountId} and r.id = ${anyOf(ids)}`.execute(w.tx);
  return new Map(rows.map((row) => [row.id, row]));
}
