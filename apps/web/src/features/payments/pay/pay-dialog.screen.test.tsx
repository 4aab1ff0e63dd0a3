import {
  correctPaymentEntry,
  createTransfer,
  getTransfer,
  previewTransfer,
} from '@quayside/contracts/payments/payment-transfers';
import { listPaymentAccountCodes } from '@quayside/contracts/payments/account-codes';
import { listPaymentEntries, type Payment, payPayment } from '@quayside/contracts/payments/payments';
import { getSupplier } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { countTyped } from '../../../lib/editing/unsaved.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf } from '../../../testing/person.ts';
import { renderPart, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { EntriesList } from '../entries/entries-list.tsx';
import { aBalance, anEntry, aPayment, aPreview, aTransfer, paidOf } from '../testing/a-payment.ts';
import { PayDialog } from './pay-dialog.tsx';

const dialog = page.getByRole('dialog');
const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
const submit = () => dialog.getByRole('button', { name: /^Mark paid/ });

function open(payment: Payment = aPayment()) {
  const api = startApi();
  const closed: string[] = [];
  api.on(listPaymentAccountCodes, []);
  api.on(previewTransfer, ({ body }) => {
    const typed = body.paidAmount ?? null;
    return aPreview(
      typed === null ? {} : { base: typed, isAssumed: false, rate: '0.1083333333', exchangeDifference: '2.50' },
    );
  });
  api.on(payPayment, { ...paidOf(payment), transfer: aTransfer() });
  renderPart(<PayDialog payments={[payment]} onClose={() => closed.push('closed')} />);
  return { api, closed };
}

afterEach(() => page.viewport(1440, 900));

describe('the dialog that records a payment', () => {
  it('shows rate and difference while the amount of the bank is typed', async () => {
    const { api, closed } = open();
    await expect.element(dialog.getByText(/Nothing is typed of the bank, so £322\.50 is assumed/)).toBeVisible();
    await expect.element(field('Left the bank optional')).toHaveFocus();
    await field('Left the bank optional').fill('325');
    await expect.element(dialog.getByText('£2.50 more than was booked.')).toBeVisible();
    await expect
      .element(dialog.getByText('CNY 3,000.00 at 9.2308 CNY per GBP. Its own rate is 9.3000 CNY per GBP.'))
      .toBeVisible();
    await expectNoSeriousFindings();
    await field('Reference optional').fill('INV 77');
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
    expect(api.asked(payPayment)[0]?.body).toMatchObject({ paidAmount: '325.00', paymentReference: 'INV 77' });
  });

  it('counts as typed input, so that the page stays when the session ends', async () => {
    const { closed } = open();
    await expect.element(field('Left the bank optional')).toHaveFocus();
    expect(countTyped()).toBe(0);
    await field('Reference optional').fill('INV 77');
    expect(countTyped()).toBe(1);
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
  });

  it('asks for no preview of a payment that was recorded', async () => {
    const { api, closed } = open();
    await expect.element(dialog.getByRole('button', { name: 'Mark paid, £322.50' })).toBeVisible();
    const asked = api.asked(previewTransfer).length;
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
    expect(api.asked(previewTransfer).length).toBe(asked);
  });

  it('warns, and pays all the same', async () => {
    const { api, closed } = open();
    api.on(
      previewTransfer,
      aPreview({ warnings: [{ code: 'LOOKS_SWAPPED', message: 'The amount and what left the bank look swapped' }] }),
    );
    await expect.element(dialog.getByText('The amount and what left the bank look swapped')).toBeVisible();
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
  });

  it('warns of a day that is more than a year from the invoice, and pays all the same', async () => {
    const { api, closed } = open();
    const message = 'The payment is more than a year away from HS-1 of 2026-11-16';
    api.on(previewTransfer, aPreview({ warnings: [{ code: 'DAY_FAR', message }] }));
    await expect.element(dialog.getByText(message)).toBeVisible();
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
  });

  it('keeps a typed amount of several when one of them has changed, and takes the new open amount elsewhere', async () => {
    const seen = [aPayment(), aBalance()];
    const fresh = seen.map((payment) => ({ ...payment, open: '2500.00', amount: '2500.00', version: 2 }));
    const api = startApi();
    api.on(listPaymentAccountCodes, []);
    api.on(previewTransfer, aPreview());
    api.on(createTransfer, ({ body }) => {
      const stale = fresh.find((_, at) => body.payments[at]?.version !== 2);
      if (stale) throw refusal('conflict_version', { current: stale });
      return aTransfer();
    });
    const closed: string[] = [];
    renderPart(<PayDialog payments={seen} onClose={() => closed.push('closed')} />);
    await field('Amount of HS-1 1').fill('1200');
    for (const _ of fresh) {
      await submit().click();
      await dialog.getByRole('button', { name: 'Use CNY 2,500.00' }).click();
    }
    await expect.element(field('Amount of HS-1 1')).toHaveValue('1200.00');
    await expect.element(field('Amount of HS-1 2')).toHaveValue('2500.00');
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
    expect(
      api
        .asked(createTransfer)
        .at(-1)
        ?.body.payments.map(({ amount, version }) => [amount, version]),
    ).toEqual([
      ['1200.00', 2],
      ['2500.00', 2],
    ]);
  });

  it('shows what is refused at its field', async () => {
    const { api } = open(
      aPayment({ currency: 'GBP', open: '100.00', amount: '100.00', openInAccountCurrency: '100.00' }),
    );
    const message = 'The bank took 0.30 more than was paid: enter this as the fee';
    api.refuse(previewTransfer, 'bad_input', {
      errors: [{ field: 'paidAmount', code: 'payment.bank_took_more', message }],
    });
    await field('Left the bank optional').fill('100.30');
    await expect.element(dialog.getByText(message)).toBeVisible();
    await expect.element(field('Left the bank optional')).toHaveAttribute('aria-invalid', 'true');
  });

  it('keeps what is more than open as a credit only when the person says so', async () => {
    const { api, closed } = open();
    api.on(previewTransfer, ({ body }) => {
      if (!body.keepExcess)
        throw refusal('bad_input', {
          errors: [{ field: 'payments.0.amount', code: 'payment.more_than_open', message: '45.00 more than is open' }],
        });
      return aPreview({ amount: '3045.00', credit: { amount: '45.00', base: '4.84' } });
    });
    await field('Amount').fill('3045');
    await expect.element(dialog.getByText('45.00 more than is open')).toBeVisible();
    await dialog
      .getByRole('checkbox', { name: 'Keep CNY 45.00 that is more than open as a credit of Ningbo Haosheng' })
      .click();
    await expect.element(dialog.getByText('CNY 45.00 (£4.84) becomes a credit of Ningbo Haosheng.')).toBeVisible();
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
    expect(api.asked(payPayment)[0]?.body).toMatchObject({ amount: '3045.00', keepExcess: true });
  });

  it('stays open and says so when the payment fails; nothing typed is lost', async () => {
    const { api, closed } = open();
    await expect.element(field('Left the bank optional')).toHaveFocus();
    await field('Left the bank optional').fill('325');
    api.refuse(payPayment, 'unavailable', { message: 'The database does not respond' });
    await submit().click();
    await expect.element(dialog.getByRole('alert').getByText('The database does not respond')).toBeVisible();
    await expect.element(field('Left the bank optional')).toHaveValue('325.00');
    expect(closed).toEqual([]);
    api.on(payPayment, { ...paidOf(aPayment()), transfer: aTransfer() });
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
  });

  it('shows both amounts when the instalment has changed, and pays none until one is accepted', async () => {
    const { api, closed } = open();
    const fresh = aPayment({ open: '2700.00', amount: '2700.00', version: 2 });
    api.on(payPayment, ({ body }) => {
      if (body.version !== 2) throw refusal('conflict_version', { current: fresh });
      return { ...paidOf(fresh), transfer: aTransfer({ amount: '2700.00' }) };
    });
    await submit().click();
    await expect
      .element(
        dialog.getByText(/^HS-1 has changed since you opened this: CNY 3,000\.00 was open, now it is CNY 2,700\.00\./),
      )
      .toBeVisible();
    await expect.element(submit()).toBeDisabled();
    await dialog.getByRole('button', { name: 'Use CNY 2,700.00' }).click();
    await expect.element(field('Amount')).toHaveValue('2,700.00');
    await submit().click();
    await expect.poll(() => closed).toEqual(['closed']);
    expect(api.asked(payPayment).at(-1)?.body).toMatchObject({ amount: '2700.00', version: 2 });
  });

  it('says that a confirmation waits where there is no mail server', async () => {
    const { api } = open();
    const mail = { state: 'NO_MAIL_SERVER' as const, to: ['sales@ningbo.example'], cc: [] };
    api.on(payPayment, { ...paidOf(aPayment()), transfer: aTransfer({ mail }) });
    await submit().click();
    await expect.element(page.getByText(/sales@ningbo\.example waits, because this installation has no/)).toBeVisible();
  });

  it('sends a confirmation, which leaves later', async () => {
    const { api } = open();
    api.on(getSupplier, aSupplier({ email: 'sales@ningbo.example' }));
    const mail = { state: 'WAITING' as const, to: ['sales@ningbo.example'], cc: [] };
    api.on(payPayment, { ...paidOf(aPayment()), transfer: aTransfer({ mail }) });
    await dialog.getByRole('button', { name: 'Send a confirmation by mail' }).click();
    await dialog.getByLabelText('Confirmation to').click();
    await page.getByRole('option', { name: 'sales@ningbo.example' }).click();
    await submit().click();
    await expect
      .element(page.getByText(/The confirmation to sales@ningbo\.example leaves in 60 seconds\./))
      .toBeVisible();
    expect(api.asked(payPayment)[0]?.body.confirmationEmailToAddresses).toEqual(['sales@ningbo.example']);
  });

  it('asks for the rate of another currency, and takes Ctrl Enter on a phone too', async () => {
    await page.viewport(390, 844);
    const { api, closed } = open();
    await dialog.getByRole('combobox', { name: 'In currency' }).fill('EUR');
    await page.getByRole('option', { name: /^EUR/ }).click();
    await field('GBP for 1 EUR').fill('0.87');
    await field('Left the bank optional').fill('380');
    await userEvent.keyboard('{Tab}{Control>}{Enter}{/Control}');
    await expect.poll(() => closed).toEqual(['closed']);
    expect(api.asked(payPayment)[0]?.body).toMatchObject({
      paidAmount: '380.00',
      paidCurrency: 'EUR',
      paidRate: '0.87',
    });
  });
});

describe('the correction of a payment', () => {
  it('sends only what was changed', async () => {
    const api = startApi();
    api.on(listPaymentAccountCodes, []);
    api.on(listPaymentEntries, [
      anEntry(),
      anEntry({ id: idOf(701), amount: '2900.00', reversedAt: '2026-11-20T11:00:00Z', replacedById: idOf(700) }),
    ]);
    api.on(getTransfer, aTransfer());
    api.on(correctPaymentEntry, aTransfer({ id: idOf(601) }));
    renderPart(<EntriesList payment={paidOf(aPayment())} />);
    const list = page.getByRole('list', { name: 'What was paid' });
    await expect.element(list.getByText(/fee £3\.00 · reference INV 77/).first()).toBeVisible();
    await expect.element(list.getByText(/^Corrected by Quayside/)).toBeVisible();
    await list.getByRole('button', { name: 'Correct' }).click();
    await field('Left the bank optional').fill('326');
    await dialog.getByRole('button', { name: 'Correct payment' }).click();
    await expect.element(page.getByText('The payment was corrected.')).toBeVisible();
    expect(api.asked(correctPaymentEntry)[0]?.body).toEqual({
      paidAmount: '326.00',
      paidCurrency: 'GBP',
      paidRate: null,
    });
  });
});
