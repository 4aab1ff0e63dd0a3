import { openDemo, signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test('visitors without a session see sign-in, registration and not-found, without toolbar and drawer', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('link', { name: /free 14-day trial/ }).click();
  await expect(page.getByText(/no card/).first()).toBeVisible();
  await page.goto('/no/such/page');
  await expect(page.getByText('The page you were looking for does not exist')).toBeVisible();
});

test.describe('offline', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/], prefetch: true });

  test('the chunks that people open next are prefetched', async ({ page, context }) => {
    // The last prefetched chunk; the sign-in page was loaded before.
    const fetched = page.waitForResponse(/assets\/documents-page-/);
    await openDemo(page);
    await fetched;
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Products' }).click();
    await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });
});

test('the logo links to home; the drawer has the sections, collapses, and shows settings to admins', async ({
  page,
}) => {
  await openDemo(page);
  const drawer = page.getByRole('navigation', { name: 'Main' });
  await expect(drawer.getByRole('link').first()).toHaveAccessibleName('Dashboard');
  for (const name of ['Suppliers', 'Products', 'Invoices', 'Assigned costs', 'Settings'])
    await expect(drawer.getByRole('link', { name })).toBeVisible();
  await drawer.getByRole('button', { name: 'Expand' }).click();
  await expect(drawer.getByRole('button', { name: 'Collapse' })).toBeVisible();
  await drawer.getByRole('link', { name: 'Suppliers' }).click();
  await page.getByRole('link', { name: /Quayside, home/ }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('dark mode is stored, and signing out ends the session and opens sign-in', async ({ page }) => {
  await openDemo(page);
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: /dark/i }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: /sign out|log ?out/i }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/products');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('on a phone the drawer opens over the page, and lists show cards', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page);
  await page.goto('/products');
  await expect(page.getByText('Bamboo bread box, large', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden();
});

test('the columns, the sort and the rows per page of a grid survive a reload', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/products');
  await page.getByRole('columnheader', { name: 'Landed' }).click();
  await expect(page).toHaveURL(/sort=-landedCostPerUnit/);
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Landed' })).toHaveAttribute('aria-sort', 'descending');
  await expect(page.getByRole('row').filter({ hasText: 'HP-TWL-02' })).toBeVisible();
});

test('assigned costs list every share, and the suppliers their local names', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/transactions/assigned-costs');
  await expect(page.getByRole('heading', { name: 'Assigned costs' })).toBeVisible();
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await page.goto('/suppliers');
  await expect(page.getByText('宁波昊晟家居用品有限公司')).toBeVisible();
});
