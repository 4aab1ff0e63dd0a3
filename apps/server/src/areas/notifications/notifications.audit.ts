import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** What the audit log keeps of notifications from outside. */
export const notificationsAudit = {
  'notification.posted': { facts: ['summary'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof notificationsAudit> {}
}
