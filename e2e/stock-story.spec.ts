import { createInvoiceLine } from '@quayside/contracts/invoice-lines';
import { confirmInvoice } from '@quayside/contracts/invoice-moves';
import { createInvoice } from '@quayside/contracts/invoices';
import { listSupplierOrders } from '@quayside/contracts/order-kinds';
import { createPackList } from '@quayside/contracts/pack-lists';
import { createProduct } from '@quayside/contracts/products';
import { receiveGoods } from '@quayside/contracts/receipts';
import { createPurchaseOrder, patchPurchaseOrder } from '@quayside/contracts/purchase-orders';
import { addShipmentPlanPackLists, patchShipmentPlan } from '@quayside/contracts/shipment-plans';
import { recordStockMovements } from '@quayside/contracts/stock-movements';
import { createSupplier } from '@quayside/contracts/suppliers';
import type { Page } from '@playwright/test';
import { DEMO_EMAILS } from '../apps/server/src/areas/accounts/demo-sign-in.ts';
import { knowLotsEarlier } from '../apps/server/src/testing/earlier-lots.ts';
import { reportOf } from '../apps/server/src/testing/order-reports.ts';
import { callAs } from './support/api.ts';
import { addInvoice, settleInvoice } from './support/arrange.ts';
import { signInToDemo, signUp } from './support/demo.ts';
import { choose, expectToFitPhone, PHONE } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const DESK = { width: 1440, height: 900 } as const;
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** A month as the screens of restatements write it: "Nov 26". */
const monthOf = (day: string): string => {
  const [month = '', year = ''] = new Date(day).toUTCString().slice(8, 16).split(' ');
  return `${month} ${year.slice(2)}`;
};
/** The day of a sale in a month that is over, and of one of this week. */
const [EARLIER, LATELY] = [daysAgo(40), daysAgo(5)];

interface Arranged {
  readonly purchaseOrderId: string;
  readonly planId: string;
}

/**
 * 1,000 kettles at 10.00 are ordered and 990 are invoiced; 985 of them left 70 days ago in a plan to Amazon. There is a
 * jar, too, of which nothing was bought yet.
 */
async function arrange(page: Page): Promise<Arranged> {
  const supplier = await callAs(page, createSupplier, { body: { companyName: 'Ningbo Haosheng', currency: 'GBP' } });
  await callAs(page, createSupplier, { body: { companyName: 'Customs Broker', currency: 'GBP' } });
  const supplierIds = [supplier.id];
  const kettle = await callAs(page, createProduct, { body: { sku: 'KTL-17', name: 'Kettle', supplierIds } });
  await callAs(page, createProduct, { body: { sku: 'JAR-06', name: 'Glass jar', supplierIds } });
  const order = await callAs(page, createPurchaseOrder, {
    body: {
      ...{ supplierId: supplier.id, poNumber: 'PO-7', orderDate: daysAgo(100) },
      items: [{ productId: kettle.id, quantity: '1000', unitPrice: '10' }],
    },
  });
  await callAs(page, patchPurchaseOrder, { params: { id: order.id }, body: { status: 'OPEN' } });
  const invoice = await callAs(page, createInvoice, {
    body: { supplierId: supplier.id, invoiceNumber: 'NB-7001', date: daysAgo(80), currency: 'GBP', total: '9900.00' },
  });
  await callAs(page, createInvoiceLine, {
    params: { invoiceId: invoice.id },
    body: {
      ...{ productId: kettle.id, costType: 'FACTORY_INVOICE', quantity: 990, amount: '9900.00' },
      purchaseOrderLineId: order.items[0]?.id ?? '',
    },
  });
  await callAs(page, confirmInvoice, { params: { id: invoice.id }, body: {} });
  const orderId = (await callAs(page, listSupplierOrders, { query: {} })).content[0]?.orderId ?? '';
  const { packListId } = await callAs(page, createPackList, { params: { orderId }, body: { quantity: 985 } });
  const { plan } = await callAs(page, addShipmentPlanPackLists, { body: { packListIds: [packListId] } });
  await callAs(page, patchShipmentPlan, {
    params: { shipmentPlanId: plan.id },
    body: {
      ...{ toAddressType: 'AMAZON_FBA', country: 'GB', warehouseReference: 'FBA15XKTL' },
      ...{ shippedOn: daysAgo(70), shippedDespite: 'The forwarder makes the cartons' },
    },
  });
  return { purchaseOrderId: order.id, planId: plan.id };
}

test('the story of stock: a plan in parts, missing units, a count, opening stock, sales and a late bill', async ({
  page,
}) => {
  await signUp(page);
  const { purchaseOrderId, planId } = await arrange(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const plan = `/orders-shipments/shipment-plans/${planId}`;
  const units = dialog.getByRole('textbox', { name: 'Units of PL-0001 that arrive' });
  const receive = async (day: string, quantity: string) => {
    const arrived = dialog.getByRole('textbox', { name: 'Arrived on' });
    await arrived.fill(day);
    await arrived.press('Tab');
    const code = dialog.getByRole('textbox', { name: 'Barcode or SKU' });
    await code.fill('KTL-17');
    await code.press('Enter');
    await expect(units).toBeFocused();
    await page.keyboard.type(quantity);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('button', { name: `Receive ${quantity} units` }).press('Enter');
    await expect(page.getByText(`${quantity} units were received.`)).toBeVisible();
  };

  await test.step('on a phone without a camera, the number is typed, and 600 of 985 arrive', async () => {
    await page.setViewportSize(PHONE);
    await openScreen(page, plan);
    await main.getByRole('button', { name: 'Receive' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Place' })).toHaveValue('Amazon UK');
    await expect(dialog.getByRole('button', { name: 'Scan' })).toHaveCount(0);
    await receive(daysAgo(50), '600');
    await expect(main.getByText(/600\/985 received/).first()).toBeVisible();
    await expectToFitPhone(page);
  });

  await test.step('by keyboard alone, 381 more arrive; the rest of 4 is missing', async () => {
    await page.setViewportSize(DESK);
    await page.keyboard.press('Control+Enter');
    await expect(units).toHaveValue('385');
    await receive(daysAgo(45), '381');
    await main.getByRole('button', { name: 'More actions for SP-0001' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Call received' }).press('Enter');
    await dialog.getByRole('button', { name: 'Call received' }).press('Enter');
    await expect(main.getByText(/4 missing/).first()).toBeVisible();
  });

  // 990 units cost 9,900.00, which is 10.00 a unit.
  await test.step('the marketplace has lost the 4, which cost 40.00; its papers are named', async () => {
    await main.getByRole('link', { name: 'Decide' }).click();
    await expect(main.getByRole('row', { name: /PL-0001/ })).toContainText(/4 \/ 985.*40\.00.*Amazon/);
    await expectToFitPhone(page);
    await main
      .getByRole('link', { name: /PL-0001/ })
      .first()
      .click();
    const panel = page.getByRole('dialog', { name: 'PL-0001' });
    await expect(panel).toContainText(/Papers.*Shipment id of the warehouse FBA15XKTL.*Invoice NB-7001/);
    await expect(panel).toContainText('Of 985 units 981 arrived; 4 are missing.');
    const form = page.getByRole('form', { name: 'Decide about PL-0001' });
    await expect(form.getByRole('combobox')).toHaveValue('Lost by the marketplace');
    await form.getByRole('textbox', { name: 'Words' }).fill('Case 8812');
    await page.keyboard.press('Enter');
    await expect(page.getByText('4 units are decided.')).toBeVisible();
    await expectToFitPhone(page);
    await page.setViewportSize(DESK);
  });

  // What is open are 10 not invoiced and 5 not packed: 15 × 10.00 = 150.00.
  const chain = /1,000−10.*990−5.*985›.*985−4.*981/;
  await test.step('five quantities: the 4 are decided, 10 and 5 are open', async () => {
    await openScreen(page, '/orders-shipments/received/five-quantities');
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText(chain);
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText('150.00');
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText('(4 not received, Decided)');
    await main.getByRole('link', { name: 'PO-7' }).click();
    await expect(page.getByRole('complementary', { name: 'PO-7' })).toContainText('10 not invoiced');
  });

  await test.step('the jars from before are opening stock: 40 at 2.50 are 100.00', async () => {
    await openScreen(page, '/orders-shipments/orders?kind=OPENING');
    await main.getByRole('button', { name: 'Add opening stock' }).first().click();
    await choose(page, 'Product', 'JAR-06');
    await dialog.getByRole('textbox', { name: 'Units' }).fill('40');
    await dialog.getByRole('textbox', { name: 'Unit cost' }).fill('2.5');
    await dialog.getByRole('textbox', { name: 'As of' }).fill(daysAgo(90));
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Add opening stock' }).click();
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('row', { name: /JAR-06/ })).toContainText(/40.*40.*£2\.5000.*£100\.00.*Opening/);
  });

  // 100 kettles are 1,000.00 and 50 are 500.00; 10 jars are 25.00.
  const report = reportOf([
    { id: '303-1', sku: 'KTL-17', units: 100, bought: `${EARLIER}T12:00:00+00:00` },
    { id: '303-2', sku: 'KTL-17', units: 50, bought: `${LATELY}T12:00:00+00:00` },
    { id: '303-3', sku: 'JAR-06', units: 10, bought: `${LATELY}T12:00:00+00:00` },
  ]);
  const costs = [/303-1.*£1,000\.00/, /303-2.*£500\.00/, /303-3.*£25\.00/] as const;
  const chooseReport = async () => {
    await main.getByRole('button', { name: 'Import orders' }).first().click();
    const file = { name: 'orders.txt', mimeType: 'text/plain', buffer: Buffer.from(report) };
    await dialog.locator('input[type=file]').setInputFiles(file);
    await expect(dialog.getByText(/Nothing is stored yet/)).toBeVisible();
  };
  await test.step('customer orders are imported, and each sale has its cost', async () => {
    await openScreen(page, '/orders-shipments/orders?kind=CUSTOMER');
    await chooseReport();
    await dialog.getByRole('button', { name: 'Import 3 lines' }).click();
    await expect(dialog.getByText(/^Imported/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    for (const row of costs) await expect(main.getByRole('row').filter({ hasText: row })).toHaveCount(1);
  });

  await test.step('the second import of the file changes nothing', async () => {
    await chooseReport();
    await expect(dialog.getByText('This file was imported before.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Import 0 lines' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Cancel the import' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(main.getByRole('row', { name: /^Total/ })).toContainText(/160.*160.*£1,525\.00/);
  });

  // 981 arrived and 150 were sold, so there should be 831. 828 are there: 3 are missing, and cost 30.00.
  await test.step('a count finds 828 of 831 kettles at Amazon', async () => {
    await openScreen(page, '/orders-shipments/stock/counts');
    await main.getByRole('button', { name: 'Count', exact: true }).first().click();
    await choose(page, 'Place', 'Amazon UK');
    const code = dialog.getByRole('textbox', { name: 'SKU or barcode' });
    await code.fill('KTL-17');
    await code.press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Quantity of KTL-17' })).toBeFocused();
    await page.keyboard.type('828');
    const found = dialog.getByRole('table', { name: 'What the counts find' }).getByRole('row', { name: /KTL-17/ });
    await expect(found).toHaveText(/Amazon UK\s*831\s*828\s*−3\s*£30\.00/);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await expect(main.getByRole('row', { name: /KTL-17/ })).toHaveText(/Count.*828.*−3.*30\.00/);
  });

  await test.step('the list of stock adds up: 8,280.00 of kettles and 75.00 of jars', async () => {
    await main.getByRole('link', { name: 'Stock', exact: true }).click();
    await expect(main.getByRole('row', { name: /KTL-17/ })).toHaveText(/Kettle.*828.*10\.0000.*8,280\.00/);
    await expect(main.getByRole('row', { name: /JAR-06/ })).toHaveText(/Glass jar.*30.*2\.5000.*75\.00/);
    await expect(main.getByRole('row', { name: /^Total/ })).toContainText('8,355.00');
  });

  // 1,970.00 over the 985 kettles of the plan are 2.00 a unit: 100 sold ones are 1,200.00 now, 50 are 600.00, the 3 of
  // the count are 36.00, and 828 × 12.00 = 9,936.00 stay.
  await test.step('a late customs bill for the plan changes what was sold, counted and is on hand', async () => {
    const bill = await addInvoice(page, {
      ...{ supplier: 'Customs Broker', number: 'CB-9', total: '1970.00', plans: [planId] },
      lines: [{ name: 'Duty and entry', costType: 'CUSTOMS_AND_DUTIES', quantity: 1, amount: '1970.00' }],
    });
    await settleInvoice(page, bill);
    await openScreen(page, '/products/KTL-17/stock');
    await expect(main.getByRole('table', { name: 'Lots' })).toHaveText(/PL-0001.*985.*828.*12\.0000.*9,936\.00/);
    const movements = main.getByRole('table', { name: 'Movements' });
    await expect(movements.getByRole('row', { name: /Sold.*100/ })).toContainText('1,200.00');
    await expect(movements.getByRole('row', { name: /Sold.*50/ })).toContainText('600.00');
    await expect(movements.getByRole('row', { name: /Count/ })).toHaveText(/828 \(−3\)\s*36\.00/);
  });

  await test.step('on a phone the rest is decided: the order is closed short, the 5 are accepted, the queue is empty', async () => {
    await callAs(page, patchPurchaseOrder, {
      params: { id: purchaseOrderId },
      body: { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'No more kettles' },
    });
    await openScreen(page, '/orders-shipments/received/five-quantities');
    await expect(main.getByRole('row', { name: /PO-7/ })).toContainText(/Ask for the rest or for a credit/);
    await page.setViewportSize(PHONE);
    await main.getByRole('link', { name: 'PO-7' }).click();
    const form = page.getByRole('form', { name: 'Accept: 5 not packed' });
    await form.getByRole('textbox', { name: 'Why nothing is done about it' }).fill('Credited');
    await form.getByRole('button', { name: 'Accept as it is' }).click();
    await expect(page.getByText('5 not packed was accepted.')).toBeVisible();
    await expect(main.getByRole('heading', { name: 'No difference needs you' })).toBeVisible();
    await expectToFitPhone(page);
  });

  await test.step('nothing of the plan is undecided, so it can be closed', async () => {
    await openScreen(page, plan);
    await expect(main.getByText('Lost by the marketplace')).toBeVisible();
    await main.getByRole('button', { name: 'More actions for SP-0001' }).click();
    await page.getByRole('menuitem', { name: 'Close plan' }).click();
    await dialog.getByRole('button', { name: 'Close plan' }).click();
    await expect(page.getByText('SP-0001 is closed')).toBeVisible();
  });
});

// The demo seller knew the goods of LT-3462 before today, so that a bill of today restates them: 300 fans that nobody
// ships with a plan.
test('a late customs bill after sales shows the months in which their units went', async ({ page, product }) => {
  await signInToDemo(page);
  const [order] = (await callAs(page, listSupplierOrders, { query: { search: 'HP-FAN-03' } })).content;
  const { orderId = '', productId = '' } = order ?? {};
  await callAs(page, receiveGoods, { body: { day: daysAgo(50), place: 'AMAZON_UK', rows: [{ orderId }] } });
  const sale = { productId, cause: 'SOLD' as const, place: 'AMAZON_UK' as const };
  await callAs(page, recordStockMovements, {
    body: {
      rows: [
        { ...sale, day: EARLIER, quantity: 100 },
        { ...sale, day: LATELY, quantity: 50 },
      ],
    },
  });
  await knowLotsEarlier(product.dataDir, DEMO_EMAILS.admin, productId);
  await callAs(page, createSupplier, { body: { companyName: 'Avonmouth Customs', currency: 'GBP' } });
  const bill = await addInvoice(page, {
    ...{ supplier: 'Avonmouth Customs', number: 'AC-31', total: '600.00' },
    lines: [{ product: 'HP-FAN-03', costType: 'CUSTOMS_AND_DUTIES', quantity: 1, amount: '600.00' }],
  });
  await settleInvoice(page, bill);
  await openScreen(page, bill);
  await page.getByRole('button', { name: 'More actions for AC-31' }).click();
  await page.getByRole('menuitem', { name: 'Costs it restated' }).click();
  // 600.00 over 300 fans are 2.00 a unit: 200.00 on the 100 of the earlier month, 100.00 on the 50 of the later one,
  // and 300.00 on the 150 that are left.
  const gone = page.locator('section').filter({ hasText: /^On units that were sold or are gone/ });
  await expect(gone).toContainText(`${monthOf(EARLIER)}+200.00`);
  await expect(gone).toContainText(`${monthOf(LATELY)}+100.00`);
  await expect(gone).toContainText('+300.00');
});
