import { getProductCompleteness } from '@quayside/contracts/product-changes';
import { productCatalog, productTotals } from '@quayside/contracts/products';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
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
  it('shows a row for each product, and how many there are', async () => {
    startWith();
    renderApp(paths.products());
    await expect.element(rowOf('Kettle')).toBeVisible();
    await expect.element(rowOf('Lamp')).toBeVisible();
    await expect.element(main.getByText('2 products', { exact: true }).first()).toBeVisible();
  });
  it('shows no row before the answer has come', async () => {
    const api = startWith();
    const release = api.hold(productCatalog);
    renderApp(paths.products());
    await expect.poll(() => api.asked(productCatalog)).toHaveLength(1);
    expect(rowOf('Kettle').query()).toBeNull();
    release();
    await expect.element(rowOf('Kettle')).toBeVisible();
  });
  it('offers to add or to import the first product when there is none', async () => {
    startWith([]);
    renderApp(paths.products());
    await expect.element(main.getByRole('heading', { name: 'Add your first product' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Add product' }).first()).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  });
  it('says what failed, and shows the rows once the server answers again', async () => {
    const api = startWith();
    api.refuse(productCatalog, 'internal');
    renderApp(paths.products());
    await expect.element(main.getByText('Failed to get products.')).toBeVisible();
    api.on(productCatalog, aPage([KETTLE]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Kettle')).toBeVisible();
  });
  it('lets a viewer neither add nor import, and says why', async () => {
    startWith([KETTLE], 'viewer');
    renderApp(paths.products());
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Add product' })).toBeDisabled();
    await expect.element(main.getByRole('button', { name: 'Import' })).toBeDisabled();
  });
  it('tells how many products lack a weight, and leads to them', async () => {
    const api = startWith();
    const waiting = [{ id: idOf(10), number: 'HS-1' }];
    const gap = { gap: 'WEIGHT', products: 1, blockedLines: 1, blockedInvoices: waiting } as const;
    api.on(getProductCompleteness, { products: 2, gaps: [gap] });
    renderApp(paths.products());
    await expect.element(main.getByText(/1 invoice needs it/)).toBeVisible();
    await main.getByRole('link', { name: '1 product lacks a weight' }).click();
    await expect.element(main.getByText('1 product without a weight.')).toBeVisible();
    await expect
      .poll(() => api.asked(productCatalog).at(-1)?.query.filter)
      .toEqual([{ field: 'missing', op: 'in', values: ['WEIGHT'] }]);
  });
  it('says so when every product has its measures', async () => {
    startWith();
    renderApp(paths.products());
    await expect.element(main.getByText('Every product has a weight and a size.')).toBeVisible();
  });
  it('sorts by a column whose header is pressed', async () => {
    const api = startWith();
    renderApp(paths.products());
    await main.getByRole('columnheader', { name: /^SKU/ }).click();
    await expect.poll(() => api.asked(productCatalog).at(-1)?.query.sort).toEqual([{ field: 'sku', direction: 'asc' }]);
  });
});
