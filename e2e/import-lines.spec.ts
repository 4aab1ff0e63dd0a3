import type { Page } from '@playwright/test';
import { signUp } from './support/demo.ts';
import { addInvoice, addProducts, addSupplier } from './support/arrange.ts';
import { invoiceTotals, lineCell } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const block = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join('\t')).join('\n');
const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import lines' });
const previewed = (page: Page, text: string) =>
  importDialog(page).getByRole('table', { name: 'Rows' }).getByRole('row').filter({ hasText: text });

/** Copies cells as a spreadsheet does, and pastes them into the page. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+v');
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test('cells of a spreadsheet are pasted and become lines: a wrong SKU is shown in its cell and left out', async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signUp(page);
  await addProducts(page, [
    { sku: 'BOX-A', name: 'Gift box A' },
    { sku: 'BOX-C', name: 'Gift box C' },
  ]);
  await addSupplier(page, { name: 'Dongguan Paper', currency: 'GBP' });
  const invoice = await addInvoice(page, {
    supplier: 'Dongguan Paper',
    number: 'DP-1',
    total: '620.00',
    lines: [{ name: 'Printing plates', costType: 'OTHER', amount: '100' }],
  });
  await openScreen(page, invoice);

  await test.step('a block with one wrong SKU is previewed with the reason in its cell, and nothing is added', async () => {
    await lineCell(page, 1, 'tax').focus();
    await paste(
      page,
      block(
        ['SKU', 'Name', 'Qty', 'Amount'],
        ['BOX-A', 'Gift box A', '100', '250.00'],
        ['BOX-X', 'Gift box B', '80', '150.00'],
        ['BOX-C', 'Gift box C', '60', '120.00'],
      ),
    );
    await expect(previewed(page, 'BOX-A')).toContainText('250.00');
    await expect(previewed(page, 'BOX-X').getByRole('cell').filter({ hasText: 'BOX-X' })).toContainText(/product|SKU/i);
    await expect(importDialog(page).getByRole('button', { name: /^Add 2 lines/ })).toBeDisabled();
  });

  await test.step('only the valid rows are added', async () => {
    await importDialog(page).getByLabel('Leave out 1 row with errors').check();
    await importDialog(page)
      .getByRole('button', { name: /^Add 2 lines/ })
      .click();
    await expect(page.getByText('2 lines are added')).toBeVisible();
    await expect(lineCell(page, 2, 'product')).toHaveValue('BOX-A');
    await expect(lineCell(page, 3, 'amount')).toHaveValue('120.00');
    await expect(invoiceTotals(page)).toContainText('470.00');
  });

  await test.step('the lines are stored', async () => {
    await page.reload();
    await expect(lineCell(page, 2, 'product')).toHaveValue('BOX-A');
    await expect(lineCell(page, 2, 'quantity')).toHaveValue('100');
    await expect(lineCell(page, 3, 'amount')).toHaveValue('120.00');
    await expect(invoiceTotals(page)).toContainText('470.00');
  });
});
