import type { ActionSpecs } from '../../events/audit-actions.ts';

/** What is logged when several pack lists are made or removed. */
const MANY = { facts: ['packLists'] } as const;

/** The details that the audit log stores for changes of orders and their pack lists. */
export const ordersAudit = {
  'order.changed': { changes: ['readyOn', 'notes', 'shippingMethod'] },
  // The order is gone from the lists; the line of its invoice is logged by the invoice.
  'order.deleted': { name: true },
  'order.packed': { changes: ['packList', 'readyOn', 'plan'] },
  'order.pack-list-changed': { changes: ['packList', 'readyOn'] },
  'order.unpacked': MANY,
  'order.packed-by-case': { facts: ['packLists', 'cartons', 'units'] },
  'order.packing-undone': MANY,
  'shipment-plan.removed': { name: true },
} as const satisfies ActionSpecs;
