import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { joinAccounts } from '../apps/server/src/testing/memberships.ts';
import { registerEmpty } from './support/demo.ts';
import { addSupplier } from './support/steps.ts';
import { expect, test } from './support/test.ts';

const PASSWORD = 'tide-and-lantern';
const OWN = 'Nora Quint';
const named = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `Harbour ${String(i + 1).padStart(2, '0')}` }));

/** Registers somebody and makes them a member of further accounts. */
async function withAccounts(page: Page, dataDir: string, accounts: Parameters<typeof joinAccounts>[2]): Promise<string> {
  const email = await registerEmpty(page);
  await joinAccounts(dataDir, email, accounts);
  // Nothing told the page of them, and a reload begins with the person as this browser remembers them.
  const asked = page.waitForResponse((response) => response.url().endsWith('/user/me') && response.ok());
  await page.reload();
  await asked;
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
/** The account that the toolbar names. */
const current = (page: Page, name: string) => expect(page.getByRole('button', { name: /^Account menu/ })).toContainText(name);
async function seriousFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .analyze();
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes[0]?.target.join(' ')}: ${v.nodes[0]?.failureSummary}`);
}
const personId = (page: Page) => page.evaluate(() => (JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { userId: string } }).data.userId);
const accountIds = (page: Page) =>
  page.evaluate(async () => {
    const { data } = JSON.parse(localStorage.getItem('quayside.auth') ?? '{}') as { data: { accessToken: string } };
    const answer = await fetch('/api/v2/user/me', { headers: { Authorization: `Bearer ${data.accessToken}` } });
    return ((await answer.json()) as { accounts: { id: string; name: string }[] }).accounts;
  });

test('with one account there is no switcher; the menu leads to the profile and to the notification settings', async ({ page }) => {
  const email = await registerEmpty(page);
  await openMenu(page);
  await expect(page.getByRole('button', { name: /^Account menu/ })).toContainText('Nora');
  await expect(page.getByRole('menuitem', { name: 'Available Accounts' })).toHaveCount(0);
  const profile = page.getByRole('menuitem', { name: email });
  await expect(profile).toContainText('Nora Quint');
  await expect(profile).toHaveAttribute('href', '/profile');
  await expect(page.getByRole('menuitem', { name: 'Notification settings' })).toHaveAttribute('href', '/profile/notification-settings');
  expect(await seriousFindings(page)).toEqual([]);
});

test('five accounts are a submenu: the session ends, is told so, and begins again in the account that was chosen', async ({ page, product, context }) => {
  const email = await withAccounts(page, product.dataDir, named(4));
  const other = await context.newPage();
  await other.goto('/products');
  await current(other, OWN);
  await page.goto('/suppliers');
  await page.getByRole('button', { name: /^Account menu/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  const entry = page.getByRole('menuitem', { name: 'Available Accounts' });
  // The first entry takes the focus a moment after the menu is seen, and would take it back.
  await expect(page.getByRole('menuitem', { name: email })).toBeFocused();
  for (let i = 0; i < 6 && !(await entry.evaluate((e) => e === document.activeElement)); i += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  const submenu = page.getByRole('menu', { name: 'Available Accounts' });
  await expect(submenu.getByRole('menuitem')).toHaveCount(5);
  await expect(submenu.getByRole('menuitem', { name: OWN })).toBeDisabled();
  expect(await seriousFindings(page)).toEqual([]);
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
  // The other tab comes in with it, and not to an address of the account that was left.
  await current(other, 'Harbour 03');
  await expect(other).toHaveURL(/\/$/);
});

test('twelve accounts are a dialog with a filter; who switches there stays signed in, and the other tab follows', async ({ page, product, context }) => {
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
  await dialog.getByRole('button', { name: 'Rows per page: 15' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['15', '25', '50', '100', 'All']);
  await page.getByRole('menuitem', { name: 'All' }).click();
  await expect(dialog.getByText('1–19 of 19')).toBeVisible();
  await filter.fill('NORA');
  await expect(dialog.getByText('1–1 of 1')).toBeVisible();
  await expect(row(OWN)).toContainText('Active');
  await expect(row(OWN).getByRole('button')).toHaveCount(0);
  await filter.fill('zzz');
  await expect(dialog.getByText('No account has “zzz” in its name.')).toBeVisible();
  await filter.fill('lamp');
  await expect(row('Zephyr Lamps')).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  // By keys alone: to the button, and press it.
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
  // The other tab asks in the former account, is told, and starts again in the new one.
  await current(other, 'Zephyr Lamps');
  await expect(other).toHaveURL(/\/$/);
});

test('on the default page a switch in the dialog reads everything again, without leaving it', async ({ page, product }) => {
  await withAccounts(page, product.dataDir, named(6));
  await openDialog(page);
  let loads = 0;
  page.on('load', () => (loads += 1));
  const read = page.waitForRequest((request) => request.url().endsWith('/user/me'));
  await page.getByRole('button', { name: 'Switch to Harbour 02' }).click();
  await read;
  await current(page, 'Harbour 02');
  await expect(page).toHaveURL(/\/$/);
  expect(loads).toBe(0);
});

test('an account that waits for an answer opens the invitation dialog', async ({ page, product }) => {
  await withAccounts(page, product.dataDir, [...named(5), { name: 'Oakmere Outdoors', status: 'INVITED' }, { name: 'Quillon Pets', status: 'INVITED' }]);
  await openDialog(page);
  const respond = (name: string) => page.getByRole('button', { name: `Respond to the invitation of ${name}` });
  const invitation = page.getByRole('dialog', { name: 'User Not Accepted' });
  await respond('Quillon Pets').click();
  expect((await invitation.boundingBox())?.width).toBe(500);
  expect(await seriousFindings(page)).toEqual([]);
  await page.mouse.click(20, 450);
  await expect(invitation).toHaveCount(0);
  await respond('Quillon Pets').click();
  await invitation.getByRole('button', { name: 'Reject' }).click();
  await expect(invitation).toHaveCount(0);
  await expect(respond('Oakmere Outdoors')).toBeVisible();
  await expect(respond('Quillon Pets')).toHaveCount(0);
  await respond('Oakmere Outdoors').click();
  await invitation.getByRole('button', { name: 'Accept' }).click();
  await current(page, 'Oakmere Outdoors');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('a server that is not well', () => {
  test.use({ allowedErrors: [/status of 500/] });
  test('says nothing when a switch fails: it is only logged', async ({ page, product }) => {
    await withAccounts(page, product.dataDir, named(6));
    await page.route('**/api/v2/users/*', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"status":500,"code":"internal","message":"Something went wrong"}' })
        : route.continue(),
    );
    await openDialog(page);
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('The account could not be switched'));
    await page.getByRole('button', { name: 'Switch to Harbour 02' }).click();
    await logged;
    await expect(page.getByRole('button', { name: 'Switch to Harbour 02' })).toBeEnabled();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
    await current(page, OWN);
  });
});

test('the link of an invitation asks for a sign-in, then answers; nobody else can answer with it', async ({ page, product, browser }) => {
  const email = await withAccounts(page, product.dataDir, [
    { name: 'Oakmere Outdoors', status: 'INVITED' },
    { name: 'Quillon Pets', status: 'INVITED' },
  ]);
  const [userId, accounts] = [await personId(page), await accountIds(page)];
  const idOf = (name: string) => accounts.find((account) => account.name === name)?.id ?? '';
  const links = [`/login/${userId}/${idOf('Quillon Pets')}/REJECT`, `/login/verify/invite/user/${userId}/${idOf('Oakmere Outdoors')}/ACCEPT`] as const;

  const stranger = await browser.newPage({ baseURL: product.url });
  await registerEmpty(stranger);
  for (const link of links) {
    await stranger.goto(link);
    await expect(stranger.getByText('This invitation is for somebody else')).toBeVisible();
  }
  await stranger.close();

  await openMenu(page);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto(links[0]);
  await signIn(page, email);
  await expect(page.getByText('You declined the invitation.')).toBeVisible();
  await current(page, OWN);
  await page.goto(links[1]);
  await current(page, 'Oakmere Outdoors');
  await expect(page).toHaveURL(/\/$/);
  expect((await accountIds(page)).map((account) => account.name)).toEqual([OWN, 'Oakmere Outdoors']);
  await page.goto(`/login/${userId}/${idOf('Quillon Pets')}/ACCEPT`);
  await expect(page.getByText('This invitation is not open any more, or it is not yours to answer.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });

  test('two accounts stand in the menu itself, and one of them opens', async ({ page, product }) => {
    const email = await withAccounts(page, product.dataDir, named(1));
    await openMenu(page);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('group', { name: 'Available Accounts' }).getByRole('menuitem', { name: 'Harbour 01' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, email);
    await openMenu(page);
    await expect(page.getByRole('group', { name: 'Available Accounts' }).getByRole('menuitem', { name: 'Harbour 01' })).toBeDisabled();
  });

  test('six accounts are cards in the dialog, which fits', async ({ page, product }) => {
    await withAccounts(page, product.dataDir, [...named(5), { name: 'Oakmere Outdoors', status: 'INVITED' }]);
    await openDialog(page);
    await expect(page.getByRole('button', { name: 'Respond to the invitation of Oakmere Outdoors' })).toBeVisible();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Switch to Harbour 05' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openMenu(page);
    await expect(page.getByText(/^Harbour 05 · Admin/)).toBeVisible();
  });
});

test('a filter waits half a second for the next letter', async ({ page, product }) => {
  await withAccounts(page, product.dataDir, named(17));
  await page.clock.install();
  await page.goto('/suppliers');
  await openDialog(page);
  const dialog = page.getByRole('dialog', { name: /^Switch account/ });
  const filter = dialog.getByLabel('Filter by name');
  await expect(dialog.getByText('1–15 of 18')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await filter.fill('nor');
  await page.clock.runFor(400);
  await filter.fill('nora');
  await page.clock.runFor(490);
  await expect(dialog.getByText('1–15 of 18')).toBeVisible();
  await page.clock.runFor(10);
  await expect(dialog.getByText('1–1 of 1')).toBeVisible();
});
