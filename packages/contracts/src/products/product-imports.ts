import { DIMENSION_UNITS, WEIGHT_UNITS } from '@quayside/domain/lists';
import {
  UNIT_KINDS,
  UNIT_SOURCES,
  WRITTEN_LENGTH_UNITS,
  WRITTEN_UNITS,
  WRITTEN_WEIGHT_UNITS,
} from '@quayside/domain/products/units';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import {
  boolParam,
  cellError,
  EVERY_WRONG,
  fileChoices,
  IMPORT_ACTIONS,
  importColumn,
  importFields,
  importMode,
  KEPT_REASONS,
  mappedFields,
  undoOfImport,
} from '../imports.ts';
import { decimalMark } from '../number-columns.ts';
import { listQuery, page } from '../paging.ts';
import { CODE_KINDS } from './product-codes.ts';
import { VALUE_FIELDS } from './product-fields.ts';
import { id, plainText, requiredLines, userAnd, userPath } from '../primitives.ts';

/** The maximum number of rows of an imported file. */
export const MAX_IMPORT_ROWS = 200_000;
const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
const IMPORT_KINDS = ['CSV', 'TSV', 'XLSX', 'AMAZON_LISTINGS'] as const;

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
/**
 * What a word of the file means in a field with a closed list of values, or which supplier a name means; `to` is null
 * if the word counts as empty.
 */
const valueMapping = z.strictObject({
  field: z.enum([...VALUE_FIELDS, 'supplier', 'barcode']),
  from: requiredLines(100).meta({
    description: `A word; for barcodes, "${EVERY_WRONG}" with \`to\` null imports rows without a wrong barcode`,
  }),
  to: plainText(40).nullable().meta({ description: 'A value of the field; for a supplier, its id' }),
});
export type ValueMapping = z.infer<typeof valueMapping>;
const storedUnit = z.enum([...WEIGHT_UNITS, ...DIMENSION_UNITS]);

/** A row that an undo did not revert, and why. */
const keptRow = z.object({
  row: z.int(),
  productId: id,
  sku: z.string(),
  reason: z.enum(KEPT_REASONS),
});

/** One import: what it did with the file, or what it would do. */
const productImportSchema = z.object({
  ...importFields,
  kind: z.enum(IMPORT_KINDS).nullable().meta({ description: 'Null until the file has been examined' }),
  columns: z.array(
    importColumn.extend({
      unit: columnUnit.nullable().meta({ description: 'Null for a column whose field is no measure' }),
    }),
  ),
  /** What words of the file mean, as a person chose. */
  values: z.array(valueMapping),
  /** The first 20 rows, as the import understood them. */
  sample: z.array(z.object({ row: z.int(), action: z.enum(IMPORT_ACTIONS), sku: z.string(), name: z.string() })),
  /** Null if the file contains no weights and sizes, or has not been checked. */
  parcels: parcels.nullable(),
  undo: undoOfImport(keptRow),
});
export type ProductImport = z.infer<typeof productImportSchema>;
/** One row of an import with its effect on each field. */
const importRowSchema = z.object({
  row: z.int(),
  action: z.enum(IMPORT_ACTIONS),
  sku: z.string(),
  name: z.string(),
  productId: id.nullable(),
  /** How the product was found, if not by its SKU: what the row has instead, and which code of the product it is. */
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
    mode: importMode.default('ALL_OR_NOTHING'),
    ...measuresOfFile,
    ...fileChoices,
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
    fields: mappedFields
      .optional()
      .meta({ description: 'May be absent only where another sheet or encoding is chosen: they are guessed anew' }),
    ...fileChoices,
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
  body: z.strictObject({ mode: importMode }),
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

declare module '../live.ts' {
  interface Topics {
    readonly imports: true;
  }
}
