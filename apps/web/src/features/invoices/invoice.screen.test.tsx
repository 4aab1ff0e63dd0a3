import { getDocument } from '@quayside/contracts/documents/documents';
import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { getInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { cutFigures } from '../../testing/cut-figures.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';
import { aDocument } from '../documents/testing/a-document.ts';
import { aPreview, shareOf } from './testing/a-preview.ts';
import { aLine, anInvoice } from './testing/an-invoice.ts';
import { freightLine, invoiceOf, lineOf } from './testing/start-invoice.tsx';

const LINE = aLine({
  invoiceLineId: idOf(11),
  product: { id: idOf(12), sku: 'KTL', name: 'Kettle' },
  order: { id: idOf(13), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
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

/** Starts a fake server that stores the changes of the lines. */
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

/** Opens an invoice with a document, a line of goods and a line of freight. */
function openBesideDocument() {
  const { id, fileName, contentType, size, uploadedAt, ...rest } = aDocument({ id: idOf(71), fileName: 'bill.docx' });
  const server = startWith(
    invoiceOf(
      [
        lineOf(1, { taxAmount: '20.00' }),
        freightLine(2, {
          unassignedReason: 'MISSING_WEIGHT',
          unassigned: { document: '120.00', account: '12.00' },
          assigned: { document: '0.00', account: '0.00' },
          lackingProducts: [{ id: idOf(200), sku: 'KTL' }],
        }),
      ],
      { total: '712.00', document: { id, fileName, contentType, size, uploadedAt } },
    ),
  );
  server.api.on(getDocument, { id, fileName, contentType, size, uploadedAt, ...rest });
  renderScreen(PATH);
  return server;
}

describe('an invoice', () => {
  it('shows its lines with their figures', async () => {
    startWith();
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { level: 1, name: 'HS-1' })).toBeVisible();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
    await expect.element(cell(2, 'quantity')).toHaveValue('40');
    await expect.element(cell(2, 'name')).toHaveValue('Mug');
  });
  it('is accessible in both themes, beside its document', async () => {
    openBesideDocument();
    await expect.element(cell(2, 'amount')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Document bill.docx' })).toBeVisible();
    const place = cell(2, 'amount').element().closest('table')?.parentElement;
    expect(place?.scrollWidth).toBe(place?.clientWidth);
    await expectNoSeriousFindings('/invoices/:invoiceId');
  });
  it.each([
    [1440, 900],
    [1280, 720],
  ])('shows share and money of a spread line beside its document at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    const { api } = openBesideDocument();
    const large = { weight: '27495450000', account: '12345.67', perUnit: '123.4567' };
    api.on(previewAllocation, {
      ...aPreview({ basis: 'CHARGEABLE_WEIGHT', measure: 'VOLUME', chargeableMethod: 'SEA' }),
      shares: [shareOf(1, { ...large, landedBefore: '123.456789', landedAfter: '234.567891' }), shareOf(2)],
    });
    await main.getByRole('button', { name: /^How the cost of line 2 is spread/ }).click();
    const shares = main.getByRole('table', { name: 'Shares of line 2' });
    const place = main.getByRole('region', { name: 'Shares of line 2' });
    await expect
      .element(shares.getByRole('cell', { name: '27,495.5', exact: true }))
      .toHaveAttribute('title', '27,495.45');
    const isInView = (of: Element) => {
      const [inside, outside] = [of, place.element()].map((one) => one.getBoundingClientRect());
      return inside && outside && inside.left >= outside.left - 1 && inside.right <= outside.right + 1;
    };
    const heads = ['Chargeable, kg (1 m³ = 1,000 kg)', 'Share', 'Amount, GBP', 'Per unit', 'Landed per unit'];
    const seen = heads.map((name) => isInView(shares.getByRole('columnheader', { name, exact: true }).element()));
    expect(seen).toEqual(heads.map(() => true));
    expect(place.element().scrollWidth).toBeLessThanOrEqual(place.element().clientWidth);
    const sheet = place.element().closest('[class*="sheet"]')?.getBoundingClientRect();
    const state = main.getByRole('button', { name: /^How the cost of line 1 is spread/ }).element();
    expect(state.getBoundingClientRect().right).toBeLessThanOrEqual(sheet?.right ?? 0);
    expect(cutFigures()).toEqual([]);
    const amount = cell(1, 'amount').element().getBoundingClientRect();
    expect(amount.right).toBeLessThanOrEqual(state.closest('td')?.getBoundingClientRect().left ?? 0);
    await page.viewport(1440, 900);
  });
  it('shows a loading state', async () => {
    const { api } = startWith();
    const release = api.hold(getInvoice);
    renderScreen(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(cell(1, 'quantity')).toBeVisible();
  });
  it('that does not exist shows "not found", with a link to the list', async () => {
    const { api } = startWith();
    api.refuse(getInvoice, 'not_found');
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'Error, invoice not found' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Back' })).toHaveAttribute('href', paths.invoices());
  });
  it('can be loaded again after an error', async () => {
    const { api } = startWith();
    api.refuse(getInvoice, 'internal');
    renderScreen(PATH);
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(getInvoice, INVOICE);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(cell(1, 'quantity')).toHaveValue('100');
  });
  it('is read-only for a viewer, and says why', async () => {
    startWith(INVOICE, 'viewer');
    renderScreen(PATH);
    await expect.element(main.getByText(/may read this, but not change it/).first()).toBeVisible();
    await expect.element(main.getByText('Kettle').first()).toBeVisible();
    expect(cell(1, 'quantity').query()).toBeNull();
  });
});

describe('typed lines', () => {
  it('are saved automatically, with the version of the line', async () => {
    const { api, stored } = startWith();
    renderScreen(PATH);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.poll(() => stored().lines[0]?.quantity).toBe('150');
    expect(api.asked(patchInvoiceLine).map(({ params, body }) => [params.id, body.version])).toEqual([[idOf(11), 1]]);
    expect(stored().lines[1]?.quantity).toBe('40');
  });
  it('show an error at the line, and keep the input', async () => {
    const { api } = startWith();
    api.on(patchInvoiceLine, () => {
      throw refusal('bad_input', { errors: [{ field: 'quantity', code: 'too_many', message: 'No more than 120' }] });
    });
    renderScreen(PATH);
    await cell(1, 'quantity').fill('150');
    await userEvent.tab();
    await expect.element(cell(1, 'quantity')).toBeInvalid();
    await expect.element(cell(1, 'quantity')).toHaveAccessibleDescription(/No more than 120/);
    await expect.element(cell(1, 'quantity')).toHaveValue('150');
  });
  it('are navigated with Enter, and Escape restores the stored text', async () => {
    const { api } = startWith();
    renderScreen(PATH);
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
