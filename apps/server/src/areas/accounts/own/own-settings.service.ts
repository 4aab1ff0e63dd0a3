import { say } from '@quayside/contracts/texts/catalogue';
import type { BodyOut } from '@quayside/contracts/endpoint';
import type { AccountUserSettings } from '@quayside/contracts/accounts/accounts';
import type {
  updateAccountUserSettings as updateAccountCall,
  updateUserSettings as updateCall,
  UserSettings,
} from '@quayside/contracts/accounts/own-settings';
import type { Selectable } from 'kysely';
import { aboveAccount, type SystemTx, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { type AdminMailKind, findUnwanted, saveWanted } from '../rows/wanted-mails.queries.ts';
import { accountRow } from '../settings/account-settings.service.ts';

/** The daily mails need figures from Amazon, which cannot be connected yet, so their settings are hidden. */
const IS_AMAZON_CONNECTED = false;

const OWN = ['isAccountSummaryEmailEnabled', 'isDailyFeeChangeEmailEnabled'] as const;
/** The kinds of mail that each admin of this account can switch off, by the name of the setting. */
const OF_ADMINS = {
  isInvoiceUploadedEmailWanted: 'INVOICE_UPLOADED',
  isCostCheckEmailWanted: 'COST_CHECK',
  isBankDetailsEmailWanted: 'BANK_DETAILS',
  isPaymentDueEmailWanted: 'PAYMENT_DUE',
  isPaymentPaidEmailWanted: 'PAYMENT_PAID',
} as const satisfies Record<string, AdminMailKind>;
const ADMIN_SWITCHES = Object.keys(OF_ADMINS) as (keyof typeof OF_ADMINS)[];
const OF_ACCOUNT = {
  isFeeTrackerDailyFoundEmailEnabled: 'is_fee_tracker_daily_found_email_enabled',
  isFeeTrackerDailyNotFoundEmailEnabled: 'is_fee_tracker_daily_not_found_email_enabled',
} as const;

const COLUMNS = [...Object.values(OF_ACCOUNT), 'is_fee_tracker_active'] as const;

const toSettings = (
  userId: string,
  row: Pick<Selectable<DB['account']>, (typeof COLUMNS)[number]>,
): AccountUserSettings => ({
  userId,
  showFeeTrackerDailySettings: row.is_fee_tracker_active && IS_AMAZON_CONNECTED,
  isFeeTrackerDailyFoundEmailEnabled: row.is_fee_tracker_daily_found_email_enabled,
  isFeeTrackerDailyNotFoundEmailEnabled: row.is_fee_tracker_daily_not_found_email_enabled,
});

/**
 * The settings of an account for the mails of the fee tracker; undefined if the account does not exist. The caller must
 * have called `enterAccount` for this account.
 */
export async function findAccountUserSettings(
  tx: SystemTx,
  accountId: string,
  userId: string,
): Promise<AccountUserSettings | undefined> {
  const row = await tx.selectFrom('account').select(COLUMNS).where('account_id', '=', accountId).executeTakeFirst();
  return row && toSettings(userId, row);
}

const accountUserSettings = async (w: Work): Promise<AccountUserSettings> =>
  toSettings(w.scope.userId, await accountRow(w, false));

/** The person's mail settings: those that apply to all of their accounts, and those of the current account. */
export async function getUserSettings(w: Work): Promise<UserSettings> {
  const person = await aboveAccount(w, (tx) =>
    tx
      .selectFrom('person')
      .select(['is_account_summary_email_enabled', 'is_daily_fee_change_email_enabled'])
      .where('id', '=', w.scope.userId)
      .executeTakeFirst(),
  );
  if (!person) throw new AppError('session_ended');
  const unwanted = await findUnwanted(w, w.scope.userId);
  const wanted = (name: keyof typeof OF_ADMINS) => !unwanted.has(OF_ADMINS[name]);
  return {
    isInvoiceUploadedEmailWanted: wanted('isInvoiceUploadedEmailWanted'),
    isCostCheckEmailWanted: wanted('isCostCheckEmailWanted'),
    isBankDetailsEmailWanted: wanted('isBankDetailsEmailWanted'),
    isPaymentDueEmailWanted: wanted('isPaymentDueEmailWanted'),
    isPaymentPaidEmailWanted: wanted('isPaymentPaidEmailWanted'),
    isAccountSummaryEmailEnabled: person.is_account_summary_email_enabled,
    isDailyFeeChangeEmailEnabled: person.is_daily_fee_change_email_enabled,
    accountUserSettings: await accountUserSettings(w),
  };
}

/** Updates the person's mail settings that the body contains. */
export async function updateUserSettings(w: Work, body: BodyOut<typeof updateCall>): Promise<UserSettings> {
  const before = await getUserSettings(w);
  const moved = [...OWN, ...ADMIN_SWITCHES].filter((name) => body[name] !== undefined && body[name] !== before[name]);
  if (moved.length === 0) return before;
  const { userId } = w.scope;
  for (const name of ADMIN_SWITCHES) {
    const isWanted = body[name];
    if (isWanted !== undefined && isWanted !== before[name]) await saveWanted(w, userId, OF_ADMINS[name], isWanted);
  }
  await aboveAccount(w, (tx) =>
    tx
      .updateTable('person')
      .set({
        is_account_summary_email_enabled: body.isAccountSummaryEmailEnabled,
        is_daily_fee_change_email_enabled: body.isDailyFeeChangeEmailEnabled,
        updated_at: w.now,
      })
      .where('id', '=', userId)
      .execute(),
  );
  const changes = changesBetween(
    moved,
    (name) => before[name],
    (name) => body[name],
  );
  await record(
    w,
    { action: 'person.settings-changed', subjectIds: [userId], details: { changes } },
    changed('account', [userId]),
  );
  return getUserSettings(w);
}

/** Turns the daily mails of the fee tracker on or off for the account. */
export async function updateAccountUserSettings(
  w: Work,
  body: BodyOut<typeof updateAccountCall>,
): Promise<AccountUserSettings> {
  if (body.userId !== undefined && body.userId !== w.scope.userId)
    throw fieldError('userId', say('accounts.other_person'));
  const row = await accountRow(w, true);
  const names = Object.keys(OF_ACCOUNT) as (keyof typeof OF_ACCOUNT)[];
  const moved = names.filter((name) => body[name] !== undefined && body[name] !== row[OF_ACCOUNT[name]]);
  if (moved.length === 0) return accountUserSettings(w);
  await w.tx
    .updateTable('account')
    .set({
      ...Object.fromEntries(moved.map((name) => [OF_ACCOUNT[name], body[name]])),
      version: row.version + 1,
      updated_at: w.now,
    })
    .where('account_id', '=', w.scope.accountId)
    .execute();
  const changes = changesBetween(
    moved,
    (name) => row[OF_ACCOUNT[name]],
    (name) => body[name],
  );
  await record(
    w,
    { action: 'account.fee-mails-changed', subjectIds: [w.scope.accountId], details: { changes } },
    changed('account', [w.scope.accountId]),
  );
  return accountUserSettings(w);
}
