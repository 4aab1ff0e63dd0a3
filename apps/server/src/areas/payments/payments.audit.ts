import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

const SCHEDULED = { name: true, changes: ['payments'] } as const;
const PAID = {
  name: true,
  changes: ['settled'],
  facts: ['paidOn', 'amount', 'paidAmount', 'fee', 'credit', 'paymentReference'],
  trace: ['transferId'],
} as const;
const OPENING = { changes: ['openingBalance', 'day'] } as const;
const CASH_ENTRY = {
  name: true,
  changes: ['name', 'kind', 'amount', 'firstDay', 'repeat', 'lastDay'],
} as const;
const CODE = { name: true, changes: ['code', 'name', 'type'] } as const;

/**
 * The details that the audit log stores for payments, credits, account codes and the cash calendar. Most belong to an
 * invoice's history.
 */
export const paymentsAudit = {
  'account.exchange-policy-changed': { changes: ['exchangePolicy'] },
  'invoice-payment.created': SCHEDULED,
  'invoice-payment.changed': { changes: ['payments'] },
  'invoice-payment.deleted': SCHEDULED,
  'invoice-payment.rest-added': { changes: ['payments'] },
  'invoice-payment.surplus-taken': { name: true, facts: ['credit'] },
  'payment.rest-made': { name: true, changes: ['payments'] },
  'payment.changed': { name: true, changes: ['due', 'accountCode', 'transactionReference'] },
  'payment.paid': PAID,
  'payment.settled-before': PAID,
  'payment.fees-invoiced': { name: true, changes: ['settled'], facts: ['count'] },
  'payment.fee-invoiced': { name: true, changes: ['feeInvoice'], facts: ['fee'] },
  'payment.fee-given-back': { name: true, changes: ['feeInvoice'], facts: ['fee'] },
  'payment.undone': {
    name: true,
    changes: ['settled'],
    facts: ['paidOn', 'paymentReference'],
    trace: ['transferId'],
  },
  'payment.corrected': {
    name: true,
    changes: ['settled', 'paidOn', 'amount', 'paidAmount', 'fee', 'paymentReference'],
    trace: ['transferId'],
  },
  'payment.deposit-applied': { name: true, changes: ['deposit'] },
  'payment.deposit-typed': { name: true, changes: ['deposit'] },
  'credit.deposit-left': { name: true, facts: ['amount'] },
  'credit.deposit-back': { facts: ['amount'] },
  'credit.created': { name: true, facts: ['amount'] },
  'credit.used': { changes: ['settled'], facts: ['amount'] },
  'credit.refunded': { facts: ['amount', 'received', 'day'] },
  'credit.taken-back': { facts: ['amount'] },
  'account-code.created': CODE,
  'account-code.changed': { name: true, changes: ['code', 'name', 'archived'] },
  'account-code.deleted': { name: true, changes: ['code', 'name'] },
  'account-code.imported': { facts: ['create', 'update'] },
  'cash-calendar.opening-typed': OPENING,
  'cash-calendar.opening-removed': OPENING,
  'cash-entry.created': CASH_ENTRY,
  'cash-entry.changed': CASH_ENTRY,
  'cash-entry.deleted': CASH_ENTRY,
  'cash-entry.restored': CASH_ENTRY,
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof paymentsAudit> {}
}
