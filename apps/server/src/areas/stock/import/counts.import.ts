import type { QueryOut } from '@quayside/contracts/endpoint';
import type { CountImport, uploadStockCounts } from '@quayside/contracts/stock/stock-movements';
import { MAX_COUNT_ROWS } from '@quayside/contracts/stock/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { countReportOf } from '@quayside/domain/stock/count-reports';
import { placeOfWord } from '@quayside/domain/stock/places';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { shown } from '../../../tables/cells.ts';
import type { CellProblem } from '../../../tables/part-rows.ts';
import {
  defineTable,
  failedRows,
  type OnceKind,
  type ReadTable,
  rowReader,
  type RowReader,
  shownProblems,
} from '../../imports/public.ts';
import { joinRepeats, repeatsOf, type SummedCount } from '../counts/counts.repeats.ts';
import { recordCounts } from '../counts/counts.service.ts';
import { MOST_COUNTED, type PlannedCount } from '../counts/counts.types.ts';
import { dayIn, findStock, type KnownStock, productIn, unitsIn } from './stock-cells.ts';

type CountField = 'sku' | 'place' | 'day' | 'quantity' | 'words';

/**
 * A table may name several codes of a product, of which the most exact is read. The location of Amazon's ledger is a
 * country or one of its warehouses, and no place of stock.
 */
const TABLE = defineTable<CountField>({
  form: 'STOCK_COUNTS',
  words: { sku: 'export.opening.sku', quantity: 'export.opening.quantity', day: 'export.opening.day' },
  needs: [['sku'], ['quantity']],
  fields: {
    sku: {
      trade: ['productCode', 'asin', 'fnsku', 'barcode'],
      own: 'product | item | code',
      cell: 'CODE',
      several: 'BEST',
    },
    place: { trade: ['place'], own: 'place | where' },
    day: { trade: ['day'], own: 'counted on | count date', cell: 'DAY' },
    quantity: {
      trade: ['quantity', 'stockQuantity'],
      own: 'counted | count | quantity available | afn warehouse quantity',
      cell: 'NUMBER',
    },
    words: { trade: ['note'], own: 'words', max: 500 },
  },
  numbersIn: (_, cell) => [splitUnitWord(cell).number],
  isRead: (field, headings) => field !== 'place' || countReportOf(headings) === null,
});

type Options = QueryOut<typeof uploadStockCounts>;
interface Plan {
  readonly planned: readonly SummedCount[];
  readonly problems: readonly CellProblem[];
  /** How many counts stand in several rows. */
  readonly groups: number;
  /** Amazon's reports count what Amazon has, and do not say in which of its stores it is sold. */
  readonly needsPlace: boolean;
  /** How many rows count cartons whose units are known. */
  readonly cartons: number;
}

export const COUNT_IMPORT: OnceKind<CountField, Plan, Options, CountImport> = {
  table: TABLE,
  maxRows: MAX_COUNT_ROWS,
  plan: planCounts,
  async store(w, plan, { headings, columns }, { dryRun, duplicates }) {
    const { planned, problems, groups, needsPlace } = plan;
    const updates = planned.map(({ productId, quantity, day, place, words }) => ({
      ...{ productId, quantity, date: day, channel: place, words },
    }));
    const { operationId, counts } =
      planned.length === 0 || needsPlace
        ? { operationId: null, counts: [] }
        : await recordCounts(w, { updates, preview: dryRun });
    return {
      ...{ isDryRun: dryRun, report: countReportOf(headings), needsPlace, operationId },
      duplicates: repeatsOf(headings, groups, duplicates === 'SUM'),
      ...answerOf(plan, counts),
      columns: [...columns],
      ...(plan.cartons > 0 && { cartons: plan.cartons }),
      errors: shownProblems(w, problems),
    };
  },
};

async function planCounts(
  w: Work,
  { headings, columns, rows }: ReadTable<CountField>,
  options: Options,
): Promise<Plan> {
  const { dryRun, duplicates, day = todayOf(w), place = 'WAREHOUSE' } = options;
  const needsPlace = countReportOf(headings) !== null && place === 'WAREHOUSE';
  if (!dryRun && needsPlace) throw fieldError('place', say('counts.report_place'));
  const read = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')).map(rowReader(TABLE, columns));
  const known = await findStock(w, read, options);
  const counted = read.flatMap((row): PlannedCount[] => readCount(row, known, { day, place, today: todayOf(w) }));
  const { planned, refused, groups } = joinRepeats(counted, duplicates === 'SUM');
  const byRow = new Map(read.map((row) => [row.row, row]));
  const codes = new Map(counted.map(({ row, code }) => [row, code]));
  for (const { row, message } of refused) byRow.get(row)?.failRow(codes.get(row) ?? '', message);
  return { planned, problems: read.flatMap(({ problems }) => problems), groups, needsPlace, cartons: known.cartonRows };
}

/** Reads a count. `usual`: what rows without a day or a place mean. */
function readCount(
  read: RowReader<CountField>,
  known: KnownStock,
  usual: Pick<PlannedCount, 'day' | 'place'> & { readonly today: string },
): PlannedCount[] {
  const product = productIn(read, known, say('stock.unknown_code'));
  const quantity = quantityIn(read, unitsIn(read, known));
  const day = dayIn(read, usual.today) ?? usual.day;
  const place = read.text('place') === '' ? usual.place : placeOfWord(read.text('place'));
  if (place === undefined) read.fail('place', say('stock.unknown_place'));
  const words = read.value('words') ?? null;
  if (read.problems.length > 0 || !product || quantity === undefined || place === undefined) return [];
  return [{ row: read.row, code: shown(read.text('sku')), productId: product.id, quantity, day, place, words }];
}

/** The units of a cell: 0 or more, because nothing can be counted as well. */
function quantityIn(read: RowReader<CountField>, units: string | undefined): number | undefined {
  if (units === undefined) return undefined;
  if (units.startsWith('-')) return read.fail('quantity', say('field.min', { min: 0 }));
  if (!/^\d+(\.0+)?$/.test(units)) return read.fail('quantity', say('units.whole'));
  if (Number(units) > MOST_COUNTED) return read.fail('quantity', say('stock.most', { max: MOST_COUNTED }));
  return Number(units);
}

function answerOf(
  { planned, problems }: Plan,
  counts: Awaited<ReturnType<typeof recordCounts>>['counts'],
): Pick<CountImport, 'counts' | 'sample'> {
  const fail = failedRows(problems);
  const sample = counts.map(({ productId, sku, day, place, quantity, difference, cost }, i) => ({
    ...{ row: planned[i]?.row ?? 0, rows: [...(planned[i]?.rows ?? [])] },
    ...{ productId, sku, day, place, quantity, difference, cost },
  }));
  const different = sample.filter(({ difference }) => difference !== 0);
  const rows = planned.reduce((sum, one) => sum + one.rows.length, 0) + fail;
  return {
    counts: { rows, valid: planned.length, fail, different: different.length },
    sample: [...different, ...sample.filter(({ difference }) => difference === 0)].slice(0, SHOWN),
  };
}
const SHOWN = 200;
