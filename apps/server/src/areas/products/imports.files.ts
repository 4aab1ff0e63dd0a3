import { wordsOfStored } from '@quayside/contracts/texts/words';
import { say } from '@quayside/contracts/texts/catalogue';
import { MAX_IMPORT_ROWS } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { notFound } from '../../http/errors.ts';
import { openStoredTable, openUploadedTable, type TableFiles } from '../../http/table-upload.ts';
import { errorFileName, errorFileOf } from '../../tables/import-columns.ts';
import type { FileChoice, OpenTable } from '../../tables/open-table.ts';
import { countKnown, hasSku } from './imports.layout.ts';
import { findImport, type ImportRecord } from './imports.queries.ts';
import { errorsBetween } from './imports.rows.queries.ts';
import { TEMPLATE_COLUMNS } from './imports.fields.ts';
import type { CellError } from './imports.rows.ts';

/** The error message for a file that contains no table. */
export const NO_TABLE = say('imports.no_table');
const OPTIONS = { maxRows: MAX_IMPORT_ROWS, isHeader: hasSku, countKnown } as const;

/** Opens the table in an uploaded file; undefined if the file has none. */
export const openFile = (files: TableFiles, key: string, choice: FileChoice = {}): Promise<OpenTable | undefined> =>
  openStoredTable(files, key, { ...OPTIONS, ...choice });

/** Like `openFile`, but for calls: refuses a file without a table. */
export const openUpload = (files: TableFiles, key: string, choice: FileChoice = {}): Promise<OpenTable> =>
  openUploadedTable(files, key, { ...OPTIONS, ...choice }, NO_TABLE);

/** Creates a file of the invalid rows, to be corrected and imported. */
export async function errorFile(
  w: Work,
  files: TableFiles,
  id: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findImport(w, id);
  if (!record?.layout || record.storageKey === null) throw notFound(say('imports.file_gone'));
  const table = await openFile(files, record.storageKey, record.result.file);
  const body = await errorFileOf(record.layout, table, async (rows) => {
    const errors = await errorsBetween(w, id, rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0);
    return new Map([...errors].map(([row, all]) => [row, reasons(w, all)]));
  });
  return { fileName: errorFileName(record.result.fileName), body };
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
