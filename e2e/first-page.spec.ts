import { expect, test } from './support/test.ts';

test('the first page opens without a complaint of the browser', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#root')).not.toBeEmpty();
  await expect(page).toHaveTitle(/Quayside/);
});
