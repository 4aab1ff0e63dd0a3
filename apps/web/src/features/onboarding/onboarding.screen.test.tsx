import { invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { productTotals } from '@quayside/contracts/products/product-lists';
import { supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import type { Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { NOTHING_OWED } from '../../testing/nothing-owed.ts';

const main = page.getByRole('main');
const link = (name: string) => main.getByRole('link', { name });

function startWith({ suppliers = 0, invoices = 0, as = 'admin' as Visitor, settings = {} } = {}) {
  const api = startApi({ as, settings });
  api.on(invoiceTotals, { count: invoices, total: '0.00', unassigned: '0.00', withoutRate: 0 });
  api.on(supplierTotals, { count: suppliers, ...NOTHING_OWED });
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
  it('link to the screen of each step', async () => {
    startWith();
    renderScreen(paths.onboarding());
    await expect.element(main.getByText('1 of 5 done')).toBeVisible();
    await expect.element(link('Open settings')).toHaveAttribute('href', paths.accountSettings());
    await expect.element(link('Add supplier')).toHaveAttribute('href', paths.supplierAdd());
    await expect.element(link('Add product')).toHaveAttribute('href', paths.productAdd());
    await expect.element(link('Add invoice')).toHaveAttribute('href', paths.invoiceAdd());
  });
  it('are done as soon as their data exists', async () => {
    startWith({ suppliers: 2, settings: { version: 2 } });
    renderScreen(paths.onboarding());
    await expect.element(main.getByText('3 of 5 done')).toBeVisible();
    await expect.element(main.getByText('First supplier: done')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
    await expectNoSeriousFindings('/onboarding');
  });
  it('are all done with the first invoice', async () => {
    startWith({ invoices: 1 });
    renderScreen(paths.onboarding());
    await expect.element(main.getByRole('heading', { name: 'Everything is set up' })).toBeVisible();
    await expect.element(link('Go to the dashboard')).toHaveAttribute('href', paths.home());
  });
  it('are two without the management section', async () => {
    startWith({ settings: { isManagementSectionEnabled: false } });
    renderScreen(paths.onboarding());
    await expect.element(main.getByText('1 of 2 done')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
  });
  it('show a loading state', async () => {
    const api = startWith();
    const release = api.hold(invoiceTotals);
    renderScreen(paths.onboarding());
    await expect.element(main.getByRole('status')).toBeVisible();
    expect(link('Add supplier').query()).toBeNull();
    release();
    await expect.element(link('Add supplier')).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(invoiceTotals, 'internal');
    renderScreen(paths.onboarding());
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(invoiceTotals, { count: 0, total: '0.00', unassigned: '0.00', withoutRate: 0 });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(link('Add supplier')).toBeVisible();
  });
  it('do not exist for a viewer', async () => {
    const api = startWith({ as: 'viewer' });
    renderScreen(paths.onboarding());
    await expect.element(main.getByRole('heading', { name: 'An admin has to set up this account' })).toBeVisible();
    expect(link('Open settings').query()).toBeNull();
    expect(api.asked(invoiceTotals)).toEqual([]);
  });
});

describe('the card of the first steps', () => {
  const stored = () =>
    (JSON.parse(localStorage.getItem('quayside.app') ?? '{}') as { data?: { onboarding: unknown } }).data?.onboarding;

  it('is on the dashboard, with the next step highlighted', async () => {
    startWith().on(listInvoices, aPage([]));
    renderScreen(paths.home());
    await expect.element(main.getByText('1 of 5 done')).toBeVisible();
    const next = main.getByRole('listitem').filter({ hasText: 'Currency and settings' });
    await expect.element(next).toHaveAttribute('aria-current', 'step');
  });
  it('is minimised to one line with the next step, and closed; this browser stores both', async () => {
    startWith().on(listInvoices, aPage([]));
    renderScreen(paths.home());
    await main.getByRole('button', { name: 'Minimise the steps' }).click();
    await expect.element(link('Open settings')).not.toBeInTheDocument();
    await expect.element(main.getByRole('link', { name: /^Next: / })).toHaveAttribute('href', paths.accountSettings());
    expect(stored()).toMatchObject({ shown: true, minimised: true });
    await main.getByRole('button', { name: 'Close the steps' }).click();
    await expect.element(main.getByRole('heading', { name: 'Set up your account' })).not.toBeInTheDocument();
    expect(stored()).toMatchObject({ shown: false, minimised: true });
  });
});
