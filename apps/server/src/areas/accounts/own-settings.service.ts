import type { BodyOut } from '@quayside/contracts/endpoint';
import type {
  AccountUserSettings,
  updateAccountUserSettings as updateAccountCall,
  updateUserSettings as updateCall,
  UserSettings,
} from '@quayside/contracts/own-settings';
import { aboveAccount, type Work } from '../../db/tx.ts';
import { changesBetween } from '../../events/audit-actions.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError } from '../../http/errors.ts';
import { type AdminMailKind, findUnwanted, saveWanted } from './wanted-mails.queries.ts';
import { accountRow } from './account-settings.service.ts';

/** Amazon cannot be connected yet, so nobody has the daily figures that these mails would contain. */
const IS_AMAZON_CONNECTED = false;

const OWN = ['isAccountSummaryEmailEnabled', 'isDailyFeeChangeEmailEnabled'] as const;
/** Mails of this account to its admins, by the switch of each. */
const OF_ADMINS = {
  isInvoiceUploadedEmailWanted: 'INVOICE_UPLOADED',
  isCostCheckEmailWanted: 'COST_CHECK',
  isBankDetailsEmailWanted: 'BANK_DETAILS',
} as const satisfies Record<string, AdminMailKind>;
const ADMIN_SWITCHES = Object.keys(OF_ADMINS) as (keyof typeof OF_ADMINS)[];
const OF_ACCOUNT = {
  isFeeTrackerDailyFoundEmailEnabled: 'is_fee_tracker_daily_found_email_enabled',
  isFeeTrackerDailyNotFoundEmailEnabled: 'is_fee_tracker_daily_not_found_email_enabled',
} as const;

async function accountUserSettings(w: Work): Promise<AccountUserSettings> {
  const row = await accountRow(w, false);
  return {
    userId: w.scope.userId,
    showFeeTrackerDailySettings: row.is_fee_tracker_active && IS_AMAZON_CONNECTED,
    isFeeTrackerDailyFoundEmailEnabled: row.is_fee_tracker_daily_found_email_enabled,
    isFeeTrackerDailyNotFoundEmailEnabled: row.is_fee_tracker_daily_not_found_email_enabled,
  };
}

/** The mails that the person wants in all accounts. */
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
    isAccountSummaryEmailEnabled: person.is_account_summary_email_enabled,
    isDailyFeeChangeEmailEnabled: person.is_daily_fee_change_email_enabled,
    accountUserSettings: await accountUserSettings(w),
  };
}

/** Updates them. */
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

/** Switches the daily mails of the fee tracker for the account. */
export async function updateAccountUserSettings(
  w: Work,
  body: BodyOut<typeof updateAccountCall>,
): Promise<AccountUserSettings> {
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
