import type { FilterChip } from '@quayside/contracts/paging';
import { DUE_BUCKETS, type DueBucket } from '@quayside/domain/payables/calendar';
import { type RawBuilder, sql } from 'kysely';
import { chipCondition } from '../../../db/paging.ts';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { checkPayableFilter, isOpenOnly, limitsOf, matching, type PayableFilter } from './payables.list.views.ts';

// Sums what is open, from the kept sums where a filter allows it. This file writes nothing.

/** What is open in one currency on one day; the day is null when it is unknown, or when the sum is over all days. */
export interface OwedSum {
  readonly currency: string;
  readonly dueOn: string | null;
  readonly count: bigint;
  readonly owedMinor: bigint;
  readonly owedBaseMinor: bigint;
  readonly withoutRate: bigint;
}

/** A filter that the kept sums can answer. */
interface KeptFilter {
  /** Whether they are needed by supplier. */
  readonly bySupplier?: boolean;
  readonly conditions: readonly RawBuilder<boolean>[];
}

const DAY = sql.ref('k.due_on');
const UNKNOWN_DAY = sql<boolean>`k.due_on = 'infinity'`;

/**
 * The filter for the kept sums, which contain only what is open: by day, currency and supplier. Undefined where the
 * filter asks for more, so that the instalments themselves have to be read.
 */
export function keptFilterOf(w: Work, q: PayableFilter): KeptFilter | undefined {
  if (q.search !== undefined) return undefined;
  checkPayableFilter(q);
  const today = todayOf(w);
  if (!isOpenOnly(q)) return undefined;
  const conditions: RawBuilder<boolean>[] = [];
  for (const chip of q.filter) {
    const condition = conditionOf(chip, today);
    if (!condition) return undefined;
    conditions.push(condition);
  }
  return { bySupplier: q.filter.some(({ field }) => field === 'supplier'), conditions };
}

const OR = sql` or `;
function conditionOf(chip: FilterChip, today: string): RawBuilder<boolean> | undefined {
  switch (chip.field) {
    case 'status':
      return chip.values.includes('UNPAID') ? sql<boolean>`true` : undefined;
    case 'overdue':
      return chip.values.join() === 'true' ? sql<boolean>`k.due_on < ${today}` : undefined;
    case 'bucket':
      return chip.values.every((bucket) => (DUE_BUCKETS as readonly string[]).includes(bucket))
        ? sql<boolean>`(${sql.join([sql`false`, ...chip.values.map((b) => inBucket(b as DueBucket, today))], OR)})`
        : undefined;
    case 'supplier':
      return chipCondition(chip, sql.ref('k.supplier_id'), 'uuid');
    case 'currency':
      return chipCondition(chip, sql.ref('k.currency'));
    case 'dueDate':
      if (chip.op === 'isEmpty') return UNKNOWN_DAY;
      if (chip.op === 'isNotEmpty') return sql<boolean>`not ${UNKNOWN_DAY}`;
      return sql<boolean>`(not ${UNKNOWN_DAY} and ${chipCondition(chip, DAY, 'date')})`;
    default:
      return undefined;
  }
}

function inBucket(bucket: DueBucket, today: string): RawBuilder<boolean> {
  if (bucket === 'NO_DAY') return UNKNOWN_DAY;
  const { from, to } = limitsOf(bucket, today);
  return sql<boolean>`(
    not ${UNKNOWN_DAY} and ${from === null ? sql`true` : sql`k.due_on >= ${from}`}
    and ${to === null ? sql`true` : sql`k.due_on <= ${to}`}
  )`;
}

/** SQL: the exact number of open instalments, from the kept sums. */
export const keptCountOf = (w: Work, kept: KeptFilter): RawBuilder<bigint> => sql<bigint>`
  select coalesce(sum(k.payment_count), 0)::bigint as n ${keptRows(w, kept)}`;

/** Reads the kept sums by currency and day, as they are stored. */
export async function listOwedByDay(w: Work): Promise<OwedSum[]> {
  const { rows } = await sql<OwedSum>`
    select k.currency, nullif(k.due_on, 'infinity') as "dueOn", k.payment_count as count, k.owed_minor as "owedMinor",
      k.owed_base_minor as "owedBaseMinor", k.without_rate as "withoutRate"
    ${keptRows(w, { conditions: [] })}`.execute(w.tx);
  return rows;
}

/** Sums what is open by currency, from the kept sums. */
export async function sumKept(w: Work, kept: KeptFilter): Promise<OwedSum[]> {
  const { rows } = await sql<OwedSum>`
    select k.currency, null as "dueOn", sum(k.payment_count)::bigint as count, sum(k.owed_minor)::bigint as "owedMinor",
      sum(k.owed_base_minor)::bigint as "owedBaseMinor", sum(k.without_rate)::bigint as "withoutRate"
    ${keptRows(w, kept)}
    group by k.currency`.execute(w.tx);
  return rows;
}

/** The kept sums that match a filter: by currency and day, or also by supplier. */
const keptRows = (w: Work, { bySupplier = false, conditions }: KeptFilter): RawBuilder<unknown> => sql`
  from ${bySupplier ? sql.table('payable_supplier') : sql.table('payable_day')} k
  where k.account_id = ${w.scope.accountId} and ${sql.join([sql`true`, ...conditions], sql` and `)}`;

/** Sums the instalments themselves, by currency. */
export async function sumPayables(w: Work, q: PayableFilter): Promise<OwedSum[]> {
  const rows = await matching(w, q)
    .select('p.currency')
    .select((eb) => [
      eb.fn.countAll<bigint>().as('count'),
      sql<bigint>`coalesce(sum(p.owed_minor), 0)::bigint`.as('owedMinor'),
      sql<bigint>`coalesce(sum(p.owed_base_minor), 0)::bigint`.as('owedBaseMinor'),
      sql<bigint>`count(*) filter (where p.owed_minor > 0 and p.owed_base_minor is null)`.as('withoutRate'),
    ])
    .groupBy('p.currency')
    .execute();
  return rows.map((row) => ({ ...row, dueOn: null }));
}
