import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  boolParam,
  cellError,
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
import { id, plainText, requiredLines, userAnd, userPath } from '../primitives.ts';
import { SUPPLIER_VALUE_FIELDS } from './supplier-fields.ts';

/** The maximum number of rows of an imported file of suppliers. */
export const MAX_SUPPLIER_ROWS = 2000;
const MAX_BYTES = 10 * 1024 * 1024;

/** What a word of the file means in a field; `to` is null if the cell counts as empty. */
const valueMapping = z.strictObject({
  field: z.enum(SUPPLIER_VALUE_FIELDS),
  from: requiredLines(100),
  to: plainText(40)
    .nullable()
    .meta({
      description:
        'A code of the field’s list; for the event of a share, one of its events; for a company name, the id of the ' +
        'supplier that has it, or NEW',
    }),
});
export type SupplierValueMapping = z.infer<typeof valueMapping>;

/** A supplier with what tells it apart from others with the same name. */
const namedSupplier = z.object({
  id,
  companyName: z.string(),
  localName: z.string().nullable(),
  city: z.string().nullable(),
  email: z.string().nullable(),
});
export type NamedSupplier = z.infer<typeof namedSupplier>;
const keptRow = z.object({ row: z.int(), supplierId: id, companyName: z.string(), reason: z.enum(KEPT_REASONS) });

/** One import of suppliers: what it did with the file, or what it would do. */
const supplierImportSchema = z.object({
  ...importFields,
  kind: z.enum(['CSV', 'TSV', 'XLSX']),
  columns: z.array(importColumn),
  /** What words of the file mean, as a person chose. */
  values: z.array(valueMapping),
  /**
   * The company names of the file that are similar to those of suppliers, or equal to several, and the suppliers that
   * they may mean. Empty `suppliers`: an earlier row has a similar name.
   */
  similar: z.array(z.object({ name: z.string(), suppliers: z.array(namedSupplier) })),
  /** The suppliers that `values` name. */
  suppliers: z.array(namedSupplier),
  /** The first 20 rows, as the import understood them. */
  sample: z.array(z.object({ row: z.int(), action: z.enum(IMPORT_ACTIONS), companyName: z.string() })),
  undo: undoOfImport(keptRow),
});
export type SupplierImport = z.infer<typeof supplierImportSchema>;

/** One row of an import with its effect on each field. Payment terms are written as in a cell. */
const importRowSchema = z.object({
  row: z.int(),
  action: z.enum(IMPORT_ACTIONS),
  companyName: z.string(),
  supplierId: id.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  errors: z.array(cellError),
});
export type SupplierImportRow = z.infer<typeof importRowSchema>;

export const createSupplierImport = endpoint({
  id: 'createSupplierImport',
  method: 'POST',
  path: '/suppliers/{userId}/imports',
  access: 'write',
  idempotent: true,
  summary: 'Import suppliers with their payment terms and lead times from CSV, TSV or XLSX',
  description:
    'Suppliers are matched by their id or, regardless of case, by their company name. At most 2,000 rows, which are ' +
    'imported before the call answers. With `dryRun` nothing is stored, and `start` imports the checked file. Unless ' +
    '`mode=VALID_ROWS`, one row with an error refuses the whole file. A name that is only similar to that of a ' +
    'supplier is an error until somebody says what it means. A cell with payment terms is written like ' +
    '"30% on order; 70% before shipping + 30 days". Bank details are never imported.',
  params: userPath,
  query: z.strictObject({
    dryRun: boolParam,
    mode: importMode.default('ALL_OR_NOTHING'),
    ...fileChoices,
    decimalMark: decimalMark.optional().meta({
      description: 'Of all numbers in the file; absent: decided for each column by its cells',
    }),
  }),
  upload: { field: 'file', maxBytes: MAX_BYTES, kinds: 'CSV, TSV or XLSX' },
  response: supplierImportSchema,
  status: 201,
  errors: ['imports.unreadable', 'wrong_file', 'too_large'],
});
export const listSupplierImports = endpoint({
  id: 'listSupplierImports',
  method: 'GET',
  path: '/suppliers/{userId}/imports',
  access: 'read',
  summary: 'Imports of suppliers, newest first',
  description:
    'Without errors, sample rows and named suppliers, which `GET /suppliers/{userId}/imports/{importId}` returns.',
  params: userPath,
  query: listQuery({ sort: ['createdAt'], filters: { state: ['in'] } }),
  response: page(supplierImportSchema),
});
export const getSupplierImport = endpoint({
  id: 'getSupplierImport',
  method: 'GET',
  path: '/suppliers/{userId}/imports/{importId}',
  access: 'read',
  summary: 'One import of suppliers with its errors',
  params: userAnd('importId'),
  response: supplierImportSchema,
});
export const remapSupplierImport = endpoint({
  id: 'remapSupplierImport',
  method: 'PATCH',
  path: '/suppliers/{userId}/imports/{importId}',
  access: 'write',
  summary: 'Choose which column fills which field and what words mean, and check the file again',
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
    values: z.array(valueMapping).max(2000).optional().meta({
      description: 'What words of the file mean, in place of all earlier ones; absent: as before',
    }),
  }),
  response: supplierImportSchema,
  errors: ['imports.wrong_state'],
});
export const startSupplierImport = endpoint({
  id: 'startSupplierImport',
  method: 'POST',
  path: '/suppliers/{userId}/imports/{importId}/start',
  access: 'write',
  idempotent: true,
  summary: 'Import the suppliers of a checked file',
  description: 'With `mode=VALID_ROWS`, an import that was REFUSED can be started too.',
  params: userAnd('importId'),
  body: z.strictObject({ mode: importMode }),
  response: supplierImportSchema,
  errors: ['imports.wrong_state'],
});
export const cancelSupplierImport = endpoint({
  id: 'cancelSupplierImport',
  method: 'POST',
  path: '/suppliers/{userId}/imports/{importId}/cancel',
  access: 'write',
  idempotent: true,
  summary: 'Cancel a checked import of suppliers; nothing of it is stored',
  params: userAnd('importId'),
  response: supplierImportSchema,
  errors: ['imports.wrong_state'],
});
export const undoSupplierImport = endpoint({
  id: 'undoSupplierImport',
  method: 'POST',
  path: '/suppliers/{userId}/imports/{importId}/undo',
  access: 'write',
  idempotent: true,
  summary: 'Undo an import: remove the added suppliers and restore the changed ones',
  description: 'Rows that were edited or used since are not reverted, and are listed in `undo.kept`.',
  params: userAnd('importId'),
  response: supplierImportSchema,
  errors: ['imports.wrong_state'],
});
export const listSupplierImportRows = endpoint({
  id: 'listSupplierImportRows',
  method: 'GET',
  path: '/suppliers/{userId}/imports/{importId}/rows',
  access: 'read',
  summary: 'Rows of an import of suppliers, with the changes of each',
  params: userAnd('importId'),
  query: listQuery({ sort: ['row'], filters: { action: ['in'] } }),
  response: page(importRowSchema),
});
export const getSupplierImportErrorFile = endpoint({
  id: 'getSupplierImportErrorFile',
  method: 'GET',
  path: '/suppliers/{userId}/imports/{importId}/errors.csv',
  access: 'read',
  summary: 'The rows with errors, with a column of reasons, to correct and import again',
  params: userAnd('importId'),
  response: { binary: 'text/csv' },
});
export const getSupplierCsvTemplate = endpoint({
  id: 'getSupplierCsvTemplate',
  method: 'GET',
  path: '/suppliers/{userId}/csv-template',
  access: 'read',
  summary: 'An example file with two suppliers, their payment terms and lead times',
  params: userPath,
  response: { binary: 'text/csv' },
});

declare module '../live.ts' {
  interface Topics {
    readonly 'supplier-imports': true;
  }
}
