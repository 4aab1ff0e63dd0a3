import { CREDIT_SOURCES, type creditFilters, type listCredits } from '@quayside/contracts/payments/credits';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { sql } from 'kysely';
import { inPeopleOrder } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { byId, byPresence, byText, byValue, defineList } from '../../../http/list.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';
import { decimalOf } from './payables.list.views.ts';

// Reads the credits of suppliers for their list. This file writes nothing.

type ListQuery = QueryOut<typeof listCredits>;
export type CreditFilter = Pick<ListQuery, 'filter' | 'search'>;

/** Credits that have not ended, with their supplier and the invoice or purchase order that they come from. */
const credits = (w: Work) =>
  w.tx
    .selectFrom('credit as c')
    .innerJoin(SUPPLIERS.as('s'), (j) =>
      j.onRef('s.account_id', '=', 'c.account_id').onRef('s.id', '=', 'c.supplier_id'),
    )
    .leftJoin(INVOICES.as('i'), (j) => j.onRef('i.account_id', '=', 'c.account_id').onRef('i.id', '=', 'c.invoice_id'))
    .leftJoin(PURCHASE_ORDERS.as('o'), (j) =>
      j.onRef('o.account_id', '=', 'c.account_id').onRef('o.id', '=', 'c.purchase_order_id'),
    )
    .where('c.account_id', '=', w.scope.accountId)
    .where('c.ended_at', 'is', null);
type CreditQuery = ReturnType<typeof credits>;

/** The number of the invoice, the credit note or the purchase order that a credit comes from. */
export const LABEL = sql<string>`coalesce(i.invoice_number, o.po_number)`;
const LEFT = sql<bigint>`(c.amount_minor - c.used_minor)`;

const list = defineList<typeof listCredits, typeof creditFilters>({
  filters: {
    supplier: byId(sql.ref('c.supplier_id')),
    currency: byText(sql.ref('c.currency')),
    source: byValue(CREDIT_SOURCES, sql.ref('c.source')),
    left: byPresence(sql`${LEFT} > 0`),
    label: byText(LABEL),
  },
  words: sql<string>`lower(coalesce(i.invoice_number, o.po_number, '') || ' ' || s.company_name)`,
  sorts: {
    createdAt: sql`c.created_at`,
    supplier: inPeopleOrder(sql`s.company_name`),
    currency: sql`c.currency`,
    source: sql`c.source`,
    amount: decimalOf(sql`c.amount_minor`, sql`c.currency`),
    left: decimalOf(LEFT, sql`c.currency`),
    label: inPeopleOrder(LABEL),
  },
  usual: [{ field: 'createdAt', direction: 'desc' }],
  last: sql`c.id`,
});
export const inCreditOrder = list.inOrder;

/** The credits that match a filter. */
export const matchingCredits = (w: Work, q: CreditFilter): CreditQuery => list.filtered(w, credits(w), q);

const shown = (query: CreditQuery) =>
  query.selectAll('c').select(['s.company_name', 's.local_name', 'i.invoice_number', 'o.po_number']);
export type ShownCredit = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number];

/** One page of credits. */
export function listCreditRows(w: Work, q: ListQuery) {
  const found = matchingCredits(w, q);
  return list.rows(w, q, shown(found), found.select('c.id'));
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
    left join ${INVOICES} i on i.account_id = p.account_id and i.id = p.invoice_id
    left join ${PURCHASE_ORDERS} o on o.account_id = p.account_id and o.id = p.purchase_order_id
    where u.account_id = ${w.scope.accountId} and u.credit_id = ${creditId}
    order by u.rank desc, u.recorded_at desc, u.id desc`.execute(w.tx);
  return rows;
}
