import type { Work } from '../../../db/tx.ts';
import { errorFileName, errorFileOf } from '../../../tables/import-columns.ts';
import { fileGone, readImport, reasonsOf } from '../../imports/public.ts';
import { ORDERS } from './order-imports.kind.ts';
import { readRefusals } from './order-refusals.queries.ts';
import { REPORT_COLUMNS } from './order-report.rows.ts';

/** The rows of a report that were refused, each with the reasons. Throws 404 if none are kept. */
export async function orderErrorFile(
  w: Work,
  importId: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await readImport(w, ORDERS, importId);
  const columns = record.layout?.columns ?? [];
  const names = REPORT_COLUMNS.filter((column) => columns.includes(column));
  const reasons = new Map<number, string>();
  async function* rows() {
    for await (const part of readRefusals(w, importId)) {
      for (const { row, reasons: all } of part) reasons.set(row, reasonsOf(w, all));
      yield part.map(({ row, cells }) => ({ row, cells: names.map((name) => cells[name] ?? '') }));
    }
  }
  const body = await errorFileOf({ names, delimiter: ',' }, { rows }, async () => reasons);
  if (reasons.size === 0) throw fileGone();
  return { fileName: errorFileName(record.fileName), body };
}
