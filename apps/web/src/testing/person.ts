import type { AccountSettings, Me } from '@quayside/contracts/accounts/accounts';
import { ADMIN_MAILS } from '@quayside/contracts/accounts/accounts';
import { FLAGS } from '@quayside/domain/access/access';
import type { Role } from '@quayside/domain/lists';

/** Creates an id for tests. `idOf(7)` always returns the same id. */
export const idOf = (n: number): string => `01930000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const USER_ID = idOf(1);
export const ACCOUNT_ID = idOf(2);

const switchedOn = <K extends string>(names: readonly K[], is: boolean) =>
  Object.fromEntries(names.map((name) => [name, is])) as Record<K, boolean>;

/** Ada Crane, an admin of the account Crane Trading. */
export const aPerson = (over: Partial<Me> = {}): Me => ({
  id: USER_ID,
  email: 'ada@crane.example',
  firstName: 'Ada',
  lastName: 'Crane',
  phone: null,
  timeZone: 'Europe/London',
  language: null,
  company: 'Crane Trading',
  bio: null,
  dateOfBirth: null,
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
  accountUserSettings: {
    userId: USER_ID,
    showFeeTrackerDailySettings: false,
    isFeeTrackerDailyFoundEmailEnabled: false,
    isFeeTrackerDailyNotFoundEmailEnabled: false,
  },
  isTierExpired: false,
  isSecondFactorOn: false,
  isSecondFactorRequired: false,
  isDemo: false,
  ...over,
});

/** The settings of the account of `aPerson`, with the pound as currency and with every section enabled. */
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

/** Which person is signed in during a test. */
export type Visitor = 'admin' | 'viewer' | 'systemAdmin';
const ROLE: Record<Visitor, Role> = {
  admin: 'sv-account-admin',
  viewer: 'sv-account-viewer',
  systemAdmin: 'sv-admin',
};
export const personAs = (visitor: Visitor): Me => aPerson({ accountRoles: [{ name: ROLE[visitor] }] });
