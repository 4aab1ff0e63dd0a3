import { listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { listMissingDecisions, takeBackDecision } from '@quayside/contracts/stock/missing';
import { resolveProductCodes } from '@quayside/contracts/products/product-codes';
import { listReceipts, receiveGoods, reverseReceipt } from '@quayside/contracts/stock/receipts';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { countTyped } from '../../../lib/editing/unsaved.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { plansAway } from '../plans/testing/a-plan.ts';
import { openPlan, startPlan } from '../plans/testing/start-plan.tsx';
import { anOrder, aPackList, no } from '../testing/an-order.ts';
import { startOrders } from '../testing/start-orders.ts';
import { aDecision, aReceipt } from './testing/received.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const units = (name: string) => dialog.getByRole('textbox', { name: `Units of ${name} that arrive` });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const KETTLES = aPackList({ shipmentPlanId: idOf(900), shipmentPlanNumber: 'SP-0118', missingQuantity: 600 });
const JARS = aPackList({
  packListId: idOf(701),
  number: 'PL-0002',
  sku: 'JAR-06',
  productId: idOf(201),
  productName: 'Glass jars',
  quantity: 40,
  missingQuantity: 40,
  shipmentPlanId: idOf(900),
  shipmentPlanNumber: 'SP-0118',
});
const OPERATION = idOf(990);

/** A plan of two pack lists that is under way, and a server that receives what is asked for. */
function startReceiving() {
  const { api } = startPlan(plansAway({ packLists: [KETTLES, JARS], receivedUnits: 0 }));
  api.on(receiveGoods, ({ body }) => ({
    operationId: body.preview ? null : OPERATION,
    receipts: body.rows.length,
    units: body.rows.reduce((sum, { quantity = 0 }) => sum + quantity, 0),
    surplus: 0,
    found: 0,
    rows: body.rows.map(({ packListId = null, quantity = 0 }) => ({
      orderId: idOf(600),
      orderNumber: 'SO-000001',
      packListId,
      sku: packListId === idOf(700) ? 'KTL-17' : 'JAR-06',
      day: body.day,
      place: body.place,
      quantity,
      surplus: 0,
      found: 0,
      missing: (packListId === idOf(700) ? 600 : 40) - quantity,
    })),
  }));
  return api;
}

afterEach(async () => {
  vi.unstubAllGlobals();
  await page.viewport(1440, 900);
});

describe('receiving a shipment plan', () => {
  it('proposes what is missing, goes on with Enter, shows what it comes to, and can be undone', async () => {
    const api = startReceiving();
    openPlan();
    await button('Receive').click();
    await expect.element(units('PL-0001')).toHaveValue('600');
    await expect.element(dialog.getByRole('textbox', { name: 'Barcode or SKU' })).toHaveFocus();
    await expectNoSeriousFindings();
    await units('PL-0001').fill('597');
    await userEvent.keyboard('{Enter}');
    await expect.element(units('PL-0002')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    const row = dialog.getByRole('row', { name: /PL-0001/ });
    await expect.element(row).toMatchTextContent(/KTL-17.*597.*3/);
    await button('Receive 637 units').click();
    await expect.element(page.getByText('637 units were received.')).toBeVisible();
    expect(api.asked(receiveGoods).map(({ body }) => [body.preview, body.rows])).toEqual(
      [true, false].map((preview) => [
        preview,
        [
          { packListId: idOf(700), quantity: 597 },
          { packListId: idOf(701), quantity: 40 },
        ],
      ]),
    );
    api.on(undoOperation, { restored: 2, keptCount: 0, kept: [] });
    await button('Undo').click();
    await expect.element(page.getByText('2 receipts were reversed.')).toBeVisible();
  });

  it('is to Amazon where the plan goes there, and opened and looked at with Ctrl Enter', async () => {
    const toAmazon = { toAddressType: 'AMAZON_FBA', country: 'GB' } as const;
    const { api } = startPlan(plansAway({ packLists: [KETTLES], receivedUnits: 0, ...toAmazon }));
    api.refuse(receiveGoods, 'bad_input');
    openPlan();
    await expect.element(button('Receive')).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('combobox', { name: 'Place' })).toHaveValue('Amazon UK');
    await units('PL-0001').fill('597');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => api.asked(receiveGoods).at(-1)?.body).toMatchObject({ preview: true, place: 'AMAZON_UK' });
  });

  it('holds what is typed when the session ends, and asks before it drops it', async () => {
    startReceiving();
    openPlan();
    await button('Receive').click();
    await expect.element(units('PL-0001')).toHaveValue('600');
    expect(countTyped()).toBe(0);
    await units('PL-0001').fill('597');
    expect(countTyped()).toBe(1);
    await userEvent.keyboard('{Escape}');
    await button('Keep editing').click();
    await expect.element(units('PL-0001')).toHaveValue('597');
    await units('PL-0001').fill('600');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('keeps its buttons in view, however long the list of pack lists is', async () => {
    await page.viewport(1440, 700);
    const packLists = Array.from({ length: 40 }, (_, at) =>
      aPackList({ ...KETTLES, packListId: idOf(800 + at), number: `PL-${at + 100}` }),
    );
    startPlan(plansAway({ packLists, receivedUnits: 0 }));
    openPlan();
    await button('Receive').click();
    await expect.element(units('PL-139')).toBeInTheDocument();
    const action = button('See what changes').element().getBoundingClientRect();
    expect(action.bottom).toBeLessThanOrEqual(700);
    for (let at = 0; at < 20; at += 1) await userEvent.keyboard('{Tab}');
    const focused = document.activeElement?.getBoundingClientRect();
    expect(focused?.bottom).toBeLessThanOrEqual(action.top);
  });

  it('asks for a reason only once more came than the tolerance allows', async () => {
    const api = startReceiving();
    openPlan();
    await button('Receive').click();
    const why = dialog.getByRole('textbox', { name: 'Why more of PL-0001 arrived' });
    await units('PL-0001').fill('603');
    expect(why.query()).toBeNull();
    api.on(receiveGoods, ({ body }) => {
      if (body.rows[0]?.reason === undefined)
        throw refusal('bad_input', {
          errors: [{ field: 'rows.0.quantity', message: 'At most 600 are expected', code: 'receipt.surplus' }],
        });
      return { operationId: null, receipts: 1, units: 603, surplus: 3, found: 0, rows: [] };
    });
    await button('See what changes').click();
    await expect.element(dialog.getByText('At most 600 are expected')).toBeVisible();
    await why.fill('Spare ones');
    await button('See what changes').click();
    await expect.element(dialog.getByText('603 units arrive, 3 of them surplus.')).toBeVisible();
    expect(api.asked(receiveGoods).at(-1)?.body.rows[0]).toMatchObject({ quantity: 603, reason: 'Spare ones' });
  });

  it('finds the row of a code that was typed, and says so when nothing of it is expected', async () => {
    const api = startReceiving();
    await page.viewport(390, 844);
    openPlan();
    await button('Receive').click();
    const code = dialog.getByRole('textbox', { name: 'Barcode or SKU' });
    await code.fill('jar-06');
    await userEvent.keyboard('{Enter}');
    await expect.element(units('PL-0002')).toHaveFocus();
    api.on(resolveProductCodes, { codes: [{ code: '5012345678900', by: null, products: [] }] });
    await code.fill('5012345678900');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('Nothing of this is expected here: 5012345678900')).toBeVisible();
    expect(button('Scan').query()).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  it('keeps what is typed when the network fails, and does not call a code unknown then', async () => {
    const api = startReceiving();
    openPlan();
    await button('Receive').click();
    const code = dialog.getByRole('textbox', { name: 'Barcode or SKU' });
    api.cut(resolveProductCodes);
    await code.fill('5012345678900');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    await expect.element(code).toHaveValue('5012345678900');
    expect(dialog.getByText(/Nothing of this is expected/).query()).toBeNull();
    await units('PL-0001').fill('597');
    api.cut(receiveGoods);
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(units('PL-0001')).toHaveValue('597');
  });

  it('reads a barcode with the camera where the browser can, and stops the camera', async () => {
    const canvas = document.createElement('canvas');
    const stream = canvas.captureStream();
    const stop = vi.spyOn(MediaStreamTrack.prototype, 'stop');
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = () => Promise.resolve([{ rawValue: '5012345678900' }]);
      },
    );
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const api = startReceiving();
    api.on(resolveProductCodes, {
      codes: [
        { code: '5012345678900', by: 'BARCODE', products: [{ id: idOf(201), sku: 'JAR-06', name: 'Glass jars' }] },
      ],
    });
    openPlan();
    await button('Receive').click();
    await button('Scan').click();
    await expect.element(units('PL-0002')).toHaveFocus();
    expect(stop).toHaveBeenCalled();
  });

  it('says so when the camera is denied', async () => {
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        detect = () => Promise.resolve([]);
      },
    );
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
    startReceiving();
    openPlan();
    await button('Receive').click();
    await button('Scan').click();
    await expect.element(page.getByText(/The camera cannot be used/)).toBeVisible();
  });

  it('is received by hand and closed from the menu, and says what is missing', async () => {
    const { api } = startPlan(plansAway({ packLists: [KETTLES], receivedUnits: 60 }));
    openPlan();
    await expect.element(main.getByText(/60\/1,008 received/)).toBeVisible();
    await button('More actions for SP-0118').click();
    await page.getByRole('menuitem', { name: 'Call received' }).click();
    await dialog.getByRole('button', { name: 'Call received' }).click();
    await expect.element(page.getByText('SP-0118 is received')).toBeVisible();
    expect(api.asked(receiveGoods)).toEqual([]);
  });

  it('a viewer sees receipts and can neither receive nor reverse', async () => {
    const { api } = startPlan(plansAway({ packLists: [KETTLES] }), { as: 'viewer' });
    api.on(listReceipts, aPage([aReceipt()]));
    openPlan();
    await expect.element(main.getByText('981 of PL-0001')).toBeVisible();
    expect(button('Receive').query()).toBeNull();
    expect(button(/^Reverse/).query()).toBeNull();
  });
});

describe('receipts and decisions of an order', () => {
  const open = () => renderScreen(paths.order(idOf(600)));

  it('are shown with surplus, place and day; one is reversed after a question', async () => {
    const api = startOrders([anOrder()]);
    api.on(listReceipts, aPage([aReceipt({ surplus: 3, surplusReason: 'Spare ones' })]));
    api.on(reverseReceipt, { reversed: 1, operationId: OPERATION });
    open();
    const item = main.getByRole('list', { name: 'Receipts' }).getByRole('listitem');
    await expect.element(item).toMatchTextContent(/981 of PL-0001.*Amazon UK.*3 surplus: Spare ones/);
    await button(/^Reverse the receipt of 981/).click();
    await dialog.getByRole('button', { name: 'Reverse receipt' }).click();
    await expect.element(page.getByText('The receipt was reversed.')).toBeVisible();
    await expectNoSeriousFindings('/orders-shipments/orders/:orderId');
  });

  it('a receipt whose units were sold names the sales, and is reversed with a replay that is undone', async () => {
    const api = startOrders([anOrder()]);
    api.on(listReceipts, aPage([aReceipt()]));
    api.on(reverseReceipt, ({ query }) => {
      if (query.replay) return { reversed: 1, operationId: OPERATION };
      throw refusal('stock.in_use', {
        uses: [{ type: 'STOCK_MOVEMENT', id: idOf(1300), label: '2026-11-21: 4 sold' }],
        replay: { elsewhere: 3, waiting: 1, costChange: '8.00' },
      });
    });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    open();
    await button(/^Reverse the receipt of 981/).click();
    await dialog.getByRole('button', { name: 'Reverse receipt' }).click();
    await expect.element(dialog.getByText('2026-11-21: 4 sold')).toBeVisible();
    await expect.element(dialog.getByRole('status')).toMatchTextContent(/3 units.*other lots.*1 unit waits.*8\.00/);
    await dialog.getByRole('button', { name: 'Reverse with a replay' }).click();
    await expect.element(page.getByText('The receipt was reversed.')).toBeVisible();
    expect(api.asked(reverseReceipt).map(({ query }) => query.replay)).toEqual([false, true]);
    await button('Undo').click();
    await expect.element(page.getByText('1 receipt counts again.')).toBeVisible();
    expect(api.asked(undoOperation)[0]?.params.operationId).toBe(OPERATION);
  });

  it('a receipt of which a credit note took units stays, without an offer to replay', async () => {
    const api = startOrders([anOrder()]);
    api.on(listReceipts, aPage([aReceipt({ credited: 4 })]));
    const uses = [{ type: 'INVOICE' as const, id: idOf(1400), label: 'HS-1-C' }];
    api.refuse(reverseReceipt, 'stock.in_use', { uses });
    open();
    await button(/^Reverse the receipt of 981/).click();
    await dialog.getByRole('button', { name: 'Reverse receipt' }).click();
    await expect.element(dialog.getByText('HS-1-C')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Reverse with a replay' }).query()).toBeNull();
  });

  it('offer what can arrive, but no pack list of a closed plan', async () => {
    const ofPlan = { shipmentPlanId: idOf(901), shipmentPlanNumber: 'SP-0119' };
    const closed = { ...KETTLES, number: 'PL-0001', status: 'CLOSED' } as const;
    const away = { ...JARS, ...ofPlan, status: 'IN_TRANSIT' } as const;
    startOrders([anOrder()], { packLists: [closed, away] });
    open();
    await button('Receive').click();
    await expect.element(units('PL-0002')).toBeVisible();
    expect(units('PL-0001').query()).toBeNull();
  });

  it('a decision is taken back, and one of which units were found is not', async () => {
    const api = startOrders([anOrder()]);
    const found = aDecision({ id: idOf(1211), found: 1, quantity: 2, can: { takeBack: no('Some were found') } });
    api.on(listMissingDecisions, aPage([aDecision(), found]));
    api.on(takeBackDecision, { missing: 4 });
    open();
    await expect.element(button('Take back the decision about 2 of PL-0001')).toBeDisabled();
    await button('Take back the decision about 4 of PL-0001').click();
    await expect.element(page.getByText('Its units are missing again.')).toBeVisible();
    expect(api.asked(takeBackDecision)[0]?.params.id).toBe(idOf(1210));
  });

  it('say so while there are none, and when they cannot be loaded', async () => {
    const api = startOrders([anOrder()]);
    const release = api.hold(listReceipts);
    open();
    await expect.element(main.getByRole('heading', { name: 'Receipts' })).toBeVisible();
    release();
    await expect.element(main.getByText('Nothing has arrived yet.')).toBeVisible();
    api.refuse(listReceipts, 'internal');
    api.tellChanged('stock');
    await expect.element(main.getByText('Nothing has arrived yet.')).toBeVisible();
  });
});

describe('"Received on …" for many orders', () => {
  it('is for at most 5,000 orders at once, more than other bulk actions', async () => {
    const orders = [anOrder(), anOrder({ orderId: idOf(601), linePosition: 6 })];
    const api = startOrders(orders);
    api.on(listOrders, { ...aPage(orders), totalElements: 3000, totalPages: 1500, last: false });
    const sums = { packed: 0, shipped: 0, received: 0, missing: 0, unpacked: 2000 };
    api.on(orderTotals, { kind: 'SUPPLIER', count: 3000, quantity: 2000, ...sums });
    renderScreen(paths.orders());
    for (const line of [5, 6])
      await main
        .getByRole('row', { name: new RegExp(`line ${line}`) })
        .getByRole('checkbox')
        .click();
    await button('Select all 3,000').click();
    await expect.element(button('Received on …')).toBeEnabled();
    await expect.element(button('Pack by case')).toBeDisabled();
  });
  it('proposes the day of each order with its lead time, previews, and receives', async () => {
    const orders = [
      anOrder({ expectedOn: '2026-11-12' }),
      anOrder({ orderId: idOf(601), linePosition: 6, number: 'SO-000002' }),
    ];
    const api = startOrders(orders);
    api.on(receiveGoods, ({ body }) => ({
      operationId: body.preview ? null : OPERATION,
      receipts: 1,
      units: 1000,
      surplus: 0,
      found: 0,
      rows: [
        {
          orderId: idOf(600),
          orderNumber: 'SO-000001',
          packListId: null,
          sku: 'KTL-17',
          day: '2026-11-12',
          place: body.place,
          quantity: 1000,
          surplus: 0,
          found: 0,
          missing: 0,
        },
      ],
    }));
    renderScreen(paths.orders());
    for (const line of [5, 6])
      await main
        .getByRole('row', { name: new RegExp(`line ${line}`) })
        .getByRole('checkbox')
        .click();
    await button('Received on …').click();
    await button('See what changes').click();
    await expect.element(dialog.getByRole('row', { name: /line 5/ })).toMatchTextContent(/12 Nov.*1,000/);
    await expect.element(dialog.getByRole('status')).toMatchTextContent(/1 receipt.*1 order has nothing/);
    await button('Receive 1,000 units').click();
    await expect.element(page.getByText('1,000 units were received.')).toBeVisible();
    expect(api.asked(receiveGoods).at(-1)?.body).toMatchObject({
      place: 'WAREHOUSE',
      rows: [
        { orderId: idOf(600), day: '2026-11-12' },
        { orderId: idOf(601), day: '2026-11-02' },
      ],
    });
  });
});
