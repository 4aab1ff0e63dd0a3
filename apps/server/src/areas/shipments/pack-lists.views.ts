import type { FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, inPeopleOrder, pageWindow, searchWords } from '../../db/paging.ts';
import { readPage } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';
import { type PackListRow, readPackLists } from './leaves.views.ts';
import { wordMatches } from './number-search.views.ts';
import { BY_NUMBER } from './orders.views.ts';
import type { QueryOf } from './shipments.types.ts';

// Chooses pages of pack lists. This file writes nothing.

const packLists = (w: Work) =>
  w.tx
    .selectFrom('pack_list as l')
    .leftJoin('cost_layer as c', (j) => j.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.order_id'))
    .leftJoin('product as p', (j) => j.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'))
    .leftJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin('carton as ct', (j) => j.onRef('ct.account_id', '=', 'l.account_id').onRef('ct.id', '=', 'l.carton_id'))
    .leftJoin('shipment_plan as s', (j) => j.onRef('s.account_id', '=', 'l.account_id').onRef('s.id', '=', 'l.plan_id'))
    .where('l.account_id', '=', w.scope.accountId)
    .where('l.removed_at', 'is', null);

/** As `packListStatus` of the domain. */
const STATUS = sql<string>`coalesce(
  s.status, case when l.received > 0 and l.missing <= 0 then 'RECEIVED' else 'OPEN' end
)`;
const WORDS = sql`concat_ws(' ', c.number, i.invoice_number, p.sku, p.name)`;

const contains = (word: string): RawBuilder<boolean> =>
  wordMatches(word, WORDS, {
    packList: (number) => sql<boolean>`l.number = ${number}`,
    carton: (number) => sql<boolean>`ct.number = ${number}`,
    plan: (number) => sql<boolean>`s.number = ${number}`,
  });

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'plan':
      return chipCondition(chip, sql.ref('l.plan_id'), 'uuid');
    case 'carton':
      return chipCondition(chip, sql.ref('l.carton_id'), 'uuid');
    case 'order':
      return chipCondition(chip, sql.ref('l.order_id'), 'uuid');
    case 'product':
      return chipCondition(chip, sql.ref('c.product_id'), 'uuid');
    case 'supplier':
      return chipCondition(chip, sql.ref('i.supplier_id'), 'uuid');
    default:
      return chipCondition(chip, STATUS);
  }
}

type Sort = QueryOf<'listPackLists'>['sort'];
const SORTS: Readonly<Record<NonNullable<Sort>[number]['field'], RawBuilder<unknown>>> = {
  number: sql`l.number`,
  sku: inPeopleOrder(sql`p.sku`),
  quantity: sql`l.units - l.credited`,
  estimatedReadyDate: sql`l.ready_on`,
  order: BY_NUMBER,
};

/** One page of pack lists, newest first unless sorted otherwise, and the total count. */
export async function listPackListRows(
  w: Work,
  q: QueryOf<'listPackLists'>,
): Promise<{ rows: PackListRow[]; count: number; window: ReturnType<typeof pageWindow> }> {
  const window = pageWindow(q);
  let ids = packLists(w).select('l.id');
  for (const condition of [...searchWords(q.search).map(contains), ...q.filter.map(conditionOf)])
    ids = ids.where(condition);
  const sorted = (q.sort ?? []).reduce(
    (rows, { field, direction }) =>
      rows.orderBy(SORTS[field], (o) => (field === 'number' ? o[direction]() : o[direction]().nullsLast())),
    ids,
  );
  const page = await readPage(w.tx, sorted.orderBy('l.number', 'desc'), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, ids));
  const found = await readPackLists(
    w,
    'id',
    page.map(({ id }) => id),
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  return { rows: page.flatMap(({ id }) => byId.get(id) ?? []), count, window };
}
