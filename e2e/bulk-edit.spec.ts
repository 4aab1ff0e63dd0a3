import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const row = (page: Page, sku: string) => page.locator('[role="row"][row-id]').filter({ hasText: sku });
const tick = (page: Page, sku: string) => row(page, sku).getByRole('checkbox').check();

test('"select all" reaches beyond the page, and Undo leaves and names products that were edited since', async ({
  page,
}) => {
  await signInToDemo(page);
  await openScreen(page, '/products?size=15&sort=sku&cols=name.sku.status.brand.tags');
  await tick(page, 'HP-APR-01');
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  const all = bar.getByRole('button', { name: /^Select all \d+$/ });
  const count = (await all.innerText()).replace('Select all ', '');
  await all.click();
  await expect(bar).toContainText(`${count} selected`);
  // Every checkbox is checked.
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
  // The toast stays open while the pointer is over it. In the meantime, edit one product by hand.
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
