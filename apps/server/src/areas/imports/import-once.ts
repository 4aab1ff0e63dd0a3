import type { FileReading } from '@quayside/contracts/imports';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import type { Work } from '../../db/tx.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import type { Upload } from '../../http/upload.ts';
import type { Encoding } from '../../tables/decode.ts';
import { type CellProblem, partRows } from '../../tables/part-rows.ts';
import type { TableRow } from '../../tables/table.ts';
import { UnreadableTable } from '../../tables/unreadable.ts';
import { rowsOfFile, rowsOfText } from '../../tables/whole-table.ts';
import { findReadings, formOf, saveReadings } from '../../remembered/table-choices.ts';
import {
  type Chosen,
  choicesFor,
  type Column,
  columnsOf,
  fieldsOf,
  refuseOpenColumn,
  type TableKind,
} from './columns.ts';

// An import that runs within one call: it opens what was sent, reads its columns, asks what only a person can tell, and
// stores all rows, or none, or the valid ones.

const MAX_ERRORS = 1000;
const SHOWN = 200;

/** Whether cartons of a product that has units per case are counted as units; REFUSE: a row that says so is refused. */
export type CartonChoice = 'REFUSE' | 'UNITS';
export interface OnceOptions extends Chosen {
  readonly cartons?: CartonChoice | undefined;
  readonly dryRun: boolean;
  readonly onlyValid: boolean;
  readonly sheet?: string | undefined;
  readonly encoding?: Encoding | undefined;
}
/** Pasted cells, or an uploaded file, which is not kept. */
export type Sent =
  | { readonly text: string }
  | { readonly files: Pick<StoredFiles, 'read' | 'remove'>; readonly upload: Upload };
/** A table whose columns are known. `rows`: those that can be read. */
export interface ReadTable<F extends string> {
  readonly headings: readonly string[];
  readonly columns: readonly Column<F>[];
  readonly rows: readonly TableRow[];
}
/** What an import would store, and what is wrong with the other rows. */
interface Plan {
  readonly planned: readonly object[];
  readonly problems: readonly CellProblem[];
}
/** A kind of import. `Planned`: what its rows mean. */
export interface OnceKind<F extends string, Planned extends Plan, Options extends OnceOptions, Answer> {
  readonly table: TableKind<F>;
  readonly maxRows: number;
  /** Makes others wait from the first read on. */
  readonly lock?: (w: Work) => Promise<void>;
  /** Reads the rows, and finds what they mean. */
  readonly plan: (w: Work, table: ReadTable<F>, options: Options) => Promise<Planned>;
  /** Stores what is planned with its audit row and its undo, unless it is a dry run, and answers. */
  readonly store: (w: Work, plan: Planned, table: ReadTable<F>, options: Options) => Promise<Answer>;
}

/** Imports a table within the call. */
export async function importOnce<F extends string, Planned extends Plan, Options extends OnceOptions, Answer>(
  w: Work,
  kind: OnceKind<F, Planned, Options, Answer>,
  sent: Sent,
  options: Options,
): Promise<Answer & { readonly reading?: FileReading }> {
  const { rows, reading } = await openSent(kind, sent, options);
  const answer = await importRows(w, kind, { rows, at: fieldOf(sent) }, options);
  return finishSent(sent, answer, reading);
}

/** The field of the request that holds a table. */
export const fieldOf = (sent: Sent): 'text' | 'file' => ('text' in sent ? 'text' : 'file');

/** Opens a table with the row of headings first. Throws if it is none. */
async function openSent(
  {
    table: { countKnown },
    maxRows,
  }: { readonly table: Pick<TableKind<string>, 'countKnown'>; readonly maxRows: number },
  sent: Sent,
  { sheet, encoding }: OnceOptions,
): Promise<{ readonly rows: readonly TableRow[]; readonly reading?: FileReading }> {
  if ('text' in sent)
    return reading('text', async () => ({ rows: rowsOfText(sent.text, { isPasted: true, maxRows, countKnown }) }));
  const bytes = await sent.files.read(sent.upload.storageKey);
  const isHeader = (cells: readonly string[]) => countKnown(cells) > 0;
  const file = await reading('file', () => rowsOfFile(bytes, { isHeader, countKnown, maxRows, sheet, encoding }));
  if (!file) throw new AppError('wrong_file', { message: say('imports.not_a_table') });
  return file;
}

/** Removes a file that was read, and adds to the answer how it was. */
export async function finishSent<Answer>(
  sent: Sent,
  answer: Answer,
  reading: FileReading | undefined,
): Promise<Answer & { readonly reading?: FileReading }> {
  if ('files' in sent) await sent.files.remove(sent.upload.storageKey);
  return { ...answer, ...(reading && { reading }) };
}

/** Runs what can throw because a table is unreadable, as a refusal of its field. */
export async function reading<T>(field: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnreadableTable ? fieldError(field, error.text, 'imports.unreadable') : error;
  }
}

/** Imports the rows of a table that is open. */
export async function importRows<F extends string, Planned extends Plan, Options extends OnceOptions, Answer>(
  w: Work,
  kind: Omit<OnceKind<F, Planned, Options, Answer>, 'maxRows'>,
  { rows, at }: { readonly rows: readonly TableRow[]; readonly at: 'text' | 'file' },
  options: Options,
): Promise<Answer> {
  if (!options.dryRun) await kind.lock?.(w);
  const found = await reading(at, async () => fieldsOf(kind.table, rows));
  const form = formOf(kind.table.form, found.form);
  const columns = columnsOf(kind.table, found, options, await findReadings(w, form));
  if (!options.dryRun) refuseOpenColumn(columns);
  const { sound, problems: unread } = partRows(found.below, usesOf(kind.table, columns));
  const table = { headings: found.headings, columns, rows: sound };
  const plan = await kind.plan(w, table, options);
  const problems = [...unread, ...plan.problems].toSorted((a, b) => a.row - b.row);
  const answer = await importPlanned(w, kind, table, { ...plan, problems }, options);
  if (!options.dryRun) await saveReadings(w, form, choicesFor(columns, options));
  return answer;
}

/** Stores what is planned, all of it or what is valid. */
export async function importPlanned<F extends string, Planned extends Plan, Options extends OnceOptions, Answer>(
  w: Work,
  kind: Pick<OnceKind<F, Planned, Options, Answer>, 'store'>,
  table: ReadTable<F>,
  plan: Planned,
  options: Options,
): Promise<Answer> {
  if (!options.dryRun) refuseProblems(plan.planned.length, plan.problems, options.onlyValid);
  return kind.store(w, plan, table, options);
}

/** What the columns of a table are used for. */
const usesOf = <F extends string>({ fields, namesFields }: TableKind<F>, columns: readonly Column<F>[]) =>
  columns.map(({ heading, field }) => {
    const cell = field === null ? undefined : fields[field].cell;
    return {
      heading: namesFields === 'ALL_ROWS' && field !== null ? field : heading,
      isUsed: field !== null,
      isNumber: cell === 'NUMBER',
      code: cell === 'CODE' || cell === 'HS_CODE' || cell === 'BARCODE' ? cell : undefined,
    };
  });

/** Refuses a table with errors, unless only its valid rows are wanted. */
function refuseProblems(valid: number, problems: readonly CellProblem[], onlyValid: boolean): void {
  if (problems.length > 0 && !(onlyValid && valid > 0)) throw problemsIn(problems);
}

/** The refusal of a table with errors. */
export const problemsIn = (problems: readonly CellProblem[]): AppError =>
  new AppError('imports.has_errors', {
    errors: problems.slice(0, MAX_ERRORS).map(({ row, column, value, message }) => ({
      field: `rows.${row}${column === null ? '' : `.${column}`}`,
      message: withValue(value, message),
    })),
  });

/** The first problems in words, as answers show them. */
export const shownProblems = (w: Work, problems: readonly CellProblem[]) =>
  problems
    .slice(0, SHOWN)
    .map(({ message, ...problem }) => ({ ...problem, message: wordsOf(message, w.scope.language) }));
/** How many rows have problems. */
export const failedRows = (problems: readonly CellProblem[]): number => new Set(problems.map(({ row }) => row)).size;
