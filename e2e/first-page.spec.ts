import { expect, test } from './support/test.ts';

test('the first page opens without a warning of the browser', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#root')).not.toBeEmpty();
  await expect(page).toHaveTitle(/Quayside/);
});
