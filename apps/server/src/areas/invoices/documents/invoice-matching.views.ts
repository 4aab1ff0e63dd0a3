import type { InvoiceStatus } from '@quayside/domain/lists';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { SUPPLIERS } from '../../suppliers/facts.ts';

// Finds the invoices that a document may belong to. The queries return few rows, however many invoices the account has.

const MAX_EACH = 100;

/** The facts that were found in a document and are searched for among the invoices. */
interface LookedFor {
  readonly numbers: readonly string[];
  readonly totals: readonly bigint[];
  readonly supplierIds: readonly string[];
  /** The first and the last day of each range in which the invoice may be dated. */
  readonly ranges: readonly (readonly [string, string])[];
}
export interface CandidateRow {
  readonly id: string;
  readonly invoice_number: string;
  readonly is_number_from_date: boolean;
  readonly date: string;
  readonly currency: string;
  readonly total_minor: bigint | null;
  readonly status: InvoiceStatus;
  readonly has_document: boolean;
  readonly company_name: string | null;
  readonly local_name: string | null;
}

/**
 * Finds the ids of invoices that have one of these numbers, or that are dated in one of these ranges and have one of
 * these suppliers or totals.
 */
export async function findCandidateIds(w: Work, of: LookedFor): Promise<string[]> {
  const days = sql`exists (
    select from unnest(
      ${sql.val(of.ranges.map((r) => r[0]))}::date[], ${sql.val(of.ranges.map((r) => r[1]))}::date[]
    ) as near(first, last)
    where i.date between near.first and near.last
  )`;
  const [first, last] = [of.ranges[0]?.[0] ?? '1970-01-01', of.ranges.at(-1)?.[1] ?? '1970-01-01'];
  // The condition on the whole span of days is redundant, but it is the only one that can use the index on dates.
  const span = sql`i.date between ${first}::date and ${last}::date and ${days}`;
  const mine = sql`i.account_id = ${w.scope.accountId} and i.deleted_at is null`;
  const result = await sql<{ id: string }>`
    (
      select i.id from invoice i where ${mine} and i.number_key = any(${sql.val([...of.numbers])}::text[])
      order by i.date desc limit ${sql.lit(MAX_EACH)}
    )
    union (
      select i.id
      from invoice i
      where ${mine} and i.supplier_id = any(${sql.val([...of.supplierIds])}::uuid[]) and ${span}
      order by i.date desc limit ${sql.lit(MAX_EACH)}
    )
    union (
      select i.id
      from invoice i
      where ${mine} and abs(i.total_minor) = any(${sql.val(of.totals.map(String))}::bigint[]) and ${span}
      order by i.date desc limit ${sql.lit(MAX_EACH)}
    )`.execute(w.tx);
  return result.rows.map((r) => r.id);
}

export async function findCandidates(w: Work, ids: readonly string[]): Promise<CandidateRow[]> {
  const result = await sql<CandidateRow>`
    select i.id, i.invoice_number, i.is_number_from_date, i.date, i.currency, i.total_minor, i.status,
      i.document_id is not null as has_document, s.company_name, s.local_name
    from invoice i left join ${SUPPLIERS} s on s.account_id = i.account_id and s.id = i.supplier_id
    where i.account_id = ${w.scope.accountId} and i.id = any(${sql.val([...ids])}::uuid[])
      and i.deleted_at is null`.execute(w.tx);
  return result.rows;
}
