import type { RateTableImport } from '@quayside/contracts/rate-tables';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { DayOrder } from '@quayside/domain/days/day-text';
import type { DecimalMark } from '@quayside/domain/money/number-text';
import type { Work } from '../../db/tx.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import type { Encoding } from '../../tables/decode.ts';
import { type CellProblem, partRows } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { rowsOfFile, rowsOfText } from '../../tables/whole-table.ts';
import { lockCosts } from '../../account/cost-lock.ts';
import { findMarks, formOf, saveMarks } from '../../remembered/table-choices.ts';
import { createOperation, insertOperationRows } from '../undo/public.ts';
import { type Column, type ColumnRules, columnsOf, knownBy, refuseOpenColumn, usesOf } from './table-columns.ts';

// Imports a table of freight rates, of duty rates or of opening stock: all rows, or none, or the valid ones.

const MAX_ROWS = 5000;
const SAMPLE = 20;
const SHOWN = 200;
const MAX_ERRORS = 1000;

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly onlyValid: boolean;
  readonly decimalMark?: DecimalMark | undefined;
  readonly dayOrder?: DayOrder | undefined;
  readonly sheet?: string | undefined;
  readonly encoding?: Encoding | undefined;
}
export type { CellProblem };
/** What the import does with one row. */
export interface PlannedRow<Fields> {
  readonly row: number;
  readonly id: string;
  readonly fields: Fields;
  /** The fields of the rate that the row replaces; null: the row creates one. */
  readonly before: Fields | null;
  /** The version of that rate; 0 without one. */
  readonly version: number;
  readonly label: string;
  readonly changes: RateTableImport['sample'][number]['changes'];
}
/** A kind of table that is imported in this way. */
export interface TableKind<F extends string, H, Fields extends object> {
  readonly form: 'FREIGHT_RATES' | 'DUTY_RATES' | 'OPENING_STOCK';
  readonly rules: ColumnRules<F, H>;
  /** The fields of which the table must have columns, each with the texts of its names. */
  readonly missing: (columns: readonly Column<F, H>[]) => readonly string[];
  readonly plan: (
    w: Work,
    rows: readonly TableRow[],
    columns: readonly Column<F, H>[],
  ) => Promise<{ readonly planned: readonly PlannedRow<Fields>[]; readonly problems: readonly CellProblem[] }>;
  readonly operation: string;
  /** Stores what is created or changed, with its audit row, and announces it. */
  readonly store: (w: Work, planned: readonly PlannedRow<Fields>[], operationId: string) => Promise<void>;
}

/** Imports rates from pasted cells. */
export async function importText<F extends string, H, Fields extends object>(
  w: Work,
  kind: TableKind<F, H, Fields>,
  text: string,
  options: ImportOptions,
): Promise<RateTableImport> {
  return importRows(
    w,
    kind,
    await reading('text', async () =>
      rowsOfText(text, { isPasted: true, maxRows: MAX_ROWS, countKnown: knownBy(kind.rules) }),
    ),
    { ...options, from: 'text' },
  );
}

/** Imports rates from a file. The file is not kept. */
export async function importFile<F extends string, H, Fields extends object>(
  w: Work,
  kind: TableKind<F, H, Fields>,
  sent: { readonly files: Pick<StoredFiles, 'read' | 'remove'>; readonly upload: Upload },
  options: ImportOptions,
): Promise<RateTableImport> {
  const countKnown = knownBy(kind.rules);
  const { sheet, encoding } = options;
  const bytes = await sent.files.read(sent.upload.storageKey);
  const file = await reading('file', () =>
    rowsOfFile(bytes, { isHeader: (cells) => countKnown(cells) > 0, countKnown, maxRows: MAX_ROWS, sheet, encoding }),
  );
  if (!file) throw new AppError('wrong_file', { message: say('freight.no_table') });
  const answer = await importRows(w, kind, file.rows, { ...options, from: 'file' });
  await sent.files.remove(sent.upload.storageKey);
  return { ...answer, reading: file.reading };
}

async function reading<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableTable ? fieldError(field, error.text, 'imports.unreadable') : error;
  }
}

async function importRows<F extends string, H, Fields extends object>(
  w: Work,
  kind: TableKind<F, H, Fields>,
  rows: readonly TableRow[],
  options: ImportOptions & { readonly from: 'text' | 'file' },
): Promise<RateTableImport> {
  if (!options.dryRun) await lockCosts(w);
  const { columns, remember } = await reading(options.from, async () => {
    const found = await readColumns(w, kind, rows, options);
    const missing = kind.missing(found.columns);
    if (missing.length > 0) throw new UnreadableTable(say('freight.needs_columns', { columns: missing.join(', ') }));
    if (rows.length < 2) throw new UnreadableTable(say('table.no_rows'));
    return found;
  });
  if (!options.dryRun) refuseOpenColumn(columns);
  const { sound, problems: unread } = partRows(rows.slice(1), usesOf(columns, kind.rules));
  const { planned, problems: wrong } = await kind.plan(w, sound, columns);
  const problems = [...unread, ...wrong].toSorted((a, b) => a.row - b.row);
  if (!options.dryRun) refuseProblems(planned.length, problems, options);
  const answer = answerOf(w, { columns, planned, problems }, options.dryRun);
  if (options.dryRun) return answer;
  await remember();
  const wanted = planned.filter((one) => actionOf(one) !== 'SAME');
  if (wanted.length === 0) return answer;
  const operationId = await createOperation(w, kind.operation, { counts: answer.counts }, 'IMPORT');
  await insertOperationRows(
    w,
    operationId,
    wanted.map(({ id, before, version }) => ({
      subjectId: id,
      before,
      versionBefore: version,
      versionAfter: version + 1,
    })),
  );
  await kind.store(w, wanted, operationId);
  return { ...answer, operationId };
}

/**
 * The columns of a table, with its numbers and days read as a person chose, now or for an earlier table of its form,
 * and what remembers the choice.
 */
export async function readColumns<F extends string, H>(
  w: Work,
  { form, rules }: { readonly form: Parameters<typeof formOf>[0]; readonly rules: ColumnRules<F, H> },
  rows: readonly TableRow[],
  { decimalMark, dayOrder }: Pick<ImportOptions, 'decimalMark' | 'dayOrder'>,
): Promise<{ readonly columns: Column<F, H>[]; readonly remember: () => Promise<void> }> {
  const own = formOf(
    form,
    (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase()),
  );
  const chosen = decimalMark ?? null;
  const remembered = await findMarks(w, own);
  const columns = columnsOf(rows, rules, { chosen, remembered, dayOrder: dayOrder ?? null });
  const marks = columns.map(({ numbers }) => (numbers?.ambiguous ? chosen : null));
  return { columns, remember: () => saveMarks(w, own, marks) };
}

/** Refuses a table with errors, unless only its valid rows are wanted. */
function refuseProblems(valid: number, problems: readonly CellProblem[], { onlyValid }: ImportOptions): void {
  if (problems.length === 0 || (onlyValid && valid > 0)) return;
  throw new AppError('imports.has_errors', {
    errors: problems.slice(0, MAX_ERRORS).map(({ row, column, value, message }) => ({
      field: `rows.${row}${column === null ? '' : `.${column}`}`,
      message: withValue(value, message),
    })),
  });
}

const actionOf = ({ before, changes }: PlannedRow<object>): RateTableImport['sample'][number]['action'] =>
  before === null ? 'CREATE' : changes.length > 0 ? 'UPDATE' : 'SAME';

function answerOf<F extends string, H>(
  w: Work,
  {
    columns,
    planned,
    problems,
  }: {
    readonly columns: readonly Column<F, H>[];
    readonly planned: readonly PlannedRow<object>[];
    readonly problems: readonly CellProblem[];
  },
  isDryRun: boolean,
): RateTableImport {
  const count = (action: ReturnType<typeof actionOf>) => planned.filter((one) => actionOf(one) === action).length;
  const failed = new Set(problems.map(({ row }) => row)).size;
  return {
    isDryRun,
    counts: {
      rows: planned.length + failed,
      create: count('CREATE'),
      update: count('UPDATE'),
      same: count('SAME'),
      fail: failed,
    },
    columns: columns.map(({ heading, meaning, numbers, days }) => ({
      ...{ heading, field: meaning?.field ?? null, numbers, days },
    })),
    sample: planned
      .slice(0, SAMPLE)
      .map((one) => ({ row: one.row, action: actionOf(one), label: one.label, changes: [...one.changes] })),
    errors: problems
      .slice(0, SHOWN)
      .map(({ message, ...problem }) => ({ ...problem, message: wordsOf(message, w.scope.language) })),
    operationId: null,
  };
}
