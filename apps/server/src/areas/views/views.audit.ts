import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

const VIEW = ['name', 'gridId', 'isShared'] as const;

/** The details that the audit log stores for changes to saved table views. */
export const viewsAudit = {
  'view.created': { facts: VIEW },
  'view.changed': { facts: VIEW },
  'view.deleted': { facts: VIEW },
  'view.default': { facts: ['gridId'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof viewsAudit> {}
}
