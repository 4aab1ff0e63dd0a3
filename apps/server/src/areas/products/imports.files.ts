import { MAX_IMPORT_ROWS } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import type { FileStore } from '../../ports/file-store.ts';
import { csvCell } from '../../tables/cells.ts';
import { openTable, type OpenTable, type TableSource } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { ERROR_COLUMN, hasSku } from './imports.layout.ts';
import { findImport, type ImportRecord } from './imports.queries.ts';
import { errorsBetween } from './imports.rows.queries.ts';
import { TEMPLATE_COLUMNS } from './imports.fields.ts';
import type { CellError } from './imports.rows.ts';

export type Files = Pick<FileStore, 'open' | 'read' | 'remove'>;
/** Said of a file that is no table at all. */
export const NO_TABLE = "This is no table. Send a CSV or XLSX file, or Amazon's listings report as it is.";

const sourceOf = (files: Files, key: string): TableSource => ({
  pieces: async function* () {
    for await (const piece of await files.open(key)) yield piece as Buffer;
  },
  whole: () => files.read(key),
});

/** The table of an uploaded file; undefined where it is none. Throws where it stops making sense. */
export const openFile = (files: Files, key: string): Promise<OpenTable | undefined> =>
  openTable(sourceOf(files, key), { maxRows: MAX_IMPORT_ROWS, isHeader: hasSku });

/** The same within a call: what is wrong with the file is a refusal. */
export async function openUpload(files: Files, key: string): Promise<OpenTable> {
  const table = await openFile(files, key).catch(refuseFile);
  if (!table) throw new AppError('wrong_file', { message: NO_TABLE });
  return table;
}

/** A file that stops making sense is refused at the field that it came in. */
export function refuseFile(error: unknown): never {
  throw error instanceof UnreadableTable ? fieldError('file', error.message, 'imports.unreadable') : error;
}

/**
 * The wrong rows, their cells as they were, behind a column that says what is wrong with each. It imports when it is mended: the first
 * column is not read, and what separates the cells is what the decimal comma was read by.
 */
export async function errorFile(w: Work, files: Files, id: string): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findImport(w, id);
  if (!record?.layout || record.storageKey === null) throw notFound('The file of this import is no longer there.');
  const { delimiter, names } = record.layout;
  const separator = delimiter === ';' ? ';' : ',';
  // After a second mending the file has that column already.
  const kept = (cells: readonly string[]) => (names[0] === ERROR_COLUMN ? cells.slice(1) : cells);
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(separator)}\r\n`;
  const parts = [Buffer.from(`\ufeff${line([ERROR_COLUMN, ...kept(names)])}`)];
  const table = await openFile(files, record.storageKey);
  for await (const rows of table?.rows() ?? []) {
    const errors = await errorsBetween(w, id, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0);
    const wrong = rows.filter((r) => errors.has(r.row));
    if (wrong.length === 0) continue;
    parts.push(Buffer.from(wrong.map((r) => line([reasons(errors.get(r.row) ?? []), ...kept(r.cells)])).join('')));
  }
  return { fileName: `${record.result.fileName.replace(/\.\w{1,5}$/, '')}-errors.csv`, body: Buffer.concat(parts) };
}

const reasons = (errors: readonly CellError[]) => errors.map((e) => `${e.column}: ${e.reason}`).join('; ');

/** The template: our columns and one row that imports as it is. With a byte order mark, so that spreadsheets read it as UTF-8. */
export function csvTemplate(): string {
  const example: Partial<Record<(typeof TEMPLATE_COLUMNS)[number], string>> = {
    sku: 'PAN-28-BLK',
    name: '"Cast iron pan, 28 cm"',
    asin: 'B0EXAMPLE1',
    brand: 'Example',
    status: 'ACTIVE',
    channel: 'AMAZON_UK;AMAZON_DE',
    countryOfOrigin: 'CN',
    length: '46',
    width: '29',
    height: '6',
    dimensionUnit: 'CM',
    weight: '2400',
    weightUnit: 'GR',
    supplierLeadTime: '45',
    notes: 'Delete this row',
  };
  return `\ufeff${TEMPLATE_COLUMNS.join(',')}\r\n${TEMPLATE_COLUMNS.map((column) => example[column] ?? '').join(',')}\r\n`;
}

/** Whether the file of an import is still there to be read. */
export const hasFile = (record: ImportRecord): record is ImportRecord & { readonly storageKey: string } => record.storageKey !== null;
