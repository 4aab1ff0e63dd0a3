import { openDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test('lines of an invoice are entered by keyboard alone: Tab moves, sums are worked out, Enter adds a line', async ({ page }) => {
  await openDemo(page);
  await page.goto('/invoices-purchase-orders/invoices');
  await page.getByRole('link', { name: 'YL-0863' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'YL-0863' })).toBeVisible();
  const rows = page.getByLabel(/^Line \d+, amount$/);
  await expect(rows).toHaveCount(7);
  await page.getByLabel('Line 7, amount').focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(8);
  await expect(page.getByLabel('Line 8, product')).toBeFocused();
  await page.keyboard.type('HP-APR-01');
  await expect(page.getByRole('option', { name: 'HP-APR-01' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByLabel('Line 8, quantity').focus();
  await page.keyboard.type('10');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Line 8, unit price')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Line 8, amount')).toBeFocused();
  await page.keyboard.type('120*0.85+14');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Line 8, amount')).toHaveValue('116.00');
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Line 8, amount')).toHaveValue('116.00');
});

test('the main screens answer to their keys', async ({ page }) => {
  await openDemo(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/products$/);
  await expect(page.getByRole('row').filter({ hasText: 'HP-BRD-01' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByPlaceholder('Name, SKU, ASIN, brand')).toBeFocused();
  await page.keyboard.type('kettle');
  await expect(page.getByRole('row').filter({ hasText: 'HP-KTL-03' })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'HP-BRD-01' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.locator('body').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
});
