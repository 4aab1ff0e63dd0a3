import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { optionalLines, userAnd, version } from '../primitives.ts';
import { purchasing } from './purchase-order-header.ts';

// The PDF of a purchase order. Preview, stored file and attachment are the same bytes.

const PAPER_SIZES = ['A4', 'LETTER'] as const;

const options = {
  showPrices: z.boolean().default(true),
  showBankingDetails: z.boolean().default(false),
  showInternalNumber: z.boolean().default(false),
  notes: optionalLines(5000).optional().meta({ description: 'Absent: the notes of the purchase order; null: none' }),
  paperSize: z.enum(PAPER_SIZES).default('A4'),
};
const PDF = { binary: 'application/pdf' } as const;
const SAME =
  'The PDF has the number of the revision that it is or would become. As long as nothing that is printed has ' +
  'changed, that is the newest one, byte for byte.';

const WARNED =
  'Where the PDF has no letters for some characters it shows boxes, and the header `X-Warning` says in which fields ' +
  '(percent-encoded UTF-8). Such a PDF is not generated.';

export const generatePurchaseOrderPdf = endpoint({
  id: 'generatePurchaseOrderPdf',
  method: 'POST',
  path: '/purchasing/{userId}/{id}/generate-pdf',
  access: 'write',
  flags: purchasing,
  summary: 'Generate the PDF of a purchase order, store it as the next version of its document, and open a draft',
  description: `${SAME} With \`preview\` nothing is stored and a draft stays one.`,
  params: userAnd('id'),
  body: z.strictObject({ ...options, preview: z.boolean().default(false), version: version.optional() }),
  response: PDF,
  errors: [
    'purchasing.unknown',
    'purchasing.incomplete',
    'purchasing.unprintable',
    'purchasing.too_long',
    'documents.quota',
    'conflict_version',
  ],
});

export const previewPurchaseOrderPdf = endpoint({
  id: 'previewPurchaseOrderPdf',
  method: 'POST',
  path: '/purchasing/{userId}/{id}/generate-pdf/preview',
  access: 'read',
  flags: purchasing,
  summary: 'The PDF of a purchase order as it would be generated; stores nothing',
  description: `${SAME} ${WARNED}`,
  params: userAnd('id'),
  body: z.strictObject(options),
  response: PDF,
  errors: ['purchasing.unknown', 'purchasing.too_long'],
});
