import {
  createInvoiceLine,
  deleteInvoiceLine,
  patchInvoiceLine,
  previewAllocation,
} from '@quayside/contracts/invoice-lines';
import { listProducts } from '@quayside/contracts/products';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf } from '../../../testing/person.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { cell, freightLine, invoiceOf, lineOf, MUG, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const TWO = invoiceOf([lineOf(1), freightLine(2)]);
const { keyboard } = userEvent;

function open(invoice = TWO, query = '') {
  const server = startInvoice(invoice);
  openInvoice(query);
  return server;
}

describe('the cells of a line', () => {
  it('hold its product, words and figures, grouped while nobody types', async () => {
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
  it('work out a sum while it is typed, and store its result', async () => {
    const { stored, api } = open();
    await cell(2, 'amount').fill('120*0.85+14');
    await expect.element(main.getByText('= 116.00')).toBeVisible();
    await userEvent.tab();
    await expect.poll(() => stored().lines[1]?.amount).toBe('116.00');
    await expect.element(cell(2, 'amount')).toHaveValue('116.00');
    expect(api.asked(patchInvoiceLine).map(({ body }) => body)).toEqual([{ amount: '116.00', version: 1 }]);
  });
  it('make the amount out of quantity and unit price', async () => {
    const { api } = open();
    await cell(1, 'unit price').fill('6.25');
    await userEvent.tab();
    await expect.element(cell(1, 'amount')).toHaveValue('625.00');
    await expect.poll(() => api.asked(patchInvoiceLine).map(({ body }) => body.amount)).toEqual(['625.00']);
  });
  it('keep an amount with too many decimals, say why, and send nothing', async () => {
    const { api } = open();
    await cell(1, 'amount').fill('10.005');
    await userEvent.tab();
    await expect.element(cell(1, 'amount')).toBeInvalid();
    await expect.element(cell(1, 'amount')).toHaveAccessibleDescription(/Amount .*2 decimals/);
    await expect.element(cell(1, 'amount')).toHaveValue('10.005');
    await expect.element(main.getByText('1 field needs attention')).toBeVisible();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('refuse a quantity below zero', async () => {
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
  it('mark tax that cannot be claimed back', async () => {
    open(invoiceOf([lineOf(1, { taxAmount: '20.00', isTaxRecoverable: false })]));
    await expect.element(main.getByRole('img', { name: 'Cannot be claimed back: part of the cost' })).toBeVisible();
  });
  it('are not changed by an answer that comes while somebody types on', async () => {
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
  it('are kept when the server does not answer, and stored when it is tried again', async () => {
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

  it('is found by the server while it is typed, and taken by Enter', async () => {
    const { api, stored } = open();
    await cell(1, 'product').fill('mu');
    await expect.element(options.getByRole('option', { name: 'MUG Mug' })).toHaveAttribute('aria-selected', 'true');
    expect(api.asked(listProducts).at(-1)?.query.search).toBe('mu');
    await keyboard('{Enter}');
    await expect.element(cell(1, 'product')).toHaveValue('MUG');
    await expect.element(options).not.toBeInTheDocument();
    await expect.poll(() => stored().lines[0]?.product?.id).toBe(MUG.id);
  });
  it('is walked by the arrows, and clicked', async () => {
    const { stored } = open();
    await cell(1, 'product').click();
    await keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(options.getByRole('option', { name: 'MUG Mug' })).toHaveAttribute('aria-selected', 'true');
    await keyboard('{ArrowUp}');
    await expect.element(options.getByRole('option', { name: 'KTL Kettle' })).toHaveAttribute('aria-selected', 'true');
    await options.getByRole('option', { name: 'MUG Mug' }).click();
    await expect.poll(() => stored().lines[0]?.product?.sku).toBe('MUG');
  });
  it('is all products once the cell is emptied', async () => {
    const { stored } = open();
    await cell(1, 'product').fill('');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.product).toBeNull();
    await expect.element(cell(1, 'product')).toHaveAttribute('placeholder', 'All products');
  });
  it('that is typed faster than the search is found by its SKU', async () => {
    const { api, stored } = open();
    const release = api.hold(listProducts);
    await cell(2, 'product').fill('mug');
    await userEvent.tab();
    release();
    await expect.poll(() => stored().lines[1]?.product?.sku).toBe('MUG');
  });
  it('that does not exist is said at the cell, and Escape brings the old one back', async () => {
    const { api } = open();
    await cell(1, 'product').fill('LAMP');
    await expect.element(options.getByText('No product fits “LAMP”')).toBeVisible();
    await userEvent.tab();
    await expect.element(cell(1, 'product')).toHaveAccessibleDescription(/No product fits “LAMP”/);
    await cell(1, 'product').click();
    await keyboard('{Escape}');
    await expect.element(cell(1, 'product')).toHaveValue('KTL');
    await expect.element(cell(1, 'product')).toBeValid();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('cannot be chosen while products cannot be read', async () => {
    const { api } = open();
    api.refuse(listProducts, 'internal');
    await cell(1, 'product').fill('MUG');
    await expect.element(options.getByText('Products could not be loaded')).toBeVisible();
    await userEvent.tab();
    await expect.element(cell(1, 'product')).toHaveAccessibleDescription(/Products could not be loaded/);
  });
});

describe('the keys of the sheet', () => {
  it('lead on with Enter, back with Shift, and by the arrows where the text ends', async () => {
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
  it('add a line after the last one by Enter, which is stored once something stands in it', async () => {
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
  it('add a line by Tab after the last cell', async () => {
    open();
    await cell(2, 'tax').click();
    await keyboard('{Tab}');
    await expect.element(cell(3, 'product')).toHaveFocus();
  });
  it('open how a line is spread by Alt and Enter, and close it by Escape', async () => {
    const { api } = open();
    api.hold(previewAllocation);
    await cell(2, 'amount').click();
    await keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(main.getByRole('heading', { name: 'How this cost is spread' })).toBeVisible();
    await keyboard('{Escape}');
    await expect.element(main.getByRole('heading', { name: 'How this cost is spread' })).not.toBeInTheDocument();
    await expect.element(main.getByRole('button', { name: /^How the cost of line 2 is spread/ })).toHaveFocus();
  });
  it('store at once by Control and S', async () => {
    const { api } = open();
    await cell(2, 'name').fill('Air freight');
    await keyboard('{Control>}s{/Control}');
    await expect.poll(() => api.asked(patchInvoiceLine)).toHaveLength(1);
    await expect.element(main.getByText(/^Saved/)).toBeVisible();
  });
});

describe('lines that are deleted', () => {
  it('go by Control and Delete, the focus stays in the sheet, and Undo writes the line again', async () => {
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
  it('stay while they are an order, and the reason names it', async () => {
    const { api } = open();
    const remove = main.getByRole('button', { name: /^Delete line 1\. This line is order SO-1\./ });
    await expect.element(remove).toHaveAttribute('aria-disabled', 'true');
    await cell(1, 'name').click();
    await keyboard('{Control>}{Delete}{/Control}');
    await expect.element(page.getByText('This line is order SO-1. Set its quantity to 0 first.')).toBeVisible();
    expect(api.asked(deleteInvoiceLine)).toEqual([]);
  });
  it('that somebody else deleted before are gone without a word', async () => {
    const { api } = open();
    api.refuse(deleteInvoiceLine, 'not_found');
    await main.getByRole('button', { name: 'Delete line 2', exact: true }).click();
    await expect.element(cell(2, 'name')).not.toBeInTheDocument();
    expect(page.getByText(/could not|Failed/).query()).toBeNull();
  });
  it('stay when the server refuses, with its reason', async () => {
    const { api } = open();
    api.refuse(deleteInvoiceLine, 'invoices.in_use', { message: 'A credit note is about this line' });
    await main.getByRole('button', { name: 'Delete line 2', exact: true }).click();
    await expect.element(page.getByText(/A credit note is about this line/)).toBeVisible();
    await expect.element(cell(2, 'name')).toBeVisible();
  });
});

describe('the sheet', () => {
  it('offers the first line where there is none', async () => {
    const { api } = open(invoiceOf([]));
    await main.getByRole('button', { name: 'Add the first line' }).click();
    await expect.element(cell(1, 'product')).toHaveFocus();
    expect(api.asked(createInvoiceLine)).toEqual([]);
  });
  it('says that nothing was entered, where nothing can be entered any more', async () => {
    const closed = invoiceOf([], { status: 'CLOSED' });
    open({ ...closed, can: { ...closed.can, edit: { allowed: false, reason: 'Closed' } } });
    await expect.element(main.getByText('Nothing was entered on this invoice.')).toBeVisible();
    expect(main.getByRole('button', { name: /^Add/ }).query()).toBeNull();
  });
  it('marks the line in the address', async () => {
    open(TWO, `?line=${idOf(1002)}`);
    await expect.element(cell(2, 'name')).toBeVisible();
    const marked = document.querySelectorAll('tr[data-marked]');
    expect([...marked].map((row) => row.getAttribute('data-line'))).toEqual([idOf(1002)]);
  });
  it('shows a line that somebody else adds, and leaves what is being typed', async () => {
    const { api, stored, change } = startInvoice(TWO);
    renderApp(paths.invoice(idOf(10)));
    await cell(2, 'name').fill('Air fr');
    change({ lines: [...stored().lines, freightLine(3, { name: 'Customs entry' })] });
    api.tellChanged('invoices', [idOf(10)]);
    await expect.element(cell(3, 'name')).toHaveValue('Customs entry');
    await expect.element(cell(2, 'name')).toHaveValue('Air fr');
  });
  it('tells what a line credits and what credit notes took off it', async () => {
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
  it('shows a refusal of the whole line at its cells', async () => {
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
