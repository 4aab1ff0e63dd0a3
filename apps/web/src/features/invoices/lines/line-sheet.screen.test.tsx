import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { createProduct } from '@quayside/contracts/products/products';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aProduct } from '../../products/testing/a-product.ts';
import {
  cell,
  freightLine,
  invoiceOf,
  lineOf,
  KETTLE,
  MUG,
  NINGBO,
  openInvoice,
  startInvoice,
} from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const TWO = invoiceOf([lineOf(1), freightLine(2)]);
const { keyboard } = userEvent;

function open(invoice = TWO, query = '') {
  const server = startInvoice(invoice);
  openInvoice(query);
  return server;
}

describe('the cells of a line', () => {
  it('show product, text and figures, which are grouped without the focus', async () => {
    open(invoiceOf([lineOf(1, { quantity: '1200', amount: '6120.50', unitPrice: '5.100416' })]));
    await expect.element(cell(1, 'product')).toHaveValue('KTL');
    await expect.element(cell(1, 'cost type')).toHaveValue('FACTORY_INVOICE');
    await expect.element(cell(1, 'quantity')).toHaveValue('1,200');
    await expect.element(cell(1, 'unit price')).toHaveValue('5.1004');
    await expect.element(cell(1, 'amount')).toHaveValue('6,120.50');
    await cell(1, 'amount').click();
    await expect.element(cell(1, 'amount')).toHaveValue('6120.50');
    await userEvent.tab();
    await expect.element(cell(1, 'amount')).toHaveValue('6,120.50');
  });
  it('show the result of a sum while it is typed, and store the result', async () => {
    const { stored, api } = open();
    await cell(2, 'amount').fill('120*0.85+14');
    await expect.element(main.getByText('= 116.00')).toBeVisible();
    await userEvent.tab();
    await expect.poll(() => stored().lines[1]?.amount).toBe('116.00');
    await expect.element(cell(2, 'amount')).toHaveValue('116.00');
    expect(api.asked(patchInvoiceLine).map(({ body }) => body)).toEqual([{ amount: '116.00', version: 1 }]);
  });
  it('compute the amount from quantity and unit price', async () => {
    const { api } = open();
    await cell(1, 'unit price').fill('6.25');
    await userEvent.tab();
    await expect.element(cell(1, 'amount')).toHaveValue('625.00');
    await expect.poll(() => api.asked(patchInvoiceLine).map(({ body }) => body.amount)).toEqual(['625.00']);
  });
  it('keep the amount when the quantity changes, say so, and offer the amount by the former price', async () => {
    const { stored } = open(invoiceOf([lineOf(1, { quantity: '100', amount: '5840.00', unitPrice: '58.400000' })]));
    await cell(1, 'quantity').fill('133');
    await userEvent.tab();
    const offer = main.getByRole('status').filter({ hasText: 'kept' });
    await expect.element(offer).toHaveTextContent('Amount 5,840.00 kept. Make it 7,767.20 (133 × 58.40)? · Keep it');
    await expect.poll(() => [stored().lines[0]?.quantity, stored().lines[0]?.amount]).toEqual(['133', '5840.00']);
    await offer.getByRole('button', { name: /^Make it/ }).click();
    await expect.poll(() => stored().lines[0]?.amount).toBe('7767.20');
    await expect.element(offer).not.toBeInTheDocument();
    // The price leads from now on.
    await cell(1, 'quantity').fill('10');
    await userEvent.tab();
    await expect.poll(() => [stored().lines[0]?.quantity, stored().lines[0]?.amount]).toEqual(['10', '584.00']);
    expect(offer.query()).toBeNull();
  });
  it('follow the price when it was typed last, and the amount when that was typed last', async () => {
    const { stored } = open();
    await cell(1, 'unit price').fill('6.25');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.amount).toBe('625.00');
    await cell(1, 'quantity').fill('133');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.amount).toBe('831.25');
    await cell(1, 'amount').fill('900');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.amount).toBe('900.00');
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.poll(() => [stored().lines[0]?.quantity, stored().lines[0]?.amount]).toEqual(['150', '900.00']);
    const offer = main.getByRole('status').filter({ hasText: 'kept' });
    await offer.getByRole('button', { name: 'Keep it' }).click();
    await expect.element(offer).not.toBeInTheDocument();
    expect(stored().lines[0]?.amount).toBe('900.00');
  });
  it('go back to what they held when they were entered with Ctrl Z, and never to half a figure', async () => {
    const { stored, api } = open(
      invoiceOf([lineOf(1, { quantity: '100', amount: '2070.00', unitPrice: '20.700000' })]),
    );
    await cell(1, 'quantity').click();
    await keyboard('125');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.quantity).toBe('125');
    await keyboard('{Control>}z{/Control}');
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    await expect.element(cell(1, 'quantity')).toHaveFocus();
    await expect.poll(() => stored().lines[0]?.quantity).toBe('100');
    await keyboard('{Control>}z{/Control}{Control>}y{/Control}{Control>}{Shift>}z{/Shift}{/Control}95');
    await keyboard('{Control>}z{/Control}');
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    await userEvent.tab();
    await expect.element(main.getByText(/^Saved/)).toBeVisible();
    expect(api.asked(patchInvoiceLine).map(({ body }) => body.quantity)).toEqual(['125', '100']);
  });
  it.each(['{Control>}y{/Control}', '{Control>}{Shift>}z{/Shift}{/Control}'])(
    'keep the product that is being typed with %s, which has nothing to redo',
    async (keys) => {
      open();
      await cell(1, 'product').click();
      await keyboard('Tea');
      await keyboard(keys);
      await expect.element(cell(1, 'product')).toHaveValue('Tea');
      await keyboard('{Control>}z{/Control}');
      await expect.element(cell(1, 'product')).not.toHaveValue('Tea');
    },
  );
  it('keep an amount with too many decimals, show the reason, and do not send it', async () => {
    const { api } = open();
    await cell(1, 'amount').fill('10.005');
    await userEvent.tab();
    await expect.element(cell(1, 'amount')).toBeInvalid();
    await expect.element(cell(1, 'amount')).toHaveAccessibleDescription(/Amount .*2 decimals/);
    await expect.element(cell(1, 'amount')).toHaveValue('10.005');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('refuse a negative quantity', async () => {
    const { api } = open();
    await cell(1, 'quantity').fill('-4');
    await userEvent.tab();
    await expect.element(cell(1, 'quantity')).toHaveAccessibleDescription(/A quantity is 0 or more/);
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('store another cost type', async () => {
    const { stored } = open();
    await cell(2, 'cost type').selectOptions('Local freight');
    await expect.poll(() => stored().lines[1]?.costType).toBe('LOCAL_FREIGHT');
  });
  it('mark tax that cannot be recovered', async () => {
    open(invoiceOf([lineOf(1, { taxAmount: '20.00', isTaxRecoverable: false })]));
    await expect.element(main.getByRole('img', { name: 'Cannot be claimed back: part of the cost' })).toBeVisible();
  });
  it('keep the text that is being typed when a response arrives', async () => {
    const { api, stored } = open();
    const release = api.hold(patchInvoiceLine);
    await cell(2, 'name').fill('Sea freight, Ningbo');
    await userEvent.tab();
    await expect.poll(() => api.asked(patchInvoiceLine)).toHaveLength(1);
    await cell(2, 'name').fill('Sea freight, Ningbo to Felixstowe');
    release();
    await expect.poll(() => stored().lines[1]?.name).toBe('Sea freight, Ningbo');
    await expect.element(cell(2, 'name')).toHaveValue('Sea freight, Ningbo to Felixstowe');
    await userEvent.tab();
    await expect.poll(() => stored().lines[1]?.name).toBe('Sea freight, Ningbo to Felixstowe');
    expect(api.asked(patchInvoiceLine).map(({ body }) => body.version)).toEqual([1, 2]);
  });
  it('keep their text when the server does not respond, and are stored by the retry', async () => {
    const { api, stored } = open();
    api.cut(patchInvoiceLine);
    await cell(2, 'name').fill('Air freight');
    await userEvent.tab();
    await expect.element(main.getByText(/^Not saved/)).toBeVisible();
    await expect.element(cell(2, 'name')).toHaveValue('Air freight');
    api.on(patchInvoiceLine, ({ body }) => {
      const line = { ...freightLine(2), name: body.name ?? null, version: 2 };
      return { line, invoice: { ...stored(), version: 2 } };
    });
    await main.getByRole('button', { name: 'Try now' }).click();
    await expect.element(main.getByText(/^Saved/)).toBeVisible();
    expect(api.asked(patchInvoiceLine).at(-1)?.body).toEqual({ name: 'Air freight', version: 1 });
  });
});

describe('the product of a line', () => {
  const options = page.getByRole('listbox', { name: /^Products for line/ });

  it('is searched by the server while it is typed, and chosen with Enter', async () => {
    const { api, stored } = open();
    await cell(1, 'product').fill('mu');
    await expect.element(options.getByRole('option', { name: 'MUG Mug' })).toHaveAttribute('aria-selected', 'true');
    expect(api.asked(listProducts).at(-1)?.query.search).toBe('mu');
    await keyboard('{Enter}');
    await expect.element(cell(1, 'product')).toHaveValue('MUG');
    await expect.element(options).not.toBeInTheDocument();
    await expect.poll(() => stored().lines[0]?.product?.id).toBe(MUG.id);
  });
  it('is selected with the arrow keys, or chosen with a click', async () => {
    const { stored } = open();
    await cell(1, 'product').click();
    await keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(options.getByRole('option', { name: 'MUG Mug' })).toHaveAttribute('aria-selected', 'true');
    await keyboard('{ArrowUp}');
    await expect.element(options.getByRole('option', { name: 'KTL Kettle' })).toHaveAttribute('aria-selected', 'true');
    await options.getByRole('option', { name: 'MUG Mug' }).click();
    await expect.poll(() => stored().lines[0]?.product?.sku).toBe('MUG');
  });
  it('is "all products" when the cell is cleared', async () => {
    const { stored } = open();
    await cell(1, 'product').fill('');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.product).toBeNull();
    await expect.element(cell(1, 'product')).toHaveAttribute('placeholder', 'All products');
  });
  it('is found by its exact SKU if it is typed faster than the search responds', async () => {
    const { api, stored } = open();
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('mug');
    await userEvent.tab();
    release();
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
  });
  it.each(['Enter', 'Tab'])('is the first match if %s is pressed before the search responds', async (key) => {
    const { api, stored } = open();
    api.on(listProducts, aPage([MUG, KETTLE]));
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('m');
    await keyboard(`{${key}}`);
    await cell(1, 'name').click();
    release();
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
  });
  it('is not taken for a text that was changed after Enter', async () => {
    const { api, stored } = open();
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('mug');
    await keyboard('{Enter}');
    await cell(2, 'product').fill('kettles');
    release();
    await cell(1, 'name').click();
    await expect.element(cell(2, 'product')).toHaveAccessibleDescription(/kettles/);
    expect(stored().lines[1]?.product).toBeNull();
  });
  it('is found by its exact code before the search responds, with the item numbers of its supplier first', async () => {
    const { api, stored } = open();
    api.on(listProducts, aPage([{ ...MUG, matchedBy: 'OWN_SUPPLIER' as const }, KETTLE]));
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('NB-77');
    await userEvent.tab();
    release();
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
    const asked = api.asked(listProducts).map(({ query }) => [query.search, query.picker, query.supplierId]);
    expect(asked.at(-1)).toEqual(['NB-77', true, NINGBO.id]);
  });
  it('is asked for if several products have the code: neither Enter, Tab nor haste takes the first', async () => {
    const { api, stored } = open();
    const twins = [
      { ...KETTLE, matchedBy: 'BARCODE' as const },
      { ...MUG, matchedBy: 'BARCODE' as const },
    ];
    api.on(listProducts, ({ query }) => aPage(query.search ? twins : []));
    const question = /2 products have the code “96385074”\. Choose one\./;
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('96385074');
    await userEvent.tab();
    release();
    await expect.element(cell(2, 'product')).toHaveAccessibleDescription(question);
    await cell(2, 'product').click();
    await expect.element(options.getByRole('option', { name: 'MUG Mug barcode' })).toBeVisible();
    await keyboard('{Enter}');
    await expect.element(cell(2, 'product')).toHaveAccessibleDescription(question);
    await expect.element(options).toBeVisible();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
    await keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
    await expect.element(cell(2, 'product')).toBeValid();
  });
  it('can be a discontinued one, which is listed on request', async () => {
    const { api, stored } = open();
    api.on(listProducts, ({ query }) =>
      aPage([KETTLE, ...(query.discontinued ? [{ ...MUG, status: 'DISCONTINUED' as const }] : [])]),
    );
    await cell(2, 'product').click();
    await expect.element(options.getByRole('option', { name: 'KTL Kettle' })).toBeVisible();
    await keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.element(options.getByRole('option', { name: 'MUG Mug Discontinued' })).toBeVisible();
    await expect.element(options.getByRole('option', { name: 'Show discontinued' })).not.toBeInTheDocument();
    await keyboard('{Enter}');
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
    await cell(1, 'product').click();
    await expect.element(options.getByRole('option', { name: 'Show discontinued' })).toBeVisible();
  });
  it('is reported at the cell if it does not exist; Escape restores the old one', async () => {
    const { api } = open();
    await cell(1, 'product').fill('LAMP');
    await expect.element(options.getByText('Create product “LAMP”')).toBeVisible();
    await cell(1, 'name').click();
    await expect.element(cell(1, 'product')).toHaveAccessibleDescription(/No product fits “LAMP”/);
    await cell(1, 'product').click();
    await expectNoSeriousFindings();
    await keyboard('{Escape}');
    await expect.element(cell(1, 'product')).toHaveValue('KTL');
    await expect.element(cell(1, 'product')).toBeValid();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('is created from what was typed, with the supplier of the invoice, and chosen at once', async () => {
    const { api, stored } = open();
    const created = aProduct({ id: MUG.id, sku: 'MUG', name: 'Sea freight' });
    api.on(createProduct, created);
    await cell(2, 'product').fill('MUG-2');
    await expect.element(options.getByText('Create product “MUG-2”')).toBeVisible();
    await keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Create product' });
    await expect.element(dialog.getByRole('textbox', { name: 'SKU' })).toHaveValue('MUG-2');
    await expect.element(dialog.getByRole('combobox', { name: 'Supplier' })).toHaveValue('Ningbo Haosheng');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Second mug');
    await keyboard('{Enter}');
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
    expect(api.asked(createProduct).map(({ body }) => body)).toEqual([
      { sku: 'MUG-2', name: 'Second mug', supplierIds: [NINGBO.id] },
    ]);
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('can be given up for the typed text as the name of a cost of all products', async () => {
    const { stored } = open();
    await cell(1, 'product').fill('Printing plate');
    await options.getByText('Use “Printing plate” as name, spread over all products').click();
    await expect.element(cell(1, 'name')).toHaveValue('Printing plate');
    await expect.element(cell(1, 'product')).toHaveValue('');
    await userEvent.tab();
    await expect.poll(() => [stored().lines[0]?.product, stored().lines[0]?.name]).toEqual([null, 'Printing plate']);
  });
  it('cannot be chosen while the search for products fails', async () => {
    const { api } = open();
    api.refuse(listProducts, 'internal');
    await cell(1, 'product').fill('MUG');
    await expect.element(options.getByText('Products could not be loaded')).toBeVisible();
    await userEvent.tab();
    await expect.element(cell(1, 'product')).toHaveAccessibleDescription(/Products could not be loaded/);
  });
});

describe('the keys of the table of lines', () => {
  it('move forward with Enter, back with Shift, and with the arrow keys at the ends of the text', async () => {
    open();
    await cell(1, 'quantity').click();
    await keyboard('{Enter}');
    await expect.element(cell(2, 'quantity')).toHaveFocus();
    await keyboard('{Shift>}{Enter}{/Shift}');
    await expect.element(cell(1, 'quantity')).toHaveFocus();
    await keyboard('{ArrowRight}');
    await expect.element(cell(1, 'unit price')).toHaveFocus();
    await keyboard('{ArrowDown}');
    await expect.element(cell(2, 'unit price')).toHaveFocus();
    await keyboard('{ArrowLeft}');
    await expect.element(cell(2, 'quantity')).toHaveFocus();
  });
  it('add a line after the last one with Enter; it is stored when it has content', async () => {
    const { api, stored } = open();
    await cell(2, 'amount').click();
    await keyboard('{Enter}');
    await expect.element(cell(3, 'product')).toHaveFocus();
    expect(api.asked(createInvoiceLine)).toEqual([]);
    await cell(3, 'name').fill('Printing plates');
    await userEvent.tab();
    await expect.poll(() => stored().lines).toHaveLength(3);
    const [sent] = api.asked(createInvoiceLine);
    expect(sent?.body).toEqual({ costType: 'FACTORY_INVOICE', name: 'Printing plates' });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('add a line with Tab after the last cell', async () => {
    open();
    await cell(2, 'tax').click();
    await keyboard('{Tab}');
    await expect.element(cell(3, 'product')).toHaveFocus();
  });
  it('open the cost details of a line with Alt Enter, and close them with Escape', async () => {
    const { api } = open();
    api.hold(previewAllocation);
    await cell(2, 'amount').click();
    await keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(main.getByRole('heading', { name: 'How this cost is spread' })).toBeVisible();
    await keyboard('{Escape}');
    await expect.element(main.getByRole('heading', { name: 'How this cost is spread' })).not.toBeInTheDocument();
    await expect.element(main.getByRole('button', { name: /^How the cost of line 2 is spread/ })).toHaveFocus();
  });
  it('save immediately with Ctrl S', async () => {
    const { api } = open();
    await cell(2, 'name').fill('Air freight');
    await keyboard('{Control>}s{/Control}');
    await expect.poll(() => api.asked(patchInvoiceLine)).toHaveLength(1);
    await expect.element(main.getByText(/^Saved/)).toBeVisible();
  });
});

describe('deleting a line', () => {
  it('works with Ctrl Delete; the focus stays in the table, and Undo creates the line again', async () => {
    const { api, stored } = open();
    await cell(2, 'name').click();
    await keyboard('{Control>}{Delete}{/Control}');
    await expect.element(page.getByText('Line 2 is deleted')).toBeVisible();
    await expect.element(cell(1, 'product')).toHaveFocus();
    expect(api.asked(deleteInvoiceLine).map(({ params, headers }) => [params.id, headers.get('If-Match')])).toEqual([
      [idOf(1002), expect.stringContaining('1')],
    ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(cell(2, 'name')).toHaveValue('Sea freight');
    expect(api.asked(createInvoiceLine)[0]?.body).toMatchObject({
      name: 'Sea freight',
      costType: 'SHIPPING',
      amount: '120.00',
      productId: null,
    });
    expect(stored().lines).toHaveLength(2);
  });
  it('is refused while the line has an order, which the reason names', async () => {
    const { api } = open();
    const remove = main.getByRole('button', { name: /^Delete line 1\. This line is an order\./ });
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    await cell(1, 'name').click();
    await keyboard('{Control>}{Delete}{/Control}');
    await expect.element(page.getByText('This line is an order. Set its quantity to 0 first.')).toBeVisible();
    expect(api.asked(deleteInvoiceLine)).toEqual([]);
  });
  it('succeeds silently if somebody else has already deleted it', async () => {
    const { api } = open();
    api.refuse(deleteInvoiceLine, 'not_found');
    await main.getByRole('button', { name: 'Delete line 2', exact: true }).click();
    await expect.element(cell(2, 'name')).not.toBeInTheDocument();
    expect(page.getByText(/could not|Failed/).query()).toBeNull();
  });
  it('fails with the reason when the server refuses', async () => {
    const { api } = open();
    api.refuse(deleteInvoiceLine, 'invoices.in_use', { message: 'A credit note is about this line' });
    await main.getByRole('button', { name: 'Delete line 2', exact: true }).click();
    await expect.element(page.getByText(/A credit note is about this line/)).toBeVisible();
    await expect.element(cell(2, 'name')).toBeVisible();
  });
});

describe('the columns account and reference', () => {
  const head = (name: string) => main.getByRole('columnheader', { name, exact: true });

  it('are shown where a line has a value, or as the person chooses; their cells are typed like the others', async () => {
    const { api, stored } = open(invoiceOf([lineOf(1, { account: '5010' }), freightLine(2)]));
    await expect.element(cell(1, 'account')).toHaveValue('5010');
    expect(head('Reference').query()).toBeNull();
    await main.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Reference' }).click();
    await keyboard('{Escape}');
    await expect.element(head('Reference')).toBeVisible();
    await cell(2, 'tax').click();
    await keyboard('{ArrowRight}7510{ArrowRight}');
    await expect.element(cell(2, 'reference')).toHaveFocus();
    await keyboard('PO-77{Tab}');
    await expect.element(cell(3, 'product')).toHaveFocus();
    await expect.poll(() => stored().lines[1]?.internalReference).toBe('PO-77');
    expect(stored().lines[1]?.account).toBe('7510');
    await cell(1, 'account').fill('');
    await userEvent.tab();
    await expect.poll(() => api.asked(patchInvoiceLine).at(-1)?.body.account).toBe(null);
    await expectNoSeriousFindings();
  });
  it('are skipped by the arrow keys while they are hidden', async () => {
    open();
    await cell(2, 'tax').click();
    await keyboard('{ArrowRight}');
    await expect.element(main.getByRole('button', { name: /^How the cost of line 2 is spread/ })).toHaveFocus();
    expect(head('Account').query()).toBeNull();
  });
});

describe('the table of lines', () => {
  it('offers to add the first line when there is none', async () => {
    const { api } = open(invoiceOf([]));
    await main.getByRole('button', { name: 'Add the first line' }).click();
    await expect.element(cell(1, 'product')).toHaveFocus();
    expect(api.asked(createInvoiceLine)).toEqual([]);
  });
  it('says that nothing was entered if lines can no longer be added', async () => {
    const closed = invoiceOf([], { status: 'CLOSED' });
    open({ ...closed, can: { ...closed.can, edit: { allowed: false, reason: 'Closed' } } });
    await expect.element(main.getByText('Nothing was entered on this invoice.')).toBeVisible();
    expect(main.getByRole('button', { name: /^Add/ }).query()).toBeNull();
  });
  it('highlights the line that the URL names', async () => {
    open(TWO, `?line=${idOf(1002)}`);
    await expect.element(cell(2, 'name')).toBeVisible();
    const marked = document.querySelectorAll('tr[data-marked]');
    expect([...marked].map((row) => row.getAttribute('data-line'))).toEqual([idOf(1002)]);
  });
  it('shows a line that somebody else adds, and keeps text that is being typed', async () => {
    const { api, stored, change } = startInvoice(TWO);
    renderScreen(paths.invoice(idOf(10)));
    await cell(2, 'name').fill('Air fr');
    change({ lines: [...stored().lines, freightLine(3, { name: 'Customs entry' })] });
    api.tellChanged('invoices', [idOf(10)]);
    await expect.element(cell(3, 'name')).toHaveValue('Customs entry');
    await expect.element(cell(2, 'name')).toHaveValue('Air fr');
  });
  it('shows which line is credited, and by how much credit notes have reduced a line', async () => {
    open(
      invoiceOf(
        [
          lineOf(1, { credited: { amount: '75.00', taxAmount: '15.00', quantity: '15' } }),
          lineOf(2, {
            order: null,
            amount: '-20.00',
            creditsLine: { invoiceId: idOf(40), invoiceNumber: 'HS-0', lineId: idOf(41), position: 3 },
          }),
        ],
        { total: null },
      ),
    );
    await expect.element(main.getByText('Credited: CNY 75.00 · 15 units · tax CNY 15.00')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'line 3 of HS-0' }))
      .toHaveAttribute('href', paths.invoice(idOf(40), idOf(41)));
    await expect.element(cell(2, 'product')).toHaveAttribute('readonly');
    await expect.element(cell(2, 'cost type')).toHaveValue('Factory');
  });
  it('shows an error about a whole line at its cells', async () => {
    const { api } = open();
    api.on(patchInvoiceLine, () => {
      throw refusal('invoices.in_use', { message: 'Units of this order are counted' });
    });
    await cell(1, 'quantity').fill('40');
    await userEvent.tab();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Units of this order are counted');
    await expect.element(cell(1, 'quantity')).toHaveValue('40');
  });
});
