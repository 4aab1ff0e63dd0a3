import type { ImportAction } from '@quayside/contracts/imports';
import { say } from '@quayside/contracts/texts/catalogue';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import type { CellError, ErrorGroup } from './imports.types.ts';

// What the tables of checked rows have in common: a row has its number, what it would do (action), and its errors.

/** The table in which a kind of import keeps its checked rows. */
export type RowsTable = 'product_import_row' | 'supplier_import_row';

const MAX_ERRORS = 1000;
const SAMPLE_ROWS = 20;

const rowsOf = (w: Work, table: RowsTable, importId: string): RawBuilder<unknown> =>
  sql`from ${sql.table(table)} s where s.account_id = ${w.scope.accountId} and s.import_id = ${importId}`;

export async function deleteRows(w: Work, table: RowsTable, importIds: readonly string[]): Promise<void> {
  if (importIds.length === 0) return;
  await sql`
    delete from ${sql.table(table)}
    where account_id = ${w.scope.accountId} and import_id = any(${sql.val([...importIds])}::uuid[])`.execute(w.tx);
}

/** The rows by outcome, with the first errors and all errors by column and reason. */
export interface RowSummary {
  readonly counts: { rows: number; create: number; update: number; skip: number; fail: number };
  readonly errors: readonly CellError[];
  readonly errorCount: number;
  readonly errorGroups: readonly ErrorGroup[];
}

/** Counts the rows by outcome, and collects the first errors. */
export async function summariseRows(w: Work, table: RowsTable, importId: string): Promise<RowSummary> {
  const of = rowsOf(w, table, importId);
  const actions = await sql<{ action: ImportAction; n: bigint; errors: bigint }>`
    select action, count(*) as n, coalesce(sum(jsonb_array_length(errors)), 0) as errors ${of} group by action`.execute(
    w.tx,
  );
  const failed = await sql<{ errors: CellError[] }>`
    select errors ${of} and action = 'FAIL' order by row limit ${sql.lit(MAX_ERRORS)}`.execute(w.tx);
  const count = (action: ImportAction) => Number(actions.rows.find((r) => r.action === action)?.n ?? 0n);
  return {
    counts: {
      rows: actions.rows.reduce((sum, r) => sum + Number(r.n), 0),
      create: count('CREATE'),
      update: count('UPDATE'),
      skip: count('SKIP'),
      fail: count('FAIL'),
    },
    errors: failed.rows.flatMap((r) => r.errors).slice(0, MAX_ERRORS),
    errorCount: actions.rows.reduce((sum, r) => sum + Number(r.errors), 0),
    errorGroups: await errorGroupsOf(w, table, importId),
  };
}

/** The first rows of an import, with what `column` says of each. */
export async function firstRows<Value>(
  w: Work,
  table: RowsTable,
  importId: string,
  column: 'changes' | 'company_name',
): Promise<{ readonly row: number; readonly action: ImportAction; readonly value: Value }[]> {
  const { rows } = await sql<{ row: number; action: ImportAction; value: Value }>`
    select row, action, ${sql.ref(column)} as value ${rowsOf(w, table, importId)}
    order by row
    limit ${sql.lit(SAMPLE_ROWS)}`.execute(w.tx);
  return rows;
}

const MOST_VALUES = 50;
const MOST_IN_ALL = 500;

/** Groups the errors by column and reason, with their most frequent cells. */
async function errorGroupsOf(w: Work, table: RowsTable, importId: string): Promise<ErrorGroup[]> {
  // Each cell names the suppliers that its name is similar to. They are one group all the same.
  const similar = JSON.stringify(say('rows.similar_names'));
  const { rows } = await sql<ErrorGroup & { value: string; n: bigint; total: bigint; kinds: bigint }>`
    with errors as (
      select s.row, e ->> 'column' as col, e ->> 'value' as value,
        case when e -> 'reason' ->> 'code' in ('rows.supplier_similar', 'rows.supplier_similar_row')
          then ${similar}::jsonb else e -> 'reason' end as reason
      from ${sql.table(table)} s
      cross join lateral jsonb_array_elements(s.errors) as e
      where s.account_id = ${w.scope.accountId} and s.import_id = ${importId} and s.action = 'FAIL'
    ), cells as (
      select col, reason, value, count(*) as n, min(row) as first, sum(count(*)) over same as total,
        count(*) over same as kinds,
        row_number() over (partition by col, reason order by count(*) desc, min(row)) as place
      from errors
      group by col, reason, value
      window same as (partition by col, reason)
    )
    select col as column, reason, value, n, total::bigint as total, kinds
    from cells
    where place <= ${sql.lit(MOST_VALUES)}
    order by total desc, col, reason, place
    limit ${sql.lit(MOST_IN_ALL)}`.execute(w.tx);
  const groups = Map.groupBy(rows, ({ column, reason }) => JSON.stringify([column, reason]));
  return [...groups.values()].flatMap((cells) => {
    const [first] = cells;
    if (!first) return [];
    const { column, reason, total, kinds } = first;
    const values = cells.map(({ value, n }) => ({ value, count: Number(n) }));
    return [{ column, reason, code: reason.code, count: Number(total), values, valueCount: Number(kinds) }];
  });
}

/** The errors of a range of rows, by row number. */
export async function errorsBetween(
  w: Work,
  table: RowsTable,
  importId: string,
  [from, to]: readonly [from: number, to: number],
): Promise<Map<number, readonly CellError[]>> {
  const { rows } = await sql<{ row: number; errors: CellError[] }>`
    select row, errors ${rowsOf(w, table, importId)} and action = 'FAIL' and row between ${from} and ${to}`.execute(
    w.tx,
  );
  return new Map(rows.map((r) => [r.row, r.errors]));
}
