import { exportOrders } from '@quayside/contracts/exports';
import { listOrders } from '@quayside/contracts/shipments/orders';
import { searchRecords } from '@quayside/contracts/search';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { paths } from '../../../lib/paths.ts';
import { countsPath, stockPath } from '../../../lib/stock-paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutFigures } from '../../../testing/cut-figures.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderApp, renderScreen, startApi } from '../../../testing/render-app.tsx';
import { anOrder, aPackList } from '../testing/an-order.ts';
import { startOrders } from '../testing/start-orders.ts';

const main = page.getByRole('main');
const row = (name: RegExp) => main.getByRole('row', { name });
const KETTLES = anOrder({ packedQuantity: 600, unpackedQuantity: 400, packListCount: 1, readyOn: '2026-12-01' });
const JARS = anOrder({
  orderId: idOf(601),
  number: 'SO-000002',
  linePosition: 6,
  sku: 'JAR-06',
  productName: 'Glass jars',
  status: 'IN_TRANSIT',
  shippingMethod: 'AIR',
  quantity: 500,
  packedQuantity: 500,
  shippedQuantity: 500,
  unpackedQuantity: 0,
});

afterEach(() => page.viewport(1440, 900));

describe('the list of orders', () => {
  it('is the default of all tabs, and shows units, ready day and status of each with the sums of the filter', async () => {
    const api = startOrders([KETTLES, JARS]);
    renderScreen('/orders-shipments');
    await expect.element(row(/NB-7001, line 5/)).toMatchTextContent(/KTL-17.*1,000.*600.*–.*400.*Open/);
    await expect.element(row(/NB-7001, line 6/)).toMatchTextContent(/JAR-06.*500.*500.*500.*In transit/);
    await expect.element(row(/^Total, 2/)).toMatchTextContent(/1,500.*1,100.*500.*400/);
    expect(window.location.pathname).toBe(paths.orders());
    const tabs = main.getByRole('navigation', { name: 'Orders' }).getByRole('link');
    expect(tabs.elements().map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
      ['Orders', paths.orders()],
      ['Shipment plans', paths.shipmentPlans()],
      ['Cartons', paths.cartons()],
      ['Stock', stockPath()],
      ['Counts', countsPath()],
      ['Five quantities', receivedPath('five-quantities')],
      ['Receipts', receivedPath('receipts')],
      ['Missing', receivedPath('missing')],
      ['Freight rates', paths.freightRates()],
      ['Duty rates', paths.dutyRates()],
    ]);
    await expect.element(tabs.nth(0)).toHaveAttribute('aria-current', 'page');
    expect(api.asked(listOrders)[0]?.query.sort).toEqual([{ field: 'date', direction: 'desc' }]);
    expect(cutFigures()).toEqual([]);
    await expectNoSeriousFindings('/orders-shipments/orders');
  });

  it('shows the names of product and supplier whole', async () => {
    const names = {
      productName: 'Braided USB-C cable 2 m, 2 pack, black',
      supplierName: 'Shenzhen Lumitek Electronics',
    };
    startOrders([KETTLES, anOrder({ ...names, orderId: idOf(602), linePosition: 7, sku: 'HP-CBL-01' })]);
    renderScreen(paths.orders());
    await expect.element(row(/NB-7001, line 7/)).toBeVisible();
    await expect.poll(cutWords).toEqual([]);
  });

  it('counts the orders of each status, and the figures lead to them', async () => {
    const api = startOrders([KETTLES, JARS]);
    renderScreen(paths.orders());
    const stats = main.getByRole('list', { name: 'Orders by status' });
    await expect.element(stats).toMatchTextContent(/Open 1\s*In transit 1.*Units 1,500\s*Unpacked 400/);
    await stats.getByRole('link', { name: 'In transit' }).click();
    await expect
      .poll(() => api.asked(listOrders).at(-1)?.query.filter)
      .toEqual([{ field: 'status', op: 'in', values: ['IN_TRANSIT'] }]);
  });

  it('is exported with the invoice and the number of each order', async () => {
    const api = startOrders([KETTLES]);
    api.on(exportOrders, new File(['Invoice'], 'orders.csv'));
    renderScreen(paths.orders());
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
    await main.getByRole('button', { name: /Export/ }).click();
    await page.getByRole('menuitem', { name: /CSV/ }).first().click();
    await expect
      .poll(() => api.asked(exportOrders)[0]?.query.columns)
      .toEqual(expect.arrayContaining(['invoiceNumber', 'number', 'sku', 'productName', 'unpacked', 'status']));
  });

  it('says what an order is while there is none, and shows one that another tab has made', async () => {
    const api = startOrders([]);
    renderScreen(paths.orders());
    await expect.element(main.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Go to invoices' })).toHaveAttribute('href', paths.invoices());
    api.on(listOrders, aPage([KETTLES]));
    api.tellChanged('orders');
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
  });

  it('says so when it cannot be loaded, and tries again', async () => {
    const api = startOrders([KETTLES]);
    api.refuse(listOrders, 'internal');
    renderScreen(paths.orders());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listOrders, aPage([KETTLES]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
  });

  it('keeps its place while it loads', async () => {
    const api = startOrders([KETTLES]);
    const release = api.hold(listOrders);
    renderScreen(paths.orders());
    await expect.element(main.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
    expect(row(/NB-7001/).query()).toBeNull();
    release();
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
  });

  it('does not exist for an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(paths.orders());
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listOrders)).toEqual([]);
  });

  it('is read by a viewer, who selects nothing and sees the pack lists', async () => {
    startOrders([KETTLES], { as: 'viewer', packLists: [aPackList()] });
    renderScreen(paths.orders());
    await row(/NB-7001, line 5/)
      .getByRole('link')
      .click();
    const panel = page.getByRole('complementary', { name: 'NB-7001, line 5' });
    await expect.element(panel.getByText('PL-0001')).toBeVisible();
    await expect.element(panel.getByText('400 units are not packed')).toBeVisible();
    expect(main.getByRole('checkbox').query()).toBeNull();
    expect(
      panel
        .getByRole('button')
        .elements()
        .map((one) => one.getAttribute('aria-label')),
    ).toEqual(['Close']);
    expect(panel.getByRole('textbox').query()).toBeNull();
  });

  it('has cards on a phone, with what is left to pack, and an order opens over them', async () => {
    await page.viewport(390, 844);
    startOrders([KETTLES], { packLists: [aPackList()] });
    renderScreen(paths.orders());
    const card = main.getByRole('listitem').filter({ hasText: 'NB-7001, line 5' });
    await expect.element(card).toMatchTextContent(/400.*Pour-over kettle.*Unpacked.*Open/);
    await card.getByRole('link').click();
    await expect.element(page.getByRole('dialog').getByText('PL-0001')).toBeVisible();
  });

  it('opens with g and o, and one order by the search of all screens', async () => {
    const api = startOrders([KETTLES]);
    api.on(searchRecords, {
      records: [{ type: 'ORDER', id: KETTLES.orderId, title: 'SO-000001', detail: 'KTL-17 · NB-7001', sku: null }],
    });
    renderApp('/no-such-page');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.keyboard('go');
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await page.getByRole('combobox').fill('NB-7001');
    await page.getByRole('option', { name: /SO-000001/ }).click();
    await expect.poll(() => window.location.pathname).toBe(paths.order(KETTLES.orderId));
  });

  it('is previewed with Space; the arrow keys move on, and Escape closes it', async () => {
    startOrders([KETTLES, JARS], { packLists: [aPackList()] });
    renderScreen(paths.orders());
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
    await page.getByRole('searchbox').click();
    await userEvent.keyboard('{ArrowDown} ');
    const panel = page.getByRole('complementary');
    await expect.element(panel.getByRole('heading', { name: 'NB-7001, line 5' })).toBeVisible();
    await expect.element(panel.getByText('PL-0001')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(panel.getByRole('heading', { name: 'NB-7001, line 6' })).toBeVisible();
    await expect.element(panel.getByText('Nothing is packed.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });

  it('opens with Enter beside the list, and its page is one link away', async () => {
    startOrders([KETTLES], { packLists: [aPackList()] });
    renderScreen(paths.orders());
    await expect.element(row(/NB-7001, line 5/)).toBeVisible();
    await page.getByRole('searchbox').click();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    const panel = page.getByRole('complementary', { name: 'NB-7001, line 5' });
    await expect
      .element(panel.getByRole('link', { name: 'Open as a page' }))
      .toHaveAttribute('href', paths.order(KETTLES.orderId));
    expect(window.location.search).toContain(KETTLES.orderId);
    await expectNoSeriousFindings('/orders-shipments/orders');
  });

  it('asks before another order takes the place of notes that are not saved', async () => {
    startOrders([KETTLES, JARS]);
    renderScreen(paths.orders(KETTLES.orderId));
    const notes = page.getByRole('complementary').getByRole('textbox', { name: /Notes/ });
    await notes.fill('Two colours');
    await row(/NB-7001, line 6/)
      .getByRole('link')
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(notes).toHaveValue('Two colours');
    await row(/NB-7001, line 6/)
      .getByRole('link')
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Discard/ })
      .click();
    await expect.element(page.getByRole('complementary', { name: 'NB-7001, line 6' })).toBeVisible();
    await expect.element(notes).toHaveValue('');
  });
});
