import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { listSupplierOrders } from '@quayside/contracts/order-kinds';
import { createProduct } from '@quayside/contracts/products';
import { receiveGoods } from '@quayside/contracts/receipts';
import { createSupplier } from '@quayside/contracts/suppliers';
import type { Page } from '@playwright/test';
import { reportOf } from '../apps/server/src/testing/order-reports.ts';
import { callAs } from './support/api.ts';
import { addInvoice } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const FACTORY = 'Ningbo Haosheng';
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Adds a confirmed order of 100 lamps for 1,000.00. */
async function arrange(page: Page): Promise<string> {
  const factory = await callAs(page, createSupplier, { body: { companyName: FACTORY, currency: 'GBP' } });
  await callAs(page, createProduct, { body: { sku: 'LMP-01', name: 'Reading lamp', supplierIds: [factory.id] } });
  const path = await addInvoice(page, {
    ...{ supplier: FACTORY, number: 'HS-1', total: '1000.00', rate: '1' },
    lines: [{ product: 'LMP-01', quantity: 100, amount: '1000.00' }],
  });
  await callAs(page, confirmInvoice, { params: { id: path.split('/').pop() ?? '' }, body: {} });
  return factory.id;
}

test('customer orders are imported twice, sold without cost, and cost something once their goods arrive', async ({
  page,
}) => {
  await signUp(page);
  const supplierId = await arrange(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const bought = `${daysAgo(3)}T12:00:00+00:00`;
  const report = reportOf([
    { id: '303-1', sku: 'LMP-01', units: 4, bought },
    { id: '303-2', sku: 'LMP-NEW', units: 2, bought },
  ]);
  const importReport = async () => {
    await main.getByRole('button', { name: 'Import orders' }).first().click();
    const file = { name: 'orders.txt', mimeType: 'text/plain', buffer: Buffer.from(report) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByText(/Nothing is stored yet/)).toBeVisible();
  };

  await test.step('the first import takes units from stock that nobody has received', async () => {
    await openScreen(page, '/orders-shipments/orders');
    await main.getByText('Of customers').click();
    await importReport();
    await expect(dialog.getByText(/LMP-NEW/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Import 2 lines' }).click();
    await expect(dialog.getByText(/^Imported/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(main.getByRole('row', { name: /303-1/ })).toContainText(/4.*4.*4/);
  });

  await test.step('the second import of the file changes nothing', async () => {
    await importReport();
    await expect(dialog.getByText('This file was imported before.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Import 0 lines' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel the import' }).click();
    await expect(dialog.getByText(/^Cancelled/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  await test.step('once the goods have arrived, the sale shows what it cost', async () => {
    const { content } = await callAs(page, listSupplierOrders, { query: {} });
    await callAs(page, receiveGoods, {
      body: { day: daysAgo(1), place: 'AMAZON_UK', rows: [{ orderId: content[0]?.orderId ?? '' }] },
    });
    await page.reload();
    await main.getByRole('row', { name: /303-1/ }).getByRole('link').click();
    const lines = page.getByRole('list', { name: 'Lines', exact: true });
    await expect(lines.getByRole('listitem').filter({ hasText: 'LMP-01' }).first()).toContainText(/40\.00/);
  });

  await test.step('a product that gets the unknown SKU takes its sales in', async () => {
    await main.getByRole('button', { name: '1 SKU without a product' }).click();
    await expect(dialog.getByRole('link', { name: 'Create a product with the SKU LMP-NEW' })).toBeVisible();
    await callAs(page, createProduct, { body: { sku: 'LMP-NEW', name: 'New lamp', supplierIds: [supplierId] } });
    await expect(dialog.getByText('Every SKU has a product.')).toBeVisible({ timeout: 60_000 });
  });
});
