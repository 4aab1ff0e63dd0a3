import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import type { Work } from '../../db/tx.ts';
import { notFound } from '../../http/errors.ts';
import { errorFileName, errorFileOf } from '../../tables/import-columns.ts';
import { findOrderImport } from './order-imports.queries.ts';
import { readRefusals } from './order-refusals.queries.ts';
import { REPORT_COLUMNS } from './order-report.rows.ts';

/** The rows of a report that were refused, each with the reasons. Throws 404 if none are kept. */
export async function orderErrorFile(
  w: Work,
  importId: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findOrderImport(w, importId);
  if (!record) throw notFound();
  const columns = record.result.columns ?? [];
  const names = REPORT_COLUMNS.filter((column) => columns.includes(column));
  const reasons = new Map<number, string>();
  async function* rows() {
    for await (const part of readRefusals(w, importId)) {
      for (const { row, reasons: all } of part)
        reasons.set(row, all.map((e) => `${e.column}: ${wordsOfStored(e.reason, w.scope.language)}`).join('; '));
      yield part.map(({ row, cells }) => ({ row, cells: names.map((name) => cells[name] ?? '') }));
    }
  }
  const body = await errorFileOf({ names, delimiter: ',' }, { rows }, async () => reasons);
  if (reasons.size === 0) throw notFound(say('imports.file_gone'));
  return { fileName: errorFileName(record.fileName), body };
}
