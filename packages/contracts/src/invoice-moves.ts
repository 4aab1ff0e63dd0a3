import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { management } from './invoice-header.ts';
import { invoiceWithLinesSchema } from './invoices.ts';
import { userAnd, version } from './primitives.ts';

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
  summary: 'WORKING to OPEN: the rate is frozen',
  errors: ['invoices.incomplete', 'invoices.wrong_status', 'conflict_version'],
});

export const closeInvoice = endpoint({
  ...move,
  id: 'closeInvoice',
  path: '/invoices/{userId}/{id}/close',
  summary: 'OPEN to CLOSED: nothing unassigned, no difference',
  errors: ['invoices.not_assigned', 'invoices.difference', 'invoices.wrong_status', 'conflict_version'],
});

export const reopenInvoice = endpoint({
  ...move,
  id: 'reopenInvoice',
  path: '/invoices/{userId}/{id}/reopen',
  summary: 'CLOSED back to OPEN',
  errors: ['invoices.wrong_status', 'conflict_version'],
});

export const archiveInvoice = endpoint({
  ...move,
  id: 'archiveInvoice',
  path: '/invoices/{userId}/{id}/archive',
  summary: 'Take a closed invoice out of the default lists; its costs go on counting',
  errors: ['invoices.wrong_status', 'conflict_version'],
});

export const unarchiveInvoice = endpoint({
  ...move,
  id: 'unarchiveInvoice',
  path: '/invoices/{userId}/{id}/unarchive',
  summary: 'Bring an archived invoice back into the lists',
  errors: ['conflict_version'],
});
