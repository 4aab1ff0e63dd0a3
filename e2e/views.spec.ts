import type { Browser, BrowserContext, Page } from '@playwright/test';
import { openDemo, signInToDemo } from './support/demo.ts';
import { expect, test, watch } from './support/test.ts';

const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: /^Views of/ }).getByRole('tab', { name });
const chosen = (page: Page) => page.getByRole('tablist', { name: /^Views of/ }).getByRole('tab', { selected: true });

/** Keeps what is shown under a name. */
async function keep(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create view' }).click();
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
}
async function option(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options of ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
/** A second person beside the first, in a browser of their own. */
async function tom(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const problems: string[] = [];
  await watch(context, (problem) => problems.push(problem));
  const page = await context.newPage();
  await openDemo(page, 'viewer');
  return { context, page, problems };
}

test('a view is kept, changed, shared and opened by somebody else', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  await openDemo(page);

  await test.step('kept with its filter and its order, and counted', async () => {
    await page.goto('/products?f.status.in=TOP_SELLER&sort=-landedCostPerUnit');
    await keep(page, 'Best of all');
    await expect(tab(page, 'Best of all 3 rows')).toBeVisible();
    await expect(page).toHaveURL(/view=[^&]+&f\.status\.in=TOP_SELLER&sort=-landedCostPerUnit$/);
    await tab(page, /^All products/).click();
    await expect(page).not.toHaveURL(/f\.status/);
    await tab(page, /^Best of all/).click();
    await expect(page).toHaveURL(/view=[^&]+&f\.status\.in=TOP_SELLER/);
    await expect(chosen(page)).toHaveAccessibleName(/^Best of all/);
  });

  await test.step('changed: said so, put back, and saved', async () => {
    await page.getByLabel('Search Products').fill('kettle');
    await expect(page.getByText('Unsaved changes to this view')).toBeVisible();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect(page.getByText('Unsaved changes to this view')).toHaveCount(0);
    await expect(page.getByLabel('Search Products')).toHaveValue('');
    await page.getByRole('button', { name: 'Comfortable rows' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByText('Unsaved changes to this view')).toHaveCount(0);
  });

  const other = await tom(browser, baseURL);
  await test.step('not there for a colleague until it is shared, and then without a reload', async () => {
    await other.page.goto('/products');
    await expect(tab(other.page, /^All products/)).toBeVisible();
    await expect(tab(other.page, /^Best of all/)).toHaveCount(0);
    await option(page, 'Best of all', 'Share with the account');
    await expect(tab(other.page, /^Best of all 3 rows \(Shared by Maya Okafor/)).toBeVisible();
  });

  await test.step('a viewer opens it, makes it their first, and cannot change it', async () => {
    await tab(other.page, /^Best of all/).click();
    await expect(other.page).toHaveURL(/f\.status\.in=TOP_SELLER&sort=-landedCostPerUnit/);
    await expect(other.page.getByRole('button', { name: 'Compact rows' })).toBeVisible();
    await other.page.getByRole('button', { name: 'Options of Best of all' }).click();
    for (const name of ['Rename', 'Stop sharing', 'Delete'])
      await expect(other.page.getByRole('menuitem', { name })).toBeDisabled();
    await other.page.getByRole('menuitem', { name: 'Open the table with this view' }).click();
    await expect(tab(other.page, /opens first\)$/)).toBeVisible();
    await other.page.goto('/products');
    await expect(chosen(other.page)).toHaveAccessibleName(/^Best of all/);
    await expect(other.page).toHaveURL(/f\.status\.in=TOP_SELLER/);
    await tab(other.page, /^All products/).click();
    await expect(other.page).toHaveURL(/view=all$/);
    await other.page.reload();
    await expect(chosen(other.page)).toHaveAccessibleName(/^All products/);
  });

  await test.step('a viewer keeps views of their own', async () => {
    await other.page.goto('/products?view=all&q=lamp');
    await other.page.getByRole('button', { name: 'Save as a view' }).click();
    await expect(other.page.getByLabel('Share with the account')).toBeDisabled();
    await other.page.getByRole('button', { name: 'Cancel' }).click();
    await keep(other.page, 'Lamps');
    await expect(tab(page, /^Lamps/)).toHaveCount(0);
  });

  await test.step('a link with changes shows the changes, whoever opens it', async () => {
    await page.getByLabel('Search Products').fill('towel');
    await expect(page).toHaveURL(/view=[^&]+&q=towel&f\.status\.in=TOP_SELLER/);
    const { search } = new URL(page.url());
    await other.page.goto(`/products${search}`);
    await expect(other.page.getByLabel('Search Products')).toHaveValue('towel');
    await expect(other.page.getByText('Unsaved changes to this view')).toBeVisible();
    await expect(other.page.getByRole('button', { name: 'Save as a new view' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
  });

  await test.step('a name is taken once', async () => {
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('best of ALL');
    await page.getByRole('button', { name: 'Create view' }).click();
    await expect(page.getByText('You have a view of this name already.')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('deleted: gone for everybody, the first table is the whole again, and it can be brought back', async () => {
    await option(page, 'Best of all', 'Delete');
    await expect(tab(other.page, /^Best of all/)).toHaveCount(0);
    await other.page.goto('/products');
    await expect(chosen(other.page)).toHaveAccessibleName(/^All products/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tab(page, /^Best of all/)).toBeVisible();
    await expect(tab(other.page, /^Best of all/)).toBeVisible();
  });
  expect(other.problems.filter((problem) => !/status of 4\d\d/.test(problem))).toEqual([]);
  await other.context.close();
});

test('views are kept, opened and deleted with the keyboard alone', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/suppliers?q=ningbo');
  await expect(tab(page, /^All suppliers/)).toBeVisible();
  await page.getByRole('button', { name: 'Save as a view' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('From Ningbo');
  await page.keyboard.press('Enter');
  await expect(tab(page, /^From Ningbo/)).toHaveAttribute('aria-selected', 'true');

  await tab(page, /^From Ningbo/).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, /^All suppliers/)).toBeFocused();
  await expect(chosen(page)).toHaveAccessibleName(/^From Ningbo/);
  await page.keyboard.press('Enter');
  await expect(chosen(page)).toHaveAccessibleName(/^All suppliers/);
  await expect(page.getByLabel('Search Suppliers')).toHaveValue('');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Search Suppliers')).toHaveValue('ningbo');
  await expect(chosen(page)).toHaveAccessibleName(/^From Ningbo/);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Options of From Ningbo' })).toBeFocused();
  await page.keyboard.press('Enter');
  // Keys are the menu's once the focus is in it.
  await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tab(page, /^From Ningbo/)).toHaveCount(0);
});

test('views on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page);
  await page.goto('/invoices-purchase-orders/invoices?f.status.in=OPEN');
  await keep(page, 'Open ones, with a rather long name');
  await expect(chosen(page)).toBeInViewport();
  await tab(page, /^All invoices/).click();
  await expect(page).not.toHaveURL(/f\.status/);
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(width[0]).toBe(width[1]);
  await tab(page, /^Open ones/).click();
  await expect(page).toHaveURL(/f\.status\.in=OPEN/);
  await option(page, 'Open ones, with a rather long name', 'Delete');
  await expect(tab(page, /^Open ones/)).toHaveCount(0);
});
