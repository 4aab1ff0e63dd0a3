import { expect, test } from './support/test.ts';
import { openDemo } from './support/demo.ts';

test('the palette finds screens, records and actions by a few letters, and lists recent records', async ({ page }) => {
  await openDemo(page);
  await expect(page.getByRole('button', { name: 'Search everything' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Go to anything' });
  await expect(field).toBeFocused();
  await field.fill('as co');
  await expect(page.getByRole('option')).toHaveText([/Assigned costs/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/transactions\/assigned-costs/);
  await expect(field).toHaveCount(0);

  await page.keyboard.press('Control+k');
  await field.fill('hp-ktl-01');
  const first = page.getByRole('option').first();
  await expect(first).toContainText('HP-KTL-01');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\/HP-KTL-01$/);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText(['HP-KTL-01']);
  await field.fill('nothing is called this');
  await expect(page.getByText('Nothing matches “nothing is called this”.')).toBeVisible();
  await field.fill('dark');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('on a phone the palette fills the screen and opens from the toolbar', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openDemo(page);
  await page.getByRole('button', { name: 'Search everything' }).click();
  await page.getByRole('combobox', { name: 'Go to anything' }).fill('kettle');
  await page.getByRole('option').filter({ hasText: 'HP-KTL-01' }).click();
  await expect(page).toHaveURL(/\/products\/HP-KTL-01$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
