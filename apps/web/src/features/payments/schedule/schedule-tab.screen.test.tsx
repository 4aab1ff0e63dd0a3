import { listPaymentAccountCodes } from '@quayside/contracts/payments/account-codes';
import { listCredits, previewCreditNote, takeUpCreditNotes, useCredit } from '@quayside/contracts/payments/credits';
import { setDeposit } from '@quayside/contracts/payments/deposits';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import {
  addRestPayment,
  createInvoicePayment,
  deleteInvoicePayment,
  getInvoicePayment,
  type InvoicePayment,
  listPaymentEntries,
  takePaymentSurplus,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import {
  aBalance,
  aBill,
  aCredit,
  anEntry,
  anUnscheduledBill,
  aPayment,
  no,
  paidOf,
  YES,
} from '../testing/a-payment.ts';
import { anInvoice } from '../../invoices/testing/an-invoice.ts';
import { ScheduleTab } from './schedule-tab.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const named = (name: string) => main.getByLabelText(name, { exact: true });
const item = (text: string) => main.getByRole('listitem').filter({ hasText: text });
const INVOICE = anInvoice({ id: idOf(10), total: '10000.00' });

function open(
  bill: InvoicePayment = aBill(),
  { as = 'admin', invoice = INVOICE }: { as?: Visitor; invoice?: InvoiceWithLines } = {},
) {
  const api = startApi({ as });
  let stored = bill;
  api.on(getInvoicePayment, () => stored);
  api.on(listCredits, aPage([]));
  api.on(listPaymentEntries, []);
  api.on(listPaymentAccountCodes, []);
  api.on(updateInvoicePayment, () => stored);
  renderPart(<ScheduleTab invoice={invoice} />);
  const store = (next: InvoicePayment) => (stored = next);
  return { api, store };
}

afterEach(() => page.viewport(1440, 900));

describe('the schedule of an invoice', () => {
  it('shows each instalment with its day, and the sums', async () => {
    open(
      aBill({
        payments: [paidOf(aPayment()), aBalance()],
        settled: '3000.00',
        open: '7000.00',
        exchangeDifference: '2.50',
      }),
    );
    await expect.element(item('30 %').getByText('Paid', { exact: true })).toBeVisible();
    await expect.element(item('70 %').getByText('Shipping − 7 d')).toBeVisible();
    const sums = main.getByRole('group', { name: 'Sums of the payments' });
    for (const figure of ['CNY 10,000.00', 'CNY 3,000.00', 'CNY 7,000.00'])
      await expect.element(sums.getByText(figure)).toBeVisible();
    await expect.element(sums.getByText('+£2.50')).toBeVisible();
    await expectNoSeriousFindings();
  });

  it('says when the goods were delivered, from which the day counts', async () => {
    const delivery = { event: 'DELIVERY', days: 30, dueDate: '2020-04-02', eventDay: '2020-03-03' } as const;
    open(aBill({ payments: [aPayment(), aBalance(delivery)] }));
    await expect.element(item('70 %').getByText(/delivered 3 Mar 2020/)).toBeVisible();
    await expect.element(item('70 %')).toMatchTextContent(/Delivery \+ 30 d/);
    expect(
      item('30 %')
        .getByText(/delivered/)
        .query(),
    ).toBeNull();
    await expectNoSeriousFindings();
  });

  it('shows the deposit that was taken off, which a person can change', async () => {
    const purchaseOrder = { id: idOf(900), number: 'PO-7' };
    const deposit = { purchaseOrder, amount: '3600.00', base: '410.00', isTyped: false };
    const { api, store } = open(aBill({ deposits: [deposit] }));
    await expect.element(main.getByRole('link', { name: 'Deposit of PO-7' })).toBeVisible();
    await expect.element(item('Deposit of PO-7').getByText('£410.00')).toBeVisible();
    api.on(setDeposit, () => store(aBill({ deposits: [{ ...deposit, amount: '100.00', isTyped: true }] })));
    await button('Change').click();
    await dialog.getByLabelText('Taken off').fill('100');
    await dialog.getByRole('button', { name: 'Save deposit' }).click();
    await expect.element(item('Deposit of PO-7').getByText('typed')).toBeVisible();
    expect(api.asked(setDeposit)[0]?.body).toEqual({ amount: '100.00', version: 3 });
    await button('Change').click();
    await dialog.getByLabelText('Taken off').fill('');
    await dialog.getByRole('button', { name: 'Save deposit' }).click();
    await expect.poll(() => api.asked(setDeposit)[1]?.body).toEqual({ amount: null, version: 3 });
    await expectNoSeriousFindings();
  });

  it('is made by the terms of the supplier', async () => {
    const { api, store } = open(anUnscheduledBill());
    api.on(createInvoicePayment, () => store(aBill()));
    await button('Schedule by terms').click();
    await expect.element(item('70 %')).toBeVisible();
    expect(api.asked(createInvoicePayment)[0]?.body).toEqual({ invoiceId: idOf(10), byTerms: true });
  });

  it('is not offered while the invoice has no total', async () => {
    const reason = 'Payments can be scheduled once the invoice has a total above 0.';
    const can = { ...anUnscheduledBill().can, schedule: { allowed: false, reason } };
    open(anUnscheduledBill({ total: null, can }));
    await expect.element(button('Schedule by terms')).toBeDisabled();
    await expect.element(main.getByText(reason)).toBeVisible();
  });

  it('offers the ten documented shares', async () => {
    open(anUnscheduledBill());
    await button('Type a schedule').click();
    await named('Share of payment 1').click();
    const shares = page.getByRole('option');
    await expect
      .poll(() => shares.elements().map((one) => one.textContent))
      .toEqual(Array.from({ length: 10 }, (_, i) => String((i + 1) * 10)));
  });

  it('is typed, with the difference at once; it is saved only when it adds up', async () => {
    const { api, store } = open(anUnscheduledBill());
    api.on(createInvoicePayment, () => store(aBill()));
    await button('Type a schedule').click();
    await named('Share of payment 1').fill('30');
    await userEvent.keyboard('{Tab}');
    await button('Add payment').click();
    await expect.element(named('Share of payment 2')).toHaveValue('70');
    await expect.element(main.getByRole('group', { name: 'Payment 2' }).getByText('7,000.00')).toBeVisible();
    await named('Share of payment 2').fill('60');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByText('Payments do not match! Difference of 10 %')).toBeVisible();
    await expect.element(button(/^Save schedule/)).toBeDisabled();
    await button('Put the rest on the last: 70 %').click();
    await named('Days of payment 2').fill('-7');
    await named('Months of payment 2').fill('1');
    await main.getByRole('combobox', { name: 'Month end of payment 2' }).click();
    await page.getByRole('option', { name: 'Days, then month end' }).click();
    await expect.element(main.getByText('Adds up to the total')).toBeVisible();
    await button(/^Save schedule/).click();
    await expect.element(page.getByText('The schedule was saved.')).toBeVisible();
    const shared = { event: 'INVOICE', isPinned: false };
    expect(api.asked(createInvoicePayment)[0]?.body).toEqual({
      invoiceId: idOf(10),
      by: 'PERCENT',
      payments: [
        { percent: '30', months: 0, days: 0, monthEnd: null, ...shared },
        { percent: '70', months: 1, days: -7, monthEnd: 'AFTER', ...shared },
      ],
    });
  });

  it('takes the focus when it opens, so that the keyboard goes on in it', async () => {
    open();
    (await button('Edit schedule').findElement()).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(main.getByRole('radio', { name: 'By per cent' })).toHaveFocus();
  });

  it('is typed by amounts, with the documented words, the hint and the offer of the rest', async () => {
    const { api } = open();
    await button('Edit schedule').click();
    await main.getByText('By amount').click();
    await named('Amount of payment 2').fill('7270');
    await expect.element(main.getByText('Payments do not match! Difference of CNY 270.00')).toBeVisible();
    await expect.element(main.getByText(/Divisible by 9: are two digits swapped\?/)).toBeVisible();
    await expect.element(button(/^Save schedule/)).toBeDisabled();
    await button('Put the rest on the last: CNY 7,000.00').click();
    await named('Due day of payment 2').fill('4 Jan 2027');
    await userEvent.keyboard('{Tab}{Control>}s{/Control}');
    await expect
      .poll(() => api.asked(updateInvoicePayment)[0]?.body)
      .toMatchObject({
        by: 'AMOUNT',
        version: 3,
        payments: [
          { id: idOf(500), amount: '3000.00', isPinned: false },
          { id: idOf(501), amount: '7000.00', dueDate: '2027-01-04', event: 'SHIPPING', days: -7 },
        ],
      });
  });

  it('keeps what is settled: it cannot be removed, and its day stays', async () => {
    open(aBill({ payments: [paidOf(aPayment()), aBalance()] }));
    await button('Edit schedule').click();
    await expect.element(button('Remove payment 1')).toBeDisabled();
    await expect.element(named('Due day of payment 1')).toBeDisabled();
    await expect.element(button('Remove payment 2')).toBeEnabled();
  });

  it('shows both versions when somebody else has saved it', async () => {
    const { api } = open();
    await button('Edit schedule').click();
    await named('Days of payment 1').fill('14');
    api.on(updateInvoicePayment, ({ body }) => {
      if (body.version === 3)
        throw refusal('conflict_version', {
          current: aBill({ version: 4, payments: [aPayment({ days: 30 }), aBalance()] }),
        });
      return aBill({ version: 5 });
    });
    await button(/^Save schedule/).click();
    await expect.element(dialog.getByText(/Invoice date \+ 14 d/)).toBeVisible();
    await expect.element(dialog.getByText(/Invoice date \+ 30 d/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Save these values' }).click();
    await expect.poll(() => api.asked(updateInvoicePayment).map(({ body }) => body.version)).toEqual([3, 4]);
  });

  it('is not deleted while something of it is settled, and says what has to be undone', async () => {
    const { api } = open();
    api.refuse(deleteInvoicePayment, 'payments.has_entries', {
      uses: [{ type: 'PAYMENT', id: idOf(500), label: 'HS-1 1' }],
    });
    await button('More actions for the schedule').click();
    await page.getByRole('menuitem', { name: 'Delete schedule' }).click();
    await dialog.getByRole('button', { name: 'Delete schedule' }).click();
    await expect.element(page.getByText('Something of it is settled. Undo these payments first:')).toBeVisible();
    await expect.element(dialog.getByText('HS-1 1')).toBeVisible();
  });

  it('offers the rest as one more payment, and the surplus as a credit', async () => {
    const can = { ...aBill().can, addRest: YES };
    const { api, store } = open(aBill({ difference: '500.00', total: '10500.00', can }));
    api.on(addRestPayment, () =>
      store(aBill({ surplus: '40.00', difference: '-40.00', can: { ...can, takeSurplus: YES } })),
    );
    api.on(takePaymentSurplus, () => store(aBill()));
    await button('Add a payment of CNY 500.00').click();
    await button('Keep CNY 40.00 as a credit').click();
    await expect.element(page.getByText('The surplus is a credit of the supplier.')).toBeVisible();
    await expect.element(button(/^Keep CNY/)).not.toBeInTheDocument();
  });

  it('offers the credits of the supplier, and uses one', async () => {
    const { api } = open();
    api.on(listCredits, aPage([aCredit()]));
    api.on(useCredit, { ...aCredit({ left: '0.00' }), uses: [] });
    await button('Use credit').click();
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveFocus();
    await dialog.getByRole('combobox', { name: 'On' }).click();
    await page.getByRole('option', { name: /^HS-1 2 of 2/ }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Amount' })).toHaveValue('100.00');
    await dialog.getByRole('button', { name: 'Use credit' }).click();
    await expect.element(page.getByText('CNY 100.00 of the credit was used.')).toBeVisible();
    expect(api.asked(useCredit)[0]?.body).toEqual({ paymentId: idOf(501), amount: '100.00', version: 1 });
  });

  it('is read by a viewer with its history, and cannot be changed', async () => {
    const { api } = open(aBill({ payments: [paidOf(aPayment()), aBalance()] }), { as: 'viewer' });
    api.on(listPaymentEntries, [anEntry()]);
    await button(/Details of payment 1$/).click();
    await expect.element(main.getByText('Paid on 20 Nov 2026')).toBeVisible();
    expect(button(/Edit|Mark paid|Delete|Schedule by/).query()).toBeNull();
    await expect.element(button('Undo')).toBeDisabled();
  });

  it('says in which invoice a bank fee is, and which fee pays an invoice of fees; neither is undone', async () => {
    const { api } = open(aBill({ payments: [paidOf(aPayment()), aBalance()] }));
    const can = { correct: no('It is in an invoice'), takeBack: no('It is in an invoice') };
    const feeOf = { number: 'HS-0', position: 2, invoiceId: idOf(11), purchaseOrderId: null };
    api.on(listPaymentEntries, [
      anEntry({ feeInvoice: { id: idOf(50), number: 'BANK-FEES-1' }, can }),
      anEntry({ id: idOf(701), fee: '0.00', feeOf, can }),
    ]);
    await button(/Details of payment 1$/).click();
    await expect.element(main.getByText(/fee £3.00, in invoice BANK-FEES-1/)).toBeVisible();
    await expect.element(main.getByText('Bank fee of HS-0, payment 2, 20 Nov 2026')).toBeVisible();
    const entries = main.getByRole('list', { name: 'What was paid' });
    for (const place of [0, 1]) {
      await expect.element(entries.getByRole('button', { name: 'Undo' }).nth(place)).toBeDisabled();
      await expect.element(entries.getByRole('button', { name: 'Correct' }).nth(place)).toBeDisabled();
    }
  });

  it('shows an error with a retry, and the payments on a phone', async () => {
    await page.viewport(390, 844);
    const { api } = open();
    api.refuse(getInvoicePayment, 'internal');
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.on(getInvoicePayment, aBill());
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(item('30 %').getByRole('button', { name: 'Mark paid' })).toBeVisible();
  });
});

describe('the tab of a credit note', () => {
  const NOTE = anInvoice({ id: idOf(13), invoiceNumber: 'HS-1-C', kind: 'CREDIT_NOTE', status: 'WORKING' });
  const GOES = {
    invoiceId: idOf(13),
    currency: 'CNY',
    amount: '5000.00',
    uses: [
      { paymentId: idOf(501), invoiceId: idOf(10), number: 'HS-1', position: 2, open: '4000.00', amount: '4000.00' },
    ],
    rest: '1000.00',
  };
  it('shows where its amount goes', async () => {
    const { api } = open(undefined, { invoice: NOTE });
    api.on(previewCreditNote, GOES);
    await expect.element(item('HS-1, payment 2')).toHaveTextContent('HS-1, payment 2CNY 4,000.00');
    await expect.element(item('Kept as a credit')).toHaveTextContent('Kept as a creditCNY 1,000.00');
  });
  it('takes up a credit note from before', async () => {
    const { api } = open(undefined, { invoice: { ...NOTE, status: 'OPEN' } });
    api.on(previewCreditNote, GOES);
    api.on(takeUpCreditNotes, []);
    await main.getByRole('checkbox', { name: 'Keep all of it as a credit' }).click();
    await button('Take up').click();
    await expect
      .poll(() => api.asked(takeUpCreditNotes).map(({ body }) => body))
      .toEqual([{ invoiceIds: [idOf(13)], keepAsCredit: true }]);
  });
});
