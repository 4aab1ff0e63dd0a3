import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

const row = (page: Page, sku: string) => page.locator('[role="row"][row-id]').filter({ hasText: sku });
const tick = (page: Page, sku: string) => row(page, sku).getByRole('checkbox').check();

test('three products are changed alike after a preview, and all come back with Undo', async ({ page }) => {
  await signInToDemo(page);
  await page.goto('/products?q=HP-BRD&cols=name.sku.status.brand.tags.landedCostTotal');
  for (const sku of ['HP-BRD-01', 'HP-BRD-02', 'HP-BRD-03']) await tick(page, sku);
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  await expect(bar).toContainText('3 selected');
  await expect(bar).toContainText(/£[\d,]+\.\d\d landed/);
  await bar.getByRole('button', { name: 'Edit fields' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 3 products' });
  await expect(dialog.getByRole('button', { name: 'See what changes' })).toBeDisabled();
  await dialog
    .getByRole('combobox', { name: 'Status' })
    .or(dialog.getByRole('textbox', { name: 'Status' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Under review' }).click();
  await dialog.getByLabel('Add tags').fill('winter');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await expect(dialog).toContainText('3 products change');
  await expect(dialog.getByRole('row').filter({ hasText: 'HP-BRD-02' })).toBeVisible();
  await expect(dialog.getByRole('table')).toContainText('Under review');
  await expect(row(page, 'HP-BRD-02').first()).not.toContainText('Under review');
  await dialog.getByRole('button', { name: 'Change 3 products' }).click();
  await expect(dialog).toHaveCount(0);
  for (const sku of ['HP-BRD-01', 'HP-BRD-02', 'HP-BRD-03']) await expect(row(page, sku)).toContainText('Under review');
  await expect(row(page, 'HP-BRD-01')).toContainText('winter');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('3 products are as they were.')).toBeVisible();
  for (const sku of ['HP-BRD-01', 'HP-BRD-02', 'HP-BRD-03']) {
    await expect(row(page, sku)).toContainText('Active');
    await expect(row(page, sku)).not.toContainText('winter');
  }
});

test('all that match are chosen beyond the page, and an undo keeps and names what was edited since', async ({
  page,
}) => {
  await signInToDemo(page);
  await page.goto('/products?size=15&sort=sku&cols=name.sku.status.brand.tags');
  await tick(page, 'HP-APR-01');
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  const all = bar.getByRole('button', { name: /^Select all \d+$/ });
  const count = (await all.innerText()).replace('Select all ', '');
  await all.click();
  await expect(bar).toContainText(`${count} selected`);
  // Every box says so.
  const boxes = page.locator('.ag-row[row-id] input[type="checkbox"]');
  await expect
    .poll(() => boxes.evaluateAll((found) => found.map((box) => (box as HTMLInputElement).checked)))
    .not.toContain(false);
  await bar.getByRole('button', { name: 'Tag', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: `Tags of ${count} products` });
  await dialog.getByLabel('Add tags').fill('spring');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'See what changes' }).click();
  await dialog.getByRole('button', { name: `Change ${count} products` }).click();
  await expect(row(page, 'HP-APR-02')).toContainText('spring');
  // The message waits while the focus is on it; meanwhile one product is edited by hand.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await row(page, 'HP-APR-01').locator('[col-id="tags"]').focus();
  await page.keyboard.type('mine');
  await page.keyboard.press('Enter');
  await expect(row(page, 'HP-APR-01').locator('[col-id="tags"]')).toHaveText('mine');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/1 was not restored: HP-APR-01 \(edited since\)/)).toBeVisible();
  await expect(row(page, 'HP-APR-02')).not.toContainText('spring');
  await expect(row(page, 'HP-APR-01')).toContainText('mine');
});

test('the strip leads to the products without a weight; mended in place, it says that none is left', async ({
  page,
}) => {
  await signInToDemo(page);
  await page.goto('/products');
  await page.getByRole('link', { name: '1 product lacks a weight' }).click();
  const weight = row(page, 'HP-BAG-03').locator('[col-id="weight"]');
  await expect(weight).toBeVisible();
  await expect(page.getByText('1 product without a weight.')).toBeVisible();
  await weight.focus();
  await page.keyboard.type('310');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Every product has a weight now.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to all products' }).click();
  await expect(row(page, 'HP-BAG-03')).toContainText('Active');
});

test('what is missing is told above the table without moving it, also when nothing is', async ({ page }) => {
  await signInToDemo(page);
  const gap = { gap: 'WEIGHT', products: 1, blockedLines: 0, blockedInvoices: [] };
  for (const gaps of [[gap], []]) {
    let letGo: () => void = () => undefined;
    const wait = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/v2/products/*/completeness', async (route) => {
      await wait;
      await route.fulfill({ json: { products: 61, gaps } });
    });
    await page.goto('/products');
    await expect(row(page, 'HP-BRD-01')).toBeVisible();
    const before = await page.getByRole('searchbox').boundingBox();
    letGo();
    await expect(
      page.getByText(gaps.length === 0 ? 'Every product has a weight and a size.' : '1 product lacks a weight'),
    ).toBeVisible();
    expect((await page.getByRole('searchbox').boundingBox())?.y).toBe(before?.y);
    await page.unroute('**/api/v2/products/*/completeness');
  }
});

test('a phone has cards with a link and no boxes; nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page);
  await page.goto('/products');
  await expect(page.getByRole('link', { name: 'Bamboo bread box, large' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('grid')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('link', { name: 'Bamboo bread box, large' }).click();
  await expect(page.getByRole('heading', { name: 'Bamboo bread box, large' })).toBeVisible();
});
