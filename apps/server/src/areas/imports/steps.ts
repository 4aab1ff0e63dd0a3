import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Work } from '../../db/tx.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import { changed, emit, record as recordChange } from '../../events/outbox.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { findImport, findSameFile, updateImport, withPatch } from './imports.queries.ts';
import type {
  Begun,
  EndState,
  FileLayout,
  ImportKind,
  ImportRecord,
  ImportResult,
  InParts,
  KindBase,
  Storing,
} from './imports.types.ts';

// The steps by which an import moves from state to state. For a small file, a call runs all of them; for a large one, a
// job runs them one by one.

/** PENDING → CHECKING: decides how the columns are read. A dry run whose columns leave a question open is CHECKED. */
export async function begin<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  record: ImportRecord<L, R>,
  table: OpenTable,
): Promise<Begun<L, R>> {
  const { layout, question, result: found } = await kind.layoutOf(w, record, table);
  if (question && !record.isDryRun) throw new UnreadableTable(question);
  const result: R = {
    ...found,
    counts: { ...found.counts, rows: table.total },
    sameFileAs: await findSameFile(w, kind, record),
    failure: question,
  };
  await kind.deleteStaged(w, record.id);
  const patch = { layout, result, rowsDone: 0, rowsTotal: table.total, state: 'CHECKING' as const };
  const begun = await withPatch(w, record, patch);
  return question ? { ...(await finish(w, kind, begun, 'CHECKED')), layout } : begun;
}

/** The number of rows to parse before the event loop can run other work. */
const TURN = 200;

/** Yields the parsed rows of a table in batches, without the first `skip` rows. */
export async function* batchesOf<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(kind: ImportKind<L, R, X, B, M>, table: OpenTable, layout: L, skip: number): AsyncGenerator<readonly X[]> {
  let batch: X[] = [];
  let seen = 0;
  for await (const rows of table.rows()) {
    for (const row of rows) {
      seen += 1;
      if (seen <= skip) continue;
      batch.push(kind.readRow(layout, row));
      // Let the event loop run other work every few rows, while no query of this import is under way.
      if (batch.length % TURN === 0) await yieldToEventLoop();
      if (batch.length < kind.batchRows) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Saves a batch of decided rows, with how far the check is. */
export async function saveBatch<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  kind: ImportKind<L, R, X, B, M>,
  record: Begun<L, R>,
  rows: readonly X[],
  batch: B,
): Promise<Begun<L, R>> {
  const result = await kind.stage(w, record, batch);
  return withPatch(w, record, { rowsDone: record.rowsDone + rows.length, tries: 0, ...(result && { result }) });
}

/** CHECKING → CHECKED, REFUSED or IMPORTING: ends a check after all rows have been checked. */
export async function endCheck<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  kind: ImportKind<L, R, X, B, M>,
  record: Begun<L, R>,
  memory: M,
): Promise<Begun<L, R>> {
  const result = await kind.summarise(w, record, memory);
  const checked = { ...record, result };
  const isRefused = kind.isEmpty(checked) || (!record.isDryRun && mustRefuse(kind, checked));
  if (isRefused || record.isDryRun)
    return { ...(await finish(w, kind, checked, isRefused ? 'REFUSED' : 'CHECKED')), layout: record.layout };
  return beginStoring(w, kind, checked);
}

/**
 * Whether nothing may be stored, because the mode is all or nothing and a row is invalid, or because no row is valid.
 * A kind that is stored in parts stores its valid rows.
 */
export const mustRefuse = <L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  { storing }: Pick<ImportKind<L, R, X, B, M>, 'storing'>,
  { mode, result: { counts } }: ImportRecord<L, R>,
): boolean =>
  storing.in === 'ONE_TRANSACTION' && counts.fail > 0 && (mode === 'ALL_OR_NOTHING' || counts.fail === counts.rows);

/** Begins to store the checked rows. */
export async function beginStoring<
  L extends FileLayout,
  R extends ImportResult,
  X extends { readonly row: number },
  B,
  M,
>(
  w: Work,
  { storing, keepsFile }: Pick<ImportKind<L, R, X, B, M>, 'storing' | 'keepsFile'>,
  record: Begun<L, R>,
): Promise<Begun<L, R>> {
  const { result, rows } =
    storing.in === 'PARTS' ? storing.begin(record) : { result: record.result, rows: record.rowsTotal };
  const patch = { state: 'IMPORTING' as const, isDryRun: false, rowsDone: 0, rowsTotal: rows, tries: 0, cursor: null };
  return withPatch(w, record, { ...patch, result, ...(!keepsFile && { storageKey: null }) });
}

/**
 * IMPORTING → IMPORTED or REFUSED: stores the rows in this transaction. If the check is still running, the state is
 * still CHECKING at the beginning, and the function waits until it is IMPORTING. `onRows` is called with the progress.
 * Returns undefined if `onRows` returned false or the import was cancelled; in both cases the caller must roll back.
 */
export async function store<L extends FileLayout, R extends ImportResult, X extends { readonly row: number }, B, M>(
  w: Work,
  kind: ImportKind<L, R, X, B, M>,
  begun: Begun<L, R>,
  how: Storing<M> = {},
): Promise<ImportRecord<L, R> | undefined> {
  const { id, layout } = begun;
  if (kind.storing.in === 'PARTS') {
    await doAllParts(w, kind, kind.storing, id);
    return findImport(w, kind, id);
  }
  const stored = await kind.storing.store(w, begun, how);
  if (stored.is === 'stopped') return undefined;
  // Locks the import. Until now a person could cancel it; from here on they cannot.
  const record = await findImport(w, kind, id, 'lock');
  if (record?.state !== 'IMPORTING') return undefined;
  const isAsChecked = stored.is === 'stored' && stored.isAsChecked;
  const ended = isAsChecked
    ? record
    : { ...record, result: await kind.summarise(w, { ...record, layout }, how.memory) };
  return stored.is === 'stored' ? finish(w, kind, ended, 'IMPORTED', stored.events) : finish(w, kind, ended, 'REFUSED');
}

/** Stores all parts of an import, or takes them back, in this transaction. */
export async function doAllParts<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  storing: InParts<L, R>,
  id: string,
): Promise<void> {
  while ((await doPart(w, kind, storing, id)) === 'more');
}

/** Stores the next part of an import, or takes it back. */
export async function doPart<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  storing: InParts<L, R>,
  id: string,
): Promise<'more' | 'done'> {
  await storing.lock(w);
  const record = await findImport(w, kind, id, 'lock');
  if (record?.state !== 'IMPORTING' && record?.state !== 'UNDOING') return 'done';
  const isUndo = record.state === 'UNDOING';
  const part = await (isUndo ? storing.undoPart : storing.storePart)(w, record);
  if (!part) {
    if (!isUndo) await storing.end(w, record);
    await finish(w, kind, record, isUndo ? 'UNDONE' : 'IMPORTED');
    return 'done';
  }
  const { rows, result, cursor } = part;
  await updateImport(w, id, { rowsDone: record.rowsDone + rows, tries: 0, result, cursor });
  await emit(w, ...changesOf(kind, id));
  return 'more';
}

/** The events of a change of an import. */
const changesOf = <L extends FileLayout, R extends ImportResult>(
  { topic, alsoChanged = [] }: KindBase<L, R>,
  id: string,
): DomainEvent[] => [changed(topic, [id]), ...alsoChanged.map((also) => changed(also, []))];

/** Ends an import, or a check that stores nothing: writes the audit row and notifies open tabs. */
export async function finish<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  record: ImportRecord<L, R>,
  state: EndState,
  events: readonly DomainEvent[] = [],
): Promise<ImportRecord<L, R>> {
  const { result } = record;
  const finishedAt = state === 'UNDONE' ? (record.finishedAt ?? w.now) : w.now;
  const forgotten = kind.keepsFile ? {} : { storageKey: null };
  const finished = await withPatch(w, record, { state, result, finishedAt, ...forgotten });
  await recordChange(w, kind.audit(finished, state), ...changesOf(kind, record.id), ...events);
  if (state !== 'UNDONE') await kind.tell?.(w, finished);
  return finished;
}
