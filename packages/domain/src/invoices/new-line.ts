import type { CostCategory, InvoiceType } from '../lists.ts';

/**
 * The cost type with which a new line begins, in the sheet, in pasted lines and in imported ones: that of the invoice
 * if somebody chose one. Otherwise customs on an invoice for customs only, freight on an invoice of another type or on
 * one whose costs belong to goods of other invoices, and goods on any other invoice.
 */
export function costTypeOfNewLine(invoice: {
  readonly costType: CostCategory | null;
  readonly type: InvoiceType | null;
  readonly isPaired: boolean;
}): CostCategory {
  if (invoice.costType) return invoice.costType;
  if (invoice.type === 'CUSTOMS_ONLY') return 'CUSTOMS_AND_DUTIES';
  return invoice.type !== null || invoice.isPaired ? 'SHIPPING' : 'FACTORY_INVOICE';
}
