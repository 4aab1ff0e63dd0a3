import { listCountries, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from './testing/a-supplier.ts';

const NINGBO = aSupplier();
const SHENZHEN = aSupplier({ id: idOf(101), companyName: 'Shenzhen Brightway', currency: 'USD' });
const main = page.getByRole('main');
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(suppliers = [NINGBO, SHENZHEN], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(listSuppliers, aPage(suppliers));
  api.on(supplierTotals, { count: suppliers.length });
  return api;
}

describe('the list of suppliers', () => {
  it('shows a row for each supplier', async () => {
    startWith();
    renderApp('/suppliers');
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
    await expect.element(rowOf('Shenzhen Brightway')).toBeVisible();
    await expect.element(main.getByText('2 suppliers')).toBeVisible();
  });
  it('shows no row before the answer has come', async () => {
    const api = startWith();
    const release = api.hold(listSuppliers);
    renderApp('/suppliers');
    await expect.poll(() => api.asked(listSuppliers)).toHaveLength(1);
    expect(rowOf('Ningbo Haosheng').query()).toBeNull();
    release();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('offers to add the first supplier when there is none', async () => {
    startWith([]);
    renderApp('/suppliers');
    await expect.element(main.getByRole('heading', { name: 'No suppliers yet' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Add supplier' }).first()).toBeVisible();
  });
  it('says what failed, and shows the rows once the server answers again', async () => {
    const api = startWith();
    api.refuse(listSuppliers, 'internal');
    renderApp('/suppliers');
    await expect.element(main.getByText('Failed to get suppliers.')).toBeVisible();
    api.on(listSuppliers, aPage([NINGBO]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
  });
  it('lets a viewer add nothing, and says why', async () => {
    startWith([NINGBO], 'viewer');
    renderApp('/suppliers');
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Add supplier' })).toBeDisabled();
  });
  it('sorts by a column whose header is pressed', async () => {
    const api = startWith();
    renderApp('/suppliers');
    await main.getByRole('columnheader', { name: /Currency/ }).click();
    await expect
      .poll(() => api.asked(listSuppliers).at(-1)?.query.sort)
      .toEqual([{ field: 'currency', direction: 'asc' }]);
  });
  it('reads its rows anew when it is told that they changed', async () => {
    const api = startWith([NINGBO]);
    renderApp('/suppliers');
    await expect.element(rowOf('Ningbo Haosheng')).toBeVisible();
    api.on(listSuppliers, aPage([SHENZHEN]));
    api.tellChanged('suppliers', [NINGBO.id]);
    await expect.element(rowOf('Shenzhen Brightway')).toBeVisible();
    expect(rowOf('Ningbo Haosheng').query()).toBeNull();
  });
});
