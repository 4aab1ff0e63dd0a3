import type { QueryOut } from '@quayside/contracts/endpoint';
import type { getProductReceivedOrders } from '@quayside/contracts/stock/product-stock';
import type { Place } from '@quayside/domain/stock/places';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, pageWindow, searchIn } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ORDER_PACKINGS } from '../../shipments/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads the orders of a product of which units arrived. This file writes nothing.

type Query = QueryOut<typeof getProductReceivedOrders>;

/** What arrived of an order. */
interface Arrived {
  readonly order_id: string;
  readonly units: bigint;
  readonly first: string;
  readonly last: string;
  readonly receipts: bigint;
  readonly places: Place[];
}

const arrivedOrders = (w: Work, productId: string) =>
  w.tx
    .selectFrom(
      sql<Arrived>`(
        select order_id, sum(units - credited)::bigint as units, min(day) as first, max(day) as last,
          count(*) as receipts, array_agg(distinct place order by place) as places
        from receipt
        where account_id = ${w.scope.accountId} and product_id = ${productId} and order_id is not null
          and reversed_at is null
        group by order_id
      )`.as('r'),
    )
    .innerJoin(ORDERS.as('c'), (j) => j.onRef('c.id', '=', 'r.order_id'))
    .innerJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'i.account_id').onRef('s.id', '=', 'i.supplier_id'),
    )
    .leftJoin(PURCHASE_ORDERS.as('o'), (j) =>
      j.onRef('o.account_id', '=', 'c.account_id').onRef('o.id', '=', 'c.purchase_order_id'),
    )
    .leftJoin(ORDER_PACKINGS.as('k'), (j) =>
      j.onRef('k.account_id', '=', 'c.account_id').onRef('k.order_id', '=', 'c.id'),
    )
    .where('c.account_id', '=', w.scope.accountId);

const WORDS = sql<string>`lower(
  concat_ws(' ', c.number, o.po_number, i.invoice_number, s.company_name, s.local_name)
)`;
const SORTS: Readonly<Record<NonNullable<Query['sort']>[number]['field'], RawBuilder<unknown>>> = {
  lastReceivedOn: sql`r.last`,
  firstReceivedOn: sql`r.first`,
  date: sql`c.date`,
  received: sql`r.units`,
};

/** One page of the orders of a product of which units arrived, the last arrival first, and the total count. */
export async function listReceivedHeads(w: Work, productId: string, q: Query) {
  const window = pageWindow(q);
  const found = [
    ...searchIn(WORDS, q.search),
    ...q.filter.map((chip) =>
      chip.field === 'place'
        ? sql<boolean>`r.places && ${sql.val(chip.values)}::text[]`
        : // Orders that had a receipt between these days.
          sql<boolean>`exists (
            select from receipt x
            where x.account_id = c.account_id and x.order_id = c.id and x.reversed_at is null
              and ${chipCondition(chip, sql`x.day`, 'date')}
          )`,
    ),
  ].reduce((rows, condition) => rows.where(condition), arrivedOrders(w, productId));
  const columns = found.select([
    'c.id',
    'c.number',
    'c.date',
    'c.units',
    'c.invoice_id',
    'i.invoice_number',
    's.company_name',
    'o.po_number',
    'k.missing',
    'r.units as received',
    'r.first',
    'r.last',
    'r.receipts',
    'r.places',
  ]);
  const sorted = (q.sort ?? [{ field: 'lastReceivedOn' as const, direction: 'desc' as const }]).reduce(
    (rows, { field, direction }) => rows.orderBy(SORTS[field], direction),
    columns,
  );
  const rows = await readPage(w.tx, sorted.orderBy('c.id', 'desc'), window);
  return { rows, count: await countBeside(rows, window, () => cappedCount(w.tx, found.select('c.id'))), window };
}
