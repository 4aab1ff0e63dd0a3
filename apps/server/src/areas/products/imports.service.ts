import { say } from '@quayside/contracts/texts/catalogue';
import type { ImportState, ProductImport } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { changed, emit, record as recordChange } from '../../events/outbox.ts';
import { AppError, fieldError, notFound, withValue } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import { wake } from '../../jobs/queue.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { batchesOf, decideRows } from './imports.check.ts';
import { isField } from './imports.fields.ts';
import { type Files, hasFile, openUpload, refuseFile } from './imports.files.ts';
import { headerHash, type Layout, remember, twiceIn } from './imports.layout.ts';
import {
  findImport,
  type ImportRecord,
  insertImport,
  saveMapping,
  takeImportTurn,
  takeImportTurnWithin,
  updateImport,
} from './imports.queries.ts';
import { deleteStaged, insertStaged, rowsOfProducts } from './imports.rows.queries.ts';
import { begin, endCheck, finish, mustRefuse, newResult, store } from './imports.steps.ts';
import { findImportView } from './imports.views.ts';
import { restoreProducts } from './products.undo.ts';

/** The largest file that is imported within the call. */
const SMALL_BYTES = 4 * 1024 * 1024;
const SMALL_ROWS = 20_000;
/** How long a call waits for another import of the account before it leaves the work to the job. */
const PATIENCE = '3s';
const MAX_KEPT = 1000;

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly mode: ProductImport['mode'];
  /** Refuse the upload if any row is invalid, instead of creating an import that reports it. */
  readonly isStrict?: boolean;
}

/** Creates an import from a file. A small one is finished on return; a large one waits for the job. */
export async function createImport(
  w: Work,
  files: Files,
  upload: Upload,
  options: ImportOptions,
): Promise<ProductImport> {
  const record: ImportRecord = {
    id: w.newId(),
    state: 'PENDING',
    mode: options.mode,
    isDryRun: options.dryRun,
    fileSha256: upload.sha256,
    storageKey: upload.storageKey,
    size: upload.size,
    fields: null,
    layout: null,
    rowsDone: 0,
    rowsTotal: null,
    tries: 0,
    result: newResult(upload.fileName),
    createdBy: w.scope.userId,
    createdAt: w.now,
    finishedAt: null,
  };
  await insertImport(w, record);
  await work(w, files, record, options.isStrict);
  return getImport(w, record.id);
}

/** Imports a small file now; leaves a large one, or one that would have to wait for another, to the job. */
async function work(w: Work, files: Files, record: ImportRecord, isStrict = false): Promise<void> {
  const isSmall = record.size <= SMALL_BYTES;
  const table = isSmall || isStrict ? await openUpload(files, record.storageKey ?? '') : undefined;
  if (isStrict && (table?.isWorkbook || table?.delimiter === '\t'))
    throw new AppError('wrong_file', { message: say('imports.only_csv') });
  if (!isSmall || !table || table.total > SMALL_ROWS || !(await takeImportTurnWithin(w, PATIENCE)))
    return queue(w, record, 'PENDING');
  const begun = await begin(w, record, table).catch(refuseFile);
  if (isStrict && begun.layout.kind !== 'CSV') throw new AppError('wrong_file', { message: say('imports.only_csv') });
  if (begun.state !== 'CHECKING') return;
  await check(w, begun, table).catch(refuseFile);
  const checked = await endCheck(w, begun);
  const { errorCount, errors } = checked.result;
  if (isStrict && errorCount > 0) {
    throw new AppError('imports.has_errors', {
      errors: errors.map((e) => ({
        field: `rows.${e.row}.${e.column}`,
        message: withValue(e.value, e.reason),
      })),
    });
  }
  if (checked.state === 'IMPORTING') await store(w, checked);
}

async function check(w: Work, record: ImportRecord & { readonly layout: Layout }, table: OpenTable): Promise<void> {
  const firstRow = new Map<string, number>();
  for await (const rows of batchesOf(table, record.layout, 0))
    await insertStaged(w, record.id, await decideRows(w, record.layout, rows, firstRow));
}

/** Sets the state by which the job finds the import. */
async function queue(w: Work, record: ImportRecord, state: ImportState): Promise<void> {
  await updateImport(w, record.id, { state, tries: 0, finishedAt: null, rowsDone: 0 });
  await emit(w, changed('imports', [record.id]));
  await wake(w.tx, 'products.import', { accountId: w.scope.accountId });
}

/** One import of the account, or 404. */
export async function getImport(w: Work, id: string): Promise<ProductImport> {
  const found = await findImportView(w, id);
  if (!found) throw notFound();
  return found;
}

async function lockImport(w: Work, id: string): Promise<ImportRecord> {
  const record = await findImport(w, id, 'lock');
  if (!record) throw notFound();
  return record;
}

/** Assigns fields to columns, stores the choice, and checks the file again. */
export async function remapImport(
  w: Work,
  files: Files,
  id: string,
  fields: readonly (string | null)[],
): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  if (record.state !== 'CHECKED' || !layout || !hasFile(record)) throw new AppError('imports.wrong_state');
  checkFields(layout, fields);
  await saveMapping(w, headerHash(layout.names), remember(layout.names, fields));
  await deleteStaged(w, id);
  await updateImport(w, id, { fields, layout: null, finishedAt: null });
  await work(w, files, { ...record, fields, layout: null, finishedAt: null });
  return getImport(w, id);
}

function checkFields({ names, kind }: Layout, fields: readonly (string | null)[]): void {
  if (fields.length !== names.length) throw fieldError('fields', say('imports.columns', { columns: names.length }));
  const unknown = fields.findIndex((field) => field !== null && !isField(field));
  if (unknown >= 0) throw fieldError(`fields.${unknown}`, say('imports.field_unknown'));
  const twice = twiceIn(fields, kind === 'AMAZON_LISTINGS');
  if (twice !== undefined) throw fieldError(`fields.${fields.lastIndexOf(twice)}`, say('imports.column_twice'));
  if (!fields.includes('sku')) throw fieldError('fields', say('imports.needs_sku'));
}

/** Imports a checked file, or the good rows of a refused one. */
export async function startImport(w: Work, id: string, mode: ProductImport['mode']): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  const isReady = record.state === 'CHECKED' || (record.state === 'REFUSED' && mode === 'VALID_ROWS');
  if (!isReady || !layout?.fields.includes('sku') || !hasFile(record)) throw new AppError('imports.wrong_state');
  const started = { ...record, layout, mode, isDryRun: false };
  await updateImport(w, id, { mode, isDryRun: false, state: 'IMPORTING' });
  if (mustRefuse(started, mode)) await finish(w, started, 'REFUSED');
  else if ((record.rowsTotal ?? Number.POSITIVE_INFINITY) <= SMALL_ROWS && (await takeImportTurnWithin(w, PATIENCE)))
    await store(w, started);
  else await queue(w, started, 'IMPORTING');
  return getImport(w, id);
}

const STOPPABLE: ReadonlySet<ImportState> = new Set<ImportState>(['PENDING', 'CHECKING', 'CHECKED', 'IMPORTING']);

/** Cancels an import. The job reads the state before it commits, so nothing of the import is stored. */
export async function cancelImport(w: Work, id: string): Promise<ProductImport> {
  const record = await lockImport(w, id);
  if (!STOPPABLE.has(record.state)) throw new AppError('imports.wrong_state');
  await finish(w, record, 'CANCELLED');
  return getImport(w, id);
}

/**
 * Undoes an import: deletes the products that it created and nothing uses, restores those that it changed, and skips
 * those that were edited since.
 */
export async function undoImport(w: Work, id: string): Promise<ProductImport> {
  const record = await lockImport(w, id);
  if (record.state !== 'IMPORTED' || !hasFile(record)) throw new AppError('imports.wrong_state');
  await takeImportTurn(w);
  const { deleted, restored, kept } = await restoreProducts(w, id, 'CSV_IMPORT');
  const rows = await rowsOfProducts(
    w,
    id,
    kept.map((k) => k.productId),
  );
  const named = kept.map((k) => ({ row: rows.get(k.productId) ?? 0, ...k })).sort((a, b) => a.row - b.row);
  const undo = { at: w.now.toISOString(), deleted, restored, keptCount: kept.length, kept: named.slice(0, MAX_KEPT) };
  await updateImport(w, id, { state: 'UNDONE', result: { ...record.result, undo } });
  const details = { name: record.result.fileName, facts: { deleted, restored, kept: kept.length } };
  await recordChange(w, { action: 'import.undone', subjectIds: [id], details }, changed('imports', [id]));
  return getImport(w, id);
}
