import { generatePurchaseOrderPdf, previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { generatedOrder, pdfOf } from '../testing/a-mail.ts';
import { anItem, orderOf } from '../testing/an-order.ts';
import { startOrder } from '../testing/start-order.tsx';

const main = page.getByRole('main');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const viewer = main.getByRole('region', { name: /^Document PO-2026-0007/ });
const NOTES = 'Pack each kettle in a plain box.';

function open(order: PurchaseOrderWithItems, { as = 'admin', revision = 1 }: { as?: Visitor; revision?: number } = {}) {
  const server = startOrder(order, as);
  let next = revision;
  server.api.on(previewPurchaseOrderPdf, () => pdfOf(next));
  server.api.on(generatePurchaseOrderPdf, () => {
    server.change({ ...generatedOrder(), generated: { ...generated(), revision: next } });
    return pdfOf(next);
  });
  renderScreen(paths.purchaseOrderGenerate(idOf(10)));
  return { ...server, become: (now: number) => (next = now) };
}
const generated = () => {
  const { generated: made } = generatedOrder();
  if (!made) throw new Error('a generated order has a PDF');
  return made;
};

describe('the PDF of a purchase order', () => {
  it('is shown beside its choices, generated as shown, and can then be downloaded or sent', async () => {
    await page.viewport(1440, 900);
    const { api } = open(orderOf([anItem()], { notes: NOTES }));
    await expect.element(viewer.getByText('Page 1 of 1')).toBeVisible();
    await expect.element(main.getByText('Generating opens the draft', { exact: false })).toBeVisible();
    await expectNoSeriousFindings('/purchase-order/:id/generate');
    await main.getByText('US Letter').click();
    await main.getByRole('checkbox', { name: 'Prices and amounts' }).click();
    await main.getByRole('checkbox', { name: 'Bank details' }).click();
    const chosen = { paperSize: 'LETTER', showPrices: false, showBankingDetails: true, showInternalNumber: false };
    // The notes of the purchase order itself are not sent as notes of the PDF.
    await expect.poll(() => api.asked(previewPurchaseOrderPdf).at(-1)?.body).toEqual(chosen);
    await main.getByRole('textbox', { name: 'Notes' }).fill('');
    await expect.poll(() => api.asked(previewPurchaseOrderPdf).at(-1)?.body).toEqual({ ...chosen, notes: null });
    await button(/^Generate PDF/).click();
    await expect.element(page.getByText('Revision 1 of PO-2026-0007 is generated')).toBeVisible();
    expect(api.asked(generatePurchaseOrderPdf).map(({ body }) => body)).toEqual([
      { ...chosen, notes: null, preview: false, version: 1 },
    ]);
    await expect.element(button('Download PDF')).toBeEnabled();
    await expect
      .element(main.getByRole('link', { name: 'Send by mail' }))
      .toHaveAttribute('href', paths.purchaseOrderSend(idOf(10)));
    expect(button(/^Generate/).query()).toBeNull();
  });
  it('warns of characters that it shows as boxes, and is not generated with them', async () => {
    const warning = 'The PDF has no letters for these characters: Ship to: 서 울.';
    const { api } = open(orderOf([anItem()]));
    api.on(previewPurchaseOrderPdf, () => Object.assign(pdfOf(1), { warning }));
    await main.getByText('US Letter').click();
    await expect.element(main.getByText(warning)).toBeVisible();
    await expect.element(button(/^Generate PDF/)).toBeDisabled();
    // The preview of other choices, which is not in the cache.
    api.on(previewPurchaseOrderPdf, () => pdfOf(1));
    await main.getByRole('checkbox', { name: 'Bank details' }).click();
    await expect.element(main.getByText(warning)).not.toBeInTheDocument();
    await expect.element(button(/^Generate PDF/)).toBeEnabled();
  });
  it('becomes the next revision as soon as something that is printed has changed', async () => {
    const sent = { at: '2026-11-20T10:00:00Z', revision: 1 };
    const { become } = open(generatedOrder({ sent }));
    await expect.element(main.getByText(/^This is revision 1 as it was generated/)).toBeVisible();
    await expect.element(main.getByText(/^The supplier got revision 1/)).toBeVisible();
    become(2);
    await main.getByRole('checkbox', { name: 'Internal PO number' }).click();
    await expect.element(main.getByText(/^What you see becomes revision 2\. Revision 1 was generated/)).toBeVisible();
    await button(/^Generate revision 2/).click();
    await expect.element(page.getByText('Revision 2 of PO-2026-0007 is generated')).toBeVisible();
  });
  it('needs some fields first, and each is a link to it', async () => {
    const reason = 'The purchase order is not complete enough to be opened.';
    const lacking = orderOf([], { contact: null, supplierId: null, orderDate: null });
    open({ ...lacking, can: { ...lacking.can, generate: { allowed: false, reason } } });
    for (const field of ['An order date', 'An item with a quantity and a price above 0'])
      await expect.element(main.getByRole('link', { name: field })).toBeVisible();
    await expect.element(button(/^Generate PDF/)).toBeDisabled();
    await main.getByRole('link', { name: 'A supplier' }).click();
    await expect.element(main.getByRole('combobox', { name: 'Supplier' })).toHaveFocus();
  });
  it('says why it was not generated, and keeps the choices', async () => {
    const { api } = open(orderOf([anItem()]));
    api.refuse(generatePurchaseOrderPdf, 'documents.quota');
    await main.getByRole('textbox', { name: 'Notes' }).fill(NOTES);
    await expect.poll(() => api.asked(previewPurchaseOrderPdf).at(-1)?.body).toMatchObject({ notes: NOTES });
    await button(/^Generate PDF/).click();
    await expect.element(main.getByRole('alert')).toBeVisible();
    await expect.element(main.getByRole('textbox', { name: 'Notes' })).toHaveValue(NOTES);
  });
  it('can be loaded again after an error', async () => {
    const { api } = startOrder(orderOf([anItem()]));
    api.refuse(previewPurchaseOrderPdf, 'purchasing.unknown');
    renderScreen(paths.purchaseOrderGenerate(idOf(10)));
    const retry = button('Try again');
    await expect.element(retry).toBeVisible();
    api.on(previewPurchaseOrderPdf, () => pdfOf(1));
    await retry.click();
    await expect.element(viewer).toBeVisible();
  });
  it('is seen by viewers, who cannot generate it; on a phone nothing is cut off', async () => {
    await page.viewport(390, 844);
    const { api } = open(orderOf([anItem()]), { as: 'viewer' });
    await expect.element(viewer.getByText('Page 1 of 1')).toBeVisible();
    await expect.element(button('Download preview')).toBeEnabled();
    await expect.element(button(/^Generate PDF/)).toBeDisabled();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    expect(api.asked(generatePurchaseOrderPdf)).toEqual([]);
    await page.viewport(1440, 900);
  });
});
