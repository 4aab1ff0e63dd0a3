import type { BodyOut } from '@quayside/contracts/endpoint';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { WrittenUnit } from '@quayside/domain/products/units';
import { say } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import { id as idSchema } from '@quayside/contracts/primitives';
import type { ProductImport, remapProductImport, ValueMapping } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { AppError, fieldError, notFound, withValue } from '../../http/errors.ts';
import { refuseFile, type TableFiles } from '../../http/table-upload.ts';
import type { Upload } from '../../http/upload.ts';
import { wake } from '../../jobs/queue.ts';
import { headerHash, mergeChoices, openMarks, remember } from '../../tables/import-columns.ts';
import type { FileChoice, OpenTable } from '../../tables/open-table.ts';
import { findMarks, saveChoices } from '../imports/public.ts';
import { suppliersByIds } from '../suppliers/public.ts';
import { batchesOf, decideRows } from './imports.check.ts';
import { isField } from './imports.fields.ts';
import { hasFile, openUpload } from './imports.files.ts';
import { type Layout, twiceIn } from './imports.layout.ts';
import {
  findImport,
  type ImportRecord,
  insertImport,
  takeImportTurn,
  takeImportTurnWithin,
  updateImport,
} from './imports.queries.ts';
import { deleteStaged, insertStaged } from './imports.rows.queries.ts';
import { begin, endCheck, finish, mustRefuse, newResult, store } from './imports.steps.ts';
import { beginUndo, endUndo, firstKept, namesOf } from './imports.undo.ts';
import { findImportView } from './imports.views.ts';
import { restoreProducts } from './products.undo.ts';

/** Files up to this size are imported within the call; a job imports larger ones. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** How long a call waits for another import of the account before it leaves its import to the job. */
const PATIENCE = '3s';

/** The dependencies of the import calls, in addition to their unit of work. */
interface ImportCallDeps {
  readonly files: TableFiles;
  /** Files with up to this many rows are imported within the call; a job imports files with more rows. */
  readonly rowsInCall: number;
}

interface ImportOptions extends FileChoice {
  readonly dryRun: boolean;
  readonly mode: ProductImport['mode'];
  /** The decimal mark of all numbers of the file; absent: decided for each column by its cells. */
  readonly decimalMark?: DecimalMark | undefined;
  /** The units of all weights and lengths whose columns name none. */
  readonly weightUnit?: WrittenUnit | undefined;
  readonly lengthUnit?: WrittenUnit | undefined;
  /**
   * If true, an upload with an invalid row is refused; otherwise it becomes an import that reports its invalid rows.
   */
  readonly isStrict?: boolean;
}

/**
 * Creates an import from a file. The import of a small file is finished when the function returns; a large one waits
 * for the job.
 */
export async function createImport(
  w: Work,
  deps: ImportCallDeps,
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
    result: {
      ...newResult(upload.fileName),
      decimalMarks: options.decimalMark ?? null,
      file: { sheet: options.sheet, encoding: options.encoding },
      units:
        options.weightUnit || options.lengthUnit ? { WEIGHT: options.weightUnit, LENGTH: options.lengthUnit } : null,
    },
    createdBy: w.scope.userId,
    createdAt: w.now,
    finishedAt: null,
  };
  await insertImport(w, record);
  await work(w, deps, record, options.isStrict);
  return getImport(w, record.id);
}

/**
 * Imports a small file now. Leaves a large file to the job, and also a file that would have to wait for another import.
 */
async function work(w: Work, deps: ImportCallDeps, record: ImportRecord, isStrict = false): Promise<void> {
  const isSmall = record.size <= SMALL_BYTES;
  const table =
    isSmall || isStrict ? await openUpload(deps.files, record.storageKey ?? '', record.result.file) : undefined;
  if (isStrict && (table?.isWorkbook || table?.delimiter === '\t'))
    throw new AppError('wrong_file', { message: say('imports.only_csv') });
  if (!isSmall || !table || table.total > deps.rowsInCall || !(await takeImportTurnWithin(w, PATIENCE)))
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

/** Leaves an import to the job: sets its state and wakes the job. */
async function queue(w: Work, record: ImportRecord, state: ImportState): Promise<void> {
  await updateImport(w, record.id, { state, tries: 0, finishedAt: null, rowsDone: 0 });
  await emit(w, changed('imports', [record.id]));
  await wake(w.tx, 'products.import', { accountId: w.scope.accountId });
}

/** One import of the account. Throws 404 if it does not exist. */
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

/**
 * Assigns fields, units and decimal marks to columns as a person has chosen, stores the choice, and checks the file
 * again. All of it is remembered for files with the same headings; a decimal mark counts there only where the cells of
 * a column do not decide.
 */
export async function remapImport(
  w: Work,
  deps: ImportCallDeps,
  id: string,
  { fields, decimalMarks, units, values, sheet, encoding }: BodyOut<typeof remapProductImport>,
): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  if (record.state !== 'CHECKED' || !layout || !hasFile(record)) throw new AppError('imports.wrong_state');
  if (!fields || sheet !== undefined || encoding !== undefined)
    return rereadImport(w, deps, record, { sheet, encoding });
  checkFields(layout, fields);
  for (const [name, chosen] of Object.entries({ decimalMarks, units }))
    if (chosen && chosen.length !== layout.names.length)
      throw fieldError(name, say('imports.columns', { columns: layout.names.length }));
  if (values) await checkSuppliers(w, values);
  const now = chosenUnits(layout, units);
  const meanings = values ?? record.result.values ?? [];
  const result = {
    ...record.result,
    decimalMarks: decimalMarks ?? record.result.decimalMarks ?? null,
    units: now,
    values: meanings,
    // Until a job has read the file again, the screen shows the new fields.
    columns: record.result.columns.map((column, i) => ({ ...column, field: fields[i] ?? null })),
  };
  const { names } = layout;
  const header = headerHash(names);
  const marks = mergeChoices(remember(names, openMarks(layout, decimalMarks ?? [])), await findMarks(w, header));
  const choices = { units: remember(names, now), values: meanings, decimalMarks: marks };
  await saveChoices(w, header, choices, remember(names, fields));
  await deleteStaged(w, id);
  const again = { fields, layout: null, result, finishedAt: null };
  await updateImport(w, id, again);
  await work(w, deps, { ...record, ...again });
  return getImport(w, id);
}

/** Reads another sheet, or the file in another encoding. Its columns are others, so their fields are guessed anew. */
async function rereadImport(
  w: Work,
  deps: ImportCallDeps,
  record: ImportRecord,
  choice: FileChoice,
): Promise<ProductImport> {
  if (choice.sheet === undefined && choice.encoding === undefined) throw fieldError('fields', say('field.required'));
  const { decimalMarks: _marks, units: _units, values: _values, ...kept } = record.result;
  const again = { fields: null, layout: null, result: { ...kept, file: choice }, finishedAt: null };
  await deleteStaged(w, record.id);
  await updateImport(w, record.id, again);
  await work(w, deps, { ...record, ...again });
  return getImport(w, record.id);
}

/** The units that a person chose: those in the request, or those with which the file was read before. */
const chosenUnits = (
  { units = [], names }: Layout,
  chosen: readonly (WrittenUnit | null)[] | undefined,
): readonly (WrittenUnit | null)[] =>
  chosen ?? names.map((_, i) => (units[i]?.from === 'CHOSEN' ? (units[i]?.unit ?? null) : null));

/** Throws if a name is said to mean a supplier that the account does not have. */
async function checkSuppliers(w: Work, values: readonly ValueMapping[]): Promise<void> {
  const ids = values.flatMap(({ field, to }) => (field === 'supplier' && to !== null && isId(to) ? [to] : []));
  const known = await suppliersByIds(w, ids);
  const unknown = values.findIndex(({ field, to }) => field === 'supplier' && to !== null && !known.has(to));
  if (unknown >= 0) throw fieldError(`values.${unknown}.to`, say('choose.supplier'));
}
const isId = (text: string) => idSchema.safeParse(text).data === text;

function checkFields({ names, kind }: Layout, fields: readonly (string | null)[]): void {
  if (fields.length !== names.length) throw fieldError('fields', say('imports.columns', { columns: names.length }));
  const unknown = fields.findIndex((field) => field !== null && !isField(field));
  if (unknown >= 0) throw fieldError(`fields.${unknown}`, say('imports.field_unknown'));
  const twice = twiceIn(fields, kind === 'AMAZON_LISTINGS');
  if (twice !== undefined) throw fieldError(`fields.${fields.lastIndexOf(twice)}`, say('imports.column_twice'));
  if (!fields.includes('sku')) throw fieldError('fields', say('imports.needs_sku'));
}

/** Imports a checked file, or only the valid rows of a file that was refused. */
export async function startImport(
  w: Work,
  { rowsInCall }: ImportCallDeps,
  id: string,
  mode: ProductImport['mode'],
): Promise<ProductImport> {
  const record = await lockImport(w, id);
  const { layout } = record;
  const isReady = record.state === 'CHECKED' || (record.state === 'REFUSED' && mode === 'VALID_ROWS');
  if (!isReady || !layout?.fields.includes('sku') || record.result.failure !== null || !hasFile(record))
    throw new AppError('imports.wrong_state');
  const started = { ...record, layout, mode, isDryRun: false };
  await updateImport(w, id, { mode, isDryRun: false, state: 'IMPORTING' });
  if (mustRefuse(started, mode)) await finish(w, started, 'REFUSED');
  else if ((record.rowsTotal ?? Number.POSITIVE_INFINITY) <= rowsInCall && (await takeImportTurnWithin(w, PATIENCE)))
    await store(w, started);
  else await queue(w, started, 'IMPORTING');
  return getImport(w, id);
}

const STOPPABLE: ReadonlySet<ImportState> = new Set<ImportState>(['PENDING', 'CHECKING', 'CHECKED', 'IMPORTING']);

/** Cancels an import. The job reads the state before it commits, and then rolls back everything that it has stored. */
export async function cancelImport(w: Work, id: string): Promise<ProductImport> {
  const record = await lockImport(w, id);
  if (!STOPPABLE.has(record.state)) throw new AppError('imports.wrong_state');
  await finish(w, record, 'CANCELLED');
  return getImport(w, id);
}

/**
 * Undoes an import: deletes the products that it created, unless something uses them, and restores the products that
 * it changed. Products that were edited since are skipped. The undo of a large import is left to the job.
 */
export async function undoImport(w: Work, { rowsInCall }: ImportCallDeps, id: string): Promise<ProductImport> {
  const record = await lockImport(w, id);
  if (record.state !== 'IMPORTED' || !hasFile(record)) throw new AppError('imports.wrong_state');
  const { create, update } = record.result.counts;
  if (create + update > rowsInCall || record.result.undoing) await beginUndo(w, record);
  else {
    await takeImportTurn(w);
    const { deleted, restored, kept } = await restoreProducts(w, id, 'CSV_IMPORT');
    const named = firstKept(await namesOf(w, id, kept));
    await endUndo(w, record, { deleted, restored, keptCount: kept.length, kept: named });
  }
  return getImport(w, id);
}
