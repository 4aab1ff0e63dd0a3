import type { Page } from '@playwright/test';
import { openDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';

const COLUMNS = 'name.sku.status.brand.weight.shippingWeight.tags';
const cell = (page: Page, sku: string, column: string) => page.locator('[role="row"][row-id]').filter({ hasText: sku }).locator(`[col-id="${column}"]`);
const open = async (page: Page, query = '', first = 'HP-BRD-01') => {
  await page.goto(`/products?cols=${COLUMNS}&sort=sku${query}`);
  await expect(cell(page, first, 'sku')).toBeVisible();
};
// One journey cuts the way to the server for a moment.
test.use({ permissions: ['clipboard-read', 'clipboard-write'], allowedErrors: [/net::ERR_FAILED/] });

test('what somebody else changed meanwhile is shown beside what was typed, and an undo leaves it', async ({ page, context }) => {
  await openDemo(page);
  await open(page, '&q=HP-LMP', 'HP-LMP-01');
  const other = await context.newPage();
  await other.goto(`/products?cols=${COLUMNS}&sort=sku&q=HP-LMP`);
  await expect(cell(other, 'HP-LMP-01', 'brand')).toBeVisible();
  await cell(page, 'HP-LMP-01', 'brand').focus();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  // The live stream brings it to the other tab.
  await expect(cell(other, 'HP-LMP-01', 'brand')).toHaveText('First');
  await cell(other, 'HP-LMP-01', 'brand').focus();
  await other.keyboard.type('Second');
  await other.keyboard.press('Enter');
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Second');
  await cell(page, 'HP-LMP-02', 'brand').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody changed HP-LMP-01 since.' })).toBeVisible();
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Second');

  // While the editor stands open, the row changes under it.
  await cell(page, 'HP-LMP-01', 'brand').focus();
  await page.route('**/product-catalog?*', (route) => route.abort());
  await cell(other, 'HP-LMP-01', 'brand').focus();
  await other.keyboard.type('Third');
  await other.keyboard.press('Enter');
  await expect(cell(other, 'HP-LMP-01', 'brand')).toHaveText('Third');
  await expect(cell(other, 'HP-LMP-01', 'brand')).not.toHaveAttribute('data-draft', /./);
  await cell(page, 'HP-LMP-01', 'brand').focus();
  await page.keyboard.type('Fourth');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Somebody changed this cell meanwhile' });
  await expect(dialog.getByRole('row').filter({ hasText: 'HP-LMP-01' })).toContainText('Fourth');
  await expect(dialog.getByRole('row').filter({ hasText: 'HP-LMP-01' })).toContainText('Third');
  await page.unroute('**/product-catalog?*');
  await dialog.getByRole('button', { name: 'Use what I typed' }).click();
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Fourth');
});

test('a viewer is told why a cell cannot be changed', async ({ page }) => {
  await openDemo(page, 'viewer');
  await open(page);
  await cell(page, 'HP-BRD-01', 'brand').focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('status').filter({ hasText: 'may read this, but not change it' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Brand of/ })).toHaveCount(0);
});

test('Space shows a product at the right, the arrows move it, Escape closes it', async ({ page }) => {
  await openDemo(page);
  await open(page);
  await cell(page, 'HP-BRD-01', 'sku').focus();
  await page.keyboard.press(' ');
  await expect(page.getByRole('complementary').getByText('HP-BRD-01')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('complementary').getByText('HP-BRD-02')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary').getByText('HP-BRD-02')).toHaveCount(0);
});

test('9,999 rows scroll without an empty one', async ({ page }) => {
  await openDemo(page);
  await page.route('**/product-catalog?*', async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.get('size') !== '9999') return route.continue();
    url.searchParams.set('size', '50');
    const answer = await route.fetch({ url: url.toString() });
    const page50 = (await answer.json()) as { content: Record<string, unknown>[] };
    const content = Array.from({ length: 9999 }, (_, i) => ({
      ...page50.content[i % page50.content.length],
      id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
      sku: `ROW-${i}`,
      name: `Row number ${i}`,
    }));
    await route.fulfill({ json: { ...page50, content, totalElements: 9999, totalPages: 1, size: 9999, first: true, last: true } });
  });
  await page.goto('/products?size=9999');
  await expect(page.getByText('Row number 0', { exact: true })).toBeVisible();
  const seen = await page.evaluate(async () => {
    const view = [...document.querySelectorAll<HTMLElement>('[class*="viewport"]')].find((one) => one.scrollHeight > 100_000 && one.clientHeight < 2_000);
    if (!view) return undefined;
    const box = view.getBoundingClientRect();
    let [looked, empty] = [0, 0];
    for (let step = 0; step < 40; step += 1) {
      view.scrollTop = Math.abs(Math.sin(step / 7)) * (view.scrollHeight - view.clientHeight);
      // What this frame has painted: looked at before the next one begins.
      await new Promise(requestAnimationFrame);
      await new Promise((resolve) => setTimeout(resolve, 0));
      for (let y = box.top + 60; y < box.bottom - 60; y += 34) {
        looked += 1;
        const row = document.elementFromPoint(box.left + 240, y)?.closest('.ag-row');
        if (!row?.textContent?.includes('Row number')) empty += 1;
      }
    }
    return { looked, empty };
  });
  expect(seen?.looked).toBeGreaterThan(300);
  expect(seen?.empty).toBe(0);
});
