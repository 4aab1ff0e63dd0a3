import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signInToDemo } from './support/demo.ts';
import { openScreen } from './support/open-screen.ts';
import { expect, test } from './support/test.ts';

/** Exports the open list, with the mouse or with the keyboard. */
async function exportAs(
  page: Page,
  format: 'CSV' | 'XLSX',
  by: 'pointer' | 'keyboard' = 'pointer',
): Promise<{ name: string; bytes: Buffer }> {
  const button = page.getByRole('button', { name: /^Export / });
  const item = page.getByRole('menuitem', { name: new RegExp(`^${format}`) });
  const download = page.waitForEvent('download');
  if (by === 'pointer') {
    await button.click();
    await item.click();
  } else {
    await button.focus();
    await page.keyboard.press('Enter');
    while (!(await item.evaluate((element) => element === document.activeElement)))
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const file = await download;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}
async function bring(page: Page, name: string, text: string): Promise<void> {
  await openScreen(page, '/products/import');
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

test('products are exported, changed in the file and imported again', async ({ page }) => {
  test.setTimeout(120_000);
  await signInToDemo(page);
  let text = '';

  await test.step('the file has the rows, the order and the columns of the screen', async () => {
    await page.goto(
      '/products?f.status.in=TOP_SELLER&sort=-landedCostPerUnit&cols=sku.name.status.supplier.landedCostPerUnit',
    );
    await page.getByRole('button', { name: 'Export products' }).click();
    await expect(page.getByText('3 rows, 5 columns, as shown')).toBeVisible();
    await page.keyboard.press('Escape');
    const { name, bytes } = await exportAs(page, 'CSV');
    expect(name).toMatch(/^products-\d{4}-\d\d-\d\d\.csv$/);
    text = bytes.toString();
    expect(text.split('\n')[0]).toBe('\ufeffSKU,Product,Status,Supplier,Landed cost per unit');
    expect(
      text
        .split('\n')
        .slice(1, 4)
        .map((line) => line.split(',')[0]),
    ).toEqual(['"HP-TWL-01"', '"HP-KTL-01"', '"HP-LMP-01"']);
    await expect(page.getByText(`${name} is in your downloads`)).toBeVisible();
  });

  await test.step('imported without edits, the file changes nothing', async () => {
    await bring(page, 'unchanged.csv', text);
    await expect(
      page.getByText('The products already have the values of every row. There is nothing to import.'),
    ).toBeVisible();
  });

  await test.step('imported with edits, the file changes exactly these values', async () => {
    await bring(page, 'changed.csv', text.replace('"Clip-on reading lamp, black"', '"=Clip-on lamp; ""black"""'));
    await page.getByRole('button', { name: 'Change 1 product' }).click();
    await expect(
      page.getByRole('heading', { name: 'Products imported' }).or(page.getByText('Products imported').first()).first(),
    ).toBeVisible();
    await openScreen(page, '/products?q=HP-LMP-01');
    await expect(page.getByRole('link', { name: '=Clip-on lamp; "black"' })).toBeVisible();
  });

  await test.step('text that looks like a formula is exported with an apostrophe and imported without it', async () => {
    const { bytes } = await exportAs(page, 'CSV', 'keyboard');
    expect(bytes.toString()).toContain(`"'=Clip-on lamp; ""black"""`);
    await bring(page, 'again.csv', bytes.toString());
    await expect(
      page.getByText('The products already have the values of every row. There is nothing to import.'),
    ).toBeVisible();
  });
});

test('invoices, costs and the reconciliation can be exported as workbooks', async ({ page }) => {
  test.setTimeout(120_000);
  await signInToDemo(page);
  for (const [path, name] of [
    ['/invoices', 'invoices'],
    ['/transactions/assigned-costs', 'costs'],
    ['/transactions/reconciliation', 'reconciliation'],
  ] as const) {
    await openScreen(page, path);
    const file = await exportAs(page, 'XLSX');
    expect(file.name).toMatch(new RegExp(`^${name}-.*\\.xlsx$`));
    expect(file.bytes.subarray(0, 2).toString()).toBe('PK');
  }
});
