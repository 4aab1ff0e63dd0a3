import { type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
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

interface Window {
  readonly size: number;
  readonly offset: number;
}
type Rows<D, T extends keyof D, O> = SelectQueryBuilder<D, T, O>;

/**
 * Reads one page of a list that joins several tables, planned for an account of average size. The planner must know
 * about how many rows are wanted, or it prepares for a tenth of all of them, so limit and offset are literals.
 */
export async function readPage<D, T extends keyof D, O>(
  tx: Tx,
  rows: Rows<D, T, O>,
  window: Window,
): Promise<Awaited<ReturnType<Rows<D, T, O>['execute']>>> {
  await planForAverageAccount(tx);
  const page = sql<O>`${sql.raw(isPrepared(window) ? '' : PLANNED_EACH_TIME)} ${pageOf(rows, window)}`;
  return (await page.execute(tx)).rows as Awaited<ReturnType<Rows<D, T, O>['execute']>>;
}

/** A list of which one page is read: the ids of its rows in their order, and a statement that counts all of them. */
interface Listed<D, T extends keyof D> {
  readonly ids: Rows<D, T, { id: string }>;
  readonly count: RawBuilder<bigint>;
}
/** The ids of a page, each with its place, and how many rows the list has; null: the page is not full. */
export interface ChosenRow {
  readonly id: string;
  readonly place: number;
  readonly total: bigint | null;
}

/**
 * Reads one page of a list and counts the list, with one statement. It first chooses the ids of the rows, so that
 * nothing is worked out for the pages before it, and then reads what is shown of them. `read` joins the ids as
 * `chosen`, and selects their places and the total. PostgreSQL counts only if the page is full: one that is not is the
 * last, which implies the count.
 */
export async function readChosen<
  D,
  T extends keyof D,
  R extends Pick<ChosenRow, 'place' | 'total'>,
  E,
  F extends keyof E,
>(
  tx: Tx,
  { ids, count }: Listed<D, T>,
  window: Window,
  read: (chosen: AliasedRawBuilder<ChosenRow, 'chosen'>) => Rows<E, F, R>,
): Promise<{ readonly rows: R[]; readonly count: number }> {
  await planForAverageAccount(tx);
  const chosen = sql<ChosenRow>`(
    select page.id, (row_number() over ())::integer as place,
      case when count(*) over () = ${sql.lit(window.size)} then (${count}) end as total
    from (${pageOf(ids, window)}) as page
  )`.as('chosen');
  const query = read(chosen);
  const found = await (isPrepared(window) ? query : query.modifyFront(sql.raw(PLANNED_EACH_TIME))).execute();
  const rows = (found as R[]).toSorted((a, b) => a.place - b.place);
  if (rows.length === 0 && window.offset > 0) return { rows, count: await countAlone(tx, count) };
  return { rows, count: Number(rows[0]?.total ?? window.offset + rows.length) };
}

/** Counts a list of which a page beyond the end was asked for. */
async function countAlone(tx: Tx, count: RawBuilder<bigint>): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`select (${count}) as n`.execute(tx);
  return Number(rows[0]?.n ?? 0n);
}

/** Whether the statement of a page gets a name. */
const isPrepared = ({ size }: Window): boolean => USUAL_SIZES.has(size);

/**
 * SQL: one page of a list. It is prepared if its size is usual, because planning many joins takes longer than reading
 * 50 rows, but one statement for each offset would use up the names. So the page is taken from the first rows of the
 * list, and only their number is a literal, which serves many pages. They are not read beyond the page.
 */
function pageOf<D, T extends keyof D, O>(rows: Rows<D, T, O>, { size, offset }: Window): RawBuilder<unknown> {
  if (offset === 0) return sql`${rows.limit(sql.lit(size))}`;
  if (!isPrepared({ size, offset })) return sql`${rows.limit(sql.lit(size)).offset(sql.lit(offset))}`;
  let first = size;
  while (first < offset + size) first *= STEP;
  return sql`select * from (${rows.limit(sql.lit(first))}) as first limit ${sql.lit(size)} offset ${offset}`;
}

const setMode = (tx: Tx, mode: 'force_generic_plan' | 'auto') =>
  sql.raw(`${HELD}set local plan_cache_mode = ${mode}`).execute(tx);
