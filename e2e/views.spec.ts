import type { Browser, BrowserContext, Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import { expect, test, watch } from './support/test.ts';

const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('tablist', { name: /^Views of/ }).getByRole('tab', { name });
const chosen = (page: Page) => page.getByRole('tablist', { name: /^Views of/ }).getByRole('tab', { selected: true });

/** Saves the current table as a view. */
async function keep(page: Page, name: string): Promise<void> {
  // The buttons move aside when the number of rows appears, so a click at this moment would miss its target.
  await expect(chosen(page)).toHaveAccessibleName(/ rows?/);
  await page.getByRole('button', { name: 'Save as a view' }).click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create view' }).click();
  await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
}
async function option(page: Page, of: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options of ${of}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}
/** Signs in a second person, Tom, in a separate browser. */
async function tom(
  browser: Browser,
  baseURL: string | undefined,
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const problems: string[] = [];
  await watch(context, (problem) => problems.push(problem));
  const page = await context.newPage();
  await signInToDemo(page, 'viewer');
  return { context, page, problems };
}

test('a view is created, changed, shared and opened by somebody else', async ({ page, browser, baseURL }) => {
  test.setTimeout(120_000);
  await signInToDemo(page);

  await test.step('the view stores filter and sort order, and shows its number of rows', async () => {
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

  await test.step('changes are marked as unsaved, reset and saved', async () => {
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
  await test.step('a colleague sees the view only once it is shared, without a reload', async () => {
    await other.page.goto('/products');
    await expect(tab(other.page, /^All products/)).toBeVisible();
    await expect(tab(other.page, /^Best of all/)).toHaveCount(0);
    await option(page, 'Best of all', 'Share with the account');
    await expect(tab(other.page, /^Best of all 3 rows \(Shared by Maya Okafor/)).toBeVisible();
  });

  await test.step('a viewer opens the view, makes it their default, and cannot change it', async () => {
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
  });

  await test.step('a viewer creates private views', async () => {
    await other.page.getByLabel('Search Products').fill('lamp');
    await expect(other.page).toHaveURL(/q=lamp/);
    await other.page.getByRole('button', { name: 'Save as a view' }).click();
    await expect(other.page.getByLabel('Share with the account')).toBeDisabled();
    await other.page.getByRole('button', { name: 'Cancel' }).click();
    await keep(other.page, 'Lamps');
    await expect(tab(page, /^Lamps/)).toHaveCount(0);
  });

  await test.step('a link to a changed view shows the changes to whoever opens it', async () => {
    await page.getByLabel('Search Products').fill('towel');
    await expect(page).toHaveURL(/view=[^&]+&q=towel&f\.status\.in=TOP_SELLER/);
    const { search } = new URL(page.url());
    await openScreen(other.page, `/products${search}`);
    await expect(other.page.getByLabel('Search Products')).toHaveValue('towel');
    await expect(other.page.getByText('Unsaved changes to this view')).toBeVisible();
    await expect(other.page.getByRole('button', { name: 'Save as a new view' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
  });

  await test.step('a deleted view disappears for everybody, the default is the whole table again, and Undo restores it', async () => {
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
