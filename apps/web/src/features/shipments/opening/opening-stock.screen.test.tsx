import {
  createOpeningStock,
  listOpeningStock,
  type OpeningStock,
  openingStockTotals,
  pasteOpeningStock,
} from '@quayside/contracts/stock/opening-stock';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { reverseReceipt } from '@quayside/contracts/stock/receipts';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ordersOfKind } from '../customers/customer-paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });
const OLD: OpeningStock = {
  ...{ id: idOf(960), lotId: idOf(961), productId: idOf(200), sku: 'KTL-17', productName: 'Pour-over kettle' },
  ...{ day: '2026-11-01', place: 'AMAZON_UK', quantity: 300, unitCost: '1.2346', cost: '370.37', onHand: 300 },
  ...{
    createdAt: '2026-11-25T10:00:00.000Z',
    createdBy: 'Maya Chen',
    can: { reverse: { allowed: true, reason: null } },
  },
};

function start(rows: readonly OpeningStock[], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listOpeningStock, aPage(rows));
  api.on(openingStockTotals, { count: rows.length, quantity: 300, cost: '370.37', onHand: 300 });
  api.on(listProducts, aPage([]));
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the list of opening stock', () => {
  it('shows units, unit cost and cost, and is marked', async () => {
    start([OLD]);
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(row(/KTL-17/)).toMatchTextContent(/Amazon UK.*300.*1\.2346.*£370\.37.*Opening/);
    await expectNoSeriousFindings('/orders-shipments/orders');
  });

  it('takes a row back after a question, with Undo', async () => {
    const api = start([OLD]);
    api.on(reverseReceipt, { reversed: 1, operationId: idOf(990) });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen(ordersOfKind('OPENING'));
    await main.getByRole('button', { name: /Take back KTL-17/ }).click();
    await expect.element(dialog.getByText('300 units of KTL-17 then count as not arrived.')).toBeVisible();
    expect(api.asked(reverseReceipt)).toEqual([]);
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect.element(page.getByText('The opening stock was taken back.')).toBeVisible();
    expect(api.asked(reverseReceipt).map(({ params, query }) => [params.id, query.replay])).toEqual([
      [idOf(960), false],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('1 row of opening stock counts again.')).toBeVisible();
    expect(api.asked(undoOperation)[0]?.params.operationId).toBe(idOf(990));
  });

  it('names what used its units, and is taken back with a replay once that is accepted', async () => {
    const api = start([{ ...OLD, onHand: 290 }]);
    api.on(reverseReceipt, ({ query }) => {
      if (query.replay) return { reversed: 1, operationId: idOf(990) };
      throw refusal('stock.in_use', {
        uses: [{ type: 'STOCK_MOVEMENT', id: idOf(1300), label: '2026-11-21: 10 sold' }],
        replay: { elsewhere: 8, waiting: 2, costChange: '3.00' },
      });
    });
    renderScreen(ordersOfKind('OPENING'));
    await main.getByRole('button', { name: /Take back KTL-17/ }).click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect.element(dialog.getByText('2026-11-21: 10 sold')).toBeVisible();
    await expect.element(dialog.getByRole('status')).toMatchTextContent(/8 units.*other lots.*2 units wait.*3\.00/);
    await dialog.getByRole('button', { name: 'Reverse with a replay' }).click();
    await expect.element(page.getByText('The opening stock was taken back.')).toBeVisible();
    expect(api.asked(reverseReceipt).map(({ query }) => query.replay)).toEqual([false, true]);
  });

  it('says what it is for while there is none, and is typed with its checks', async () => {
    const api = start([]);
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(main.getByRole('heading', { name: 'No opening stock' })).toBeVisible();
    await main.getByRole('button', { name: 'Add opening stock' }).first().click();
    await expect.element(dialog.getByRole('combobox', { name: 'Product' })).toHaveFocus();
    expect(page.getByRole('option').query()).toBeNull();
    await dialog.getByRole('button', { name: 'Add opening stock' }).click();
    expect(api.asked(createOpeningStock)).toEqual([]);
    await expect.element(dialog.getByRole('textbox', { name: /Unit cost/ })).toHaveAttribute('aria-invalid', 'true');
  });

  it('says so when it cannot be loaded', async () => {
    const api = start([OLD]);
    api.refuse(listOpeningStock, 'internal');
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(main.getByRole('alert')).toBeVisible();
  });

  it('keeps its place while it loads', async () => {
    const api = start([OLD]);
    const release = api.hold(listOpeningStock);
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(main.getByRole('heading', { name: 'Opening stock', level: 1 })).toBeVisible();
    release();
    await expect.element(row(/KTL-17/)).toBeVisible();
  });

  it('is read by a viewer', async () => {
    start([{ ...OLD, can: { reverse: { allowed: false, reason: 'No' } } }], 'viewer');
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(row(/KTL-17/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Add opening stock' }).query()).toBeNull();
  });

  it('is a list of cards on a phone', async () => {
    await page.viewport(390, 844);
    start([OLD]);
    renderScreen(ordersOfKind('OPENING'));
    await expect.element(main.getByText('Pour-over kettle')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the import of opening stock', () => {
  it('shows what would be recorded and the errors by cell, and stores the valid rows', async () => {
    const api = start([]);
    const result = {
      isDryRun: true,
      counts: { rows: 2, create: 1, update: 0, same: 0, fail: 1 },
      columns: [{ heading: 'SKU', field: 'sku', numbers: null, days: null }],
      sample: [
        { row: 2, action: 'CREATE' as const, label: 'KTL-17', changes: [{ field: 'quantity', from: null, to: '300' }] },
      ],
      errors: [{ row: 3, column: 'Day', value: '2027-01-01', message: 'Today or earlier' }],
      operationId: null,
    };
    api.on(pasteOpeningStock, ({ query }) => ({ ...result, isDryRun: query.dryRun, operationId: null }));
    renderScreen(ordersOfKind('OPENING'));
    await main.getByRole('button', { name: 'Import opening stock' }).first().click();
    await userEvent.fill(dialog.getByRole('textbox', { name: /Or paste cells/ }), 'SKU\tUnits');
    await expect
      .element(dialog.getByRole('row', { name: /2027-01-01/ }))
      .toMatchTextContent(/3.*Day.*Today or earlier/);
    await dialog.getByRole('checkbox', { name: 'Leave out 1 row with errors and import the rest' }).click();
    await dialog.getByRole('button', { name: 'Record 1 row' }).click();
    await expect
      .poll(() => api.asked(pasteOpeningStock).at(-1)?.query)
      .toMatchObject({ dryRun: false, onlyValid: true });
  });
});
