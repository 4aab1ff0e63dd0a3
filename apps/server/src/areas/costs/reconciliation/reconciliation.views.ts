import type { RECONCILIATION_KINDS } from '@quayside/contracts/costs/cost-reports';
import type { FilterChip } from '@quayside/contracts/paging';
import type { CostCategory, InvoiceStatus, UnassignedReason } from '@quayside/domain/lists';
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { CopiedColumn, CopiedQuery } from '../../../db/copy.ts';
import { chipCondition, countBeside, inPeopleOrder, searchIn } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { checkFilter } from '../../../http/filters.ts';
import { INVOICES, INVOICE_LINES } from '../../invoices/facts.ts';
import { LOTS, RECEIPTS } from '../../stock/facts.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

export interface Sums {
  readonly invoices: bigint;
  readonly assigned: string;
  readonly unassigned: string;
  readonly excluded: string;
  readonly recoverable_tax: string;
  readonly difference: string;
  readonly total: string;
}

/** The sums of all invoices by currency. For an invoice without a typed total, lines plus tax are used instead. */
export async function sumsByCurrency(w: Work): Promise<(Sums & { currency: string; without_total: bigint })[]> {
  const result = await sql<Sums & { currency: string; without_total: bigint }>`
    select i.currency, count(*) as invoices, count(*) filter (where i.total_minor is null) as without_total,
      sum(t.assigned_minor)::text as assigned, sum(t.unassigned_minor)::text as unassigned,
      sum(t.excluded_minor)::text as excluded, sum(t.recoverable_tax_minor)::text as recoverable_tax,
      sum(coalesce(i.total_minor - t.lines_minor - t.recoverable_tax_minor - t.cost_tax_minor, 0))::text as difference,
      sum(coalesce(i.total_minor, t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor))::text as total
    from ${INVOICES} i join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
    where i.account_id = ${w.scope.accountId} and i.deleted_at is null
    group by i.currency
    order by i.currency`.execute(w.tx);
  return result.rows;
}

/** The sums of all invoices with an exchange rate, in account currency, and the number of invoices without a rate. */
export async function sumsInAccount(w: Work): Promise<Sums & { without_rate: bigint }> {
  const result = await sql<Sums & { without_rate: bigint }>`
    select count(*) filter (where rated) as invoices, count(*) filter (where not rated) as without_rate,
      coalesce(sum(assigned_account_minor) filter (where rated), 0)::text as assigned,
      coalesce(sum(unassigned_account_minor) filter (where rated), 0)::text as unassigned,
      coalesce(sum(excluded_account_minor) filter (where rated), 0)::text as excluded,
      coalesce(sum(recoverable_tax_account_minor) filter (where rated), 0)::text as recoverable_tax,
      coalesce(sum(difference_account_minor) filter (where rated), 0)::text as difference,
      coalesce(
        sum(
          lines_account_minor + recoverable_tax_account_minor + cost_tax_account_minor + difference_account_minor
        ) filter (where rated),
        0
      )::text as total
    from (
      select t.*, t.difference_account_minor is not null and t.lines_account_minor is not null as rated
      from ${INVOICES} i
      join invoice_total t on t.account_id = i.account_id and t.invoice_id = i.id
      where i.account_id = ${w.scope.accountId} and i.deleted_at is null
    ) as x`.execute(w.tx);
  const [row] = result.rows;
  if (!row) throw new Error('A sum has one row');
  return row;
}

/** SQL condition: the sums of the invoice of `t` are not known in account currency. */
const NOT_CONVERTED = sql`(t.difference_account_minor is null or t.lines_account_minor is null)`;

/** SQL condition: some lines of the invoice of `t` are converted, because the lines that they credit have a rate. */
const hasConverted = (w: Work) => sql`exists (
  select from cost_allocation x
  where x.account_id = ${w.scope.accountId} and x.invoice_id = t.invoice_id and x.superseded_at is null
    and x.account_minor is not null
)`;

/** The invoices of which some lines are converted and others are not, with their difference where it is converted. */
export async function partlyConverted(
  w: Work,
): Promise<{ readonly id: string; readonly differenceMinor: bigint | null }[]> {
  const { rows } = await sql<{ id: string; differenceMinor: bigint | null }>`
    select t.invoice_id as id, t.difference_account_minor as "differenceMinor"
    from invoice_total t join ${INVOICES} i on i.account_id = t.account_id and i.id = t.invoice_id
    where t.account_id = ${w.scope.accountId} and i.deleted_at is null and ${NOT_CONVERTED} and ${hasConverted(w)}
    `.execute(w.tx);
  return rows;
}

/** The sums of the factory costs and the inbound costs of all products. */
export async function sumOfProducts(w: Work): Promise<{ factory: bigint; inbound: bigint }> {
  const row = await w.tx
    .selectFrom('product_cost_total')
    .select([
      sql<string>`coalesce(sum(factory_minor), 0)::text`.as('factory'),
      sql<string>`coalesce(sum(inbound_minor), 0)::text`.as('inbound'),
    ])
    .where('account_id', '=', w.scope.accountId)
    .executeTakeFirstOrThrow();
  return { factory: BigInt(row.factory), inbound: BigInt(row.inbound) };
}

/**
 * The unassigned amounts by reason. Lines have a current allocation, except those of invoices in review, which have no
 * costs yet.
 */
export async function unassignedByReason(
  w: Work,
): Promise<{ reason: UnassignedReason; currency: string; lines: bigint; amount: string }[]> {
  const result = await sql<{ reason: UnassignedReason; currency: string; lines: bigint; amount: string }>`
    select u.reason, u.currency, count(*) as lines, sum(u.amount)::text as amount
    from (
      select a.unassigned_reason as reason, i.currency, a.unassigned_document_minor as amount
      from cost_allocation a join ${INVOICES} i on i.account_id = a.account_id and i.id = a.invoice_id
      where a.account_id = ${w.scope.accountId} and a.superseded_at is null and not a.is_excluded
        and a.unassigned_document_minor <> 0 and a.unassigned_reason is not null and i.deleted_at is null
      union all
      select 'IN_REVIEW', i.currency, y.cost
      from ${lines(w)} y join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = y.invoice_id
      where i.status = 'REVIEW' and i.deleted_at is null and not y.is_excluded and y.cost <> 0
    ) u
    group by u.reason, u.currency order by u.reason, u.currency`.execute(w.tx);
  return result.rows;
}

/** When the latest nightly check of all invariants finished, and how many violations it found. */
export async function lastCheck(w: Work): Promise<{ finishedAt: Date; broken: number } | null> {
  const row = await w.tx
    .selectFrom('job_run')
    .select(['finished_at', sql<number | null>`(outcome ->> 'broken')::int`.as('broken')])
    .where('account_id', '=', w.scope.accountId)
    .where('job', '=', 'cost-invariants')
    .where('finished_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.finished_at && row.broken !== null ? { finishedAt: row.finished_at, broken: row.broken } : null;
}

// ------------------------------------------------------------------ items
interface ItemFilter {
  readonly search?: string | undefined;
  readonly filter: readonly FilterChip[];
}
type SortField = 'date' | 'kind' | 'invoiceNumber' | 'amount' | 'supplier';

export interface ItemRow {
  readonly kind: (typeof RECONCILIATION_KINDS)[number];
  readonly invoice_id: string;
  readonly invoice_number: string;
  readonly company_name: string | null;
  readonly date: string;
  readonly status: InvoiceStatus;
  readonly currency: string;
  readonly line_id: string | null;
  readonly position: number | null;
  readonly line_name: string | null;
  readonly cost_type: CostCategory | null;
  readonly amount_minor: bigint;
  /**
   * The stored amount in account currency. If it is null, none is stored, and the amount of a line is converted in the
   * same way as for the sums of its invoice.
   */
  readonly account_minor: bigint | null;
  readonly reason: UnassignedReason | null;
  readonly exclusion_reason: string | null;
}

/**
 * Every line and invoice with an amount that is not assigned. The items of one kind add up to the reconciliation's sum
 * of that kind. A line contributes its unassigned amount (also while its invoice is in review, when no costs are
 * computed), its excluded amount and its recoverable tax; an invoice contributes its difference. A NO_RATE item is what
 * the sums in account currency cannot include, because it has no exchange rate: a whole invoice, or a line of a credit
 * note that credits invoices with and without one.
 */
const items = (w: Work) => sql`(
  select case when y.is_excluded then 'EXCLUDED' else 'UNASSIGNED' end as kind, y.invoice_id, y.id as line_id,
    case when y.is_excluded then y.cost else coalesce(a.unassigned_document_minor, y.cost) end as amount_minor,
    case when y.is_excluded then null else a.unassigned_account_minor end as account_minor,
    case when y.is_excluded then null when a.id is null then 'IN_REVIEW' else a.unassigned_reason end as reason
  from ${lines(w)} y
  left join cost_allocation a on a.account_id = ${w.scope.accountId} and a.line_id = y.id and a.superseded_at is null
  where y.is_excluded or coalesce(a.unassigned_document_minor, y.cost) <> 0
  union all
  select 'TAX', y.invoice_id, y.id, y.recoverable_tax, null, null from ${lines(w)} y where y.recoverable_tax <> 0
  union all
  select 'DIFFERENCE', t.invoice_id, null, v.total_minor - t.lines_minor - t.recoverable_tax_minor - t.cost_tax_minor,
    t.difference_account_minor, null
  from invoice_total t join ${INVOICES} v on v.account_id = t.account_id and v.id = t.invoice_id
  where t.account_id = ${w.scope.accountId}
    and v.total_minor <> t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor
  union all
  select 'NO_RATE', t.invoice_id, null,
    coalesce(v.total_minor, t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor), null, null
  from invoice_total t join ${INVOICES} v on v.account_id = t.account_id and v.id = t.invoice_id
  where t.account_id = ${w.scope.accountId} and ${NOT_CONVERTED} and not ${hasConverted(w)}
  union all
  select 'NO_RATE', t.invoice_id, y.id, y.cost + y.recoverable_tax, null, null
  from invoice_total t
  join ${lines(w)} y on y.invoice_id = t.invoice_id
  left join cost_allocation x on x.account_id = ${w.scope.accountId} and x.line_id = y.id and x.superseded_at is null
  where t.account_id = ${w.scope.accountId} and ${NOT_CONVERTED} and ${hasConverted(w)} and x.account_minor is null
)`;

/**
 * Lines with their effective values: whether a credit is excluded, and whether its tax is recoverable, is decided by
 * the line that it credits.
 */
const lines = (w: Work) => sql`(
  select l.id, l.invoice_id, r.is_excluded,
    l.amount_minor + case when r.is_tax_recoverable then 0 else l.tax_minor end as cost,
    case when r.is_tax_recoverable then l.tax_minor else 0 end as recoverable_tax
  from ${INVOICE_LINES} l
  join ${INVOICE_LINES} r on r.account_id = l.account_id
    and r.id = case when l.credits_line_id is null then l.id else l.credits_line_id end
  where l.account_id = ${w.scope.accountId} and l.deleted_at is null
)`;

function matching(w: Work, { search, filter }: ItemFilter): RawBuilder<unknown> {
  checkFilter(filter, { supplier: 'uuid' });
  const columns = { kind: 'x.kind', currency: 'i.currency', reason: 'x.reason' } as const;
  const chips = filter.map(
    (chip): Expression<boolean> =>
      chip.field === 'supplier'
        ? chipCondition(chip, sql.ref('i.supplier_id'), 'uuid')
        : chipCondition(chip, sql.ref(columns[chip.field as keyof typeof columns])),
  );
  const text = sql<string>`lower(
    i.invoice_number || ' ' || coalesce(s.company_name, '') || ' ' || coalesce(s.local_name, '') || ' '
      || coalesce(l.name, '')
  )`;
  return sql`${items(w)} x
    join ${INVOICES} i on i.account_id = ${w.scope.accountId} and i.id = x.invoice_id
    left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    left join ${INVOICE_LINES} l on l.account_id = i.account_id and l.id = x.line_id
    left join ${INVOICE_LINES} r on r.account_id = l.account_id
      and r.id = case when l.credits_line_id is null then l.id else l.credits_line_id end
    where ${sql.join([sql`i.deleted_at is null`, ...chips, ...searchIn(text, search)], sql` and `)}`;
}

const SORTS: Readonly<Record<SortField, RawBuilder<unknown>>> = {
  date: sql`i.date`,
  kind: sql`x.kind`,
  invoiceNumber: inPeopleOrder(sql`i.invoice_number`),
  amount: sql`x.amount_minor`,
  supplier: inPeopleOrder(sql`s.company_name`),
};

type Sort = readonly { field: SortField; direction: 'asc' | 'desc' }[] | undefined;
const orderOf = (sort: Sort = [{ field: 'date', direction: 'desc' }]): RawBuilder<unknown> =>
  sql.join([
    ...sort.map(({ field, direction }) => sql`${SORTS[field]} ${sql.raw(direction)} nulls last`),
    sql`x.invoice_id desc`,
    sql`l.position`,
    sql`x.kind`,
  ]);

/** All items that match a filter, in the order of the list, for an export with COPY. */
export const itemRows = (
  w: Work,
  q: ItemFilter & { readonly sort?: Sort },
  columns: readonly CopiedColumn[],
): CopiedQuery => sql`select ${sql.join(columns)} from ${matching(w, q)} order by ${orderOf(q.sort)}`;

/** One page of items, and the total count. */
export async function itemsPage(
  w: Work,
  q: ItemFilter & { readonly sort?: Sort },
  window: { readonly size: number; readonly offset: number },
): Promise<{ rows: ItemRow[]; count: number }> {
  const { rows } = await sql<ItemRow>`
    select x.*, i.invoice_number, s.company_name, i.date, i.status, i.currency, l.position, l.name as line_name,
      r.cost_type, case when x.kind = 'EXCLUDED' then r.exclusion_reason end as exclusion_reason
    from ${matching(w, q)} order by ${orderOf(q.sort)} limit ${window.size} offset ${window.offset}`.execute(w.tx);
  const count = await countBeside(rows, window, async () => {
    const counted = await sql<{ n: bigint }>`select count(*) as n from ${matching(w, q)}`.execute(w.tx);
    return Number(counted.rows[0]?.n ?? 0n);
  });
  return { rows, count };
}

/** What is on hand from before the account's invoices: it is outside the equation, and named beside it. */
export async function sumOfOpening(w: Work): Promise<{ lots: bigint; units: bigint; landed: bigint }> {
  const { rows } = await sql<{ lots: bigint; units: bigint; landed: bigint }>`
    select count(*) as lots, coalesce(sum(l.units), 0)::bigint as units,
      coalesce(sum(l.landed_minor), 0)::bigint as landed
    from ${RECEIPTS} r
    join ${LOTS} l on l.account_id = r.account_id and l.id = r.lot_id
    where r.account_id = ${w.scope.accountId} and l.kind = 'OPENING' and r.reversed_at is null`.execute(w.tx);
  return rows[0] ?? { lots: 0n, units: 0n, landed: 0n };
}
