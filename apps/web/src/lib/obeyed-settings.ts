import type { AccountSettings, AdminMail } from '@quayside/contracts/accounts/accounts';
import type { UserSettings } from '@quayside/contracts/accounts/own-settings';
import type { Flag } from '@quayside/domain/access/access';

type Setting =
  | Flag
  | AdminMail
  | keyof Pick<AccountSettings, 'costDataSheetUrl' | 'productInventorySheetUrl'>
  | keyof Pick<UserSettings, 'isAccountSummaryEmailEnabled' | 'isDailyFeeChangeEmailEnabled'>;

/**
 * The documented settings of accounts and people that something obeys, each with what obeys it. The API stores all of
 * them; the screens show only these. `obeyed-settings.test.ts` compares this list with the sources.
 */
const OBEYED_BY: Partial<Record<Setting, string>> = {
  isManagementSectionEnabled: 'the calls and screens of suppliers, products, invoices, documents and costs',
  isPoAndInventoryEnabled: 'the calls and screens of purchase orders',
  isOrdersAndShippingEnabled: 'the calls and screens of orders, cartons and shipment plans',
  isResourcesEnabled: 'the screens under Resources',
  isInvoiceUploadedEmailEnabled: 'the mail about an uploaded invoice',
  isPaymentDueEmailEnabled: 'the mail about payments that are due',
  isPaymentPaidEmailEnabled: 'the mail about recorded payments',
  isAccountSummaryEmailEnabled: 'the weekly summary',
};

/** Whether a setting has an effect, so that a screen can show it. */
export const isObeyed = (setting: Setting): boolean => setting in OBEYED_BY;
