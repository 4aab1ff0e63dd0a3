import type { ActionsOf } from '../../events/audit-actions.ts';
import { cartonsAudit } from './cartons.audit.ts';
import { ordersAudit } from './orders.audit.ts';
import { plansAudit } from './plans.audit.ts';

/** The details that the audit log stores for changes of orders, cartons and shipment plans. */
export const shipmentsAudit = { ...ordersAudit, ...cartonsAudit, ...plansAudit } as const;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof shipmentsAudit> {}
}
