import type { AccountSettings, Me } from '@quayside/contracts/accounts';
import { ADMIN_MAILS } from '@quayside/contracts/accounts';
import { FLAGS } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';

/** An id for tests: `idOf(7)` is always the same one. */
export const idOf = (n: number): string => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const USER_ID = idOf(1);
export const ACCOUNT_ID = idOf(2);

const switchedOn = <K extends string>(names: readonly K[], is: boolean) =>
  Object.fromEntries(names.map((name) => [name, is])) as Record<K, boolean>;

/** Ada Crane, an admin of Crane Trading. */
export const aPerson = (over: Partial<Me> = {}): Me => ({
  id: USER_ID,
  email: 'ada@crane.example',
  firstName: 'Ada',
  lastName: 'Crane',
  phone: null,
  timeZone: 'Europe/London',
  language: null,
  company: 'Crane Trading',
  isVerified: true,
  accountRoles: [{ name: 'sv-account-admin' }],
  accounts: [
    {
      id: ACCOUNT_ID,
      name: 'Crane Trading',
      isCurrent: true,
      accountTier: null,
      tierExpiryDate: null,
      currentAccountUser: { invitationStatus: 'ACCEPTED' },
    },
  ],
  currentAccountId: ACCOUNT_ID,
  isTierExpired: false,
  isSecondFactorOn: false,
  isSecondFactorRequired: false,
  isDemo: false,
  ...over,
});

/** The account of `aPerson`: in pounds, with every section switched on. */
export const someSettings = (over: Partial<AccountSettings> = {}): AccountSettings => ({
  accountId: ACCOUNT_ID,
  accountName: 'Crane Trading',
  currency: 'GBP',
  currencySymbol: '£',
  timeZone: 'Europe/London',
  canChangeCurrency: true,
  ...switchedOn(FLAGS, true),
  costDataSheetUrl: null,
  productInventorySheetUrl: null,
  isArchiveWhenClosedEnabled: false,
  archiveAfterDays: 0,
  isSecondFactorRequired: false,
  ...switchedOn(ADMIN_MAILS, false),
  version: 1,
  ...over,
});

/** The person who views a screen in a test. */
export type Visitor = 'admin' | 'viewer' | 'systemAdmin';
const ROLE: Record<Visitor, Role> = {
  admin: 'sv-account-admin',
  viewer: 'sv-account-viewer',
  systemAdmin: 'sv-admin',
};
export const personAs = (visitor: Visitor): Me => aPerson({ accountRoles: [{ name: ROLE[visitor] }] });
