import { z } from 'zod';
import { columnNumbers } from './number-columns.ts';
import { id, instant, plainText } from './primitives.ts';

// What the imports of all kinds of record have in common: the same states, the same errors, the same screen.

/**
 * An import is PENDING until its turn, then CHECKING (reads the file), CHECKED (waits for a person) and IMPORTING
 * (stores the rows). It ends as IMPORTED, REFUSED (rows have errors, so nothing was stored), FAILED (`failure` says
 * why) or CANCELLED. An undo makes the import UNDONE; while the undo of a large import runs, the import is UNDOING. If
 * the process dies, the import or its undo continues where it stopped.
 */
const IMPORT_STATES = [
  'PENDING',
  'CHECKING',
  'CHECKED',
  'IMPORTING',
  'IMPORTED',
  'REFUSED',
  'FAILED',
  'CANCELLED',
  'UNDOING',
  'UNDONE',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
export const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'SKIP', 'FAIL'] as const;
export type ImportAction = (typeof IMPORT_ACTIONS)[number];
export const importMode = z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']);
export type ImportMode = z.output<typeof importMode>;

/** A flag in the query of a call. */
export const boolParam = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
/**
 * The field that each column of the file fills, in the order of the columns; null for a column that is not used. In the
 * query, the list is encoded as JSON.
 */
export const mappedFields = z.array(plainText(60).nullable()).max(200);

export const cellError = z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() });
/** The errors of a column that have the same reason, with the cells that occur most often. */
const errorGroup = z.object({
  column: z.string(),
  reason: z.string(),
  code: z.string().meta({ description: 'The code of the reason, which is the same in every language' }),
  count: z.int().meta({ description: 'How many cells have this error' }),
  values: z.array(z.object({ value: z.string(), count: z.int() })).meta({
    description: 'The different cells, the most frequent ones first; at most 50',
  }),
  valueCount: z.int().meta({ description: 'How many different cells there are' }),
});

/** A column of the file, with the field that it fills (null when it is not used) and its first values. */
export const importColumn = z.object({
  name: z.string(),
  field: z.string().nullable(),
  samples: z.array(z.string()),
  numbers: columnNumbers.nullable().meta({ description: 'Null for a column whose field is no number' }),
});

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk', 'shift_jis'] as const;
/** How a file is read, where a person says so. */
export const fileChoices = {
  sheet: plainText(100)
    .optional()
    .meta({ description: 'The sheet of a workbook. Absent: the first one with headings' }),
  encoding: z.enum(ENCODINGS).optional().meta({ description: 'The encoding of a text file. Absent: detected' }),
};
/** How a file was read, and what it contains besides. */
export const fileReading = z.object({
  sheet: z.string().nullable().meta({ description: 'The sheet that was read; null: the file is no workbook' }),
  sheets: z.array(z.string()).meta({ description: 'All visible sheets that look like such a table' }),
  encoding: z.enum(ENCODINGS).nullable().meta({ description: 'Null: the file is a workbook' }),
  isEncodingSure: z.boolean().meta({ description: 'false: its bytes could also be text in another encoding' }),
  hiddenRows: z.int().meta({ description: 'How many of the rows that were read are hidden in the workbook' }),
  mergedCells: z.int().meta({
    description: 'How many merged ranges the sheet has below its headings. The value of one counts for its first cell',
  }),
});
export type FileReading = z.infer<typeof fileReading>;

/** The fields of every import: what it did with the file, or what it would do. */
export const importFields = {
  id,
  state: z.enum(IMPORT_STATES),
  encoding: z.enum(ENCODINGS).nullable(),
  reading: fileReading.optional().meta({ description: 'Absent until the file was read' }),
  isMixed: z
    .boolean()
    .meta({ description: 'Whether parts of the file have another encoding, so that some letters are wrong' }),
  /** The sheet that was read, if the file is a workbook. */
  sheet: z.string().nullable(),
  fileName: z.string(),
  fileSha256: z.string(),
  isDryRun: z.boolean(),
  mode: importMode,
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), fail: z.int() }),
  /** While the import runs: how many rows are done, and how many there are (null while unknown). */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** Whether the columns were guessed, remembered from an earlier file like this one, or chosen by a person. */
  mapping: z.enum(['GUESSED', 'REMEMBERED', 'CHOSEN']),
  /** The first 1,000 errors; row 1 is the header. The error file has all errors. */
  errors: z.array(cellError),
  errorCount: z.int(),
  /** The errors by column and reason, the most frequent ones first; at most 500 different cells in all. */
  errorGroups: z.array(errorGroup),
  /** An earlier import of the same file; null when there is none. */
  sameFileAs: z.object({ importId: id, createdAt: instant }).nullable(),
  /**
   * A sentence that says why the import failed, or why a CHECKED import cannot start before a person chooses its
   * columns.
   */
  failure: z.string().nullable(),
  createdBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  canUndo: z.boolean(),
};

/** In place of a word of the file, in what words mean: all cells of the field that are wrong. */
export const EVERY_WRONG = '*';

/** What an undo did. `kept` has the first 1,000 rows that it did not revert. */
export const undoOfImport = <Row extends z.ZodType>(keptRow: Row) =>
  z.object({ at: instant, deleted: z.int(), restored: z.int(), keptCount: z.int(), kept: z.array(keptRow) }).nullable();
/** Why an undo did not revert a row. */
export const KEPT_REASONS = ['EDITED', 'USED', 'DELETED'] as const;
