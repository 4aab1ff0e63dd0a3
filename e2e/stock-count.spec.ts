import { listOrders } from '@quayside/contracts/orders';
import { createProduct } from '@quayside/contracts/products';
import { receiveGoods } from '@quayside/contracts/receipts';
import { recordStockMovements } from '@quayside/contracts/stock-movements';
import { createSupplier } from '@quayside/contracts/suppliers';
import type { Page } from '@playwright/test';
import { callAs } from './support/api.ts';
import { addInvoice } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const DAY_MS = 86_400_000;
/** A day so many days ago. */
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Puts 100 kettles for 1,000.00 into the warehouse, of which 30 are sold. Returns the id of the kettle. */
async function arrange(page: Page): Promise<string> {
  const factory = await callAs(page, createSupplier, { body: { companyName: 'Ningbo Haosheng', currency: 'GBP' } });
  const kettle = { sku: 'KTL-17', name: 'Kettle', supplierIds: [factory.id] };
  const { id: productId } = await callAs(page, createProduct, { body: kettle });
  await addInvoice(page, {
    ...{ supplier: 'Ningbo Haosheng', number: 'NB-1', total: '1000.00' },
    lines: [{ product: 'KTL-17', quantity: 100, amount: '1000.00' }],
  });
  const [order] = (await callAs(page, listOrders, { query: {} })).content;
  const orderId = order?.orderId ?? '';
  await callAs(page, receiveGoods, { body: { day: daysAgo(9), place: 'WAREHOUSE', rows: [{ orderId }] } });
  const sale = { productId, cause: 'SOLD' as const, place: 'WAREHOUSE' as const };
  await callAs(page, recordStockMovements, { body: { rows: [{ ...sale, day: daysAgo(6), quantity: 30 }] } });
  return productId;
}

test('a shelf is counted, and the difference explains itself when an older sale comes in', async ({ page }) => {
  await signUp(page);
  await arrange(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('68 are counted by keyboard: 2 of 70 are missing, which cost 20.00', async () => {
    await openScreen(page, '/orders-shipments/stock/counts');
    await main.getByRole('button', { name: 'Count', exact: true }).first().click();
    await dialog.getByRole('textbox', { name: 'SKU or barcode' }).fill('ktl-17');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Quantity of KTL-17' })).toBeFocused();
    await page.keyboard.type('68');
    const found = dialog.getByRole('table', { name: 'What the counts find' }).getByRole('row', { name: /KTL-17/ });
    await expect(found).toHaveText(/Warehouse70\s*68\s*−2\s*£20\.00/);
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('row', { name: /KTL-17/ })).toHaveText(/Count.*68.*−2.*20\.00/);
  });

  await test.step('the list of stock has what was counted, at its cost', async () => {
    await main.getByRole('link', { name: 'Stock', exact: true }).click();
    await expect(main.getByRole('row', { name: /KTL-17/ })).toHaveText(/68.*680\.00/);
    await main.getByRole('link', { name: 'KTL-17' }).click();
    await expect(main.getByRole('table', { name: 'Lots' })).toHaveText(/68.*10\.0000.*680\.00/);
  });

  await test.step('a sale of an earlier day comes in: the count holds, and only one is missing', async () => {
    const movements = main.getByRole('table', { name: 'Movements' });
    await expect(movements.getByRole('row', { name: /Count/ })).toHaveText(/68 \(−2\)\s*20\.00/);
    await main.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('combobox', { name: 'What' }).click();
    await page.getByRole('option', { name: 'Sold' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1');
    const day = dialog.getByRole('textbox', { name: 'Day' });
    await day.fill(daysAgo(3));
    await day.press('Tab');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect(dialog).toBeHidden();
    await expect(movements.getByRole('row', { name: /Count/ })).toHaveText(/68 \(−1\)\s*10\.00/);
  });

  await test.step('the unit cost explains every taking of the lot: 30 and 1 sold, 1 missed', async () => {
    await main.getByRole('link', { name: 'Costs', exact: true }).click();
    await main.getByRole('button', { name: /^Explain this cost/ }).click();
    const panel = page.getByRole('complementary', { name: 'Explain this unit cost' });
    await expect(panel).toContainText('320.00 for 32 gone + 680.00 for 68 on hand = 1,000.00');
    await panel.getByRole('button', { name: /^What it gave/ }).click();
    await expect(panel).toContainText('The months add up to what is gone: 320.00');
  });
});
