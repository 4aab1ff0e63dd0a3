import '../theme/print.css';
import {
  listSuppliers,
  listCountries,
  findSupplierDuplicates,
  supplierTotals,
} from '@quayside/contracts/suppliers/suppliers';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { anItem, orderOf } from '../features/purchasing/testing/an-order.ts';
import { startOrder } from '../features/purchasing/testing/start-order.tsx';
import { aSupplier } from '../features/suppliers/testing/a-supplier.ts';
import { app } from '../lib/kept/kept-state.ts';
import { paths } from '../lib/paths.ts';
import { watchPrinting } from '../lib/page/printing.ts';
import { aPage } from '../testing/pages.ts';
import { idOf } from '../testing/person.ts';
import { showFor } from '../testing/print-media.ts';
import { renderApp, startApi } from '../testing/render-app.tsx';
import { NOTHING_OWED } from '../testing/nothing-owed.ts';

const LONG =
  'Ningbo Haosheng Houseware and Small Electrical Appliances Import and Export Company, ' +
  'third works beside the old harbour';
const main = page.getByRole('main');
const theme = () => document.documentElement.dataset['mantineColorScheme'];

beforeAll(watchPrinting);
afterEach(() => showFor('screen'));

describe('a printed page', () => {
  it('is black on white, with all rows of the table and without the shell, even in the dark theme', async () => {
    const suppliers = Array.from({ length: 60 }, (_, i) => aSupplier({ id: idOf(100 + i), companyName: `Works ${i}` }));
    const api = startApi();
    api.on(listCountries, []);
    api.on(listSuppliers, aPage(suppliers));
    api.on(supplierTotals, { count: 60, ...NOTHING_OWED });
    app.update((now) => ({ ...now, theme: 'dark', darkMode: true }));
    renderApp(paths.suppliers());
    await expect.element(main.getByRole('grid').getByText('Works 0', { exact: true })).toBeVisible();
    expect(theme()).toBe('dark');
    await showFor('print');
    const table = page.getByTestId('print-table');
    await expect.element(table.getByRole('columnheader', { name: 'Currency' })).toBeVisible();
    // 60 rows, the header and the totals: the print table contains every row, whereas the grid renders only the visible
    // ones.
    expect(table.getByRole('row').elements()).toHaveLength(62);
    for (const gone of [
      page.getByRole('banner'),
      page.getByRole('navigation', { name: 'Main' }),
      main.getByRole('grid'),
    ])
      expect(gone.query()).toBeNull();
    const heading = main.getByRole('heading', { level: 1 }).element();
    expect([getComputedStyle(document.body).backgroundColor, getComputedStyle(heading).color]).toEqual([
      'rgb(255, 255, 255)',
      'rgb(27, 35, 41)',
    ]);
    await showFor('screen');
    await expect.element(table).not.toBeInTheDocument();
    expect(theme()).toBe('dark');
  });
  it('of a purchase order has its items with all their words, only what is chosen, and its sums once', async () => {
    const items = [
      anItem({ product: { id: idOf(200), sku: 'KTL', name: LONG } }),
      anItem({ id: idOf(1002), position: 2 }),
    ];
    startOrder(orderOf(items));
    renderApp(paths.purchaseOrder(idOf(10)));
    await expect.element(main.getByLabelText('Item 2, quantity')).toHaveValue('48');
    await showFor('print');
    await expect.element(main.getByText(LONG, { exact: true })).toBeVisible();
    await expect.element(main.getByText('Sea', { exact: true })).toBeVisible();
    for (const gone of [main.getByText('Air', { exact: true }), main.getByText('must add up to 100 %')])
      await expect.element(gone).not.toBeVisible();
    // A footer of a table would be printed at the end of each sheet.
    const sums = main.getByRole('cell', { name: '2 items' }).element().closest('tfoot');
    expect(sums && getComputedStyle(sums).display).toBe('table-row-group');
    await showFor('screen');
    await expect.element(main.getByText('Air', { exact: true })).toBeVisible();
  });
  it('shows the whole text of a field, which can be edited again afterwards', async () => {
    const api = startApi();
    api.on(listCountries, []);
    api.on(findSupplierDuplicates, []);
    renderApp(paths.supplierAdd());
    const field = main.getByRole('textbox', { name: /^Company name/ });
    await field.fill(LONG);
    const text = main.getByText(LONG, { exact: true });
    expect(text.query()).toBeNull();
    await showFor('print');
    await expect.element(text).toBeVisible();
    const { scrollWidth, clientWidth, clientHeight } = text.element();
    expect([scrollWidth <= clientWidth, clientHeight > 40]).toEqual([true, true]);
    expect(field.query()).toBeNull();
    await showFor('screen');
    await expect.element(text).not.toBeInTheDocument();
    await expect.element(field).toHaveValue(LONG);
  });
});
