import {
  type BulkBills,
  invoicePaymentTotals,
  listInvoicePayments,
  scheduleByTerms,
  settleBefore,
} from '@quayside/contracts/payments/payments';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aBill, anUnscheduledBill } from '../testing/a-payment.ts';
import { startBills } from '../testing/start-payables.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });
const OLD = anUnscheduledBill({
  invoiceId: idOf(20),
  invoice: { ...aBill().invoice, id: idOf(20), invoiceNumber: 'HS-0' },
});
const FOUND: BulkBills = {
  operationId: null,
  counts: { selected: 2, change: 1, fail: 1 },
  rows: [
    {
      invoiceId: idOf(20),
      invoiceNumber: 'HS-0',
      supplier: 'Ningbo Haosheng',
      currency: 'CNY',
      total: '10000.00',
      payments: [
        { percent: '30.00', amount: '3000.00', dueDate: '2026-11-23', isEstimated: false },
        { percent: '70.00', amount: '7000.00', dueDate: null, isEstimated: false },
      ],
      paidOn: null,
    },
  ],
  errors: [{ invoiceId: idOf(10), invoiceNumber: 'HS-1', message: 'It has a schedule already' }],
};

afterEach(() => page.viewport(1440, 900));

describe('the list of bills', () => {
  it('has a row for each invoice, also unscheduled ones, with totals over the whole filter', async () => {
    const api = startBills([aBill(), OLD]);
    renderScreen('/transactions');
    await expect.element(row(/HS-1/).getByText('0 of 2 paid')).toBeVisible();
    await expect.element(row(/HS-0/).getByText('Not scheduled')).toBeVisible();
    await expect.element(row(/^Total, 2/).getByText('2,150.00')).toBeVisible();
    await expect
      .element(
        row(/^Total, 2/)
          .getByText('20,000.00')
          .first(),
      )
      .toBeVisible();
    await expect
      .element(row(/HS-1/).getByRole('link', { name: 'HS-1' }))
      .toHaveAttribute('href', `/invoices/${idOf(10)}?tab=schedule`);
    expect(window.location.pathname).toBe('/transactions/bills');
    expect(api.asked(listInvoicePayments)[0]?.query.sort).toEqual([
      expect.objectContaining({ field: 'invoice.unixDate', direction: 'desc' }),
    ]);
    await expectNoSeriousFindings('/transactions/bills');
  });

  it('has room for all its columns at 1440 pixels', async () => {
    // The drawer, which is collapsed here, takes the other 170 pixels.
    await page.viewport(1270, 900);
    startBills([aBill({ total: '205520.00', open: '205520.00', openInAccountCurrency: '22155.06' }), OLD]);
    renderScreen('/transactions/bills');
    await expect.element(row(/HS-1/)).toBeVisible();
    const grid = main.element().querySelector('.ag-grid-viewport');
    await expect.poll(() => (grid?.scrollWidth ?? 1) - (grid?.clientWidth ?? 0)).toBe(0);
  });

  it('shows an error with a retry, then that there are none', async () => {
    const api = startBills([]);
    api.refuse(listInvoicePayments, 'internal');
    renderScreen('/transactions/bills');
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    startBillsAgain(api);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(main.getByRole('heading', { name: 'No bills yet' })).toBeVisible();
  });

  it('schedules many by their terms after a preview, and takes that back', async () => {
    const api = startBills([aBill(), OLD]);
    api.on(scheduleByTerms, ({ query }) => ({ ...FOUND, operationId: query.dryRun ? null : idOf(900) }));
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen('/transactions/bills');
    for (const name of [/HS-1/, /HS-0/]) await row(name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Schedule by terms' }).click();
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await expect.element(dialog.getByText('30 % · 3,000.00 · 23 Nov 2026')).toBeVisible();
    await expect.element(dialog.getByText('It has a schedule already')).toBeVisible();
    await dialog.getByRole('button', { name: 'Schedule 1 bill' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('1 bill is as it was.')).toBeVisible();
    expect(api.asked(scheduleByTerms).map(({ query, body }) => [query.dryRun, body.invoiceIds])).toEqual([
      [true, [idOf(10), idOf(20)]],
      [false, [idOf(10), idOf(20)]],
    ]);
  });

  it('changes all bills of a filter that the preview showed, and none that appeared after it', async () => {
    const api = startBills([aBill(), OLD]);
    api.on(scheduleByTerms, ({ query }) => ({ ...FOUND, operationId: query.dryRun ? null : idOf(900) }));
    api.on(listInvoicePayments, { ...aPage([aBill(), OLD]), totalElements: 3, totalPages: 2, last: false });
    const sums = { currencies: [], accountCurrency: 'GBP', openInAccountCurrency: '0.00', withoutRate: 0 };
    api.on(invoicePaymentTotals, { count: 3, unscheduled: 3, ...sums });
    renderScreen('/transactions/bills');
    for (const name of [/HS-1/, /HS-0/]) await row(name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Select all 3' }).click();
    const late = anUnscheduledBill({ invoiceId: idOf(30) });
    await page.getByRole('button', { name: 'Schedule by terms' }).click();
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await expect.element(dialog.getByText('It has a schedule already')).toBeVisible();
    api.on(listInvoicePayments, aPage([aBill(), OLD, late]));
    await dialog.getByRole('button', { name: 'Schedule 1 bill' }).click();
    await expect.element(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(api.asked(scheduleByTerms).map(({ query, body }) => [query.dryRun, body.invoiceIds])).toEqual([
      [true, [idOf(10), idOf(20)]],
      [false, [idOf(10), idOf(20)]],
    ]);
  });

  it('refuses to change all of more bills than one request can take, and says so', async () => {
    const api = startBills([aBill(), OLD]);
    api.on(listInvoicePayments, { ...aPage([aBill(), OLD]), totalElements: 2001, totalPages: 41, last: false });
    const sums = { currencies: [], accountCurrency: 'GBP', openInAccountCurrency: '0.00', withoutRate: 0 };
    api.on(invoicePaymentTotals, { count: 2001, unscheduled: 2001, ...sums });
    renderScreen('/transactions/bills');
    for (const name of [/HS-1/, /HS-0/]) await row(name).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Select all 2,001' }).click();
    for (const name of ['Schedule by terms', 'Settled before'])
      await expect.element(page.getByRole('button', { name })).toBeDisabled();
  });

  it('marks bills as settled before', async () => {
    const api = startBills([OLD]);
    api.on(settleBefore, ({ query }) => ({
      ...FOUND,
      rows: FOUND.rows.map((one) => ({ ...one, paidOn: '2026-11-16' })),
      operationId: query.dryRun ? null : idOf(901),
    }));
    renderScreen('/transactions/bills');
    await row(/HS-0/).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Settled before' }).click();
    await dialog.getByRole('button', { name: 'See what changes' }).click();
    await expect.element(dialog.getByText('Paid on 16 Nov 2026')).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark 1 bill as settled' }).click();
    await expect.element(page.getByText(/^1 bill counts as settled before\./)).toBeVisible();
    expect(api.asked(settleBefore).at(-1)?.body).toEqual({ invoiceIds: [idOf(20)] });
  });

  it('is read by a viewer, who selects nothing, and fits a phone', async () => {
    await page.viewport(390, 844);
    startBills([aBill(), OLD], 'viewer');
    renderScreen('/transactions/bills');
    await expect.element(main.getByRole('link', { name: 'HS-0' })).toBeVisible();
    await page.viewport(1440, 900);
    await expect.element(row(/HS-1/)).toBeVisible();
    expect(main.getByRole('checkbox').query()).toBeNull();
  });
});

/** Lets the list answer again. */
function startBillsAgain(api: ReturnType<typeof startBills>): void {
  api.on(listInvoicePayments, {
    content: [],
    totalElements: 0,
    totalPages: 0,
    number: 0,
    size: 50,
    first: true,
    last: true,
    totalIsCapped: false,
  });
}
