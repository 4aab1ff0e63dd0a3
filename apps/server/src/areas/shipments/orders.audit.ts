import type { ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for changes of orders and their pack lists. */
export const ordersAudit = {
  'order.changed': { changes: ['readyOn', 'notes', 'shippingMethod'] },
  // The order is gone from the lists; the line of its invoice is logged by the invoice.
  'order.deleted': { name: true },
  'order.packed': { changes: ['packList', 'readyOn', 'plan'] },
  'order.pack-list-changed': { changes: ['packList', 'readyOn'] },
  'order.unpacked': { changes: ['packLists'] },
  'order.packed-by-case': { facts: ['packLists', 'cartons', 'units'] },
  'order.packing-undone': { facts: ['packLists'] },
  'shipment-plan.removed': { name: true },
} as const satisfies ActionSpecs;
