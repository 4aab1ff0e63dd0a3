import { MAX_ORDER_ROWS, type OrderImport } from '@quayside/contracts/stock/order-imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type ReportLine, summed } from '@quayside/domain/stock/order-report';
import type { Fulfilment } from '@quayside/domain/stock/sale-places';
import { withFreshPlans } from '../../../db/plans.ts';
import { todayOf } from '../../../db/today.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import type { Work } from '../../../db/tx.ts';
import { wake } from '../../../jobs/queue.ts';
import type { FileRow } from '../../../tables/open-table.ts';
import type { CellError, EndState, ImportKind, ImportRecord } from '../../imports/public.ts';
import { productsBySku } from '../../products/public.ts';
import {
  countStaged,
  deleteStagedLines,
  insertChanges,
  readChanges,
  readStaged,
  stagedSkus,
  stageLines,
} from './order-imports.queries.ts';
import { undoLines } from './order-imports.undo.ts';
import { applyLines } from '../orders/order-lines.service.ts';
import { insertRefusals } from './order-refusals.queries.ts';
import {
  countKnown,
  isReportHeader,
  readReportRow,
  refusedLine,
  type RefusedRow,
  refusedRow,
  type ReportLayout,
  reportLayout,
} from './order-report.rows.ts';
import { readStagedOn } from '../rows/sale-places.queries.ts';

/** What of a file was shipped by one who ships, on one sales channel. */
interface StagedOn {
  readonly fulfilment: Fulfilment;
  readonly channel: string;
  readonly lines: number;
  readonly units: number;
}
/** What an import of customer orders found and did. */
interface OrderResult {
  readonly counts: OrderImport['counts'];
  readonly errors: readonly CellError[];
  readonly errorCount: number;
  /** How many refused rows are kept. Absent in imports of an earlier release, which kept none. */
  readonly refused?: number;
  /** What was shipped in the file, by who shipped it and by the sales channel. Absent likewise. */
  readonly soldOn?: readonly StagedOn[];
  readonly unknownSkus: OrderImport['unknownSkus'];
  readonly unknownSkuCount: number;
  readonly sameFileAs: OrderImport['sameFileAs'];
  readonly failure: Text | null;
  readonly undo: OrderImport['undo'];
}
export type OrderImportRecord = ImportRecord<ReportLayout, OrderResult>;

/** How many rows one transaction reads, and how many lines one transaction stores or takes back. */
const BATCH = 5000;
const MAX_ERRORS = 1000;
const MAX_SKUS = 100;
const NO_RESULT: OrderResult = {
  counts: { rows: 0, lines: 0, create: 0, update: 0, same: 0, older: 0, fail: 0 },
  errors: [],
  errorCount: 0,
  unknownSkus: [],
  unknownSkuCount: 0,
  sameFileAs: null,
  failure: null,
  undo: null,
};

/** What rows of a file say, and what is wrong with them. */
interface ReadLines {
  readonly lines: readonly ReportLine[];
  readonly errors: readonly CellError[];
  readonly refused: readonly RefusedRow[];
}

function readLines(w: Work, layout: ReportLayout, rows: readonly FileRow[]): ReadLines {
  const account = { timeZone: w.scope.timeZone, today: todayOf(w) };
  const lines = new Map<string, ReportLine>();
  const errors: CellError[] = [];
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
  return { lines: [...lines.values()], errors, refused };
}

const withErrors = (result: OrderResult, errors: readonly CellError[], failed: number): OrderResult => ({
  ...result,
  errors: [...result.errors, ...errors].slice(0, MAX_ERRORS),
  errorCount: result.errorCount + errors.length,
  refused: (result.refused ?? 0) + failed,
  counts: { ...result.counts, fail: result.counts.fail + failed },
});

/** What all rows together say: which SKUs no product has, and what the lines would do. */
async function summarise(w: Work, { id, rowsDone, result }: OrderImportRecord): Promise<OrderResult> {
  const skus = await stagedSkus(w, id);
  const known = await productsBySku(
    w,
    skus.map(({ sku }) => sku),
  );
  const unknown = skus
    .filter(({ sku }) => !known.has(sku))
    .toSorted((a, b) => b.units - a.units || (a.sku < b.sku ? -1 : 1));
  const soldOn = await readStagedOn(w, id);
  return {
    ...result,
    counts: { ...result.counts, rows: rowsDone, ...(await countStaged(w, id)) },
    unknownSkus: unknown.slice(0, MAX_SKUS),
    unknownSkuCount: unknown.length,
    soldOn: soldOn.map(({ lines, units, ...rest }) => ({ ...rest, lines: Number(lines), units: Number(units) })),
  };
}

/** Stores the next lines with their orders and sales. */
async function storePart(w: Work, { id, cursor, result: before }: OrderImportRecord) {
  const lines = await readStaged(w, id, cursor, BATCH);
  const last = lines.at(-1);
  if (!last) return undefined;
  const { counts: done, changes, refused } = await withFreshPlans(w.tx, lines.length, () => applyLines(w, id, lines));
  await insertChanges(w, id, changes);
  const errors = refused.map(({ line, reason }) => ({
    row: line.row,
    column: 'quantity',
    value: String(line.units),
    reason,
  }));
  await insertRefusals(
    w,
    id,
    refused.flatMap(({ line, reason }) => refusedLine(line, w.scope.timeZone, reason)),
  );
  const result = withErrors(before, errors, refused.length);
  const { counts } = result;
  return {
    rows: lines.length,
    cursor: [last.day, last.number, last.sku],
    result: {
      ...result,
      counts: {
        ...counts,
        create: counts.create + done.CREATE,
        update: counts.update + done.UPDATE,
        same: counts.same + done.SAME,
        older: counts.older + done.OLDER,
      },
    },
  };
}

/** Takes the next lines back, from the first one on. */
async function undoPart(w: Work, { id, cursor, result }: OrderImportRecord) {
  const changes = await readChanges(w, id, cursor, BATCH);
  const last = changes.at(-1);
  if (!last) return undefined;
  const { removed, restored, kept } = await withFreshPlans(w.tx, changes.length, () => undoLines(w, id, changes));
  const { undo: so } = result;
  return {
    rows: changes.length,
    cursor: [last.day, last.lineId],
    result: {
      ...result,
      undo: {
        at: so?.at ?? w.now.toISOString(),
        removed: (so?.removed ?? 0) + removed,
        restored: (so?.restored ?? 0) + restored,
        kept: (so?.kept ?? 0) + kept,
      },
    },
  };
}

/** Imports of customer orders: the valid lines are stored in parts, in the order of their days. */
export const ORDERS: ImportKind<ReportLayout, OrderResult, FileRow, ReadLines, null> & {
  readonly job: 'stock.order-import';
} = {
  name: 'ORDERS',
  job: 'stock.order-import',
  hasTurns: false,
  // The file names cities of buyers: it goes as soon as it was read.
  keepsFile: false,
  topic: 'order-imports',
  alsoChanged: ['orders'],
  open: { maxRows: MAX_ORDER_ROWS, isHeader: isReportHeader, countKnown },
  noTable: say('order_imports.no_report'),
  noResult: NO_RESULT,
  tables: ['order_import_line', 'customer_order', 'customer_order_line', 'movement', 'taking'],
  layoutOf: async (_w, _record, table) => ({ layout: reportLayout(table), question: null, result: NO_RESULT }),
  batchRows: BATCH,
  readRow: (_layout, row) => row,
  memoryOf: async () => null,
  decide: async (w, { layout }, rows) => {
    const batch = readLines(w, layout, rows);
    return { batch, hasErrors: batch.refused.length > 0 };
  },
  stage: async (w, { id, result }, { lines, errors, refused }) => {
    await stageLines(w, id, lines);
    await insertRefusals(w, id, refused);
    return withErrors(result, errors, refused.length);
  },
  deleteStaged: deleteStagedLines,
  summarise,
  isEmpty: ({ result }) => result.counts.lines === 0,
  storing: {
    in: 'PARTS',
    lock: lockCosts,
    // What the lines do is counted while they are stored.
    begin: ({ result }) => ({
      result: { ...result, counts: { ...result.counts, create: 0, update: 0, same: 0, older: 0 } },
      rows: result.counts.lines,
    }),
    beginUndo: (w, { result }) => ({
      result: { ...result, undo: { at: w.now.toISOString(), removed: 0, restored: 0, kept: 0 } },
      rows: result.counts.create + result.counts.update,
    }),
    storePart,
    undoPart,
    // A product may have been created meanwhile, so what has none is looked up again.
    end: async (w, { result }) => {
      if (result.unknownSkuCount > 0) await wake(w.tx, 'stock.new-skus', { accountId: w.scope.accountId });
    },
  },
  canUndo: (_w, { state, result }) =>
    (state === 'IMPORTED' || state === 'FAILED') &&
    result.counts.create + result.counts.update > 0 &&
    result.undo === null,
  audit: ({ id, fileName, result: { counts } }, state) => ({
    action: ENDED_AS[state],
    subjectIds: [id],
    details: {
      name: fileName,
      facts: { rows: counts.rows, create: counts.create, update: counts.update, fail: counts.fail },
    },
  }),
};

const ENDED_AS = {
  CHECKED: 'order-import.checked',
  IMPORTED: 'order-import.imported',
  REFUSED: 'order-import.refused',
  FAILED: 'order-import.failed',
  CANCELLED: 'order-import.cancelled',
  UNDONE: 'order-import.undone',
} as const satisfies Record<EndState, string>;
