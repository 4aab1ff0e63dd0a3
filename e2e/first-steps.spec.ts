import { openEmpty, signInToDemo } from './support/demo.ts';
import { addSupplier } from './support/arrange.ts';
import { expect, test } from './support/test.ts';

const stateOf = (name: string) => `JSON.parse(localStorage.getItem('quayside.${name}') ?? 'null')?.data`;

test('the first steps of a new account link to their screens and are ticked when done; the card can be minimised and closed', async ({
  page,
}) => {
  await openEmpty(page);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Set up your account' }) });
  await expect(card).toContainText('0 of 5 done');
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'Your name and company' })).toHaveAttribute(
    'aria-current',
    'step',
  );
  await card.getByRole('link', { name: 'Fill in' }).click();
  await expect(page).toHaveURL(/\/profile\/company$/);
  await addSupplier(page, { name: 'Yiwu Lanting Textile', currency: 'USD' });
  await page.goto('/onboarding');
  await expect(page.getByRole('listitem').filter({ hasText: 'First supplier: done' })).toBeVisible();
  await expect(page.getByText('1 of 5 done')).toBeVisible();
  await page.goto('/');
  await card.getByRole('button', { name: 'Minimise the steps' }).click();
  await expect(card.getByRole('listitem')).toHaveCount(0);
  await page.reload();
  await expect(card.getByRole('link', { name: 'Next: Your name and company' })).toBeVisible();
  await card.getByRole('button', { name: 'Close the steps' }).click();
  await expect(card).toHaveCount(0);
  expect(await page.evaluate(`${stateOf('app')}.onboarding`)).toEqual({ shown: false, minimised: true, step: 1 });

  // The shell renders from the state of the last visit before the server has answered.
  let letThrough = () => undefined as void;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/user/me', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('button', { name: /^Account menu/ })).toContainText('Nora');
  letThrough();

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(`${stateOf('app')}.onboarding.shown`)).toBe(true);
  expect(
    await page.evaluate(() =>
      ['auth', 'user', 'account-settings'].map((name) => localStorage.getItem(`quayside.${name}`)),
    ),
  ).toEqual([null, null, null]);
});

test('pages print black on white, with complete tables and without the shell, also from the dark theme', async ({
  page,
}) => {
  await signInToDemo(page);
  await page.goto('/products');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await page.keyboard.press('Control+.');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ media: 'print' });
  const table = page.getByTestId('print-table');
  await expect(table.getByRole('columnheader', { name: 'Landed' })).toBeVisible();
  // The 50 rows of the page, the header and the totals; on the screen the grid renders only visible rows.
  await expect(table.getByRole('row')).toHaveCount(52);
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  await expect(page.getByRole('grid')).toBeHidden();
  const colours = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      getComputedStyle(document.querySelector('h1') as Element).color,
    ]);
  expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(27, 35, 41)']);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(table).toHaveCount(0);

  await page.goto('/demo/settings');
  await page.getByRole('button', { name: 'Send an info' }).click();
  await expect(page.getByText('The notification is on its way')).toBeVisible();
  await page.getByRole('button', { name: 'Send a test e-mail' }).click();
  await expect(page.getByText(/^A test e-mail is on its way to/)).toBeVisible();
});

test('a field prints all of its text, and is editable again after printing', async ({ page }) => {
  await signInToDemo(page);
  const long =
    'Ningbo Haosheng Houseware and Small Electrical Appliances Import and Export Company, third works beside the old harbour';
  await page.goto('/suppliers/add');
  const field = page.getByLabel('Company name');
  await field.fill(long);
  const text = page.getByRole('main').getByText(long, { exact: true });
  await expect(text).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(text).toBeVisible();
  expect(await text.evaluate((e) => [e.scrollWidth <= e.clientWidth, e.clientHeight > 40])).toEqual([true, true]);
  await expect(field).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(text).toHaveCount(0);
  await expect(field).toHaveValue(long);
});

test('a list prints without an empty last sheet', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/users');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});
