import { invoiceTotals } from '@quayside/contracts/invoices';
import { productTotals } from '@quayside/contracts/products';
import { supplierTotals } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import type { Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const link = (name: string) => main.getByRole('link', { name });

function startWith({ suppliers = 0, invoices = 0, as = 'admin' as Visitor, settings = {} } = {}) {
  const api = startApi({ as, settings });
  api.on(invoiceTotals, { count: invoices, total: '0.00', unassigned: '0.00', withoutRate: 0 });
  api.on(supplierTotals, { count: suppliers });
  api.on(productTotals, {
    count: 0,
    unitsOrdered: 0,
    factoryCostTotal: '0.00',
    inboundCostTotal: '0.00',
    landedCostTotal: '0.00',
  });
  return api;
}

describe('the first steps of an account', () => {
  it('lead where each of them is done', async () => {
    startWith();
    renderApp(paths.onboarding());
    await expect.element(main.getByText('1 of 5 done')).toBeVisible();
    await expect.element(link('Open settings')).toHaveAttribute('href', paths.accountSettings());
    await expect.element(link('Add supplier')).toHaveAttribute('href', paths.supplierAdd());
    await expect.element(link('Add product')).toHaveAttribute('href', paths.productAdd());
    await expect.element(link('Add invoice')).toHaveAttribute('href', paths.invoiceAdd());
  });
  it('tick themselves by what is there', async () => {
    startWith({ suppliers: 2, settings: { version: 2 } });
    renderApp(paths.onboarding());
    await expect.element(main.getByText('3 of 5 done')).toBeVisible();
    await expect.element(main.getByText('First supplier: done')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
  });
  it('are all done with the first invoice', async () => {
    startWith({ invoices: 1 });
    renderApp(paths.onboarding());
    await expect.element(main.getByRole('heading', { name: 'Everything is set up' })).toBeVisible();
    await expect.element(link('Go to the dashboard')).toHaveAttribute('href', paths.home());
  });
  it('are two without the management section', async () => {
    startWith({ settings: { isManagementSectionEnabled: false } });
    renderApp(paths.onboarding());
    await expect.element(main.getByText('1 of 2 done')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
  });
  it('show that they are on their way', async () => {
    const api = startWith();
    const release = api.hold(invoiceTotals);
    renderApp(paths.onboarding());
    await expect.element(main.getByRole('status')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
    release();
    await expect.element(link('Add supplier')).toBeVisible();
  });
  it('that cannot be read can be asked for again', async () => {
    const api = startWith();
    api.refuse(invoiceTotals, 'internal');
    renderApp(paths.onboarding());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(invoiceTotals, { count: 0, total: '0.00', unassigned: '0.00', withoutRate: 0 });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(link('Add supplier')).toBeVisible();
  });
  it('are none for a viewer', async () => {
    const api = startWith({ as: 'viewer' });
    renderApp(paths.onboarding());
    await expect.element(main.getByRole('heading', { name: 'An admin has to set up this account' })).toBeVisible();
    expect(link('Open settings').query()).toBeNull();
    expect(api.asked(invoiceTotals)).toEqual([]);
  });
});
