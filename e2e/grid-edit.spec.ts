import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const COLUMNS = 'name.sku.status.brand.weight.shippingWeight.tags';
const cell = (page: Page, sku: string, column: string) =>
  page
    .locator('[role="row"][row-id]')
    // A variant names its parent below its SKU.
    .filter({ has: page.locator('[col-id="sku"]', { hasText: new RegExp(`^${sku}`) }) })
    .locator(`[col-id="${column}"]`);
const open = async (page: Page, query = '', first = 'HP-BRD-01') => {
  await openScreen(page, `/products?cols=${COLUMNS}&sort=sku${query}`);
  await expect(cell(page, first, 'sku')).toBeVisible();
};
/** Moves the focus by keyboard into the table and to a cell of the first row. */
const focusFirst = async (page: Page, column: string) => {
  await page.getByRole('columnheader', { name: 'Product', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  for (let step = COLUMNS.split('.').indexOf(column); step > 0; step -= 1) await page.keyboard.press('ArrowRight');
};

// One of the tests cuts the connection to the server for a moment.
test.use({ permissions: ['clipboard-read', 'clipboard-write'], allowedErrors: [/net::ERR_FAILED/] });

test('cells are edited, filled down, pasted with a preview, undone and redone with the keyboard only', async ({
  page,
}) => {
  await signInToDemo(page);
  await open(page, '&q=HP-B');
  const skus = await page.locator('.ag-row:not(.ag-row-pinned) [col-id="sku"]').allInnerTexts();
  const [first = '', second = '', third = ''] = skus;
  const brands = () => Promise.all([first, second, third].map((sku) => cell(page, sku, 'brand').innerText()));
  const before = await brands();

  await test.step('a letter starts editing, Enter saves and moves down, Escape cancels', async () => {
    await focusFirst(page, 'brand');
    await expect(cell(page, first, 'brand')).toBeFocused();
    await page.keyboard.type('Nordlicht');
    await page.keyboard.press('Enter');
    await expect(cell(page, second, 'brand')).toBeFocused();
    await expect(cell(page, first, 'brand')).toHaveText('Nordlicht');
    await page.keyboard.type('never');
    await page.keyboard.press('Escape');
    await expect(cell(page, second, 'brand')).toHaveText(before[1] ?? '');
  });

  await test.step('Shift and the arrow keys select a block, Ctrl D fills it down', async () => {
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.locator('.ag-cell[aria-selected="true"]')).toHaveCount(3);
    await expect(page.getByText('3 rows by 1 columns selected')).toBeAttached();
    await page.keyboard.press('Control+d');
    await expect.poll(brands).toEqual(['Nordlicht', 'Nordlicht', 'Nordlicht']);
  });

  await test.step('Ctrl Z and Ctrl Y work after a sort and a reload', async () => {
    await expect(page.getByText('2 cells saved', { exact: false }).first()).toBeAttached();
    await page.getByRole('columnheader', { name: 'SKU', exact: true }).press('Enter');
    await expect(page).toHaveURL(/sort=-sku/);
    await cell(page, first, 'brand').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(brands).toEqual(['Nordlicht', before[1], before[2]]);
    await page.keyboard.press('Control+y');
    await expect.poll(brands).toEqual(['Nordlicht', 'Nordlicht', 'Nordlicht']);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(brands).toEqual(before);
  });

  await test.step('a block of cells is copied, and pasted after a preview', async () => {
    await open(page, '&q=HP-B');
    await focusFirst(page, 'brand');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(page.locator('.ag-cell[aria-selected="true"]')).toHaveCount(2);
    await page.keyboard.press('Control+c');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^.+\t\d+$/);
    await page.evaluate(() => navigator.clipboard.writeText('Eastwind\t1,250\r\nWestwind\theavy\r\n'));
    await page.keyboard.press('Control+v');
    const dialog = page.getByRole('dialog', { name: 'Paste these cells?' });
    // "1,250" can be read in two ways, and no other cell of the column decides.
    await expect(dialog).toContainText('1,250 can be read in two ways');
    await expect(dialog.getByRole('button', { name: 'Change 2 cells' })).toBeDisabled();
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await dialog.getByRole('combobox').selectOption('1,234.56');
    await expect(dialog).toContainText('3 cells change');
    await expect(dialog).toContainText('1 cell is refused');
    await expect(dialog.getByRole('row').filter({ hasText: 'heavy' })).toContainText('Enter a number');
    await dialog.getByRole('button', { name: 'Change 3 cells' }).press('Enter');
    await expect(cell(page, first, 'weight')).toContainText('1,250');
    await expect(cell(page, second, 'brand')).toHaveText('Westwind');
    await page.keyboard.press('Control+z');
    await expect(cell(page, second, 'brand')).toHaveText(before[1] ?? '');
  });

  await test.step('a refused value stays in its cell with the reason until Escape', async () => {
    await focusFirst(page, 'weight');
    const stored = (await cell(page, first, 'weight').textContent()) ?? '';
    await page.keyboard.press('F2');
    await page.keyboard.type('light');
    await page.keyboard.press('Enter');
    await expect(cell(page, first, 'weight')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('tooltip')).toContainText('Enter a number');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('F2');
    await expect(page.getByRole('textbox', { name: `Net weight of ${first}` })).toHaveValue('light');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(cell(page, first, 'weight')).toHaveText(stored);
  });
});

test('a concurrent change is shown beside the typed value, and Undo leaves it as it is', async ({ page, context }) => {
  await signInToDemo(page);
  await open(page, '&q=HP-LMP', 'HP-LMP-01');
  const other = await context.newPage();
  await openScreen(other, `/products?cols=${COLUMNS}&sort=sku&q=HP-LMP`);
  await expect(cell(other, 'HP-LMP-01', 'brand')).toBeVisible();
  await cell(page, 'HP-LMP-01', 'brand').focus();
  await page.keyboard.type('First');
  await page.keyboard.press('Enter');
  // The live stream updates the other tab.
  await expect(cell(other, 'HP-LMP-01', 'brand')).toHaveText('First');
  await cell(other, 'HP-LMP-01', 'brand').focus();
  await other.keyboard.type('Second');
  await other.keyboard.press('Enter');
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Second');
  await cell(page, 'HP-LMP-02', 'brand').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('alert').filter({ hasText: 'Somebody changed HP-LMP-01 since.' })).toBeVisible();
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Second');

  // The row changes while its cell is being edited.
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
  const dialog = page.getByRole('dialog', { name: 'Somebody changed this cell while you were editing' });
  await expect(dialog.getByRole('row').filter({ hasText: 'HP-LMP-01' })).toContainText('Fourth');
  await expect(dialog.getByRole('row').filter({ hasText: 'HP-LMP-01' })).toContainText('Third');
  await page.unroute('**/product-catalog?*');
  await dialog.getByRole('button', { name: 'Use my values' }).click();
  await expect(cell(page, 'HP-LMP-01', 'brand')).toHaveText('Fourth');
});

test('scrolling through 9,999 rows never shows an empty row', async ({ page }) => {
  await signInToDemo(page);
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
    await route.fulfill({
      json: { ...page50, content, totalElements: 9999, totalPages: 1, size: 9999, first: true, last: true },
    });
  });
  await openScreen(page, '/products?size=9999');
  await expect(page.getByText('Row number 0', { exact: true })).toBeVisible({ timeout: 60_000 });
  const seen = await page.evaluate(async () => {
    const view = [...document.querySelectorAll<HTMLElement>('[class*="viewport"]')].find(
      (one) => one.scrollHeight > 100_000 && one.clientHeight < 2_000,
    );
    if (!view) return undefined;
    let [looked, empty] = [0, 0];
    for (let step = 0; step < 24; step += 1) {
      view.scrollTop = Math.abs(Math.sin(step / 7)) * (view.scrollHeight - view.clientHeight);
      // Inspect what this frame painted, before the next frame begins.
      await new Promise(requestAnimationFrame);
      // Simulate a busy machine, on which scroll events arrive later than the grid's own time limit for them.
      const until = performance.now() + (step % 2 ? 170 : 0);
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 0));
      // Measure again: the line about missing weights may load late and push the grid down.
      const box = view.getBoundingClientRect();
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
