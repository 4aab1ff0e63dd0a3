import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_COLUMNS } from './cells.ts';
import { decodeText } from './decode.ts';
import { openTable } from './open-table.ts';
import { readTable, type TableRow } from './table.ts';
import { UnreadableTable } from './unreadable.ts';

// Reads tables that are small enough to be in memory as a whole.

/** Reads pasted cells, or the text of a file, with the row of headings first. */
export function rowsOfText(text: string, { isPasted, maxRows }: { isPasted: boolean; maxRows: number }): TableRow[] {
  const table = readTable(text, maxRows, { isPasted });
  refuseSize({ rows: table.total, columns: table.header.cells.length, maxRows });
  return [table.header, ...table.rows];
}

/**
 * Reads a text file or a workbook. Of a workbook, the first sheet with a row of headings is read. Returns undefined if
 * the file contains no table.
 */
export async function rowsOfFile(
  bytes: Buffer,
  { isHeader, maxRows }: { isHeader: (cells: readonly string[]) => boolean; maxRows: number },
): Promise<TableRow[] | undefined> {
  const text = decodeText(bytes)?.text;
  if (text !== undefined) return rowsOfText(text, { isPasted: false, maxRows });
  const table = await openTable(
    {
      pieces: async function* () {
        yield bytes;
      },
      whole: async () => bytes,
    },
    { maxRows, isHeader },
  );
  if (!table) return undefined;
  const rows: TableRow[] = [table.header];
  for await (const some of table.rows()) rows.push(...some);
  refuseSize({ rows: table.total, columns: table.header.cells.length, maxRows });
  return rows;
}

function refuseSize({ rows, columns, maxRows }: { rows: number; columns: number; maxRows: number }): void {
  if (rows > maxRows)
    throw new UnreadableTable(
      say('table.rows', { rows: rows.toLocaleString('en'), max: maxRows.toLocaleString('en') }),
    );
  if (columns > MAX_COLUMNS) throw new UnreadableTable(say('table.columns', { columns, max: MAX_COLUMNS }));
}
