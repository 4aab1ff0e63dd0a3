import { getPurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { orderPayments } from '../../payments/testing/a-payment.ts';
import {
  createPurchaseOrder,
  getInternalPoNumber,
  getPurchaseOrder,
} from '@quayside/contracts/purchasing/purchase-orders';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { orderOf } from '../testing/an-order.ts';

const main = page.getByRole('main');
const NINGBO = aSupplier();

function openDraft(as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listSuppliers, aPage([NINGBO]));
  api.on(getInternalPoNumber, { internalPoNumber: 'PO-2026-0007' });
  api.on(createPurchaseOrder, orderOf([]));
  api.on(getPurchaseOrder, orderOf([]));
  api.on(getPurchaseOrderPayments, orderPayments({ payments: [] }));
  api.on(previewPurchaseOrderPdf, new Blob(['%PDF-1.4'], { type: 'application/pdf' }));
  renderScreen(paths.purchaseOrderDraft());
  return api;
}

describe('the form of a new purchase order', () => {
  it('is filled in with the keyboard alone; the supplier brings its currency, and the number is taken when it is saved', async () => {
    const api = openDraft();
    await expect.element(main.getByRole('combobox', { name: 'Supplier' })).toHaveFocus();
    await expect.element(main.getByLabelText('Internal PO number')).toHaveValue('PO-2026-0007');
    await userEvent.keyboard('Ningbo{Enter}');
    await expect.element(main.getByRole('combobox', { name: 'Currency' })).toHaveValue('CNY, Chinese yuan');
    await expectNoSeriousFindings('/purchase-order/draft');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => window.location.pathname).toBe(paths.purchaseOrder(idOf(10)));
    await expect.element(main.getByLabelText('Item 1, product')).toHaveFocus();
    expect(api.asked(createPurchaseOrder).map(({ body }) => body)).toEqual([
      { supplierId: NINGBO.id, orderDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), currency: 'CNY' },
    ]);
  });
  it('shows a refused number at its field', async () => {
    const api = openDraft();
    api.on(createPurchaseOrder, () => {
      throw refusal('bad_input', {
        errors: [{ field: 'internalPoNumber', code: 'bad_input', message: 'This number is taken' }],
      });
    });
    await main.getByLabelText('Internal PO number').fill('PO-1');
    await main.getByRole('button', { name: /^Create draft/ }).click();
    await expect.element(main.getByText('This number is taken')).toBeVisible();
    expect(api.asked(createPurchaseOrder).at(-1)?.body).toMatchObject({ internalPoNumber: 'PO-1' });
  });
  it('creates a supplier in place', async () => {
    const api = openDraft();
    const FRESH = aSupplier({ id: idOf(101), companyName: 'Yiwu Lanting', localName: null, currency: 'USD' });
    api.on(createSupplier, () => {
      api.on(listSuppliers, aPage([NINGBO, FRESH]));
      return FRESH;
    });
    await expect.element(main.getByRole('combobox', { name: 'Supplier' })).toHaveFocus();
    await userEvent.keyboard('Yiwu Lanting');
    await page.getByRole('option', { name: /Yiwu Lanting/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Create supplier' });
    await expect.element(dialog.getByRole('combobox', { name: /^Currency/ })).toHaveFocus();
    await userEvent.keyboard('US dollar{Enter}');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(main.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Yiwu Lanting');
    await expect.element(main.getByRole('combobox', { name: 'Currency' })).toHaveValue('USD, US dollar');
  });
  it('cannot be sent by a viewer', async () => {
    openDraft('viewer');
    await expect.element(main.getByRole('button', { name: /^Create draft/ })).toBeDisabled();
  });
});
