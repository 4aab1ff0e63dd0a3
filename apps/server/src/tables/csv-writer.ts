import type { FileColumn } from './file-columns.ts';

const BOM = '\ufeff';
const NEEDS_QUOTES = /[",\r\n]/;

/** What PostgreSQL is asked for: texts always in quotes, so that a spreadsheet leaves 00123 alone; nothing for what is not there. */
export function csvOptions(columns: readonly FileColumn[]): string {
  const texts = columns.flatMap(({ kind }, i) => (kind === 'text' ? [`c${i}`] : []));
  return `format csv${texts.length > 0 ? `, force_quote (${texts.join(', ')})` : ''}`;
}

/** A table as CSV: UTF-8 with a byte order mark, and the headings. The rows are PostgreSQL's own CSV, passed on as they come. */
export async function* csvFile(columns: readonly FileColumn[], rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(`${BOM}${columns.map(({ heading }) => cell(heading)).join(',')}\n`);
  yield* rows;
}

const cell = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
