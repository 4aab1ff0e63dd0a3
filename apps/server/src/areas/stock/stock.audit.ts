import type { ActionSpecs, ActionsOf } from '../../events/audit-actions.ts';

const ORDER_IMPORT = { name: true, facts: ['rows', 'create', 'update', 'fail'] } as const;

/** The details that the audit log stores for changes of stock. */
export const stockAudit = {
  'account.stock-method-changed': { changes: ['stockMethod'] },
  'account.sale-place-chosen': {
    changes: ['salePlace'],
    facts: ['saleSource', 'saleChannel', 'fromDay'],
    trace: ['operationId'],
  },
  'account.sale-place-undone': { facts: ['saleSource', 'saleChannel'] },
  'order.received': { facts: ['receipts', 'units', 'surplus'], trace: ['operationId'] },
  'order.receipts-reversed': { facts: ['receipts', 'units'] },
  'order.missing-decided': { facts: ['missingKind', 'debtor', 'units', 'day', 'words'], trace: ['decisionId'] },
  'order.missing-taken-back': { facts: ['missingKind', 'debtor', 'units', 'day', 'words'], trace: ['decisionId'] },
  'order.missing-credited': { facts: ['units'], trace: ['decisionId', 'creditNoteId'] },
  'product.difference-accepted': { facts: ['difference', 'units', 'words'], trace: ['lineId'] },
  'product.difference-open-again': { facts: ['difference', 'units'], trace: ['lineId'] },
  'product.stock-moved': { facts: ['movements', 'units'], trace: ['operationId'] },
  'product.counted': { facts: ['counts'], trace: ['operationId'] },
  'product.sales-taken-in': { facts: ['lines', 'units'] },
  'product.opening-recorded': { facts: ['lots', 'units'], trace: ['operationId'] },
  'product.opening-reversed': { facts: ['receipts', 'units'] },
  'order-import.checked': ORDER_IMPORT,
  'order-import.imported': ORDER_IMPORT,
  'order-import.refused': ORDER_IMPORT,
  'order-import.failed': ORDER_IMPORT,
  'order-import.cancelled': ORDER_IMPORT,
  'order-import.undone': ORDER_IMPORT,
  'product.stock-reversed': { facts: ['movements'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof stockAudit> {}
}
