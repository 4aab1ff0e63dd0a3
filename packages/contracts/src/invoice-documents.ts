import { INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { management } from './invoice-header.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { amount, currencyCode, day, id, userAnd, userPath, version } from './primitives.ts';

/** An invoice that a document may belong to, with the words of the document that say so. */
export const matchCandidateSchema = z.object({
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
  /** What was found in the text, and where. */
  reasons: z.array(
    z.object({
      kind: z.enum(['NUMBER', 'SUPPLIER', 'TOTAL', 'DATE', 'FILE']),
      text: z.string(),
      page: z.int().nullable(),
    }),
  ),
  /** 0 to 100, only to sort by; never reason enough to attach anything by itself. */
  score: z.int(),
});

export type MatchCandidate = z.infer<typeof matchCandidateSchema>;

export const matchDocument = endpoint({
  id: 'matchDocument',
  method: 'GET',
  path: '/invoices/{userId}/matching/{documentId}',
  access: 'read',
  flags: management,
  summary: 'Invoices that a document may belong to, by its text, with the reasons',
  params: userAnd('documentId'),
  response: z.object({
    /** PENDING: the text is being read; ask again. NONE, FAILED: there is no text to go by. */
    textState: z.enum(['PENDING', 'READY', 'NONE', 'FAILED']),
    candidates: z.array(matchCandidateSchema),
    /** Suppliers whose name stands in the text. */
    suppliers: z.array(z.object({ id, companyName: z.string() })),
  }),
  errors: ['documents.unknown'],
});

export const attachInvoiceDocument = endpoint({
  id: 'attachInvoiceDocument',
  method: 'POST',
  path: '/invoices/{userId}/{id}/document',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Attach a document that is already here; it comes to the front unless another is there',
  params: userAnd('id'),
  body: z.strictObject({ documentId: id, inFront: z.boolean().optional(), version: version.optional() }),
  response: invoiceWithLinesSchema,
  errors: ['invoices.closed', 'documents.unknown', 'conflict_version'],
});

const pdfUpload = { field: 'file', maxBytes: 20 * 1024 * 1024, kinds: 'Pdf, Doc, Docx' } as const;

export const uploadInvoice = endpoint({
  id: 'uploadInvoice',
  method: 'POST',
  path: '/invoices/{userId}/upload',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Upload a document that becomes an invoice in REVIEW',
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
  summary: 'The document of an invoice',
  params: userAnd('id'),
  response: { binary: 'application/octet-stream' },
});
