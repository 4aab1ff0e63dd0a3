import type { QueryOut } from '@quayside/contracts/endpoint';
import type {
  DIFFERENCE_DOCUMENTS,
  DifferencesBy,
  listExchangeDifferences,
} from '@quayside/contracts/payments/exchange-differences';
import type { FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, inPeopleOrder, pageWindow, searchIn } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter, type FilterForm } from '../../../http/filters.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Sums exchange differences and bank fees by month, supplier or document. This file writes nothing.

type ListQuery = QueryOut<typeof listExchangeDifferences>;
export type DifferenceFilter = Pick<ListQuery, 'filter' | 'search' | 'by'>;

const FORMS: Readonly<Record<string, FilterForm>> = { day: 'date', supplier: 'uuid' };

/**
 * Everything that has an exchange difference or a bank fee. What was settled before payments were recorded here, and
 * the invoices of bank fees, which no further money pays, are left out unless they have a difference.
 */
const settlements = (w: Work) => sql`(
  select v.invoice_id, null::uuid as order_id, null::uuid as credit_id, p.supplier_id, v.day, p.currency,
    v.base_minor, v.booked_minor, v.difference_minor, e.fee_minor
  from payment_entry_value v
  join payment_entry e on e.account_id = v.account_id and e.id = v.entry_id
  join payment p on p.account_id = e.account_id and p.id = e.payment_id
  left join payment_transfer t on t.account_id = e.account_id and t.id = e.transfer_id
  where v.account_id = ${w.scope.accountId} and v.invoice_id is not null
    and (t.id is null or t.kind = 'PAID' or v.difference_minor <> 0)
  union all
  select r.invoice_id, null, null, p.supplier_id, d.day, p.currency, r.base_minor, r.booked_minor, r.difference_minor, 0
  from deposit_part r
  join deposit d on d.account_id = r.account_id and d.purchase_order_id = r.purchase_order_id
    and d.invoice_id = r.invoice_id
  join payment p on p.account_id = r.account_id and p.id = r.payment_id
  where r.account_id = ${w.scope.accountId}
  union all
  select null, p.purchase_order_id, null, p.supplier_id, e.day, p.currency, 0, 0, 0, e.fee_minor
  from payment_entry e
  join payment p on p.account_id = e.account_id and p.id = e.payment_id
  where e.account_id = ${w.scope.accountId} and e.reversed_at is null and e.fee_minor > 0
    and p.purchase_order_id is not null
  union all
  select c.invoice_id, c.purchase_order_id, c.id, c.supplier_id, u.day, c.currency, u.base_minor, u.refund_minor,
    u.base_minor - u.refund_minor, 0
  from credit_use u
  join credit c on c.account_id = u.account_id and c.id = u.credit_id
  where u.account_id = ${w.scope.accountId} and u.payment_id is null and u.reversed_at is null
)`;

/** The settlements that match a filter, with the names by which they are found and grouped. */
function matching(w: Work, q: DifferenceFilter): RawBuilder<unknown> {
  checkFilter(q.filter, FORMS);
  const conditions = [
    sql`s.account_id = ${w.scope.accountId}`,
    ...q.filter.map(conditionOf),
    ...searchIn(WORDS, q.search),
  ];
  return sql`(
    select f.*, s.company_name, s.local_name, coalesce(i.invoice_number, o.po_number) as number,
      coalesce(i.date, o.order_date) as date
    from ${settlements(w)} f
    join ${SUPPLIERS} s on s.account_id = ${w.scope.accountId} and s.id = f.supplier_id
    left join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = f.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = ${w.scope.accountId} and o.id = f.order_id
    where ${sql.join(conditions, sql` and `)}
  )`;
}

const WORDS = sql<string>`lower(coalesce(i.invoice_number, o.po_number, '') || ' ' || s.company_name)`;

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'day':
      return chipCondition(chip, sql.ref('f.day'), 'date');
    case 'supplier':
      return chipCondition(chip, sql.ref('f.supplier_id'), 'uuid');
    default:
      return chipCondition(chip, sql.ref('f.currency'));
  }
}

// What has no rate is counted, and its base is in no sum, so that base, booked and difference stay comparable.
const SUMS = sql`
  count(*) as settlements,
  coalesce(sum(m.base_minor) filter (where m.difference_minor is not null), 0)::bigint as base_minor,
  coalesce(sum(m.booked_minor) filter (where m.difference_minor is not null), 0)::bigint as booked_minor,
  coalesce(sum(m.difference_minor), 0)::bigint as difference_minor,
  coalesce(sum(m.fee_minor), 0)::bigint as fee_minor,
  count(*) filter (where m.difference_minor is null) as without_rate`;

interface Sums {
  readonly settlements: bigint;
  readonly base_minor: bigint;
  readonly booked_minor: bigint;
  readonly difference_minor: bigint;
  readonly fee_minor: bigint;
  readonly without_rate: bigint;
}
/** One row: a month, a supplier or a document with its sums. The columns of the other two are null. */
export interface DifferenceRow extends Sums {
  readonly id: string;
  readonly month: string | null;
  readonly supplier_id: string | null;
  readonly company_name: string | null;
  readonly local_name: string | null;
  readonly document_type: (typeof DIFFERENCE_DOCUMENTS)[number] | null;
  readonly number: string | null;
  readonly date: string | null;
  readonly currency: string | null;
}

const SUPPLIER = sql`m.supplier_id, m.company_name, m.local_name`;
const NO_SUPPLIER = sql`null::uuid as supplier_id, null::text as company_name, null::text as local_name`;
const NO_DOCUMENT = sql`
  null::text as document_type, null::text as number, null::date as date, null::text as currency`;

/** How the settlements are grouped. A refund is a row of its credit, so that the row of a bill has its sums. */
const ROWS: Readonly<Record<DifferencesBy, (from: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  MONTH: (from) => sql`(
    select to_char(m.day, 'YYYY-MM') as id, to_char(m.day, 'YYYY-MM') as month, ${NO_SUPPLIER}, ${NO_DOCUMENT}, ${SUMS}
    from ${from} m
    group by 1
  )`,
  SUPPLIER: (from) => sql`(
    select m.supplier_id::text as id, null::text as month, ${SUPPLIER}, ${NO_DOCUMENT}, ${SUMS}
    from ${from} m
    group by ${SUPPLIER}
  )`,
  INVOICE: (from) => sql`(
    select coalesce(m.credit_id, m.invoice_id, m.order_id)::text as id, null::text as month, ${SUPPLIER},
      case when m.credit_id is not null then 'CREDIT' when m.invoice_id is not null then 'INVOICE'
        else 'PURCHASE_ORDER' end as document_type,
      m.number, m.date, m.currency, ${SUMS}
    from ${from} m
    group by m.credit_id, m.invoice_id, m.order_id, ${SUPPLIER}, m.number, m.date, m.currency
  )`,
};

/** The rows of the list. */
export const differenceRows = (w: Work, q: DifferenceFilter) =>
  w.tx.selectFrom((ROWS[q.by](matching(w, q)) as RawBuilder<DifferenceRow>).as('d'));

const SORT: Readonly<Record<NonNullable<ListQuery['sort']>[number]['field'], RawBuilder<unknown>>> = {
  month: sql`d.month`,
  supplier: inPeopleOrder(sql`d.company_name`),
  number: inPeopleOrder(sql`d.number`),
  date: sql`d.date`,
  currency: sql`d.currency`,
  settlements: sql`d.settlements`,
  base: sql`d.base_minor`,
  booked: sql`d.booked_minor`,
  exchangeDifference: sql`d.difference_minor`,
  fees: sql`d.fee_minor`,
};
const DEFAULT: Readonly<Record<DifferencesBy, NonNullable<ListQuery['sort']>>> = {
  MONTH: [{ field: 'month', direction: 'desc' }],
  SUPPLIER: [{ field: 'supplier', direction: 'asc' }],
  INVOICE: [{ field: 'date', direction: 'desc' }],
};

/** The sort order of the list; the default is the newest month or document first, and suppliers by name. */
export function inDifferenceOrder<D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  { sort, by }: Pick<ListQuery, 'sort' | 'by'>,
): SelectQueryBuilder<D, T, O> {
  const order = sort ?? DEFAULT[by];
  return order
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORT[field], (o) => o[direction]().nullsLast()), rows)
    .orderBy(sql`d.id`, order.at(-1)?.direction ?? 'desc');
}

/** One page of rows. */
export async function listDifferenceRows(w: Work, q: ListQuery) {
  const window = pageWindow(q);
  const rows = differenceRows(w, q);
  const page = await readPage(w.tx, inDifferenceOrder(rows.selectAll(), q), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('d.id')));
  return { rows: page, count, window };
}

/** The number of rows, and the sums of all settlements that match the filter. */
export async function sumDifferences(w: Work, q: DifferenceFilter): Promise<Sums & { readonly count: bigint }> {
  const from = matching(w, q);
  const { rows } = await sql<Sums & { count: bigint }>`
    select ${SUMS}, (select count(*) from ${ROWS[q.by](from)} as d) as count
    from ${from} m`.execute(w.tx);
  const [sums] = rows;
  if (!sums) throw new Error('A sum without groups always has a row');
  return sums;
}
