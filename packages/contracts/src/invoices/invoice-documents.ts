import { INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { amount, currencyCode, day, id, userAnd, userPath, version } from '../primitives.ts';

/** An invoice that a document may belong to, with the parts of the document's text that suggest it. */
const matchCandidateSchema = z.object({
  invoice: z.object({
    id,
    invoiceNumber: z.string(),
    supplierName: z.string().nullable(),
    date: day,
    total: amount.nullable(),
    currency: currencyCode,
    status: z.enum(INVOICE_STATUSES),
    hasDocument: z.boolean(),
  }),
  /** The reasons for the match, each with the matched text and its page. */
  reasons: z.array(
    z.object({
      kind: z.enum(['NUMBER', 'SUPPLIER', 'TOTAL', 'DATE', 'FILE']),
      text: z.string(),
      page: z.int().nullable(),
    }),
  ),
  /** From 0 to 100, for sorting only. No score is high enough to attach a document automatically. */
  score: z.int(),
});

export type MatchCandidate = z.infer<typeof matchCandidateSchema>;

/** PENDING: the text is still being extracted, so repeat the call later. NONE, FAILED: there is no text. */
const textState = z.enum(['PENDING', 'READY', 'NONE', 'FAILED']);

export const matchDocument = endpoint({
  id: 'matchDocument',
  method: 'GET',
  path: '/invoices/{userId}/matching/{documentId}',
  access: 'read',
  flags: management,
  summary: 'Invoices that a document may belong to, judged by its text, with the reasons',
  params: userAnd('documentId'),
  response: z.object({
    textState,
    candidates: z.array(matchCandidateSchema),
    /** Suppliers whose name occurs in the text. */
    suppliers: z.array(z.object({ id, companyName: z.string() })),
  }),
  errors: ['documents.unknown'],
});

const readValue = z.object({
  value: z.string(),
  text: z.string().meta({ description: 'As the document writes it' }),
  page: z.int(),
});

/**
 * What was read in the document of an invoice. Several values of one field are all possible, the most likely first.
 * Nothing is filled in: a person accepts a value by sending it like a typed one.
 */
const documentReadingSchema = z.object({
  textState,
  invoiceNumbers: z.array(readValue),
  dates: z.array(readValue),
  currencies: z.array(readValue),
  dueDates: z.array(readValue).meta({ description: 'The days on which the document says that it is to be paid' }),
  totals: z.array(readValue.extend({ currency: currencyCode.nullable() })).meta({
    description:
      'Decimal strings, with a minus where the document has one, and the currency beside them. What the lines add up ' +
      'to comes first',
  }),
  suppliers: z
    .array(z.object({ id, companyName: z.string(), text: z.string(), page: z.int() }))
    .meta({ description: 'Suppliers of the account whose name, e-mail address or telephone the document has' }),
  newSuppliers: z.array(readValue).meta({
    description: 'Names of companies that may have sent the document, if it names no supplier of the account',
  }),
  lines: z
    .object({ page: z.int(), cells: z.array(z.array(z.string())) })
    .nullable()
    .meta({ description: 'The table of lines: its headings and its rows, to be pasted into the invoice' }),
});
export type DocumentReading = z.infer<typeof documentReadingSchema>;

export const readInvoiceDocument = endpoint({
  id: 'readInvoiceDocument',
  method: 'GET',
  path: '/invoices/{userId}/reading/{documentId}',
  access: 'read',
  flags: management,
  summary: 'Number, date, currency, total, supplier and lines as they were read in a document; stores nothing',
  params: userAnd('documentId'),
  response: documentReadingSchema,
  errors: ['documents.unknown'],
});

export const attachInvoiceDocument = endpoint({
  id: 'attachInvoiceDocument',
  method: 'POST',
  path: '/invoices/{userId}/{id}/document',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Attach an existing document; it becomes the main document unless the invoice has one',
  params: userAnd('id'),
  body: z.strictObject({ documentId: id, inFront: z.boolean().optional(), version: version.optional() }),
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown', 'invoices.closed', 'documents.unknown', 'conflict_version'],
});

const pdfUpload = { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' } as const;

export const uploadInvoice = endpoint({
  id: 'uploadInvoice',
  method: 'POST',
  path: '/invoices/{userId}/upload',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Upload a document and create an invoice in REVIEW from it',
  params: userPath,
  query: z.strictObject({ supplierId: id.optional() }),
  upload: pdfUpload,
  response: invoiceWithLinesSchema,
  status: 201,
  errors: ['wrong_file', 'too_large', 'documents.quota'],
});

export const replaceInvoiceUpload = endpoint({
  id: 'replaceInvoiceUpload',
  method: 'PUT',
  path: '/invoices/{userId}/{id}/upload',
  access: 'write',
  flags: management,
  summary: 'Attach the document of an invoice, or replace it',
  params: userAnd('id'),
  upload: pdfUpload,
  response: invoiceWithLinesSchema,
  errors: ['invoices.unknown', 'invoices.closed', 'wrong_file', 'too_large', 'documents.quota'],
});

export const getInvoiceDocument = endpoint({
  id: 'getInvoiceDocument',
  method: 'GET',
  path: '/invoices/{userId}/{id}/document',
  access: 'read',
  flags: management,
  summary: 'The main document of an invoice',
  params: userAnd('id'),
  response: { binary: 'application/octet-stream' },
  errors: ['invoices.unknown'],
});
