import { isEcbXml } from '@quayside/domain/money/ecb-file';
import type { FileReading } from '@quayside/contracts/imports';
import { decodeText } from '../../tables/decode.ts';
import type { OpenOptions } from '../../tables/open-table.ts';
import type { TableRow } from '../../tables/table.ts';
import { readingOfText, rowsOfFile, rowsOfText } from '../../tables/whole-table.ts';
import { countKnown } from './rate-headings.ts';
import { isHonestZip, isModestZip, unpack, zipEntries } from '../../tables/zip.ts';

/** The bank publishes one row per working day: 20,000 rows are 75 years. */
const MAX_ROWS = 20_000;

/** What was sent: the text of an XML file, or rows of cells. */
export type Sent = { readonly xml: string } | { readonly rows: readonly TableRow[] };

/** Reads pasted cells, or the text of a file. */
export const readSent = (text: string, isPasted: boolean): Sent =>
  isEcbXml(text) ? { xml: text } : { rows: rowsOfText(text, { isPasted, maxRows: MAX_ROWS, countKnown }) };

/**
 * Reads an uploaded file: text, a workbook, or a zip with one text file, as the European Central Bank packs its CSV.
 * Of a workbook, the first sheet with a row of headings is read. Returns undefined if the file contains no table.
 */
export async function readSentFile(
  bytes: Buffer,
  { sheet, encoding }: Pick<OpenOptions, 'sheet' | 'encoding'>,
): Promise<(Sent & { readonly reading: FileReading }) | undefined> {
  const unpacked = await onlyTextOf(bytes);
  const decoded = decodeText(unpacked ?? bytes, encoding);
  if (decoded) return { ...readSent(decoded.text, false), reading: readingOfText(decoded) };
  const isHeader = (cells: readonly string[]) => countKnown(cells) > 0;
  return rowsOfFile(bytes, { isHeader, countKnown, maxRows: MAX_ROWS, sheet });
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
