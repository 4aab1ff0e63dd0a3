import { importInvoiceLines, importInvoiceLinesDryRun } from '@quayside/contracts/invoices/invoice-line-imports';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import {
  bulkPatchInvoiceLines,
  createInvoiceLine,
  type InvoiceLine,
  patchInvoiceLine,
} from '@quayside/contracts/invoices/invoice-lines';
import { getPurchaseOrder, listInvoicePurchaseOrderSummaries } from '@quayside/contracts/purchasing/purchase-orders';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { anItem, orderOf } from '../../purchasing/testing/an-order.ts';
import { aPreview } from '../testing/a-preview.ts';
import { aSummary } from '../testing/an-order-summary.ts';
import { cell, invoiceOf, KETTLE, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const ORDER = { id: idOf(60), number: 'PO-2026-0007' };
const ITEM = { id: idOf(1001), position: 1, purchaseOrder: ORDER, quantity: '100', unitPrice: '5', currency: 'CNY' };
const EXACT: NonNullable<InvoiceLine['match']> = {
  matches: ['EXACT'],
  expectedAmount: '500.00',
  percent: '0.0',
  tolerance: { pricePercent: '2.00', priceAmount: '0.00', quantityPercent: '0.00' },
  orderedQuantity: '100',
  invoicedQuantity: '100',
  needsReason: false,
  reason: null,
};
const off = (over: Partial<typeof EXACT>): typeof EXACT => ({ ...EXACT, needsReason: true, ...over });
const LINES = [
  lineOf(1, { purchaseOrderLine: ITEM, match: EXACT }),
  lineOf(2, {
    purchaseOrderLine: { ...ITEM, id: idOf(1002), position: 2 },
    amount: '504.50',
    match: off({ matches: ['WITHIN'], percent: '0.9', needsReason: false }),
  }),
  lineOf(3, {
    purchaseOrderLine: { ...ITEM, id: idOf(1003), position: 3 },
    amount: '525.00',
    match: off({ matches: ['PRICE_OVER', 'QUANTITY_OVER'], percent: '5.0', invoicedQuantity: '130' }),
  }),
  lineOf(4, { match: off({ matches: ['NO_ORDER'], expectedAmount: null, percent: null, tolerance: null }) }),
];
const INVOICE = invoiceOf(LINES, { purchaseOrders: [ORDER], pairedWith: [] });
const PAIRED = { type: 'PURCHASE_ORDER' as const, id: ORDER.id, label: ORDER.number, order: null };

const main = page.getByRole('main');
const match = (position: number) => main.getByRole('group', { name: `Match of line ${position}` });
const choice = (position: number) =>
  main.getByRole('button', { name: new RegExp(`^Line ${position}, line of a purchase order`) });
const dialog = (position: number) => page.getByRole('dialog', { name: `Purchase order of line ${position}` });

function start(as: Visitor = 'admin', invoice = INVOICE) {
  const server = startInvoice(invoice, as);
  server.api.on(listInvoicePurchaseOrderSummaries, [
    aSummary(),
    aSummary({ id: idOf(61), poNumber: 'PO-2026-0008', supplierId: idOf(101) }),
    aSummary({ id: idOf(62), poNumber: 'PO-2026-0009', currency: 'USD' }),
  ]);
  const mugs = anItem({
    id: idOf(1005),
    position: 2,
    productId: idOf(201),
    sku: 'MUG',
    name: 'Mug, blue',
    unitPrice: '1.25',
    leftQuantity: '48',
    product: { id: idOf(201), sku: 'MUG', name: 'Mug' },
  });
  server.api.on(getPurchaseOrder, orderOf([anItem(), mugs], { id: ORDER.id, status: 'OPEN' }));
  return server;
}

describe('how the lines of an invoice agree with its purchase orders', () => {
  it('is said in words: what was agreed, what is invoiced, by how much, and what the tolerance allows', async () => {
    await page.viewport(1440, 900);
    start();
    openInvoice();
    await expect
      .element(main.getByRole('link', { name: 'PO-2026-0007' }).first())
      .toHaveAttribute('href', paths.purchaseOrder(ORDER.id));
    await expect.element(choice(1)).toMatchTextContent(/PO-2026-0007, line 1Match: As agreed/);
    expect(match(1).query()).toBeNull();
    await expect.element(choice(2)).toMatchTextContent(/Match: 0\.9 % off, tolerated/);
    await expect
      .element(match(2))
      .toMatchTextContent(
        'Agreed CNY 500.00 (100 × 5), invoiced CNY 504.50: CNY 4.50 more (0.9 %). Inside the tolerance of the ' +
          'supplier: 2.00 %.',
      );
    await expect.element(choice(3)).toMatchTextContent(/Match: 5\.0 % over · Quantity over/);
    await expect
      .element(match(3))
      .toMatchTextContent(
        /Outside the tolerance of the supplier: 2\.00 %\. 130 are invoiced in all, and 100 were ordered\./,
      );
    await expect.element(match(4)).toMatchTextContent(/^This factory line names no line of a purchase order/);
    await expectNoSeriousFindings();
  });
  it('a line that is off is accepted with a reason, which can be changed and taken back', async () => {
    const { api, changeLine, stored } = start();
    openInvoice();
    await match(3).getByRole('button', { name: 'Accept with a reason' }).click();
    const reason = match(3).getByRole('textbox', { name: 'Why it is accepted' });
    await expect.element(reason).toHaveFocus();
    await expect.element(match(3).getByRole('button', { name: 'Accept' })).toBeDisabled();
    api.on(patchInvoiceLine, () => {
      throw refusal('invoices.closed');
    });
    await reason.fill('Copper rose');
    await userEvent.keyboard('{Enter}');
    await expect.element(match(3).getByText('closed', { exact: false })).toBeVisible();
    await expect.element(reason).toHaveValue('Copper rose');
    api.on(patchInvoiceLine, ({ params, body }) => {
      const line = changeLine(params.id, {
        match: off({ matches: ['PRICE_OVER'], percent: '5.0', reason: body.matchReason ?? null }),
      });
      return { line, invoice: stored() };
    });
    await userEvent.keyboard('{Enter}');
    await expect.element(match(3).getByText('Accepted: Copper rose')).toBeVisible();
    expect(api.asked(patchInvoiceLine).at(-1)?.body).toEqual({ matchReason: 'Copper rose', version: 1 });
    await match(3).getByRole('button', { name: 'Change the reason' }).click();
    await reason.fill('');
    await match(3).getByRole('button', { name: 'Take it back' }).click();
    await expect.poll(() => api.asked(patchInvoiceLine).at(-1)?.body.matchReason).toBe(null);
  });
  it('is chosen among the open purchase orders of the supplier in the currency of the invoice', async () => {
    const { api } = start();
    openInvoice();
    await choice(4).click();
    const order = dialog(4).getByRole('combobox', { name: /^Purchase order/ });
    await expect.element(order).toHaveValue('PO-2026-0007');
    await order.click();
    await expect.element(page.getByRole('option', { name: /PO-2026-0007/ })).toBeVisible();
    await expect.element(page.getByRole('option', { name: /PO-2026-000[89]/ })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await dialog(4)
      .getByRole('combobox', { name: /^Line of the purchase order/ })
      .click();
    await page.getByRole('option', { name: /^1\. KTL Kettle.*48 of 48 left, agreed price 5$/ }).click();
    await expect
      .poll(() => api.asked(patchInvoiceLine).at(-1)?.body)
      .toEqual({
        purchaseOrderLineId: idOf(1001),
        version: 1,
      });
    await expect.element(dialog(4)).not.toBeInTheDocument();
  });
  it('fills in a line that is still blank: product, what is left, and the agreed price', async () => {
    const { api } = start();
    openInvoice();
    await main.getByRole('button', { name: 'Add line' }).click();
    await choice(5).click();
    await dialog(5)
      .getByRole('combobox', { name: /^Line of the purchase order/ })
      .click();
    await page.getByRole('option', { name: /^2\. MUG/ }).click();
    await expect.poll(() => api.asked(patchInvoiceLine).length).toBe(1);
    expect(api.asked(createInvoiceLine).map(({ body }) => body)).toEqual([
      expect.objectContaining({ productId: idOf(201), name: 'Mug, blue', quantity: '48', amount: '60.00' }),
    ]);
    expect(api.asked(patchInvoiceLine)[0]?.body.purchaseOrderLineId).toBe(idOf(1005));
  });
  it('is kept when copied lines are pasted', async () => {
    const { api, stored, change } = start();
    const shown = {
      product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
      name: 'Kettle',
      costType: 'FACTORY_INVOICE' as const,
      quantity: '100',
      unitPrice: '5',
      amount: '500.00',
      taxAmount: '0.00',
      account: null,
      internalReference: null,
    };
    const checked = {
      hasHeadings: false,
      columns: [{ heading: '', field: 'sku' as const, samples: ['KTL'], numbers: null }],
      rows: [
        { row: 1, line: shown, errors: [] },
        { row: 2, line: shown, errors: [] },
      ],
      openCostTypes: 0,
      counts: { rows: 2, create: 2, fail: 0 },
      amount: '1000.00',
      after: { lines: '1000.00', difference: '0.00' },
    };
    api.on(importInvoiceLinesDryRun, checked);
    api.on(importInvoiceLines, () => ({
      ...checked,
      invoice: change({ lines: [...stored().lines, lineOf(5, { order: null }), lineOf(6, { order: null })] }),
    }));
    openInvoice();
    await expect.element(cell(1, 'amount')).toBeVisible();
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/plain',
      'KTL\tKettle\tFactory\t100\t5.00\t500.00\t0.00\nKTL\tKettle\tFactory\t100\t5.00\t500.00\t0.00',
    );
    clipboardData.setData('application/x-quayside-lines', 'sku,name,costType,quantity,unitPrice,amount,taxAmount');
    clipboardData.setData('application/x-quayside-order-items', `,${idOf(1002)}`);
    document.body.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Add 2 lines/ })
      .click();
    await expect
      .poll(() => api.asked(bulkPatchInvoiceLines).map(({ body }) => body.lines))
      .toEqual([[{ invoiceLineId: idOf(1006), purchaseOrderLineId: idOf(1002), version: 1 }]]);
  });
  it('is seen but not changed by viewers, with a link to each purchase order; pairing names and links them too', async () => {
    start('viewer', { ...INVOICE, pairedWith: [PAIRED] });
    openInvoice();
    await expect.element(match(3)).toMatchTextContent(/Nobody has accepted it yet/);
    await expect
      .element(main.getByRole('link', { name: 'PO-2026-0007, line 3' }))
      .toHaveAttribute('href', paths.purchaseOrder(ORDER.id));
    await expect
      .element(main.getByRole('link', { name: 'PO-2026-0007', exact: true }).last())
      .toHaveAttribute('href', paths.purchaseOrder(ORDER.id));
    expect(main.getByRole('link', { name: 'PO-2026-0007', exact: true }).all()).toHaveLength(2);
    expect(main.getByRole('button', { name: 'Accept with a reason' }).query()).toBeNull();
    expect(choice(1).query()).toBeNull();
  });
  it('is said on phones too, where the line of the purchase order is a field of the line', async () => {
    await page.viewport(390, 844);
    start().api.on(previewAllocation, aPreview());
    openInvoice();
    await expect.element(main.getByText('5.0 % over · Quantity over').first()).toBeVisible();
    await main.getByRole('button', { name: /^Open line 3/ }).click();
    const panel = page.getByRole('dialog');
    await expect.element(panel.getByText('Accept with a reason')).toBeVisible();
    await expect.element(panel.getByRole('button', { name: /^Line 3, line of a purchase order/ })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1440, 900);
  });
});
