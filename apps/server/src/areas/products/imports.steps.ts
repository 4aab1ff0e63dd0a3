import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ImportState } from '@quayside/contracts/imports';
import type { Work } from '../../db/tx.ts';
import type { DomainEvent } from '../../events/catalog.ts';
import type { AuditAction } from '../../events/audit-actions.ts';
import { changed, record as recordChange } from '../../events/outbox.ts';
import { shown } from '../../tables/cells.ts';
import { expand, headerHash, headerNames, numberOpen, openColumn, samplesOf } from '../../tables/import-columns.ts';
import type { OpenTable } from '../../tables/open-table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { findMapping } from '../imports/public.ts';
import { notify } from '../notifications/public.ts';
import { type Storing, storeRows } from './imports.apply.ts';
import { finishCheck } from './imports.check.ts';
import { columnWithoutUnit, type Layout, layoutOf, noSku, sameField, twiceIn, unitOpen } from './imports.layout.ts';
import {
  findImport,
  type MappingChoices,
  findSameFile,
  type ImportPatch,
  type ImportRecord,
  type Result,
  updateImport,
} from './imports.queries.ts';
import { deleteStaged, summarise } from './imports.rows.queries.ts';

// The steps by which an import moves from state to state. For a small file, a call runs all of them; for a large one, a
// job runs them one by one.

/** A result in which all counts are zero. */
export const newResult = (fileName: string): Result => ({
  fileName,
  counts: { rows: 0, create: 0, update: 0, skip: 0, fail: 0 },
  columns: [],
  errors: [],
  errorCount: 0,
  errorGroups: [],
  sample: [],
  parcels: null,
  sameFileAs: null,
  failure: null,
  undo: null,
});

const withPatch = async (w: Work, record: ImportRecord, patch: ImportPatch): Promise<ImportRecord> => {
  await updateImport(w, record.id, patch);
  return { ...record, ...patch };
};

/**
 * PENDING → CHECKING: assigns fields to columns, and decides how their numbers are read. If no SKU column is found, or
 * numbers can be read in two ways, a dry run becomes CHECKED at once and waits until a person decides.
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
    numbers: layout.numbers?.[i] ?? null,
    unit: layout.units?.[i] ?? null,
  }));
  const failure = openQuestion(layout, samples);
  if (failure && !record.isDryRun) throw new UnreadableTable(failure);
  const result: Result = {
    ...newResult(record.result.fileName),
    counts: { ...newResult('').counts, rows: table.total },
    columns,
    sameFileAs: await findSameFile(w, record.fileSha256, record.id),
    failure,
    decimalMarks: record.result.decimalMarks ?? null,
    units: record.result.units ?? null,
    values: layout.values ?? [],
    ...(record.result.file && { file: record.result.file }),
  };
  await deleteStaged(w, record.id);
  const patch = { layout, result, rowsDone: 0, rowsTotal: table.total, state: 'CHECKING' as const };
  const begun = { ...(await withPatch(w, record, patch)), layout };
  return failure ? { ...(await finish(w, begun, 'CHECKED')), layout } : begun;
}

/** What a person must tell before the rows can be checked; null if nothing is open. */
function openQuestion(layout: Layout, samples: readonly (readonly string[])[]): Text | null {
  if (!layout.fields.includes('sku')) return noSku(layout.names);
  const twice = sameField(layout);
  if (twice) return twice;
  const number = openColumn(layout);
  if (number >= 0) return numberOpen(layout, number);
  const unit = columnWithoutUnit(layout, samples);
  return unit >= 0 ? unitOpen(layout, unit) : null;
}

/**
 * Assigns fields to columns as a person has chosen for this file or for an earlier one with the same header, or guesses
 * them. A choice for an earlier file is ignored if it does not fit.
 */
async function chooseLayout(w: Work, record: ImportRecord, table: OpenTable): Promise<Layout> {
  const { decimalMarks: chosen = null, units = null, values = [] } = record.result;
  const names = headerNames(table);
  const { fields, choices } = (await findMapping<MappingChoices>(w, headerHash(names))) ?? {};
  const marks = { chosen, remembered: expand(names, choices?.decimalMarks ?? []) };
  if (record.fields) return { ...layoutOf(table, { fields: record.fields, mapping: 'CHOSEN' }, marks, units), values };
  if (fields?.includes('sku') && twiceIn(fields, true) === undefined)
    return {
      ...layoutOf(
        table,
        { fields, mapping: 'REMEMBERED' },
        marks,
        units ?? (choices?.units ? expand(names, choices.units) : null),
      ),
      values: choices?.values ?? [],
    };
  return layoutOf(table, undefined, marks, units);
}

/** CHECKING → CHECKED, REFUSED or IMPORTING: ends a check after all rows have been checked. */
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

/**
 * Whether nothing may be stored, because the mode is all or nothing and a row is invalid, or because no row is valid.
 */
export function mustRefuse({ result: { counts } }: ImportRecord, mode: ImportRecord['mode']): boolean {
  return counts.fail > 0 && (mode === 'ALL_OR_NOTHING' || counts.fail === counts.rows);
}

/**
 * IMPORTING → IMPORTED or REFUSED: stores the rows. If the check is still running, the state is still CHECKING at the
 * beginning, and the function waits until it is IMPORTING. `onRows` is called with the progress. Returns undefined if
 * `onRows` returned false or the import was cancelled; in both cases the caller must roll back.
 */
export async function store(
  w: Work,
  { id, layout, mode }: ImportRecord & { readonly layout: Layout },
  { check, onRows }: Pick<Storing, 'check' | 'onRows'> = {},
): Promise<ImportRecord | undefined> {
  const stored = await storeRows(w, { importId: id, layout, mode, check, ...(onRows && { onRows }) });
  if (stored.is === 'stopped') return undefined;
  // Locks the import. Until now a person could cancel it; from here on they cannot.
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

/** Ends an import, or a check that stores nothing: writes the audit row and notifies open tabs. */
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
 * Notifies all members when an import has succeeded. A failed import is reported in this way only if no caller waits
 * for the answer.
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
