import type { ImportState, ProductImport } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { changed, emit, record as recordChange } from '../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { batchesOf, decideRows } from './imports.check.ts';
import { isField } from './imports.fields.ts';
import { type Files, hasFile, openUpload, refuseFile } from './imports.files.ts';
import { headerHash, type Layout, remember, twiceIn } from './imports.layout.ts';
import { findImport, type ImportRecord, insertImport, keepMapping, takeImportTurn, takeImportTurnWithin, updateImport } from './imports.queries.ts';
import { deleteStaged, insertStaged, rowsOfProducts } from './imports.rows.queries.ts';
import { begin, endCheck, finish, mustRefuse, newResult, store } from './imports.steps.ts';
import { findImportView } from './imports.views.ts';
import { restoreProducts } from './products.undo.ts';

/** Up to here a file is worked off while its sender waits. */
const SMALL_BYTES = 4 * 1024 * 1024;
const SMALL_ROWS = 20_000;
/** So long another import of the account is waited for; after that this one goes on by itself. */
const PATIENCE = '3s';
const MAX_KEPT = 1000;

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly mode: ProductImport['mode'];
  /** Refuse a file with wrong rows outright instead of answering an import that says so. */
  readonly isStrict?: boolean;
}

/** Takes a file in. A small one is done when this answers; a large one waits for the job. */
export async function createImport(w: Work, files: Files, upload: Upload, options: ImportOptions): Promise<ProductImport> {
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

/** Works a small file off at once, and leaves a large one, or one that would have to wait for another, to the job. */
async function work(w: Work, files: Files, record: ImportRecord, isStrict = false): Promise<void> {
  const isSmall = record.size <= SMALL_BYTES;
  const table = isSmall || isStrict ? await openUpload(files, record.storageKey ?? '') : undefined;
  if (isStrict && (table?.isWorkbook || table?.delimiter === '\t')) throw new AppError('wrong_file', { message: 'Only CSV is accepted here' });
  if (!isSmall || !table || table.total > SMALL_ROWS || !(await takeImportTurnWithin(w, PATIENCE))) return queue(w, record, 'PENDING');
  const begun = await begin(w, record, table).catch(refuseFile);
  if (isStrict && begun.layout.kind !== 'CSV') throw new AppError('wrong_file', { message: 'Only CSV is accepted here' });
  if (begun.state !== 'CHECKING') return;
  await check(w, begun, table).catch(refuseFile);
  const checked = await endCheck(w, begun);
  const { errorCount, errors } = checked.result;
  if (isStrict && errorCount > 0) {
    throw new AppError('imports.has_errors', {
      errors: errors.map((e) => ({ field: `rows.${e.row}.${e.column}`, message: e.value === '' ? e.reason : `${e.value}: ${e.reason}` })),
    });
  }
  if (checked.state === 'IMPORTING') await store(w, checked);
}

async function check(w: Work, record: ImportRecord & { readonly layout: Layout }, table: OpenTable): Promise<void> {
  const firstRow = new Map<string, number>();
  for await (const rows of batchesOf(table, record.layout, 0)) await insertStaged(w, record.id, await decideRows(w, record.layout, rows, firstRow));
}

/** The job finds it by its state; the event wakes it. */
async function queue(w: Work, record: ImportRecord, state: ImportState): Promise<void> {
  await updateImport(w, record.id, { state, tries: 0, finishedAt: null, rowsDone: 0 });
  await emit(w, changed('imports', [record.id]));
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

/** Says which column fills which field, remembers it, and checks the file again. */
export async function remapImport(w: Work, files: Files, id: string, fields: readonly (string | null)[]): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  if (record.state !== 'CHECKED' || !layout || !hasFile(record)) throw new AppError('imports.wrong_state');
  checkFields(layout, fields);
  await keepMapping(w, headerHash(layout.names), remember(layout.names, fields));
  await deleteStaged(w, id);
  await updateImport(w, id, { fields, layout: null, finishedAt: null });
  await work(w, files, { ...record, fields, layout: null, finishedAt: null });
  return getImport(w, id);
}

function checkFields({ names, kind }: Layout, fields: readonly (string | null)[]): void {
  if (fields.length !== names.length) throw fieldError('fields', `The file has ${names.length} columns`);
  const unknown = fields.findIndex((field) => field !== null && !isField(field));
  if (unknown >= 0) throw fieldError(`fields.${unknown}`, 'This field is not known');
  const twice = twiceIn(fields, kind === 'AMAZON_LISTINGS');
  if (twice !== undefined) throw fieldError(`fields.${fields.lastIndexOf(twice)}`, 'Another column fills this field already');
  if (!fields.includes('sku')) throw fieldError('fields', 'Say which column holds the SKU');
}

/** Imports a file that was checked, or the good rows of one that was refused. */
export async function startImport(w: Work, id: string, mode: ProductImport['mode']): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  const isReady = record.state === 'CHECKED' || (record.state === 'REFUSED' && mode === 'VALID_ROWS');
  if (!isReady || !layout?.fields.includes('sku') || !hasFile(record)) throw new AppError('imports.wrong_state');
  const started = { ...record, layout, mode, isDryRun: false };
  await updateImport(w, id, { mode, isDryRun: false, state: 'IMPORTING' });
  if (mustRefuse(started, mode)) await finish(w, started, 'REFUSED');
  else if ((record.rowsTotal ?? Number.POSITIVE_INFINITY) <= SMALL_ROWS && (await takeImportTurnWithin(w, PATIENCE))) await store(w, started);
  else await queue(w, started, 'IMPORTING');
  return getImport(w, id);
}

const STOPPABLE: ReadonlySet<ImportState> = new Set<ImportState>(['PENDING', 'CHECKING', 'CHECKED', 'IMPORTING']);

/** Stops an import. The job looks at the state before it keeps anything, so that nothing of the import is stored. */
export async function cancelImport(w: Work, id: string): Promise<ProductImport> {
  const record = await lockImport(w, id);
  if (!STOPPABLE.has(record.state)) throw new AppError('imports.wrong_state');
  await finish(w, record, 'CANCELLED');
  return getImport(w, id);
}

/** Takes an import back: what it added and nothing uses goes, what it changed becomes what it was, and what was touched since stays. */
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
  const details = { fileName: record.result.fileName, deleted, restored, kept: kept.length };
  await recordChange(w, { action: 'import.undone', subjectType: 'import', subjectIds: [id], details }, changed('imports', [id]));
  return getImport(w, id);
}
