import { previewTransfer, undoTransfer, createTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  listPaymentBuckets,
  listPaymentEntries,
  listPayments,
  patchPayment,
  type Payment,
  payPayment,
  undoPayPayment,
} from '@quayside/contracts/payments/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aBalance, anEntry, anOrderPayment, aPayment, aPreview, aTransfer, paidOf, YES } from '../testing/a-payment.ts';
import { paymentsFeature } from '../payments.feature.ts';
import { startPayables } from '../testing/start-payables.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });
const LATE = aPayment({
  id: idOf(502),
  invoice: { id: idOf(12), number: 'LT-9', date: '2026-10-01', status: 'OPEN' },
  supplier: { id: idOf(101), companyName: 'Yiwu Lanting', localName: null },
  dueDate: '2026-11-13',
  isOverdue: true,
  daysLate: 7,
});
const ON_PHONE = { width: 390, height: 844 };

afterEach(() => page.viewport(1440, 900));

describe('the list of payables', () => {
  it('shows what is open, the soonest first, with its buckets and its totals', async () => {
    const api = startPayables([LATE, aPayment(), aBalance()]);
    renderScreen('/transactions/payables');
    await expect.element(row(/LT-9/).getByText('7 d late')).toBeVisible();
    await expect.element(row(/HS-1.*1 of 2/).getByText('Invoice date + 7 d')).toBeVisible();
    await expect.element(main.getByRole('columnheader', { name: 'Pay or undo' })).toBeInTheDocument();
    await expect.element(row(/HS-1.*2 of 2/).getByText('Shipping − 7 d')).toBeVisible();
    await expect.element(row(/HS-1.*2 of 2/).getByText('estimated')).toBeInTheDocument();
    const total = row(/^Total, 3/);
    await expect.element(total.getByText('13,000.00')).toBeVisible();
    await expect.element(total.getByText('1,397.50')).toBeVisible();
    const buckets = main.getByRole('region', { name: 'What is open, by due day' });
    await expect.element(buckets.getByText('Unpaid, 3 payments')).toBeVisible();
    await expect.element(buckets.getByText('£322.50 overdue')).toBeVisible();
    const { sort, filter } = api.asked(listPayments)[0]?.query ?? {};
    expect([sort, filter]).toEqual([
      [expect.objectContaining({ field: 'unixDueDate', direction: 'asc' })],
      [{ field: 'status', op: 'in', values: ['UNPAID'] }],
    ]);
    await buckets.getByRole('link', { name: /Overdue, 1–30 days/ }).click();
    await expect
      .poll(() => api.asked(listPayments).at(-1)?.query.filter)
      .toContainEqual({ field: 'bucket', op: 'in', values: ['LATE_1_TO_30'] });
    await expectNoSeriousFindings('/transactions/payables');
  });

  it('shows instalments of purchase orders, marked as such, with a link and a filter by kind', async () => {
    const api = startPayables([anOrderPayment(), aPayment()]);
    renderScreen(`/transactions/payables?f.kind.in=PURCHASE_ORDER&f.kind.in=INVOICE&payment=${idOf(510)}`);
    await expect.element(row(/PO-7.*1 of 2/).getByText('Purchase order', { exact: true })).toBeInTheDocument();
    expect(row(/HS-1/).getByText('Purchase order', { exact: true }).elements()).toEqual([]);
    const panel = page.getByRole('complementary', { name: 'PO-7' });
    await expect
      .element(panel.getByRole('link', { name: 'PO-7' }))
      .toHaveAttribute('href', `/purchase-order/${idOf(900)}`);
    await expect
      .poll(() => api.asked(listPayments).at(-1)?.query.filter)
      .toContainEqual({ field: 'kind', op: 'in', values: ['PURCHASE_ORDER', 'INVOICE'] });
  });

  it('shows only what is overdue where the queue of the dashboard leads', async () => {
    const api = startPayables([LATE]);
    const [overdue] = paymentsFeature.waiting ?? [];
    renderScreen(overdue?.to ?? '');
    await expect.element(row(/LT-9/)).toBeVisible();
    expect(api.asked(listPayments).map(({ query }) => query.filter)).toEqual([
      [{ field: 'overdue', op: 'in', values: ['true'] }],
    ]);
  });

  it('has room for all its columns at 1440 pixels, the button of each row included', async () => {
    // The drawer, which is collapsed here, takes the other 170 pixels.
    await page.viewport(1270, 900);
    startPayables([LATE, aBalance({ open: '118713.00', openInAccountCurrency: '12773.52' })]);
    renderScreen('/transactions/payables');
    await expect.element(row(/LT-9/)).toBeVisible();
    const edge = main.element().querySelector('.ag-grid-viewport')?.getBoundingClientRect().right ?? 0;
    const button = row(/LT-9/).getByRole('button', { name: 'Mark paid' });
    await expect.poll(() => button.element().getBoundingClientRect().right <= edge).toBe(true);
  });

  it('draws its buckets over the width of the card, also when nothing is overdue', async () => {
    startPayables([aPayment()]);
    renderScreen('/transactions/payables');
    const bar = main.getByRole('img', { name: 'What is open, by due day' });
    await expect.element(bar).toBeVisible();
    expect(bar.element().getBoundingClientRect().width).toBeGreaterThan(500);
  });

  it('opens the dialog of a row that was just ticked when P is pressed', async () => {
    startPayables([aPayment()]).on(previewTransfer, aPreview());
    renderScreen('/transactions/payables');
    await row(/HS-1/).getByRole('checkbox').click();
    await expect.element(page.getByText('1 selected')).toBeVisible();
    await userEvent.keyboard('p');
    await expect.element(dialog.getByRole('heading', { name: 'Mark as paid' })).toBeVisible();
  });

  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startPayables([aPayment()]);
    const release = api.hold(listPayments);
    renderScreen('/transactions/payables');
    await expect.poll(() => api.asked(listPayments)).toHaveLength(1);
    expect(row(/HS-1/).query()).toBeNull();
    api.refuse(listPayments, 'internal');
    api.refuse(listPaymentBuckets, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible();
  });

  it('says that nothing is to be paid, and leads to what is paid', async () => {
    startPayables([paidOf(aPayment())]);
    renderScreen('/transactions/payables');
    await expect.element(main.getByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
    await main.getByRole('link', { name: 'Show what is paid' }).click();
    await expect.element(row(/HS-1/).getByText('Paid', { exact: true })).toBeVisible();
  });

  it('is read by a viewer, who can press nothing', async () => {
    startPayables([LATE, aPayment()], 'viewer');
    renderScreen(`/transactions/payables?payment=${idOf(500)}`);
    const panel = page.getByRole('complementary', { name: 'HS-1' });
    await expect.element(panel.getByText('Nothing was paid of it yet.')).toBeVisible();
    expect(page.getByRole('button', { name: /Mark paid|Undo|Correct/ }).query()).toBeNull();
    expect(panel.getByRole('textbox').query()).toBeNull();
    expect(main.getByRole('checkbox').query()).toBeNull();
  });

  it('follows another tab', async () => {
    let payments: readonly Payment[] = [LATE, aPayment()];
    const api = startPayables(() => payments);
    renderScreen('/transactions/payables');
    await expect.element(row(/LT-9/)).toBeVisible();
    payments = [aPayment()];
    api.tellChanged('payments');
    await expect.element(row(/LT-9/)).not.toBeInTheDocument();
    await expect.element(main.getByText('Unpaid, 1 payment')).toBeVisible();
  });
});

describe('paying from the list', () => {
  function startPaying() {
    let payments: readonly Payment[] = [LATE, aPayment(), aBalance()];
    const api = startPayables(() => payments);
    api.on(previewTransfer, aPreview());
    const pay = (id: string) => {
      payments = payments.map((one) => (one.id === id ? paidOf(one) : one));
    };
    return { api, pay, set: (next: readonly Payment[]) => (payments = next) };
  }

  it('is opened with P on a row, and undone from the message', async () => {
    const { api, pay, set } = startPaying();
    api.on(payPayment, ({ params }) => (pay(params.paymentId), { ...paidOf(aPayment()), transfer: aTransfer() }));
    api.on(
      undoTransfer,
      () => (set([LATE, aPayment(), aBalance()]), aTransfer({ reversedAt: '2026-11-20T10:00:05Z' })),
    );
    renderScreen('/transactions/payables');
    await row(/HS-1.*1 of 2/)
      .getByText('Invoice date + 7 d')
      .click();
    await page.getByRole('button', { name: 'Close' }).click();
    await userEvent.keyboard('p');
    await expect.element(page.getByRole('dialog', { name: 'Mark as paid' })).toBeVisible();
    await expect.element(dialog.getByText('Quayside records payments and moves no money.')).toBeVisible();
    await dialog.getByRole('button', { name: /^Mark paid, £322\.50/ }).click();
    await expect.element(page.getByText('CNY 3,000.00 to Ningbo Haosheng is recorded as paid.')).toBeVisible();
    await expect.element(row(/HS-1.*1 of 2/)).not.toBeInTheDocument();
    expect(api.asked(payPayment)[0]?.body).toMatchObject({ isConfirmed: true, amount: '3000.00', version: 1 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The payment was undone.')).toBeVisible();
    await expect.element(row(/HS-1.*1 of 2/)).toBeVisible();
    expect(api.asked(undoTransfer).map(({ params }) => params.transferId)).toEqual([idOf(600)]);
  });

  it('pays several of one supplier in one transfer, and refuses a mixture', async () => {
    const { api } = startPaying();
    api.on(createTransfer, aTransfer({ amount: '9500.00' }));
    api.on(
      previewTransfer,
      aPreview({
        amount: '9500.00',
        base: '1021.25',
        parts: [aPayment(), aBalance()].map(({ id, position, open }) => ({
          ...{ paymentId: id, number: 'HS-1', position, amount: open, base: '510.62', booked: null },
          ...{ exchangeDifference: null, fee: '1.50', open, openAfter: '0.00' },
        })),
      }),
    );
    renderScreen('/transactions/payables');
    for (const name of [/LT-9/, /HS-1.*1 of 2/]) await row(name).getByRole('checkbox').click();
    const bar = page.getByRole('toolbar', { name: 'Selected' });
    await expect.element(bar.getByText('CNY 6,000.00')).toBeVisible();
    await expect.element(bar.getByRole('note', { name: 'One transfer pays one supplier' })).toBeVisible();
    await row(/LT-9/).getByRole('checkbox').click();
    await row(/HS-1.*2 of 2/)
      .getByRole('checkbox')
      .click();
    await bar.getByRole('button', { name: /^Pay together/ }).click();
    await dialog.getByRole('textbox', { name: 'Amount of HS-1 2' }).fill('6500');
    await dialog.getByRole('textbox', { name: 'Bank fee optional' }).fill('3');
    await expect.element(dialog.getByRole('row', { name: 'Together CNY 9,500.00' })).toBeVisible();
    await expect.element(dialog.getByRole('row', { name: /^HS-1 2 510\.62 1\.50/ })).toBeVisible();
    await dialog.getByRole('button', { name: /^Mark paid, £1,021\.25/ }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(createTransfer)[0]?.body).toMatchObject({
      isConfirmed: true,
      payments: [
        { id: idOf(500), amount: '3000.00', version: 1 },
        { id: idOf(501), amount: '6500.00', version: 1 },
      ],
      fee: '3.00',
    });
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('is possible on a phone', async () => {
    await page.viewport(ON_PHONE.width, ON_PHONE.height);
    const { api, pay } = startPaying();
    api.on(payPayment, ({ params }) => (pay(params.paymentId), { ...paidOf(LATE), transfer: aTransfer() }));
    renderScreen('/transactions/payables');
    const card = main.getByRole('listitem').filter({ hasText: 'LT-9 · 1 of 2' });
    await expect.element(card.getByText('7 d late')).toBeVisible();
    await card.getByRole('button', { name: 'Mark paid' }).click();
    await dialog.getByRole('button', { name: /^Mark paid/ }).click();
    await expect.element(card).not.toBeInTheDocument();
  });
});

describe('the panel of a payable', () => {
  it('fixes a day, and takes that back', async () => {
    const api = startPayables([aPayment()]);
    api.on(patchPayment, ({ body }) =>
      aPayment({ version: 2, isPinned: typeof body.dueDate === 'string', dueDate: body.dueDate ?? '2026-11-23' }),
    );
    renderScreen(`/transactions/payables?payment=${idOf(500)}`);
    const panel = page.getByRole('complementary', { name: 'HS-1' });
    await expect.element(panel.getByText('Follows: Invoice date + 7 d')).toBeVisible();
    await panel.getByRole('textbox', { name: 'Fixed day' }).fill('30 Nov 2026');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('HS-1 is due on 30 Nov 2026.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The day is as it was.')).toBeVisible();
    expect(api.asked(patchPayment).map(({ body }) => body)).toEqual([
      { dueDate: '2026-11-30', version: 1 },
      { isPinned: false, version: 2 },
    ]);
  });

  it('undoes the newest payment by the documented call, and says what became of its mail', async () => {
    const part = aPayment({
      settled: '1000.00',
      open: '2000.00',
      isPartPaid: true,
      entryCount: 1,
      can: { pay: YES, undo: YES, move: YES },
    });
    const api = startPayables([part]);
    api.on(listPaymentEntries, [anEntry({ amount: '1000.00' })]);
    api.on(undoPayPayment, { ...aPayment(), mail: { state: 'SENT', to: ['a@ningbo.example'], cc: [] } });
    renderScreen(`/transactions/payables?payment=${idOf(500)}`);
    const panel = page.getByRole('complementary', { name: 'HS-1' });
    await expect.element(panel.getByText(/£325\.00 at 9\.2308 CNY per GBP · £2\.50 more than booked/)).toBeVisible();
    await panel.getByRole('button', { name: 'Undo the newest payment' }).click();
    await dialog.getByRole('button', { name: 'Undo payment' }).click();
    await expect
      .element(page.getByText(/Its confirmation had already been sent to a@ningbo\.example: tell them\./))
      .toBeVisible();
    expect(api.asked(undoPayPayment)[0]?.body).toEqual({
      isConfirmed: true,
      paymentReference: '',
      confirmationEmailToAddresses: [],
      confirmationEmailCCAddresses: [],
      version: 1,
    });
  });
});
