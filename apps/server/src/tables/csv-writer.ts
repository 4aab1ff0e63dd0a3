import type { FileColumn } from './file-columns.ts';

const BOM = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * PostgreSQL's COPY options. Strings are always quoted, so that a spreadsheet does not turn 00123 into a number; null
 * becomes an empty cell.
 */
export function csvOptions(columns: readonly FileColumn[]): string {
  const texts = columns.flatMap(({ kind }, i) => (kind === 'text' ? [`c${i}`] : []));
  return `format csv${texts.length > 0 ? `, force_quote (${texts.join(', ')})` : ''}`;
}

/**
 * Streams a table as CSV: in UTF-8 with a byte order mark, beginning with the headings. The rows are passed through as
 * PostgreSQL wrote them.
 */
export async function* csvFile(columns: readonly FileColumn[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BOM}${columns.map(({ heading }) => cell(heading)).join(',')}\n`);
  yield* rows;
}

const cell = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
