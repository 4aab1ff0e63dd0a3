import { COST_CATEGORIES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { management } from './invoice-header.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { amount, id, userAnd } from './primitives.ts';

/** Fields of a line that a column can hold. */
export const LINE_COLUMNS = [
  'sku',
  'name',
  'costType',
  'quantity',
  'unitPrice',
  'amount',
  'taxAmount',
  'account',
  'internalReference',
] as const;

export const lineImportBody = z.strictObject({
  text: z.string().max(900_000).optional().meta({ description: 'CSV, TSV or a block of cells as it is pasted' }),
  base64: z
    .string()
    .max(900_000)
    .optional()
    .meta({ description: 'The bytes of a CSV or TSV file, in any of the usual encodings' }),
  columns: z
    .array(z.enum(LINE_COLUMNS).nullable())
    .max(200)
    .optional()
    .meta({ description: 'What each column holds; absent: found by the headings, or by content where there are none' }),
  hasHeadings: z.boolean().optional().meta({ description: 'Absent: found out' }),
  onlyValid: z
    .boolean()
    .optional()
    .meta({ description: 'Take the rows without errors; otherwise one error refuses all' }),
});

export const lineImportSchema = z.object({
  hasHeadings: z.boolean(),
  columns: z.array(
    z.object({ heading: z.string().nullable(), field: z.enum(LINE_COLUMNS).nullable(), samples: z.array(z.string()) }),
  ),
  rows: z
    .array(
      z.object({
        /** Row of the text, from 1, headings counted. */
        row: z.int(),
        line: z.object({
          product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
          name: z.string().nullable(),
          costType: z.enum(COST_CATEGORIES),
          quantity: z.string(),
          amount,
          taxAmount: amount,
        }),
        errors: z.array(z.object({ column: z.enum(LINE_COLUMNS).nullable(), value: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'The first 500 rows, those with errors first' }),
  counts: z.object({ rows: z.int(), create: z.int(), fail: z.int() }),
  /** Sum of the rows without errors. */
  amount,
  /** What the lines of the invoice add up to with them, and the difference to its total. */
  after: z.object({ lines: amount, difference: amount }),
});

export type LineImport = z.infer<typeof lineImportSchema>;

const lineImport = { method: 'POST', flags: management, params: userAnd('id'), body: lineImportBody } as const;

/** Lines from a CSV file or a pasted block; a spreadsheet address comes with the link to Google Sheets. */
export const importInvoiceLines = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesByUrl',
  path: '/invoices/{userId}/{id}/invoice-lines/import',
  access: 'write',
  idempotent: true,
  summary: 'Add lines from a CSV file or a block of cells',
  response: lineImportSchema.extend({ invoice: invoiceWithLinesSchema }),
  status: 201,
  errors: ['imports.unreadable', 'imports.has_errors', 'invoices.closed'],
});

export const importInvoiceLinesDryRun = endpoint({
  ...lineImport,
  id: 'importInvoiceLinesDryRun',
  path: '/invoices/{userId}/{id}/invoice-lines/import/dry-run',
  access: 'read',
  summary: 'What the import would add, and what is wrong with it; stores nothing',
  response: lineImportSchema,
  errors: ['imports.unreadable'],
});
