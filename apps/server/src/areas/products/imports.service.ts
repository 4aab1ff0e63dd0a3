import type { ProductImport } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import { decodeText, type Encoding } from '../../tables/decode.ts';
import { readTable, UnreadableTable } from '../../tables/table.ts';
import { supplierIdsByName } from '../suppliers/public.ts';
import { type ReadFile, readColumns, type ReadRow, TEMPLATE_COLUMNS } from './imports.columns.ts';
import { type PlannedRow, planImport } from './imports.plan.ts';
import { findImport, findSameFile, insertImport, takeImportTurn } from './imports.queries.ts';
import { insertChangelog, insertProducts, lockProductsBySku, skuKeys } from './products.queries.ts';
import { creation, saveChanges, suppliersMoved } from './products.service.ts';

const MAX_ROWS = 10_000;
const MAX_ERRORS = 1000;
const SAMPLE_ROWS = 20;

export interface ImportFile {
  readonly bytes: Buffer;
  readonly fileName: string;
  readonly sha256: string;
}
export interface ImportOptions {
  readonly dryRun: boolean;
  readonly mode: ProductImport['mode'];
  /** Refuse a file with wrong rows outright instead of answering an import that says so. */
  readonly isStrict?: boolean;
}

/** Reads a file, decides what becomes of its rows, and stores them unless it is a dry run or rows are wrong. */
export async function importProducts(w: Work, file: ImportFile, options: ImportOptions): Promise<ProductImport> {
  const { encoding, read } = readFile(file.bytes);
  if (options.isStrict && read.kind !== 'CSV') throw new AppError('wrong_file', { message: 'Only CSV is accepted here' });
  await takeImportTurn(w);
  const plan = await planFile(w, read);
  const errors = plan.flatMap((row) => row.errors);
  if (options.isStrict && errors.length > 0) {
    throw new AppError('imports.has_errors', {
      errors: errors.slice(0, MAX_ERRORS).map((e) => ({ field: `rows.${e.row}.${e.column}`, message: e.value === '' ? e.reason : `${e.value}: ${e.reason}` })),
    });
  }
  const good = plan.filter((row) => row.action !== 'FAIL');
  const isRefused = errors.length > 0 && (options.mode === 'ALL_OR_NOTHING' || good.length === 0);
  const count = (action: PlannedRow['action']) => plan.filter((row) => row.action === action).length;
  const result: ProductImport = {
    id: w.newId(),
    state: options.dryRun ? 'CHECKED' : isRefused ? 'REFUSED' : 'IMPORTED',
    kind: read.kind,
    encoding,
    fileName: file.fileName,
    fileSha256: file.sha256,
    isDryRun: options.dryRun,
    mode: options.mode,
    counts: { rows: plan.length, create: count('CREATE'), update: count('UPDATE'), skip: count('SKIP'), fail: count('FAIL') },
    columns: read.columns,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
    sample: plan.slice(0, SAMPLE_ROWS).map((row) => ({ row: row.row, action: row.action, sku: row.state.sku, name: row.state.name })),
    sheet: null,
    progress: null,
    mapping: 'GUESSED',
    failure: null,
    createdBy: null,
    finishedAt: w.now.toISOString(),
    canUndo: false,
    undo: null,
    sameFileAs: await findSameFile(w, file.sha256),
    createdAt: w.now.toISOString(),
  };
  const ids = result.state === 'IMPORTED' ? await storeRows(w, good) : undefined;
  await insertImport(w, result);
  await record(
    w,
    {
      action: `import.${result.state.toLowerCase()}`,
      subjectType: 'import',
      subjectIds: [result.id],
      details: { fileName: result.fileName, ...result.counts },
    },
    changed('imports', [result.id]),
    ...(ids && ids.products.length > 0 ? [changed('products', ids.products), ...suppliersMoved(ids.suppliers)] : []),
  );
  return result;
}

/** One import of the account, or 404. */
export async function getImport(w: Work, id: string): Promise<ProductImport> {
  const found = await findImport(w, id);
  if (!found) throw notFound();
  return found;
}

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

function readFile(bytes: Buffer): { encoding: Encoding; read: ReadFile } {
  const decoded = decodeText(bytes);
  if (!decoded) throw new AppError('wrong_file', { message: "This is no text file. Save the table as CSV, or send Amazon's listings report as it is." });
  try {
    const table = readTable(decoded.text, MAX_ROWS);
    if (table.total > MAX_ROWS)
      throw new UnreadableTable(`The file has ${table.total.toLocaleString('en')} rows, at most ${MAX_ROWS.toLocaleString('en')} are read at once. Split it.`);
    if (table.total === 0) throw new UnreadableTable('The file has a header, but no rows.');
    return { encoding: decoded.encoding, read: readColumns(table) };
  } catch (error) {
    throw error instanceof UnreadableTable ? fieldError('file', error.message, 'imports.unreadable') : error;
  }
}

async function planFile(w: Work, read: ReadFile): Promise<PlannedRow[]> {
  const withSku = read.rows.filter((row) => row.changes.sku !== undefined);
  const keys = await skuKeys(
    w,
    withSku.map((row) => row.changes.sku ?? ''),
  );
  const keyOf = new Map<ReadRow, string>(withSku.map((row, i) => [row, keys[i] ?? '']));
  const products = await lockProductsBySku(w, [...new Set(keys)]);
  const suppliers = await supplierIdsByName(w, [...new Set(read.rows.flatMap((row) => row.supplier ?? []))]);
  return planImport(read, { keyOf, products, suppliers });
}

async function storeRows(w: Work, rows: readonly PlannedRow[]): Promise<{ products: string[]; suppliers: string[] }> {
  const created = rows.filter((row) => row.action === 'CREATE').map((row) => ({ id: w.newId(), state: row.state }));
  const updated = rows.flatMap((row) => (row.action === 'UPDATE' && row.before ? [{ before: row.before, state: row.state }] : []));
  await insertProducts(w, created);
  await insertChangelog(
    w,
    'CSV_IMPORT',
    created.map((p) => creation(p.id, p.state)),
  );
  await saveChanges(w, 'CSV_IMPORT', updated);
  const moved = updated.filter((u) => u.before.state.supplierIds.join() !== u.state.supplierIds.join());
  return {
    products: [...created.map((p) => p.id), ...updated.map((u) => u.before.id)],
    suppliers: [...new Set([...created.flatMap((p) => p.state.supplierIds), ...moved.flatMap((u) => [...u.before.state.supplierIds, ...u.state.supplierIds])])],
  };
}
