import { listPaymentAccountCodes } from '@quayside/contracts/payments/account-codes';
import { getPurchaseOrderPayments, type PurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { previewTransfer } from '@quayside/contracts/payments/payment-transfers';
import { listPaymentEntries, patchPayment, payPayment, undoPayPayment } from '@quayside/contracts/payments/payments';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { OrderPayments } from './order-payments.tsx';
import { anOrderPayment, aPreview, aTransfer, orderPayments, paidOf, PURCHASE_ORDER } from './testing/a-payment.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const item = (text: string) => main.getByRole('listitem').filter({ hasText: text });
const [DEPOSIT, BALANCE] = orderPayments().payments;
const PAID = orderPayments({
  deposit: '6000.00',
  depositBase: '660.00',
  left: '6000.00',
  leftBase: '660.00',
  open: '14000.00',
  payments: [paidOf(DEPOSIT ?? anOrderPayment()), BALANCE ?? anOrderPayment()],
});

function open(order = orderPayments(), { as = 'admin', canEdit = true }: { as?: Visitor; canEdit?: boolean } = {}) {
  const api = startApi({ as });
  let stored: PurchaseOrderPayments = order;
  api.on(getPurchaseOrderPayments, () => stored);
  api.on(listPaymentEntries, []);
  api.on(listPaymentAccountCodes, []);
  api.on(previewTransfer, aPreview({ amount: '6000.00', base: '645.00' }));
  renderPart(<OrderPayments orderId={PURCHASE_ORDER.id} canEdit={canEdit} />);
  return { api, store: (next: PurchaseOrderPayments) => (stored = next) };
}

afterEach(() => page.viewport(1440, 900));

describe('the payments of a purchase order', () => {
  it('mark what nobody was left to take of a changed total as the rest', async () => {
    const rest = { percent: null, isRest: true, position: 3, count: 3, amount: '500.00', open: '500.00' } as const;
    open(orderPayments({ payments: [...PAID.payments, anOrderPayment({ ...rest, id: idOf(555) })] }));
    await expect.element(item('500.00').getByText('· rest')).toBeVisible();
    await expect.element(item('70 %').getByText('· rest')).not.toBeInTheDocument();
  });

  it('are paid and undone where they are shown', async () => {
    const { api, store } = open();
    await expect.element(item('70 %').getByText('Shipping')).toBeVisible();
    api.on(payPayment, () => {
      store(PAID);
      return { ...paidOf(DEPOSIT ?? anOrderPayment()), transfer: aTransfer({ amount: '6000.00' }) };
    });
    await item('30 %').getByRole('button', { name: 'Mark paid' }).click();
    await expect.element(dialog.getByText(/Ningbo Haosheng, PO-7, 1 of 2/)).toBeVisible();
    await dialog.getByRole('button', { name: /^Mark paid/ }).click();
    await expect.element(item('30 %').getByText('Paid', { exact: true })).toBeVisible();
    expect(api.asked(payPayment)[0]?.body).toMatchObject({ amount: '6000.00', version: 1 });
    const sums = main.getByRole('group', { name: 'Sums of the payments' });
    for (const figure of ['CNY 20,000.00', '£660.00', 'CNY 14,000.00'])
      await expect.element(sums.getByText(figure)).toBeVisible();
    await expectNoSeriousFindings();
    api.on(undoPayPayment, () => {
      store(orderPayments());
      return { ...anOrderPayment({ version: 3 }), mail: { state: 'NONE' as const, to: [], cc: [] } };
    });
    await item('30 %').getByRole('button', { name: 'Undo' }).click();
    await dialog.getByRole('button', { name: 'Undo payment' }).click();
    await expect.element(item('30 %').getByText('Unpaid', { exact: true })).toBeVisible();
  });

  it('get another day', async () => {
    const { api } = open();
    api.on(patchPayment, anOrderPayment({ id: idOf(511), dueDate: '2027-01-15', isPinned: true }));
    await item('70 %')
      .getByRole('button', { name: /Details of payment 2/ })
      .click();
    await item('70 %').getByLabelText('Fixed day').fill('15 Jan 2027');
    await userEvent.keyboard('{Enter}{Tab}');
    await expect.poll(() => api.asked(patchPayment)[0]?.body).toEqual({ dueDate: '2027-01-15', version: 1 });
  });

  it('show what invoices have of the deposit, and the credit of what is left, on a phone too', async () => {
    await page.viewport(390, 844);
    open({
      ...PAID,
      applied: '5500.00',
      left: '500.00',
      open: '0.00',
      creditId: idOf(800),
      payments: [
        ...PAID.payments.slice(0, 1),
        { ...(BALANCE ?? anOrderPayment()), open: '0.00', status: 'PAID', isEnded: true },
      ],
      invoices: [{ invoice: { id: idOf(10), number: 'HS-1' }, amount: '5500.00', base: '605.00', isTyped: true }],
    });
    await expect.element(item('HS-1').getByText('CNY 5,500.00')).toBeVisible();
    await expect.element(item('70 %').getByText('Ended', { exact: true })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'What is left of the deposit is a credit:' })).toBeVisible();
    await expectNoSeriousFindings();
  });

  it.each([
    ['a person who may only look', { as: 'viewer' as const }],
    ['a screen that is not edited', { canEdit: false }],
  ])('have no actions for %s', async (_, options) => {
    open(orderPayments(), options);
    await expect.element(item('30 %')).toBeVisible();
    expect(main.getByRole('button', { name: 'Mark paid' }).elements()).toEqual([]);
  });

  it('say of a draft that they come with its opening', async () => {
    open(orderPayments({ payments: [], open: '0.00' }));
    await expect.element(main.getByText(/once the purchase order is opened/)).toBeVisible();
  });
});
