import type { bankFeeTotals, listBankFees } from '@quayside/contracts/payments/bank-fees';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { cappedCount, chipCondition, countBeside, inPeopleOrder, pageWindow, searchIn } from '../../../db/paging.ts';
import { readPage } from '../../../db/plans.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter, type FilterForm } from '../../../http/filters.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { ALLOCATIONS, COST_ENTRIES, ORDERS } from '../../costs/facts.ts';
import { PURCHASE_ITEMS, PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Reads bank fees of which no invoice was made, and over which goods they go. This file writes nothing.

type ListQuery = QueryOut<typeof listBankFees>;
type FeeFilter = QueryOut<typeof bankFeeTotals>;

const FORMS: Readonly<Record<string, FilterForm>> = { day: 'date', supplier: 'uuid', waiting: ['true', 'false'] };

/** A bank fee of which no invoice was made, with the payment that it left with. */
export interface FeeRow {
  readonly id: string;
  readonly day: string;
  readonly rank: bigint;
  readonly fee_minor: bigint;
  readonly payment_id: string;
  readonly position: number;
  readonly supplier_id: string;
  readonly company_name: string;
  readonly local_name: string | null;
  readonly invoice_id: string | null;
  readonly invoice_number: string | null;
  readonly purchase_order_id: string | null;
  readonly po_number: string | null;
  /** The paid invoice, or the first invoice of the paid purchase order; null while that has none. */
  readonly goods_id: string | null;
  readonly goods_number: string | null;
}

/** All bank fees that are in no invoice. */
const fees = (w: Work) =>
  w.tx.selectFrom(
    sql<FeeRow>`(
      select e.id, e.day, e.rank, e.fee_minor, p.id as payment_id, p.position, p.supplier_id, s.company_name,
        s.local_name, p.invoice_id, i.invoice_number, p.purchase_order_id, o.po_number,
        coalesce(i.id, f.id) as goods_id, coalesce(i.invoice_number, f.invoice_number) as goods_number
      from payment_entry e
      join payment p on p.account_id = e.account_id and p.id = e.payment_id
      join ${SUPPLIERS} s on s.account_id = p.account_id and s.id = p.supplier_id
      left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
      left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
      left join lateral (
        select v.id, v.invoice_number
        from ${PURCHASE_ITEMS} t
        join ${INVOICE_LINES} l on l.account_id = t.account_id and l.purchase_order_line_id = t.id
          and l.deleted_at is null
        join ${INVOICES} v on v.account_id = l.account_id and v.id = l.invoice_id and v.deleted_at is null
        left join payment_schedule k on k.account_id = v.account_id and k.invoice_id = v.id and k.removed_at is null
        where t.account_id = p.account_id and t.order_id = p.purchase_order_id and v.kind = 'INVOICE'
          and v.status <> 'REVIEW'
        order by k.rank nulls last, v.created_at, v.id
        limit 1
      ) f on true
      where e.account_id = ${w.scope.accountId} and e.reversed_at is null and e.fee_minor > 0
        and not exists (select from bank_fee b where b.account_id = e.account_id and b.entry_id = e.id)
    )`.as('f'),
  );

function matching(w: Work, q: FeeFilter) {
  checkFilter(q.filter, FORMS);
  let rows = fees(w);
  for (const chip of q.filter) rows = rows.where(conditionOf(chip));
  for (const word of searchIn(WORDS, q.search)) rows = rows.where(word);
  return rows;
}

const NUMBER = sql<string>`coalesce(f.invoice_number, f.po_number)`;
const WORDS = sql<string>`lower(${NUMBER} || ' ' || f.company_name)`;
const WAITS = sql<boolean>`(f.goods_id is null)`;

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'day':
      return chipCondition(chip, sql.ref('f.day'), 'date');
    case 'supplier':
      return chipCondition(chip, sql.ref('f.supplier_id'), 'uuid');
    default:
      return sql<boolean>`${WAITS}::text = any(${sql.val(chip.values)}::text[])`;
  }
}

const SORT: Readonly<Record<NonNullable<ListQuery['sort']>[number]['field'], RawBuilder<unknown>>> = {
  day: sql`f.day`,
  supplier: inPeopleOrder(sql`f.company_name`),
  number: inPeopleOrder(NUMBER),
  fee: sql`f.fee_minor`,
};

const inOrder = <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: ListQuery['sort'],
): SelectQueryBuilder<D, T, O> =>
  (sort ?? [{ field: 'day', direction: 'desc' } as const])
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORT[field], (o) => o[direction]()), rows)
    .orderBy(sql`f.rank`, sort?.at(-1)?.direction ?? 'desc')
    .orderBy(sql`f.id`);

/** One page of bank fees. */
export async function listFeeRows(w: Work, q: ListQuery) {
  const window = pageWindow(q);
  const rows = matching(w, q);
  const page = await readPage(w.tx, inOrder(rows.selectAll(), q.sort), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('f.id')));
  return { rows: page, count, window };
}

/** The bank fees that match a filter, by month and by whether they wait. */
export const sumFees = (w: Work, q: FeeFilter) =>
  matching(w, q)
    .select([
      sql<string>`to_char(f.day, 'YYYY-MM')`.as('month'),
      WAITS.as('is_waiting'),
      sql<bigint>`count(*)`.as('count'),
      sql<bigint>`sum(f.fee_minor)::bigint`.as('fee_minor'),
    ])
    .groupBy([sql`1`, sql`2`])
    .orderBy(sql`1`)
    .execute();

/** The fees of which an invoice can be made: those of these months or ids, all of them without a choice. */
export async function findFees(
  w: Work,
  {
    months,
    feeIds,
  }: { readonly months?: readonly string[] | undefined; readonly feeIds?: readonly string[] | undefined },
): Promise<FeeRow[]> {
  let rows = fees(w);
  if (months) rows = rows.where(sql<boolean>`to_char(f.day, 'YYYY-MM') = any(${sql.val([...months])}::text[])`);
  if (feeIds) rows = rows.where(sql<boolean>`f.id = ${anyOf(feeIds)}`);
  return rows.selectAll().orderBy('f.day').orderBy('f.rank').orderBy('f.id').execute();
}

/** Over what the cost of an invoice goes: its orders, or what its lines go over. */
export interface Goods {
  readonly invoiceId: string;
  readonly isOwn: boolean;
  readonly scope: readonly { readonly type: 'ORDER' | 'PRODUCT'; readonly id: string }[];
}

/** Over what the costs of these invoices go. One without orders whose lines go over nothing is left out. */
export async function findGoods(w: Work, invoiceIds: readonly string[]): Promise<Map<string, Goods>> {
  if (invoiceIds.length === 0) return new Map();
  const { rows } = await sql<Goods>`
    select x.invoice_id as "invoiceId", x.is_own as "isOwn",
      jsonb_agg(jsonb_build_object('type', x.type, 'id', x.id) order by x.type, x.id) as scope
    from (
      select c.invoice_id, true as is_own, 'ORDER' as type, c.id
      from ${ORDERS} c
      where c.account_id = ${w.scope.accountId} and c.invoice_id = ${anyOf(invoiceIds)} and c.removed_at is null
      union
      select a.invoice_id, false, case when e.layer_id is null then 'PRODUCT' else 'ORDER' end,
        coalesce(e.layer_id, e.product_id)
      from ${ALLOCATIONS} a
      join ${COST_ENTRIES} e on e.account_id = a.account_id and e.allocation_id = a.id and e.superseded_at is null
      where a.account_id = ${w.scope.accountId} and a.invoice_id = ${anyOf(invoiceIds)} and a.superseded_at is null
        and not exists (
          select from ${ORDERS} c
          where c.account_id = a.account_id and c.invoice_id = a.invoice_id and c.removed_at is null
        )
    ) x
    group by 1, 2`.execute(w.tx);
  return new Map(rows.map((row) => [row.invoiceId, row]));
}

/** The first number that no invoice of the supplier has: as given, else with a counter behind it. */
export async function freeNumber(w: Work, supplierId: string, wanted: string): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select invoice_number as number from ${INVOICES}
    where account_id = ${w.scope.accountId} and supplier_id = ${supplierId} and deleted_at is null
      and starts_with(invoice_number, ${wanted})`.execute(w.tx);
  const taken = new Set(rows.map(({ number }) => number));
  for (let n = 2; taken.has(wanted); n++) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
  return wanted;
}
