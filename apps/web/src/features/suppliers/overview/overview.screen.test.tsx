import { getSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import {
  findSupplierDuplicates,
  getSupplier,
  getSupplierPurchases,
  listCountries,
  type SupplierPurchases,
} from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../testing/a-supplier.ts';
import { noBankDetails } from '../testing/bank-details.ts';

const NINGBO = aSupplier();
const PATH = paths.supplier(NINGBO.id, 'overview');
const main = page.getByRole('main');
const PURCHASES: SupplierPurchases = {
  currencies: [
    {
      currency: 'CNY',
      invoices: 3,
      unconfirmed: 1,
      invoiced: '12000.00',
      credited: '-500.00',
      net: '11500.00',
      firstDate: '2026-03-01',
      lastDate: '2026-10-20',
      months: [
        { month: '2026-09', net: '4000.00' },
        { month: '2026-10', net: '7500.00' },
      ],
    },
  ],
  products: [
    {
      product: { id: idOf(12), sku: 'KTL', name: 'Kettle' },
      currency: 'CNY',
      units: '2500',
      amount: '11500.00',
      lastUnitPrice: '4.6',
      lastDate: '2026-10-20',
    },
  ],
};

function startWith(purchases = PURCHASES, as: Visitor = 'admin', supplier = NINGBO) {
  const api = startApi({ as });
  api.on(listCountries, [{ value: 'CN', label: 'China' }]);
  api.on(findSupplierDuplicates, []);
  api.on(getSupplierBankDetails, noBankDetails());
  api.on(getSupplier, supplier);
  api.on(getSupplierPurchases, purchases);
  return api;
}

describe('the purchases from a supplier', () => {
  it('are shown in each currency, by month and by product', async () => {
    startWith();
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'CNY' })).toBeVisible();
    await expect.element(main.getByText('Invoiced, 3 invoices, 1 of them not confirmed')).toBeVisible();
    const months = main.getByRole('table', { name: 'The last 12 months in CNY' });
    await expect.element(months.getByRole('row', { name: /Sept 2026.*4,000\.00/ })).toBeInTheDocument();
    await expect.element(months.getByRole('row', { name: /Oct 2026.*7,500\.00/ })).toBeInTheDocument();
    const kettle = main.getByRole('row', { name: 'KTL Kettle 2,500 CNY 11,500.00 4.6000 20 Oct 2026' });
    await expect.element(kettle).toBeVisible();
    await expect.element(kettle.getByRole('link', { name: 'KTL' })).toHaveAttribute('href', paths.product('KTL'));
    await expectNoSeriousFindings('/suppliers/:id/overview');
  });
  it('are shown to viewers too', async () => {
    startWith(PURCHASES, 'viewer');
    renderScreen(PATH);
    await expect.element(main.getByRole('row', { name: /KTL Kettle/ })).toBeVisible();
  });
  it('say that nothing was bought yet', async () => {
    startWith({ currencies: [], products: [] });
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'Nothing bought yet' })).toBeVisible();
  });
  it('say that no line names a product', async () => {
    startWith({ ...PURCHASES, products: [] });
    renderScreen(PATH);
    await expect.element(main.getByText('No factory line names a product yet.')).toBeVisible();
  });
  it('show neither figures nor an empty state while they load', async () => {
    const api = startWith();
    const release = api.hold(getSupplierPurchases);
    renderScreen(PATH);
    await expect.poll(() => api.asked(getSupplierPurchases)).toHaveLength(1);
    expect(main.getByRole('heading', { name: 'Nothing bought yet' }).query()).toBeNull();
    release();
    await expect.element(main.getByRole('heading', { name: 'CNY' })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(getSupplierPurchases, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByText('Failed to get purchases.')).toBeVisible();
    api.on(getSupplierPurchases, PURCHASES);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByRole('heading', { name: 'CNY' })).toBeVisible();
  });
});

describe('the overview of a supplier', () => {
  const agreed = aSupplier({
    paymentTerms: [
      { percent: '30.00', event: 'ORDER', months: 0, days: 0, monthEnd: null },
      { percent: '70.00', event: 'BEFORE_SHIPPING', months: 0, days: 0, monthEnd: null },
    ],
    notes: 'Ask for Mrs Chen',
    owed: '194.00',
    hasBankDetails: true,
  });
  it('opens from the tabs before the form, and says how to reach the supplier and what was agreed', async () => {
    startWith(PURCHASES, 'admin', agreed);
    renderScreen(PATH);
    await expect.element(main.getByText('315000 Ningbo')).toBeVisible();
    await expect.element(main.getByText('China')).toBeVisible();
    const mail = main.getByRole('link', { name: 'sales@haosheng.example' });
    await expect.element(mail).toHaveAttribute('href', 'mailto:sales@haosheng.example');
    const telephone = main.getByRole('link', { name: '+86 574 8888 1234' });
    await expect.element(telephone).toHaveAttribute('href', 'tel:+8657488881234');
    await expect.element(main.getByText(/30.* % with the order, 70.* % before shipping/)).toBeVisible();
    await expect.element(main.getByText('35 days in general')).toBeVisible();
    await expect.element(main.getByText('Ask for Mrs Chen')).toBeVisible();
    await expect.element(main.getByRole('textbox').first()).not.toBeInTheDocument();
    await expect
      .element(main.getByRole('link', { name: 'Show them' }))
      .toHaveAttribute('href', paths.purchaseOrdersOf(agreed.id));
    const owed = main.getByRole('link', { name: '£194.00' });
    await expect.element(owed).toHaveAttribute('href', paths.supplier(agreed.id, 'statement'));
    await main.getByRole('link', { name: 'Stored, encrypted' }).click();
    await expect.element(main.getByRole('textbox', { name: /^City/ })).toHaveValue('Ningbo');
  });
  it('says what is not known', async () => {
    const bare = { email: null, telephone: null, addressLine1: null, city: null, postCode: null, state: null };
    startWith(PURCHASES, 'admin', aSupplier({ ...bare, country: null, currency: null, leadTime: null }));
    renderScreen(PATH);
    await expect.element(main.getByText('No address, e-mail or telephone yet')).toBeVisible();
    await expect.element(main.getByText('Not known').first()).toBeVisible();
    await expect.element(main.getByText('None stored')).toBeVisible();
    expect(main.getByText('Lead times').query()).toBeNull();
  });
});
