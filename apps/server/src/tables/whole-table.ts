import type { FileReading } from '@quayside/contracts/imports';
import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_COLUMNS } from './cells.ts';
import { decodeText } from './decode.ts';
import { bestDelimiter, headingsIn } from './head-rows.ts';
import { openTable, type OpenOptions } from './open-table.ts';
import { delimiterOf, readTable, type TableRow } from './table.ts';
import { UnreadableTable } from './unreadable.ts';

// Reads tables that are small enough to be in memory as a whole.

interface TextOptions extends Pick<OpenOptions, 'maxRows' | 'countKnown'> {
  readonly isPasted: boolean;
}
/** The rows of a file, with the row of headings first, and how the file was read. */
interface WholeFile {
  readonly rows: readonly TableRow[];
  readonly reading: FileReading;
}

/** Reads pasted cells, or the text of a file, with the row of headings first. */
export function rowsOfText(text: string, { isPasted, maxRows, countKnown }: TextOptions): TableRow[] {
  const usual = delimiterOf(text, isPasted && text.includes('\t')).delimiter;
  const delimiter = isPasted && usual === '\t' ? usual : bestDelimiter(text, usual, countKnown);
  const table = readTable(text, maxRows, { isPasted, delimiter, refusesFirst: false });
  const all = [table.header, ...table.rows];
  const { header = table.header, below } = headingsIn(all, countKnown);
  refuseSize({ rows: table.total + 1 - below, columns: header.cells.length, maxRows });
  return [header, ...all.slice(below)];
}

/**
 * Reads a text file or a workbook. Of a workbook, the sheet that a person chose is read, or the first one with a row of
 * headings. Returns undefined if the file contains no table.
 */
export async function rowsOfFile(bytes: Buffer, options: OpenOptions): Promise<WholeFile | undefined> {
  const { maxRows, countKnown } = options;
  const decoded = decodeText(bytes, options.encoding);
  if (decoded)
    return {
      rows: rowsOfText(decoded.text, { isPasted: false, maxRows, countKnown }),
      reading: readingOfText(decoded),
    };
  const table = await openTable(
    {
      pieces: async function* () {
        yield bytes;
      },
      whole: async () => bytes,
    },
    options,
  );
  if (!table) return undefined;
  const rows: TableRow[] = [table.header];
  for await (const some of table.rows()) rows.push(...some);
  refuseSize({ rows: table.total, columns: table.header.cells.length, maxRows });
  return { rows, reading: table.reading };
}

/** How a text file was read. */
export const readingOfText = ({
  encoding,
  isSure,
}: Pick<NonNullable<ReturnType<typeof decodeText>>, 'encoding' | 'isSure'>): FileReading => ({
  ...{ sheet: null, sheets: [], encoding, isEncodingSure: isSure, hiddenRows: 0, mergedCells: 0 },
});

/** Refuses a table with too many rows or columns. */
export function refuseSize({ rows, columns, maxRows }: { rows: number; columns: number; maxRows: number }): void {
  if (rows > maxRows)
    throw new UnreadableTable(
      say('table.rows', { rows: rows.toLocaleString('en'), max: maxRows.toLocaleString('en') }),
    );
  if (columns > MAX_COLUMNS) throw new UnreadableTable(say('table.columns', { columns, max: MAX_COLUMNS }));
}
