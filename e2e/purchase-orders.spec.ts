import { addProducts, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';

test('a purchase order is written with the keyboard alone, saves itself, and is opened', async ({ page }) => {
  await signUp(page);
  await addProducts(page, [
    { sku: 'LMP-01', name: 'Reading lamp' },
    { sku: 'LMP-02', name: 'Desk lamp' },
  ]);
  await addSupplier(page, { name: 'Shenzhen Brightway', local: '明途电子', currency: 'GBP' });
  await page.goto('/invoices-purchase-orders/purchase-orders');
  await expect(page.getByText('No orders yet')).toBeVisible();

  await test.step('a draft begins with its supplier', async () => {
    await page.keyboard.press('c');
    await page.keyboard.press('o');
    await expect(page.getByRole('combobox', { name: 'Supplier' })).toBeFocused();
    await page.keyboard.type('Brightway');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Internal PO number')).toHaveValue(/^PO-\d{4}-0001$/);
    await page.keyboard.press('Control+Enter');
    await expect(page).toHaveURL(/\/purchase-order\/[0-9a-f-]{36}$/);
  });

  await test.step('items are typed one below the other', async () => {
    await expect(page.getByLabel('Item 1, product')).toBeFocused();
    for (const key of [
      'LMP-01',
      'Tab',
      'Tab',
      '1440',
      'Tab',
      '6.85',
      'Tab',
      'LMP-02',
      'Tab',
      'Tab',
      '777',
      'Tab',
      '0.0135',
    ])
      await (key === 'Tab' ? page.keyboard.press('Tab') : page.keyboard.type(key));
    await page.keyboard.press('Control+s');
    const sums = page.getByRole('region', { name: 'Sums of the purchase order' });
    // 1,440 × 6.85 + 777 × 0.0135, each rounded once.
    await expect(sums).toContainText('9,874.49');
    await expect(page.getByText(/^Saved /)).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Preview' }).getByText('PDF, A4, 1 page')).toBeVisible();
  });

  await test.step('it is stored, and opened after a confirmation', async () => {
    await page.reload();
    await expect(page.getByLabel('Item 2, price')).toHaveValue('0.0135');
    await page.getByRole('button', { name: /^More actions for PO-/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Open', exact: true }).press('Enter');
    await expect(page.getByRole('dialog', { name: /^Open PO-/ })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).press('Enter');
    await expect(page.getByText(/is open$/)).toBeVisible();
    await expect(page.getByText('Status: Open')).toBeAttached();
  });
});
