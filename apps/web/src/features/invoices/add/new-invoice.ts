import type { InvoiceKind } from '@quayside/domain/lists';

/**
 * The values of the form of a new invoice. `accepted` is the proposed rate that a person has accepted, and the currency
 * and day for which it was proposed; its figure is in `rate`.
 */
export type NewInvoice = {
  kind: InvoiceKind;
  supplierId: string;
  /** The purchase order from which the invoice starts; blank for none. */
  purchaseOrderId: string;
  invoiceNumber: string;
  date: string;
  currency: string;
  rate: string;
  total: string;
  turned: boolean;
  accepted: { rate: string; rateDate: string; of: string } | null;
};

/** Whether the invoice starts from a purchase order, whose supplier, currency and rate it takes. */
export const isFromOrder = ({ purchaseOrderId, kind }: NewInvoice): boolean =>
  purchaseOrderId !== '' && kind === 'INVOICE';
