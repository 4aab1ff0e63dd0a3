import type { FileColumn } from './file-columns.ts';

const BOM = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * PostgreSQL's COPY options: texts always quoted, so that a spreadsheet does not turn 00123 into a number; null is an
 * empty cell.
 */
export function csvOptions(columns: readonly FileColumn[]): string {
  const texts = columns.flatMap(({ kind }, i) => (kind === 'text' ? [`c${i}`] : []));
  return `format csv${texts.length > 0 ? `, force_quote (${texts.join(', ')})` : ''}`;
}

/** A table as CSV: UTF-8 with a byte order mark, and headings. The rows are PostgreSQL's own CSV, passed through. */
export async function* csvFile(columns: readonly FileColumn[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BOM}${columns.map(({ heading }) => cell(heading)).join(',')}\n`);
  yield* rows;
}

const cell = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
