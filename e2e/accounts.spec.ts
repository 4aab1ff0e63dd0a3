import type { Page } from '@playwright/test';
import { joinAccounts } from '../apps/server/src/testing/memberships.ts';
import { addSupplier } from './support/arrange.ts';
import { PASSWORD, signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';

const OWN = 'Nora Quint';
const named = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Harbour ${String(i + 1).padStart(2, '0')}` }));

/** Registers somebody and makes them a member of further accounts. */
async function withAccounts(
  page: Page,
  dataDir: string,
  accounts: Parameters<typeof joinAccounts>[2],
): Promise<string> {
  const email = await signUp(page);
  await joinAccounts(dataDir, email, accounts);
  return email;
}
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
};
async function openDialog(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Available Accounts' }).click();
  await expect(page.getByRole('dialog', { name: /^Switch account/ })).toBeVisible();
}
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
/** Expects the toolbar to show this account as the current one. */
const current = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: /^Account menu/ })).toContainText(name);
const personId = (page: Page) =>
  page.evaluate(
    () => (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { userId: string } }).data.userId,
  );
const accountIds = (page: Page) =>
  page.evaluate(async () => {
    const { data } = JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string } };
    const answer = await fetch('/api/v2/user/me', { headers: { Authorization: `Bearer ${data.accessToken}` } });
    return ((await answer.json()) as { accounts: { id: string; name: string }[] }).accounts;
  });

test('with five accounts the switch is a submenu; the session ends with a message and starts again in the chosen account', async ({
  page,
  product,
  context,
}) => {
  const email = await withAccounts(page, product.dataDir, named(4));
  const other = await context.newPage();
  await other.goto('/products');
  await current(other, OWN);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: /^Account menu/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  const entry = page.getByRole('menuitem', { name: 'Available Accounts' });
  // The menu focuses its first entry a moment after it opens, so wait for the focus.
  await expect(page.getByRole('menuitem', { name: email })).toBeFocused();
  for (let i = 0; i < 6 && !(await entry.evaluate((e) => e === document.activeElement)); i += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const submenu = page.getByRole('menu', { name: 'Available Accounts' });
  await expect(submenu.getByRole('menuitem')).toHaveCount(5);
  await expect(submenu.getByRole('menuitem', { name: OWN })).toBeDisabled();
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  await submenu.getByRole('menuitem', { name: 'Harbour 03' }).click();
  expect(Object.keys((await saved).postDataJSON() as object)).toEqual(['currentAccountId']);
  await expect(page.getByText('Account switched successfully. Please log in again to continue.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => localStorage.getItem('quayside.auth'))).toBeNull();
  await expect(other).toHaveURL(/\/login\?redirect=%2Fproducts/);
  await signIn(page, email);
  await current(page, 'Harbour 03');
  await expect(page).toHaveURL(/\/$/);
  // The other tab is signed in too, and shows the dashboard instead of a page of the former account.
  await current(other, 'Harbour 03');
  await expect(other).toHaveURL(/\/$/);
});

test('with twelve accounts the switch is a dialog with a filter; the person stays signed in, and the other tab follows', async ({
  page,
  product,
  context,
}) => {
  await withAccounts(page, product.dataDir, [...named(17), { name: 'Zephyr Lamps' }]);
  await addSupplier(page, { name: 'Only at home', currency: 'GBP' });
  const other = await context.newPage();
  await other.goto('/suppliers?f.status.in=ACTIVE');
  await expect(other.getByText('Only at home')).toBeVisible();
  await page.goto('/suppliers');
  await openDialog(page);
  const dialog = page.getByRole('dialog', { name: /^Switch account/ });
  expect(await dialog.boundingBox()).toMatchObject({ width: 600, height: 500 });
  const filter = dialog.getByLabel('Filter by name');
  await expect(filter).toBeFocused();
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  await expect(row('Harbour 01').getByRole('button', { name: 'Switch to Harbour 01' })).toBeVisible();
  await expect(dialog.getByText('1–15 of 19')).toBeVisible();
  await filter.fill('NORA');
  await expect(dialog.getByText('1–1 of 1')).toBeVisible();
  await expect(row(OWN)).toContainText('Active');
  await expect(row(OWN).getByRole('button')).toHaveCount(0);
  await filter.fill('lamp');
  await expect(row('Zephyr Lamps')).toBeVisible();
  // Use only the keyboard: move to the button and press it.
  await filter.focus();
  for (let i = 0; i < 8; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => Boolean(document.activeElement?.closest('.ag-cell')))) break;
  }
  await page.keyboard.press('Enter');
  await current(page, 'Zephyr Lamps');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/suppliers');
  await expect(page.getByText('Only at home')).toHaveCount(0);
  // The other tab makes a call for the former account, is refused, and reloads in the new account.
  await current(other, 'Zephyr Lamps');
  await expect(other).toHaveURL(/\/$/);
});

test('an invitation link asks for a sign-in before the answer, and only the invited person can answer', async ({
  page,
  product,
  browser,
}) => {
  const email = await withAccounts(page, product.dataDir, [
    { name: 'Oakmere Outdoors', status: 'INVITED' },
    { name: 'Quillon Pets', status: 'INVITED' },
  ]);
  const [userId, accounts] = [await personId(page), await accountIds(page)];
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.id ?? '';
  const links = [
    `/login/${userId}/${idOf('Quillon Pets')}/REJECT`,
    `/login/verify/invite/user/${userId}/${idOf('Oakmere Outdoors')}/ACCEPT`,
  ] as const;

  const stranger = await browser.newPage({ baseURL: product.url });
  await signUp(stranger);
  await stranger.goto(links[1]);
  await expect(stranger.getByText('This invitation is for somebody else')).toBeVisible();
  await stranger.close();

  await page.evaluate(() => localStorage.clear());
  await page.goto(links[0]);
  await signIn(page, email);
  await expect(page.getByText('You declined the invitation.')).toBeVisible();
  await current(page, OWN);
  await page.goto(links[1]);
  await current(page, 'Oakmere Outdoors');
  await expect(page).toHaveURL(/\/$/);
  expect((await accountIds(page)).map((account) => account.name)).toEqual([OWN, 'Oakmere Outdoors']);
  await page.goto(`/login/${userId}/${idOf('Quillon Pets')}/ACCEPT`);
  await expect(page.getByText('This invitation is no longer open, or it is not addressed to you.')).toBeVisible();
});
