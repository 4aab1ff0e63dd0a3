import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The header fields that the audit log stores, in the order of the form. */
export const HEADER_FIELDS = [
  'invoiceNumber',
  'supplier',
  'date',
  'currency',
  'rate',
  'rateDate',
  'rateSource',
  'total',
  'payReferenceNumber',
  'costType',
  'type',
  'shippingMethod',
  'vesselVoyage',
  'etd',
  'readyOn',
  'shippedOn',
  'arrivedOn',
  'deliveredOn',
  'inspectedOn',
  'attention',
  'tracking',
  'billToCompany',
] as const;
/** The line fields that the audit log stores, in the order of the form. */
export const LINE_FIELDS = [
  'costType',
  'product',
  'name',
  'quantity',
  'amount',
  'taxAmount',
  'isTaxRecoverable',
  'creditsLine',
  'purchaseOrderLine',
  'matchReason',
  'account',
  'internalReference',
  'isExcludedFromGeneralCostsData',
  'exclusionReason',
  'basis',
] as const;
const HEADER = [...HEADER_FIELDS, 'status', 'pairedWith'] as const;
const LINE = [...LINE_FIELDS, 'scope', 'manualShares'] as const;
const STARTED = {
  name: true,
  changes: ['invoiceNumber', 'kind', 'supplier', 'date', 'currency', 'rate', 'total'],
} as const;
const MOVED = { changes: ['status'] } as const;
const ARCHIVING = { changes: ['archived'] } as const;
const DOCUMENT = { changes: ['document'], trace: ['documentId'] } as const;

/**
 * The details that the audit log stores for changes of invoices and their lines. The history of an invoice shows the
 * same rows.
 */
export const invoicesAudit = {
  'invoice.created': STARTED,
  'invoice.uploaded': STARTED,
  'invoice.changed': { changes: HEADER },
  'invoice.replaced': { changes: HEADER, lines: LINE },
  'invoice.cost-rate-set': { changes: ['costRate'] },
  'invoice.confirmed': MOVED,
  'invoice.closed': MOVED,
  'invoice.reopened': MOVED,
  'invoice.archived': ARCHIVING,
  'invoice.unarchived': ARCHIVING,
  'invoice.deleted': { name: true, changes: ['invoiceNumber', 'total'] },
  'invoice.document-attached': DOCUMENT,
  'invoice.document-replaced': DOCUMENT,
  'invoice.document-detached': DOCUMENT,
  // Both values are names of suppliers instead of ids, because the merged supplier no longer exists afterwards.
  'invoice.supplier-merged': { changes: ['supplier'] },
  'invoice-line.created': { lines: LINE },
  'invoice-line.changed': { lines: LINE },
  'invoice-line.deleted': { lines: LINE },
  'invoice-line.imported': { changes: ['lineCount', 'amount'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof invoicesAudit> {}
}
