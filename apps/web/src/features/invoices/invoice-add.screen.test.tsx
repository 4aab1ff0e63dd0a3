import { uploadInvoice } from '@quayside/contracts/invoice-documents';
import { createInvoice, type Duplicate, findInvoiceDuplicates } from '@quayside/contracts/invoices';
import { listSuppliers } from '@quayside/contracts/suppliers';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { aSupplier } from '../suppliers/testing/a-supplier.ts';
import { InvoiceAddPage } from './invoice-add.page.tsx';
import { invoiceOf, NINGBO } from './testing/start-invoice.tsx';

const BRITISH = aSupplier({ id: idOf(102), companyName: 'Thames Haulage', localName: null, currency: 'GBP' });
const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const choice = (name: string) => main.getByRole('combobox', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const create = button(/^Create invoice/);

function openForm({ as = 'admin', query = '' }: { as?: Visitor; query?: string } = {}) {
  const api = startApi({ as });
  api.on(listSuppliers, aPage([NINGBO, BRITISH]));
  api.on(findInvoiceDuplicates, []);
  api.on(createInvoice, invoiceOf([]));
  api.on(uploadInvoice, invoiceOf([]));
  return { api, show: () => renderPart(<InvoiceAddPage />, `${paths.invoiceAdd()}${query}`) };
}

async function choose(name: string, option: string | RegExp) {
  await choice(name).click();
  await page.getByRole('option', { name: option }).click();
}

describe('a new invoice that is typed', () => {
  it('is created with what was typed, in the currency of its supplier, and is opened', async () => {
    const { api, show } = openForm();
    show();
    await choose('Supplier', 'Ningbo Haosheng 宁波豪盛');
    await expect.element(choice('Currency')).toHaveValue('CNY, Chinese yuan');
    await field('Number').fill('HS-26-1042');
    await field('Date').fill('3 Nov 2026');
    await field('Invoice total').fill('1200+34.5');
    await field('CNY per GBP').fill('8');
    await create.click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    const [sent] = api.asked(createInvoice);
    expect(sent?.body).toEqual({
      kind: 'INVOICE',
      supplierId: NINGBO.id,
      invoiceNumber: 'HS-26-1042',
      date: '2026-11-03',
      currency: 'CNY',
      total: '1234.50',
      rate: '0.125',
    });
    expect(sent?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });
  it('needs no rate in the currency of the account', async () => {
    const { api, show } = openForm();
    show();
    await choose('Supplier', 'Thames Haulage');
    await expect.element(choice('Currency')).toHaveValue('GBP, Pound sterling');
    expect(field('CNY per GBP').query()).toBeNull();
    expect(main.getByText('Costs count once a rate is entered').query()).toBeNull();
    await create.click();
    await expect.poll(() => api.asked(createInvoice)).toHaveLength(1);
    expect(api.asked(createInvoice)[0]?.body).toMatchObject({ supplierId: BRITISH.id, currency: 'GBP' });
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('rate');
  });
  it('can be a credit note, and it is said where credits of lines begin', async () => {
    const { api, show } = openForm();
    show();
    await main.getByText('Credit note', { exact: true }).click();
    await expect.element(main.getByText(/^The amounts of a credit note are 0 or below\./)).toBeVisible();
    await choose('Supplier', 'Thames Haulage');
    await create.click();
    await expect.poll(() => api.asked(createInvoice)[0]?.body.kind).toBe('CREDIT_NOTE');
  });
  it('comes with the supplier in the address', async () => {
    const { show } = openForm({ query: `?supplier=${NINGBO.id}` });
    show();
    await expect.element(choice('Supplier')).toHaveValue('Ningbo Haosheng 宁波豪盛');
  });
  it('shows a rate in both directions, and turns what was typed', async () => {
    const { show } = openForm();
    show();
    await choose('Supplier', /^Ningbo/);
    await expect.element(main.getByText(/Costs count once a rate is entered/)).toBeVisible();
    await field('CNY per GBP').fill('8');
    await expect.element(main.getByText(/1 CNY = 0\.125\S* GBP/)).toBeVisible();
    await button('Enter it as GBP per CNY').click();
    await expect.element(field('GBP per CNY')).toHaveValue('0.125');
    await expect.element(main.getByText(/1 GBP = 8\S* CNY/)).toBeVisible();
  });
  it('is not sent with a rate that is no number, and the field says so', async () => {
    const { api, show } = openForm();
    show();
    await choose('Supplier', /^Ningbo/);
    await field('CNY per GBP').fill('eight');
    await create.click();
    await expect.element(field('CNY per GBP')).toBeInvalid();
    expect(api.asked(createInvoice)).toEqual([]);
  });
  it('leads to the supplier when the server misses it', async () => {
    const { api, show } = openForm();
    api.on(createInvoice, () => {
      throw refusal('bad_input', { errors: [{ field: 'supplierId', code: 'required', message: 'Choose a supplier' }] });
    });
    show();
    await field('Number').fill('HS-9');
    await create.click();
    await expect.element(choice('Supplier')).toHaveAccessibleDescription(/Choose a supplier/);
    await expect.element(choice('Supplier')).toHaveFocus();
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('supplierId');
  });
  it('shows a refusal of the server at its field, and keeps what was typed', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    api.on(createInvoice, () => {
      throw refusal('bad_input', { errors: [{ field: 'date', code: 'too_early', message: 'Too long ago' }] });
    });
    show();
    await field('Number').fill('TH-1');
    await create.click();
    await expect.element(field('Date')).toHaveAccessibleDescription(/Too long ago/);
    await expect.element(field('Number')).toHaveValue('TH-1');
    expect(window.location.pathname).toBe(paths.invoiceAdd());
  });
  it('is sent with Control and Enter', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    await field('Number').fill('TH-1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => api.asked(createInvoice)[0]?.body.invoiceNumber).toBe('TH-1');
  });
});

describe('a bill that may have been entered before', () => {
  const FIRST: Duplicate = {
    id: idOf(30),
    invoiceNumber: 'TH-1',
    supplierName: 'Thames Haulage',
    date: '2026-11-03',
    total: '90.00',
    currency: 'GBP',
    status: 'OPEN',
    reasons: ['NUMBER', 'TOTAL'],
  };

  it('is named with the reasons while its number and total are typed, and can still be created', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    api.on(findInvoiceDuplicates, [FIRST]);
    show();
    await field('Number').fill(' TH-1 ');
    await field('Invoice total').fill('90');
    const note = main.getByRole('status').filter({ hasText: 'Looks like' });
    await expect.element(note).toHaveTextContent('Looks like TH-1 of 3 Nov: same number, same total.');
    await expect.element(note.getByRole('link', { name: 'TH-1' })).toHaveAttribute('href', paths.invoice(idOf(30)));
    await expect
      .poll(() => api.asked(findInvoiceDuplicates).at(-1)?.query)
      .toMatchObject({ supplierId: BRITISH.id, invoiceNumber: 'TH-1', currency: 'GBP', total: '90.00' });
    await create.click();
    await expect.poll(() => api.asked(createInvoice)).toHaveLength(1);
  });
  it('is listed three times at most; the others are a number', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    api.on(
      findInvoiceDuplicates,
      [1, 2, 3, 4, 5].map((n) => ({ ...FIRST, id: idOf(30 + n), invoiceNumber: `TH-${n}`, reasons: ['TOTAL'] })),
    );
    show();
    await field('Invoice total').fill('90');
    await expect.element(main.getByText(/and 2 more\.$/)).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'TH-3' })).toBeVisible();
    expect(main.getByRole('link', { name: 'TH-4' }).query()).toBeNull();
  });
  it('is not looked for before a number or a total is typed', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    await expect.element(choice('Supplier')).toHaveValue('Thames Haulage');
    expect(api.asked(findInvoiceDuplicates)).toEqual([]);
  });
});

describe('a new invoice that starts from its document', () => {
  const PDF = new File(['%PDF-1.4'], 'freight.pdf', { type: 'application/pdf' });
  const upload = button('Upload and create');

  it('is created from the file, for the supplier that was chosen, and is opened', async () => {
    const { api, show } = openForm();
    show();
    await main.getByText('Start from a document').click();
    await main.getByLabelText('Document', { exact: true }).upload(PDF);
    await expect.element(main.getByText('freight.pdf')).toBeVisible();
    await choose('Supplier', 'Thames Haulage');
    await upload.click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    const [sent] = api.asked(uploadInvoice);
    expect([sent?.file?.name, sent?.query.supplierId]).toEqual(['freight.pdf', BRITISH.id]);
  });
  it('needs no supplier, and takes a file that is dropped', async () => {
    const { api, show } = openForm({ query: '?from=document' });
    show();
    await expect.element(main.getByText('Drop the document here')).toBeVisible();
    const files = new DataTransfer();
    files.items.add(PDF);
    main
      .getByText('Drop the document here')
      .element()
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
    await expect.element(main.getByText('freight.pdf')).toBeVisible();
    await upload.click();
    await expect.poll(() => api.asked(uploadInvoice).map(({ query }) => query)).toEqual([{}]);
  });
  it('is not sent without a file, or with one that is no document', async () => {
    const { api, show } = openForm({ query: '?from=document' });
    show();
    await upload.click();
    await expect.element(main.getByRole('alert')).toBeVisible();
    await main.getByLabelText('Document', { exact: true }).upload(new File(['x'], 'kettle.png'));
    await expect.element(main.getByRole('alert')).toHaveTextContent('Only Pdf, Doc, Docx files are allowed');
    await upload.click();
    expect(api.asked(uploadInvoice)).toEqual([]);
  });
  it('says why the server refuses the file', async () => {
    const { api, show } = openForm({ query: '?from=document' });
    api.refuse(uploadInvoice, 'documents.quota', { message: 'There is no room for more files' });
    show();
    await main.getByLabelText('Document', { exact: true }).upload(PDF);
    await upload.click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('There is no room for more files');
    expect(window.location.pathname).toBe(paths.invoiceAdd());
  });
});

describe('the form of a new invoice', () => {
  it('asks for a supplier first where there is none', async () => {
    const { api, show } = openForm();
    api.on(listSuppliers, aPage([]));
    show();
    await expect.element(main.getByRole('heading', { name: 'Every invoice comes from a supplier' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Add a supplier' }))
      .toHaveAttribute('href', paths.supplierAdd());
    expect(create.query()).toBeNull();
  });
  it('says that the suppliers could not be read, and reads them again', async () => {
    const { api, show } = openForm();
    api.refuse(listSuppliers, 'unavailable');
    show();
    await expect.element(main.getByText(/The database does not answer/)).toBeVisible();
    api.on(listSuppliers, aPage([BRITISH]));
    await button('Try again').click();
    await expect.element(main.getByText(/The database does not answer/)).not.toBeInTheDocument();
    await choose('Supplier', 'Thames Haulage');
    await expect.element(choice('Supplier')).toHaveValue('Thames Haulage');
  });
  it('creates nothing for a viewer, who is told why', async () => {
    const { show } = openForm({ as: 'viewer' });
    show();
    await expect.element(create).toBeDisabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
  });
});
