import { findHeadings, SEARCHED_ROWS } from '@quayside/domain/heading-rows';
import { createRecords } from './records.ts';
import { headerOf, isBlank, type TableRow } from './table.ts';
import { UnreadableTable } from './unreadable.ts';

type CountKnown = (cells: readonly string[]) => number;

/** Finds the headings of a table among its first rows that are not blank. Throws if a faulty quote is in them. */
export function headingsIn(
  rows: readonly TableRow[],
  countKnown: CountKnown,
): { readonly header: TableRow | undefined; readonly headings: readonly string[]; readonly below: number } {
  const searched = rows.slice(0, SEARCHED_ROWS);
  const found = findHeadings(
    searched.map(({ cells }) => cells),
    countKnown,
  );
  const own = searched.slice(found.at, found.below);
  // Titles and rows of the table may have faulty quotes, the headings may not.
  const row = own.find(({ fault }) => fault) ?? own.at(-1) ?? searched[found.at];
  const header =
    row && headerOf({ ...row, row: own.at(-1)?.row ?? row.row, ...(!row.fault && { cells: found.headings }) });
  return { header, headings: found.headings, below: found.below };
}

const DELIMITERS = ['\t', ',', ';'] as const;
/** The beginning of a text in which the headings are looked for. */
const HEAD = 64 * 1024;

/** The separator with which the most headings are known: a title above them may have others. */
export function bestDelimiter(text: string, usual: string, countKnown: CountKnown): string {
  const head = text.slice(0, HEAD);
  const knownWith = (delimiter: string) => {
    const rows = firstRows(head, delimiter).map(({ cells }) => cells);
    return rows.length === 0 ? 0 : findHeadings(rows, countKnown).known;
  };
  let best = { delimiter: usual, known: knownWith(usual) };
  for (const delimiter of DELIMITERS) {
    if (delimiter === usual || !head.includes(delimiter)) continue;
    const known = knownWith(delimiter);
    if (known > best.known) best = { delimiter, known };
  }
  return best.delimiter;
}

function firstRows(head: string, delimiter: string): TableRow[] {
  const rows: TableRow[] = [];
  const records = createRecords(delimiter, false, (row, cells) => {
    if (rows.length < SEARCHED_ROWS && !isBlank(cells)) rows.push({ row, cells });
  });
  try {
    records.push(head);
    records.end();
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
  }
  return rows;
}
