import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoice-lines';
import { getInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices';
import { listProducts } from '@quayside/contracts/products';
import { listSuppliers } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderApp, startApi } from '../../testing/render-app.tsx';
import { aLine, anInvoice } from './testing/an-invoice.ts';

const LINE = aLine({
  invoiceLineId: idOf(11),
  product: { id: idOf(12), sku: 'KTL', name: 'Kettle' },
  order: { id: idOf(13), number: 'SO-1' },
});
const SECOND = { ...LINE, invoiceLineId: idOf(21), position: 2, sku: 'MUG', name: 'Mug', quantity: '40' };
const INVOICE: InvoiceWithLines = anInvoice({
  id: idOf(10),
  supplierContact: { id: idOf(100), companyName: 'Ningbo Haosheng', localName: null },
  lineCount: 2,
  lines: [LINE, SECOND],
});
const PATH = paths.invoice(INVOICE.id);
const main = page.getByRole('main');
const cell = (line: number, name: string) => main.getByLabelText(`Line ${line}, ${name}`, { exact: true });

/** A server that keeps the lines as they were changed last. */
function startWith(invoice = INVOICE, as: Visitor = 'admin') {
  const api = startApi({ as });
  let stored = invoice;
  api.on(getInvoice, () => stored);
  api.on(listSuppliers, aPage([]));
  api.on(listProducts, aPage([]));
  api.on(patchInvoiceLine, ({ params, body }) => {
    const before = stored.lines.find(({ invoiceLineId }) => invoiceLineId === params.id);
    if (!before) throw refusal('not_found');
    const { quantity = before.quantity, amount = before.amount } = body;
    const line = { ...before, quantity, amount, version: before.version + 1 };
    const lines = stored.lines.map((one) => (one.invoiceLineId === params.id ? line : one));
    stored = { ...stored, version: stored.version + 1, lines };
    return { line, invoice: stored };
  });
  return { api, stored: () => stored };
}

describe('an invoice', () => {
  it('shows its lines with their figures', async () => {
    startWith();
    renderApp(PATH);
    await expect.element(main.getByRole('heading', { level: 1, name: 'HS-1' })).toBeVisible();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    await expect.element(cell(2, 'quantity')).toHaveValue('40');
    await expect.element(cell(2, 'name')).toHaveValue('Mug');
  });
  it('shows that it is on its way', async () => {
    const { api } = startWith();
    const release = api.hold(getInvoice);
    renderApp(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(cell(1, 'quantity')).toBeVisible();
  });
  it('that is not there is named, with the way back', async () => {
    const { api } = startWith();
    api.refuse(getInvoice, 'not_found');
    renderApp(PATH);
    await expect.element(main.getByRole('heading', { name: 'Error, invoice not found' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Back' })).toHaveAttribute('href', paths.invoices());
  });
  it('that cannot be read can be asked for again', async () => {
    const { api } = startWith();
    api.refuse(getInvoice, 'internal');
    renderApp(PATH);
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getInvoice, INVOICE);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
  });
  it('is words and no fields to a viewer, who is told why', async () => {
    startWith(INVOICE, 'viewer');
    renderApp(PATH);
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(main.getByText('Kettle').first()).toBeVisible();
    expect(cell(1, 'quantity').query()).toBeNull();
  });
});

describe('lines that are typed', () => {
  it('are stored by themselves, with the version of the line', async () => {
    const { api, stored } = startWith();
    renderApp(PATH);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.quantity).toBe('150');
    expect(api.asked(patchInvoiceLine).map(({ params, body }) => [params.id, body.version])).toEqual([[idOf(11), 1]]);
    expect(stored().lines[1]?.quantity).toBe('40');
  });
  it('show a refusal at the line, and keep what was typed', async () => {
    const { api } = startWith();
    api.on(patchInvoiceLine, () => {
      throw refusal('bad_input', { errors: [{ field: 'quantity', code: 'too_many', message: 'No more than 120' }] });
    });
    renderApp(PATH);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.element(cell(1, 'quantity')).toBeInvalid();
    await expect.element(cell(1, 'quantity')).toHaveAccessibleDescription(/No more than 120/);
    await expect.element(cell(1, 'quantity')).toHaveValue('150');
  });
  it('are walked by Enter, and Escape takes back what was typed', async () => {
    const { api } = startWith();
    renderApp(PATH);
    await cell(1, 'quantity').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(cell(2, 'quantity')).toHaveFocus();
    await userEvent.keyboard('7{Escape}');
    await expect.element(cell(2, 'quantity')).toHaveValue('40');
    expect(api.asked(patchInvoiceLine)).toEqual([]);
    expect(api.asked(createInvoiceLine)).toEqual([]);
    expect(api.asked(deleteInvoiceLine)).toEqual([]);
  });
});
