import type { ImportState } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import { changed, record as recordChange } from '../../events/outbox.ts';
import { shown } from '../../tables/cells.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { notify } from '../notifications/public.ts';
import { type Storing, storeRows } from './imports.apply.ts';
import { finishCheck, samplesOf } from './imports.check.ts';
import { headerHash, headerNames, type Layout, layoutOf, noSku, twiceIn } from './imports.layout.ts';
import { findImport, findMapping, findSameFile, type ImportPatch, type ImportRecord, type Result, updateImport } from './imports.queries.ts';
import { deleteStaged, summarise } from './imports.rows.queries.ts';

// The way of an import from state to state. A call walks it at once for a small file, a job step by step for a large one.

/** Without anything counted yet. */
export const newResult = (fileName: string): Result => ({
  fileName,
  counts: { rows: 0, create: 0, update: 0, skip: 0, fail: 0 },
  columns: [],
  errors: [],
  errorCount: 0,
  sample: [],
  sameFileAs: null,
  failure: null,
  undo: null,
});

const withPatch = async (w: Work, record: ImportRecord, patch: ImportPatch): Promise<ImportRecord> => {
  await updateImport(w, record.id, patch);
  return { ...record, ...patch };
};

/**
 * PENDING → CHECKING: what the columns are. Where nothing says which one holds the SKU, a dry run is CHECKED at once and waits for
 * somebody who says it.
 */
export async function begin(w: Work, record: ImportRecord, table: OpenTable): Promise<ImportRecord & { readonly layout: Layout }> {
  const layout = await chooseLayout(w, record, table);
  const samples = await samplesOf(table, layout.names.length);
  const columns = layout.names.map((name, i) => ({ name: shown(name), field: layout.fields[i] ?? null, samples: (samples[i] ?? []).map(shown) }));
  const isWithoutSku = !layout.fields.includes('sku');
  if (isWithoutSku && !record.isDryRun) throw new UnreadableTable(noSku(layout.names));
  const result: Result = {
    ...newResult(record.result.fileName),
    counts: { ...newResult('').counts, rows: table.total },
    columns,
    sameFileAs: await findSameFile(w, record.fileSha256, record.id),
    failure: isWithoutSku ? noSku(layout.names) : null,
  };
  await deleteStaged(w, record.id);
  const patch = { layout, result, rowsDone: 0, rowsTotal: table.total, state: 'CHECKING' as const };
  const begun = { ...(await withPatch(w, record, patch)), layout };
  return isWithoutSku ? { ...(await finish(w, begun, 'CHECKED')), layout } : begun;
}

/** A person's choice for this file, or for one with the same header, or a guess. A choice of earlier that no longer makes sense is left. */
async function chooseLayout(w: Work, record: ImportRecord, table: OpenTable): Promise<Layout> {
  if (record.fields) return layoutOf(table, { fields: record.fields, mapping: 'CHOSEN' });
  const fields = await findMapping(w, headerHash(headerNames(table)));
  if (fields?.includes('sku') && twiceIn(fields, true) === undefined) return layoutOf(table, { fields, mapping: 'REMEMBERED' });
  return layoutOf(table, undefined);
}

/** CHECKING → CHECKED, REFUSED or IMPORTING, when all rows were looked at. */
export async function endCheck(w: Work, record: ImportRecord & { readonly layout: Layout }): Promise<ImportRecord & { readonly layout: Layout }> {
  const summary = await finishCheck(w, record.id, record.layout);
  const checked = { ...record, result: { ...record.result, ...summary } };
  const next: ImportState = record.isDryRun ? 'CHECKED' : mustRefuse(checked, record.mode) ? 'REFUSED' : 'IMPORTING';
  if (next !== 'IMPORTING') return { ...(await finish(w, checked, next)), layout: record.layout };
  return { ...(await withPatch(w, checked, { state: next, result: checked.result, rowsDone: 0, tries: 0 })), layout: record.layout };
}

/** Nothing is stored where one row is wrong and all were wanted, or where no row is right. */
export function mustRefuse({ result: { counts } }: ImportRecord, mode: ImportRecord['mode']): boolean {
  return counts.fail > 0 && (mode === 'ALL_OR_NOTHING' || counts.fail === counts.rows);
}

/**
 * IMPORTING → IMPORTED or REFUSED; with a check that still goes on, from CHECKING, when that has come to IMPORTING. `onRows` is told how
 * far it is; undefined where it said to stop or the import was cancelled: then the transaction must not be kept.
 */
export async function store(
  w: Work,
  { id, layout, mode }: ImportRecord & { readonly layout: Layout },
  { check, onRows }: Pick<Storing, 'check' | 'onRows'> = {},
): Promise<ImportRecord | undefined> {
  const stored = await storeRows(w, { importId: id, layout, mode, check, ...(onRows && { onRows }) });
  if (stored.is === 'stopped') return undefined;
  // From here on nobody can cancel it any more; somebody may have until now.
  const record = await findImport(w, id, 'lock');
  if (record?.state !== 'IMPORTING') return undefined;
  const isAsChecked = stored.is === 'stored' && stored.isAsChecked;
  const ended = isAsChecked ? record : { ...record, result: { ...record.result, ...(await summarise(w, id)) } };
  return stored.is === 'stored' ? finish(w, ended, 'IMPORTED', stored.events) : finish(w, ended, 'REFUSED');
}

/** The end of an import, or of its check: audited, and told to whoever looks. */
export async function finish(w: Work, record: ImportRecord, state: ImportState, events: readonly DomainEvent[] = []): Promise<ImportRecord> {
  const finished = await withPatch(w, record, { state, result: record.result, finishedAt: w.now });
  const { fileName, counts } = record.result;
  await recordChange(
    w,
    { action: `import.${state.toLowerCase()}`, subjectType: 'import', subjectIds: [record.id], details: { fileName, ...counts } },
    changed('imports', [record.id]),
    ...events,
  );
  await tell(w, finished);
  return finished;
}

/** What came in is told to everybody; what did not, where nobody waits for the answer of a call. */
async function tell(w: Work, { id, state, result: { fileName, counts, failure } }: ImportRecord): Promise<void> {
  const about = { type: 'IMPORT', id } as const;
  if (state === 'IMPORTED')
    await notify(w, {
      type: 'INFO',
      summary: 'Import finished',
      message: `${fileName}: ${counts.create} created, ${counts.update} updated, ${counts.skip + counts.fail} skipped.`,
      about,
    });
  else if ((state === 'REFUSED' || state === 'FAILED') && w.scope.sessionId === null)
    await notify(w, {
      type: 'ERROR',
      summary: 'Import failed',
      message: `${fileName}: ${failure ?? 'some rows have errors, so nothing was imported.'}`,
      about,
    });
}
