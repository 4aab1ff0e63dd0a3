import {
  getReconciliation,
  listReconciliationItems,
  type Reconciliation,
  type ReconciliationItem,
} from '@quayside/contracts/costs/cost-reports';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { ReconciliationPage } from './reconciliation.page.tsx';

const SUMS = {
  assigned: '900.00',
  unassigned: '50.00',
  excluded: '0.00',
  recoverableTax: '40.00',
  difference: '10.00',
  total: '1000.00',
  addsUp: true,
};
const DATA: Reconciliation = {
  account: { currency: 'GBP', invoices: 3, withoutRate: 0, ...SUMS },
  currencies: [{ currency: 'USD', invoices: 2, withoutTotal: 1, ...SUMS }],
  products: { factory: '700.00', inbound: '200.00', landed: '900.00', equalsAssigned: true },
  openingStock: { lots: 2, units: 30, landed: '45.00' },
  unassignedByReason: [{ reason: 'NO_SCOPE', currency: 'USD', lines: 2, amount: '50.00' }],
  lastCheck: { at: new Date().toISOString(), broken: 0 },
};
const ITEM: ReconciliationItem = {
  kind: 'UNASSIGNED',
  invoice: { id: idOf(10), number: 'MOF-9', supplierName: 'Meridian', date: '2026-10-09', status: 'OPEN' },
  line: { id: idOf(11), position: 2, name: 'Sea freight', costType: 'SHIPPING' },
  currency: 'USD',
  amount: '50.00',
  accountAmount: '40.00',
  reason: 'NO_SCOPE',
  exclusionReason: null,
};
const main = page.getByRole('main');
const account = main.getByRole('region', { name: /^All invoices in GBP/ });
const dollars = main.getByRole('region', { name: /^USD/ });

function open(data: Reconciliation = DATA, as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(getReconciliation, data);
  api.on(listReconciliationItems, aPage([ITEM]));
  api.on(listSuppliers, aPage([]));
  return { api, show: () => renderPart(<ReconciliationPage />, paths.reconciliation()) };
}

describe('the reconciliation', () => {
  it('shows that all invoices and each currency add up, and the sum of the products', async () => {
    open().show();
    await expect.element(account.getByText('Adds up')).toBeVisible();
    await expect.element(account).toMatchTextContent('3 invoices, each invoice at its own rate');
    await expect.element(account).toMatchTextContent('700.00 factory + 200.00 inbound = 900.00 landed');
    await expect.element(account).toMatchTextContent('45.00 opening stock, which has no invoices');
    await expect.element(account.getByText('The same as assigned')).toBeVisible();
    await expect.element(account.getByText('Nightly check just now: every rule passed')).toBeVisible();
    await expect.element(dollars).toMatchTextContent('2 invoices · 1 without a total');
    await expect
      .element(dollars.getByRole('link', { name: /^Invoices/ }))
      .toHaveAttribute('href', `${paths.invoices()}?f.currency.in=USD`);
    await expect
      .element(account.getByRole('link', { name: /^Assigned/ }))
      .toHaveAttribute('href', paths.assignedCosts());
  });
  it('shows the missing amount if something does not add up, and the rules that failed', async () => {
    open({
      ...DATA,
      account: { ...DATA.account, total: '1004.00', addsUp: false, withoutRate: 2 },
      products: { ...DATA.products, landed: '899.00', equalsAssigned: false },
      lastCheck: { at: new Date().toISOString(), broken: 2 },
    }).show();
    await expect.element(account.getByText('GBP 4.00 is missing')).toBeVisible();
    await expect.element(account.getByText(/£1\.00 different from assigned$/)).toBeVisible();
    await expect.element(account.getByText('Nightly check just now: 2 rules failed')).toBeVisible();
    await expect
      .element(account.getByRole('button', { name: '2 invoices have no rate and are left out' }))
      .toBeVisible();
    expect(account.getByText('Adds up').query()).toBeNull();
  });
  it('lists the amounts behind a figure after a click: of all currencies, of one, or for one reason', async () => {
    const { api, show } = open();
    show();
    const asked = () => api.asked(listReconciliationItems).at(-1)?.query.filter;
    const unassigned = account.getByRole('button', { name: /^Unassigned/ });
    await unassigned.click();
    await expect.element(unassigned).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(asked).toEqual([{ field: 'kind', op: 'in', values: ['UNASSIGNED'] }]);
    await dollars.getByRole('button', { name: /^Recoverable tax/ }).click();
    await expect.poll(asked).toEqual(
      expect.arrayContaining([
        { field: 'kind', op: 'in', values: ['TAX'] },
        { field: 'currency', op: 'in', values: ['USD'] },
      ]),
    );
    await dollars.getByRole('button', { name: /^Nothing to spread it over 50\.00 2 lines$/ }).click();
    await expect.poll(asked).toEqual(expect.arrayContaining([{ field: 'reason', op: 'in', values: ['NO_SCOPE'] }]));
    await expect.element(unassigned).toHaveAttribute('aria-pressed', 'false');
  });
  it('links from the list to the invoice of a line', async () => {
    open().show();
    const row = main.getByRole('row', { name: /MOF-9/ });
    await expect
      .element(row.getByRole('link', { name: 'MOF-9' }))
      .toHaveAttribute('href', expect.stringContaining(paths.invoice(idOf(10))));
    await expect.element(row).toMatchTextContent('Nothing to spread it over');
  });
  it('says that everything is assigned, or that no invoice counts yet', async () => {
    const { api, show } = open();
    api.on(listReconciliationItems, aPage([]));
    show();
    await expect.element(main.getByRole('heading', { name: 'Everything is assigned' })).toBeVisible();
  });
  it('shows only a sentence while no invoice counts', async () => {
    open({ ...DATA, currencies: [], unassignedByReason: [], lastCheck: null }).show();
    await expect.element(main.getByRole('heading', { name: 'Nothing to reconcile yet' })).toBeVisible();
    expect(account.query()).toBeNull();
  });
  it('shows a loading state', async () => {
    const { api, show } = open();
    const release = api.hold(getReconciliation);
    show();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(account).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = open();
    api.refuse(getReconciliation, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getReconciliation, DATA);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(account).toBeVisible();
  });
  it('is shown to a viewer, and is updated live', async () => {
    const { api } = open(DATA, 'viewer');
    renderScreen(paths.reconciliation());
    await expect.element(account.getByText('Adds up')).toBeVisible();
    api.on(getReconciliation, { ...DATA, account: { ...DATA.account, total: '1004.00', addsUp: false } });
    api.tellChanged('costs');
    await expect.element(account.getByText('GBP 4.00 is missing')).toBeVisible();
  });
  it('is accessible in both themes', async () => {
    open({ ...DATA, account: { ...DATA.account, total: '1004.00', addsUp: false, withoutRate: 2 } });
    renderScreen(paths.reconciliation());
    await expect.element(main.getByRole('row', { name: /MOF-9/ })).toBeVisible();
    await expectNoSeriousFindings('/transactions/reconciliation');
  });
});
