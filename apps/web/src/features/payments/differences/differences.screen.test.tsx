import {
  type BankFee,
  type BankFeePreview,
  bankFeeTotals,
  createBankFeeInvoice,
  listBankFees,
  previewBankFeeInvoice,
} from '@quayside/contracts/payments/bank-fees';
import {
  type ExchangeDifference,
  exchangeDifferenceTotals,
  listExchangeDifferences,
} from '@quayside/contracts/payments/exchange-differences';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { createView, listViews, type View } from '@quayside/contracts/views';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { NINGBO } from '../testing/a-payment.ts';

const ADDRESS = '/transactions/exchange-differences';
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const sums = { settlements: 2, base: '14754.40', booked: '14727.50', exchangeDifference: '26.90', fees: '15.35' };
const row = (over: Partial<ExchangeDifference> = {}): ExchangeDifference => ({
  id: '2026-11',
  month: '2026-11',
  supplier: null,
  document: null,
  ...sums,
  withoutRate: 0,
  ...over,
});
const OF_INVOICE = row({
  id: idOf(10),
  month: null,
  supplier: NINGBO,
  document: { type: 'INVOICE', id: idOf(10), number: 'HS-1', date: '2026-10-01', currency: 'CNY' },
});
const BANK = { id: idOf(77), companyName: 'The bank', localName: null };
const aFee = (over: Partial<BankFee> = {}): BankFee => ({
  id: idOf(700),
  day: '2026-11-02',
  fee: '12.00',
  supplier: NINGBO,
  paymentId: idOf(500),
  invoice: { id: idOf(10), number: 'HS-1' },
  purchaseOrder: null,
  position: 1,
  goodsOf: { id: idOf(10), number: 'HS-1' },
  isWaiting: false,
  ...over,
});
const WAITING = aFee({
  id: idOf(702),
  fee: '15.00',
  invoice: null,
  purchaseOrder: { id: idOf(900), number: 'PO-7' },
  goodsOf: null,
  isWaiting: true,
});
const PREVIEW: BankFeePreview = {
  supplier: BANK,
  date: '2026-11-02',
  currency: 'GBP',
  total: '15.35',
  lines: [
    {
      invoice: { id: idOf(10), number: 'HS-1' },
      supplier: NINGBO,
      amount: '12.00',
      goods: 'INVOICE',
      goodsCount: 2,
      fees: [aFee()],
    },
    {
      invoice: { id: idOf(11), number: 'FR-1' },
      supplier: NINGBO,
      amount: '3.35',
      goods: 'NONE',
      goodsCount: 0,
      fees: [aFee({ id: idOf(701), fee: '3.35', invoice: { id: idOf(11), number: 'FR-1' } })],
    },
  ],
};

function start({ rows = [row()], as = 'admin' as Visitor, supplier = BANK as BankFeePreview['supplier'] } = {}) {
  const api = startApi({ as });
  api.on(listExchangeDifferences, ({ query }) => aPage(query.by === 'INVOICE' ? [OF_INVOICE] : rows));
  api.on(exchangeDifferenceTotals, { count: rows.length, accountCurrency: 'GBP', ...sums, withoutRate: 0 });
  api.on(bankFeeTotals, {
    count: 3,
    fees: '30.35',
    ready: { count: 2, fees: '15.35' },
    waiting: { count: 1, fees: '15.00' },
    accountCurrency: 'GBP',
    months: [
      { month: '2026-10', count: 1, fees: '12.00' },
      { month: '2026-11', count: 1, fees: '3.35' },
    ],
  });
  api.on(listBankFees, aPage([WAITING]));
  api.on(previewBankFeeInvoice, { ...PREVIEW, supplier });
  api.on(listSuppliers, aPage([]));
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('exchange differences', () => {
  it('by month open the documents of the month, which open their bill; the sums are of the whole filter', async () => {
    const api = start();
    renderScreen(ADDRESS);
    await expect.element(main.getByRole('link', { name: 'Nov 2026' })).toBeVisible();
    await expect.element(main.getByText('+26.90').last()).toBeVisible();
    await expectNoSeriousFindings('/transactions/exchange-differences');
    await main.getByRole('link', { name: 'Nov 2026' }).click();
    await expect.element(main.getByRole('link', { name: 'HS-1' })).toBeVisible();
    expect(api.asked(listExchangeDifferences).at(-1)?.query).toMatchObject({
      by: 'INVOICE',
      filter: [{ field: 'day', op: 'between', values: ['2026-11-01', '2026-11-30'] }],
    });
    await expect
      .element(main.getByRole('link', { name: 'HS-1' }))
      .toHaveAttribute('href', `/invoices/${idOf(10)}?tab=schedule`);
    // The switch keeps the filter.
    await main.getByText('Supplier', { exact: true }).first().click();
    await expect
      .poll(() => api.asked(listExchangeDifferences).at(-1)?.query)
      .toMatchObject({
        by: 'SUPPLIER',
        filter: [{ field: 'day' }],
      });
  });

  it('keep named views, by month others than by supplier', async () => {
    const api = start();
    const stored: View[] = [];
    api.on(listViews, ({ params }) => stored.filter(({ gridId }) => gridId === params.gridId));
    api.on(createView, ({ body, params }) => {
      const view: View = {
        ...{ id: idOf(800), gridId: params.gridId, isMine: true, owner: null, isDefault: false },
        ...{ createdAt: '2026-11-16T09:00:00Z', updatedAt: '2026-11-16T09:00:00Z', version: 1 },
        ...body,
      };
      stored.push(view);
      return view;
    });
    renderScreen(`${ADDRESS}?f.currency.in=CNY`);
    const strip = main.getByRole('tablist', { name: 'Views of Exchange differences' });
    const yuan = strip.getByRole('tab', { name: /^Yuan/ });
    await main.getByRole('button', { name: 'Save as a view' }).click();
    await dialog.getByLabelText('Name', { exact: true }).fill('Yuan');
    await dialog.getByRole('button', { name: 'Create view' }).click();
    await expect.element(yuan).toHaveAttribute('aria-selected', 'true');
    expect(api.asked(createView)).toMatchObject([
      {
        params: { gridId: 'exchangeDifferencesByMonth' },
        body: { name: 'Yuan', state: { chips: [{ field: 'currency', op: 'in', values: ['CNY'] }] } },
      },
    ]);
    await main.getByText('Supplier', { exact: true }).first().click();
    const all = strip.getByRole('tab', { name: /^All exchange differences/ });
    await expect.element(all).toHaveAttribute('aria-selected', 'true');
    expect(yuan.query()).toBeNull();
    await main.getByText('Month', { exact: true }).first().click();
    await yuan.click();
    await expect.element(yuan).toHaveAttribute('aria-selected', 'true');
  });

  it('make an invoice of the chosen bank fees, and link it', async () => {
    const api = start();
    api.on(createBankFeeInvoice, {
      invoice: { id: idOf(50), number: 'BANK-FEES-2026-11-02' },
      supplier: BANK,
      currency: 'GBP',
      total: '12.00',
      lineCount: 1,
    });
    renderScreen(ADDRESS);
    await main.getByRole('button', { name: 'Make an invoice of the bank fees' }).click();
    await expect.element(dialog.getByRole('checkbox', { name: /FR-1/ })).toBeChecked();
    await expect
      .element(dialog.getByRole('combobox', { name: 'Supplier that stands for the bank' }))
      .toHaveValue('The bank');
    await expect.element(dialog.getByText(/^PO-7, .*£15.00/)).toBeVisible();
    await expectNoSeriousFindings();
    await dialog.getByRole('checkbox', { name: /FR-1/ }).click();
    await dialog.getByRole('checkbox', { name: 'Oct 2026, £12.00' }).click();
    await expect.poll(() => api.asked(previewBankFeeInvoice).at(-1)?.body).toEqual({ months: ['2026-11'] });
    await dialog.getByRole('textbox', { name: 'Number of the invoice' }).fill('Statement 11');
    // From the keyboard.
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText(/BANK-FEES-2026-11-02 of £12.00 was made/)).toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'Open the invoice BANK-FEES-2026-11-02' }))
      .toHaveAttribute('href', `/invoices/${idOf(50)}`);
    expect(api.asked(createBankFeeInvoice).map(({ body }) => body)).toEqual([
      { feeIds: [idOf(700)], supplierId: BANK.id, invoiceNumber: 'Statement 11' },
    ]);
  });

  it('say why no invoice was made, and need the supplier that stands for the bank', async () => {
    const api = start({ supplier: null });
    renderScreen(ADDRESS);
    await main.getByRole('button', { name: 'Make an invoice of the bank fees' }).click();
    await expect.element(dialog.getByRole('button', { name: 'Make an invoice of £15.35' })).toBeDisabled();
    api.on(previewBankFeeInvoice, PREVIEW);
    api.tellChanged('payments');
    const message = 'Some of these bank fees are in invoice BF-1 already.';
    api.refuse(createBankFeeInvoice, 'payments.fee_invoiced', { message, uses: [] });
    await dialog.getByRole('button', { name: 'Make an invoice of £15.35' }).click();
    await expect.element(dialog.getByText(message)).toBeVisible();
  });

  it('are read by a viewer on a phone, who cannot press anything', async () => {
    await page.viewport(390, 844);
    start({ as: 'viewer' });
    renderScreen(ADDRESS);
    await expect.element(main.getByRole('link', { name: 'Nov 2026' })).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Make an invoice of the bank fees' })).toBeDisabled();
    // The card has no second line; the label is below its figure all the same.
    const card = main.getByRole('listitem').filter({ hasText: 'Nov 2026' });
    const edgeOf = async (text: string) =>
      (await card.getByText(text, { exact: true }).findElement()).getBoundingClientRect().right;
    expect(await edgeOf('Difference')).toBeCloseTo(await edgeOf('+26.90'), 0);
  });

  it('are empty at first, and can be loaded again after a failure', async () => {
    const api = start({ rows: [] });
    const nothing = { count: 0, fees: '0.00' };
    api.on(bankFeeTotals, { ...nothing, ready: nothing, waiting: nothing, accountCurrency: 'GBP', months: [] });
    api.refuse(listExchangeDifferences, 'unavailable');
    renderScreen(ADDRESS);
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listExchangeDifferences, aPage([]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByRole('heading', { name: 'No payments yet' })).toBeVisible();
    expect(main.getByRole('button', { name: 'Make an invoice of the bank fees' }).query()).toBeNull();
  });
});
