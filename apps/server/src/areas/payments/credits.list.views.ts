import { CREDIT_SOURCES, type listCredits } from '@quayside/contracts/credits';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { FilterChip } from '@quayside/contracts/paging';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, inPeopleOrder, pageWindow, searchIn } from '../../db/paging.ts';
import { readPage } from '../../db/plans.ts';
import type { Work } from '../../db/tx.ts';
import { checkFilter, type FilterForm } from '../../http/filters.ts';
import { decimalOf } from './payables.list.views.ts';

// Reads the credits of suppliers for their list. This file writes nothing.

type ListQuery = QueryOut<typeof listCredits>;
export type CreditFilter = Pick<ListQuery, 'filter' | 'search'>;

const FORMS: Readonly<Record<string, FilterForm>> = { supplier: 'uuid', source: CREDIT_SOURCES };

/** Credits that have not ended, with their supplier and the invoice or purchase order that they come from. */
const credits = (w: Work) =>
  w.tx
    .selectFrom('credit as c')
    .innerJoin('supplier as s', (j) => j.onRef('s.account_id', '=', 'c.account_id').onRef('s.id', '=', 'c.supplier_id'))
    .leftJoin('invoice as i', (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin('purchase_order as o', (j) =>
      j.onRef('o.account_id', '=', 'c.account_id').onRef('o.id', '=', 'c.purchase_order_id'),
    )
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.ended_at', 'is', null);
type CreditQuery = ReturnType<typeof credits>;

/** The credits that match a filter. */
export function matchingCredits(w: Work, q: CreditFilter): CreditQuery {
  checkFilter(q.filter, FORMS);
  let rows = credits(w);
  for (const chip of q.filter) rows = rows.where(conditionOf(chip));
  for (const word of searchIn(WORDS, q.search)) rows = rows.where(word);
  return rows;
}

const WORDS = sql<string>`lower(coalesce(i.invoice_number, o.po_number, '') || ' ' || s.company_name)`;
/** The number of the invoice, the credit note or the purchase order that a credit comes from. */
export const LABEL = sql<string>`coalesce(i.invoice_number, o.po_number)`;
const LEFT = sql<bigint>`(c.amount_minor - c.used_minor)`;

function conditionOf(chip: FilterChip): RawBuilder<boolean> {
  switch (chip.field) {
    case 'supplier':
      return chipCondition(chip, sql.ref('c.supplier_id'), 'uuid');
    case 'currency':
      return chipCondition(chip, sql.ref('c.currency'));
    case 'left':
      return chip.op === 'isEmpty' ? sql<boolean>`${LEFT} = 0` : sql<boolean>`${LEFT} > 0`;
    case 'label':
      return chipCondition(chip, LABEL);
    default:
      return chipCondition(chip, sql.ref('c.source'));
  }
}

const SORT: Readonly<Record<NonNullable<ListQuery['sort']>[number]['field'], RawBuilder<unknown>>> = {
  createdAt: sql`c.created_at`,
  supplier: inPeopleOrder(sql`s.company_name`),
  currency: sql`c.currency`,
  source: sql`c.source`,
  amount: decimalOf(sql`c.amount_minor`, sql`c.currency`),
  left: decimalOf(LEFT, sql`c.currency`),
  label: inPeopleOrder(LABEL),
};

/** The sort order of the list; the default is the newest first. */
export const inCreditOrder = <D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: ListQuery['sort'],
): SelectQueryBuilder<D, T, O> =>
  (sort ?? [{ field: 'createdAt', direction: 'desc' } as const])
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORT[field], (o) => o[direction]().nullsLast()), rows)
    .orderBy(sql`c.id`, sort?.at(-1)?.direction ?? 'desc');

const shown = (query: CreditQuery) =>
  query.selectAll('c').select(['s.company_name', 's.local_name', 'i.invoice_number', 'o.po_number']);
export type ShownCredit = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** One page of credits. */
export async function listCreditRows(w: Work, q: ListQuery) {
  const window = pageWindow(q);
  const rows = matchingCredits(w, q);
  const page = await readPage(w.tx, inCreditOrder(shown(rows), q.sort), window);
  const count = await countBeside(page, window, () => cappedCount(w.tx, rows.select('c.id')));
  return { rows: page, count, window };
}

/** Credits by id, in the order of their ids. */
export const findShownCredits = (w: Work, ids: readonly string[]): Promise<ShownCredit[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : shown(credits(w).where('c.id', '=', sql<string>`any(${sql.val([...ids])}::uuid[])`))
        .orderBy('c.id')
        .execute();

/** The number of credits that match a filter, and their sums by currency. */
export const sumCredits = (w: Work, q: CreditFilter) =>
  matchingCredits(w, q)
    .select('c.currency')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<string>`sum(c.amount_minor)::text`.as('amount'),
      sql<string>`sum(${LEFT})::text`.as('left'),
      sql<string>`coalesce(sum(c.base_minor - c.used_base_minor), 0)::text`.as('left_base'),
      sql<bigint>`count(*) filter (where ${LEFT} > 0 and c.base_minor is null)`.as('without_rate'),
    ])
    .groupBy('c.currency')
    .orderBy('c.currency')
    .execute();

/** A use of a credit, with the instalment on which it was used. */
export interface ShownUse {
  readonly id: string;
  readonly day: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
  readonly refundMinor: bigint | null;
  readonly paymentId: string | null;
  readonly position: number | null;
  readonly invoiceId: string | null;
  readonly purchaseOrderId: string | null;
  readonly number: string | null;
  readonly recordedAt: Date;
  readonly recordedBy: string | null;
  readonly reversedAt: Date | null;
  readonly reversedBy: string | null;
}

/** All uses of a credit, also the ones that were taken back, newest first. */
export async function listShownUses(w: Work, creditId: string): Promise<ShownUse[]> {
  const { rows } = await sql<ShownUse>`
    select u.id, u.day, u.amount_minor as "amountMinor", u.base_minor as "baseMinor", u.refund_minor as "refundMinor",
      u.payment_id as "paymentId", p.position, p.invoice_id as "invoiceId", p.purchase_order_id as "purchaseOrderId",
      coalesce(i.invoice_number, o.po_number) as number, u.recorded_at as "recordedAt", u.recorded_by as "recordedBy",
      u.reversed_at as "reversedAt", u.reversed_by as "reversedBy"
    from credit_use u
    left join payment p on p.account_id = u.account_id and p.id = u.payment_id
    left join invoice i on i.account_id = p.account_id and i.id = p.invoice_id
    left join purchase_order o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where u.account_id = ${w.scope.accountId} and u.credit_id = ${creditId}
    order by u.rank desc, u.recorded_at desc, u.id desc`.execute(w.tx);
  return rows;
}
