import { createInvoice } from '@quayside/contracts/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { listOrders } from '@quayside/contracts/orders';
import { createPackList } from '@quayside/contracts/pack-lists';
import { createProduct } from '@quayside/contracts/products';
import { createPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchase-orders';
import { receiveGoods } from '@quayside/contracts/receipts';
import { addShipmentPlanPackLists, patchShipmentPlan } from '@quayside/contracts/shipment-plans';
import { createSupplier } from '@quayside/contracts/suppliers';
import type { Page } from '@playwright/test';
import { callAs } from './support/api.ts';
import { signUp } from './support/demo.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const PHONE = { width: 390, height: 844 };
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** 1,000 kettles ordered, 990 invoiced, 985 packed and shipped, 981 received. Returns the id of the purchase order. */
async function arrange(page: Page): Promise<string> {
  const supplier = await callAs(page, createSupplier, { body: { companyName: 'Ningbo Haosheng', currency: 'GBP' } });
  const product = await callAs(page, createProduct, {
    body: { sku: 'KTL-17', name: 'Kettle', supplierIds: [supplier.id] },
  });
  const order = await callAs(page, createPurchaseOrder, {
    body: {
      ...{ supplierId: supplier.id, poNumber: 'PO-7', orderDate: daysAgo(60) },
      items: [{ productId: product.id, quantity: '1000', unitPrice: '10' }],
    },
  });
  await callAs(page, patchPurchaseOrder, { params: { id: order.id }, body: { status: 'OPEN' } });
  const invoice = await callAs(page, createInvoice, {
    body: { supplierId: supplier.id, invoiceNumber: 'NB-7001', date: daysAgo(50), currency: 'GBP', total: '9900.00' },
  });
  await callAs(page, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: {
      ...{ productId: product.id, costType: 'FACTORY_INVOICE', quantity: 990, amount: '9900.00' },
      purchaseOrderLineId: order.items[0]?.id ?? '',
    },
  });
  await callAs(page, confirmInvoice, { params: { id: invoice.id }, body: {} });
  const orderId = (await callAs(page, listOrders, { query: {} })).content[0]?.orderId ?? '';
  const { packListId } = await callAs(page, createPackList, { params: { orderId }, body: { quantity: 985 } });
  const { plan } = await callAs(page, addShipmentPlanPackLists, { body: { packListIds: [packListId] } });
  const patch = (body: { shippedOn?: string; status?: 'RECEIVED' }) =>
    callAs(page, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body });
  await patch({ shippedOn: daysAgo(20) });
  await callAs(page, receiveGoods, {
    body: { day: daysAgo(2), place: 'AMAZON_UK', rows: [{ packListId, quantity: 981 }] },
  });
  await patch({ status: 'RECEIVED' });
  return order.id;
}

test('five quantities: 10 not invoiced, 5 not packed and 4 not received are ended one by one, and leave the queue', async ({
  page,
}) => {
  await signUp(page);
  const purchaseOrderId = await arrange(page);
  const main = page.getByRole('main');
  const panel = page.getByRole('complementary', { name: 'PO-7' });

  await test.step('the queue shows the chain with its gaps and what they are worth', async () => {
    await openScreen(page, '/orders-shipments/cartons');
    await main.getByRole('link', { name: 'Five quantities' }).click();
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText(/1,000−10.*990−5.*985›.*985−4.*981.*190\.00/);
  });

  await test.step('the four are decided in Missing', async () => {
    await main.getByRole('link', { name: 'PO-7' }).click();
    await panel.getByRole('link', { name: 'Decide in Missing' }).click();
    await main.getByRole('link', { name: /PL-0001/ }).click();
    await page.getByRole('form', { name: 'Decide about PL-0001' }).getByRole('button', { name: 'Decide' }).click();
    await expect(page.getByText('4 units are decided.')).toBeVisible();
  });

  await test.step('the purchase order is closed short, so nothing more is to be invoiced', async () => {
    await callAs(page, patchPurchaseOrder, {
      params: { id: purchaseOrderId },
      body: { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'No more kettles' },
    });
    await openScreen(page, '/orders-shipments/received/five-quantities');
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText(/Ask for the rest or for a credit/);
  });

  await test.step('the five are accepted with words on a phone, and the queue is empty', async () => {
    await page.setViewportSize(PHONE);
    await main.getByRole('link', { name: 'PO-7' }).click();
    const form = page.getByRole('form', { name: 'Accept: 5 not packed' });
    await form.getByRole('textbox', { name: 'Why nothing is done about it' }).fill('Credited');
    await form.getByRole('button', { name: 'Accept as it is' }).click();
    await expect(page.getByText('5 not packed was accepted.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    await openScreen(page, '/orders-shipments/received/five-quantities');
    await expect(main.getByRole('heading', { name: 'No difference needs you' })).toBeVisible();
  });
});
