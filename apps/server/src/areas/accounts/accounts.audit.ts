import { ADMIN_MAILS } from '@quayside/contracts/accounts/accounts';
import { FLAGS } from '@quayside/domain/access/access';
import type { ActionsOf, ActionSpecs } from '../../events/audit-actions.ts';

/** The details that the audit log stores for changes to accounts, their members, and people. */
export const accountsAudit = {
  'account.settings-changed': {
    changes: [
      'accountName',
      'currency',
      'timeZone',
      'costDataSheetUrl',
      'productInventorySheetUrl',
      'archiveAfterDays',
      'isArchiveWhenClosedEnabled',
      'isSecondFactorRequired',
      ...FLAGS,
      ...ADMIN_MAILS,
    ],
  },
  'account.bank-supplier-chosen': { changes: ['bankSupplier'] },
  'account.fee-mails-changed': {
    changes: ['isFeeTrackerDailyFoundEmailEnabled', 'isFeeTrackerDailyNotFoundEmailEnabled'],
  },
  'account.test-mail-sent': {},
  'member.invited': { name: true, changes: ['email', 'status', 'roles'] },
  'member.invited-again': { name: true, changes: ['email', 'status', 'roles'] },
  'member.invitation-accepted': { changes: ['status', 'roles'] },
  'member.invitation-rejected': { changes: ['status', 'roles'] },
  'member.invitation-revoked': { name: true, changes: ['email', 'status', 'roles'] },
  'member.role-changed': { changes: ['roles'] },
  'member.removed': { changes: ['status', 'roles'] },
  // Members of the account see which fields of a profile changed, but not the values, because those are private.
  'person.profile-changed': {
    fields: ['firstName', 'lastName', 'phone', 'timeZone', 'language', 'company', 'bio', 'dateOfBirth'],
  },
  'person.settings-changed': {
    changes: [
      'isAccountSummaryEmailEnabled',
      'isDailyFeeChangeEmailEnabled',
      'isInvoiceUploadedEmailWanted',
      'isCostCheckEmailWanted',
      'isBankDetailsEmailWanted',
      'isPaymentDueEmailWanted',
      'isPaymentPaidEmailWanted',
    ],
  },
  'person.mails-unsubscribed': { facts: ['kind'] },
  'person.password-changed': {},
  'person.password-reset': {},
  'person.address-asked': {},
  'person.address-verified': {},
  'person.address-changed': {},
  'person.made-system-admin': {},
  'person.second-factor-on': {},
  'person.second-factor-off': {},
  'person.recovery-codes-made': {},
  'person.recovery-code-used': {},
  'session.account-opened': {},
  'session.ended': {},
} as const satisfies ActionSpecs;

declare module '../../events/audit-actions.ts' {
  interface AuditActions extends ActionsOf<typeof accountsAudit> {}
}
