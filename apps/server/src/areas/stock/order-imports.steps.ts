import type { OrderImport } from '@quayside/contracts/order-imports';
import { summed, type ReportLine } from '@quayside/domain/stock/order-report';
import { withFreshPlans } from '../../db/plans.ts';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { changed, emit, record as recordChange } from '../../events/outbox.ts';
import { wake } from '../../jobs/queue.ts';
import type { FileRow } from '../../tables/open-table.ts';
import { lockCosts } from '../../account/cost-lock.ts';
import { productsBySku } from '../products/public.ts';
import {
  countStaged,
  findOrderImport,
  insertChanges,
  type OrderImportRecord,
  type OrderImportResult,
  readChanges,
  readStaged,
  stagedSkus,
  stageLines,
  updateOrderImport,
} from './order-imports.queries.ts';
import { undoLines } from './order-imports.undo.ts';
import { applyLines } from './order-lines.service.ts';
import { insertRefusals } from './order-refusals.queries.ts';
import { readStagedOn } from './sale-places.queries.ts';
import {
  type RefusedRow,
  refusedLine,
  refusedRow,
  type ReportError,
  type ReportLayout,
  readReportRow,
} from './order-report.rows.ts';

// The steps by which an import of customer orders moves from state to state. A call runs all of them for a small file;
// for a large one a job runs each in a transaction of its own, so that it goes on after a kill.

/** How many rows one transaction reads, and how many lines one transaction stores or takes back. */
export const BATCH = 5000;
const MAX_ERRORS = 1000;
const MAX_SKUS = 100;

/** A result in which all counts are zero. */
export const NEW_RESULT: OrderImportResult = {
  encoding: null,
  counts: { rows: 0, lines: 0, create: 0, update: 0, same: 0, older: 0, fail: 0 },
  errors: [],
  errorCount: 0,
  unknownSkus: [],
  unknownSkuCount: 0,
  sameFileAs: null,
  failure: null,
  undo: null,
  after: null,
};

/** Reads rows of a file and keeps what they say. Returns the import with what is wrong with them. */
export async function checkBatch(
  w: Work,
  record: OrderImportRecord,
  layout: ReportLayout,
  rows: readonly FileRow[],
): Promise<OrderImportRecord> {
  const account = { timeZone: w.scope.timeZone, today: todayOf(w) };
  const lines = new Map<string, ReportLine>();
  const errors: ReportError[] = [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const read = readReportRow(layout, row, account);
    if ('number' in read) {
      const key = `${read.number}\n${read.sku}`;
      const earlier = lines.get(key);
      lines.set(key, earlier ? summed(earlier, read) : read);
    } else {
      errors.push(...read);
      refused.push(refusedRow(layout, row, read));
    }
  }
  await stageLines(w, record.id, [...lines.values()]);
  await insertRefusals(w, record.id, refused);
  return updateOrderImport(w, record, {
    rowsDone: record.rowsDone + rows.length,
    tries: 0,
    result: { ...withErrors(record.result, errors, refused.length), columns: [...layout.at.keys()] },
  });
}

function withErrors(result: OrderImportResult, errors: readonly ReportError[], failed: number): OrderImportResult {
  return {
    ...result,
    errors: [...result.errors, ...errors].slice(0, MAX_ERRORS),
    errorCount: result.errorCount + errors.length,
    refused: (result.refused ?? 0) + failed,
    counts: { ...result.counts, fail: result.counts.fail + failed },
  };
}

/** CHECKING → CHECKED, REFUSED or IMPORTING: all rows were read, so the file is not needed any more. */
export async function endCheck(w: Work, record: OrderImportRecord): Promise<OrderImportRecord> {
  const skus = await stagedSkus(w, record.id);
  const known = await productsBySku(
    w,
    skus.map(({ sku }) => sku),
  );
  const unknown = skus
    .filter(({ sku }) => !known.has(sku))
    .toSorted((a, b) => b.units - a.units || (a.sku < b.sku ? -1 : 1));
  const result = {
    ...record.result,
    counts: { ...record.result.counts, rows: record.rowsDone, ...(await countStaged(w, record.id)) },
    unknownSkus: unknown.slice(0, MAX_SKUS),
    unknownSkuCount: unknown.length,
    soldOn: (await readStagedOn(w, record.id)).map(({ lines, units, ...rest }) => ({
      ...rest,
      lines: Number(lines),
      units: Number(units),
    })),
  };
  const read = await updateOrderImport(w, record, { storageKey: null, result });
  if (result.counts.lines === 0) return finish(w, read, 'REFUSED');
  if (record.isDryRun) return finish(w, read, 'CHECKED');
  return beginStoring(w, read);
}

/** Begins to store the lines of a checked file. What they do is counted while they are stored. */
export async function beginStoring(w: Work, record: OrderImportRecord): Promise<OrderImportRecord> {
  const counts = { ...record.result.counts, create: 0, update: 0, same: 0, older: 0 };
  return updateOrderImport(w, record, {
    state: 'IMPORTING',
    isDryRun: false,
    rowsDone: 0,
    rowsTotal: counts.lines,
    tries: 0,
    finishedAt: null,
    result: { ...record.result, counts, after: null },
  });
}

/**
 * Stores the next lines with their orders and sales, or takes them back. Returns the import afterwards; undefined if
 * there is nothing to do any more.
 */
export async function storeChunk(w: Work, importId: string): Promise<OrderImportRecord | undefined> {
  await lockCosts(w);
  const record = await findOrderImport(w, importId, 'lock');
  if (record?.state === 'UNDOING') return undoChunk(w, record);
  if (record?.state !== 'IMPORTING') return undefined;
  const lines = await readStaged(w, importId, record.result.after, BATCH);
  const last = lines.at(-1);
  if (!last) return finishStored(w, record);
  const {
    counts: done,
    changes,
    refused,
  } = await withFreshPlans(w.tx, lines.length, () => applyLines(w, importId, lines));
  await insertChanges(w, importId, changes);
  const errors = refused.map(({ line, reason }) => ({
    row: line.row,
    column: 'quantity',
    value: String(line.units),
    reason,
  }));
  await insertRefusals(
    w,
    importId,
    refused.flatMap(({ line, reason }) => refusedLine(line, w.scope.timeZone, reason)),
  );
  const result = withErrors(record.result, errors, refused.length);
  const { counts } = result;
  await emit(w, changed('orders', []), changed('order-imports', [importId]));
  return updateOrderImport(w, record, {
    rowsDone: record.rowsDone + lines.length,
    tries: 0,
    result: {
      ...result,
      after: [last.day, last.number, last.sku],
      counts: {
        ...counts,
        create: counts.create + done.CREATE,
        update: counts.update + done.UPDATE,
        same: counts.same + done.SAME,
        older: counts.older + done.OLDER,
      },
    },
  });
}

/** IMPORTING → IMPORTED. A product may have been created meanwhile, so what has none is looked up again. */
async function finishStored(w: Work, record: OrderImportRecord): Promise<OrderImportRecord> {
  if (record.result.unknownSkuCount > 0) await wake(w.tx, 'stock.new-skus', { accountId: w.scope.accountId });
  return finish(w, record, 'IMPORTED');
}

/** IMPORTED → UNDOING: what is stored is taken back, from the first line on. */
export const beginUndo = (w: Work, record: OrderImportRecord): Promise<OrderImportRecord> =>
  updateOrderImport(w, record, {
    state: 'UNDOING',
    rowsDone: 0,
    rowsTotal: record.result.counts.create + record.result.counts.update,
    tries: 0,
    result: {
      ...record.result,
      after: null,
      undo: { at: w.now.toISOString(), removed: 0, restored: 0, kept: 0 },
    },
  });

async function undoChunk(w: Work, record: OrderImportRecord): Promise<OrderImportRecord> {
  const changes = await readChanges(w, record.id, record.result.after, BATCH);
  const last = changes.at(-1);
  if (!last) return finish(w, record, 'UNDONE');
  const { removed, restored, kept } = await withFreshPlans(w.tx, changes.length, () =>
    undoLines(w, record.id, changes),
  );
  await emit(w, changed('orders', []), changed('order-imports', [record.id]));
  const so = record.result.undo;
  return updateOrderImport(w, record, {
    rowsDone: record.rowsDone + changes.length,
    tries: 0,
    result: {
      ...record.result,
      after: [last.day, last.lineId],
      undo: {
        at: so?.at ?? w.now.toISOString(),
        removed: (so?.removed ?? 0) + removed,
        restored: (so?.restored ?? 0) + restored,
        kept: (so?.kept ?? 0) + kept,
      },
    },
  });
}

const ENDED_AS = {
  CHECKED: 'order-import.checked',
  IMPORTED: 'order-import.imported',
  REFUSED: 'order-import.refused',
  FAILED: 'order-import.failed',
  CANCELLED: 'order-import.cancelled',
  UNDONE: 'order-import.undone',
} as const satisfies Partial<Record<OrderImport['state'], string>>;

/** Ends an import, or a check that stores nothing: writes the audit row and notifies open tabs. */
export async function finish(
  w: Work,
  record: OrderImportRecord,
  state: keyof typeof ENDED_AS,
): Promise<OrderImportRecord> {
  const ended = await updateOrderImport(w, record, { state, storageKey: null, finishedAt: w.now });
  const { rows, create, update, fail } = record.result.counts;
  await recordChange(
    w,
    {
      action: ENDED_AS[state],
      subjectIds: [record.id],
      details: { name: record.fileName, facts: { rows, create, update, fail } },
    },
    changed('order-imports', [record.id]),
    changed('orders', []),
  );
  return ended;
}
