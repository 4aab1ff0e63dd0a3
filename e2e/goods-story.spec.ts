import { createCarton } from '@quayside/contracts/shipments/cartons';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { listOrders, packByCase } from '@quayside/contracts/shipments/orders';
import { listPayments } from '@quayside/contracts/payments/payments';
import { createPackList, listPackLists, type PackList } from '@quayside/contracts/shipments/pack-lists';
import { createProduct } from '@quayside/contracts/products/products';
import { addShipmentPlanPackLists, patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { addDays, todayIn } from '@quayside/domain/days/days';
import type { Page } from '@playwright/test';
import { callAs } from './support/api.ts';
import { addInvoice, settleInvoice } from './support/arrange.ts';
import { signInToDemo } from './support/demo.ts';
import { yesterday } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { openScreen } from './support/open-screen.ts';

const FORWARDER = 'Nine Days Freight';
const KETTLE = 'KW-KTL';
/** What the demo seller has packed and not planned yet: 360 speakers in 30 cartons, whose order is known since days. */
const SPEAKERS = 'HP-SPK-03';
const TODAY = todayIn(Date.now(), 'Europe/London');
/** A day in so many days, as screens show it: "23 Nov". */
const shownIn = (days: number): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(addDays(TODAY, days)),
  );

interface Plan {
  readonly id: string;
  readonly number: string;
}

/** An order of 1,000 kettles at a pound each, of which 70 % are due when they leave. */
async function orderKettles(page: Page): Promise<string> {
  const paymentTerms = [
    { percent: '30', event: 'INVOICE' as const },
    { percent: '70', event: 'SHIPPING' as const },
  ];
  const factory = await callAs(page, createSupplier, {
    body: { companyName: 'Kettle Works', currency: 'CNY', paymentTerms },
  });
  await callAs(page, createSupplier, { body: { companyName: FORWARDER, currency: 'GBP' } });
  const casePackaging = { length: 48, width: 36, height: 27, weight: 12_600, unitsPerCase: 12 };
  await callAs(page, createProduct, {
    body: { sku: KETTLE, name: 'Whistling kettle', weight: '1000', casePackaging, supplierIds: [factory.id] },
  });
  const path = await addInvoice(page, {
    ...{ supplier: 'Kettle Works', number: 'KW-1', total: '10000.00', rate: '0.1' },
    lines: [{ product: KETTLE, quantity: 1000, amount: '10000.00' }],
  });
  await callAs(page, confirmInvoice, { params: { id: path.split('/').pop() ?? '' }, body: {} });
  const { content } = await callAs(page, listOrders, { query: { search: KETTLE } });
  return content[0]?.orderId ?? '';
}

/** The pack lists of a product that are in no plan, in the order of their numbers. */
async function looseOf(page: Page, sku: string): Promise<PackList[]> {
  const filter = JSON.stringify([{ field: 'plan', op: 'isEmpty', values: [] }]);
  return (await callAs(page, listPackLists, { query: { search: sku, sort: 'number,asc', filter } })).content;
}

async function makePlan(
  page: Page,
  packLists: readonly PackList[],
  body: BodyIn<typeof patchShipmentPlan>,
): Promise<Plan> {
  const packListIds = packLists.map(({ packListId }) => packListId);
  const { plan } = await callAs(page, addShipmentPlanPackLists, { body: { packListIds } });
  await callAs(page, patchShipmentPlan, { params: { shipmentPlanId: plan.id }, body });
  return plan;
}

/** Enters the freight bill of a plan, and closes it. Returns the path of its page. */
async function billFreight(page: Page, plan: Plan, number: string, amount: string): Promise<string> {
  const lines = [{ name: 'Freight', costType: 'SHIPPING' as const, quantity: 1, amount }];
  const path = await addInvoice(page, { supplier: FORWARDER, number, total: amount, plans: [plan.id], lines });
  await settleInvoice(page, path);
  return path;
}

test('freight lands on the part that travels, follows it to another plan, and the restatement says so', async ({
  page,
}) => {
  await signInToDemo(page);
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const order = await orderKettles(page);

  // 240 go by air in 20 cartons. The other 760 are 63 cartons of 12 and one of 4; each carton has 48 × 36 × 27 cm,
  // which are 0.046656 m³. 30 cartons of speakers of 24 × 36 × 18 cm have 0.46656 m³: ten times as much as one carton.
  const { packListId } = await callAs(page, createPackList, { params: { orderId: order }, body: { quantity: 240 } });
  await callAs(page, createCarton, { body: { packListIds: [packListId], count: 20 } });
  const byAir = await looseOf(page, KETTLE);
  await callAs(page, packByCase, { body: { orders: [{ orderId: order }] } });
  const [full, rest] = (await looseOf(page, KETTLE)).slice(1);
  if (!full || !rest) throw new Error('760 kettles are to be packed by case.');
  await makePlan(page, byAir, { shippingMethod: 'AIR', shippedOn: addDays(TODAY, -12) });
  const sea = await makePlan(page, [full, rest], {
    ...{ shippingMethod: 'SEA', estimatedShipDate: addDays(TODAY, -9) },
    ...{ eta: addDays(TODAY, 26), estimatedDeliveryDate: addDays(TODAY, 30) },
  });
  const later = await makePlan(page, await looseOf(page, SPEAKERS), {
    ...{ shippingMethod: 'SEA', estimatedShipDate: addDays(TODAY, 6), eta: addDays(TODAY, 41) },
  });
  const costOf = (number: string) =>
    main.getByRole('table', { name: 'What the pack lists cost' }).getByRole('row', { name: new RegExp(number) });
  const open = (plan: Plan) => openScreen(page, `/orders-shipments/shipment-plans/${plan.id}`);

  /** The day on which the second payment of the order is due. */
  const balanceDue = async () => {
    const { content } = await callAs(page, listPayments, { query: { search: 'KW-1' } });
    return content.find(({ position }) => position === 2)?.dueDate;
  };

  /** Marks the sea plan as shipped today, nine days late. */
  const shipLate = async (movesAlong: boolean) => {
    await main.getByRole('button', { name: 'Shipped' }).click();
    const along = dialog.getByRole('checkbox', { name: /it leaves 9 days after ETD$/, checked: movesAlong });
    await expect(along).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark as shipped' }).click();
    await expect(page.getByText(`${sea.number} is in transit`)).toBeVisible();
  };
  const days = main.getByRole('region', { name: 'Days of the plan' });

  await test.step('it leaves nine days late: ETA, delivery and the balance due move along', async () => {
    expect(await balanceDue()).toBe(addDays(TODAY, -9));
    await open(sea);
    await shipLate(true);
    await expect(days.getByRole('textbox', { name: 'ETA' })).toHaveValue(new RegExp(shownIn(26 + 9)));
    await expect(days.getByRole('textbox', { name: 'Delivery' })).toHaveValue(new RegExp(shownIn(30 + 9)));
    expect(await balanceDue()).toBe(TODAY);
  });

  // 640.00 over 64 cartons of the same volume are 10.00 for each: 630.00 and 10.00. With a pound for each unit:
  // 756.00 + 630.00 = 1,386.00 (1.8333 a unit), 4.00 + 10.00 = 14.00 (3.50), and by air still 240.00 (1.00).
  await test.step('its freight bill lands on what travels with it, and on nothing else', async () => {
    await billFreight(page, sea, 'NDF-1', '640.00');
    await openScreen(page, `/orders-shipments/orders/${order}`);
    await expect(costOf(full.number)).toContainText(/756\.00\s*630\.00\s*1,386\.00\s*1\.8333/);
    await expect(costOf(rest.number)).toContainText(/4\.00\s*10\.00\s*14\.00\s*3\.5000/);
    await expect(costOf(byAir[0]?.number ?? '')).toContainText(/240\.00\s*(–|0\.00)\s*240\.00\s*1\.0000/);
  });

  // Only the speakers are in the other plan, so they bear all of its 220.00.
  const restated = page.getByRole('grid').getByRole('row').filter({ hasText: SPEAKERS });
  const bill = await billFreight(page, later, 'NDF-2', '220.00');
  const showRestated = async () => {
    await openScreen(page, bill);
    await page.getByRole('button', { name: 'More actions for NDF-2' }).click();
    await page.getByRole('menuitem', { name: 'Costs it restated' }).click();
    await page.getByRole('button', { name: /^Known on/ }).click();
    await page.getByRole('textbox', { name: 'What was known on', exact: true }).fill(yesterday());
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  await test.step('the bill of the other plan restates what was known about the speakers', async () => {
    await showRestated();
    await expect(restated).toContainText('+220.00');
  });

  await test.step('the last carton was not on board: back to open with words, out of the plan, into the other', async () => {
    await open(sea);
    await main.getByRole('button', { name: `More actions for ${sea.number}` }).click();
    await page.getByRole('menuitem', { name: 'Back to open' }).click();
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('The last carton stood in the warehouse');
    await dialog.getByRole('button', { name: 'Back to open' }).click();
    await expect(page.getByText(`${sea.number} is open again`)).toBeVisible();
    await main.getByRole('button', { name: `Take ${rest.number} out of the plan` }).click();
    await expect(page.getByText(`${rest.number} is out of the plan.`)).toBeVisible();
    // ETA counts with the delay already.
    await shipLate(false);
    await expect(days.getByRole('textbox', { name: 'ETA' })).toHaveValue(new RegExp(shownIn(26 + 9)));
    await open(later);
    await main.getByRole('button', { name: `Add ${rest.number}` }).click();
    await expect(page.getByText(`${rest.number} is in the plan.`)).toBeVisible();
  });

  // All 640.00 of the first bill are now on the full cartons: 756.00 + 640.00 = 1,396.00. Of the other bill the carton
  // bears one part of eleven, 20.00, and the speakers the ten others, 200.00. 4.00 + 20.00 = 24.00.
  await test.step('its freight moved with it in both closed bills, and the balance waits for the last part', async () => {
    await expect(costOf(rest.number)).toContainText(/4\.00\s*20\.00\s*24\.00\s*6\.0000/);
    await openScreen(page, `/orders-shipments/orders/${order}`);
    await expect(costOf(full.number)).toContainText(/756\.00\s*640\.00\s*1,396\.00/);
    expect(await balanceDue()).toBe(addDays(TODAY, 6));
    await showRestated();
    await expect(restated).toContainText('+200.00');
    await openScreen(page, bill);
    await expect(page.getByText('Status: Closed')).toBeVisible();
  });
});
