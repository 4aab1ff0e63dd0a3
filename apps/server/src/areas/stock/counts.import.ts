import type { CountImport, pasteStockCounts, uploadStockCounts } from '@quayside/contracts/stock-movements';
import { MAX_COUNT_ROWS } from '@quayside/contracts/stock-movements';
import type { QueryOut } from '@quayside/contracts/endpoint';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { countReportOf } from '@quayside/domain/stock/count-reports';
import type { Work } from '../../db/tx.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import { type CellProblem, partRows } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { rowsOfFile, rowsOfText } from '../../tables/whole-table.ts';
import { todayOf } from '../../db/today.ts';
import { knownBy, readColumns, refuseOpenColumn, usesOf } from '../freight/public.ts';
import { joinRepeats, repeatsOf, type SummedCount } from './counts.repeats.ts';
import { countRules, planCounts, requireColumns } from './counts.rows.ts';
import { recordCounts } from './counts.service.ts';
import type { CountColumn, PlannedCount } from './counts.types.ts';

// Imports a table of counts: all rows, or none, or the valid ones.

const SHOWN = 200;
const MAX_ERRORS = 1000;
type Options = QueryOut<typeof pasteStockCounts>;

const countKnown = knownBy(countRules(null));
const isHeader = (cells: readonly string[]): boolean => countKnown(cells) > 0;

/** Imports counts from pasted cells. */
export async function pasteCounts(w: Work, text: string, options: Options): Promise<CountImport> {
  const rows = await reading('text', async () =>
    rowsOfText(text, { isPasted: true, maxRows: MAX_COUNT_ROWS, countKnown }),
  );
  return importRows(w, rows, 'text', options);
}

/** Imports counts from a file. The file is not kept. */
export async function uploadCounts(
  w: Work,
  { files, upload }: { readonly files: Pick<StoredFiles, 'read' | 'remove'>; readonly upload: Upload },
  options: QueryOut<typeof uploadStockCounts>,
): Promise<CountImport> {
  const bytes = await files.read(upload.storageKey);
  const { sheet, encoding } = options;
  const file = await reading('file', () =>
    rowsOfFile(bytes, { isHeader, countKnown, maxRows: MAX_COUNT_ROWS, sheet, encoding }),
  );
  if (!file) throw new AppError('wrong_file', { message: say('freight.no_table') });
  const answer = await importRows(w, file.rows, 'file', options);
  await files.remove(upload.storageKey);
  return { ...answer, reading: file.reading };
}

async function reading<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableTable ? fieldError(field, error.text, 'imports.unreadable') : error;
  }
}

async function importRows(
  w: Work,
  table: readonly TableRow[],
  from: 'text' | 'file',
  options: Options,
): Promise<CountImport> {
  const rows = table.slice(1);
  const report = countReportOf(table[0]?.cells ?? []);
  const { columns, remember } = await reading(from, async () => {
    const found = await readColumns(w, { form: 'STOCK_COUNTS', rules: countRules(report) }, table, options);
    requireColumns(found.columns, rows.length);
    return found;
  });
  // Amazon's reports count what Amazon has, and do not say in which of its stores it is sold.
  const needsPlace = report !== null && (options.place ?? 'WAREHOUSE') === 'WAREHOUSE';
  if (!options.dryRun) {
    refuseOpenColumn(columns);
    if (needsPlace) throw fieldError('place', say('counts.report_place'));
    await remember();
  }
  const { sound, problems: unread } = partRows(rows, usesOf(columns, countRules(report)));
  const read = await planCounts(w, sound, columns, {
    day: options.day ?? todayOf(w),
    place: options.place ?? 'WAREHOUSE',
  });
  const isSummed = options.duplicates === 'SUM';
  const { planned, refused, groups } = joinRepeats(read.planned, isSummed);
  const problems = withRepeats([...unread, ...read.problems], read.planned, refused);
  if (!options.dryRun) refuseProblems(planned.length, problems, options.onlyValid);
  const { operationId, counts } =
    planned.length === 0 || needsPlace
      ? { operationId: null, counts: [] }
      : await recordCounts(w, {
          updates: planned.map(({ productId, quantity, day, place, words }) => ({
            productId,
            quantity,
            date: day,
            channel: place,
            words,
          })),
          preview: options.dryRun,
        });
  return answerOf(
    w,
    { columns, planned, problems, counts },
    { isDryRun: options.dryRun, report, needsPlace, operationId, duplicates: repeatsOf(columns, groups, isSummed) },
  );
}

function withRepeats(
  problems: readonly CellProblem[],
  read: readonly PlannedCount[],
  refused: ReturnType<typeof joinRepeats>['refused'],
): CellProblem[] {
  const codes = new Map(read.map(({ row, code }) => [row, code]));
  return [
    ...problems,
    ...refused.map(({ row, message }) => ({ row, column: null, value: codes.get(row) ?? '', message })),
  ].toSorted((a, b) => a.row - b.row);
}

/** Refuses a table with errors, unless only its valid rows are wanted. */
function refuseProblems(valid: number, problems: readonly CellProblem[], onlyValid: boolean): void {
  if (problems.length === 0 || (onlyValid && valid > 0)) return;
  throw new AppError('imports.has_errors', {
    errors: problems.slice(0, MAX_ERRORS).map(({ row, column, value, message }) => ({
      field: `rows.${row}${column === null ? '' : `.${column}`}`,
      message: withValue(value, message),
    })),
  });
}

function answerOf(
  w: Work,
  {
    columns,
    planned,
    problems,
    counts,
  }: {
    readonly columns: readonly CountColumn[];
    readonly planned: readonly SummedCount[];
    readonly problems: readonly CellProblem[];
    readonly counts: Awaited<ReturnType<typeof recordCounts>>['counts'];
  },
  rest: Pick<CountImport, 'isDryRun' | 'report' | 'needsPlace' | 'operationId' | 'duplicates'>,
): CountImport {
  const fail = new Set(problems.map(({ row }) => row)).size;
  const sample = counts.map(({ productId, sku, day, place, quantity, difference, cost }, i) => ({
    ...{ row: planned[i]?.row ?? 0, rows: [...(planned[i]?.rows ?? [])] },
    ...{ productId, sku, day, place, quantity, difference, cost },
  }));
  const different = sample.filter(({ difference }) => difference !== 0);
  return {
    ...rest,
    counts: {
      rows: planned.reduce((sum, { rows }) => sum + rows.length, 0) + fail,
      valid: planned.length,
      fail,
      different: different.length,
    },
    columns: columns.map(({ heading, meaning, numbers, days }) => ({
      ...{ heading, field: meaning?.field ?? null, numbers, days },
    })),
    sample: [...different, ...sample.filter(({ difference }) => difference === 0)].slice(0, SHOWN),
    errors: problems
      .slice(0, SHOWN)
      .map(({ message, ...problem }) => ({ ...problem, message: wordsOf(message, w.scope.language) })),
  };
}
