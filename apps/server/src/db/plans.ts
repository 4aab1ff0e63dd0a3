import { type SelectQueryBuilder, sql } from 'kysely';
import { HELD } from './held.ts';
import { PLANNED_EACH_TIME } from './prepared.ts';
import type { Tx } from './tx.ts';

/** From this many rows on, foreign key checks with a stale plan cost more than planning the checks again. */
const MANY = 500;

/**
 * Runs a write of `rows` rows with new plans for its foreign key checks. PostgreSQL caches these plans for the whole
 * session, and a plan from the time when a table was small scans the whole table for each of 10,000 rows. The new plans
 * are generic. Plans for the actual values would be just as slow: while an account is being filled, the statistics do
 * not cover it, so the planner assumes it is empty and chooses to scan.
 */
export async function withFreshPlans<T>(tx: Tx, rows: number, write: () => Promise<T>): Promise<T> {
  if (rows < MANY) return write();
  await sql`discard plans`.execute(tx);
  await setMode(tx, 'force_generic_plan');
  const written = await write();
  await setMode(tx, 'auto');
  return written;
}

/**
 * Plans all further statements of this transaction for an account of average size instead of for the actual one. Use it
 * for a report that joins several tables; `readPage` does so for lists. The statistics do not know an account that was
 * filled after they were taken: the planner then assumes that it has one row in each table, and joins by reading the
 * whole account for each row. A page of 50 rows took 24 seconds in an account with 2,000 costs.
 */
export const planForAverageAccount = (tx: Tx): Promise<unknown> => setMode(tx, 'force_generic_plan');

/** The page sizes of the web's lists. */
const USUAL_SIZES: ReadonlySet<number> = new Set([15, 25, 50, 100]);
/** The pages of a list are prepared in steps: the first, the first 8, the first 64, and so on. */
const STEP = 8;

/**
 * Reads one page of a list that joins several tables, planned for an account of average size. It is prepared, because
 * planning many joins takes longer than reading 50 rows. The planner must know about how many rows are wanted, or it
 * prepares for a tenth of all of them; one statement for each offset would use up the names. So the page is taken from
 * the first rows of the list, and their number is a literal that serves many pages. They are not read beyond the page.
 */
export async function readPage<D, T extends keyof D, O>(
  tx: Tx,
  rows: SelectQueryBuilder<D, T, O>,
  { size, offset }: { readonly size: number; readonly offset: number },
): Promise<Awaited<ReturnType<SelectQueryBuilder<D, T, O>['execute']>>> {
  await planForAverageAccount(tx);
  if (!USUAL_SIZES.has(size))
    return rows.limit(sql.lit(size)).offset(sql.lit(offset)).modifyFront(sql.raw(PLANNED_EACH_TIME)).execute();
  if (offset === 0) return rows.limit(sql.lit(size)).execute();
  let first = size;
  while (first < offset + size) first *= STEP;
  const page = sql<O>`
    select * from (${rows.limit(sql.lit(first))}) as first limit ${sql.lit(size)} offset ${offset}`;
  return (await page.execute(tx)).rows as Awaited<ReturnType<SelectQueryBuilder<D, T, O>['execute']>>;
}

const setMode = (tx: Tx, mode: 'force_generic_plan' | 'auto') =>
  sql.raw(`${HELD}set local plan_cache_mode = ${mode}`).execute(tx);
