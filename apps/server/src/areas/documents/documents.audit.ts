import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for changes to documents. */
export const documentsAudit = {
  'document.added': { name: true, changes: ['fileName', 'documentType', 'entities'], trace: ['sha256'] },
  'document.changed': { changes: ['fileName', 'documentType', 'entities'] },
  'document.replaced': { name: true, changes: ['fileVersion', 'fileName'], trace: ['sha256'] },
  'document.mailed': { facts: ['recipients', 'summary'], trace: ['sentMailId'] },
  'document.deleted': { name: true, changes: ['fileName'] },
  'document.restored': { name: true, changes: ['fileName'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof documentsAudit> {}
}
