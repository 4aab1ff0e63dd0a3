import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** What the audit log keeps of what operators do. */
export const adminAudit = {
  'job.retried': { facts: ['jobs'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof adminAudit> {}
}
