import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  type createOrderImport as createSpec,
  MAX_ORDER_ROWS,
  type OrderImport,
} from '@quayside/contracts/order-imports';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../db/tx.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { openUploadedTable, refuseFile, type TableFiles } from '../../http/table-upload.ts';
import type { Upload } from '../../http/upload.ts';
import { wake } from '../../jobs/queue.ts';
import type { FileRow, OpenTable } from '../../tables/open-table.ts';
import {
  deleteStagedLines,
  findOrderImport,
  findSameReport,
  insertOrderImport,
  type OrderImportRecord,
  type OrderImportState,
} from './order-imports.queries.ts';
import {
  BATCH,
  beginStoring,
  beginUndo,
  checkBatch,
  endCheck,
  finish,
  NEW_RESULT,
  storeChunk,
} from './order-imports.steps.ts';
import { findOrderImportView } from './order-imports.views.ts';
import { countKnown, isReportHeader, reportLayout } from './order-report.rows.ts';

/** How the file of a report is opened. */
export const REPORT_OPTIONS = { maxRows: MAX_ORDER_ROWS, isHeader: isReportHeader, countKnown } as const;
/** Files up to this size are imported within the call; a job imports larger ones. */
const SMALL_BYTES = 4 * 1024 * 1024;

/** What the import calls need in addition to their unit of work. */
interface ImportDeps {
  readonly files: TableFiles;
  /** Files with up to this many rows are imported within the call. */
  readonly rowsInCall: number;
}

/** Creates an import from a report. A small one is finished when the call answers; a large one waits for the job. */
export async function createOrderImport(
  w: Work,
  { files, rowsInCall }: ImportDeps,
  upload: Upload,
  { dryRun, sheet, encoding }: QueryOut<typeof createSpec>,
): Promise<OrderImport> {
  const options = { ...REPORT_OPTIONS, sheet, encoding };
  const table = await openUploadedTable(files, upload.storageKey, options, say('order_imports.no_report'));
  const isSmall = upload.size <= SMALL_BYTES && table.total <= rowsInCall;
  const layout = await reading(async () => reportLayout(table));
  const id = w.newId();
  const record: OrderImportRecord = {
    id,
    state: isSmall ? 'CHECKING' : 'PENDING',
    isDryRun: dryRun,
    fileName: upload.fileName,
    fileSha256: upload.sha256,
    storageKey: isSmall ? null : upload.storageKey,
    size: upload.size,
    rowsDone: 0,
    rowsTotal: table.total,
    tries: 0,
    result: {
      ...NEW_RESULT,
      encoding: table.encoding,
      reading: table.reading,
      file: { sheet, encoding },
      isMixed: table.isMixed,
      counts: { ...NEW_RESULT.counts, rows: table.total },
      sameFileAs: await findSameReport(w, upload.sha256, id),
    },
    createdBy: w.scope.userId,
    createdAt: w.now,
    finishedAt: null,
  };
  await insertOrderImport(w, record);
  if (isSmall) {
    let checked = record;
    for await (const rows of batchesOf(table, 0)) checked = await reading(() => checkBatch(w, checked, layout, rows));
    const ended = await endCheck(w, checked);
    await files.remove(upload.storageKey);
    if (ended.state === 'IMPORTING') await storeAll(w, ended.id);
  } else await queue(w);
  return getOrderImport(w, record.id);
}

const reading = <T>(read: () => Promise<T>): Promise<T> => read().catch(refuseFile);

/** The rows of a table in batches, without the first `skip` rows. */
export async function* batchesOf(table: OpenTable, skip: number): AsyncGenerator<readonly FileRow[]> {
  let batch: FileRow[] = [];
  let seen = 0;
  for await (const rows of table.rows())
    for (const row of rows) {
      seen += 1;
      if (seen <= skip) continue;
      batch.push(row);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

async function storeAll(w: Work, id: string): Promise<void> {
  for (;;) {
    const { state } = (await storeChunk(w, id)) ?? {};
    if (state !== 'IMPORTING' && state !== 'UNDOING') return;
  }
}

/** Leaves an import to the job, which tells how far it is. */
const queue = (w: Work): Promise<void> => wake(w.tx, 'stock.order-import', { accountId: w.scope.accountId });

/** One import. Throws 404 if it does not exist. */
export async function getOrderImport(w: Work, id: string): Promise<OrderImport> {
  const found = await findOrderImportView(w, id);
  if (!found) throw notFound();
  return found;
}

async function lockIn(w: Work, id: string, ...states: OrderImportState[]): Promise<OrderImportRecord> {
  const record = await findOrderImport(w, id, 'lock');
  if (!record) throw notFound();
  if (!states.includes(record.state)) throw new AppError('imports.wrong_state');
  return record;
}

/** Stores the valid rows of a checked report. */
export async function startOrderImport(w: Work, rowsInCall: number, id: string): Promise<OrderImport> {
  const record = await beginStoring(w, await lockIn(w, id, 'CHECKED'));
  return doOrQueue(w, record, rowsInCall);
}

async function doOrQueue(w: Work, record: OrderImportRecord, rowsInCall: number): Promise<OrderImport> {
  if ((record.rowsTotal ?? 0) <= rowsInCall) await storeAll(w, record.id);
  else await queue(w);
  return getOrderImport(w, record.id);
}

/** Cancels an import of which nothing is stored yet. */
export async function cancelOrderImport(w: Work, id: string): Promise<OrderImport> {
  const record = await lockIn(w, id, 'PENDING', 'CHECKING', 'CHECKED');
  await deleteStagedLines(w, id);
  await finish(w, record, 'CANCELLED');
  return getOrderImport(w, id);
}

/** Takes an import back. */
export async function undoOrderImport(w: Work, rowsInCall: number, id: string): Promise<OrderImport> {
  const record = await lockIn(w, id, 'IMPORTED', 'FAILED');
  const { create, update } = record.result.counts;
  if (create + update === 0 || record.result.undo !== null) throw new AppError('imports.wrong_state');
  return doOrQueue(w, await beginUndo(w, record), rowsInCall);
}
