import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores when the measures of a product are copied to its orders. */
export const costsAudit = {
  'product.measures_applied': { facts: ['weightGrams', 'volumeCm3'], trace: ['orders'] },
  'product.measures_undone': { trace: ['orders'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof costsAudit> {}
}
