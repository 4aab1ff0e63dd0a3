import type { Page } from '@playwright/test';
import { joinAccounts } from '../apps/server/src/testing/memberships.ts';
import { openEmpty, PASSWORD, signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
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
    {
      times: 1,
    },
  );

test('each way for a session to end has its own message, and signing in again returns to the same page', async ({
  page,
}) => {
  const email = await openEmpty(page);
  // The dashboard also makes this call to count suppliers, so wait for that response before refusing the next call.
  await expect(page.getByRole('main')).toContainText('0 of 5 done');
  const endsElsewhere = async () => {
    const { access_token: token, userId } = (await (
      await page.request.post('/api/v2/gateway/authenticate', { data: { userName: email, password: PASSWORD } })
    ).json()) as { access_token: string; userId: string };
    const headers = { authorization: `Bearer ${token}` };
    expect((await page.request.post(`/api/v2/users/${userId}/sessions/end-others`, { headers })).status()).toBe(200);
  };
  // Ways in which a session ends. Each of the first two opens a different list, because a cached list would not be
  // fetched.
  const endings: readonly (readonly [list: string, () => Promise<unknown>, string])[] = [
    ['Suppliers', () => refuseOnce(page, '**/api/v2/suppliers/**', 401, 'not_signed_in'), 'The user is not authorized'],
    [
      'Products',
      () => refuseOnce(page, '**/product-catalog**', 403, 'forbidden'),
      'Session logged out, please log in again to continue.',
    ],
    // In this case, the open page learns from the live stream that the session has ended.
    ['Products', endsElsewhere, 'Session logged out, please log in again to continue.'],
  ];
  for (const [list, end, words] of endings) {
    await end();
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: list, exact: true });
    if (end !== endsElsewhere) await entry.click();
    await expect(page.getByText(words)).toBeVisible();
    const back = new URL(page.url()).searchParams.get('redirect') ?? '';
    expect(await page.evaluate(() => localStorage.getItem('quayside.auth'))).toBeNull();
    await signIn(page, email);
    await expect(entry).toHaveAttribute('aria-current', 'page');
    expect(new URL(page.url()).pathname).toBe(new URL(back, page.url()).pathname);
    await expect(page.getByText(words)).toHaveCount(0);
  }
  // If the person cannot be loaded, the app treats them as signed out.
  await refuseOnce(page, '**/api/v2/user/me', 404, 'not_found');
  await page.goto('/suppliers?search=tide');
  await expect(page.getByText('Your session has expired, please login again')).toBeVisible();
  await signIn(page, email);
  await expect(page).toHaveURL(/\/suppliers\?search=tide/);
});

test('unsaved input asks for confirmation before a sign-out or an account switch', async ({ page, product }) => {
  const email = await signUp(page);
  await joinAccounts(product.dataDir, email, [{ name: 'Harbour 01' }]);
  await page.goto('/suppliers/add');
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
  await signIn(page, email);
  await expect(page).toHaveURL(/\/$/);
  await expect(question).toHaveCount(0);
});
