import {
  getUserSettings,
  updateAccountUserSettings,
  updateUserSettings,
  type UserSettings,
} from '@quayside/contracts/accounts/own-settings';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { USER_ID, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

const OWN = { isAccountSummaryEmailEnabled: true, isDailyFeeChangeEmailEnabled: false };
const OF_ADMINS = {
  isInvoiceUploadedEmailWanted: true,
  isCostCheckEmailWanted: true,
  isBankDetailsEmailWanted: false,
  isPaymentDueEmailWanted: true,
  isPaymentPaidEmailWanted: true,
};
const FEE_TRACKER = {
  userId: USER_ID,
  showFeeTrackerDailySettings: true,
  isFeeTrackerDailyFoundEmailEnabled: true,
  isFeeTrackerDailyNotFoundEmailEnabled: false,
};
const main = page.getByRole('main');
// The accessible name of a switch may end with an explanation.
const mail = (name: string) => main.getByRole('switch', { name: new RegExp(`^${name}`) });
const save = main.getByRole('button', { name: /^Save changes/ });

/** Starts a fake server that stores the chosen settings. */
function startWith({ as = 'admin' as Visitor, hasFeeTracker = false } = {}) {
  const api = startApi({ as });
  let stored: UserSettings = {
    ...OWN,
    ...OF_ADMINS,
    accountUserSettings: { ...FEE_TRACKER, showFeeTrackerDailySettings: hasFeeTracker },
  };
  api.on(getUserSettings, () => stored);
  api.on(updateUserSettings, ({ body }) => (stored = { ...stored, ...body }));
  api.on(updateAccountUserSettings, ({ body }) => {
    stored = { ...stored, accountUserSettings: { ...stored.accountUserSettings, ...body } };
    return stored.accountUserSettings;
  });
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the notification settings', () => {
  it('store which mails an admin wants', async () => {
    const api = startWith();
    renderScreen(paths.profile('notification-settings'));
    await expect.element(mail('Account summary')).toBeChecked();
    // No area sends this mail yet.
    expect(mail('Daily fee changes').query()).toBeNull();
    await mail('Account summary').click();
    await mail('Cost check').click();
    await save.click();
    await expect.element(page.getByText('Notification settings saved')).toBeVisible();
    expect(api.asked(updateUserSettings).map(({ body }) => body)).toEqual([
      { ...OWN, ...OF_ADMINS, isAccountSummaryEmailEnabled: false, isCostCheckEmailWanted: false },
    ]);
    await expect.element(save).not.toBeInTheDocument();
    await expect.element(mail('Account summary')).not.toBeChecked();
    await expectNoSeriousFindings('/profile/notification-settings');
  });

  it('fit a phone', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(paths.profile('notification-settings'));
    await expect.element(mail('Cost check')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('do not offer a viewer mails that only admins receive', async () => {
    startWith({ as: 'viewer' });
    renderScreen(paths.profile('notification-settings'));
    await expect.element(mail('Account summary')).toBeVisible();
    expect(mail('Cost check').query()).toBeNull();
  });

  it('show the mails of the fee tracker if it is active', async () => {
    startWith();
    renderScreen(paths.profile('notification-settings'));
    await expect.element(mail('Account summary')).toBeVisible();
    expect(mail('When fee changes were found').query()).toBeNull();
  });

  it('let an admin switch the mails of the fee tracker', async () => {
    const api = startWith({ hasFeeTracker: true });
    renderScreen(paths.profile('notification-settings'));
    await mail('When fee changes were found').click();
    await save.click();
    await expect.element(page.getByText('Notification settings saved')).toBeVisible();
    expect(api.asked(updateAccountUserSettings).map(({ body }) => body)).toEqual([
      { isFeeTrackerDailyFoundEmailEnabled: false, isFeeTrackerDailyNotFoundEmailEnabled: false },
    ]);
    expect(api.asked(updateUserSettings)).toEqual([]);
  });

  it('show a viewer the mails of the fee tracker as read-only', async () => {
    startWith({ as: 'viewer', hasFeeTracker: true });
    renderScreen(paths.profile('notification-settings'));
    await expect.element(mail('When fee changes were found')).toBeDisabled();
    await expect.element(mail('When no fee changes were found')).toBeDisabled();
    expect(main.getByRole('note', { name: /^Your role in this account/ }).elements()).toHaveLength(2);
  });

  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getUserSettings, 'internal');
    renderScreen(paths.profile('notification-settings'));
    await expect.element(main.getByText('An error occured trying to get notification settings.')).toBeVisible();
    api.on(getUserSettings, { ...OWN, ...OF_ADMINS, accountUserSettings: FEE_TRACKER });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(mail('Account summary')).toBeChecked();
  });

  it('keep a choice that could not be stored', async () => {
    const api = startWith();
    api.refuse(updateUserSettings, 'unavailable');
    renderScreen(paths.profile('notification-settings'));
    await mail('Account summary').click();
    await save.click();
    await expect.poll(() => api.asked(updateUserSettings)).toHaveLength(1);
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(mail('Account summary')).not.toBeChecked();
    await expect.element(save).toBeEnabled();
  });
});
