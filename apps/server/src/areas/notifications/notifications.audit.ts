import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for notifications that an external system posted. */
export const notificationsAudit = {
  'notification.posted': { facts: ['summary'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof notificationsAudit> {}
}
