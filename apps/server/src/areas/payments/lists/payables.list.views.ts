import type { FilterChip } from '@quayside/contracts/paging';
import { PAYABLE_KINDS } from '@quayside/contracts/payments/payments';
import { addDays } from '@quayside/domain/days/days';
import { CURRENCIES } from '@quayside/domain/money/currencies';
import { DUE_BUCKETS, type DueBucket } from '@quayside/domain/payables/calendar';
import { PAYMENT_STATUSES } from '@quayside/domain/payables/instalments';
import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { compiledOnce, type InAccount } from '../../../db/compiled-once.ts';
import { finds } from '../../../db/finds.ts';
import { chipCondition, inPeopleOrder, searchIn } from '../../../db/paging.ts';
import type { ChosenRow } from '../../../db/plans.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter, type FilterForm } from '../../../http/filters.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import type { QueryOf } from '../payments.types.ts';
import { type ShownTransfer, shownTransferJson, shownTransferOf } from './transfers.views.ts';

// Reads instalments for the list of payables. This file writes nothing.

const FORMS: Readonly<Record<string, FilterForm>> = {
  status: PAYMENT_STATUSES,
  overdue: ['true', 'false'],
  bucket: DUE_BUCKETS,
  supplier: 'uuid',
  dueDate: 'date',
  kind: PAYABLE_KINDS,
  invoice: 'uuid',
  purchaseOrder: 'uuid',
};

const ofAccount = (w: InAccount) => w.tx.selectFrom('payment as p').where('p.account_id', '=', w.scope.accountId);

/**
 * All instalments that are part of a schedule or of a purchase order, with what is shown of them. Each has a supplier;
 * the join is a left one all the same, because PostgreSQL leaves that out where nothing of it is needed.
 */
const everyInstalment = (w: InAccount) => withOwners(w).where('p.removed_at', 'is', null);
/** The same, with those that were removed. */
const withOwners = (w: InAccount) =>
  ofAccount(w)
    .leftJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'p.account_id').onRef('s.id', '=', 'p.supplier_id'),
    )
    .leftJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'p.account_id').onRef('i.id', '=', 'p.invoice_id'))
    .leftJoin(PURCHASE_ORDERS.as('o'), (j) =>
      j.onRef('o.account_id', '=', 'p.account_id').onRef('o.id', '=', 'p.purchase_order_id'),
    )
    .leftJoin('payment_schedule as ps', (j) =>
      j.onRef('ps.account_id', '=', 'p.account_id').onRef('ps.id', '=', 'p.schedule_id'),
    )
    .leftJoin('account_code as c', (j) =>
      j.onRef('c.account_id', '=', 'p.account_id').onRef('c.id', '=', 'p.account_code_id'),
    );
type PayableQuery = ReturnType<typeof everyInstalment>;

export type PayableFilter = Pick<QueryOf<'listPayments'>, 'filter' | 'search'>;

/** Refuses filter values that the database could not parse. */
export const checkPayableFilter = (q: PayableFilter): void => checkFilter(q.filter, FORMS);

/** The instalments that match a filter. */
export function matching(w: Work, q: PayableFilter): PayableQuery {
  checkPayableFilter(q);
  return filtered(w, listed(everyInstalment(w), q), q);
}

/** What the list is filtered by that is a fact of the instalment alone. */
const OF_INSTALMENT: ReadonlySet<string> = new Set([
  ...['status', 'overdue', 'bucket', 'supplier', 'currency', 'dueDate', 'kind', 'invoice', 'purchaseOrder'],
]);
/** What the list is sorted by that is not. */
const OF_OTHERS: ReadonlySet<string> = new Set(['supplier', 'number']);

/**
 * The same without the joins, where neither the filter nor the order needs them. PostgreSQL leaves such joins out, but
 * then still reads the columns that it would join by, so that it cannot use an index alone. What is open is neither 0
 * nor removed nor ended, and the index of it has no other condition.
 */
export function matchingAlone(w: Work, q: QueryOf<'listPayments'>): PayableQuery {
  const isAlone =
    q.search === undefined &&
    q.filter.every(({ field }) => OF_INSTALMENT.has(field)) &&
    !q.sort?.some(({ field }) => OF_OTHERS.has(field));
  if (!isAlone) return matching(w, q);
  checkPayableFilter(q);
  const rows = ofAccount(w) as unknown as PayableQuery;
  return filtered(w, isOpenOnly(q) ? rows : listed(rows.where('p.removed_at', 'is', null), q), q);
}

/** Whether a filter asks only for what is open. */
export const isOpenOnly = (q: PayableFilter): boolean =>
  q.filter.some(
    ({ field, values }) =>
      (field === 'status' && values.join() === 'UNPAID') ||
      (field === 'overdue' && values.join() === 'true') ||
      field === 'bucket',
  );

/**
 * The instalments of the list, which leaves out those of 0. The 0 is a literal: with a parameter, a plan that is made
 * for any value cannot use the indexes of the list, whose condition it is.
 */
function listed(instalments: PayableQuery, q: PayableFilter): PayableQuery {
  const rows = instalments.where(sql<boolean>`p.amount_minor > 0`);
  // Nothing was paid of them, and nobody has to; a purchase order shows them all the same.
  return q.filter.some((chip) => chip.field === 'purchaseOrder')
    ? rows
    : rows.where(sql<boolean>`not (p.is_ended and p.settled_minor = 0)`);
}

function filtered(w: Work, instalments: PayableQuery, q: PayableFilter): PayableQuery {
  let rows = instalments;
  for (const chip of q.filter) rows = rows.where(conditionOf(chip, todayOf(w)));
  for (const word of searchIn(WORDS, q.search)) rows = rows.where(word);
  return rows;
}

const WORDS = sql<string>`lower(
  coalesce(i.invoice_number, o.po_number, '') || ' ' || s.company_name || ' ' || coalesce(p.transaction_reference, '')
)`;
/** The number of the invoice or the purchase order. */
export const NUMBER = sql<string>`coalesce(i.invoice_number, o.po_number)`;
const OWED = sql<boolean>`p.owed_minor > 0`;

function conditionOf(chip: FilterChip, today: string): RawBuilder<boolean> {
  const has = (value: string) => chip.values.includes(value);
  switch (chip.field) {
    case 'status':
      if (has('UNPAID') && has('PAID')) return sql<boolean>`true`;
      if (has('UNPAID')) return OWED;
      return has('PAID') ? sql<boolean>`p.owed_minor = 0` : sql<boolean>`false`;
    case 'overdue':
      if (has('true') && has('false')) return sql<boolean>`true`;
      if (has('true')) return sql<boolean>`(${OWED} and p.due_on < ${today})`;
      return has('false')
        ? sql<boolean>`(p.owed_minor = 0 or p.due_on is null or p.due_on >= ${today})`
        : sql<boolean>`false`;
    case 'bucket':
      return sql<boolean>`(${OWED} and (${either(chip.values.map((bucket) => inBucket(bucket as DueBucket, today)))}))`;
    case 'supplier':
      return chipCondition(chip, sql.ref('p.supplier_id'), 'uuid');
    case 'currency':
      return chipCondition(chip, sql.ref('p.currency'));
    case 'dueDate':
      return chipCondition(chip, sql.ref('p.due_on'), 'date');
    case 'kind':
      return sql<boolean>`case when p.invoice_id is null then 'PURCHASE_ORDER' else 'INVOICE' end
        = any(${sql.val(chip.values)}::text[])`;
    case 'invoice':
      return chipCondition(chip, sql.ref('p.invoice_id'), 'uuid');
    case 'purchaseOrder':
      return chipCondition(chip, sql.ref('p.purchase_order_id'), 'uuid');
    default:
      return chipCondition(chip, NUMBER);
  }
}

const either = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql.join(conditions, sql` or `);

/** The first and the last day of a bucket, seen from today; null: without a limit. */
export function limitsOf(
  bucket: Exclude<DueBucket, 'NO_DAY'>,
  today: string,
): { readonly from: string | null; readonly to: string | null } {
  const day = (days: number) => addDays(today, days);
  switch (bucket) {
    case 'LATE_OVER_30':
      return { from: null, to: day(-31) };
    case 'LATE_1_TO_30':
      return { from: day(-30), to: day(-1) };
    case 'DUE_0_TO_7':
      return { from: today, to: day(7) };
    case 'DUE_8_TO_30':
      return { from: day(8), to: day(30) };
    case 'DUE_31_TO_60':
      return { from: day(31), to: day(60) };
    case 'DUE_LATER':
      return { from: day(61), to: null };
  }
}

function inBucket(bucket: DueBucket, today: string): RawBuilder<boolean> {
  if (bucket === 'NO_DAY') return sql<boolean>`p.due_on is null`;
  const { from, to } = limitsOf(bucket, today);
  if (from === null) return sql<boolean>`p.due_on <= ${to}`;
  return to === null ? sql<boolean>`p.due_on >= ${from}` : sql<boolean>`p.due_on between ${from} and ${to}`;
}

const codesWith = (exponent: number) =>
  sql.val(CURRENCIES.filter((currency) => currency.exponent === exponent).map(({ code }) => code));

/** An amount as a decimal number, so that amounts of currencies with different decimals can be sorted. */
export const decimalOf = (minor: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<string> => sql`(
  ${minor}::numeric / case
    when ${currency} = any(${codesWith(0)}::text[]) then 1
    when ${currency} = any(${codesWith(3)}::text[]) then 1000
    else 100
  end
)`;

type SortField = NonNullable<QueryOf<'listPayments'>['sort']>[number]['field'];
const SORT: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  unixDueDate: sql`p.due_on`,
  dueDate: sql`p.due_on`,
  amount: decimalOf(sql`p.amount_minor`, sql`p.currency`),
  open: decimalOf(sql`p.owed_minor`, sql`p.currency`),
  currency: sql`p.currency`,
  supplier: inPeopleOrder(sql`s.company_name`),
  number: inPeopleOrder(NUMBER),
  transactionReference: inPeopleOrder(sql`p.transaction_reference`),
};

/**
 * The sort order of the list; the default is the latest day first. What is unknown comes last in both directions, and
 * the id follows the direction, so that a page by day is read from one end of an index.
 */
export function inOrder<D, T extends keyof D, O>(
  rows: SelectQueryBuilder<D, T, O>,
  sort: QueryOf<'listPayments'>['sort'],
): SelectQueryBuilder<D, T, O> {
  const fields = sort ?? [{ field: 'unixDueDate', direction: 'desc' } as const];
  return fields
    .reduce((ordered, { field, direction }) => ordered.orderBy(SORT[field], (o) => o[direction]().nullsLast()), rows)
    .orderBy(sql`p.id`, fields.at(-1)?.direction ?? 'desc');
}

/** How many instalments its invoice or purchase order has. */
export const COUNT = sql<bigint>`coalesce(ps.payment_count::bigint, (
  select count(*) from payment q
  where q.account_id = p.account_id and q.purchase_order_id = p.purchase_order_id and q.removed_at is null
))`;

const IS_PAID_BY_FEES = finds(sql`
  select true from bank_fee b where b.account_id = p.account_id and b.invoice_id = p.invoice_id`);

/** The columns that an answer is made of. */
const shown = (query: PayableQuery) =>
  query
    .leftJoinLateral(
      () =>
        sql<{ count: bigint; has_payment: boolean | null }>`(
          select count(*), bool_or(e.kind = 'PAYMENT') as has_payment
          from payment_entry e
          where e.account_id = p.account_id and e.payment_id = p.id and e.reversed_at is null
        )`.as('e'),
      (j) => j.onTrue(),
    )
    .select(['p.id', 'p.schedule_id', 'p.invoice_id', 'p.purchase_order_id', 'p.supplier_id', 'p.currency'])
    .select(['p.position', 'p.hundredths', 'p.amount_minor', 'p.settled_minor', 'p.owed_minor', 'p.owed_base_minor'])
    .select([
      'p.event',
      'p.months',
      'p.days',
      'p.month_end',
      'p.month_end_after',
      'p.pinned_on',
      'p.due_on',
      'p.is_estimated',
      'p.is_ended',
      'p.is_rest',
    ])
    .select(['p.transaction_reference', 'p.version', 'c.code as account_code'])
    .select(['i.invoice_number', 'i.date as invoice_date', 'i.status as invoice_status', 'o.po_number'])
    .select(['s.local_name', 'e.has_payment', sql<string>`s.company_name`.as('company_name')])
    .select([
      sql<bigint>`e.count + (
        select count(*) from deposit_part t where t.account_id = p.account_id and t.payment_id = p.id
      )`.as('entry_count'),
      COUNT.as('payment_count'),
      IS_PAID_BY_FEES.as('is_paid_by_fees'),
    ]);
export type PayableRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** The query for the instalments of a page, with their places on it. */
export const readPayables = (w: Work, chosen: AliasedRawBuilder<ChosenRow, 'chosen'>) =>
  shown(everyInstalment(w))
    .innerJoin(chosen, (j) => j.onRef('chosen.id', '=', 'p.id'))
    .select(['chosen.place', 'chosen.total']);

/** Instalments by id, also those of 0. */
export async function findPayables(w: Work, ids: readonly string[]): Promise<PayableRow[]> {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return readPayable(w, { id });
  return shown(everyInstalment(w).where('p.id', '=', anyOf(ids))).execute();
}
const readPayable = compiledOnce(['id'], (w, { id }) => shown(everyInstalment(w).where('p.id', '=', id)));

/** An instalment, also one that was removed. */
export const findAnyPayable = (w: Work, id: string): Promise<PayableRow | undefined> =>
  shown(withOwners(w).where('p.id', '=', id)).executeTakeFirst();

/** An instalment, and a transfer that paid it, read by one statement. */
export async function findPaidPayable(
  w: Work,
  id: string,
  transferId: string,
): Promise<{ readonly payable: PayableRow; readonly transfer: ShownTransfer } | undefined> {
  const [found] = await readPaidPayable(w, { id, transferId });
  if (!found?.paid_by) return undefined;
  const { paid_by: json, ...payable } = found;
  return { payable, transfer: shownTransferOf(json) };
}
const readPaidPayable = compiledOnce(['id', 'transferId'], (w, { id, transferId }) =>
  shown(everyInstalment(w).where('p.id', '=', id)).select(shownTransferJson(w, transferId).as('paid_by')),
);

/** The instalments of invoices, in their order, also those of 0. */
export const payablesOfInvoices = (w: Work, invoiceIds: readonly string[]): Promise<PayableRow[]> =>
  invoiceIds.length === 0
    ? Promise.resolve([])
    : shown(everyInstalment(w).where('p.invoice_id', '=', anyOf(invoiceIds)))
        .orderBy('p.position')
        .execute();

/** The instalments of a purchase order, in their order, also those of 0 and those that have ended. */
export const payablesOfOrder = (w: Work, orderId: string): Promise<PayableRow[]> =>
  shown(everyInstalment(w).where('p.purchase_order_id', '=', orderId))
    .orderBy('p.position')
    .execute();
