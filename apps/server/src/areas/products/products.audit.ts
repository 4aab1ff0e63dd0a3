import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';
import { FIELDS } from './products.state.ts';

const IMPORT = { name: true, facts: ['rows', 'create', 'update', 'skip', 'fail'] } as const;
/** The values of a change of one product are in its changelog, which was written in the same transaction. */
const IN_CHANGELOG = { fields: [...FIELDS, 'picture'] } as const;

/** What the audit log keeps of changes to products and of their imports. */
export const productsAudit = {
  'product.created': { name: true, changes: ['sku'] },
  'product.changed': IN_CHANGELOG,
  'product.archived': IN_CHANGELOG,
  'product.brought-back': IN_CHANGELOG,
  'product.deleted': { name: true, changes: ['sku', 'name'] },
  'product.bundle-changed': { changes: ['bundle'] },
  'product.bulk-changed': {
    changes: [
      'status',
      'brand',
      'reBrand',
      'group',
      'shippingMethod',
      'countryOfOrigin',
      'supplierLeadTime',
      'addTags',
      'removeTags',
      'addChannels',
      'removeChannels',
      'addSupplierIds',
      'removeSupplierIds',
      'archived',
    ],
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
