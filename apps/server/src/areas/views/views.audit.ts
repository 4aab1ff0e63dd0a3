import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

const VIEW = ['name', 'gridId', 'isShared'] as const;

/** What the audit log keeps of changes to views of tables. */
export const viewsAudit = {
  'view.created': { facts: VIEW },
  'view.changed': { facts: VIEW },
  'view.deleted': { facts: VIEW },
  'view.default': { facts: ['gridId'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof viewsAudit> {}
}
