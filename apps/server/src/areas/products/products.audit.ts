import { bulkChanges } from '@quayside/contracts/products/product-bulk-edits';
import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';
import { FIELDS } from './rows/products.state.ts';

const IMPORT = { name: true, facts: ['rows', 'create', 'update', 'skip', 'fail'] } as const;
/**
 * For a change of one product, the audit log stores only which fields changed. Their values are in the changelog of the
 * product, which is written in the same transaction.
 */
const IN_CHANGELOG = { fields: [...FIELDS, 'picture'] } as const;

const BULK_FIELDS = Object.keys(bulkChanges.shape) as (keyof typeof bulkChanges.shape)[];

/** The details that the audit log stores for changes to products, and for product imports. */
export const productsAudit = {
  'product.created': { name: true, changes: ['sku'] },
  'product.changed': IN_CHANGELOG,
  'product.archived': IN_CHANGELOG,
  'product.brought-back': IN_CHANGELOG,
  'product.deleted': { name: true, changes: ['sku', 'name'] },
  'product.bundle-changed': { changes: ['bundle'] },
  'product.bulk-changed': {
    changes: BULK_FIELDS,
    trace: ['operationId'],
  },
  'product.rows-changed': { facts: ['rows'], trace: ['operationId'] },
  'product.bulk-undone': { facts: ['restored', 'kept'], trace: ['operationId'] },
  'import.checked': IMPORT,
  'import.imported': IMPORT,
  'import.refused': IMPORT,
  'import.failed': IMPORT,
  'import.cancelled': IMPORT,
  'import.undone': { name: true, facts: ['deleted', 'restored', 'kept'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof productsAudit> {}
}
