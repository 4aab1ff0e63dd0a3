import type { Page } from '@playwright/test';
import { joinAccounts } from '../apps/server/src/testing/memberships.ts';
import { addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import { openAccountMenu, signInAs } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const OWN = 'Nora Quint';
const named = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ name: `Harbour ${String(from + i).padStart(2, '0')}` }));

/** Expects the toolbar to show this account as the current one. */
const current = (page: Page, name: string) =>
  expect(page.getByRole('button', { name: /^Account menu/ })).toContainText(name);
const held = (page: Page) =>
  page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string; userId: string } })
        .data,
  );
async function accountsOf(page: Page): Promise<{ id: string; name: string }[]> {
  const headers = { authorization: `Bearer ${(await held(page)).accessToken}` };
  const answer = await page.request.get('/api/v2/user/me', { headers });
  return ((await answer.json()) as { accounts: { id: string; name: string }[] }).accounts;
}

/** Opens the accounts of the account menu with the keyboard, and chooses one. */
async function switchInSubmenu(page: Page, email: string, name: string): Promise<void> {
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
  await submenu.getByRole('menuitem', { name }).click();
}

/** Finds an account in the dialog of all accounts, and switches to it with the keyboard. */
async function switchInDialog(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Switch account/ });
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name });
  const filter = dialog.getByLabel('Filter by name');
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Available Accounts' }).click();
  await expect(dialog).toBeVisible();
  expect(await dialog.boundingBox()).toMatchObject({ width: 600, height: 500 });
  await expect(filter).toBeFocused();
  await expect(row('Harbour 01').getByRole('button', { name: 'Switch to Harbour 01' })).toBeVisible();
  await expect(dialog.getByText('1–15 of 21')).toBeVisible();
  await filter.fill('harbour 03');
  await expect(dialog.getByText('1–1 of 1')).toBeVisible();
  await expect(row('Harbour 03')).toContainText('Active');
  await expect(row('Harbour 03').getByRole('button')).toHaveCount(0);
  await filter.fill('lamp');
  await expect(row('Zephyr Lamps')).toBeVisible();
  await filter.focus();
  for (let i = 0; i < 8; i += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => Boolean(document.activeElement?.closest('.ag-cell')))) break;
  }
  await page.keyboard.press('Enter');
}

test('a person switches in a submenu of five accounts, which ends the session, and in a dialog of more, and answers invitations by their links', async ({
  page,
  product,
  context,
}) => {
  test.setTimeout(120_000);
  const email = await signUp(page);
  await joinAccounts(product.dataDir, email, named(1, 4));
  const other = await context.newPage();

  await test.step('five: the session ends with a message and starts again in the chosen account, in both tabs', async () => {
    await other.goto('/products');
    await current(other, OWN);
    await page.goto('/suppliers');
    const saved = page.waitForRequest((request) => request.method() === 'PATCH');
    await switchInSubmenu(page, email, 'Harbour 03');
    expect(Object.keys((await saved).postDataJSON() as object)).toEqual(['currentAccountId']);
    await expect(page.getByText('Account switched successfully. Please log in again to continue.')).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
    expect(await page.evaluate(() => localStorage.getItem('quayside.auth'))).toBeNull();
    await expect(other).toHaveURL(/\/login\?redirect=%2Fproducts/);
    await addMore(product.dataDir, email);
    await signInAs(page, email);
    await current(page, 'Harbour 03');
    await expect(page).toHaveURL(/\/$/);
    // The other tab is signed in too, and shows the dashboard instead of a page of the former account.
    await current(other, 'Harbour 03');
    await expect(other).toHaveURL(/\/$/);
  });

  await test.step('more: the person stays signed in, and the other tab follows', async () => {
    await addSupplier(page, { name: 'Only in Harbour 03', currency: 'GBP' });
    await openSuppliers(other);
    await expect(other.getByText('Only in Harbour 03')).toBeVisible();
    await switchInDialog(page);
    await current(page, 'Zephyr Lamps');
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openSuppliers(page);
    await expect(page.getByText('Only in Harbour 03')).toHaveCount(0);
    // The other tab makes a call for the former account, is refused, and reloads in the new account.
    await current(other, 'Zephyr Lamps');
    await expect(other).toHaveURL(/\/$/);
    await other.close();
  });

  await test.step('the link of an invitation asks for a sign-in before the answer', async () => {
    const { userId } = await held(page);
    const accounts = await accountsOf(page);
    const idOf = (name: string) => accounts.find((account) => account.name === name)?.id ?? '';
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/login/${userId}/${idOf('Quillon Pets')}/REJECT`);
    await signInAs(page, email);
    await expect(page.getByText('You declined the invitation.')).toBeVisible();
    await openScreen(page, `/login/verify/invite/user/${userId}/${idOf('Oakmere Outdoors')}/ACCEPT`);
    await current(page, 'Oakmere Outdoors');
    await expect(page).toHaveURL(/\/$/);
    const names = (await accountsOf(page)).map(({ name }) => name);
    expect(names).toContain('Oakmere Outdoors');
    expect(names).not.toContain('Quillon Pets');
  });
});

/** Makes the person a member of more accounts than a submenu lists, and invites them to two. */
const addMore = (dataDir: string, email: string): Promise<void> =>
  joinAccounts(dataDir, email, [
    ...named(5, 17),
    { name: 'Zephyr Lamps' },
    { name: 'Oakmere Outdoors', status: 'INVITED' },
    { name: 'Quillon Pets', status: 'INVITED' },
  ]);
const openSuppliers = async (page: Page): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Suppliers', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Suppliers', exact: true })).toBeVisible();
};
