import type { listPackLists, packListFilters } from '@quayside/contracts/shipments/pack-lists';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { type RawBuilder, sql } from 'kysely';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byValue, defineList, neverNull } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { ORDERS } from '../../costs/facts.ts';
import { PRODUCTS } from '../../products/facts.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { wordMatches } from '../rows/number-search.views.ts';
import { BY_NUMBER } from './orders.views.ts';
import type { QueryOf } from '../shipments.types.ts';

// Chooses pages of pack lists. This file writes nothing.

const packLists = (w: Work) =>
  w.tx
    .selectFrom('pack_list as l')
    .leftJoin(ORDERS.as('c'), (j) => j.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.order_id'))
    .leftJoin(PRODUCTS.as('p'), (j) => j.onRef('p.account_id', '=', 'c.account_id').onRef('p.id', '=', 'c.product_id'))
    .leftJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
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

const list = defineList<typeof listPackLists, typeof packListFilters>({
  filters: {
    status: byValue(SHIPMENT_STATUSES, STATUS),
    plan: byId(sql.ref('l.plan_id')),
    carton: byId(sql.ref('l.carton_id')),
    order: byId(sql.ref('l.order_id')),
    product: byId(sql.ref('c.product_id')),
    supplier: byId(sql.ref('i.supplier_id')),
  },
  words: contains,
  sorts: {
    number: neverNull(sql`l.number`),
    sku: inPeopleOrder(sql`p.sku`),
    quantity: sql`l.units - l.credited`,
    estimatedReadyDate: sql`l.ready_on`,
    order: BY_NUMBER,
  },
  usual: [],
  last: sql`l.number`,
  lastDirection: 'desc',
});

const readById = async (w: Work, ids: readonly string[]): Promise<Map<string, PackListRow>> =>
  new Map((await readPackLists(w, 'id', ids)).map((row) => [row.id, row]));

/** One page of pack lists, newest first unless sorted otherwise, and the total count. */
export const listPackListRows = (w: Work, q: QueryOf<'listPackLists'>) =>
  list.heads(w, q, list.filtered(w, packLists(w), q).select('l.id'), readById);
