import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The header fields that the audit log stores, in the order of the form. */
export const ORDER_FIELDS = [
  'poNumber',
  'internalPoNumber',
  'supplier',
  'orderDate',
  'currency',
  'rate',
  'rateDate',
  'rateSource',
  'shippingNumber',
  'shipTo',
  'shippingMethod',
  'portOfLoading',
  'deliveryDate',
  'etd',
  'readyOn',
  'shippedOn',
  'arrivedOn',
  'deliveredOn',
  'inspectedOn',
  'leadTimes',
  'paymentTerms',
  'bankingDetails',
  'cartonMarks',
  'notes',
  'attachments',
] as const;
/** The fields of items that the audit log stores, in the order of the form. */
export const ITEM_FIELDS = [
  'product',
  'name',
  'supplierItemNumber',
  'askedQuantity',
  'quantity',
  'unitPrice',
  'amount',
  'position',
] as const;
const HEADER = [...ORDER_FIELDS, 'total'] as const;
const MOVED = { changes: ['status', 'archived', 'closeReason', 'closeWords'] } as const;
const ARCHIVING = { changes: ['archived'] } as const;

/** The details that the audit log stores for changes of purchase orders. Their history shows the same rows. */
export const purchasingAudit = {
  'purchase-order.created': { name: true, changes: HEADER, lines: ITEM_FIELDS },
  'purchase-order.changed': { changes: HEADER, lines: ITEM_FIELDS },
  'purchase-order.items-imported': { changes: ['itemCount', 'total'] },
  'purchase-order.opened': MOVED,
  'purchase-order.closed': MOVED,
  'purchase-order.reopened': MOVED,
  'purchase-order.archived': ARCHIVING,
  'purchase-order.unarchived': ARCHIVING,
  'purchase-order.generated': { changes: ['revision'], trace: ['documentId', 'sha256'] },
  'purchase-order.sent': { changes: ['revision', 'recipients'], trace: ['sentMailId'] },
  'purchase-order.not-sent': { changes: ['revision', 'recipients'], trace: ['sentMailId'] },
  'purchase-order.file-deleted': { changes: ['fileName'] },
  // Both values are names of suppliers instead of ids, because the merged supplier no longer exists afterwards.
  'purchase-order.supplier-merged': { changes: ['supplier'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof purchasingAudit> {}
}
