import { wordsOfStored } from '@quayside/contracts/texts/words';
import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_IMPORT_ROWS } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { csvCell } from '../../tables/cells.ts';
import { openTable, type OpenTable, type TableSource } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { ERROR_COLUMN, hasSku } from './imports.layout.ts';
import { findImport, type ImportRecord } from './imports.queries.ts';
import { errorsBetween } from './imports.rows.queries.ts';
import { TEMPLATE_COLUMNS } from './imports.fields.ts';
import type { CellError } from './imports.rows.ts';

export type Files = Pick<StoredFiles, 'open' | 'read' | 'remove'>;
/** The error message for a file that contains no table. */
export const NO_TABLE = say('imports.no_table');

const sourceOf = (files: Files, key: string): TableSource => ({
  pieces: async function* () {
    for await (const piece of await files.open(key)) yield piece as Buffer;
  },
  whole: () => files.read(key),
});

/**
 * Opens the table in an uploaded file; undefined if the file has none. Invalid content further down in the file throws
 * when it is read.
 */
export const openFile = (files: Files, key: string): Promise<OpenTable | undefined> =>
  openTable(sourceOf(files, key), { maxRows: MAX_IMPORT_ROWS, isHeader: hasSku });

/**
 * Like `openFile`, but for calls: answers an invalid file, or a file without a table, with an error at the upload
 * field.
 */
export async function openUpload(files: Files, key: string): Promise<OpenTable> {
  const table = await openFile(files, key).catch(refuseFile);
  if (!table) throw new AppError('wrong_file', { message: NO_TABLE });
  return table;
}

/** Turns an error about the content of a file into an error at the upload field. */
export function refuseFile(error: unknown): never {
  throw error instanceof UnreadableTable ? fieldError('file', error.text, 'imports.unreadable') : error;
}

/**
 * Creates a file of the invalid rows, with their original cells and a first column that explains each error. A person
 * can correct the file and import it: the import ignores the first column. The file has the delimiter of the original,
 * with which the person's spreadsheet program opens it.
 */
export async function errorFile(
  w: Work,
  files: Files,
  id: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findImport(w, id);
  if (!record?.layout || record.storageKey === null) throw notFound(say('imports.file_gone'));
  const { delimiter, names } = record.layout;
  const separator = delimiter === ';' ? ';' : ',';
  // The error column exists already if this file is a corrected error file that has failed again.
  const kept = (cells: readonly string[]) => (names[0] === ERROR_COLUMN ? cells.slice(1) : cells);
  const line = (cells: readonly string[]) => `${cells.map(csvCell).join(separator)}\r\n`;
  const parts = [Buffer.from(`\ufeff${line([ERROR_COLUMN, ...kept(names)])}`)];
  const table = await openFile(files, record.storageKey);
  for await (const rows of table?.rows() ?? []) {
    const errors = await errorsBetween(w, id, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0);
    const wrong = rows.filter((r) => errors.has(r.row));
    if (wrong.length === 0) continue;
    parts.push(Buffer.from(wrong.map((r) => line([reasons(w, errors.get(r.row) ?? []), ...kept(r.cells)])).join('')));
  }
  return { fileName: `${record.result.fileName.replace(/\.\w{1,5}$/, '')}-errors.csv`, body: Buffer.concat(parts) };
}

const reasons = (w: Work, errors: readonly CellError[]) =>
  errors.map((e) => `${e.column}: ${wordsOfStored(e.reason, w.scope.language)}`).join('; ');

/**
 * Creates the template file: all columns, and one example row that can be imported. A byte order mark makes spreadsheet
 * programs read the file as UTF-8.
 */
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
  const cells = TEMPLATE_COLUMNS.map((column) => example[column] ?? '');
  return `\ufeff${TEMPLATE_COLUMNS.join(',')}\r\n${cells.join(',')}\r\n`;
}

/** Whether the file of the import is still stored. */
export const hasFile = (record: ImportRecord): record is ImportRecord & { readonly storageKey: string } =>
  record.storageKey !== null;
