import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { day, plainText, userAnd, version } from '../primitives.ts';

const move = {
  method: 'POST',
  access: 'write',
  flags: management,
  idempotent: true,
  params: userAnd('id'),
  body: z.strictObject({ version: version.optional() }),
  response: invoiceWithLinesSchema,
} as const;

export const confirmInvoice = endpoint({
  ...move,
  id: 'confirmInvoice',
  path: '/invoices/{userId}/{id}/confirm',
  summary: 'Confirm an invoice (WORKING to OPEN), which freezes the rate and schedules its payments by terms',
  body: z.strictObject({
    version: version.optional(),
    keepAsCredit: z
      .boolean()
      .optional()
      .meta({ description: 'Of a credit note: it is not used on what is open of the invoices that it credits' }),
  }),
  errors: ['invoices.unknown', 'invoices.incomplete', 'invoices.wrong_status', 'conflict_version'],
});

export const acceptInvoiceRate = endpoint({
  ...move,
  id: 'acceptInvoiceRate',
  path: '/invoices/{userId}/{id}/accept-rate',
  summary: 'Accept the proposed exchange rate of an invoice that has none',
  description:
    'The rate and its day are those of GET /exchange-rates/{userId}/proposal for the currency and the date of the ' +
    'invoice. The invoice then has the source `feed`: a person accepted the rate, but nobody typed it. Without this ' +
    'call a proposed rate converts nothing.',
  body: z.strictObject({
    rate: plainText(40).meta({ description: 'The proposed rate, as the person has seen it' }),
    rateDate: day.meta({ description: 'The day of the proposed rate' }),
    version: version.optional(),
  }),
  errors: ['invoices.unknown', 'invoices.closed', 'rates.typed', 'conflict_version'],
});

export const closeInvoice = endpoint({
  ...move,
  id: 'closeInvoice',
  path: '/invoices/{userId}/{id}/close',
  summary: 'Close an invoice (OPEN to CLOSED); it must have nothing unassigned and no difference',
  errors: [
    'invoices.unknown',
    'invoices.not_assigned',
    'invoices.difference',
    'payments.difference',
    'invoices.wrong_status',
    'conflict_version',
  ],
});

export const reopenInvoice = endpoint({
  ...move,
  id: 'reopenInvoice',
  path: '/invoices/{userId}/{id}/reopen',
  summary: 'Reopen an invoice (CLOSED to OPEN)',
  errors: ['invoices.unknown', 'invoices.wrong_status', 'payments.credit_used', 'conflict_version'],
});

export const archiveInvoice = endpoint({
  ...move,
  id: 'archiveInvoice',
  path: '/invoices/{userId}/{id}/archive',
  summary: 'Archive a closed invoice: the default lists leave it out, but its costs still count',
  errors: ['invoices.unknown', 'invoices.wrong_status', 'conflict_version'],
});

export const unarchiveInvoice = endpoint({
  ...move,
  id: 'unarchiveInvoice',
  path: '/invoices/{userId}/{id}/unarchive',
  summary: 'Restore an archived invoice to the lists',
  errors: ['invoices.unknown', 'conflict_version'],
});
