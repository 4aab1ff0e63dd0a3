import {
  deleteOrder,
  getOrder,
  listOrderHistory,
  type OrderWithPackLists,
  patchOrder,
} from '@quayside/contracts/shipments/orders';
import {
  createPackList,
  deletePackList,
  deletePackLists,
  patchPackList,
} from '@quayside/contracts/shipments/pack-lists';
import { listShipmentPlanSummary } from '@quayside/contracts/shipments/shipment-plans';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { anOrder, aPackList, no, packedOrder } from '../testing/an-order.ts';
import { startOrders } from '../testing/start-orders.ts';

const main = page.getByRole('main');
const units = main.getByRole('textbox', { name: 'Units' });
const dialog = page.getByRole('dialog');
const PACKED = aPackList({ cartonId: idOf(800), cartonNumber: 'CT-0001', cartonCount: 50, unitsPerCarton: 12 });
const SHIPPED = aPackList({
  packListId: idOf(701),
  number: 'PL-0002',
  quantity: 400,
  shipmentPlanId: idOf(900),
  shipmentPlanNumber: 'SP-0001',
  status: 'IN_TRANSIT',
  can: { change: no('SP-0001 has left') },
});

/** An order whose pack lists the fake API keeps. */
function startPacking(packLists = [] as OrderWithPackLists['packLists']) {
  const kept = [...packLists];
  const api = startOrders([anOrder()]);
  api.on(getOrder, () => packedOrder(kept));
  api.on(createPackList, ({ body }) => {
    const number = `PL-000${kept.length + 1}`;
    const made = aPackList({ packListId: idOf(700 + kept.length), number, quantity: body.quantity });
    kept.push(made);
    return made;
  });
  return { api, kept };
}

describe('the page of an order', () => {
  it('shows its units, its line, and each pack list with its cartons and its plan', async () => {
    startOrders([anOrder({ notes: 'Two colours' })], { packLists: [PACKED, SHIPPED] });
    renderScreen(paths.order(idOf(600)));
    await expect.element(main.getByRole('heading', { name: 'NB-7001, line 5', level: 1 })).toBeVisible();
    const first = main.getByRole('listitem').filter({ hasText: 'PL-0001' });
    await expect
      .element(first)
      .toMatchTextContent(/600 units.*CT-0001, 50 cartons of 12.*No plan.*1,440\.0 kg.*3\.200 m³/);
    await expect
      .element(first.getByRole('link', { name: 'CT-0001' }))
      .toHaveAttribute('href', paths.cartons(idOf(800)));
    const second = main.getByRole('listitem').filter({ hasText: 'PL-0002' });
    await expect.element(second.getByText('In transit')).toBeVisible();
    await expect
      .element(second.getByRole('link', { name: 'SP-0001' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect
      .element(main.getByRole('link', { name: 'NB-7001, line 5' }))
      .toHaveAttribute('href', paths.invoice(idOf(10), idOf(11)));
    await expect.element(main.getByText('All units are packed.')).toBeVisible();
    // What has left stays as it is.
    await expect.element(second.getByRole('button', { name: 'Change PL-0002' })).toBeDisabled();
    await expect.element(second.getByRole('note', { name: 'SP-0001 has left' }).first()).toBeVisible();
    await expectNoSeriousFindings('/orders-shipments/orders/:orderId');
  });

  it('shows what each pack list costs, and what is left with the unpacked units', async () => {
    const cost = (factory: string, inbound: string, landed: string, perUnit: string) => ({
      currency: 'GBP',
      factory,
      inbound,
      landed,
      perUnit,
    });
    const api = startOrders([anOrder()]);
    api.on(getOrder, {
      ...packedOrder([{ ...PACKED, cost: cost('6000.00', '1740.00', '7740.00', '12.9000') }]),
      unpackedCost: cost('4000.00', '200.01', '4200.01', '10.500025'),
    });
    renderScreen(paths.order(idOf(600)));
    const table = main.getByRole('table', { name: 'What the pack lists cost' });
    await expect
      .element(table.getByRole('row', { name: /PL-0001/ }))
      .toMatchTextContent('PL-0001No plan6006,000.001,740.007,740.0012.9000');
    await expect
      .element(table.getByRole('row', { name: /Not packed/ }))
      .toMatchTextContent('Not packed4004,000.00200.014,200.0110.5000');
    await expect
      .element(table.getByRole('row', { name: /Together/ }))
      .toMatchTextContent('Together1,00010,000.001,940.0111,940.01');
    await expectNoSeriousFindings();
  });

  it('names the missing exchange rate of pack lists and of unpacked units, instead of leaving them out', async () => {
    const api = startOrders([anOrder()]);
    api.on(getOrder, packedOrder([{ ...PACKED, cost: null, unknownCost: 'NO_RATE' }]));
    renderScreen(paths.order(idOf(600)));
    const table = main.getByRole('table', { name: 'What the pack lists cost' });
    await expect
      .element(table.getByRole('row', { name: /PL-0001/ }))
      .toMatchTextContent('PL-0001No plan600No exchange rate');
    await expect
      .element(table.getByRole('row', { name: /Not packed/ }))
      .toMatchTextContent('Not packed400No exchange rate');
    expect(table.getByRole('row', { name: /Together/ }).query()).toBeNull();
    await expectNoSeriousFindings();
  });

  it('proposes the rest, and packs an order in three parts by keys alone', async () => {
    const { api } = startPacking();
    renderScreen(paths.order(idOf(600)));
    await expect.element(units).toHaveValue('1000');
    await units.fill('600');
    await userEvent.keyboard('{Enter}');
    await expect.element(units).toHaveValue('400');
    await expect.element(units).toHaveFocus();
    // The proposal is selected, so the next digits replace it.
    await userEvent.keyboard('300{Enter}');
    await expect.element(units).toHaveValue('100');
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByText('All units are packed.')).toHaveFocus();
    expect(api.asked(createPackList).map(({ body }) => body.quantity)).toEqual([600, 300, 100]);
    const keys = api.asked(createPackList).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(3);
  });

  it('proposes what is left of quick parts before the order is loaded again', async () => {
    const { api } = startPacking();
    renderScreen(paths.order(idOf(600)));
    await expect.element(units).toHaveValue('1000');
    api.hold(getOrder);
    await units.fill('400');
    await userEvent.keyboard('{Enter}');
    await expect.element(units).toHaveValue('600');
    await userEvent.keyboard('400{Enter}');
    await expect.element(units).toHaveValue('200');
    const keys = api.asked(createPackList).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('packs two equal parts as two pack lists', async () => {
    const { api } = startPacking();
    renderScreen(paths.order(idOf(600)));
    for (const left of ['500', '0']) {
      await units.fill('500');
      await userEvent.keyboard('{Enter}');
      if (left !== '0') await expect.element(units).toHaveValue(left);
    }
    await expect.element(main.getByText('All units are packed.')).toBeVisible();
    const keys = api.asked(createPackList).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('says at the field how many are left when somebody else was faster', async () => {
    const { api } = startPacking();
    api.refuse(createPackList, 'bad_input', {
      errors: [{ field: 'quantity', code: 'pack_list.left', message: '400 are left' }],
    });
    renderScreen(paths.order(idOf(600)));
    await units.fill('601');
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByText('400 are left')).toBeVisible();
    await expect.element(units).toHaveAttribute('aria-invalid', 'true');
    await expect.element(units).toHaveValue('601');
  });

  it('puts a part into an open plan', async () => {
    const { api } = startPacking();
    api.on(listShipmentPlanSummary, [
      {
        id: idOf(900),
        number: 'SP-0001',
        name: 'Spring',
        status: 'OPEN',
        shippingMethod: 'SEA',
        estimatedShipDate: null,
        shippedOn: null,
        eta: null,
        country: 'GB',
        packListCount: 1,
        units: 10,
        cartons: 1,
        isPaired: false,
      },
    ]);
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('combobox', { name: /Plan/ }).click();
    await page.getByRole('option', { name: 'SP-0001 Spring' }).click();
    await main.getByRole('button', { name: 'Add pack list' }).click();
    await expect.poll(() => api.asked(createPackList)[0]?.body.shipmentPlanId).toBe(idOf(900));
  });

  it('changes a pack list, and shows what the server refuses at the field', async () => {
    const { api } = startPacking([PACKED]);
    api.refuse(patchPackList, 'bad_input', {
      errors: [{ field: 'quantity', code: 'carton.split', message: '601 units do not divide over 50 cartons' }],
    });
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('button', { name: 'Change PL-0001' }).click();
    await dialog.getByRole('textbox', { name: 'Units' }).fill('601');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(dialog.getByText('601 units do not divide over 50 cartons')).toBeVisible();
    api.on(patchPackList, { ...PACKED, quantity: 650, version: 2 });
    await dialog.getByRole('textbox', { name: 'Units' }).fill('650');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('PL-0001 was saved.')).toBeVisible();
    expect(api.asked(patchPackList).at(-1)?.body).toEqual({ quantity: 650, estimatedReadyDate: null, version: 1 });
  });

  it('removes a pack list, and Undo brings it back', async () => {
    const { api, kept } = startPacking([PACKED]);
    api.on(deletePackList, () => {
      kept.length = 0;
      return { operationId: idOf(950), removed: 1 };
    });
    api.on(undoOperation, () => {
      kept.push(PACKED);
      return { restored: 1, keptCount: 0, kept: [] };
    });
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('button', { name: 'Remove PL-0001' }).click();
    await expect.element(page.getByText('PL-0001 was removed. Its units are unpacked again.')).toBeVisible();
    await expect.element(units).toHaveValue('1000');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('1 pack list is as it was.')).toBeVisible();
    await expect.element(main.getByText('CT-0001')).toBeVisible();
    expect(api.asked(deletePackList)[0]?.params.packListId).toBe(idOf(700));
  });

  it('removes all that has not left, in one step', async () => {
    const { api } = startPacking([PACKED, aPackList({ packListId: idOf(702), number: 'PL-0003', quantity: 100 })]);
    api.on(deletePackLists, { operationId: idOf(951), removed: 2 });
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('button', { name: 'Remove all 2' }).click();
    await expect.element(page.getByText('2 pack lists were removed. Their units are unpacked again.')).toBeVisible();
    expect(api.asked(deletePackLists)[0]?.body.packListIds).toEqual([idOf(700), idOf(702)]);
  });

  it('stores day, method and notes, and shows both versions when somebody else was faster', async () => {
    const { api } = startPacking();
    let stored: OrderWithPackLists = packedOrder([], { version: 3 });
    api.on(getOrder, () => stored);
    api.on(patchOrder, ({ body }) => {
      if (body.version !== 4) throw refusal('conflict_version', { current: { ...stored, notes: 'Blue', version: 4 } });
      stored = { ...stored, notes: body.notes ?? null, readyOn: body.readyOn ?? null, version: 5 };
      return stored;
    });
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('textbox', { name: /Notes/ }).fill('Red');
    await main.getByRole('textbox', { name: /Ready on/ }).fill('1 Dec 2026');
    await userEvent.keyboard('{Tab}');
    await main.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(dialog.getByText('Blue')).toBeVisible();
    await dialog.getByRole('radio', { name: /Notes: .*(mine|my)/i }).click();
    await dialog.getByRole('button', { name: /Save/ }).click();
    await expect.element(page.getByText('The order was saved.')).toBeVisible();
    expect(api.asked(patchOrder).at(-1)?.body).toEqual({
      readyOn: '2026-12-01',
      shippingMethod: null,
      notes: 'Red',
      version: 4,
    });
  });

  it('is removed after a question; one that is packed is kept, with what uses it', async () => {
    const { api } = startPacking([PACKED]);
    api.refuse(deleteOrder, 'shipments.in_use', { uses: [{ type: 'PACK_LIST', id: idOf(700), label: 'PL-0001' }] });
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('button', { name: 'Remove order' }).click();
    await dialog.getByRole('button', { name: 'Remove order' }).click();
    await expect.element(dialog.getByRole('listitem').filter({ hasText: 'PL-0001' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    api.on(deleteOrder, undefined);
    await main.getByRole('button', { name: 'Remove order' }).click();
    await dialog.getByRole('button', { name: 'Remove order' }).click();
    await expect.element(page.getByText('NB-7001, line 5 is no order any more.')).toBeVisible();
    await expect.poll(() => window.location.pathname).toBe(paths.orders());
  });

  it('has a history, also for a viewer; it follows what another tab changes, and can be read again', async () => {
    await page.viewport(1440, 900);
    const cost = { currency: 'GBP', factory: '6000.00', inbound: '1740.00', landed: '7740.00', perUnit: '12.9' };
    const api = startOrders([anOrder()], { packLists: [{ ...PACKED, cost }], as: 'viewer' });
    const who = { id: idOf(3), name: 'Grace Hopper' };
    const change = (field: string, from: string | null, to: string | null) => ({ line: null, field, from, to });
    const planned = {
      ...{ id: idOf(951), at: '2026-11-21T10:00:00Z', who, action: 'shipment-plan.pack-lists-added' },
      changes: [change('plan', null, 'SP-0007'), change('packLists', null, 'PL-0001')],
    };
    const noted = {
      ...{ id: idOf(950), at: '2026-11-20T10:00:00Z', who, action: 'order.changed' },
      changes: [change('readyOn', null, '2026-12-01'), change('shippingMethod', 'SEA', 'AIR')],
    };
    api.refuse(listOrderHistory, 'unavailable');
    renderScreen(paths.order(idOf(600)));
    await main.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('complementary', { name: 'History' });
    await expect.element(history.getByRole('alert')).toBeVisible();
    api.on(listOrderHistory, aPage([noted]));
    await history.getByRole('button', { name: 'Try again' }).click();
    const entries = history.getByRole('listitem');
    await expect.element(entries.first()).toMatchTextContent(/Grace Hopper.*1 Dec 2026.*Sea.*Air/);
    api.on(listOrderHistory, aPage([planned, noted]));
    api.tellChanged('orders', [idOf(600)]);
    await expect.element(entries.first()).toMatchTextContent(/SP-0007.*PL-0001/);
    expect(api.asked(listOrderHistory)[0]?.params.orderId).toBe(idOf(600));
    // The page beside the panel has less room, and still shows all figures without scrolling.
    const costs = main.getByRole('table', { name: 'What the pack lists cost' });
    const right = async (at: typeof costs) => (await at.findElement()).getBoundingClientRect().right;
    const card = (await costs.findElement()).closest('section');
    expect(await right(costs.getByRole('columnheader', { name: 'Per unit' }))).toBeLessThanOrEqual(
      card?.getBoundingClientRect().right ?? 0,
    );
    await expectNoSeriousFindings();
    await history.getByRole('button', { name: 'Close' }).click();
    expect(history.query()).toBeNull();
  });

  it('says so when there is no such order', async () => {
    const { api } = startPacking();
    api.refuse(getOrder, 'shipments.unknown_order');
    renderScreen(paths.order(idOf(600)));
    await expect.element(main.getByText('It may have been removed with its invoice line.')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'All orders' })).toHaveAttribute('href', paths.orders());
  });

  it('shows what another tab has packed, and an amount that was typed stays', async () => {
    const { api, kept } = startPacking();
    renderScreen(paths.order(idOf(600)));
    await units.fill('250');
    kept.push(PACKED);
    api.tellChanged('orders', [idOf(600)]);
    await expect.element(main.getByText('400 units are left.')).toBeVisible();
    await expect.element(units).toHaveValue('250');
    await main.getByRole('button', { name: 'Put the rest (400)' }).click();
    await expect.element(units).toHaveValue('400');
  });
});
