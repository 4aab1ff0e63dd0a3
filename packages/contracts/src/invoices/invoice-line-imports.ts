import { LINE_FIELDS } from '@quayside/domain/invoices/line-headings';
import { COST_CATEGORIES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { cartonChoice, cartonRows, columnNumbers, decimalMark } from '../number-columns.ts';
import { amount, id, userAnd } from '../primitives.ts';

/** The fields of an invoice line that an imported column can fill. */
export const LINE_COLUMNS = LINE_FIELDS;

const lineImportBody = z.strictObject({
  text: z.string().max(900_000).optional().meta({ description: 'CSV, TSV or a block of pasted cells' }),
  base64: z
    .string()
    .max(900_000)
    .optional()
    .meta({ description: 'The bytes of a CSV or TSV file in any common encoding' }),
  columns: z
    .array(z.enum(LINE_COLUMNS).nullable())
    .max(200)
    .optional()
    .meta({
      description:
        'The field that each column contains; absent: detected from the headings or, without headings, from the ' +
        'content',
    }),
  cartons: cartonChoice,
  decimalMarks: z
    .array(decimalMark.nullable())
    .max(200)
    .optional()
    .meta({
      description:
        "The decimal mark of each column's numbers; absent or null: decided by the cells of the column, and refused " +
        'where they can be read in two ways',
    }),
  hasHeadings: z.boolean().optional().meta({ description: 'Absent: detected' }),
  costType: z
    .enum(COST_CATEGORIES)
    .optional()
    .meta({
      description:
        'What the lines are for of which neither the table nor their words, the last invoice of the supplier or the ' +
        'invoice say it; absent: FACTORY_INVOICE',
    }),
  onlyValid: z
    .boolean()
    .optional()
    .meta({ description: 'Import the rows without errors; otherwise one error refuses the whole import' }),
});

const lineImportSchema = z.object({
  hasHeadings: z.boolean(),
  columns: z.array(
    z.object({
      heading: z.string().nullable(),
      field: z.enum(LINE_COLUMNS).nullable(),
      samples: z.array(z.string()),
      numbers: columnNumbers.nullable().meta({ description: 'Null for a column whose field is no number' }),
    }),
  ),
  rows: z
    .array(
      z.object({
        /** The number of the row in the imported text, counted from 1 and including the headings. */
        row: z.int(),
        line: z.object({
          product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
          name: z.string().nullable(),
          costType: z.enum(COST_CATEGORIES),
          quantity: z.string(),
          unitPrice: z.string().nullable().meta({ description: 'Amount ÷ quantity; null: there is no quantity' }),
          amount,
          taxAmount: amount,
          account: z.string().nullable(),
          internalReference: z.string().nullable(),
        }),
        errors: z.array(z.object({ column: z.enum(LINE_COLUMNS).nullable(), value: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'The first 500 rows, those with errors first' }),
  openCostTypes: z
    .int()
    .meta({ description: 'The number of rows without errors whose cost type nothing decides: ask the person once' }),
  cartons: cartonRows,
  counts: z.object({ rows: z.int(), create: z.int(), fail: z.int() }),
  /** The sum of the amounts of all rows without errors. */
  amount,
  /** The sum of the invoice's lines after the import, and the difference to the invoice's total. */
  after: z.object({ lines: amount, difference: amount }),
});

export type LineImport = z.infer<typeof lineImportSchema>;

const lineImport = { method: 'POST', flags: management, params: userAnd('id'), body: lineImportBody } as const;

/**
 * Adds lines from a CSV file or a pasted block. Importing from the URL of a spreadsheet will come with the connection
 * to Google Sheets.
 */
export const importInvoiceLines = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesByUrl',
  path: '/invoices/{userId}/{id}/invoice-lines/import',
  access: 'write',
  idempotent: true,
  summary: 'Add lines from a CSV file or from pasted cells',
  response: lineImportSchema.extend({ invoice: invoiceWithLinesSchema }),
  status: 201,
  errors: ['invoices.unknown', 'imports.unreadable', 'imports.has_errors', 'invoices.closed'],
});

export const importInvoiceLinesDryRun = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesDryRun',
  path: '/invoices/{userId}/{id}/invoice-lines/import/dry-run',
  access: 'read',
  summary: 'Preview of the lines that an import would add, with its errors; stores nothing',
  response: lineImportSchema,
  errors: ['invoices.unknown', 'imports.unreadable'],
});
