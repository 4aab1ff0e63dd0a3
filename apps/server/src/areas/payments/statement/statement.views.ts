import { MOST_STATEMENT_LINES, type StatementKind } from '@quayside/contracts/payments/supplier-statements';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { INVOICES } from '../../invoices/facts.ts';
import { PURCHASE_ORDERS } from '../../purchasing/facts.ts';

// Reads the statements of suppliers. This file writes nothing.

/**
 * SQL expression: everything that moves the balance of suppliers, and the uses of credits and deposits, which move
 * nothing.
 *
 * An invoice counts once it has a schedule, by what its instalments are together; credit notes by their credit, and
 * transfers with what they paid too much. The deposit of a purchase order counts when it was paid, so its later use on
 * an invoice moves nothing. Thus the sum is what is open of invoices, less what is left of credits and deposits.
 */
export const statementMoves = (w: Work, supplierId: string | null = null): RawBuilder<unknown> => {
  const a = w.scope.accountId;
  const of = (column: RawBuilder<unknown>) => (supplierId === null ? sql`true` : sql`${column} = ${supplierId}::uuid`);
  return sql`(
    select i.supplier_id, i.currency, i.date as day, 1 as place, ps.rank, i.id, null::uuid as used_on,
      'INVOICE' as kind, ps.amount_minor as minor, 0::bigint as used_minor
    from ${INVOICES} i
    join payment_schedule ps on ps.account_id = i.account_id and ps.invoice_id = i.id and ps.removed_at is null
    where i.account_id = ${a} and i.deleted_at is null and ${of(sql`i.supplier_id`)}
    union all
    select c.supplier_id, c.currency, n.date, 2, 0, n.id, null, 'CREDIT_NOTE', -c.amount_minor, 0
    from credit c
    join ${INVOICES} n on n.account_id = c.account_id and n.id = c.invoice_id
    where c.account_id = ${a} and c.source = 'CREDIT_NOTE' and c.ended_at is null and ${of(sql`c.supplier_id`)}
    union all
    select t.supplier_id, t.currency, t.paid_on, 3, 0, t.id, null,
      case t.kind when 'SETTLED_BEFORE' then t.kind else 'PAYMENT' end, -t.amount_minor, 0
    from payment_transfer t
    where t.account_id = ${a} and t.reversed_at is null and ${of(sql`t.supplier_id`)}
    union all
    select c.supplier_id, c.currency, u.day, 4, u.rank, coalesce(c.invoice_id, c.purchase_order_id),
      coalesce(p.invoice_id, p.purchase_order_id), case when p.id is null then 'REFUND' else 'CREDIT_USED' end,
      case when p.id is null then u.amount_minor else 0 end, case when p.id is null then 0 else u.amount_minor end
    from credit c
    join credit_use u on u.account_id = c.account_id and u.credit_id = c.id and u.reversed_at is null
    left join payment p on p.account_id = u.account_id and p.id = u.payment_id
    where c.account_id = ${a} and c.ended_at is null and ${of(sql`c.supplier_id`)}
    union all
    select o.supplier_id, o.currency, d.day, 5, d.rank, o.id, d.invoice_id, 'DEPOSIT_USED', 0, d.amount_minor
    from ${PURCHASE_ORDERS} o
    join deposit d on d.account_id = o.account_id and d.purchase_order_id = o.id and d.amount_minor > 0
    where o.account_id = ${a} and ${of(sql`o.supplier_id`)}
  )`;
};

export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}
const within = ({ from, to }: Period, day = sql.ref('day')): RawBuilder<boolean> =>
  sql<boolean>`(
    ${from === null ? sql`true` : sql`${day} >= ${from}`} and ${to === null ? sql`true` : sql`${day} <= ${to}`}
  )`;

/** The lines of a period with their balances, and how far each is from the newest one of its currency. */
const running = (w: Work, supplierId: string, period: Period): RawBuilder<unknown> => sql`(
  select r.*, row_number() over (partition by currency order by day desc, place desc, rank desc, id desc) as from_end
  from (
    select m.*, sum(minor) over (
      partition by currency order by day, place, rank, id rows unbounded preceding
    )::bigint as balance_minor
    from ${statementMoves(w, supplierId)} m
  ) r
  where ${within(period)}
)`;

/**
 * What a line is about. A payment: the invoices and purchase orders of its instalments, and those of which too much
 * was paid.
 */
const REFS = sql<string[]>`case
  when r.place <> 3 then array_remove(array[r.id, r.used_on], null)
  else array(
    select x.id from (
      select coalesce(p.invoice_id, p.purchase_order_id) as id
      from payment_entry e
      join payment p on p.account_id = e.account_id and p.id = e.payment_id
      where e.account_id = a.id and e.transfer_id = r.id and e.reversed_at is null
      union
      select coalesce(c.invoice_id, c.purchase_order_id)
      from credit c
      where c.account_id = a.id and c.transfer_id = r.id and c.ended_at is null
    ) x
  )
end`;

/** The documents that a line names, in their order: the credit or deposit before what it was used on. */
const NAMED = sql`(
  select v.type, v.id, v.number,
    case when r.place = 3 then 0 else array_position(f.refs, v.id) end as position
  from (
    select 'INVOICE' as type, i.id, i.invoice_number as number, i.account_id
    from ${INVOICES} i
    where i.account_id = a.id and i.id = any(f.refs)
    union all
    select 'PURCHASE_ORDER', o.id, o.po_number, o.account_id
    from ${PURCHASE_ORDERS} o
    where o.account_id = a.id and o.id = any(f.refs)
  ) v
)`;

/** The lines with what they name. A payment of purchase orders alone is a deposit. */
const described = (w: Work, supplierId: string, period: Period): RawBuilder<unknown> => sql`(
  select r.*, d.documents, d.numbers, t.reference,
    case when r.kind = 'PAYMENT' and not d.has_invoice then 'DEPOSIT' else r.kind end as shown_kind,
    r.place <> 1 or i.status <> 'WORKING' as is_confirmed,
    case when r.place = 1 then i.total_minor - r.minor end as difference_minor
  from ${running(w, supplierId, period)} r
  cross join (select ${w.scope.accountId}::uuid as id) a
  cross join lateral (select ${REFS} as refs) f
  left join lateral (
    select jsonb_agg(jsonb_build_object('type', n.type, 'id', n.id, 'number', n.number) order by n.position, n.number)
        as documents,
      array_agg(n.number order by n.position, n.number) as numbers, bool_or(n.type = 'INVOICE') as has_invoice
    from ${NAMED} n
  ) d on true
  left join ${INVOICES} i on r.place = 1 and i.account_id = a.id and i.id = r.id
  left join payment_transfer t on r.place = 3 and t.account_id = a.id and t.id = r.id
)`;

export interface LineRow {
  readonly currency: string;
  readonly kind: StatementKind;
  readonly day: string;
  readonly minor: bigint;
  readonly usedMinor: bigint;
  readonly balanceMinor: bigint;
  readonly documents: { type: 'INVOICE' | 'PURCHASE_ORDER'; id: string; number: string }[] | null;
  readonly reference: string | null;
  readonly isConfirmed: boolean;
  readonly differenceMinor: bigint | null;
}

/** The newest lines of a period in each currency, by day. */
export async function listStatementLines(w: Work, supplierId: string, period: Period): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select currency, shown_kind as kind, day, minor, used_minor as "usedMinor", balance_minor as "balanceMinor",
      documents, reference, is_confirmed as "isConfirmed", difference_minor as "differenceMinor"
    from ${described(w, supplierId, period)} l
    where from_end <= ${MOST_STATEMENT_LINES}
    order by currency, day, place, rank, id`.execute(w.tx);
  return rows;
}

export interface StatementSums {
  readonly currency: string;
  readonly openingMinor: bigint;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
  readonly closingMinor: bigint;
  readonly count: bigint;
}

/** The sums of a statement, by currency. */
export async function sumStatement(w: Work, supplierId: string, period: Period): Promise<StatementSums[]> {
  const inPeriod = within(period);
  const sum = (what: RawBuilder<unknown>, when: RawBuilder<unknown>) =>
    sql<bigint>`coalesce(sum(${what}) filter (where ${when}), 0)::bigint`;
  const before = period.from === null ? sql`false` : sql`day < ${period.from}`;
  const { rows } = await sql<StatementSums>`
    select currency, ${sum(sql`minor`, before)} as "openingMinor",
      ${sum(sql`minor`, sql`${inPeriod} and place in (1, 4)`)} as "debitMinor",
      ${sum(sql`-minor`, sql`${inPeriod} and place in (2, 3)`)} as "creditMinor",
      ${sum(sql`minor`, within({ from: null, to: period.to }))} as "closingMinor",
      count(*) filter (where ${inPeriod}) as count
    from ${statementMoves(w, supplierId)} m
    group by currency
    order by currency`.execute(w.tx);
  return rows;
}

/** The bills of a supplier that have no schedule, by currency: the list of bills shows the same. */
export async function sumUnscheduled(
  w: Work,
  supplierId: string,
): Promise<{ readonly currency: string; readonly count: bigint; readonly totalMinor: bigint }[]> {
  const { rows } = await sql<{ currency: string; count: bigint; totalMinor: bigint }>`
    select i.currency, count(*) as count, coalesce(sum(i.total_minor), 0)::bigint as "totalMinor"
    from ${INVOICES} i
    where i.account_id = ${w.scope.accountId} and i.supplier_id = ${supplierId} and i.deleted_at is null
      and i.kind = 'INVOICE' and i.status <> 'REVIEW' and i.archived_at is null
      and not exists (
        select from payment_schedule ps
        where ps.account_id = i.account_id and ps.invoice_id = i.id and ps.removed_at is null
      )
    group by i.currency
    order by i.currency`.execute(w.tx);
  return rows;
}

/** The rows of an exported statement: before the lines of each currency its opening balance, if it has one. */
export const exportedStatement = (w: Work, supplierId: string, period: Period): RawBuilder<unknown> => sql`(
  select currency, 0 as part, day, place, rank, id, shown_kind as kind, numbers, reference,
    case when place in (1, 4) and used_minor = 0 then minor end as debit_minor,
    case when place in (2, 3) then -minor end as credit_minor,
    case when place = 5 or (place = 4 and used_minor > 0) then used_minor end as used_minor, balance_minor
  from ${described(w, supplierId, period)} l
  union all
  select currency, -1, ${period.from}::date, 0, 0, null, 'OPENING', null, null, null, null, null, sum(minor)::bigint
  from ${statementMoves(w, supplierId)} m
  where ${period.from === null ? sql`false` : sql`day < ${period.from}`}
  group by currency
)`;
