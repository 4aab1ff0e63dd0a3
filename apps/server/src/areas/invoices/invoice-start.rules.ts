import type { FieldError } from '@quayside/contracts/errors';
import type { BodyOf } from './invoices.types.ts';

/** What an invoice cannot start from: nothing at all, or two things that say different things. */
export function refusalsOfStart(body: BodyOf<'createInvoice'>): FieldError[] {
  const { supplierId, documentId, creditsInvoiceId, creditLines, productIds, kind } = body;
  if (creditsInvoiceId === undefined) {
    return [
      ...(supplierId === undefined && documentId === undefined ? [{ field: 'supplierId', message: 'This field is required' }] : []),
      ...(creditLines === undefined ? [] : [{ field: 'creditLines', message: 'Name the invoice that is credited as well' }]),
    ];
  }
  return [
    ...(kind === 'INVOICE' ? [{ field: 'kind', message: 'What credits an invoice is a credit note' }] : []),
    ...(productIds === undefined ? [] : [{ field: 'productIds', message: 'The lines of a credit note come from the invoice that it credits' }]),
  ];
}
