import { DIMENSION_UNITS, WEIGHT_UNITS } from '@quayside/domain/lists';
import {
  UNIT_KINDS,
  UNIT_SOURCES,
  WRITTEN_LENGTH_UNITS,
  WRITTEN_UNITS,
  WRITTEN_WEIGHT_UNITS,
} from '@quayside/domain/products/units';
import { z } from 'zod';
import { endpoint, management } from './endpoint.ts';
import { columnNumbers, decimalMark } from './number-columns.ts';
import { listQuery, page } from './paging.ts';
import { CODE_KINDS } from './product-codes.ts';
import { VALUE_FIELDS } from './product-fields.ts';
import { id, instant, plainText, requiredText, userAnd, userPath } from './primitives.ts';

/** The maximum number of rows of an imported file. */
export const MAX_IMPORT_ROWS = 200_000;
const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
const IMPORT_KINDS = ['CSV', 'TSV', 'XLSX', 'AMAZON_LISTINGS'] as const;
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
const mode = z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']);

const writtenUnit = z.enum(WRITTEN_UNITS);
/** The unit of a column of measures. If `from` is OPEN, nothing names the unit, so one must be chosen. */
const columnUnit = z.object({
  kind: z.enum(UNIT_KINDS),
  unit: writtenUnit.nullable().meta({ description: 'Null if the rows or the cells name it, or nothing does' }),
  from: z.enum(UNIT_SOURCES),
});
/** A median parcel that is lighter, in grams, or less dense, in kilograms per cubic metre, is questioned. */
export const LIGHT_GRAMS = 20;
export const THIN_DENSITY = 20;
/** What the weights and sizes of a file amount to, and whether they look as if they were in another unit. */
const parcels = z.object({
  weight: z.string().nullable().meta({ description: 'Median weight of a unit in grams' }),
  density: z.string().nullable().meta({ description: 'Median density in kilograms per cubic metre' }),
  doubt: z
    .enum(['LIGHT', 'THIN'])
    .nullable()
    .meta({ description: `LIGHT: the median is under ${LIGHT_GRAMS} g; THIN: it is under ${THIN_DENSITY} kg/m³` }),
});
/** What a word of the file means in a field with a closed list of values; `to` is null if the cell counts as empty. */
const valueMapping = z.strictObject({
  field: z.enum(VALUE_FIELDS),
  from: requiredText(100),
  to: plainText(40).nullable(),
});
export type ValueMapping = z.infer<typeof valueMapping>;
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
const storedUnit = z.enum([...WEIGHT_UNITS, ...DIMENSION_UNITS]);

const cellError = z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() });
/** A row that an undo did not revert, and why. */
const keptRow = z.object({
  row: z.int(),
  productId: id,
  sku: z.string(),
  reason: z.enum(['EDITED', 'USED', 'DELETED']),
});

/** One import: what it did with the file, or what it would do. */
const productImportSchema = z.object({
  id,
  state: z.enum(IMPORT_STATES),
  kind: z.enum(IMPORT_KINDS).nullable().meta({ description: 'Null until the file has been examined' }),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk', 'shift_jis']).nullable(),
  /** The sheet that was read, if the file is a workbook. */
  sheet: z.string().nullable(),
  fileName: z.string(),
  fileSha256: z.string(),
  isDryRun: z.boolean(),
  mode,
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), fail: z.int() }),
  /** While the import runs: how many rows are done, and how many there are (null while unknown). */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** The columns of the file, each with the field that it fills (null when it is not used) and its first values. */
  columns: z.array(
    z.object({
      name: z.string(),
      field: z.string().nullable(),
      samples: z.array(z.string()),
      numbers: columnNumbers.nullable().meta({ description: 'Null for a column whose field is no number' }),
      unit: columnUnit.nullable().meta({ description: 'Null for a column whose field is no measure' }),
    }),
  ),
  /** Whether the columns were guessed, remembered from an earlier file like this one, or chosen by a person. */
  mapping: z.enum(['GUESSED', 'REMEMBERED', 'CHOSEN']),
  /** The first 1,000 errors; row 1 is the header. The error file has all errors. */
  errors: z.array(cellError),
  errorCount: z.int(),
  /** The errors by column and reason, the most frequent ones first; at most 500 different cells in all. */
  errorGroups: z.array(errorGroup),
  /** What words of the file mean, as a person chose. */
  values: z.array(valueMapping),
  /** The first 20 rows, as the import understood them. */
  sample: z.array(z.object({ row: z.int(), action: z.enum(IMPORT_ACTIONS), sku: z.string(), name: z.string() })),
  /** Null if the file contains no weights and sizes, or has not been checked. */
  parcels: parcels.nullable(),
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
  /** `kept` has the first 1,000 rows that the undo did not revert. */
  undo: z
    .object({ at: instant, deleted: z.int(), restored: z.int(), keptCount: z.int(), kept: z.array(keptRow) })
    .nullable(),
});
export type ProductImport = z.infer<typeof productImportSchema>;
/** One row of an import with its effect on each field. */
const importRowSchema = z.object({
  row: z.int(),
  action: z.enum(IMPORT_ACTIONS),
  sku: z.string(),
  name: z.string(),
  productId: id.nullable(),
  /** How the product was found, if not by its SKU: what the row has in its place, and which code of the product it is. */
  foundBy: z.object({ code: z.string(), by: z.enum(CODE_KINDS) }).nullable(),
  /** Measures are in the unit in which the product stores them, with its unit before and after. */
  changes: z.array(
    z.object({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      unitBefore: storedUnit.nullable(),
      unitAfter: storedUnit.nullable(),
    }),
  ),
  errors: z.array(cellError),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const boolParam = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
/**
 * The field that each column of the file fills, in the order of the columns; null for a column that is not used. In the
 * query, the list is encoded as JSON.
 */
const fields = z.array(plainText(60).nullable()).max(200);
const upload = { field: 'file', maxBytes: MAX_IMPORT_BYTES } as const;
/** How the measures of the whole file are read where its columns do not say it. */
const measuresOfFile = {
  decimalMark: decimalMark.optional().meta({
    description: 'Of all numbers in the file; absent: decided for each column by its cells',
  }),
  weightUnit: z.enum(WRITTEN_WEIGHT_UNITS).optional().meta({
    description: 'Of weights whose unit neither the heading nor a column of units names',
  }),
  lengthUnit: z.enum(WRITTEN_LENGTH_UNITS).optional().meta({
    description: 'Of lengths, widths and heights whose unit neither the heading nor a column of units names',
  }),
};

export const createProductImport = endpoint({
  id: 'createProductImport',
  method: 'POST',
  path: '/products/{userId}/imports',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: "Import products from CSV, TSV, XLSX or Amazon's listings report",
  description:
    'The kind of file is detected from its content. Products are matched by SKU. At most 200,000 rows. A small file ' +
    'is imported before the call answers. For a large file the answer is PENDING, and the import continues in the ' +
    'background; its progress is on the live stream (topic `imports`). With `dryRun` nothing is stored, and `start` ' +
    'imports the checked file. Unless `mode=VALID_ROWS`, one row with an error refuses the whole file. A file with a ' +
    'column of measures that can all be read in two ways, such as 1,234, is refused without a `decimalMark`, and one ' +
    'whose unit is not named (`Weight (kg)`, or a column of units) without a `weightUnit` or `lengthUnit`. Measures ' +
    'are converted to the unit of the product.',
  params: userPath,
  query: z.strictObject({
    dryRun: boolParam,
    mode: mode.default('ALL_OR_NOTHING'),
    ...measuresOfFile,
  }),
  upload: { ...upload, kinds: "CSV, TSV, XLSX or Amazon's listings report" },
  response: productImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'wrong_file', 'too_large'],
});
export const listProductImports = endpoint({
  id: 'listProductImports',
  method: 'GET',
  path: '/products/{userId}/imports',
  access: 'read',
  flags: management,
  summary: 'Imports of this account, newest first',
  description: 'Without errors and sample rows, which `GET /products/{userId}/imports/{importId}` returns.',
  params: userPath,
  query: listQuery({ sort: ['createdAt'], filters: { state: ['in'] } }),
  response: page(productImportSchema),
});
export const getProductImport = endpoint({
  id: 'getProductImport',
  method: 'GET',
  path: '/products/{userId}/imports/{importId}',
  access: 'read',
  flags: management,
  summary: 'One import with its errors',
  params: userAnd('importId'),
  response: productImportSchema,
});
export const remapProductImport = endpoint({
  id: 'remapProductImport',
  method: 'PATCH',
  path: '/products/{userId}/imports/{importId}',
  access: 'write',
  flags: management,
  summary: 'Choose which column fills which field, and check the file again',
  description: 'Possible only while the import is CHECKED. The choice is remembered for files with the same header.',
  params: userAnd('importId'),
  body: z.strictObject({
    fields,
    decimalMarks: z
      .array(decimalMark.nullable())
      .max(200)
      .optional()
      .meta({ description: "The decimal mark of each column's numbers; null: decided by the cells of the column" }),
    units: z.array(writtenUnit.nullable()).max(200).optional().meta({
      description: 'The unit of each column of measures; null: as its heading, or a column of units, names it',
    }),
    values: z.array(valueMapping).max(1000).optional().meta({
      description: 'What words of the file mean, in place of all earlier ones; absent: as before',
    }),
  }),
  response: productImportSchema,
  errors: ['imports.wrong_state'],
});
export const startProductImport = endpoint({
  id: 'startProductImport',
  method: 'POST',
  path: '/products/{userId}/imports/{importId}/start',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Start the import of a checked file',
  description:
    'With `mode=VALID_ROWS`, an import that was REFUSED can be started too. For a large file the answer is ' +
    'IMPORTING, and the import continues in the background.',
  params: userAnd('importId'),
  body: z.strictObject({ mode }),
  response: productImportSchema,
  errors: ['imports.wrong_state'],
});
export const cancelProductImport = endpoint({
  id: 'cancelProductImport',
  method: 'POST',
  path: '/products/{userId}/imports/{importId}/cancel',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Cancel an import; nothing of it is stored',
  params: userAnd('importId'),
  response: productImportSchema,
  errors: ['imports.wrong_state'],
});
export const undoProductImport = endpoint({
  id: 'undoProductImport',
  method: 'POST',
  path: '/products/{userId}/imports/{importId}/undo',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Undo an import: remove the added products and restore the changed ones',
  description:
    'Rows that were edited or used since are not reverted, and are listed in `undo.kept`. For a large import the ' +
    'answer is UNDOING, and the undo continues in the background; its progress is on the live stream.',
  params: userAnd('importId'),
  response: productImportSchema,
  errors: ['imports.wrong_state'],
});
export const listProductImportRows = endpoint({
  id: 'listProductImportRows',
  method: 'GET',
  path: '/products/{userId}/imports/{importId}/rows',
  access: 'read',
  flags: management,
  summary: 'Rows of an import, with the changes of each',
  params: userAnd('importId'),
  query: listQuery({ sort: ['row'], filters: { action: ['in'] } }),
  response: page(importRowSchema),
});
export const getProductImportErrorFile = endpoint({
  id: 'getProductImportErrorFile',
  method: 'GET',
  path: '/products/{userId}/imports/{importId}/errors.csv',
  access: 'read',
  flags: management,
  summary: 'The rows with errors, with a column of reasons, to correct and import again',
  params: userAnd('importId'),
  response: { binary: 'text/csv' },
});
export const uploadProductCsv = endpoint({
  id: 'uploadProductCsv',
  method: 'POST',
  path: '/products/{userId}/csv',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Import products from a CSV in the format of the template',
  params: userPath,
  query: z.strictObject(measuresOfFile),
  upload: { ...upload, kinds: 'CSV' },
  response: productImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});
export const getProductCsvTemplate = endpoint({
  id: 'getProductCsvTemplate',
  method: 'GET',
  path: '/products/{userId}/csv-template',
  access: 'read',
  flags: management,
  summary: 'The CSV template with one example row',
  params: userPath,
  response: { binary: 'text/csv' },
});

declare module './live.ts' {
  interface Topics {
    readonly imports: true;
  }
}
