import type { Browser, Page } from '@playwright/test';
import { joinAccounts } from '../apps/server/src/testing/memberships.ts';
import { openEmpty } from './support/demo.ts';
import { signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const LOGGED_OUT = 'Session logged out, please log in again to continue.';

async function chooseInMenu(page: Page, name: string, inSubmenu?: string): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  const entry = page.getByRole('menuitem', { name });
  if (inSubmenu === undefined) return entry.click();
  // Use the keyboard, because a submenu also opens on hover, and a click at that moment would close it again.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await entry.focus();
  await page.keyboard.press('ArrowRight');
  const chosen = page.getByRole('menuitem', { name: inSubmenu });
  await expect(chosen).toBeVisible();
  await chosen.focus();
  await page.keyboard.press('Enter');
}

/** Makes the server refuse the next request to this URL. */
const refuseOnce = (page: Page, url: string, status: number, code: string) =>
  page.route(
    url,
    (route) =>
      route.fulfill({
        status,
        contentType: 'application/json',
        body: JSON.stringify({ status, code, message: 'No', requestId: 'r' }),
      }),
    { times: 1 },
  );

/** Signs the same person in with a second browser, and ends the session of the first one there. */
async function endElsewhere(browser: Browser, baseURL: string | undefined, email: string): Promise<void> {
  const context = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const other = await context.newPage();
  await other.goto('/login?redirect=%2Fprofile%2Fsecurity');
  await signInAs(other, email);
  const sessions = other.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('This browser');
  await expect(sessions.first().getByRole('button', { name: 'End' })).toHaveCount(0);
  await sessions.nth(1).getByRole('button', { name: 'End' }).click();
  await other.getByRole('button', { name: 'End session' }).click();
  await expect(sessions).toHaveCount(1);
  await expect(other.getByText('You are not signed in anywhere else.')).toBeVisible();
  await context.close();
}

test('each way for a session to end has its own message, signing in again returns to the same page, and unsaved input is kept', async ({
  page,
  browser,
  baseURL,
  product,
}) => {
  const email = await openEmpty(page);
  await joinAccounts(product.dataDir, email, [{ name: 'Harbour 01' }]);
  // The dashboard also makes this call to count suppliers, so wait for that response before refusing the next call.
  await expect(page.getByRole('main')).toContainText('0 of 5 done');
  const entryOf = (list: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: list, exact: true });

  const comesBack = async (list: string, words: string) => {
    await expect(page.getByText(words)).toBeVisible();
    const back = new URL(page.url()).searchParams.get('redirect') ?? '';
    expect(await page.evaluate(() => localStorage.getItem('quayside.auth'))).toBeNull();
    await signInAs(page, email);
    await expect(entryOf(list)).toHaveAttribute('aria-current', 'page');
    expect(new URL(page.url()).pathname).toBe(new URL(back, page.url()).pathname);
    await expect(page.getByText(words)).toHaveCount(0);
  };

  await test.step('a session that is ended in another browser ends here at once', async () => {
    await entryOf('Invoices').click();
    await expect(entryOf('Invoices')).toHaveAttribute('aria-current', 'page');
    await endElsewhere(browser, baseURL, email);
    await comesBack('Invoices', LOGGED_OUT);
  });

  // Each opens a different list, because a cached list would not be fetched.
  for (const [list, url, status, code, words] of [
    ['Suppliers', '**/api/v2/suppliers/**', 401, 'not_signed_in', 'The user is not authorized'],
    ['Products', '**/product-catalog**', 403, 'forbidden', LOGGED_OUT],
  ] as const)
    await test.step(`a list is answered with ${status}`, async () => {
      await refuseOnce(page, url, status, code);
      await entryOf(list).click();
      await comesBack(list, words);
    });

  await test.step('a person who cannot be loaded is treated as signed out', async () => {
    await refuseOnce(page, '**/api/v2/user/me', 404, 'not_found');
    await page.goto('/suppliers?search=tide');
    await expect(page.getByText('Your session has expired, please login again')).toBeVisible();
    await signInAs(page, email);
    await expect(page).toHaveURL(/\/suppliers\?search=tide/);
  });

  await test.step('unsaved input asks for confirmation before a sign-out or an account switch', async () => {
    await openScreen(page, '/suppliers/add');
    const name = page.getByLabel('Company name');
    await name.fill('Half a supplier');
    const question = page.getByRole('dialog', { name: '1 change is not saved.' });
    for (const [entry, inSubmenu] of [['Sign out'], ['Available Accounts', 'Harbour 01']] as const) {
      await chooseInMenu(page, entry, inSubmenu);
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(question).toHaveCount(0);
      await expect(name).toHaveValue('Half a supplier');
    }
    await chooseInMenu(page, 'Sign out');
    await question.getByRole('button', { name: 'Discard 1 change' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signInAs(page, email);
    await expect(page).toHaveURL(/\/$/);
    await expect(question).toHaveCount(0);
  });
});
