import {
  creditTotals,
  getCredit,
  listCredits,
  refundCredit,
  undoCreditUse,
  type CreditWithUses,
} from '@quayside/contracts/payments/credits';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aCredit, MAYA, YES } from '../testing/a-payment.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const panel = page.getByRole('complementary', { name: 'HS-0' });
const WITH_USE: CreditWithUses = {
  ...aCredit({ used: '40.00', left: '60.00', leftBase: '6.45' }),
  uses: [
    {
      id: idOf(810),
      day: '2026-11-18',
      amount: '40.00',
      base: '4.30',
      payment: { id: idOf(500), number: 'HS-1', position: 1, invoiceId: idOf(10), purchaseOrderId: null },
      received: null,
      exchangeDifference: null,
      recordedAt: '2026-11-18T10:00:00Z',
      recordedBy: MAYA,
      reversedAt: null,
      reversedBy: null,
      can: { takeBack: YES },
    },
  ],
};

function start(credits = [aCredit()], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listCredits, aPage(credits));
  api.on(creditTotals, {
    count: credits.length,
    currencies: [{ currency: 'CNY', count: credits.length, amount: '100.00', left: '60.00' }],
    accountCurrency: 'GBP',
    leftInAccountCurrency: '6.45',
    withoutRate: 0,
  });
  api.on(getCredit, WITH_USE);
  return api;
}

afterEach(() => page.viewport(1440, 900));

describe('the list of credits', () => {
  it('shows what is left of each, and what one was used for; the use is taken back', async () => {
    const api = start();
    api.on(undoCreditUse, { ...aCredit(), uses: [] });
    renderScreen('/transactions/credits');
    await main.getByRole('link', { name: 'HS-0' }).click();
    await expect.element(panel.getByRole('link', { name: 'HS-1, payment 1' })).toBeVisible();
    await expectNoSeriousFindings('/transactions/credits');
    await panel.getByRole('button', { name: 'Take back' }).click();
    await dialog.getByRole('button', { name: 'Take back' }).click();
    await expect.element(page.getByText('The credit is as it was.')).toBeVisible();
    expect(api.asked(undoCreditUse).map(({ params }) => params.useId)).toEqual([idOf(810)]);
  });

  it('records a refund', async () => {
    const api = start();
    api.on(refundCredit, WITH_USE);
    renderScreen(`/transactions/credits?credit=${idOf(800)}`);
    await panel.getByRole('button', { name: 'Record a refund' }).click();
    await dialog.getByRole('textbox', { name: 'Reached the bank' }).fill('6.20');
    await dialog.getByRole('button', { name: 'Record a refund' }).click();
    await expect.element(page.getByText('The refund of CNY 60.00 was recorded.')).toBeVisible();
    expect(api.asked(refundCredit)[0]?.body).toMatchObject({ amount: '60.00', receivedAmount: '6.20', version: 1 });
  });

  it('says why the server refuses a refund, in the dialog', async () => {
    const api = start();
    const message = '5.00 more than is left';
    api.refuse(refundCredit, 'bad_input', { errors: [{ field: 'amount', code: 'payment.more_than_left', message }] });
    renderScreen(`/transactions/credits?credit=${idOf(800)}`);
    await panel.getByRole('button', { name: 'Record a refund' }).click();
    await dialog.getByRole('button', { name: 'Record a refund' }).click();
    await expect.element(dialog.getByText(message)).toBeVisible();
  });

  it('is empty at first; a viewer reads it on a phone, without a button', async () => {
    await page.viewport(390, 844);
    const api = start([], 'viewer');
    renderScreen('/transactions/credits');
    await expect.element(main.getByRole('heading', { name: 'No credits yet' })).toBeVisible();
    api.on(listCredits, aPage([aCredit()]));
    api.tellChanged('credits');
    await main.getByRole('link', { name: 'HS-0' }).click();
    await expect.element(page.getByRole('dialog').getByText('HS-1, payment 1')).toBeVisible();
    expect(page.getByRole('button', { name: /Use credit|refund|Take back/ }).query()).toBeNull();
  });
});
