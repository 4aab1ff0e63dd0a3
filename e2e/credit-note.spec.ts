import type { Page } from '@playwright/test';
import { signUp } from './support/demo.ts';
import { addInvoice, addProducts, addSupplier, settleInvoice } from './support/arrange.ts';
import { creditDialog, lineCell, moveInvoice, PHONE, productRow, typeCredit } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const POTTERY = 'Jingdezhen Pottery';
const HAULIER = 'Dover Freight';
const explain = (page: Page) => page.getByRole('complementary', { name: 'Explain this unit cost' });

/** Confirms and closes the open invoice. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByRole('button', { name: /^Confirm/ })).toBeEnabled();
  await moveInvoice(page, 'confirm');
  await moveInvoice(page, 'close');
}

test('a credit note on a closed invoice returns units and reduces costs', async ({ page }) => {
  test.setTimeout(240_000);
  await signUp(page);
  await addProducts(page, [
    { sku: 'MUG-01', name: 'Mug' },
    { sku: 'BOWL-02', name: 'Bowl' },
  ]);
  await addSupplier(page, { name: POTTERY, currency: 'CNY' });
  await addSupplier(page, { name: HAULIER, currency: 'GBP' });
  const goods = await addInvoice(page, {
    supplier: POTTERY,
    number: 'JP-1',
    total: '1500.00',
    rate: '0.1',
    lines: [
      { product: 'MUG-01', quantity: 100, amount: '1000' },
      { product: 'BOWL-02', quantity: 50, amount: '500' },
    ],
  });
  await settleInvoice(page, goods);
  const freight = await addInvoice(page, {
    supplier: HAULIER,
    number: 'DF-1',
    total: '30.00',
    paired: ['JP-1'],
    lines: [{ name: 'Container', costType: 'SHIPPING', quantity: 1, amount: '30' }],
  });
  await settleInvoice(page, freight);

  // Before the credit, a unit costs 1.00 from the factory and 0.20 for freight.
  await test.step('twenty broken mugs are credited as a part of their line', async () => {
    await openScreen(page, goods);
    const dialog = await creditDialog(page, 'JP-1');
    await dialog.getByRole('button', { name: 'None' }).click();
    await dialog.getByLabel('Line 1, amount').fill('200');
    await dialog.getByLabel('Line 1, quantity').fill('20');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await expect(page).not.toHaveURL(goods);
    await expect(lineCell(page, 1, 'amount')).toHaveValue('−200.00');
    await expect(lineCell(page, 1, 'quantity')).toHaveValue('−20');
    await expect(page.getByText('Credits line 1 of JP-1')).toBeVisible();
    await typeCredit(page, 'JP-1-C', '-200');
  });

  await test.step('the credit note is confirmed and closed on a phone, which shows the credit as a card', async () => {
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Open line 1' }).click();
    await expect(page.getByText('Credits line 1 of JP-1')).toBeVisible();
    await page.keyboard.press('Escape');
    await settle(page);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  // 80 mugs cost 80.00. The freight of 30.00 is allocated to 130 units: 18.46 and 11.54.
  await test.step('the order now has eighty mugs, and the freight is spread again', async () => {
    await openScreen(page, '/products');
    await expect(productRow(page, 'MUG-01')).toContainText('1.2308');
    await expect(productRow(page, 'BOWL-02')).toContainText('1.2308');
    await openScreen(page, '/products/MUG-01/costs');
    await expect(page.getByRole('table', { name: 'Costs of MUG-01 by order' }).getByRole('row').nth(1)).toContainText(
      '80',
    );
    await expect(page.getByRole('table', { name: 'Costs of MUG-01 by order' }).getByRole('row').nth(1)).toContainText(
      '98.46',
    );
  });

  await test.step('the explanation shows the credit as the difference of two calculations', async () => {
    await page.getByRole('button', { name: 'Explain this cost' }).click();
    await expect(explain(page)).toContainText('£98.46 ÷ 80');
    const entry = explain(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Factory JP-1-C.* −20\.00/ }) });
    await entry.getByRole('button', { name: /^Factory/ }).click();
    await expect(entry).toContainText('Credit on');
    await expect(entry.getByRole('link', { name: 'JP-1, line 1' })).toBeVisible();
    await expect(entry).toContainText('Remainder before this credit');
    await expect(entry).toContainText('100.00');
    await expect(entry).toContainText('Remainder after this credit');
    await expect(entry).toContainText('80.00');
    await expect(entry).toContainText('80.00 − 100.00 = −£20.00');
    await expect(explain(page)).toContainText('the same to the cent');
  });
});
