import { type DocumentReading, readInvoiceDocument } from '@quayside/contracts/invoices/invoice-documents';
import { importInvoiceLinesDryRun } from '@quayside/contracts/invoices/invoice-line-imports';
import { type InvoiceWithLines, updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { patchPayment } from '@quayside/contracts/payments/payments';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { markedValue, offeredMarks } from '../../../lib/words/marked-value.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { aPayment } from '../../payments/testing/a-payment.ts';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { invoiceOf, lineOf, NINGBO, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const choice = (name: string) => main.getByRole('combobox', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const offer = (value: string) => button(`Use ${value}, as it was read in the document`);

const DOCUMENT = {
  ...{ id: idOf(70), fileName: 'HS-2291.pdf', contentType: 'application/pdf', size: 2048 },
  uploadedAt: '2026-11-16T09:00:00Z',
};
const found = (value: string, text = value) => ({ value, text, page: 1 });
const READING: DocumentReading = {
  textState: 'READY',
  invoiceNumbers: [found('HS-2291')],
  dates: [found('2026-11-08', '2026年11月8日')],
  currencies: [found('CNY', 'RMB')],
  dueDates: [],
  totals: [{ ...found('58867.20', '58,867.20'), currency: null }],
  suppliers: [{ id: NINGBO.id, companyName: NINGBO.companyName, text: 'NINGBO HAOSHENG', page: 1 }],
  newSuppliers: [],
  lines: {
    page: 1,
    cells: [
      ['Item no.', 'Description', 'Qty', 'Amount'],
      ['KTL', 'Kettle "1.0 L"', '1,008', '58,867.20'],
    ],
  },
};
const NOTHING = { invoiceNumbers: [], dates: [], dueDates: [], currencies: [], totals: [], suppliers: [], lines: null };
/** An invoice as it is right after its document was uploaded. */
const FRESH = invoiceOf([], {
  ...{ status: 'REVIEW', supplierContact: null, invoiceNumber: '2026-11-16', currency: 'GBP', rate: null },
  ...{ rateDate: null, rateSource: null, total: null, defaults: ['invoiceNumber', 'date', 'currency'] },
  document: DOCUMENT,
});

function open(reading: Partial<DocumentReading> = {}, invoice: InvoiceWithLines = FRESH, as: Visitor = 'admin') {
  const server = startInvoice(invoice, as);
  server.api.on(readInvoiceDocument, { ...READING, ...reading });
  openInvoice();
  return server;
}
const sent = (server: ReturnType<typeof open>) =>
  Object.assign(
    {},
    ...server.api.asked(updateInvoiceBasic).map(({ body: { version: _version, ...body } }) => body),
  ) as object;

afterEach(() => page.viewport(1440, 900));

describe('what was read in the document of an invoice', () => {
  it('is offered at each empty field and marked in the document, and nothing is filled in by itself', async () => {
    const server = open();
    await expect.element(main.getByText('Read in the document: supplier, number, date, currency, total')).toBeVisible();
    for (const value of ['Ningbo Haosheng', 'HS-2291', '8 Nov 2026', 'CNY', '58,867.20'])
      await expect.element(offer(value)).toBeVisible();
    expect(offeredMarks().map(({ texts }) => texts[0])).toEqual([
      'NINGBO HAOSHENG',
      'HS-2291',
      '2026年11月8日',
      'RMB',
      '58,867.20',
    ]);
    await field('Invoice total').click();
    expect(markedValue()).toEqual({ texts: ['58,867.20'] });
    await expect.element(field('Invoice total')).toHaveValue('');
    expect(server.api.asked(updateInvoiceBasic)).toEqual([]);
  });
  it('is accepted with one press, in one save', async () => {
    const server = open();
    await button(/^Use all 5/).click();
    await expect
      .poll(() => server.api.asked(updateInvoiceBasic).map(({ body }) => body))
      .toEqual([
        {
          supplierId: NINGBO.id,
          invoiceNumber: 'HS-2291',
          date: '2026-11-08',
          currency: 'CNY',
          total: '58867.20',
          version: 1,
        },
      ]);
    await expect.element(field('Invoice total')).toHaveValue('58,867.20');
    await expect.poll(() => offeredMarks()).toEqual([]);
  });
  it('has the focus on that button at first, and Alt Shift Enter presses it from a field', async () => {
    const server = open();
    await expect.element(button(/^Use all 5/)).toHaveFocus();
    await field('Number').click();
    await userEvent.keyboard('{Alt>}{Shift>}{Enter}{/Shift}{/Alt}');
    await expect.poll(() => sent(server)).toMatchObject({ invoiceNumber: 'HS-2291', total: '58867.20' });
  });
  it('is accepted field by field, with Alt Enter or a click; the focus stays in the form', async () => {
    const server = open();
    await field('Number').click();
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.element(field('Number')).toHaveValue('HS-2291');
    await expect.element(offer('HS-2291')).not.toBeInTheDocument();
    await offer('58,867.20').click();
    await expect.element(field('Invoice total')).toHaveFocus();
    await choice('Currency').click();
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    await expect.poll(() => sent(server)).toEqual({ invoiceNumber: 'HS-2291', total: '58867.20', currency: 'CNY' });
    await expect.element(button(/^Use all 2/)).toBeVisible();
  });
  it('is not offered for a field with a value that a person has typed', async () => {
    open({}, { ...FRESH, defaults: ['invoiceNumber'], total: '12.00', supplierContact: NINGBO });
    await expect.element(offer('HS-2291')).toBeVisible();
    expect(offer('8 Nov 2026').query()).toBeNull();
    expect(offer('58,867.20').query()).toBeNull();
    await field('Number').fill('MY-1');
    await expect.element(offer('HS-2291')).not.toBeInTheDocument();
  });
  it('is offered several times where several values are possible, and then a person chooses', async () => {
    const dates = [found('2026-11-06', '06/11/2026'), found('2026-06-11', '06/11/2026')];
    const server = open({ ...NOTHING, dates, invoiceNumbers: [found('HS-2291')] });
    await expect.element(offer('6 Nov 2026')).toBeVisible();
    await button(/^Use 1 value/).click();
    await expect.poll(() => sent(server)).toEqual({ invoiceNumber: 'HS-2291' });
    await offer('11 Jun 2026').click();
    await expect.poll(() => sent(server)).toMatchObject({ date: '2026-06-11' });
    await expect.element(offer('6 Nov 2026')).not.toBeInTheDocument();
  });
  it('can be a supplier that does not exist yet, which is created in place', async () => {
    const server = open({ suppliers: [], newSuppliers: [found('Harwich Clearing')], currencies: [found('GBP')] });
    const created = aSupplier({ id: idOf(103), companyName: 'Harwich Clearing', localName: null, currency: 'GBP' });
    server.api.on(createSupplier, () => {
      server.api.on(listSuppliers, aPage([NINGBO, created]));
      return created;
    });
    await button('Create “Harwich Clearing”, as it was read in the document').click();
    const dialog = page.getByRole('dialog', { name: 'Create supplier' });
    await expect.element(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('Harwich Clearing');
    const currency = dialog.getByRole('combobox', { name: /^Currency/ });
    await expect.element(currency).toHaveValue('GBP, Pound sterling');
    await expect.element(currency).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.api.asked(createSupplier)[0]?.body).toMatchObject({ currency: 'GBP' });
    await expect.poll(() => sent(server)).toEqual({ supplierId: idOf(103) });
  });
  it('has its table of lines as a pasted block, with its preview', async () => {
    const server = open();
    server.api.refuse(importInvoiceLinesDryRun, 'imports.unreadable', { message: 'The preview has tests of its own' });
    await button('Paste 1 line').click();
    await expect.element(page.getByRole('dialog', { name: 'Import lines' })).toBeVisible();
    const [head, row] = ['Item no.\tDescription\tQty\tAmount', 'KTL\t"Kettle ""1.0 L"""\t1,008\t58,867.20'];
    await expect.poll(() => server.api.asked(importInvoiceLinesDryRun)[0]?.body.text).toBe(`${head}\n${row}`);
  });
  it('offers no lines for an invoice that has some', async () => {
    open({}, invoiceOf([lineOf(1)], { document: DOCUMENT, defaults: ['invoiceNumber'] }));
    await expect.element(offer('HS-2291')).toBeVisible();
    expect(button(/^Paste 1 line/).query()).toBeNull();
  });
  it('is waited for while the server reads, and a picture without text is called so', async () => {
    const server = open({ ...NOTHING, textState: 'PENDING' });
    await expect.element(main.getByText('The document is being read …')).toBeVisible();
    server.api.on(readInvoiceDocument, { ...READING, ...NOTHING, textState: 'NONE' });
    await expect.element(main.getByText(/^The document is a picture without text/)).toBeVisible();
  });
  it.each([
    ['a viewer', FRESH, 'viewer'],
    ['a confirmed invoice', { ...FRESH, status: 'OPEN' }, 'admin'],
    ['an invoice with all of its figures', invoiceOf([lineOf(1)], { document: DOCUMENT }), 'admin'],
    ['a Word document', { ...FRESH, document: { ...DOCUMENT, contentType: 'application/msword' } }, 'admin'],
  ] as const)('is not asked for: %s', async (_, invoice, as) => {
    const server = startInvoice(invoice as InvoiceWithLines, as);
    openInvoice();
    await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(main.getByRole('region', { name: 'Invoice', exact: true })).toBeVisible();
    expect(server.api.asked(readInvoiceDocument)).toEqual([]);
  });
  it('is offered on a phone too', async () => {
    await page.viewport(390, 844);
    open();
    await button(/^Use all 5/).click();
    await expect.element(field('Invoice total')).toHaveValue('58,867.20');
  });
});

describe('the day on which a document is due', () => {
  const payment = {
    ...{ id: idOf(90), dueDate: '2026-11-18', unixDueDate: 0, amount: '500.00', currency: 'CNY' },
    ...{ status: 'UNPAID' as const, transactionReference: null, accountCode: null },
  };
  const WORKING = invoiceOf([lineOf(1)], { document: DOCUMENT, payments: [payment] });
  /** The number is still a default, so the document is read whatever its instalments are. */
  const READ_ANYWAY = { document: DOCUMENT, defaults: ['invoiceNumber' as const] };
  const due = { dueDates: [found('2026-12-18', '18/12/2026')] };

  it('is offered for the only instalment, which is pinned to it', async () => {
    const server = open(due, WORKING);
    server.api.on(patchPayment, () => {
      server.change({ payments: [{ ...payment, dueDate: '2026-12-18' }] });
      return aPayment({ id: payment.id, dueDate: '2026-12-18' });
    });
    await expect
      .element(main.getByText('The document says that it is due: 18/12/2026. The payment is planned for 18 Nov 2026.'))
      .toBeVisible();
    await button('Pay on 18 Dec 2026').click();
    await expect.element(button('Pay on 18 Dec 2026')).not.toBeInTheDocument();
    expect(server.api.asked(patchPayment).map(({ params, body }) => [params.paymentId, body])).toEqual([
      [payment.id, { dueDate: '2026-12-18' }],
    ]);
  });
  it.each([
    ['that has the day already', [{ ...payment, dueDate: '2026-12-18' }]],
    ['that is paid', [{ ...payment, status: 'PAID' as const }]],
    ['of several', [payment, { ...payment, id: idOf(91) }]],
  ])('is not offered for an instalment %s', async (_words, payments) => {
    open(due, invoiceOf([lineOf(1)], { ...READ_ANYWAY, payments }));
    await expect.element(offer('HS-2291')).toBeVisible();
    expect(main.getByText(/it is due/).query()).toBeNull();
  });
  it('is offered with the other offers of such a document while the only instalment waits', async () => {
    open(due, invoiceOf([lineOf(1)], { ...READ_ANYWAY, payments: [payment] }));
    await expect.element(offer('HS-2291')).toBeVisible();
    await expect.element(main.getByText(/it is due/)).toBeVisible();
  });
});

describe('a total with a currency', () => {
  it('is offered with it', async () => {
    open({
      totals: [
        { ...found('100.00'), currency: 'USD' },
        { ...found('720.00'), currency: 'CNY' },
      ],
    });
    await expect.element(offer('USD 100.00')).toBeVisible();
    await expect.element(offer('CNY 720.00')).toBeVisible();
  });
});
