import { exportOrders } from '@quayside/contracts/exports';
import {
  cancelOrderImport,
  createOrderImport,
  getOrderImport,
  getOrderImportErrorFile,
  listOrderImports,
  listUnknownSkus,
  startOrderImport,
  undoOrderImport,
} from '@quayside/contracts/stock/order-imports';
import {
  type CustomerOrder,
  getOrder,
  getOrderStats,
  listOrders,
  orderTotals,
} from '@quayside/contracts/shipments/orders';
import { chooseSalePlace, listSalePlaces, type SalePlace } from '@quayside/contracts/stock/sale-places';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { ordersOfKind } from './customer-paths.ts';
import { aCustomerOrder, anOrderImport } from '../testing/a-customer-order.ts';

/** An import beside the list; `new`: the choice of a report. */
const orderImportPath = (importId: string) => `${ordersOfKind('CUSTOMER')}&import=${importId}`;
const main = page.getByRole('main');
const row = (name: RegExp) => main.getByRole('row', { name });
const dialog = page.getByRole('dialog');
const UNKNOWN = aCustomerOrder({
  orderId: idOf(910),
  number: '303-2222222-2222222',
  channel: 'AMAZON_DE',
  status: 'CANCELLED',
  quantity: 1,
  waiting: 0,
  cost: null,
  lines: [],
});

function start(
  orders: readonly CustomerOrder[],
  { as = 'admin', unknown = 0, places = [] }: { as?: Visitor; unknown?: number; places?: SalePlace[] } = {},
) {
  const api = startApi({ as });
  api.on(listOrders, ({ query }) => aPage(query.kind === 'CUSTOMER' ? orders : []));
  api.on(orderTotals, {
    ...{ kind: 'CUSTOMER', count: orders.length, quantity: 4, shipped: 3, waiting: 1, unknownSkus: 0, cost: '20.00' },
    withoutRate: orders.filter(({ unknownCost }) => unknownCost === 'NO_RATE').length,
  });
  api.on(getOrder, ({ params }) => orders.find(({ orderId }) => orderId === params.orderId) ?? aCustomerOrder());
  api.on(listOrderImports, aPage([]));
  api.on(listSalePlaces, ({ query }) => ({
    places: query.unknown ? places.filter(({ place }) => place === null) : places,
  }));
  api.on(getOrderStats, {
    ...{ total: 0, open: 0, inTransit: 0, received: 0, closed: 0, units: 0, unpacked: 0 },
  });
  api.on(
    listUnknownSkus,
    aPage(
      Array.from({ length: unknown }, (_, i) => ({
        ...{ sku: `NEW-${i + 1}`, lines: 1, units: 7 - i, firstDay: '2026-11-01', lastDay: '2026-11-20' },
      })),
    ),
  );
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the list of customer orders', () => {
  it('names the missing exchange rate where units have no cost, in the list, its sums and the lines', async () => {
    const [line] = aCustomerOrder().lines;
    const unrated = aCustomerOrder({
      ...{ waiting: 0, cost: null, unknownCost: 'NO_RATE' },
      lines: line ? [{ ...line, waiting: 0, cost: null, unknownCost: 'NO_RATE' }] : [],
    });
    start([unrated]);
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(row(/303-1111111/)).toMatchTextContent(/No exchange rate/);
    await expect.element(main.getByText('1 unit has no exchange rate')).toBeVisible();
    await row(/303-1111111/).click();
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByText('No exchange rate').first()).toBeVisible();
    expect(panel.getByText('Not known yet').query()).toBeNull();
    await expect.element(panel.getByRole('list', { name: 'Lines' })).toMatchTextContent(/Cost.*No exchange rate/);
  });
  it('is behind the kind in the tab of orders, with what each sale cost and what waits', async () => {
    const api = start([aCustomerOrder(), UNKNOWN]);
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(row(/303-1111111/)).toMatchTextContent(/Amazon UK.*KTL-17.*3.*3.*1.*£20\.00.*Shipped/);
    await expect.element(row(/303-2222222/)).toMatchTextContent(/Amazon DE.*Cancelled/);
    expect(api.asked(listOrders)[0]?.query).toMatchObject({ kind: 'CUSTOMER' });
    await expect
      .element(main.getByRole('link', { name: 'Orders', exact: true }))
      .toHaveAttribute('aria-current', 'page');
    await expect.element(main.getByRole('radio', { name: 'Of customers' })).toBeChecked();
    expect(cutWords()).toEqual([]);
    await expectNoSeriousFindings('/orders-shipments/orders');
    await userEvent.click(main.getByText('From suppliers'));
    await expect.poll(() => window.location.search).not.toContain('kind');
    expect(window.location.pathname).toBe(paths.orders());
  });

  it('shows the lines of an order beside it', async () => {
    start([aCustomerOrder()]);
    renderScreen(ordersOfKind('CUSTOMER', idOf(900)));
    const lines = page.getByRole('list', { name: 'Lines', exact: true });
    await expect.element(lines).toMatchTextContent(/KTL-17.*Shipped 3.*1.*GBP 89\.97.*Cost £20\.00/);
    const isWhole = () => lines.element().scrollWidth <= lines.element().clientWidth;
    expect(isWhole()).toBe(true);
    await page.viewport(390, 844);
    await expect.poll(isWhole).toBe(true);
  });

  it('says what to do while there is none', async () => {
    start([]);
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(main.getByRole('heading', { name: 'No customer orders yet' })).toBeVisible();
    await main.getByRole('button', { name: 'Import orders' }).first().click();
    await expect.element(dialog.getByText(/Names and addresses of buyers are not read/)).toBeVisible();
  });

  it('says so when it cannot be loaded, and tries again', async () => {
    const api = start([aCustomerOrder()]);
    api.refuse(listOrders, 'internal');
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listOrders, aPage([aCustomerOrder()]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/303-1111111/)).toBeVisible();
  });

  it('keeps its place while it loads', async () => {
    const api = start([aCustomerOrder()]);
    const release = api.hold(listOrders);
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(main.getByRole('heading', { name: 'Customer orders', level: 1 })).toBeVisible();
    expect(row(/303-1111111/).query()).toBeNull();
    release();
    await expect.element(row(/303-1111111/)).toBeVisible();
  });

  it('is read by a viewer, who imports nothing', async () => {
    start([aCustomerOrder()], { as: 'viewer' });
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(row(/303-1111111/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Import orders' }).query()).toBeNull();
  });

  it('is exported with its kind', async () => {
    const api = start([aCustomerOrder()]);
    api.on(exportOrders, new File(['Order'], 'customer-orders.csv'));
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(row(/303-1111111/)).toBeVisible();
    await main.getByRole('button', { name: /Export/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect.poll(() => api.asked(exportOrders)[0]?.query).toMatchObject({ kind: 'CUSTOMER' });
  });

  it('is a list of cards on a phone', async () => {
    await page.viewport(390, 844);
    start([aCustomerOrder()]);
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(main.getByText('303-1111111-1111111')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the import of customer orders', () => {
  it('checks the report first, shows errors and unknown SKUs, and stores the valid rows', async () => {
    const api = start([]);
    api.on(createOrderImport, anOrderImport());
    api.on(getOrderImport, anOrderImport());
    api.on(startOrderImport, anOrderImport({ state: 'IMPORTED' }));
    renderScreen(orderImportPath('new'));
    const input = dialog.getByLabelText('Choose the report');
    await userEvent.upload(input, new File(['amazon-order-id'], 'orders.txt'));
    await expect.element(dialog.getByText(/Nothing is stored yet/)).toBeVisible();
    expect(api.asked(createOrderImport)[0]?.query).toEqual({ dryRun: true });
    await expect
      .element(dialog.getByRole('row', { name: /1\.5/ }))
      .toMatchTextContent(/5.*quantity.*Not a whole number/);
    await expect.element(dialog.getByText(/NEW-1/)).toBeVisible();
    api.on(getOrderImportErrorFile, new Blob(['Import error,sku']));
    await dialog.getByRole('button', { name: 'Download error file' }).click();
    await expect
      .poll(() => api.asked(getOrderImportErrorFile).map(({ params }) => params.importId))
      .toEqual([idOf(950)]);
    // Rows of imports long ago are not kept.
    api.on(getOrderImport, anOrderImport({ state: 'IMPORTED', canUndo: true, hasErrorFile: false }));
    await dialog.getByRole('button', { name: 'Import 3 lines' }).click();
    await expect.element(dialog.getByText(/^Imported/)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Download error file' }).query()).toBeNull();
    await expectNoSeriousFindings('/orders-shipments/orders');
  });

  it('says in which encoding the report was read, and sends the report again where another one is chosen', async () => {
    const api = start([]);
    const readAs = (encoding: 'windows-1252' | 'shift_jis', isEncodingSure: boolean) => ({
      ...{ sheet: null, sheets: [], hiddenRows: 0, mergedCells: 0 },
      ...{ encoding, isEncodingSure },
    });
    const guessed = anOrderImport({ reading: readAs('windows-1252', false) });
    const chosen = anOrderImport({ id: idOf(951), reading: readAs('shift_jis', true) });
    api.on(createOrderImport, ({ query }) => (query.encoding ? chosen : guessed));
    api.on(getOrderImport, ({ params }) => (params.importId === chosen.id ? chosen : guessed));
    api.on(cancelOrderImport, anOrderImport({ state: 'CANCELLED' }));
    renderScreen(orderImportPath('new'));
    await userEvent.upload(dialog.getByLabelText('Choose the report'), new File(['amazon-order-id'], 'orders.txt'));
    const encoding = dialog.getByRole('combobox', { name: 'The encoding in which the file is read' });
    await encoding.selectOptions('shift_jis');
    await expect.element(encoding).toHaveValue('shift_jis');
    expect(api.asked(createOrderImport).map(({ query }) => query.encoding)).toEqual([undefined, 'shift_jis']);
    // The first reading is not left waiting.
    expect(api.asked(cancelOrderImport).map(({ params }) => params.importId)).toEqual([guessed.id]);
    await expect.element(dialog.getByRole('button', { name: 'Import 3 lines' })).toBeEnabled();
  });

  it('says that a report was imported before, and stores nothing of it again', async () => {
    const api = start([]);
    const none = { rows: 4, lines: 3, create: 0, update: 0, same: 3, older: 0, fail: 0 };
    const again = { counts: none, errors: [], errorCount: 0, hasErrorFile: false, unknownSkus: [], unknownSkuCount: 0 };
    api.on(
      getOrderImport,
      anOrderImport({ ...again, sameFileAs: { importId: idOf(949), createdAt: '2026-11-24T10:00:00.000Z' } }),
    );
    renderScreen(orderImportPath(idOf(950)));
    await expect.element(dialog.getByText('This file was imported before.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Import 0 lines' })).toBeDisabled();
  });

  it('shows how far a large one is, also after a reload, and goes on in the background', async () => {
    const api = start([]);
    api.on(getOrderImport, anOrderImport({ state: 'IMPORTING', progress: { done: 50_000, total: 200_000 } }));
    renderScreen(orderImportPath(idOf(950)));
    await expect.element(dialog.getByRole('status')).toMatchTextContent(/Orders and their sales are stored 25/);
    api.on(getOrderImport, anOrderImport({ state: 'IMPORTED' }));
    api.tellChanged('order-imports');
    await expect.element(dialog.getByText(/^Imported/)).toBeVisible();
  });

  it('says why a report cannot be read', async () => {
    const api = start([]);
    api.refuse(createOrderImport, 'imports.unreadable');
    renderScreen(orderImportPath('new'));
    const input = dialog.getByLabelText('Choose the report');
    await userEvent.upload(input, new File(['sku'], 'wrong.txt'));
    await expect.element(dialog.getByRole('alert')).toBeVisible();
  });

  it('is taken back after a question', async () => {
    const api = start([]);
    api.on(getOrderImport, anOrderImport({ state: 'IMPORTED', canUndo: true }));
    api.on(undoOrderImport, anOrderImport({ state: 'UNDONE' }));
    renderScreen(orderImportPath(idOf(950)));
    await dialog.getByRole('button', { name: 'Take the import back' }).click();
    api.on(
      getOrderImport,
      anOrderImport({
        state: 'UNDONE',
        undo: { at: '2026-11-25T10:05:00.000Z', removed: 2, restored: 1, kept: 0 },
      }),
    );
    await page
      .getByRole('dialog', { name: 'Take this import back?' })
      .getByRole('button', { name: 'Take the import back' })
      .click();
    await expect.element(dialog.getByText('2 removed, 1 restored, 0 kept because they changed since.')).toBeVisible();
  });
});

describe('SKUs without a product', () => {
  it('lead to a new product, or to a product that gets them', async () => {
    const api = start([aCustomerOrder()], { unknown: 2 });
    api.on(listProducts, aPage([]));
    renderScreen(ordersOfKind('CUSTOMER'));
    await main.getByRole('button', { name: '2 SKUs without a product' }).click();
    await expect
      .element(dialog.getByRole('link', { name: 'Create a product with the SKU NEW-1' }))
      .toHaveAttribute('href', '/products/add?sku=NEW-1');
    await dialog.getByRole('button', { name: 'Add the SKU NEW-2 to a product' }).click();
    const naming = page.getByRole('dialog', { name: 'Which product is NEW-2?' });
    await naming.getByRole('button', { name: 'Add SKU' }).click();
    await expect.element(naming.getByText('Choose a product')).toBeVisible();
  });
});

describe('the places that sales leave', () => {
  const BELGIUM: SalePlace = {
    ...{ source: 'CHANNEL', channel: 'Amazon.com.be', place: null, rules: [], lines: 2, units: 3 },
  };
  it('are chosen once for a sales channel that is not known, from a day on if that is wanted', async () => {
    const own: SalePlace = { source: 'OWN', channel: null, place: 'WAREHOUSE', rules: [], lines: 0, units: 0 };
    const api = start([aCustomerOrder({ channel: 'Amazon.com.be' })], { places: [BELGIUM, own] });
    api.on(chooseSalePlace, { operationId: idOf(960), lines: 2, isFollowing: false });
    renderScreen(ordersOfKind('CUSTOMER'));
    await expect.element(row(/303-1111111/)).toMatchTextContent(/Amazon\.com\.be/);
    await main.getByRole('button', { name: '1 sales channel without a place' }).click();
    await expect.element(dialog.getByRole('row', { name: /What you ship yourself/ })).toMatchTextContent(/Warehouse/);
    await expect.element(dialog.getByRole('row', { name: /Amazon\.com\.be/ })).toMatchTextContent(/3.*To be chosen/);
    await dialog.getByRole('button', { name: 'Choose the place of Amazon.com.be' }).click();
    await dialog.getByRole('combobox', { name: 'Place' }).click();
    await page.getByRole('option', { name: 'Amazon DE' }).click();
    await dialog.getByRole('button', { name: 'Save place' }).click();
    await expect
      .poll(() => api.asked(chooseSalePlace).at(-1)?.body)
      .toEqual({ source: 'CHANNEL', channel: 'Amazon.com.be', place: 'AMAZON_DE', fromDay: null });
  });
  it('are asked for by the dry run', async () => {
    const api = start([]);
    api.on(
      getOrderImport,
      anOrderImport({ salePlaces: [{ source: 'CHANNEL', channel: 'Amazon.com.be', place: null, lines: 2, units: 3 }] }),
    );
    renderScreen(orderImportPath(idOf(950)));
    api.on(chooseSalePlace, { operationId: idOf(960), lines: 0, isFollowing: false });
    await expect.element(dialog.getByText('1 sales channel without a place.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Choose the place of Amazon.com.be' }).click();
    await page.getByRole('combobox', { name: 'Place' }).click();
    await page.getByRole('option', { name: 'Amazon DE' }).click();
    await page.getByRole('button', { name: 'Save place' }).click();
    await expect
      .poll(() => api.asked(chooseSalePlace).at(-1)?.body)
      .toEqual({ source: 'CHANNEL', channel: 'Amazon.com.be', place: 'AMAZON_DE', fromDay: null });
  });
});
