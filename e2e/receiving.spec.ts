import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { listOrders } from '@quayside/contracts/orders';
import { createPackList } from '@quayside/contracts/pack-lists';
import { addShipmentPlanPackLists, patchShipmentPlan } from '@quayside/contracts/shipment-plans';
import type { Page } from '@playwright/test';
import { callAs } from './support/api.ts';
import { addInvoice, addProducts, addSupplier } from './support/arrange.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** A plan of 985 kettles that left twenty days ago. Returns its id. */
async function arrange(page: Page): Promise<string> {
  await addSupplier(page, { name: 'Ningbo Haosheng', currency: 'GBP' });
  await addProducts(page, [{ sku: 'KTL-17', name: 'Kettle' }]);
  const path = await addInvoice(page, {
    ...{ supplier: 'Ningbo Haosheng', number: 'NB-7001', total: '9850.00' },
    lines: [{ product: 'KTL-17', quantity: 985, amount: '9850.00' }],
  });
  await callAs(page, confirmInvoice, { params: { id: path.split('/').pop() ?? '' }, body: {} });
  const orderId = (await callAs(page, listOrders, { query: {} })).content[0]?.orderId ?? '';
  const { packListId } = await callAs(page, createPackList, { params: { orderId }, body: { quantity: 985 } });
  const { plan } = await callAs(page, addShipmentPlanPackLists, { body: { packListIds: [packListId] } });
  const body = { shippedOn: daysAgo(20) };
  await callAs(page, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body });
  return plan.id;
}

test('on a phone: 981 of 985 kettles arrive, the plan is called received, and the four are decided', async ({
  page,
}) => {
  await signUp(page);
  const planId = await arrange(page);
  await page.setViewportSize(PHONE);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('what is missing is proposed, and found by its SKU', async () => {
    await openScreen(page, `/orders-shipments/shipment-plans/${planId}`);
    await main.getByRole('button', { name: 'Receive' }).click();
    const code = dialog.getByRole('textbox', { name: 'Barcode or SKU' });
    await code.fill('KTL-17');
    await code.press('Enter');
    const units = dialog.getByRole('textbox', { name: 'Units of PL-0001 that arrive' });
    await expect(units).toBeFocused();
    await expect(units).toHaveValue('985');
    await units.fill('981');
    await units.press('Enter');
    await dialog.getByRole('button', { name: 'Receive 981 units' }).click();
    await expect(page.getByText('981 units were received.')).toBeVisible();
    await expect(main.getByText(/981\/985 received/).first()).toBeVisible();
  });

  await test.step('it is called received, so that four are missing', async () => {
    await main.getByRole('button', { name: 'More actions for SP-0001' }).click();
    await page.getByRole('menuitem', { name: 'Call received' }).click();
    await dialog.getByRole('button', { name: 'Call received' }).click();
    await expect(main.getByText(/4 missing/).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  });

  await test.step('the supplier never sent them: the plan has nothing undecided, and is closed', async () => {
    await main.getByRole('link', { name: 'Decide' }).click();
    await main
      .getByRole('link', { name: /PL-0001/ })
      .first()
      .click();
    const form = page.getByRole('form', { name: 'Decide about PL-0001' });
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('4 units are decided.')).toBeVisible();
    await expect(main.getByRole('link', { name: /PL-0001/ })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await openScreen(page, `/orders-shipments/shipment-plans/${planId}`);
    await expect(main.getByText('Never sent by the supplier')).toBeVisible();
    await main.getByRole('button', { name: 'More actions for SP-0001' }).click();
    await page.getByRole('menuitem', { name: 'Close plan' }).click();
    await dialog.getByRole('button', { name: 'Close plan' }).click();
    await expect(page.getByText('SP-0001 is closed')).toBeVisible();
  });
});
