import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { dropOn, PICTURE } from './support/files.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

/** Opens the page of a product and returns the product's name. */
async function openProduct(page: Page, sku: string): Promise<string> {
  await openScreen(page, `/products/${sku}`);
  await expect(page.getByRole('button', { name: 'Copy SKU' })).toBeVisible();
  return page.getByRole('heading', { level: 1 }).innerText();
}
const sku = 'HP-BRD-01';

test('a picture is dropped, shown, removed and restored', async ({ page }) => {
  await signInToDemo(page);
  const name = await openProduct(page, sku);
  const picture = page.getByRole('img', { name: `Picture of ${name}` });
  await dropOn(page, page.getByRole('heading', { name: 'Picture' }), [PICTURE]);
  await expect(picture).toBeVisible();
  await page.reload();
  await expect(picture).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(picture).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(picture).toBeVisible();
});
