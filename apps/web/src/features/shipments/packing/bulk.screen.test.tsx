import { listOrders, type Order, orderTotals, packByCase } from '@quayside/contracts/shipments/orders';
import { listPackLists } from '@quayside/contracts/shipments/pack-lists';
import { MAX_ARRIVALS } from '@quayside/contracts/stock/receipts';
import { addShipmentPlanPackLists, listShipmentPlanSummary } from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aPlan } from '../testing/a-plan.ts';
import { anOrder, aPackList } from '../testing/an-order.ts';
import { startOrders } from '../testing/start-orders.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });
const KETTLES = anOrder();
const JARS = anOrder({
  orderId: idOf(601),
  linePosition: 6,
  productId: idOf(201),
  sku: 'JAR-06',
  productName: 'Glass jars',
  quantity: 50,
  unpackedQuantity: 50,
  unitsPerCase: null,
});
const PACKED = anOrder({ orderId: idOf(602), linePosition: 7, packedQuantity: 1000, unpackedQuantity: 0 });

/** Opens the list, selects these orders, and presses a button of the bar. */
async function choose(orders: readonly Order[], button: string) {
  for (const { linePosition } of orders)
    await row(new RegExp(`line ${linePosition}`))
      .getByRole('checkbox')
      .click();
  await page.getByRole('button', { name: button }).click();
}

describe('packing by case', () => {
  it('shows the cartons of each order before anything is stored, packs, and takes it back', async () => {
    const api = startOrders([KETTLES, PACKED]);
    api.on(packByCase, ({ body }) => ({
      operationId: body.preview ? null : idOf(950),
      orders: [
        {
          orderId: KETTLES.orderId,
          number: KETTLES.number,
          sku: KETTLES.sku,
          quantity: 1000,
          rows: [
            { count: 83, unitsPerCarton: 12 },
            { count: 1, unitsPerCarton: 4 },
          ],
        },
      ],
      packLists: 2,
      cartons: 84,
    }));
    api.on(undoOperation, { restored: 2, keptCount: 0, kept: [] });
    renderScreen(paths.orders());
    await choose([KETTLES, PACKED], 'Pack by case');
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await expect.element(dialog.getByText('83 cartons of 12, 1 carton of 4')).toBeVisible();
    await expect.element(dialog.getByText('Together 2 pack lists in 84 cartons.')).toBeVisible();
    await expect.element(dialog.getByText('1 order has nothing to pack')).toBeVisible();
    await expectNoSeriousFindings();
    await expect.element(dialog.getByRole('button', { name: 'Pack 1 order' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('84 cartons were packed.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('2 pack lists are as they were.')).toBeVisible();
    expect(api.asked(packByCase).map(({ body }) => body)).toEqual([
      { orders: [{ orderId: KETTLES.orderId }], preview: true },
      { orders: [{ orderId: KETTLES.orderId }], preview: false },
    ]);
  });

  it('asks for the units per case of a product without case packaging', async () => {
    const api = startOrders([KETTLES, JARS]);
    api.on(packByCase, { operationId: null, orders: [], packLists: 0, cartons: 0 });
    renderScreen(paths.orders());
    await choose([KETTLES, JARS], 'Pack by case');
    const look = dialog.getByRole('button', { name: 'See what changes' });
    await expect.element(look).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Units per case of JAR-06' }).fill('8');
    await look.click();
    await expect
      .poll(() => api.asked(packByCase)[0]?.body.orders)
      .toEqual([{ orderId: KETTLES.orderId }, { orderId: JARS.orderId, unitsPerCase: 8 }]);
  });

  it('packs all orders of a filter as they were when it was opened, and none that appeared later', async () => {
    const api = startOrders([KETTLES, PACKED]);
    const page1 = { ...aPage([KETTLES, PACKED]), totalElements: 3, totalPages: 2, last: false };
    const third = anOrder({ orderId: idOf(603), linePosition: 8 });
    api.on(listOrders, ({ query }) => (query.size === MAX_ARRIVALS ? aPage([KETTLES, PACKED, third]) : page1));
    api.on(orderTotals, {
      kind: 'SUPPLIER',
      count: 3,
      quantity: 3000,
      packed: 1000,
      shipped: 0,
      received: 0,
      missing: 0,
      unpacked: 2000,
    });
    api.on(packByCase, { operationId: null, orders: [], packLists: 0, cartons: 0 });
    renderScreen(paths.orders());
    for (const { linePosition } of [KETTLES, PACKED])
      await row(new RegExp(`line ${linePosition}`))
        .getByRole('checkbox')
        .click();
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await page.getByRole('button', { name: 'Pack by case' }).click();
    await expect.element(dialog.getByText(/^What is unpacked of 2 orders/)).toBeVisible();
    api.on(listOrders, aPage([KETTLES, PACKED, third, anOrder({ orderId: idOf(604), linePosition: 9 })]));
    api.tellChanged('orders');
    await expect.element(row(/line 9/)).toBeVisible();
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await expect
      .poll(() => api.asked(packByCase)[0]?.body.orders.map(({ orderId }) => orderId))
      .toEqual([KETTLES.orderId, third.orderId]);
  });

  it('says when nothing is left to pack', async () => {
    startOrders([PACKED]);
    renderScreen(paths.orders());
    await choose([PACKED], 'Pack by case');
    await expect
      .element(dialog.getByText('Nothing of these orders can be packed: their units are packed already.'))
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'See what changes' })).toBeDisabled();
  });
});

describe('adding orders to a plan', () => {
  const inRow = { cartonId: idOf(800), cartonNumber: 'CT-0001', cartonCount: 50, unitsPerCarton: 12 };
  const OWN = aPackList(inRow);
  const ALONG = aPackList({ ...inRow, packListId: idOf(710), number: 'PL-0009', orderId: idOf(609), linePosition: 9 });
  const PLANNED = aPackList({ packListId: idOf(711), shipmentPlanId: idOf(901), shipmentPlanNumber: 'SP-0002' });

  function start() {
    const api = startOrders([KETTLES]);
    api.on(listPackLists, ({ query }) => aPage(query.filter?.[0]?.field === 'carton' ? [OWN, ALONG] : [OWN, PLANNED]));
    api.on(addShipmentPlanPackLists, ({ body }) => ({
      plan: aPlan({ number: body.shipmentPlanId ? 'SP-0001' : 'SP-0003' }),
      operationId: idOf(960),
      alongPackListIds: [ALONG.packListId],
      removedPlanIds: [],
    }));
    return api;
  }

  it('makes a new plan, and says which pack lists come along because of their cartons', async () => {
    const api = start();
    api.on(undoOperation, { restored: 2, keptCount: 0, kept: [] });
    renderScreen(paths.orders());
    await choose([KETTLES], 'Add to a plan');
    await expect.element(dialog.getByText(/^1 pack list joins the plan\. 1 more comes along/)).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: /PL-0009/ })).toMatchTextContent(/comes along.*line 9/);
    expect(dialog.getByText('SP-0002').query()).toBeNull();
    // The list of plans does not open by itself, because it would cover the pack lists.
    await expect.element(dialog.getByRole('combobox', { name: 'Plan' })).toHaveFocus();
    expect(page.getByRole('option').query()).toBeNull();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Make plan' }).click();
    await expect.element(page.getByText('2 pack lists are in SP-0003 now.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('2 pack lists are as they were.')).toBeVisible();
    expect(api.asked(addShipmentPlanPackLists)[0]?.body).toEqual({
      shipmentPlanId: null,
      packListIds: [OWN.packListId],
    });
  });

  it('uses an open plan', async () => {
    const api = start();
    const { id, number, name, status, shippingMethod, country } = aPlan({
      id: idOf(900),
      number: 'SP-0001',
      name: 'Spring',
    });
    const days = { estimatedShipDate: null, shippedOn: null, eta: null };
    const sums = { packListCount: 1, units: 10, cartons: 1, isPaired: false };
    api.on(listShipmentPlanSummary, [{ id, number, name, status, shippingMethod, country, ...days, ...sums }]);
    renderScreen(paths.orders());
    await choose([KETTLES], 'Add to a plan');
    await dialog.getByRole('combobox', { name: 'Plan' }).click();
    await page.getByRole('option', { name: 'SP-0001 Spring' }).click();
    await dialog.getByRole('button', { name: 'Add to plan' }).click();
    await expect.poll(() => api.asked(addShipmentPlanPackLists)[0]?.body.shipmentPlanId).toBe(idOf(900));
    expect(api.asked(listShipmentPlanSummary)[0]?.query).toMatchObject({
      shipmentStatuses: ['OPEN'],
      includePaired: true,
    });
  });

  it('says in the dialog why the server refuses it', async () => {
    const api = start();
    api.refuse(addShipmentPlanPackLists, 'shipments.locked');
    renderScreen(paths.orders());
    await choose([KETTLES], 'Add to a plan');
    await dialog.getByRole('button', { name: 'Make plan' }).click();
    await expect
      .element(dialog.getByText('The shipment plan has left, so its pack lists and cartons stay as they are.'))
      .toBeVisible();
  });

  it('says what to do when nothing is packed', async () => {
    const api = start();
    api.on(listPackLists, aPage([]));
    renderScreen(paths.orders());
    await choose([KETTLES], 'Add to a plan');
    await expect.element(dialog.getByText(/^Nothing of these orders can join a plan\./)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Make plan' })).toBeDisabled();
  });
});
