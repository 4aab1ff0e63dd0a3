import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for the actions of operators. */
export const adminAudit = {
  'job.retried': { facts: ['jobs'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof adminAudit> {}
}
