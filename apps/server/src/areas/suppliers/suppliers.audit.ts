import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';
import { TOLERANCE_FIELDS } from './rows/supplier-tolerances.rules.ts';
import { PLAIN_FIELDS } from './rows/suppliers.state.ts';

const CHANGED = { changes: [...PLAIN_FIELDS, 'archivedAt', 'paymentTerms', 'leadTimes', ...TOLERANCE_FIELDS] } as const;

const IMPORT = { name: true, facts: ['rows', 'create', 'update', 'skip', 'fail'] } as const;

/**
 * The details that the audit log stores for changes to suppliers. Of bank details, it stores only the last characters
 * of the account number.
 */
export const suppliersAudit = {
  'supplier.created': { name: true, changes: ['companyName'] },
  'supplier.changed': CHANGED,
  'supplier.archived': CHANGED,
  'supplier.brought-back': CHANGED,
  'supplier.bulk-changed': { facts: ['update'], trace: ['operationId'] },
  'supplier.bulk-undone': { facts: ['restored', 'kept'], trace: ['operationId'] },
  'supplier.deleted': { name: true, changes: ['companyName'] },
  'supplier.merged': { facts: ['merged', 'invoices', 'products', 'filled'] },
  'supplier.merged-away': { name: true, changes: ['companyName'], facts: ['into'] },
  'supplier.merge-undone': { facts: ['brought', 'restored', 'kept'] },
  'supplier.bank-details-changed': {
    changes: ['accountNumber'],
    fields: ['beneficiary', 'accountNumber', 'bankName', 'bankAddress', 'swift', 'bankCode', 'currency', 'notes'],
  },
  'supplier.bank-details-removed': { changes: ['accountNumber'] },
  'supplier.bank-details-revealed': {},
  'supplier-import.checked': IMPORT,
  'supplier-import.imported': IMPORT,
  'supplier-import.refused': IMPORT,
  'supplier-import.cancelled': IMPORT,
  'supplier-import.undone': { name: true, facts: ['deleted', 'restored', 'kept'] },
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof suppliersAudit> {}
}
