import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for changes to exchange rates. An import has one row with its counts. */
export const ratesAudit = {
  'exchange-rate.created': { name: true, changes: ['rate'] },
  'exchange-rate.changed': { name: true, changes: ['rate'] },
  'exchange-rate.deleted': { name: true, changes: ['rate'] },
  'exchange-rate.restored': { name: true, changes: ['rate'] },
  'exchange-rate.imported': { facts: ['create', 'update', 'kept'] },
  'exchange-rate.import-undone': { facts: ['undone', 'kept'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof ratesAudit> {}
}
