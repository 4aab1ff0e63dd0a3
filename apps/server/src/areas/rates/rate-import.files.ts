import type { FileReading } from '@quayside/contracts/imports';
import { say } from '@quayside/contracts/texts/catalogue';
import { isEcbXml } from '@quayside/domain/money/ecb-file';
import { AppError } from '../../http/errors.ts';
import { decodeText } from '../../tables/decode.ts';
import type { OpenOptions } from '../../tables/open-table.ts';
import { readingOfText, rowsOfFile, rowsOfText } from '../../tables/whole-table.ts';
import { isHonestZip, isModestZip, unpack, zipEntries } from '../../tables/zip.ts';
import type { Sent } from '../imports/public.ts';
import { countKnown, type SentRates } from './rate-import.rows.ts';

/** The bank publishes one row per working day: 20,000 rows are 75 years. */
const MAX_ROWS = 20_000;

interface OpenRates {
  readonly sent: SentRates;
  readonly reading?: FileReading;
}

/**
 * Opens pasted cells, or an uploaded file: text, a workbook, or a zip with one text file, as the European Central Bank
 * packs its CSV. Of a workbook, the first sheet with a row of headings is read. Throws if there is no table.
 */
export async function openRates(sent: Sent, options: Pick<OpenOptions, 'sheet' | 'encoding'>): Promise<OpenRates> {
  if ('text' in sent) return { sent: readText(sent.text, true) };
  const bytes = await sent.files.read(sent.upload.storageKey);
  const decoded = decodeText((await onlyTextOf(bytes)) ?? bytes, options.encoding);
  if (decoded) return { sent: readText(decoded.text, false), reading: readingOfText(decoded) };
  const isHeader = (cells: readonly string[]) => countKnown(cells) > 0;
  const file = await rowsOfFile(bytes, { isHeader, countKnown, maxRows: MAX_ROWS, sheet: options.sheet });
  if (!file) throw new AppError('wrong_file', { message: say('rates.no_table') });
  return { sent: file, reading: file.reading };
}

const readText = (text: string, isPasted: boolean): SentRates =>
  isEcbXml(text) ? { xml: text } : { rows: rowsOfText(text, { isPasted, maxRows: MAX_ROWS, countKnown }) };

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
