import { exportSupplierStatement } from '@quayside/contracts/exports';
import {
  type CurrencyStatement,
  getSupplierBalance,
  getSupplierStatement,
  type SupplierBalance,
} from '@quayside/contracts/payments/supplier-statements';
import {
  findSupplierDuplicates,
  getSupplier,
  listCountries,
  type Supplier,
} from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, USER_ID, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { overdueOfSupplier } from './statement-paths.ts';

const main = page.getByRole('main');
const SUPPLIER: Supplier = {
  ...{ id: idOf(100), userId: USER_ID, companyName: 'Ningbo Haosheng', localName: null, email: null, telephone: null },
  ...{ addressLine1: null, addressLine2: null, addressLine3: null, city: null, postCode: null, state: null },
  ...{ country: null, currency: 'CNY', notes: null, leadTime: null, shippingMethod: null, xeroId: null },
  ...{ paymentTerms: [], leadTimes: [], hasBankDetails: false, invoiceCount: 1, productCount: 0, archivedAt: null },
  tolerances: { pricePercent: '2.00', priceAmount: '0.00', currency: 'GBP', quantityPercent: '0.00' },
  ...{ owed: '194.00', overdue: '103.00', owedWithoutRate: 0, version: 1 },
  ...{ createdAt: '2026-11-01T09:00:00Z', updatedAt: '2026-11-16T09:00:00Z' },
};
const { id, companyName, localName } = SUPPLIER;
const PATH = paths.supplier(id, 'statement');
const REF = { id, companyName, localName };
const sum = (count: number, amount: string) => ({ count, amount, inAccountCurrency: '0.00', withoutRate: 0 });
const BALANCE: SupplierBalance = {
  supplier: REF,
  accountCurrency: 'GBP',
  today: '2026-11-20',
  currencies: [
    {
      currency: 'CNY',
      owed: { count: 3, amount: '1940.00', inAccountCurrency: '194.00', withoutRate: 1 },
      overdue: sum(2, '1030.00'),
      notDue: sum(0, '0.00'),
      withoutDay: sum(1, '910.00'),
      onPurchaseOrders: sum(1, '910.00'),
      credits: sum(2, '70.00'),
      deposits: sum(1, '390.00'),
      balance: '570.00',
    },
  ],
  owedInAccountCurrency: '194.00',
  overdueInAccountCurrency: '103.00',
  withoutRate: 1,
};
const line = (over: Partial<CurrencyStatement['lines'][number]>): CurrencyStatement['lines'][number] => ({
  ...{ kind: 'INVOICE', day: '2026-11-01', documents: [{ type: 'INVOICE', id: idOf(1), number: 'A-1' }] },
  ...{ reference: null, debit: null, credit: null, used: null, balance: '0.00', isConfirmed: true, difference: null },
  ...over,
});
const ORDER = { type: 'PURCHASE_ORDER', id: idOf(2), number: 'PO-S' } as const;
const CNY: CurrencyStatement = {
  ...{ currency: 'CNY', opening: '0.00', debit: '1000.00', credit: '600.00', closing: '400.00', count: 3, omitted: 0 },
  lines: [
    line({ debit: '1000.00', balance: '1000.00', difference: '10.00' }),
    line({
      kind: 'DEPOSIT',
      day: '2026-11-05',
      documents: [ORDER],
      reference: 'TT 5',
      credit: '600.00',
      balance: '400.00',
    }),
    line({ kind: 'DEPOSIT_USED', day: '2026-11-20', documents: [ORDER, ...line({}).documents], used: '210.00' }),
  ],
  unscheduled: { count: 2, total: '300.00' },
};

function start(currencies: CurrencyStatement[] = [CNY], as: Visitor = 'admin', balance = BALANCE) {
  const api = startApi({ as });
  api.on(getSupplier, SUPPLIER);
  api.on(findSupplierDuplicates, []);
  api.on(listCountries, []);
  api.on(getSupplierBalance, balance);
  api.on(getSupplierStatement, ({ query: { from = null, to = null } }) => ({ supplier: REF, from, to, currencies }));
  return api;
}
const NOTHING: SupplierBalance = { ...BALANCE, currencies: [], owedInAccountCurrency: '0.00', withoutRate: 0 };

afterEach(() => page.viewport(1440, 900));

describe('the statement of a supplier', () => {
  it('says what is owed and overdue, and lists what moved the balance, also to viewers', async () => {
    start([CNY], 'viewer');
    renderScreen(PATH);
    const owed = main.getByRole('region', { name: 'What is owed to the supplier' });
    await expect.element(owed.getByText('1,940.00')).toBeVisible();
    await expect
      .element(owed.getByRole('link', { name: 'CNY 1,030.00 of it is overdue: 2 payments.' }))
      .toHaveAttribute('href', overdueOfSupplier(id));
    await expect.element(owed.getByText(/1 payment has no rate and is not in this amount\./)).toBeVisible();
    const table = main.getByRole('table', { name: 'Statement in CNY' });
    await expect.element(table.getByRole('row', { name: /Invoice.* A-1 1,000\.00 1,000\.00$/ })).toBeVisible();
    const deposit = table.getByRole('row', { name: /Deposit PO-S TT 5/ });
    await expect.element(deposit.getByText('600.00')).toBeVisible();
    await expect.element(deposit.getByText('400.00')).toBeVisible();
    await expect
      .element(deposit.getByRole('link', { name: 'PO-S' }))
      .toHaveAttribute('href', paths.purchaseOrder(ORDER.id));
    await expect.element(table.getByText('CNY 210.00, moves no balance')).toBeVisible();
    await expect.element(table.getByRole('row', { name: /Closing balance 1,000\.00 600\.00 400\.00/ })).toBeVisible();
    await expect
      .element(main.getByText('2 invoices of CNY 300.00 have no schedule and are not in the statement.'))
      .toBeVisible();
    await expectNoSeriousFindings('/suppliers/:id/statement');
  });

  it('is of the chosen days, which the address keeps, and is exported and printed', async () => {
    const api = start();
    api.on(exportSupplierStatement, new File(['x'], 'statement.csv'));
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await page.viewport(390, 844);
    renderScreen(`${PATH}?from=2026-11-05`);
    await main.getByRole('textbox', { name: 'To' }).fill('2026-11-12');
    await main.getByRole('textbox', { name: 'From' }).click();
    await expect
      .poll(() => api.asked(getSupplierStatement).at(-1)?.query)
      .toEqual({ from: '2026-11-05', to: '2026-11-12' });
    await main.getByRole('button', { name: 'Export statement' }).click();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    await expect.poll(() => api.asked(exportSupplierStatement).at(-1)?.query).toMatchObject({ to: '2026-11-12' });
    await main.getByRole('button', { name: 'Print' }).click();
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
    await main.getByRole('textbox', { name: 'To' }).fill('2026-11-01');
    await main.getByRole('textbox', { name: 'From' }).click();
    await expect.element(main.getByText('Choose a day that is not after the other one')).toBeVisible();
    expect(main.getByRole('table').query()).toBeNull();
  });

  it('says when nothing is owed yet', async () => {
    start([], 'admin', NOTHING);
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'Nothing is owed yet' })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Print' })).toBeDisabled();
  });

  it('shows no figures before they are loaded, and can be loaded again after an error', async () => {
    const api = start();
    const release = api.hold(getSupplierStatement);
    api.refuse(getSupplierBalance, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByText('An error occured trying to get balance.')).toBeVisible();
    expect(main.getByRole('table').query()).toBeNull();
    release();
    await expect.element(main.getByRole('table', { name: 'Statement in CNY' })).toBeVisible();
    api.on(getSupplierBalance, BALANCE);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByText('1,940.00')).toBeVisible();
  });
});
