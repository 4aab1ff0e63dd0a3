import {
  deletePurchaseOrderItem,
  importPurchaseOrderItems,
  importPurchaseOrderItemsDryRun,
  patchPurchaseOrderItem,
  createPurchaseOrderItem,
} from '@quayside/contracts/purchasing/purchase-order-items';
import { previewPurchaseOrderPdf } from '@quayside/contracts/purchasing/purchase-order-pdf';
import { restoreDocument } from '@quayside/contracts/documents/documents';
import {
  deletePurchaseOrderFile,
  getPurchaseOrder,
  listPurchaseOrderHistory,
  patchPurchaseOrder,
  uploadPurchaseOrderFile,
} from '@quayside/contracts/purchasing/purchase-orders';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { AUTOSAVE_MS } from '../../lib/editing/save-queue.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { cutFields } from '../../testing/cut-fields.ts';
import { cutFigures } from '../../testing/cut-figures.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen } from '../../testing/render-app.tsx';
import { aDocument } from '../documents/testing/a-document.ts';
import { anItem, orderOf } from './testing/an-order.ts';
import { cell, openOrder, startOrder, startPreview } from './testing/start-order.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const sums = main.getByRole('region', { name: 'Sums of the purchase order' });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const DRAFT = orderOf([anItem()]);
const OPEN = orderOf([anItem()], { status: 'OPEN' });

function open(order = DRAFT, as: Visitor = 'admin') {
  const server = startOrder(order, as);
  openOrder();
  return server;
}
async function openMenu() {
  await button('More actions for PO-2026-0007').click();
  await expect.element(page.getByRole('menu')).toBeVisible();
}
async function paste(text: string) {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  const target = document.activeElement ?? document.body;
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

describe('the page of a purchase order', () => {
  it('shows what is ordered, its sums, the deposit and the expected days; no figure is cut', async () => {
    await page.viewport(1440, 900);
    startOrder(DRAFT);
    renderScreen(paths.purchaseOrder(idOf(10)));
    await expect.element(main.getByRole('heading', { name: 'PO-2026-0007' })).toBeVisible();
    await expect.element(main.getByText('Status: Draft')).toBeInTheDocument();
    await expect.element(cell(1, 'product')).toHaveValue('KTL');
    await expect.element(cell(1, 'quantity')).toHaveValue('48');
    await expect.element(cell(1, 'price')).toHaveValue('5.00');
    await expect.element(sums).toMatchTextContent(/0\.120 m³/);
    await expect.element(sums).toMatchTextContent(/2 cartons, heaviest 18/);
    await expect.element(sums).toMatchTextContent(/Order totalCNY 240\.00£24\.00 at/);
    await expect.element(sums).toMatchTextContent(/Deposit due 4 DecCNY 72\.00/);
    await expect.element(main.getByText('Lead time 35 days · leaves about 28 Dec')).toBeVisible();
    await expect
      .element(main.getByRole('complementary', { name: 'Preview' }).getByText('PDF, A4, 1 page'))
      .toBeVisible();
    expect(cutFigures()).toEqual([]);
    await expectNoSeriousFindings('/purchase-order/:id');
  });
  it('can be loaded again after an error, and says when there is no such purchase order', async () => {
    const { api } = startOrder(DRAFT);
    api.refuse(getPurchaseOrder, 'internal');
    openOrder();
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent(/^An error occurred trying to get purchase order\./);
    api.refuse(getPurchaseOrder, 'purchasing.unknown');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByText('This purchase order does not exist')).toBeVisible();
  });
  it('says that it waits while it is loaded', async () => {
    const { api } = startOrder(DRAFT);
    const release = api.hold(getPurchaseOrder);
    openOrder();
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(cell(1, 'quantity')).toHaveValue('48');
  });
  it('can be read by a viewer, who can change nothing', async () => {
    open(OPEN, 'viewer');
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    expect(cell(1, 'quantity').query()).toBeNull();
    // What the shares must add up to is no news for somebody who cannot type them.
    expect(main.getByText('must add up to 100 %').query()).toBeNull();
    await expect.element(main.getByRole('link', { name: 'KTL' })).toHaveAttribute('href', paths.product('KTL'));
    await expect.element(button(/^Generate PDF/)).toBeDisabled();
    expect(button('Add item').query()).toBeNull();
    await openMenu();
    for (const name of ['Import items', 'Close short', 'Cancel purchase order', 'Archive'])
      await expect.element(page.getByRole('menuitem', { name })).toBeDisabled();
  });
});

describe('the items of a purchase order', () => {
  it('are typed with the keyboard alone; the price is the known one, and the quantity is rounded up to full cases', async () => {
    const { api, stored } = open(orderOf([]));
    await button('Add the first item').click();
    await userEvent.keyboard('KTL{Enter}');
    await expect
      .poll(() => api.asked(createPurchaseOrderItem).map(({ body }) => body))
      .toEqual([{ productId: idOf(200) }]);
    await expect.element(cell(1, 'price')).toHaveValue('5.00');
    await userEvent.keyboard('{Tab}{Tab}1000{Tab}');
    await expect.element(cell(1, 'quantity')).toHaveValue('1,008');
    await expect.element(main.getByText('1,000 asked')).toBeVisible();
    await userEvent.keyboard('2.705{Tab}');
    await expect.element(cell(2, 'product')).toHaveFocus();
    await expect.element(sums).toMatchTextContent(/CNY 2,726\.64/);
    await userEvent.keyboard('MUG{Enter}');
    await expect.element(cell(2, 'price')).toHaveValue('1.50');
    await expect
      .poll(() =>
        stored().items.map(({ sku, askedQuantity, quantity, unitPrice, amount }) => ({
          sku,
          askedQuantity,
          quantity,
          unitPrice,
          amount,
        })),
      )
      .toEqual([
        { sku: 'KTL', askedQuantity: '1000', quantity: '1008', unitPrice: '2.705', amount: '2726.64' },
        { sku: 'MUG', askedQuantity: null, quantity: '0', unitPrice: '1.5', amount: '0.00' },
      ]);
    await expect
      .element(sums.getByRole('link', { name: 'MUG' }))
      .toHaveAttribute('href', paths.product('MUG', 'case-packaging'));
  });
  it('keep quantity and price that were stored before their product, rounded up to its full cases', async () => {
    const bare = { productId: null, product: null, sku: null, caseUnits: null, askedQuantity: null };
    const { api } = open(
      orderOf([anItem({ ...bare, quantity: '1000', unitPrice: '2.705', supplierItemNumber: 'A-7' })]),
    );
    await cell(1, 'product').click();
    await userEvent.keyboard('KTL{Enter}');
    await expect
      .poll(() => api.asked(patchPurchaseOrderItem).map(({ body }) => body))
      .toEqual([
        { productId: idOf(200), askedQuantity: '1000', unitPrice: '2.705', supplierItemNumber: 'A-7', version: 1 },
      ]);
    await expect.element(cell(1, 'quantity')).toHaveValue('1,008');
    await expect.element(cell(1, 'price')).toHaveValue('2.705');
  });
  it('can be ordered exactly as asked for, with a broken case', async () => {
    const { api } = open(orderOf([anItem({ askedQuantity: '40' })]));
    await button('Item 1: order exactly 40, with a broken case').click();
    await expect
      .poll(() => api.asked(patchPurchaseOrderItem).map(({ body }) => body))
      .toEqual([{ quantity: '40', version: 1 }]);
    await expect.element(cell(1, 'quantity')).toHaveValue('40');
  });
  it('show an error at its field, and keep what was typed', async () => {
    const { api, stored } = open();
    api.on(patchPurchaseOrderItem, () => {
      throw refusal('bad_input', {
        errors: [{ field: 'askedQuantity', code: 'bad_input', message: 'Not below 600, which is invoiced' }],
      });
    });
    await cell(1, 'quantity').fill('24');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByRole('alert')).toMatchTextContent(/Quantity Not below 600, which is invoiced/);
    await expect.element(cell(1, 'quantity')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(cell(1, 'quantity')).toHaveValue('24');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    await cell(1, 'price').fill('2..5');
    await userEvent.keyboard('{Tab}');
    await expect.element(cell(1, 'price')).toHaveAttribute('aria-invalid', 'true');
    expect(stored().version).toBe(1);
  });
  it('with a quantity that its product does not allow are sent once, keep both, and are sent again with another quantity', async () => {
    const bare = { productId: null, product: null, sku: null, caseUnits: null, askedQuantity: null };
    const { api } = open(orderOf([anItem({ ...bare, quantity: '0.5', unitPrice: '700' })]));
    api.on(patchPurchaseOrderItem, () => {
      throw refusal('bad_input', {
        errors: [{ field: 'quantity', code: 'bad_input', message: 'A product is ordered in whole units' }],
      });
    });
    const sent = () => api.asked(patchPurchaseOrderItem).map(({ body }) => body.askedQuantity);
    await cell(1, 'product').click();
    await userEvent.keyboard('MUG{Enter}');
    await expect.element(main.getByRole('alert')).toMatchTextContent(/Quantity A product is ordered in whole units/);
    await userEvent.keyboard('{Tab}');
    await cell(1, 'quantity').fill('12');
    await userEvent.keyboard('{Tab}');
    // This server refuses every quantity, so the product is then tried without one.
    await expect.poll(sent).toEqual(['0.5', '12', undefined]);
    await expect.element(cell(1, 'product')).toHaveValue('MUG');
    await expect.element(cell(1, 'quantity')).toHaveValue('12');
    expect(api.asked(patchPurchaseOrderItem).map(({ body }) => body.productId)).toEqual(Array(3).fill(idOf(201)));
  });
  it('go back to what a cell held when it was entered with Ctrl Z, one step for each cell', async () => {
    const { api } = open();
    const sent = () => api.asked(patchPurchaseOrderItem).map(({ body: { version: _version, ...body } }) => body);
    await cell(1, 'quantity').click();
    await userEvent.keyboard('96');
    // Longer than the pause after which a finished input is saved.
    await new Promise((resolve) => setTimeout(resolve, 2 * AUTOSAVE_MS));
    expect(sent()).toEqual([]);
    await userEvent.keyboard('{Tab}');
    await expect.poll(sent).toEqual([{ askedQuantity: '96' }]);
    await userEvent.keyboard('6.5{Control>}z{/Control}');
    await expect.element(cell(1, 'price')).toHaveValue('5.00');
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(cell(1, 'quantity')).toHaveFocus();
    await expect.poll(sent).toEqual([{ askedQuantity: '96' }, { askedQuantity: '48' }]);
    await userEvent.keyboard('{Tab}{Tab}');
    await expect.element(main.getByText(/^Saved /)).toBeVisible();
    expect(sent()).toHaveLength(2);
  });
  it('are deleted with Ctrl Del, and come back with Undo', async () => {
    const { api, stored } = open(orderOf([anItem(), anItem({ id: idOf(1002), position: 2, sku: 'MUG' })]));
    await cell(1, 'quantity').click();
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    await expect.element(page.getByText('Item 1 is deleted')).toBeVisible();
    await expect.poll(() => api.asked(deletePurchaseOrderItem).map(({ params }) => params.id)).toEqual([idOf(1001)]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => stored().items.length).toBe(2);
    expect(api.asked(createPurchaseOrderItem).at(-1)?.body).toMatchObject({
      productId: idOf(200),
      quantity: '48',
      unitPrice: '5',
    });
    // It is where it was.
    await expect.poll(() => stored().items.map(({ sku }) => sku)).toEqual(['KTL', 'MUG']);
  });
  it('are moved with Alt Shift and an arrow, or by their details on a phone, and come back with Undo', async () => {
    const names = ['Hull', 'Mast', 'Sail'];
    const { api, stored } = open(
      orderOf(names.map((name, at) => anItem({ id: idOf(1001 + at), position: at + 1, name, lastPrice: null }))),
    );
    const order = () => stored().items.map(({ name }) => name);
    await cell(1, 'product').click();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}{/Alt}');
    await expect.element(cell(3, 'product')).toHaveFocus();
    await expect.element(cell(3, 'description')).toHaveValue('Hull');
    await expect.poll(order).toEqual(['Mast', 'Sail', 'Hull']);
    expect(api.asked(patchPurchaseOrderItem).map(({ body }) => body)).toEqual([{ position: 2 }, { position: 3 }]);
    await expect.element(page.getByText('Item 1 is now item 3')).toBeVisible();
    // The message of the first step gives way to that of the last, which takes a moment.
    await expect.element(page.getByText('Item 1 is now item 2')).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(order).toEqual(names);
    await expect.element(cell(1, 'description')).toHaveValue('Hull');

    await page.viewport(390, 844);
    await button(/^Details of item 2/).click();
    await page.getByRole('button', { name: 'Move up' }).click();
    await expect.element(page.getByRole('button', { name: 'Move up' })).toBeDisabled();
    await expect.poll(order).toEqual(['Mast', 'Hull', 'Sail']);
    await page.viewport(1440, 900);
  });
  it('stay where they were if a move is refused', async () => {
    const { api } = open(orderOf([anItem({ name: 'Hull' }), anItem({ id: idOf(1002), position: 2, name: 'Mast' })]));
    api.refuse(patchPurchaseOrderItem, 'purchasing.closed');
    await cell(2, 'description').click();
    await userEvent.keyboard('{Alt>}{Shift>}{ArrowUp}{/Shift}{/Alt}');
    await expect.poll(() => api.asked(patchPurchaseOrderItem).length).toBe(1);
    await expect.element(cell(1, 'description')).toHaveValue('Hull');
    await expect.element(page.getByText('Item 2 is now item 1')).not.toBeInTheDocument();
  });
  it('are pasted as cells: a dry run shows what is wrong, and only then they are added', async () => {
    const { api, change } = open();
    const row = (row: number, quantity: string, errors: { column: 'sku'; value: string; message: string }[] = []) => ({
      row,
      item: {
        product: errors.length > 0 ? null : { id: idOf(200), sku: 'KTL', name: 'Kettle' },
        name: null,
        supplierItemNumber: null,
        askedQuantity: '40',
        quantity,
        unitPrice: '5',
        isPriceProposed: true,
        amount: '240.00',
      },
      errors,
    });
    const result = {
      hasHeadings: false,
      columns: [
        { heading: null, field: 'sku' as const, samples: ['KTL', 'KTX'], numbers: null },
        { heading: null, field: 'quantity' as const, samples: ['40', '10'], numbers: null },
      ],
      rows: [row(2, '0', [{ column: 'sku', value: 'KTX', message: 'No product has this code' }]), row(1, '48')],
      counts: { rows: 2, create: 1, fail: 1 },
      amount: '240.00',
      totalAfter: '480.00',
    };
    api.on(importPurchaseOrderItemsDryRun, result);
    api.on(importPurchaseOrderItems, () => ({
      ...result,
      purchaseOrder: change({ items: [anItem(), anItem({ id: idOf(1002), position: 2, askedQuantity: '40' })] }),
    }));
    await cell(1, 'product').click();
    await paste('KTL\t40\nKTX\t10');
    await expect.element(dialog.getByText('No product has this code')).toBeVisible();
    await expect.element(dialog.getByText('40 asked').first()).toBeVisible();
    await expect.element(dialog).toMatchTextContent(/Order total afterwards\s*CNY 480\.00/);
    await expect.element(dialog.getByRole('button', { name: /^Add 1 item/ })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /^Leave out 1 row/ }).click();
    await dialog.getByRole('button', { name: /^Add 1 item/ }).click();
    await expect.element(page.getByText('1 item is added')).toBeVisible();
    await expect.element(cell(2, 'quantity')).toHaveValue('48');
    expect(api.asked(importPurchaseOrderItems).map(({ body }) => body)).toEqual([
      expect.objectContaining({ text: 'KTL\t40\nKTX\t10', onlyValid: true, isSnapped: true }),
    ]);
  });
  it('are corrected on a phone in the sheet of a card', async () => {
    await page.viewport(390, 844);
    const { api } = open();
    await button(/^Details of item 1/).click();
    await page.getByRole('dialog').or(page.getByRole('complementary')).getByLabelText('Item 1, quantity').fill('72');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => api.asked(patchPurchaseOrderItem).at(-1)?.body).toMatchObject({ askedQuantity: '72' });
    await page.viewport(1440, 900);
  });
});

describe('the header of a purchase order', () => {
  it('is stored by itself, and the preview follows', async () => {
    const { api } = open();
    await expect.element(main.getByText('PDF, A4, 1 page')).toBeVisible();
    await main.getByLabelText('Port of loading').fill('FOB Yantian');
    await main.getByText('Land').click();
    await expect
      .poll(() => Object.assign({}, ...api.asked(patchPurchaseOrder).map(({ body }) => body)))
      .toMatchObject({ portOfLoading: 'FOB Yantian', shippingMethod: 'LAND' });
    await expect.element(main.getByText(/^Saved /)).toBeVisible();
    await expect.poll(() => api.asked(previewPurchaseOrderPdf).length).toBeGreaterThan(1);
  });
  it('has one undo step for each field: what it held when it was entered', async () => {
    const { api } = open(orderOf([anItem()], { portOfLoading: 'FOB Ningbo' }));
    await main.getByLabelText('Port of loading').click();
    await userEvent.keyboard(' and Yantian{Control>}z{/Control}');
    await expect.element(main.getByLabelText('Port of loading')).toHaveValue('FOB Ningbo');
    await userEvent.keyboard(' East{Enter}');
    await expect.poll(() => api.asked(patchPurchaseOrder).map(({ body }) => body.portOfLoading)).toHaveLength(1);
    await userEvent.keyboard('{Control>}z{/Control}{Tab}');
    await expect
      .poll(() => api.asked(patchPurchaseOrder).map(({ body }) => body.portOfLoading))
      .toEqual([expect.stringContaining('East'), 'FOB Ningbo']);
  });
  it('keeps the undo and the redo of the browser in a text of several lines, up to what it held', async () => {
    const { api } = open(orderOf([anItem()], { notes: 'Pack well' }));
    const notes = main.getByLabelText('Notes');
    await notes.click();
    // Each of these keys is a step of the browser.
    await userEvent.keyboard('{Control>}{End}{/Control}!?{Control>}z{/Control}');
    await expect.element(notes).toHaveValue('Pack well!');
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await expect.element(notes).toHaveValue('Pack well!?');
    await userEvent.keyboard('{Tab}');
    await expect.poll(() => api.asked(patchPurchaseOrder).map(({ body }) => body.notes)).toEqual(['Pack well!?']);
    await notes.click();
    await userEvent.keyboard('{Control>}z{/Control}{Tab}');
    await expect.poll(() => api.asked(patchPurchaseOrder).at(-1)?.body.notes).toBe('Pack well');
  });
  it('has a preview that says when its PDF cannot be opened, and is loaded again', async () => {
    const { api } = startOrder(DRAFT);
    api.on(previewPurchaseOrderPdf, () => new Blob(['no PDF'], { type: 'application/pdf' }));
    openOrder();
    const preview = main.getByRole('complementary', { name: 'Preview' });
    await expect.element(preview.getByRole('alert')).toMatchTextContent(/^An error occured trying to get preview/);
    startPreview(api);
    await preview.getByRole('button', { name: 'Try again' }).click();
    await expect.element(preview.getByText('PDF, A4, 1 page')).toBeVisible();
  });
  it('shows both versions when somebody else has changed the same field, and saves the chosen one', async () => {
    const { api, change } = open();
    await expect.element(cell(1, 'quantity')).toHaveValue('48');
    const current = change({ portOfLoading: 'FOB Shanghai' });
    let isRefused = false;
    api.on(patchPurchaseOrder, ({ body }) => {
      if (isRefused) return change({ portOfLoading: body.portOfLoading ?? null });
      isRefused = true;
      throw refusal('conflict_version', { current });
    });
    await main.getByLabelText('Port of loading').fill('FOB Yantian');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('FOB Shanghai')).toBeVisible();
    await expect.element(dialog.getByText('FOB Yantian')).toBeVisible();
    await dialog.getByRole('button', { name: 'Save these values' }).click();
    await expect
      .poll(() => api.asked(patchPurchaseOrder).at(-1)?.body)
      .toMatchObject({ portOfLoading: 'FOB Yantian', version: 2 });
  });
  it('keeps supplier and currency once they are fixed, and says why', async () => {
    const reason = 'It was sent to the supplier';
    open({ ...OPEN, can: { ...OPEN.can, changeSupplier: { allowed: false, reason } } });
    await expect.element(main.getByRole('img', { name: reason }).first()).toBeVisible();
    expect(main.getByRole('combobox', { name: 'Supplier' }).query()).toBeNull();
  });
  it('has payment terms that are changed by percent and day, and says what is missing', async () => {
    const { api } = open();
    const share = main.getByRole('group', { name: 'Payment 1' });
    await share.getByLabelText('Percent of payment 1').fill('40');
    await expect.element(main.getByText('10 % too much')).toBeVisible();
    await main.getByLabelText('Percent of payment 2').fill('60');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByRole('group', { name: 'Payment 2' })).toMatchTextContent(/CNY 144\.00/);
    await expect
      .poll(() =>
        api
          .asked(patchPurchaseOrder)
          .at(-1)
          ?.body.paymentTerms?.map(({ percentOfPayment, event, days }) => ({ percentOfPayment, event, days })),
      )
      .toEqual([
        { percentOfPayment: '0.4', event: 'ORDER', days: 14 },
        { percentOfPayment: '0.6', event: 'SHIPPING', days: -7 },
      ]);
    await button('Remove payment 2').click();
    await expect.element(main.getByText('60 % missing')).toBeVisible();
  });
  it.each([1_440, 1_280, 720, 390])(
    'shows event and day of each payment whole on a screen %i pixels wide',
    async (width) => {
      const [, term] = DRAFT.paymentTerms;
      if (!term) throw new Error('The order has two payments');
      const unknown = { dueDate: null, isEstimated: false };
      const paymentTerms = [
        { ...term, event: 'BEFORE_SHIPPING' as const, dueDate: '2026-12-28' },
        { ...term, event: 'INSPECTION' as const, ...unknown },
      ];
      await page.viewport(width, 900);
      startOrder(orderOf([anItem()], { paymentTerms }));
      renderScreen(paths.purchaseOrder(idOf(10)));
      const row = (n: number) => main.getByRole('group', { name: `Payment ${n}` });
      await expect.element(row(1).getByPlaceholder('≈ 28 Dec 2026')).toBeVisible();
      await expect.element(row(2).getByPlaceholder('Day not known yet')).toBeVisible();
      expect([1, 2].flatMap((n) => cutFields(row(n).element()))).toEqual([]);
      await page.viewport(1_440, 900);
    },
  );
  it('names a percent that is none again, after something else of the payment was chosen', async () => {
    open();
    const share = main.getByRole('group', { name: 'Payment 1' });
    await share.getByLabelText('Percent of payment 1').fill('.');
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByRole('alert')).toMatchTextContent(/percent/i);
    await share.getByRole('combobox', { name: 'Month end of payment 1' }).click();
    await page.getByRole('option', { name: 'Month end, then days' }).click();
    await expect.element(main.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.keyboard('{Tab}');
    await expect.element(main.getByRole('alert')).toMatchTextContent(/percent/i);
  });
  it('counts months and both ends of a month, and no months of a fixed day', async () => {
    const { api, stored } = open();
    const sent = () => api.asked(patchPurchaseOrder).at(-1)?.body.paymentTerms;
    await main.getByLabelText('Months after the event of payment 2').fill('2');
    await main.getByRole('combobox', { name: 'Month end of payment 2' }).click();
    await page.getByRole('option', { name: 'Days, then month end' }).click();
    await expect.poll(() => sent()?.[1]).toMatchObject({ months: 2, days: -7, monthEnd: 'AFTER' });
    await main.getByLabelText('Day of payment 2', { exact: true }).fill('2027-02-10');
    await userEvent.tab();
    await expect.poll(() => sent()?.[1]).toMatchObject({ months: 2, dueDate: '2027-02-10' });
    await expect.element(main.getByLabelText('Months after the event of payment 2')).toBeDisabled();
    // What it would follow again stays behind its day, also at another place.
    await expect.poll(() => stored().paymentTerms[1]).toMatchObject({ months: 2, isPinned: true });
    await button('Remove payment 1').click();
    await expect.poll(() => sent()).toMatchObject([{ months: 2, dueDate: '2027-02-10' }]);
  });
});

describe('the files of a purchase order', () => {
  it('are attached, sent with the PDF or not, and deleted with Undo', async () => {
    const artwork = aDocument({ id: idOf(70), fileName: 'artwork-v3.pdf' });
    const { api, change, stored } = open();
    api.on(uploadPurchaseOrderFile, ({ file }) => {
      expect(file?.name).toBe('artwork-v3.pdf');
      change({ uploadedDocuments: [artwork] });
      return artwork;
    });
    api.on(deletePurchaseOrderFile, () => void change({ uploadedDocuments: [], attachmentIds: [] }));
    api.on(restoreDocument, () => {
      change({ uploadedDocuments: [artwork] });
      return artwork;
    });
    await expect.element(main.getByText('No files yet. Attach artwork or carton marks.')).toBeVisible();
    await main.getByLabelText('File of the purchase order').upload(new File(['%PDF-1.4'], 'artwork-v3.pdf'));
    await expect.element(main.getByRole('link', { name: 'artwork-v3.pdf' })).toBeVisible();
    await main.getByRole('checkbox', { name: 'Send artwork-v3.pdf with the PDF' }).click();
    await expect.poll(() => stored().attachmentIds).toEqual([artwork.id]);
    await button('Delete artwork-v3.pdf').click();
    await expect.element(main.getByText('No files yet. Attach artwork or carton marks.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(main.getByRole('link', { name: 'artwork-v3.pdf' })).toBeVisible();
  });
});

describe('the moves of a purchase order', () => {
  it('is closed short only with words', async () => {
    const { api } = open(OPEN);
    await openMenu();
    await page.getByRole('menuitem', { name: 'Close short' }).click();
    await dialog.getByRole('button', { name: 'Close short' }).click();
    await expect.element(dialog.getByText('This field is required')).toBeVisible();
    await dialog.getByLabelText('Why?').fill('The factory stopped the mug');
    await dialog.getByRole('button', { name: 'Close short' }).click();
    await expect.element(page.getByText('PO-2026-0007 is closed')).toBeVisible();
    expect(api.asked(patchPurchaseOrder).map(({ body }) => body)).toEqual([
      { status: 'CLOSED', closeReason: 'SHORT', closeWords: 'The factory stopped the mug', version: 1 },
    ]);
    await expect.element(main.getByText('Closed · Short')).toBeVisible();
    await expect.element(button(/^Re-open/)).toBeEnabled();
  });
  it('opens a draft after a confirmation, and re-opens what is closed', async () => {
    const { api } = open();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Open', exact: true }).click();
    await dialog.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByText('PO-2026-0007 is open')).toBeVisible();
    expect(api.asked(patchPurchaseOrder).map(({ body }) => body)).toEqual([{ status: 'OPEN', version: 1 }]);
  });
  it('goes on to the PDF, after everything that was typed is stored', async () => {
    const { api } = open();
    await main.getByLabelText('Port of loading').fill('FOB Yantian');
    await button(/^Generate PDF/).click();
    await expect.poll(() => window.location.pathname).toBe(paths.purchaseOrderGenerate(idOf(10)));
    expect(api.asked(patchPurchaseOrder).map(({ body }) => body.portOfLoading)).toEqual(['FOB Yantian']);
  });
  it('says that it was changed since it was sent, and what invoices name of it', async () => {
    const invoice = { id: idOf(60), invoiceNumber: 'HS-1', kind: 'INVOICE' as const, status: 'OPEN' as const };
    open({
      ...OPEN,
      sent: { at: '2026-11-21T09:00:00Z', revision: 1 },
      isChangedSinceSent: true,
      invoices: [{ ...invoice, date: '2026-11-25', lineCount: 1, amount: '120.00' }],
      items: [anItem({ invoicedQuantity: '24', invoicedAmount: '120.00', leftQuantity: '24', leftAmount: '120.00' })],
    });
    await expect.element(main.getByText(/^Changed since revision 1 was sent/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'HS-1' })).toHaveAttribute('href', paths.invoice(idOf(60)));
    await expect.element(main.getByText('24 invoiced')).toBeVisible();
  });
  it('has a history', async () => {
    const { api } = open();
    api.on(
      listPurchaseOrderHistory,
      aPage([
        {
          id: idOf(900),
          at: '2026-11-20T10:00:00Z',
          action: 'purchase-order.changed',
          who: { id: idOf(1), name: 'Ada Crane' },
          changes: [{ field: 'total', from: '200.00 CNY', to: '240.00 CNY', line: null }],
        },
      ]),
    );
    await button('History').click();
    await expect.element(page.getByText('Changed a purchase order')).toBeVisible();
    await expect.element(page.getByText('CNY 240.00').first()).toBeVisible();
  });
});
