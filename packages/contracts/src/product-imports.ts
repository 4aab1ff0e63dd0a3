import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery, page } from './paging.ts';
import { id, instant, userAnd, userPath } from './primitives.ts';

const management = [['isManagementSectionEnabled']] as const;
/** 200,000 rows, 50 MB. */
export const MAX_IMPORT_ROWS = 200_000;
const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const IMPORT_KINDS = ['CSV', 'TSV', 'XLSX', 'AMAZON_LISTINGS'] as const;
/**
 * PENDING waits, CHECKING reads, CHECKED waits for a person, IMPORTING stores; then IMPORTED, REFUSED (rows have
 * errors, nothing was stored), FAILED (`failure` says why), CANCELLED, and after an undo UNDONE. A process that dies
 * goes on where it was.
 */
export const IMPORT_STATES = [
  'PENDING',
  'CHECKING',
  'CHECKED',
  'IMPORTING',
  'IMPORTED',
  'REFUSED',
  'FAILED',
  'CANCELLED',
  'UNDONE',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
export const IMPORT_ACTIONS = ['CREATE', 'UPDATE', 'SKIP', 'FAIL'] as const;
/**
 * The fields of a product that a column of a file can fill, in the order in which they are offered. `parent` is named
 * by its SKU.
 */
export const IMPORT_FIELDS = [
  'sku',
  'name',
  'asin',
  'fnsku',
  'skuAlias',
  'parent',
  'brand',
  'reBrand',
  'group',
  'tags',
  'notes',
  'status',
  'channel',
  'supplier',
  'supplierLeadTime',
  'shippingMethod',
  'countryOfOrigin',
  'length',
  'width',
  'height',
  'dimensionUnit',
  'weight',
  'packagingWeight',
  'shippingWeight',
  'weightUnit',
  'productPackaging.length',
  'productPackaging.width',
  'productPackaging.height',
  'productPackaging.weight',
  'productPackaging.units',
  'casePackaging.length',
  'casePackaging.width',
  'casePackaging.height',
  'casePackaging.weight',
  'casePackaging.unitsPerCase',
  'thumbnail',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
const mode = z.enum(['ALL_OR_NOTHING', 'VALID_ROWS']);

const cellError = z.object({ row: z.int(), column: z.string(), value: z.string(), reason: z.string() });
/** Why an undo left a row as it is. */
const keptRow = z.object({
  row: z.int(),
  productId: id,
  sku: z.string(),
  reason: z.enum(['EDITED', 'USED', 'DELETED']),
});

/** One import: what became of the file, or would become of it. */
export const productImportSchema = z.object({
  id,
  state: z.enum(IMPORT_STATES),
  kind: z.enum(IMPORT_KINDS).nullable().meta({ description: 'Null until the file was looked into' }),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'gbk', 'shift_jis']).nullable(),
  /** The sheet of a workbook that was read. */
  sheet: z.string().nullable(),
  fileName: z.string(),
  fileSha256: z.string(),
  isDryRun: z.boolean(),
  mode,
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), skip: z.int(), fail: z.int() }),
  /** Rows done of rows known while it runs. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }).nullable(),
  /** Columns of the file: the field that each one fills, null where it is not used, and its first values. */
  columns: z.array(z.object({ name: z.string(), field: z.string().nullable(), samples: z.array(z.string()) })),
  /** The columns were chosen by a person, for this file or for an earlier one like it. */
  mapping: z.enum(['GUESSED', 'REMEMBERED', 'CHOSEN']),
  /** The first 1,000; row 1 is the header. The error file has all. */
  errors: z.array(cellError),
  errorCount: z.int(),
  /** The first 20 rows as they were understood. */
  sample: z.array(z.object({ row: z.int(), action: z.enum(IMPORT_ACTIONS), sku: z.string(), name: z.string() })),
  /** The same file was imported before. */
  sameFileAs: z.object({ importId: id, createdAt: instant }).nullable(),
  /**
   * A plain sentence: why it FAILED; or, of a file that was CHECKED, why it cannot be started before its columns are
   * chosen.
   */
  failure: z.string().nullable(),
  createdBy: z.object({ id, name: z.string() }).nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  canUndo: z.boolean(),
  /** `kept` names the first 1,000. */
  undo: z
    .object({ at: instant, deleted: z.int(), restored: z.int(), keptCount: z.int(), kept: z.array(keptRow) })
    .nullable(),
});
export type ProductImport = z.infer<typeof productImportSchema>;
/** One row of an import: what it does, field by field. */
export const importRowSchema = z.object({
  row: z.int(),
  action: z.enum(IMPORT_ACTIONS),
  sku: z.string(),
  name: z.string(),
  productId: id.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
  errors: z.array(cellError),
});
export type ImportRow = z.infer<typeof importRowSchema>;

const boolParam = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
/** Which field each column of the file fills, in the file's order; null: not used. In the query as JSON. */
const fields = z.array(z.string().max(60).nullable()).max(200);
const upload = { field: 'file', maxBytes: MAX_IMPORT_BYTES } as const;

export const createProductImport = endpoint({
  id: 'createProductImport',
  method: 'POST',
  path: '/products/{userId}/imports',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: "Import products from CSV, TSV, XLSX or Amazon's listings report",
  description:
    'The kind is found by content. Products are matched by SKU. Up to 200,000 rows. A small file is done when the answer comes; a large one answers PENDING and goes on by itself: its progress is on the live stream (topic `imports`). With `dryRun` nothing is stored, and `start` imports the checked file. Unless `mode=VALID_ROWS`, one wrong row keeps all rows out.',
  params: userPath,
  query: z.strictObject({ dryRun: boolParam, mode: mode.default('ALL_OR_NOTHING') }),
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
  description: 'Without their errors and samples of rows, which `GET /products/{userId}/imports/{importId}` answers.',
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
  summary: 'One import and its errors',
  params: userAnd('importId'),
  response: productImportSchema,
});
export const remapProductImport = endpoint({
  id: 'remapProductImport',
  method: 'PATCH',
  path: '/products/{userId}/imports/{importId}',
  access: 'write',
  flags: management,
  summary: 'Say which column fills which field, and check the file again',
  description: 'Only while it is CHECKED. The choice is remembered for files with the same header.',
  params: userAnd('importId'),
  body: z.strictObject({ fields }),
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
  summary: 'Import a file that was checked',
  description:
    'Also one that was REFUSED, with `mode=VALID_ROWS`. A large file answers IMPORTING and goes on by itself.',
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
  summary: 'Stop an import; nothing of it is stored',
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
  summary: 'Take an import back: added products go, changed ones become what they were',
  description: 'Rows that were edited or used since stay as they are, and are named in `undo.kept`.',
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
  summary: 'The rows of an import, with what each one changes',
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
  summary: 'The wrong rows as they were, with a column of reasons: to be mended and imported again',
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
  summary: 'Import products from our CSV',
  params: userPath,
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
