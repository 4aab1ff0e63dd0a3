import { COUNT_CAP, type FilterChip, type Page } from '@quayside/contracts/paging';
import { type Compilable, type Expression, type ExpressionWrapper, type RawBuilder, sql } from 'kysely';
import { foldAccents } from './fold-accents.ts';
import type { Tx } from './tx.ts';
import type { DB } from './types.gen.ts';

interface PageQuery {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
  readonly size: number;
}

/**
 * Converts the paging parameters to a window of rows. `page` and `size` take precedence; `offset` is used only if
 * `page` is absent.
 */
export function pageWindow(q: PageQuery): { number: number; size: number; offset: number } {
  const number = q.page ?? Math.floor((q.offset ?? 0) / q.size);
  return { number, size: q.size, offset: q.page === undefined ? (q.offset ?? 0) : q.page * q.size };
}

/** Puts the rows of a page into its envelope. `count` is exact up to 10,000; 10,001 means "more than 10,000". */
export function envelope<T>(content: T[], count: number, window: { number: number; size: number }): Page<T> {
  const totalIsCapped = count > COUNT_CAP;
  const totalElements = Math.min(count, COUNT_CAP);
  const totalPages = Math.ceil(totalElements / window.size);
  return {
    content,
    totalElements,
    totalPages,
    number: window.number,
    size: window.size,
    first: window.number === 0,
    // A capped count cannot tell which page is the last, but a page that is not full must be the last.
    last: totalIsCapped ? content.length < window.size : window.number + 1 >= totalPages,
    totalIsCapped,
  };
}

/** SQL: counts the rows of a query up to 10,001. Pass a query with one column and no order. */
export const cappedCountOf = (rows: Compilable & Expression<unknown>): RawBuilder<bigint> => sql<bigint>`
  select count(*) as n
  from (select 1 from (${rows}) as matching limit ${sql.lit(COUNT_CAP + 1)}) as counted`;

/** Counts the rows of a query up to 10,001. Pass a query with one column and no order. */
export async function cappedCount(tx: Tx, rows: Compilable & Expression<unknown>): Promise<number> {
  const result = await sql<{ n: bigint }>`${cappedCountOf(rows)}`.execute(tx);
  return Number(result.rows[0]?.n ?? 0n);
}

/**
 * Counts all matching rows of a paged list. If the page is not full, it is the last one, and the count is computed
 * without a query.
 */
export async function countBeside(
  page: readonly unknown[],
  window: { size: number; offset: number },
  count: () => Promise<number>,
): Promise<number> {
  const isLast = page.length < window.size && (page.length > 0 || window.offset === 0);
  return isLast ? window.offset + page.length : count();
}

/** The pattern `%term%` for LIKE, without accents, with the wildcards in the search term escaped. */
export const containing = (text: string): string =>
  `%${foldAccents(text.toLowerCase()).replace(/[\\%_]/g, (c) => `\\${c}`)}%`;

/** SQL: a text in the order in which people look for it: INV-2 before INV-10, Ä beside A, and case does not matter. */
export const inPeopleOrder = (text: Expression<unknown>): RawBuilder<unknown> =>
  sql`lower(${text}) collate people_order`;

/** SQL condition: a text in lower case contains the word, both without their accents. */
export const holdsWord = (text: Expression<unknown>, word: string): RawBuilder<boolean> =>
  sql<boolean>`fold_accents(${text}) like ${containing(word)}`;

/** Splits a search string into lower-case words without accents, at most ten. */
export const searchWords = (search: string | undefined): string[] =>
  foldAccents((search ?? '').toLowerCase())
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 10);

/**
 * The words of a search without their punctuation, to find PAN-1 by "pan1" and PAN1 by "pan-1". The searched text must
 * have its words without punctuation too, as `product_words` adds them in the database with the same characters.
 */
export const bareWords = (search: string | undefined): string[] => searchWords(search).map(bareWord);
const bareWord = (word: string): string => word.replace(/[!-/:-@[-`{-~]/g, '') || word;

/**
 * Builds one condition for each word of the search: the column contains the word. The search is given as a text or as
 * its words. Under row-level security no index can serve these conditions, so the query reads every row of the account.
 */
export const searchIn = (
  column: RawBuilder<string> | Expression<string>,
  search: string | readonly string[] | undefined,
): RawBuilder<boolean>[] =>
  (typeof search === 'object' ? search : searchWords(search)).map((word) => holdsWord(column, word));

/** The same for a column that has its words without accents too, as `product_words` adds them in the database. */
export const searchInFolded = (column: RawBuilder<string>, words: readonly string[]): RawBuilder<boolean>[] =>
  words.map((word) => sql<boolean>`${column} like ${containing(word)}`);

type Column = Expression<unknown> | ExpressionWrapper<DB, keyof DB, unknown>;

/** Builds the SQL condition of one filter on a text, number, day or id column. */
export function chipCondition(
  chip: FilterChip,
  column: Column,
  cast: 'text' | 'numeric' | 'date' | 'uuid' = 'text',
): RawBuilder<boolean> {
  const type = sql.raw(cast);
  const value = (i: number) => sql`${chip.values[i] ?? null}::${type}`;
  switch (chip.op) {
    case 'in':
      return sql<boolean>`${column} = any(${sql.val(chip.values)}::${type}[])`;
    case 'notIn':
      return sql<boolean>`(${column} is null or ${column} <> all(${sql.val(chip.values)}::${type}[]))`;
    case 'contains':
      return holdsWord(sql`lower(${column}::text)`, chip.values[0] ?? '');
    case 'gte':
      return sql<boolean>`${column} >= ${value(0)}`;
    case 'lte':
      return sql<boolean>`${column} <= ${value(0)}`;
    case 'between':
      // Ends that are swapped mean the same range.
      return sql<boolean>`(
        ${column} >= least(${value(0)}, ${value(1)}) and ${column} <= greatest(${value(0)}, ${value(1)})
      )`;
    case 'isEmpty':
      return sql<boolean>`${column} is null`;
    case 'isNotEmpty':
      return sql<boolean>`${column} is not null`;
  }
}
