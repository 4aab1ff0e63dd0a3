import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** What the audit log keeps of measures that orders take over from their product. */
export const costsAudit = {
  'product.measures_applied': { facts: ['weightGrams', 'volumeCm3'], trace: ['orders'] },
  'product.measures_undone': { trace: ['orders'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof costsAudit> {}
}
