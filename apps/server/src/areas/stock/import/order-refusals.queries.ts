import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { RefusedRow } from './order-report.rows.ts';

// Rows of order reports that were refused. They go with what an undo needs, 30 days after the import.

/** Keeps refused rows. A row that is kept already stays: a part of a file may be read again after a kill. */
export async function insertRefusals(w: Work, importId: string, rows: readonly RefusedRow[]): Promise<void> {
  if (rows.length === 0) return;
  const parts = rows.map((one, i) => (rows[i - 1]?.row === one.row ? 2 : 1));
  await sql`
    insert into order_import_refusal (account_id, import_id, row, part, cells, reasons)
    select ${w.scope.accountId}::uuid, ${importId}::uuid, n.row, n.part, n.cells::jsonb, n.reasons::jsonb
    from unnest(
      ${sql.val(rows.map(({ row }) => row))}::integer[], ${sql.val(parts)}::smallint[],
      ${sql.val(rows.map(({ cells }) => JSON.stringify(cells)))}::text[],
      ${sql.val(rows.map(({ reasons }) => JSON.stringify(reasons)))}::text[]
    ) n(row, part, cells, reasons)
    on conflict do nothing`.execute(w.tx);
}

/** How many refused rows are read at once. */
const AT_ONCE = 5000;

/** The refused rows of an import in the order of the file, in parts. */
export async function* readRefusals(w: Work, importId: string): AsyncGenerator<readonly RefusedRow[]> {
  let after = 0;
  for (;;) {
    // With ties: both parts of a row are read together.
    const { rows } = await sql<RefusedRow>`
      select row, cells, reasons from order_import_refusal
      where account_id = ${w.scope.accountId} and import_id = ${importId} and row > ${after}
      order by row
      fetch first ${sql.lit(AT_ONCE)} rows with ties`.execute(w.tx);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
    yield rows;
  }
}
