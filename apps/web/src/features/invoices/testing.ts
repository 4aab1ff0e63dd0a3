import type { InvoiceLine, InvoiceWithLines } from '@quayside/contracts/invoices';

const nothing = { document: '0.00', account: '0.00' };
const yes = { allowed: true, reason: null };

/** A line for tests: 100 kettles for 5,890.50. */
export const aLine = (over: Partial<InvoiceLine> = {}): InvoiceLine => ({
  invoiceLineId: 'line-1', position: 1, product: { id: 'product-1', sku: 'KTL', name: 'Kettle' }, sku: 'KTL', name: 'Kettle', account: null, internalReference: null, costType: 'FACTORY_INVOICE',
  quantity: '100', amount: '5890.50', unitPrice: '58.905', taxAmount: '0.00', isTaxRecoverable: true, isExcludedFromGeneralCostsData: false, exclusionReason: null, basis: null, effectiveBasis: 'OWN_ORDER',
  isBasisFallback: false, scope: null, manualShares: [], order: { id: 'order-1', number: 'SO-1' }, cost: { document: '5890.50', account: '632.03' }, assigned: { document: '5890.50', account: '632.03' },
  unassigned: nothing, unassignedReason: null, lackingProducts: [], entryCount: 1, version: 1, ...over,
});

/** An invoice in yuan for tests, with one line. */
export const anInvoice = (over: Partial<InvoiceWithLines> = {}): InvoiceWithLines => ({
  id: 'invoice-1', invoiceNumber: 'HS-1', supplierContact: { id: 'supplier-1', companyName: 'Ningbo Haosheng', localName: null }, date: '2026-11-16', unixDate: 0, currency: 'CNY', accountCurrency: 'GBP',
  rate: '0.1073', rateDate: '2026-11-16', rateSource: 'manual', isRateFrozen: false, total: '5890.50',
  totals: { lines: nothing, recoverableTax: nothing, costTax: nothing, difference: nothing, total: nothing, assigned: nothing, unassigned: nothing, excluded: nothing }, hasSwappedDigitsHint: false, lineCount: 1,
  unassignedLineCount: 0, status: 'WORKING', payReferenceNumber: null, costType: null, type: null, shippingMethod: null, vesselVoyage: null, etd: null, attention: null, tracking: null, billToCompany: null,
  pairedWith: [], document: null, can: { edit: yes, confirm: yes, close: yes, reopen: yes, delete: yes }, archivedAt: null, createdAt: '2026-11-16T09:00:00Z', updatedAt: '2026-11-16T09:00:00Z', version: 1,
  lines: [aLine()], ...over,
});
