import {
  getProductInventory,
  getProductReceivedOrders,
  getStockBalances,
  type ProductLot,
} from '@quayside/contracts/stock/product-stock';
import {
  listStockMovements,
  recordStockMovements,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { countsPath } from '../../../lib/stock-paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { aLot, aMovement, anInventory } from '../testing/a-stock.ts';
import { ProductStock } from './product-stock.tsx';

const PRODUCT = { id: idOf(200), sku: 'KTL' };
const SALE = aMovement({
  ...{ id: idOf(701), kind: 'TAKING', cause: 'SOLD', day: '2026-11-22', place: 'AMAZON_UK', quantity: 250 },
  ...{ difference: null, cost: '2981.25', words: null },
});
const table = (name: string) => page.getByRole('table', { name });
const dialog = page.getByRole('dialog');

function startWith(lots: ProductLot[], movements: StockMovement[] = [SALE], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(getProductInventory, anInventory(lots));
  api.on(getStockBalances, {
    places: lots.length === 0 ? [] : ['AMAZON_UK', 'WAREHOUSE'],
    points:
      lots.length === 0
        ? []
        : [
            {
              day: '2026-11-05',
              places: [
                { place: 'AMAZON_UK', units: 300 },
                { place: 'WAREHOUSE', units: 10 },
              ],
            },
            {
              day: '2026-11-20',
              places: [
                { place: 'AMAZON_UK', units: 310 },
                { place: 'WAREHOUSE', units: 0 },
              ],
            },
          ],
  });
  api.on(getProductReceivedOrders, aPage(lots.length === 0 ? [] : [RECEIVED]));
  api.on(listStockMovements, aPage(movements));
  api.on(recordStockMovements, { operationId: idOf(900), ids: [idOf(702)], warnings: [] });
  return api;
}
const RECEIVED = {
  orderId: idOf(600),
  orderNumber: 'SO-000001',
  purchaseOrderNumber: 'PO-33',
  invoiceId: idOf(610),
  invoiceNumber: 'NB-7001',
  supplierName: 'Ningbo Haosheng',
  date: '2026-11-01',
  units: 1000,
  received: 900,
  missing: 0,
  firstReceivedOn: '2026-11-05',
  lastReceivedOn: '2026-11-20',
  receipts: 2,
  places: ['AMAZON_UK' as const],
};
const WAITING = aLot({
  ...{ id: idOf(711), packListNumber: 'PL-0003', shipmentPlanId: null, shipmentPlanNumber: null, planStatus: null },
  ...{ receivedOn: null, expectedOn: '2027-01-25', received: 0, onHand: 0, notArrived: 400, value: '0.00' },
  ...{ basis: 'EXPECTED' as const },
});
afterEach(() => page.viewport(1440, 900));

describe('the stock of a product', () => {
  it('names a lot whose invoice has no exchange rate', async () => {
    startWith([
      aLot({ ...{ unitCost: null, cost: null, value: null, factoryValue: null }, unknownCost: 'NO_RATE', basis: null }),
    ]);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(table('Lots').getByText('No exchange rate')).toBeVisible();
  });
  it('names the missing exchange rate of a movement, or of some of its units', async () => {
    startWith(
      [aLot()],
      [
        { ...SALE, id: idOf(702), cost: null, unknownCost: 'NO_RATE' },
        { ...SALE, id: idOf(703), day: '2026-11-23', cost: '12.00', unknownCost: 'NO_RATE' },
      ],
    );
    renderPart(<ProductStock product={PRODUCT} />);
    const moves = table('Movements');
    await expect.element(moves.getByRole('row', { name: /22 Nov 2026/ })).toMatchTextContent(/No exchange rate/);
    await expect
      .element(moves.getByRole('row', { name: /23 Nov 2026/ }))
      .toMatchTextContent(/12\.00.*some units have no exchange rate/);
  });
  it('lists costs that no order bears, with the lot that they are part of, or that they wait', async () => {
    const api = startWith([aLot()]);
    const invoiceId = idOf(620);
    const cost = { invoiceId, day: '2026-11-12', amount: '12.00', lotId: aLot().id, isWaiting: false };
    const joined = { ...cost, invoiceNumber: 'CE-1' };
    const waiting = { ...cost, invoiceNumber: 'CE-2', amount: '1234567.89', lotId: null, isWaiting: true };
    api.on(getProductInventory, anInventory([aLot()], { looseCosts: [waiting, joined] }));
    renderPart(<ProductStock product={PRODUCT} />);
    const costs = table('Costs without an order');
    await expect.element(costs.getByRole('row', { name: /CE-1/ })).toMatchTextContent(/12\.00.*PL-0002/);
    await expect
      .element(costs.getByRole('row', { name: /CE-2/ }))
      .toMatchTextContent(/1,234,567\.89.*Waits for the next receipt/);
  });

  it('has its lots with their cost, actual or expected, and what has not arrived beside', async () => {
    startWith([aLot(), WAITING]);
    renderPart(<ProductStock product={PRODUCT} />);
    const lots = table('Lots');
    await expect
      .element(lots.getByRole('row', { name: /PL-0002/ }))
      .toMatchTextContent(/SP-0112.*PO-33.*20 Nov 2026.*400.*300.*11\.2750.*3,382\.50.*100.*Actual/);
    await expect
      .element(lots.getByRole('row', { name: /PL-0003/ }))
      .toMatchTextContent(/Expected 25 Jan 2027.*400.*0.*400.*Expected/);
    await expect.element(lots.getByRole('row', { name: /^On hand/ })).toMatchTextContent(/310.*11\.3274.*3,511\.50/);
    await expect
      .element(table('Received orders').getByRole('row', { name: /PO-33/ }))
      .toMatchTextContent(/Ningbo Haosheng.*20 Nov 2026.*Amazon UK.*1,000.*900/);
    await expect
      .element(table('Movements').getByRole('row', { name: /22 Nov 2026/ }))
      .toMatchTextContent(/Sold.*Amazon UK.*250.*2,981\.25/);
    await expect.element(page.getByRole('group', { name: 'Units at All places over time' })).toBeVisible();
  });
  it('cuts no figure beside the chart, and shows a place below zero with a minus', async () => {
    const api = startWith([aLot()]);
    api.on(getProductInventory, { ...anInventory([aLot()]), places: [{ place: 'AMAZON_DE', units: -29 }] });
    const points = [
      { day: '2026-11-05', places: [{ place: 'AMAZON_DE' as const, units: 2667 }] },
      { day: '2026-11-20', places: [{ place: 'AMAZON_DE' as const, units: 4119 }] },
    ];
    api.on(getStockBalances, { places: ['AMAZON_DE'], points });
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(page.getByText('−29', { exact: true })).toBeVisible();
    const axis = await page.getByText('5,000', { exact: true }).findElement();
    const edge = axis.closest('svg')?.getBoundingClientRect().left ?? 0;
    expect(axis.getBoundingClientRect().left).toBeGreaterThanOrEqual(edge);
  });
  it('draws each balance at its day, from 0 on the day before the first until today, and no label over another', async () => {
    const api = startWith([aLot()]);
    const balance = (day: string, units: number) => ({ day, places: [{ place: 'WAREHOUSE' as const, units }] });
    const today = new Date();
    const ago = (days: number) => new Date(today.getTime() - days * 86_400_000).toISOString().slice(0, 10);
    const units = [100, 90, 80, 70, 60] as const;
    const days = [399, 398, 397, 1, 0] as const;
    const points = days.map((day, at) => balance(ago(day), units[at] ?? 0));
    api.on(getStockBalances, { places: ['WAREHOUSE'], points: [...points, balance(ago(-40), 50)] });
    renderPart(<ProductStock product={PRODUCT} />);
    const chart = page.getByRole('group', { name: 'Units at All places over time' });
    await expect.element(chart.getByRole('link', { name: /60 units/ })).toBeInTheDocument();
    const svg = (await chart.getByRole('link').first().findElement()).closest('svg');
    const number = (element: Element, name: string) => Number(element.getAttribute(name));
    const dots = [...(svg?.querySelectorAll('circle') ?? [])].map((dot) => number(dot, 'cx'));
    expect(dots).toHaveLength(5);
    // The axis has 400 days: from the day before the first balance until today.
    const line =
      svg
        ?.querySelector('path.recharts-curve')
        ?.getAttribute('d')
        ?.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    const start = line[0] ?? 0;
    const perDay = ((dots.at(-1) ?? 0) - start) / 400;
    days.forEach((day, at) => expect(dots[at]).toBeCloseTo(start + (400 - day) * perDay, 1));
    // Nothing is drawn after today.
    const [xs, end] = [line.filter((_, at) => at % 2 === 0), dots.at(-1) ?? 0];
    expect(Math.max(...xs)).toBeLessThanOrEqual(end + 0.1);
    // The axis of the quantities begins at 0, and so does the line.
    await expect.element(chart.getByText('0', { exact: true })).toBeInTheDocument();
    const ticks = [...(svg?.querySelectorAll('.recharts-cartesian-axis-tick-value') ?? [])].map(
      (one) => one.textContent,
    );
    expect(ticks.filter((tick) => /[A-Z][a-z]{2}/.test(tick)).length).toBeGreaterThan(1);
    const labels = [...(svg?.querySelectorAll('a text') ?? [])].map((text) => text.getBoundingClientRect());
    const collide = labels.some((a, at) =>
      labels.some((b, other) => at < other && a.left < b.right && b.left < a.right),
    );
    expect([labels.length > 0, collide]).toEqual([true, false]);
  });
  it('says what belongs here while it is empty', async () => {
    startWith([], []);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(page.getByText('Nothing of this product has been packed or received yet.')).toBeVisible();
    await expect.element(page.getByText('No order of this product has arrived yet.')).toBeVisible();
    await expect.element(page.getByText('No units have arrived yet.')).toBeVisible();
  });
  it('waits for the response, and can be loaded again after an error', async () => {
    const api = startWith([aLot()]);
    const release = api.hold(getProductInventory);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.poll(() => api.asked(getProductInventory)).toHaveLength(1);
    expect(table('Lots').query()).toBeNull();
    api.refuse(getProductInventory, 'internal');
    release();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.on(getProductInventory, anInventory([aLot()]));
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(table('Lots')).toBeVisible();
  });
  it('is read-only for a viewer', async () => {
    startWith([aLot()], [{ ...SALE, can: { reverse: { allowed: false, reason: 'no' } } }], 'viewer');
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(table('Movements')).toBeVisible();
    expect(page.getByRole('button', { name: 'Record movement' }).query()).toBeNull();
    expect(page.getByRole('button', { name: 'Came back' }).query()).toBeNull();
    expect(page.getByRole('button', { name: /^Reverse/ }).query()).toBeNull();
  });
  it('links all its movements, and fits a phone', async () => {
    await page.viewport(390, 844);
    startWith([aLot()]);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect
      .element(page.getByRole('link', { name: 'All movements' }))
      .toHaveAttribute('href', countsPath(idOf(200)));
  });
});

describe('the stock of a bundle', () => {
  const part = { ...SALE, productId: idOf(201), sku: 'MUG', soldAs: { id: idOf(200), sku: 'KTL' } };
  it('names what of it was sold, and takes a whole one back with all of its parts', async () => {
    const api = startWith([], [part]);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(page.getByRole('cell', { name: 'Sold, MUG' })).toBeVisible();
    await page.getByRole('button', { name: 'Came back' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('1');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect
      .poll(() => api.asked(recordStockMovements).map(({ body }) => body.rows[0]))
      .toMatchObject([{ productId: idOf(200), kind: 'RETURN', ofId: idOf(701), quantity: 1 }]);
  });
  it('is named at the sales of what is in it', async () => {
    startWith([aLot()], [{ ...part, productId: idOf(200), sku: 'KTL', soldAs: { id: idOf(202), sku: 'SET' } }]);
    renderPart(<ProductStock product={PRODUCT} />);
    await expect.element(page.getByRole('cell', { name: 'Sold, in SET' })).toBeVisible();
  });
});

async function fillMove(quantity: string) {
  await page.getByRole('button', { name: 'Record movement' }).click();
  await dialog.getByRole('combobox', { name: 'What' }).click();
  await page.getByRole('option', { name: 'Moved' }).click();
  await dialog.getByRole('combobox', { name: 'To' }).click();
  await page.getByRole('option', { name: 'Amazon UK' }).click();
  await dialog.getByRole('textbox', { name: 'Quantity' }).fill(quantity);
}

describe('a movement', () => {
  it('is recorded with its cause and words, and taken back', async () => {
    const api = startWith([aLot()]);
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderPart(<ProductStock product={PRODUCT} />);
    await page.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await dialog.getByRole('textbox', { name: 'Words' }).fill('fell down');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect
      .poll(() => api.asked(recordStockMovements).map(({ body }) => body.rows[0]))
      .toMatchObject([{ productId: idOf(200), kind: 'TAKING', cause: 'DAMAGED', quantity: 3, words: 'fell down' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('out of a place that has too little is warned of before and after, and not refused', async () => {
    const api = startWith([aLot()]);
    const warnings = [{ row: 0, message: 'WAREHOUSE has 0 on 2026-11-25, fewer than the 600 that leave it' }];
    api.on(recordStockMovements, ({ body }) =>
      body.preview ? { operationId: null, ids: [], warnings } : { operationId: idOf(900), ids: [idOf(702)], warnings },
    );
    renderPart(<ProductStock product={PRODUCT} />);
    await fillMove('600');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect.element(dialog.getByText(/^WAREHOUSE has 0/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Record nevertheless' }).click();
    await expect.poll(() => api.asked(recordStockMovements).map(({ body }) => body.preview)).toEqual([true, false]);
    await expect.element(page.getByText(/^WAREHOUSE has 0/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
  it('that changes places is recorded once, though its answer was lost and it is recorded again', async () => {
    const api = startWith([aLot()]);
    const recorded = new Set<string | null>();
    api.on(recordStockMovements, ({ body, headers }) => {
      const warnings = [{ row: 0, message: 'WAREHOUSE has 0 on 2026-11-25, fewer than the 600 that leave it' }];
      if (body.preview) return { operationId: null, ids: [], warnings: recorded.size > 0 ? warnings : [] };
      const key = headers.get('Idempotency-Key');
      if (recorded.has(key)) return { operationId: idOf(900), ids: [idOf(702)], warnings: [] };
      recorded.add(key);
      throw refusal('unavailable');
    });
    renderPart(<ProductStock product={PRODUCT} />);
    await fillMove('600');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(recorded.size).toBe(1);
    const [asked, sent, again] = api.asked(recordStockMovements);
    expect([asked, sent, again].map((one) => one?.body.preview)).toEqual([true, false, false]);
    expect(again?.headers.get('Idempotency-Key')).toBe(sent?.headers.get('Idempotency-Key'));
    expect(asked?.headers.get('Idempotency-Key')).not.toBe(sent?.headers.get('Idempotency-Key'));
  });
  it('that was warned of is recorded once too, and another quantity is another movement', async () => {
    const api = startWith([aLot()]);
    const warnings = [{ row: 0, message: 'WAREHOUSE has 0 on 2026-11-25, fewer than the 600 that leave it' }];
    const keys: (string | null)[] = [];
    api.on(recordStockMovements, ({ body, headers }) => {
      if (body.preview) return { operationId: null, ids: [], warnings };
      keys.push(headers.get('Idempotency-Key'));
      throw refusal('unavailable');
    });
    renderPart(<ProductStock product={PRODUCT} />);
    await fillMove('600');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('button', { name: 'Record nevertheless' }).click();
    await expect.poll(() => keys).toHaveLength(1);
    await dialog.getByRole('button', { name: 'Record nevertheless' }).click();
    await expect.poll(() => keys).toHaveLength(2);
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('601');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('button', { name: 'Record nevertheless' }).click();
    await expect.poll(() => keys).toHaveLength(3);
    expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
  });
  it('shows what is wrong beside its field', async () => {
    const api = startWith([aLot()]);
    api.refuse(recordStockMovements, 'bad_input', {
      errors: [{ field: 'rows.0.words', code: 'stock.words', message: 'Say what happened' }],
    });
    renderPart(<ProductStock product={PRODUCT} />);
    await page.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect.element(dialog).toMatchTextContent(/Words\s*Say what happened/);
  });
  it('shows what is wrong with the product, for which the dialog has no field', async () => {
    const api = startWith([aLot()]);
    api.refuse(recordStockMovements, 'bad_input', {
      errors: [
        { field: 'rows.0.productId', code: 'choose.product', message: 'Choose a product' },
        { field: 'rows.0.place', code: 'choose.place', message: 'Choose a place' },
      ],
    });
    renderPart(<ProductStock product={PRODUCT} />);
    await page.getByRole('button', { name: 'Record movement' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('3');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Choose a product');
    await expect.element(dialog).toMatchTextContent(/Place.*Choose a place/s);
  });
  it('brings units of a sale back to the place of the sale', async () => {
    const api = startWith([aLot()]);
    renderPart(<ProductStock product={PRODUCT} />);
    await page.getByRole('button', { name: 'Came back' }).click();
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('160');
    await dialog.getByRole('button', { name: 'Record movement' }).click();
    await expect
      .poll(() => api.asked(recordStockMovements).map(({ body }) => body.rows[0]))
      .toMatchObject([{ kind: 'RETURN', ofId: idOf(701), place: 'AMAZON_UK', quantity: 160 }]);
  });
});
