import { say } from '@quayside/contracts/texts/catalogue';
import type { FieldProblem } from '../../../http/errors.ts';
import type { BodyOf } from '../invoices.types.ts';

/**
 * The errors of a request that names nothing to create an invoice from, or names two sources that contradict each
 * other.
 */
export function refusalsOfStart(body: BodyOf<'createInvoice'>): FieldProblem[] {
  const { supplierId, documentId, creditsInvoiceId, creditLines, productIds, kind, purchaseOrderId } = body;
  if (creditsInvoiceId === undefined) {
    return [
      ...(supplierId === undefined && documentId === undefined && purchaseOrderId === undefined
        ? [{ field: 'supplierId', message: say('field.required') }]
        : []),
      ...(purchaseOrderId !== undefined && kind === 'CREDIT_NOTE'
        ? [{ field: 'kind', message: say('invoices.order_or_credit') }]
        : []),
      ...(purchaseOrderId !== undefined && productIds !== undefined
        ? [{ field: 'productIds', message: say('invoices.order_lines') }]
        : []),
      ...(creditLines === undefined ? [] : [{ field: 'creditLines', message: say('invoices.name_credited_invoice') }]),
    ];
  }
  return [
    ...(purchaseOrderId === undefined ? [] : [{ field: 'purchaseOrderId', message: say('invoices.order_or_credit') }]),
    ...(kind === 'INVOICE' ? [{ field: 'kind', message: say('invoices.credits_is_note') }] : []),
    ...(productIds === undefined ? [] : [{ field: 'productIds', message: say('invoices.note_lines') }]),
  ];
}
