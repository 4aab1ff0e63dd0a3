import { say } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/product-imports';
import type { Work } from '../../db/tx.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import type { AuditAction } from '../../events/audit-actions.ts';
import { changed, record as recordChange } from '../../events/outbox.ts';
import { shown } from '../../tables/cells.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { notify } from '../notifications/public.ts';
import { type Storing, storeRows } from './imports.apply.ts';
import { finishCheck, samplesOf } from './imports.check.ts';
import { headerHash, headerNames, type Layout, layoutOf, noSku, twiceIn } from './imports.layout.ts';
import {
  findImport,
  findMapping,
  findSameFile,
  type ImportPatch,
  type ImportRecord,
  type Result,
  updateImport,
} from './imports.queries.ts';
import { deleteStaged, summarise } from './imports.rows.queries.ts';

// The state transitions of an import. A call runs through them for a small file, a job does so step by step for a large
// one.

/** A result with all counts at zero. */
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
 * PENDING → CHECKING: assigns the columns. If the SKU column is unknown, a dry run becomes CHECKED at once and waits
 * for a person's choice.
 */
export async function begin(
  w: Work,
  record: ImportRecord,
  table: OpenTable,
): Promise<ImportRecord & { readonly layout: Layout }> {
  const layout = await chooseLayout(w, record, table);
  const samples = await samplesOf(table, layout.names.length);
  const columns = layout.names.map((name, i) => ({
    name: shown(name),
    field: layout.fields[i] ?? null,
    samples: (samples[i] ?? []).map(shown),
  }));
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

/**
 * Uses a person's choice for this file or for one with the same header, or else guesses. An earlier choice that no
 * longer fits is ignored.
 */
async function chooseLayout(w: Work, record: ImportRecord, table: OpenTable): Promise<Layout> {
  if (record.fields) return layoutOf(table, { fields: record.fields, mapping: 'CHOSEN' });
  const fields = await findMapping(w, headerHash(headerNames(table)));
  if (fields?.includes('sku') && twiceIn(fields, true) === undefined)
    return layoutOf(table, { fields, mapping: 'REMEMBERED' });
  return layoutOf(table, undefined);
}

/** CHECKING → CHECKED, REFUSED or IMPORTING, after all rows were checked. */
export async function endCheck(
  w: Work,
  record: ImportRecord & { readonly layout: Layout },
): Promise<ImportRecord & { readonly layout: Layout }> {
  const summary = await finishCheck(w, record.id, record.layout);
  const checked = { ...record, result: { ...record.result, ...summary } };
  const next: ImportState = record.isDryRun ? 'CHECKED' : mustRefuse(checked, record.mode) ? 'REFUSED' : 'IMPORTING';
  if (next !== 'IMPORTING') return { ...(await finish(w, checked, next)), layout: record.layout };
  return {
    ...(await withPatch(w, checked, { state: next, result: checked.result, rowsDone: 0, tries: 0 })),
    layout: record.layout,
  };
}

/** Whether nothing may be stored: a row is invalid in all-or-nothing mode, or no row is valid. */
export function mustRefuse({ result: { counts } }: ImportRecord, mode: ImportRecord['mode']): boolean {
  return counts.fail > 0 && (mode === 'ALL_OR_NOTHING' || counts.fail === counts.rows);
}

/**
 * IMPORTING → IMPORTED or REFUSED. Beside a running check it starts in CHECKING and waits for IMPORTING. `onRows` gets
 * the progress. Returns undefined if it said to stop or the import was cancelled; the caller must then roll back.
 */
export async function store(
  w: Work,
  { id, layout, mode }: ImportRecord & { readonly layout: Layout },
  { check, onRows }: Pick<Storing, 'check' | 'onRows'> = {},
): Promise<ImportRecord | undefined> {
  const stored = await storeRows(w, { importId: id, layout, mode, check, ...(onRows && { onRows }) });
  if (stored.is === 'stopped') return undefined;
  // Locks the import: it could be cancelled until now, but not from here on.
  const record = await findImport(w, id, 'lock');
  if (record?.state !== 'IMPORTING') return undefined;
  const isAsChecked = stored.is === 'stored' && stored.isAsChecked;
  const ended = isAsChecked ? record : { ...record, result: { ...record.result, ...(await summarise(w, id)) } };
  return stored.is === 'stored' ? finish(w, ended, 'IMPORTED', stored.events) : finish(w, ended, 'REFUSED');
}

const ENDED_AS = {
  CHECKED: 'import.checked',
  IMPORTED: 'import.imported',
  REFUSED: 'import.refused',
  FAILED: 'import.failed',
  CANCELLED: 'import.cancelled',
} as const satisfies Partial<Record<ImportState, AuditAction>>;

/** Ends an import or its check: writes the audit row and notifies clients. */
export async function finish(
  w: Work,
  record: ImportRecord,
  state: keyof typeof ENDED_AS,
  events: readonly DomainEvent[] = [],
): Promise<ImportRecord> {
  const finished = await withPatch(w, record, { state, result: record.result, finishedAt: w.now });
  const { fileName, counts } = record.result;
  await recordChange(
    w,
    {
      action: ENDED_AS[state],
      subjectIds: [record.id],
      details: { name: fileName, facts: counts },
    },
    changed('imports', [record.id]),
    ...events,
  );
  await tell(w, finished);
  return finished;
}

/**
 * Notifies all members of an import that succeeded; of one that failed, only if no caller is waiting for the answer.
 */
async function tell(w: Work, { id, state, result: { fileName, counts, failure } }: ImportRecord): Promise<void> {
  const about = { type: 'IMPORT', id } as const;
  if (state === 'IMPORTED')
    await notify(w, {
      type: 'INFO',
      summary: say('notice.import_finished'),
      message: [
        say('notice.import_counts', {
          file: fileName,
          created: counts.create,
          updated: counts.update,
          skipped: counts.skip + counts.fail,
        }),
      ],
      about,
    });
  else if ((state === 'REFUSED' || state === 'FAILED') && w.scope.sessionId === null)
    await notify(w, {
      type: 'ERROR',
      summary: say('notice.import_failed'),
      message: [
        failure
          ? say('notice.import_failure', { file: fileName, failure })
          : say('notice.import_has_errors', { file: fileName }),
      ],
      about,
    });
}
