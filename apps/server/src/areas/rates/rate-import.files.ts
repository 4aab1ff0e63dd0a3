import { say } from '@quayside/contracts/texts/catalogue';
import { isEcbXml } from '@quayside/domain/money/ecb-file';
import { MAX_COLUMNS } from '../../tables/cells.ts';
import { decodeText } from '../../tables/decode.ts';
import { openTable } from '../../tables/open-table.ts';
import { readTable, type TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { isHonestZip, isModestZip, unpack, zipEntries } from '../../tables/zip.ts';

/** The bank publishes one row per working day: 20,000 rows are 75 years. */
const MAX_ROWS = 20_000;

/** What was sent: the text of an XML file, or rows of cells. */
export type Sent = { readonly xml: string } | { readonly rows: readonly TableRow[] };

/** Reads pasted cells, or the text of a file. */
export function readSent(text: string, isPasted: boolean): Sent {
  if (isEcbXml(text)) return { xml: text };
  const table = readTable(text, MAX_ROWS, { isPasted });
  refuseSize(table.total, table.header.cells.length);
  return { rows: [table.header, ...table.rows] };
}

/**
 * Reads an uploaded file: text, a workbook, or a zip with one text file, as the European Central Bank packs its CSV.
 * Of a workbook, the first sheet with a row of headings is read. Returns undefined if the file contains no table.
 */
export async function readSentFile(
  bytes: Buffer,
  isHeader: (cells: readonly string[]) => boolean,
): Promise<Sent | undefined> {
  const unpacked = await onlyTextOf(bytes);
  const text = decodeText(unpacked ?? bytes)?.text;
  if (text !== undefined) return readSent(text, false);
  const table = await openTable(
    {
      pieces: async function* () {
        yield bytes;
      },
      whole: async () => bytes,
    },
    { maxRows: MAX_ROWS, isHeader },
  );
  if (!table) return undefined;
  const rows: TableRow[] = [table.header];
  for await (const some of table.rows()) rows.push(...some);
  refuseSize(table.total, table.header.cells.length);
  return { rows };
}

/** The content of the only file of a zip, if it is a CSV or XML file. */
async function onlyTextOf(bytes: Buffer): Promise<Buffer | undefined> {
  const entries = zipEntries(bytes);
  const [only, ...more] = entries ?? [];
  if (!entries || !only || more.length > 0 || !/\.(csv|xml)$/i.test(only.name)) return undefined;
  if (!isModestZip(entries) || !(await isHonestZip(bytes, entries))) return undefined;
  const pieces: Buffer[] = [];
  for await (const piece of unpack(bytes, only)) pieces.push(piece);
  return Buffer.concat(pieces);
}

function refuseSize(rows: number, columns: number): void {
  if (rows > MAX_ROWS)
    throw new UnreadableTable(
      say('table.rows', { rows: rows.toLocaleString('en'), max: MAX_ROWS.toLocaleString('en') }),
    );
  if (columns > MAX_COLUMNS) throw new UnreadableTable(say('table.columns', { columns, max: MAX_COLUMNS }));
}
