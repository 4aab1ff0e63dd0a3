import { say } from '@quayside/contracts/texts/catalogue';
import { ADMIN_MAILS, type AdminMail } from '@quayside/contracts/accounts/accounts';
import { FLAGS, type Flag } from '@quayside/domain/access/access';
import { isCurrency, symbolOf } from '@quayside/domain/money/currencies';
import type { Selectable, Updateable } from 'kysely';
import { aboveAccount, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { AppError, fieldError, notFound } from '../../../http/errors.ts';
import { requireProofIn } from '../../../http/proof.ts';
import type { AccountSettings, BodyOf } from '../accounts.types.ts';
import { findFactor, sessionsWithoutFactor } from '../second-factor/second-factor.queries.ts';

type AccountRow = Selectable<DB['account']>;
type Body = BodyOf<'updateAccountSettings'>;

/** The on/off settings of an account, with the database column of each. */
export const SWITCHES = {
  isOrdersAndShippingEnabled: 'is_orders_and_shipping_enabled',
  isManagementSectionEnabled: 'is_management_section_enabled',
  isFeeTrackerActive: 'is_fee_tracker_active',
  isSv1Enabled: 'is_sv1_enabled',
  isPoAndInventoryEnabled: 'is_po_and_inventory_enabled',
  isMarketPlacesEnabled: 'is_market_places_enabled',
  isResourcesEnabled: 'is_resources_enabled',
  isArchiveWhenClosedEnabled: 'is_archive_when_closed_enabled',
  isSecondFactorRequired: 'is_second_factor_required',
  isInvoiceUploadedEmailEnabled: 'is_invoice_uploaded_email_enabled',
  isPaymentDueEmailEnabled: 'is_payment_due_email_enabled',
  isPaymentPaidEmailEnabled: 'is_payment_paid_email_enabled',
  isFeeChangeEmailEnabled: 'is_fee_change_email_enabled',
  isSubscriptionEmailEnabled: 'is_subscription_email_enabled',
} as const satisfies Record<
  Flag | AdminMail | 'isArchiveWhenClosedEnabled' | 'isSecondFactorRequired',
  keyof AccountRow
>;
/** All settings that a request may change, with the database column of each. */
const COLUMNS = {
  accountName: 'name',
  currency: 'currency',
  timeZone: 'time_zone',
  costDataSheetUrl: 'cost_data_sheet_url',
  productInventorySheetUrl: 'product_inventory_sheet_url',
  archiveAfterDays: 'archive_after_days',
  ...SWITCHES,
} as const satisfies Record<Exclude<keyof Body, 'version'>, keyof AccountRow>;
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Reads the row of the current account. With `lock`, the row stays locked until the end of the transaction. */
export async function accountRow(w: Work, lock: boolean): Promise<AccountRow> {
  const query = w.tx.selectFrom('account').selectAll().where('account_id', '=', w.scope.accountId);
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const switchesOf = <K extends keyof typeof SWITCHES>(row: AccountRow, names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, row[SWITCHES[name]]])) as Record<K, boolean>;

export async function getSettings(w: Work): Promise<AccountSettings> {
  const row = await accountRow(w, false);
  return {
    accountId: row.account_id,
    accountName: row.name,
    currency: row.currency,
    currencySymbol: symbolOf(row.currency),
    timeZone: row.time_zone,
    canChangeCurrency: row.first_cost_at === null,
    ...switchesOf(row, FLAGS),
    costDataSheetUrl: row.cost_data_sheet_url,
    productInventorySheetUrl: row.product_inventory_sheet_url,
    isArchiveWhenClosedEnabled: row.is_archive_when_closed_enabled,
    archiveAfterDays: row.archive_after_days,
    isSecondFactorRequired: row.is_second_factor_required,
    ...switchesOf(row, ADMIN_MAILS),
    version: row.version,
  };
}

/**
 * Updates the settings in the body and notifies the open tabs of all members. When a section is switched off, the
 * server refuses its calls from then on.
 */
export async function updateSettings(w: Work, body: Body): Promise<AccountSettings> {
  const row = await accountRow(w, true);
  if (body.version !== undefined && body.version !== row.version)
    throw new AppError('conflict_version', { current: await getSettings(w) });
  if (!isCurrency(body.currency)) throw fieldError('currency', say('choose.currency'));
  if (body.currency !== row.currency && row.first_cost_at !== null)
    throw fieldError('currency', say('accounts.currency_fixed'), 'accounts.currency_fixed');
  const moved = FIELDS.filter((field) => body[field] !== undefined && body[field] !== row[COLUMNS[field]]);
  if (moved.length === 0) return getSettings(w);
  if (moved.includes('isSecondFactorRequired')) await allowRequiring(w, body.isSecondFactorRequired === true);
  const set = Object.fromEntries(moved.map((field) => [COLUMNS[field], body[field]])) as Updateable<DB['account']>;
  const version = row.version + 1;
  await w.tx
    .updateTable('account')
    .set({ ...set, version, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .execute();
  await record(
    w,
    {
      action: 'account.settings-changed',
      subjectIds: [w.scope.accountId],
      details: {
        changes: changesBetween(
          moved,
          (field) => row[COLUMNS[field]],
          (field) => body[field],
        ),
      },
    },
    changed('account', [w.scope.accountId], version),
  );
  if (moved.includes('currency')) await react(w, 'account.currency-changed', { from: row.currency, to: body.currency });
  // Members without a second factor lose access until they set one up. This runs last, so that their tabs still receive
  // the event that explains why.
  if (moved.includes('isSecondFactorRequired') && body.isSecondFactorRequired) {
    const sessionIds = await aboveAccount(w, (tx) => sessionsWithoutFactor(tx, w.scope.accountId));
    await emit(w, { type: 'sessions-shut-out', sessionIds });
  }
  return getSettings(w);
}

/** Only an admin who has a second factor may require one; other admins would lock themselves out. */
async function allowRequiring(w: Work, isRequired: boolean): Promise<void> {
  const factor = isRequired ? await aboveAccount(w, (tx) => findFactor(tx, w.scope.userId)) : undefined;
  if (isRequired && !factor)
    throw fieldError(
      'isSecondFactorRequired',
      say('accounts.own_second_factor_first'),
      'accounts.own_second_factor_first',
    );
  await requireProofIn(w);
}

/** The number of days after which closed invoices are archived automatically; undefined if they never are. */
export async function archivingOf(w: Work): Promise<{ readonly afterDays: number } | undefined> {
  const row = await accountRow(w, false);
  return row.is_archive_when_closed_enabled ? { afterDays: row.archive_after_days } : undefined;
}
