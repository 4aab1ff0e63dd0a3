import { getProductCompleteness } from '@quayside/contracts/products/product-completeness';
import { productCatalog, productTotals } from '@quayside/contracts/products/product-lists';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { cutFigures } from '../../testing/cut-figures.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, renderScreen, startApi } from '../../testing/render-app.tsx';
import { aCatalogRow } from './testing/a-product.ts';

const KETTLE = aCatalogRow();
const LAMP = aCatalogRow({ id: idOf(201), name: 'Lamp', sku: 'LMP', hasWeight: false });
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(rows = [KETTLE, LAMP], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(productCatalog, aPage(rows));
  api.on(productTotals, {
    count: rows.length,
    unitsOrdered: 0,
    factoryCostTotal: '0.00',
    inboundCostTotal: '0.00',
    landedCostTotal: '0.00',
  });
  api.on(getProductCompleteness, { products: rows.length, gaps: [] });
  return api;
}

describe('the list of products', () => {
  it('shows a row for each product, and the number of products', async () => {
    startWith();
    renderScreen(paths.products());
    await expect.element(rowOf('Kettle')).toBeVisible();
    await expect.element(rowOf('Lamp')).toBeVisible();
    await expect.element(main.getByText('2 products', { exact: true }).first()).toBeVisible();
  });
  it('shows no row before the response arrives', async () => {
    const api = startWith();
    const release = api.hold(productCatalog);
    renderScreen(paths.products());
    await expect.poll(() => api.asked(productCatalog)).toHaveLength(1);
    expect(rowOf('Kettle').query()).toBeNull();
    release();
    await expect.element(rowOf('Kettle')).toBeVisible();
  });
  it('cuts no figure, gives the name 260 pixels, and has no total under the costs of a unit', async () => {
    await page.viewport(1280, 720);
    const name = 'Braided USB-C cable 2 m, nylon sleeve, black';
    const api = startWith([
      aCatalogRow({
        name,
        unitsOrdered: 123_456_789,
        factoryCostPerUnit: '123456789012.345678',
        inboundCostPerUnit: '0.123456',
        landedCostPerUnit: '123456789012.469134',
        isProvisional: true,
        lastCostUpdateDate: '2025-11-23T10:00:00Z',
        hasWeight: false,
      }),
    ]);
    const sums = { factoryCostTotal: '1.00', inboundCostTotal: '2.00', landedCostTotal: '3.00' };
    api.on(productTotals, { count: 12_345, unitsOrdered: 123_456_789_012, ...sums });
    renderScreen(paths.products());
    await expect.element(rowOf('Braided')).toMatchTextContent(/123,456,789,012\.4691/);
    await expect.element(rowOf('Total, 12,345 rows')).toMatchTextContent(/^Total, 12,345 rows123,456,789,012$/);
    await expect.poll(cutFigures).toEqual([]);
    const cell = rowOf('Braided').getByRole('gridcell', { name, exact: true });
    expect(cell.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(260);
    await page.viewport(1440, 900);
  });
  it('offers to add or to import the first product when there is none', async () => {
    startWith([]);
    renderScreen(paths.products());
    await expect.element(main.getByRole('heading', { name: 'Add your first product' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Add product' }).first()).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  });
  it('shows an error when loading fails, and the rows after a retry', async () => {
    const api = startWith();
    api.refuse(productCatalog, 'internal');
    renderScreen(paths.products());
    await expect.element(main.getByText('Failed to get products.')).toBeVisible();
    api.on(productCatalog, aPage([KETTLE]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Kettle')).toBeVisible();
  });
  it('lets a viewer neither add nor import, and shows the reason', async () => {
    startWith([KETTLE], 'viewer');
    renderScreen(paths.products());
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Add product' })).toBeDisabled();
    await expect.element(main.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
  it('shows how many products lack a weight, with a link to them', async () => {
    const api = startWith();
    const waiting = [{ id: idOf(10), number: 'HS-1' }];
    const gap = { gap: 'WEIGHT', products: 1, blockedLines: 1, blockedInvoices: waiting } as const;
    api.on(getProductCompleteness, { products: 2, gaps: [gap] });
    renderScreen(paths.products());
    await expect.element(main.getByText(/1 invoice needs it/)).toBeVisible();
    await main.getByRole('link', { name: '1 product lacks a weight' }).click();
    await expect.element(main.getByText('1 product without a weight.')).toBeVisible();
    await expect
      .poll(() => api.asked(productCatalog).at(-1)?.query.filter)
      .toEqual([{ field: 'missing', op: 'in', values: ['WEIGHT'] }]);
  });
  it('says that every product has its measures', async () => {
    startWith();
    renderScreen(paths.products());
    await expect.element(main.getByText('Every product has a weight and a size.')).toBeVisible();
  });
  it('sorts by a column after a click on its header', async () => {
    const api = startWith();
    renderScreen(paths.products());
    await main.getByRole('columnheader', { name: /^SKU/ }).click();
    await expect.poll(() => api.asked(productCatalog).at(-1)?.query.sort).toEqual([{ field: 'sku', direction: 'asc' }]);
  });
  it('opens with the keys g and p, and is searched after pressing the key /', async () => {
    const api = startWith();
    api.on(productCatalog, ({ query }) => aPage(query.search === 'kettle' ? [KETTLE] : [KETTLE, LAMP]));
    renderApp(paths.listBusiness());
    await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
    await userEvent.keyboard('gp');
    await expect.element(rowOf('Lamp')).toBeVisible();
    expect(window.location.pathname).toBe(paths.products());
    await userEvent.keyboard('/');
    await expect.element(main.getByPlaceholder('Name, any code, brand')).toHaveFocus();
    await userEvent.keyboard('kettle');
    await expect.element(rowOf('Lamp')).not.toBeInTheDocument();
    await expect.element(rowOf('Kettle')).toBeVisible();
  });
  it('is accessible in both themes', async () => {
    const costs = { unitsOrdered: 1200, costEntryCount: 3, landedCostTotal: '6900.00', landedCostPerUnit: '5.75' };
    const categories = { FACTORY_INVOICE: '5400.00', SHIPPING: '1500.00' };
    const marks = {
      isProvisional: true,
      isBundle: true,
      variantCount: 2,
      tags: ['winter'],
      channel: ['AMAZON_DE'],
    } as const;
    const api = startWith([
      aCatalogRow({
        ...costs,
        ...marks,
        channel: [...marks.channel],
        tags: [...marks.tags],
        costByCategory: categories,
      }),
      LAMP,
    ]);
    api.on(getProductCompleteness, {
      products: 2,
      gaps: [{ gap: 'WEIGHT', products: 1, blockedLines: 0, blockedInvoices: [] }],
    });
    renderScreen(paths.products());
    await expect.element(main.getByRole('link', { name: '1 product lacks a weight' })).toBeVisible();
    await expectNoSeriousFindings('/products');
  });
});
