import { invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { anInvoice } from '../../features/invoices/testing/an-invoice.ts';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const INVOICE = anInvoice({
  id: idOf(10),
  supplierContact: { id: idOf(100), companyName: 'Ningbo Haosheng', localName: null },
});
const NO_INVOICES = { total: '0.00', unassigned: '0.00', withoutRate: 0 };
const NO_PRODUCTS = { unitsOrdered: 0, factoryCostTotal: '0.00', inboundCostTotal: '0.00', landedCostTotal: '0.00' };
const main = page.getByRole('main');
const link = (name: string) => main.getByRole('link', { name });

/** Starts an account with 4 invoices, of which 1 has unassigned costs, and 9 products, of which 2 have no weight. */
function startWith({ as = 'admin' as Visitor, invoices = 4, settings = {} } = {}) {
  const api = startApi({ as, settings });
  api.on(invoiceTotals, ({ query }) => {
    const chip = query.filter?.[0];
    const count = chip === undefined ? invoices : chip.field === 'unassigned' ? 1 : chip.values.length === 3 ? 3 : 0;
    return { count, total: '0.00', unassigned: chip?.field === 'unassigned' ? '77.50' : '0.00', withoutRate: 0 };
  });
  api.on(productTotals, ({ query }) => {
    const chip = query.filter?.[0];
    const count = chip === undefined ? 9 : chip.values[0] === 'WEIGHT' ? 2 : chip.field === 'missing' ? 0 : 7;
    return {
      count,
      unitsOrdered: 100,
      factoryCostTotal: '600.00',
      inboundCostTotal: '32.03',
      landedCostTotal: '632.03',
    };
  });
  api.on(supplierTotals, { count: 0, ...NOTHING_OWED });
  api.on(listInvoices, aPage(invoices === 0 ? [] : [INVOICE]));
  return api;
}

describe('the dashboard', { timeout: 60_000 }, () => {
  it('shows what the orders cost and which records need attention', async () => {
    startWith();
    renderApp(paths.home());
    await expect.element(main.getByText('£632.03')).toBeVisible();
    await expect.element(main.getByText('of 9', { exact: true })).toBeVisible();
    await expect.element(main.getByText('of 4 in total')).toBeVisible();
    await expect.element(main.getByText('2 tasks, most urgent first')).toBeVisible();
    await expect.element(main.getByText('2 products have no weight')).toBeVisible();
    await expect.element(link('Assign')).toHaveAttribute('href', expect.stringContaining('f.unassigned.isNotEmpty'));
  });
  it('shows the most recent changes', async () => {
    startWith();
    renderApp(paths.home());
    const recent = main.getByRole('table', { name: 'Recently updated invoices' });
    await expect.element(recent.getByRole('link', { name: 'HS-1' })).toHaveAttribute('href', paths.invoice(idOf(10)));
    await expect.element(recent.getByText('Ningbo Haosheng')).toBeVisible();
    await expectNoSeriousFindings('/');
  });
  it('offers an admin to add records', async () => {
    startWith();
    renderApp(paths.home());
    await expect.element(main.getByRole('heading', { name: 'Quick add' })).toBeVisible();
    const tile = (name: string) => main.getByRole('link', { name, exact: true });
    await expect.element(tile('Supplier')).toHaveAttribute('href', paths.supplierAdd());
    await expect.element(tile('Product')).toHaveAttribute('href', paths.productAdd());
    await expect.element(tile('Invoice')).toHaveAttribute('href', paths.invoiceAdd());
  });
  it('shows neither figures nor an empty state while it loads', async () => {
    const api = startWith();
    const release = [api.hold(invoiceTotals), api.hold(productTotals), api.hold(listInvoices)];
    renderApp(paths.home());
    await expect.element(main.getByRole('heading', { name: 'Recently updated invoices' })).toBeVisible();
    expect(main.getByText('£632.03').query()).toBeNull();
    expect(main.getByRole('heading', { name: 'No invoices yet' }).query()).toBeNull();
    for (const one of release) one();
    await expect.element(main.getByText('£632.03')).toBeVisible();
    await expect.element(link('HS-1')).toBeVisible();
  });
  it('offers to add the first invoice when there is none', async () => {
    startWith({ invoices: 0 });
    renderApp(paths.home());
    await expect.element(main.getByRole('heading', { name: 'No invoices yet' })).toBeVisible();
    await expect.element(link('Add invoice').first()).toHaveAttribute('href', paths.invoiceAdd());
    // Missing figures are not replaced by sample figures.
    expect(main.getByText(/£/).elements()).toEqual([]);
  });
  it('says that nothing needs attention', async () => {
    const api = startWith();
    api.on(invoiceTotals, ({ query }) => ({ ...NO_INVOICES, count: query.filter?.length ? 0 : 4 }));
    api.on(productTotals, ({ query }) => ({ ...NO_PRODUCTS, count: query.filter?.length ? 0 : 9 }));
    renderApp(paths.home());
    await expect.element(main.getByText(/^You have nothing to do\./)).toBeVisible();
    expect(link('Assign').query()).toBeNull();
  });
  it('shows a viewer what needs attention, and offers nothing to add', async () => {
    startWith({ as: 'viewer' });
    renderApp(paths.home());
    await expect.element(main.getByRole('heading', { name: 'Left to do' })).toBeVisible();
    await expect.element(link('Show').first()).toBeVisible();
    expect(main.getByRole('heading', { name: 'Quick add' }).query()).toBeNull();
    expect(link('Assign').query()).toBeNull();
  });
  it('names what could not be loaded, and loads it again on request', async () => {
    const api = startWith();
    api.refuse(productTotals, 'internal');
    renderApp(paths.home());
    await expect.element(main.getByRole('alert')).toBeVisible();
    startWithProducts(api);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByText('£632.03')).toBeVisible();
  });
  it('leads an admin to the setting that switches the section on', async () => {
    startWith({ settings: { isManagementSectionEnabled: false, isFeeTrackerActive: false } });
    renderApp(paths.home());
    await expect.element(main.getByRole('heading', { name: /are switched off in this account/ })).toBeVisible();
    await expect.element(link('Open settings').last()).toHaveAttribute('href', paths.accountSettings());
  });
});

function startWithProducts(api: ReturnType<typeof startApi>) {
  api.on(productTotals, {
    count: 9,
    unitsOrdered: 100,
    factoryCostTotal: '600.00',
    inboundCostTotal: '32.03',
    landedCostTotal: '632.03',
  });
}
