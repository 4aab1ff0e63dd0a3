import type { ImportState } from '@quayside/contracts/imports';
import type { FilterChip, Page } from '@quayside/contracts/paging';
import { wordsOfStored } from '@quayside/contracts/texts/words';
import { type RawBuilder, sql } from 'kysely';
import { cappedCount, chipCondition, countBeside, envelope, pageWindow, searchIn } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { notFound } from '../../http/errors.ts';
import type { TableFiles } from '../../http/table-upload.ts';
import { errorFileName, errorFileOf } from '../../tables/import-columns.ts';
import { personNames } from '../accounts/public.ts';
import { findImport, toRecord } from './imports.queries.ts';
import { fileGone, openFile } from './imports.service.ts';
import type {
  CellError,
  ErrorGroup,
  FileLayout,
  ImportRecord,
  ImportResult,
  KindBase,
  MappedLayout,
} from './imports.types.ts';
import { errorsBetween, type RowsTable } from './staged-rows.queries.ts';

const RUNNING: ReadonlySet<ImportState> = new Set<ImportState>(['PENDING', 'CHECKING', 'IMPORTING', 'UNDOING']);

/** The error of a cell, as the API returns it: in the language of the caller. */
export const cellErrorAnswer = (w: Work, { reason, ...error }: CellError) => ({
  ...error,
  reason: wordsOfStored(reason, w.scope.language),
});

/** What the answers of all kinds have in common. */
export const commonAnswer = <L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  r: ImportRecord<L, R>,
) => ({
  id: r.id,
  state: r.state,
  fileName: r.fileName,
  isDryRun: r.isDryRun,
  encoding: r.layout?.encoding ?? null,
  ...(r.layout?.reading && { reading: r.layout.reading }),
  isMixed: r.layout?.isMixed ?? false,
  progress: RUNNING.has(r.state) ? { done: r.rowsDone, total: r.rowsTotal } : null,
  errors: r.result.errors.map((error) => cellErrorAnswer(w, error)),
  errorCount: r.result.errorCount,
  sameFileAs: r.result.sameFileAs,
  failure: r.result.failure ? wordsOfStored(r.result.failure, w.scope.language) : null,
  canUndo: kind.canUndo(w, r) && r.result.counts.create + r.result.counts.update > 0,
  createdAt: r.createdAt.toISOString(),
  finishedAt: r.finishedAt?.toISOString() ?? null,
});

/** The same, of kinds whose columns are assigned to fields. `names`: of the people who created the imports. */
export const mappedAnswer = <L extends MappedLayout, R extends ImportResult & { errorGroups?: readonly ErrorGroup[] }>(
  w: Work,
  kind: KindBase<L, R>,
  r: ImportRecord<L, R>,
  names: ReadonlyMap<string, string>,
) => {
  const creator = r.createdBy === null ? undefined : names.get(r.createdBy);
  return {
    ...commonAnswer(w, kind, r),
    fileSha256: r.fileSha256,
    mode: r.mode,
    sheet: r.layout?.sheet ?? null,
    mapping: r.layout?.mapping ?? ('GUESSED' as const),
    errorGroups: (r.result.errorGroups ?? []).map(({ reason, ...group }) => ({
      ...group,
      reason: wordsOfStored(reason, w.scope.language),
    })),
    createdBy: r.createdBy === null || creator === undefined ? null : { id: r.createdBy, name: creator },
  };
};

/** One import. Throws 404 if it does not exist. */
export async function readImport<L extends FileLayout, R extends ImportResult>(
  w: Work,
  kind: KindBase<L, R>,
  id: string,
): Promise<ImportRecord<L, R>> {
  const record = await findImport(w, kind, id);
  if (!record) throw notFound();
  return record;
}

/** The names of the people who created imports. */
export const creatorNames = (
  w: Work,
  records: readonly Pick<ImportRecord, 'createdBy'>[],
): Promise<ReadonlyMap<string, string>> =>
  personNames(
    w,
    records.map(({ createdBy }) => createdBy),
  );

/** What a list of imports can be asked. */
interface ListQuery {
  readonly page?: number | undefined;
  readonly offset?: number | undefined;
  readonly size: number;
  readonly filter: readonly FilterChip[];
  readonly search?: string | undefined;
  readonly sort?: readonly { readonly direction: 'asc' | 'desc' }[] | undefined;
}

/**
 * Lists imports, newest first by default. `without`: lists of the result that are left out, because with them a page
 * would have several megabytes.
 */
export async function listImports<L extends FileLayout, R extends ImportResult, A>(
  w: Work,
  kind: KindBase<L, R>,
  q: ListQuery,
  without: readonly (keyof R)[],
  answers: (records: readonly ImportRecord<L, R>[]) => Promise<A[]>,
): Promise<Page<A>> {
  const window = pageWindow(q);
  let rows = w.tx
    .selectFrom('import as i')
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.kind', '=', kind.name);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('i.state')));
  for (const word of searchIn(sql<string>`lower(i.file_name)`, q.search)) rows = rows.where(word);
  const direction = q.sort?.[0]?.direction ?? 'desc';
  const empty = JSON.stringify(Object.fromEntries(without.map((list) => [list, []])));
  const found = await rows
    .selectAll('i')
    .select(sql<null>`i.result || ${empty}::jsonb`.as('result'))
    .orderBy('i.created_at', direction)
    .orderBy('i.id', direction)
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('i.id')));
  return envelope(await answers(found.map((row) => toRecord<L, R>(row))), count, window);
}

/** A page of the rows of an import, in the order of the file by default. `words`: what a search looks at. */
export async function listRows<Row extends { row: number }, A>(
  w: Work,
  table: RowsTable,
  importId: string,
  q: ListQuery,
  { words, answer }: { readonly words: RawBuilder<string>; readonly answer: (row: Row) => A },
): Promise<Page<A>> {
  const window = pageWindow(q);
  let rows = w.tx
    .selectFrom(sql<{ account_id: string; import_id: string; row: number }>`${sql.table(table)}`.as('r'))
    .where('r.account_id', '=', w.scope.accountId)
    .where('r.import_id', '=', importId);
  for (const chip of q.filter) rows = rows.where(chipCondition(chip, sql.ref('r.action')));
  for (const word of searchIn(words, q.search)) rows = rows.where(word);
  const found = await rows
    .selectAll('r')
    .orderBy('r.row', q.sort?.[0]?.direction ?? 'asc')
    .limit(window.size)
    .offset(window.offset)
    .execute();
  const count = await countBeside(found, window, () => cappedCount(w.tx, rows.select('r.row')));
  return envelope(
    found.map((row) => answer(row as Row)),
    count,
    window,
  );
}

/** A file of the invalid rows, to be corrected and imported. */
export async function errorFile<L extends FileLayout, R extends ImportResult>(
  w: Work,
  files: TableFiles,
  kind: KindBase<L, R> & { readonly rowsTable: RowsTable },
  id: string,
): Promise<{ readonly fileName: string; readonly body: Buffer }> {
  const record = await findImport(w, kind, id);
  if (!record?.layout || record.storageKey === null) throw fileGone();
  const table = await openFile(kind, files, record);
  const body = await errorFileOf(record.layout, table, async (rows) => {
    const errors = await errorsBetween(w, kind.rowsTable, id, [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0]);
    return new Map([...errors].map(([row, all]) => [row, reasonsOf(w, all)]));
  });
  return { fileName: errorFileName(record.fileName), body };
}

/** What the audit log keeps of an undo. */
export const undoneDetails = (
  name: string,
  undo: { readonly deleted: number; readonly restored: number; readonly keptCount: number } | null,
) => ({ name, facts: { deleted: undo?.deleted ?? 0, restored: undo?.restored ?? 0, kept: undo?.keptCount ?? 0 } });

/** What is wrong with a row, as one text. */
export const reasonsOf = (w: Work, errors: readonly Pick<CellError, 'column' | 'reason'>[]): string =>
  errors.map((e) => `${e.column}: ${wordsOfStored(e.reason, w.scope.language)}`).join('; ');
