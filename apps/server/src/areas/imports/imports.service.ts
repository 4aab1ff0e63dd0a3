import { say } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import type { Work } from '../../db/tx.ts';
import { changed, emit } from '../../events/outbox.ts';
import { AppError, notFound, withValue } from '../../http/errors.ts';
import { openStoredTable, openUploadedTable, refuseFile, type TableFiles } from '../../http/table-upload.ts';
import type { Upload } from '../../http/upload.ts';
import { wake } from '../../jobs/queue.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import {
  findImport,
  insertImport,
  takeImportTurn,
  takeImportTurnWithin,
  updateImport,
  withPatch,
} from './imports.queries.ts';
import type { Begun, Choices, FileLayout, ImportKind, ImportRecord, ImportResult, KindBase } from './imports.types.ts';
import { batchesOf, begin, beginStoring, doAllParts, endCheck, finish, mustRefuse, saveBatch, store } from './steps.ts';

/** Files up to this size are imported within the call; a job imports larger ones. */
const SMALL_BYTES = 4 * 1024 * 1024;
/** How long a call waits for another import of the account before it leaves its import to the job. */
const PATIENCE = '3s';

/** The dependencies of the import calls, in addition to their unit of work. */
export interface ImportCallDeps {
  readonly files: TableFiles;
  /** Files with up to this many rows are imported within the call; a job imports files with more rows. */
  readonly rowsInCall: number;
}

interface ImportOptions {
  readonly dryRun: boolean;
  readonly mode: ImportRecord['mode'];
  readonly choices: Choices;
  /**
   * Set if an upload with an invalid row is refused; otherwise it becomes an import that reports its invalid rows.
   * Throws if the table is none that the call accepts.
   */
  readonly strict?: (table: OpenTable) => void;
}

/** Opens the table in the file of an import; undefined if the file has none. */
export const openFile = <L extends FileLayout, R extends ImportResult>(
  kind: KindBase<L, R>,
  files: TableFiles,
  { storageKey, choices }: Pick<ImportRecord, 'storageKey' | 'choices'>,
): Promise<OpenTable | undefined> => openStoredTable(files, storageKey ?? '', { ...kind.open, ...choices.file });

/** Like `openFile`, but for calls: refuses a file without a table. */
const openUpload = <L extends FileLayout, R extends ImportResult>(
  kind: KindBase<L, R>,
  files: TableFiles,
  storageKey: string,
  { file }: Choices,
): Promise<OpenTable> => openUploadedTable(files, storageKey, { ...kind.open, ...file }, kind.noTable);

/**
 * Creates an import from a file. The import of a small file is finished when the function returns; a large one waits
 * for the job.
 */
export async function createImport<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M>,
  upload: Upload,
  { dryRun, mode, choices, strict }: ImportOptions,
): Promise<string> {
  const isSmall = isSmallFile(kind, upload.size);
  const table = isSmall || strict ? await openUpload(kind, deps.files, upload.storageKey, choices) : undefined;
  if (table) strict?.(table);
  const isNow = isSmall && table !== undefined && isFew(kind, deps, table);
  const record: ImportRecord<L, R> = {
    id: w.newId(),
    state: 'PENDING',
    mode,
    isDryRun: dryRun,
    fileName: upload.fileName,
    fileSha256: upload.sha256,
    // A file that is read now and not kept belongs to nobody, so it goes even if the process dies.
    storageKey: isNow && !kind.keepsFile ? null : upload.storageKey,
    size: upload.size,
    choices,
    layout: null,
    rowsDone: 0,
    rowsTotal: table?.total ?? null,
    tries: 0,
    cursor: null,
    result: kind.noResult,
    createdBy: w.scope.userId,
    createdAt: w.now,
    finishedAt: null,
  };
  // A large file without the columns of its kind is refused now too, as far as that can be told.
  if (table && !isNow) await kind.layoutOf(w, record, table).catch(refuseFile);
  await insertImport(w, kind, record);
  if (isNow) await work(w, kind, record, { table, isStrict: strict !== undefined });
  else await wakeFor(w, kind);
  if (isNow && !kind.keepsFile) await deps.files.remove(upload.storageKey);
  return record.id;
}

const isSmallFile = <L extends FileLayout, R extends ImportResult>({ job }: KindBase<L, R>, size: number): boolean =>
  job === null || size <= SMALL_BYTES;

const isFew = <L extends FileLayout, R extends ImportResult>(
  { job }: KindBase<L, R>,
  { rowsInCall }: ImportCallDeps,
  table: OpenTable,
): boolean => job === null || table.total <= rowsInCall;

/** Checks a file again that is stored already: now if it is small, otherwise by the job. */
async function workAgain<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M>,
  record: ImportRecord<L, R>,
): Promise<void> {
  const { size, storageKey, choices } = record;
  const table = isSmallFile(kind, size) ? await openUpload(kind, deps.files, storageKey ?? '', choices) : undefined;
  if (table && isFew(kind, deps, table)) await work(w, kind, record, { table });
  else await queue(w, kind, record, 'PENDING');
}

/** Imports a small file now, unless it would have to wait for another import. */
async function work<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  kind: ImportKind<L, R, X, B, M>,
  record: ImportRecord<L, R>,
  { table, isStrict = false }: { readonly table: OpenTable; readonly isStrict?: boolean },
): Promise<void> {
  if (kind.hasTurns && !(await takeTurn(w, kind, record))) return queue(w, kind, record, 'PENDING');
  const begun = await begin(w, kind, record, table).catch(refuseFile);
  if (begun.state !== 'CHECKING') return;
  const { checked, memory } = await check(w, kind, begun, table).catch(refuseFile);
  const { errorCount, errors } = checked.result;
  if (isStrict && errorCount > 0) {
    throw new AppError('imports.has_errors', {
      errors: errors.map((e) => ({ field: `rows.${e.row}.${e.column}`, message: withValue(e.value, e.reason) })),
    });
  }
  if (checked.state === 'IMPORTING') await store(w, kind, checked, { memory });
}

/** Without a job that could go on later, a dry run does not wait for others. */
async function takeTurn<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  { isDryRun }: ImportRecord<L, R>,
): Promise<boolean> {
  if (kind.job !== null) return takeImportTurnWithin(w, kind, PATIENCE);
  if (!isDryRun) await takeImportTurn(w, kind);
  return true;
}

async function check<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  kind: ImportKind<L, R, X, B, M>,
  begun: Begun<L, R>,
  table: OpenTable,
): Promise<{ readonly checked: Begun<L, R>; readonly memory: M }> {
  const memory = await kind.memoryOf(w, begun);
  let record = begun;
  for await (const rows of batchesOf(kind, table, begun.layout, 0)) {
    const { batch } = await kind.decide(w, record, rows, memory);
    record = await saveBatch(w, kind, record, rows, batch);
  }
  return { checked: await endCheck(w, kind, record, memory), memory };
}

/** Leaves an import to the job: sets its state and wakes the job. */
async function queue<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  { id }: ImportRecord<L, R>,
  state: ImportState,
): Promise<void> {
  await updateImport(w, id, { state, tries: 0, finishedAt: null, rowsDone: 0 });
  await emit(w, changed(kind.topic, [id]));
  await wakeFor(w, kind);
}
const wakeFor = async <L extends FileLayout, R extends ImportResult>(w: Work, { job }: KindBase<L, R>) => {
  if (job) await wake(w.tx, job, { accountId: w.scope.accountId });
};

/** Locks an import, if it is in one of these states; otherwise throws. */
export async function lockImport<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  id: string,
  fits: (record: ImportRecord<L, R>) => boolean,
): Promise<ImportRecord<L, R>> {
  const record = await findImport(w, kind, id, 'lock');
  if (!record) throw notFound();
  if (!fits(record)) throw new AppError('imports.wrong_state');
  return record;
}

/** Whether the file of the import is still there, if its kind keeps it. */
export const hasFile = <L extends FileLayout, R extends ImportResult>(
  { keepsFile }: KindBase<L, R>,
  { storageKey }: ImportRecord<L, R>,
): boolean => !keepsFile || storageKey !== null;

/** Reads the file of an import again with other choices. */
export async function checkAgain<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M>,
  record: ImportRecord<L, R>,
  changes: { readonly choices: Choices; readonly result?: R },
): Promise<void> {
  await kind.deleteStaged(w, record.id);
  await workAgain(w, deps, kind, await withPatch(w, record, { ...changes, layout: null, finishedAt: null }));
}

/** Imports a checked file, or only the valid rows of a file that was refused. */
export async function startImport<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(
  w: Work,
  deps: ImportCallDeps,
  kind: ImportKind<L, R, X, B, M>,
  id: string,
  mode: ImportRecord['mode'],
): Promise<void> {
  const record = await lockImport(
    w,
    kind,
    id,
    (found) =>
      (found.state === 'CHECKED' || (found.state === 'REFUSED' && mode === 'VALID_ROWS' && !kind.isEmpty(found))) &&
      found.result.failure === null &&
      hasFile(kind, found),
  );
  const { layout } = record;
  if (!layout) throw new AppError('imports.wrong_state');
  const started = await withPatch(w, { ...record, layout }, { mode, isDryRun: false, finishedAt: null });
  // Without a job, a file is small enough to decide its rows once more as they are now.
  if (kind.job === null) return workAgain(w, deps, kind, started);
  const storing = await beginStoring(w, kind, started);
  if (mustRefuse(kind, storing)) await finish(w, kind, storing, 'REFUSED');
  else if ((storing.rowsTotal ?? Number.POSITIVE_INFINITY) <= deps.rowsInCall && (await takeTurnNow(w, kind)))
    await store(w, kind, storing);
  else await queue(w, kind, storing, 'IMPORTING');
}
const takeTurnNow = async <L extends FileLayout, R extends ImportResult>(w: Work, kind: KindBase<L, R>) =>
  !kind.hasTurns || takeImportTurnWithin(w, kind, PATIENCE);

/**
 * Cancels an import of which nothing is stored yet. A job reads the state before it commits, and then rolls back
 * everything that it has stored.
 */
export async function cancelImport<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(w: Work, kind: ImportKind<L, R, X, B, M>, id: string): Promise<void> {
  const isWhole = kind.storing.in === 'ONE_TRANSACTION';
  const stoppable: readonly ImportState[] = [
    'PENDING',
    'CHECKING',
    'CHECKED',
    ...(isWhole ? ['IMPORTING' as const] : []),
  ];
  const record = await lockImport(w, kind, id, ({ state }) => stoppable.includes(state));
  if (!isWhole) await kind.deleteStaged(w, id);
  await finish(w, kind, record, 'CANCELLED');
}

/**
 * Undoes an import: removes what it created, unless something uses it, and restores what it changed. What was edited
 * since is kept. The undo of a large import is left to the job.
 */
export async function undoImport<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(w: Work, { rowsInCall }: ImportCallDeps, kind: ImportKind<L, R, X, B, M>, id: string): Promise<void> {
  const record = await lockImport(w, kind, id, (found) => kind.canUndo(w, found));
  const { storing } = kind;
  if (storing.in === 'PARTS') {
    const { result, rows } = storing.beginUndo(w, record);
    const patch = { state: 'UNDOING' as const, rowsDone: 0, rowsTotal: rows, tries: 0, cursor: null, result };
    await updateImport(w, id, patch);
    if (rows > rowsInCall) await wakeFor(w, kind);
    else await doAllParts(w, kind, storing, id);
  } else if (storing.chunkedUndo?.isLarge(record, rowsInCall)) {
    const { result, rows, done } = storing.chunkedUndo.begin(w, record);
    await updateImport(w, id, { state: 'UNDOING', tries: 0, rowsDone: done, rowsTotal: rows, result });
    await emit(w, changed(kind.topic, [id]));
    await wakeFor(w, kind);
  } else {
    await takeImportTurn(w, kind);
    await finish(w, kind, { ...record, result: await storing.undo(w, record) }, 'UNDONE');
  }
}
/** The refusal of an error file that is no longer kept. */
export const fileGone = (): AppError => notFound(say('imports.file_gone'));
