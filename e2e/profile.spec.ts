import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { createAesSecrets } from '../apps/server/src/adapters/secrets/aes-secrets.ts';
import { masterKeysOf } from '../apps/server/src/adapters/secrets/master-keys.ts';
import { signInToDemo, signUp } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import { PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const NOT_FOUND = 'The page you were looking for does not exist';
const save = async (page: Page, said: string) => {
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(page.getByText(said).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Save changes/ })).toHaveCount(0);
};

/** Signs the same person in with a second browser. */
async function elsewhere(
  browser: Browser,
  baseURL: string | undefined,
  email: string,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('tide-and-lantern');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === '/');
  return { page, close: () => context.close() };
}

test('a person changes their profile and company, which the toolbar shows and a reload keeps', async ({ page }) => {
  await signUp(page);
  await page.goto('/profile');
  await page.getByLabel('First name').fill('Norah');
  await page.getByLabel('Telephone').fill('+44 20 7946 0018');
  await page.getByLabel('Date of birth').fill('29 Feb 1988');
  await page.keyboard.press('Tab');
  await page.getByLabel('About you').fill('Buys kettles.');
  await save(page, 'Profile saved');
  await expect(page.getByRole('button', { name: /^Account menu/ })).toContainText('Norah');
  await page.getByRole('link', { name: 'Company', exact: true }).click();
  await page.getByRole('textbox', { name: /^Company/ }).fill('Quint & Co');
  await save(page, 'Profile saved');
  await page.reload();
  await expect(page.getByRole('textbox', { name: /^Company/ })).toHaveValue('Quint & Co');
  await openScreen(page, '/profile');
  await expect(page.getByLabel('Date of birth')).toHaveValue(/29 Feb 1988/);
  await expect(page.getByLabel('About you')).toHaveValue('Buys kettles.');
});

test('ending another session signs that browser out at once', async ({ page, browser, baseURL }) => {
  const email = await signUp(page);
  const other = await elsewhere(browser, baseURL, email);
  await page.goto('/profile/security');
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('This browser');
  await expect(sessions.first().getByRole('button', { name: 'End' })).toHaveCount(0);
  await sessions.nth(1).getByRole('button', { name: 'End' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect(other.page).toHaveURL(/\/login/);
  await expect(sessions).toHaveCount(1);
  await expect(page.getByText('You are not signed in anywhere else.')).toBeVisible();
  await other.close();
});

test('a section that is switched off disappears from open tabs too, and returns when switched on', async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.goto('/account-settings');
  const tab = await context.newPage();
  await tab.goto('/suppliers');
  await expect(tab.getByRole('heading', { name: 'Suppliers', exact: true })).toBeVisible();
  const section = page.getByRole('switch', { name: 'Suppliers, products, invoices and costs' });
  await section.click();
  await save(page, 'Settings saved');
  await expect(tab.getByText(NOT_FOUND)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Suppliers: Not in your plan' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await section.click();
  await page.getByRole('button', { name: /^Save changes/ }).click();
  await expect(tab.getByRole('heading', { name: 'Suppliers', exact: true })).toBeVisible();
});

test('the unsubscribe link of a mail works without a session, and a setting subscribes again', async ({
  page,
  browser,
  product,
}) => {
  await signInToDemo(page);
  await page.goto('/profile/notification-settings');
  const wanted = page.getByRole('switch', { name: 'Cost check' });
  await expect(wanted).toBeChecked();
  const { userId, accountId } = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { userId: string; accountId: string } })
        .data,
  );
  // Create the token of the unsubscribe link as the server does, with the key in the server's data folder.
  const secrets = createAesSecrets(await masterKeysOf(join(product.dataDir, 'keys'), []));
  const token = secrets.seal(JSON.stringify([accountId, userId, 'COST_CHECK']), {
    table: 'unwanted_mail',
    column: 'link',
    accountId: '',
    rowId: '',
  });

  const stranger = await (await browser.newContext({ baseURL: product.url, viewport: PHONE })).newPage();
  await stranger.goto(`/unsubscribe/${token}`);
  await expect(stranger.getByText('to stop mails about the cost check of Harbour & Pine Ltd')).toBeVisible();
  await expect(wanted).toBeChecked();
  await stranger.getByRole('button', { name: 'Stop these mails' }).click();
  await expect(stranger.getByRole('heading', { name: 'You are unsubscribed from these mails' })).toBeFocused();
  await expect(stranger.getByRole('link', { name: 'Go to sign-in' })).toBeVisible();
  await stranger.context().close();

  // The open settings page is updated live.
  await expect(wanted).not.toBeChecked();
  await wanted.click();
  await save(page, 'Notification settings saved');
  await page.reload();
  await expect(wanted).toBeChecked();
});
