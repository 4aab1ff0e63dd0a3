import { uploadDocument } from '@quayside/contracts/documents/documents';
import { proposeExchangeRate } from '@quayside/contracts/rates/exchange-rates';
import { createInvoice, type Duplicate, findInvoiceDuplicates } from '@quayside/contracts/invoices/invoices';
import { listInvoicePurchaseOrderSummaries } from '@quayside/contracts/purchasing/purchase-orders';
import { getShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { refusal } from '../../testing/fake-api.ts';
import { aPlan } from '../shipments/plans/testing/a-plan.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../testing/render-app.tsx';
import { aDocument } from '../documents/testing/a-document.ts';
import { aSupplier } from '../suppliers/testing/a-supplier.ts';
import { InvoiceAddPage } from './invoice-add.page.tsx';
import { aSummary } from './testing/an-order-summary.ts';
import { invoiceOf, NINGBO } from './testing/start-invoice.tsx';

const BRITISH = aSupplier({ id: idOf(102), companyName: 'Thames Haulage', localName: null, currency: 'GBP' });
const KETTLES = aSummary();
const MUGS = aSummary({
  id: idOf(61),
  poNumber: 'PO-2026-0008',
  supplierId: BRITISH.id,
  currency: 'GBP',
  left: '900.00',
});
const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const choice = (name: string) => main.getByRole('combobox', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => main.getByRole('button', { name });
const create = button(/^Create invoice/);

function openForm({ as = 'admin', query = '' }: { as?: Visitor; query?: string } = {}) {
  const api = startApi({ as });
  api.on(listSuppliers, aPage([NINGBO, BRITISH]));
  api.on(findInvoiceDuplicates, []);
  api.on(listInvoicePurchaseOrderSummaries, [KETTLES, MUGS]);
  api.on(createInvoice, invoiceOf([]));
  api.on(uploadDocument, aDocument({ id: idOf(70) }));
  api.on(proposeExchangeRate, { proposal: null });
  return { api, show: () => renderPart(<InvoiceAddPage />, `${paths.invoiceAdd()}${query}`) };
}

async function choose(name: string, option: string | RegExp) {
  await choice(name).click();
  await page.getByRole('option', { name: option }).click();
}

describe('a new invoice from typed values', () => {
  it('is created with the typed values, in the currency of its supplier, and is opened', async () => {
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
      rateTyped: { rate: '8', per: 'ACCOUNT' },
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
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('rateTyped');
  });
  it('can be a credit note; a hint explains its amounts', async () => {
    const { api, show } = openForm();
    show();
    await main.getByText('Credit note', { exact: true }).click();
    await expect.element(main.getByText(/^The amounts of a credit note are 0 or below\./)).toBeVisible();
    await choose('Supplier', 'Thames Haulage');
    await create.click();
    await expect.poll(() => api.asked(createInvoice)[0]?.body.kind).toBe('CREDIT_NOTE');
  });
  it('takes the supplier that Enter or Tab chooses, without being sent', async () => {
    const { api, show } = openForm();
    show();
    await choice('Supplier').click();
    await userEvent.keyboard('ning{Enter}');
    await expect.element(choice('Currency')).toHaveValue('CNY, Chinese yuan');
    await choice('Currency').click();
    await userEvent.keyboard('usd{Tab}');
    await expect.element(choice('Currency')).toHaveValue('USD, US dollar');
    expect(api.asked(createInvoice)).toEqual([]);
  });
  it('keeps what was typed while its supplier is created beside it, and chooses that supplier', async () => {
    const { api, show } = openForm();
    const created = aSupplier({ id: idOf(103), companyName: 'Harwich Clearing', localName: null, currency: 'EUR' });
    api.on(createSupplier, () => {
      api.on(listSuppliers, aPage([NINGBO, BRITISH, created]));
      return created;
    });
    show();
    await field('Number').fill('HC-9');
    await choice('Supplier').click();
    await userEvent.keyboard('Harwich Clearing');
    await expect.element(page.getByRole('option')).toHaveTextContent('Create “Harwich Clearing”');
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Create supplier' });
    await expect.element(dialog.getByRole('textbox', { name: 'Company name' })).toHaveValue('Harwich Clearing');
    const currency = dialog.getByRole('combobox', { name: /^Currency/ });
    await expect.element(currency).toHaveFocus();
    await userEvent.keyboard('euro{Enter}');
    await expect.element(currency).toHaveValue('EUR, Euro');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(createSupplier).map(({ body }) => body)).toEqual([
      { companyName: 'Harwich Clearing', currency: 'EUR' },
    ]);
    await expect.element(choice('Supplier')).toHaveValue('Harwich Clearing');
    await expect.element(choice('Currency')).toHaveValue('EUR, Euro');
    await expect.element(field('Number')).toHaveValue('HC-9');
    expect(api.asked(createInvoice)).toEqual([]);
  });
  it.each([
    ['12,345.60', '12,345.60'],
    ['12.345,60', '12,345.60'],
    ['12345,6', '12,345.60'],
    ['120*0.85+14', '116.00'],
    ['GBP 500.00', '500.00'],
    ['£12 345,60', '12,345.60'],
  ])('takes %s as its total, shows %s and finds nothing wrong with it', async (typed, shown) => {
    const { show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    const total = field('Invoice total');
    await total.fill(typed);
    await userEvent.tab();
    await expect.element(total).toHaveValue(shown);
    await expect.element(total).toBeValid();
    expect(main.getByText(/^Write an amount/).query()).toBeNull();
  });
  it.each([
    [1440, 900, true],
    [720, 450, false],
  ])('in a window of %d by %d has the focus in its first field only if its document stays', async (w, h, is) => {
    await page.viewport(w, h);
    try {
      const { show } = openForm();
      show();
      await expect.element(choice('Supplier')).toBeVisible();
      await expect.poll(() => choice('Supplier').element() === document.activeElement).toBe(is);
      await expect.element(main.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
      await expect.element(button('Choose a file')).toBeInViewport({ ratio: 1 });
    } finally {
      await page.viewport(1440, 900);
    }
  });
  it('starts with the supplier that the URL names', async () => {
    const { show } = openForm({ query: `?supplier=${NINGBO.id}` });
    show();
    await expect.element(choice('Supplier')).toHaveValue('Ningbo Haosheng 宁波豪盛');
  });
  it('starts in the currency of a supplier that the cached suppliers lack', async () => {
    const { api } = openForm();
    api.on(listSuppliers, aPage([BRITISH]));
    function Part() {
      const [isOpen, setOpen] = useState(true);
      return (
        <>
          <button onClick={() => setOpen(!isOpen)}>Open or close</button>
          {isOpen && <InvoiceAddPage />}
        </>
      );
    }
    renderPart(<Part />, `${paths.invoiceAdd()}?supplier=${NINGBO.id}`);
    await expect.element(choice('Currency')).toHaveValue('GBP, Pound sterling');
    await page.getByRole('button', { name: 'Open or close' }).click();
    api.on(listSuppliers, aPage([NINGBO, BRITISH]));
    await queryClient.invalidateQueries({ queryKey: ['suppliers'], refetchType: 'none' });
    await page.getByRole('button', { name: 'Open or close' }).click();
    await expect.element(choice('Currency')).toHaveValue('CNY, Chinese yuan');
    await expect.element(choice('Supplier')).toHaveValue('Ningbo Haosheng 宁波豪盛');
  });
  it('shows a rate in both directions, and converts the typed one', async () => {
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
  it('is not sent with an invalid rate, which is reported at the field', async () => {
    const { api, show } = openForm();
    show();
    await choose('Supplier', /^Ningbo/);
    await field('CNY per GBP').fill('eight');
    await create.click();
    await expect.element(field('CNY per GBP')).toBeInvalid();
    expect(api.asked(createInvoice)).toEqual([]);
  });
  it('focuses the supplier if the server requires one', async () => {
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
  it('shows an error of the server at its field, and keeps the input', async () => {
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
  it('is sent with Ctrl Enter', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    await field('Number').fill('TH-1');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.poll(() => api.asked(createInvoice)[0]?.body.invoiceNumber).toBe('TH-1');
  });
});

describe('a possible duplicate of a new invoice', () => {
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

  it('is named with the reasons while number and total are typed, and does not prevent saving', async () => {
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
  it('is named if it is one of the first three; the others are only counted', async () => {
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
  it('is not searched before a number or a total is typed', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    await expect.element(choice('Supplier')).toHaveValue('Thames Haulage');
    expect(api.asked(findInvoiceDuplicates)).toEqual([]);
  });
});

describe('the proposed rate of a new invoice', () => {
  const PROPOSAL = {
    ...{ rate: '0.1072961373', day: '2026-11-16', ageDays: 4, origin: 'TYPED' as const, invoice: null },
    parts: [{ day: '2026-11-16', base: 'GBP', quote: 'CNY', rate: '9.32' }],
  };
  const open = async () => {
    const { api, show } = openForm();
    api.on(proposeExchangeRate, ({ query }) => ({ proposal: query.from === 'CNY' ? PROPOSAL : null }));
    show();
    await choose('Supplier', /^Ningbo/);
    await expect.element(main.getByText(/^Proposed: 9\.3200 CNY per GBP/)).toBeVisible();
    return api;
  };

  it('is accepted with Enter in the empty field, shown as it was typed, and sent as accepted', async () => {
    const api = await open();
    await field('Date').fill('20 Nov 2026');
    await field('CNY per GBP').click();
    await expect.poll(() => api.asked(proposeExchangeRate).at(-1)?.query.on).toBe('2026-11-20');
    await expect.element(main.getByText(/^Proposed: 9\.3200 CNY per GBP/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('CNY per GBP')).toHaveValue('9.32');
    expect(api.asked(createInvoice)).toEqual([]);
    await create.click();
    await expect.poll(() => api.asked(createInvoice)).toHaveLength(1);
    const [sent] = api.asked(createInvoice);
    expect(sent?.body).toMatchObject({ acceptedRate: { rate: '0.1072961373', rateDate: '2026-11-16' } });
    expect(sent?.body).not.toHaveProperty('rateTyped');
  });
  it('is what a typed rate is held against, and a day far away is said as well', async () => {
    await open();
    await field('CNY per GBP').fill('9.5');
    await expect.element(main.getByText(/^1 GBP|^1 CNY/)).toBeVisible();
    expect(main.getByText(/^The rate/).query()).toBeNull();
    await field('CNY per GBP').fill('18');
    await expect
      .element(main.getByText(/^The rate is more than 10 % off the last known one, 0\.1072961373 GBP for 1 CNY/))
      .toBeVisible();
    await field('CNY per GBP').fill('0.1073');
    await expect
      .element(main.getByText(/^The rate looks turned round: the last known one is 0\.1072961373 GBP/))
      .toBeVisible();
    await field('Date').fill('1 Aug 2062');
    await userEvent.tab();
    await expect.element(main.getByText(/^The invoice date 1 Aug 2062 is more than a year from today/)).toBeVisible();
  });
  it('is a typed rate as soon as a person corrects it', async () => {
    const api = await open();
    await button('Use this rate').click();
    await field('CNY per GBP').fill('9.4');
    await create.click();
    await expect.poll(() => api.asked(createInvoice)[0]?.body.rateTyped).toEqual({ rate: '9.4', per: 'ACCOUNT' });
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('acceptedRate');
  });
  it('does not stay for another currency', async () => {
    await open();
    await button('Use this rate').click();
    await expect.element(field('CNY per GBP')).toHaveValue('9.32');
    await choose('Currency', /^USD/);
    await expect.element(field('USD per GBP')).toHaveValue('');
  });
});

describe('a new invoice from a document', () => {
  const PDF = new File(['%PDF-1.4'], 'freight.pdf', { type: 'application/pdf' });
  const chooseFile = (file = PDF) => main.getByLabelText('Document', { exact: true }).upload(file);

  it('is created as soon as the file is there, in Review, and is opened', async () => {
    const { api, show } = openForm();
    show();
    const release = api.hold(createInvoice);
    await chooseFile();
    await expect.element(main.getByText('Uploading freight.pdf …')).toBeVisible();
    release();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    expect(api.asked(uploadDocument).map(({ file, query }) => [file?.name, query.documentType])).toEqual([
      ['freight.pdf', 'INVOICE'],
    ]);
    expect(api.asked(createInvoice).map(({ body }) => body)).toEqual([{ documentId: idOf(70) }]);
  });
  it('accepts a dropped file, and keeps what was typed before, but no default value', async () => {
    const { api, show } = openForm({ query: `?supplier=${BRITISH.id}` });
    show();
    await field('Number').fill('TH-9');
    const files = new DataTransfer();
    files.items.add(PDF);
    main
      .getByText('Drop the document here')
      .element()
      .dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }));
    await expect
      .poll(() => api.asked(createInvoice).map(({ body }) => body))
      .toEqual([{ documentId: idOf(70), supplierId: BRITISH.id, invoiceNumber: 'TH-9' }]);
  });
  it('comes before the typed fields, and no list covers it', async () => {
    const { show } = openForm();
    show();
    await expect.element(choice('Supplier')).toHaveFocus();
    await expect.element(button('Choose a file')).toBeVisible();
    expect(page.getByRole('listbox').query()).toBeNull();
    await userEvent.keyboard('ning{Enter}');
    await expect.element(choice('Currency')).toHaveValue('CNY, Chinese yuan');
  });
  it('is not created from a file of another type', async () => {
    const { api, show } = openForm();
    show();
    await chooseFile(new File(['x'], 'kettle.png'));
    await expect.element(main.getByRole('alert')).toHaveTextContent('Only Pdf, Doc, Docx files are allowed');
    expect(api.asked(uploadDocument)).toEqual([]);
  });
  it('waits for invalid fields, and uploads the file only once', async () => {
    const { api, show } = openForm({ query: `?supplier=${NINGBO.id}` });
    show();
    await field('CNY per GBP').fill('eight');
    await chooseFile();
    await expect.element(main.getByText(/^freight\.pdf was not added\./)).toBeVisible();
    await expect.element(field('CNY per GBP')).toBeInvalid();
    expect(api.asked(uploadDocument)).toEqual([]);
    api.refuse(createInvoice, 'documents.unknown', { message: 'There is no such document' });
    await field('CNY per GBP').fill('8');
    await button('Try again').click();
    await expect.element(main.getByText('There is no such document')).toBeVisible();
    api.on(createInvoice, invoiceOf([]));
    await button('Try again').click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    expect(api.asked(uploadDocument)).toHaveLength(1);
  });
  it('shows the reason when the server refuses the file', async () => {
    const { api, show } = openForm();
    api.refuse(uploadDocument, 'documents.quota', { message: 'There is no room for more files' });
    show();
    await chooseFile();
    await expect.element(main.getByText('There is no room for more files')).toBeVisible();
    expect(window.location.pathname).toBe(paths.invoiceAdd());
  });
});

describe('the form of a new invoice', () => {
  it('stands below its document on a phone, and beside it on a wide screen', async () => {
    const placesAt = async (width: number) => {
      await page.viewport(width, 844);
      await expect.element(choice('Supplier')).toBeVisible();
      const pane = button('Choose a file').element().getBoundingClientRect();
      const { top, left, width: fieldWidth } = choice('Supplier').element().getBoundingClientRect();
      return { isBelow: top > pane.bottom, isBeside: left > pane.right, width: fieldWidth };
    };
    openForm().show();
    try {
      expect(await placesAt(1440)).toMatchObject({ isBeside: true });
      await expect.poll(() => placesAt(390)).toMatchObject({ isBelow: true });
      expect((await placesAt(390)).width).toBeGreaterThan(300);
    } finally {
      await page.viewport(1440, 900);
    }
  });
  it('asks to add a supplier first when there is none', async () => {
    const { api, show } = openForm();
    api.on(listSuppliers, aPage([]));
    show();
    await expect.element(main.getByRole('heading', { name: 'Every invoice comes from a supplier' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Add a supplier' }))
      .toHaveAttribute('href', paths.supplierAdd());
    expect(create.query()).toBeNull();
  });
  it('reports that the suppliers could not be loaded, and loads them again', async () => {
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
  it('is disabled for a viewer, with the reason', async () => {
    const { show } = openForm({ as: 'viewer' });
    show();
    await expect.element(create).toBeDisabled();
    await expect.element(button('Choose a file')).toBeDisabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
  it('is accessible in both themes, even with errors', async () => {
    openForm();
    renderScreen(paths.invoiceAdd());
    await choose('Supplier', /^Ningbo/);
    await field('CNY per GBP').fill('eight');
    await create.click();
    await expect.element(field('CNY per GBP')).toBeInvalid();
    await expectNoSeriousFindings('/invoices/add');
  });
});

describe('a new invoice from a purchase order', () => {
  it('is offered the open ones of its supplier with what is left of each, and takes their currency and rate', async () => {
    const { api, show } = openForm();
    show();
    await choose('Supplier', 'Ningbo Haosheng 宁波豪盛');
    await choice('Purchase order').click();
    await expect.element(page.getByRole('option', { name: /^PO-2026-0008/ })).not.toBeInTheDocument();
    await page.getByRole('option', { name: /^PO-2026-0007.*CNY 400\.00 of 1,000\.00 left to invoice/ }).click();
    await expect.element(main.getByText(/^CNY 400\.00 of 1,000\.00 left to invoice/)).toBeVisible();
    await expect.element(choice('Currency')).toBeDisabled();
    expect(field('CNY per GBP').query()).toBeNull();
    await field('Number').fill('HS-26-1042');
    await create.click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    expect(api.asked(createInvoice)[0]?.body).toMatchObject({
      supplierId: NINGBO.id,
      currency: 'CNY',
      purchaseOrderId: KETTLES.id,
      invoiceNumber: 'HS-26-1042',
    });
  });
  it('starts from the one that a link names; another supplier lets go of it', async () => {
    const { api, show } = openForm({ query: `?order=${MUGS.id}` });
    show();
    await expect.element(choice('Supplier')).toHaveValue('Thames Haulage');
    await expect.element(choice('Purchase order')).toHaveValue('PO-2026-0008');
    await choose('Supplier', 'Ningbo Haosheng 宁波豪盛');
    await expect.element(choice('Purchase order')).toHaveValue('');
    await create.click();
    await expect.poll(() => window.location.pathname).toBe(paths.invoice(idOf(10)));
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('purchaseOrderId');
  });
  it('says when the one that a link names is not open', async () => {
    const { api, show } = openForm({ query: `?order=${idOf(69)}` });
    show();
    await expect.element(main.getByText(/^The purchase order that the link names is not open/)).toBeVisible();
    expect(api.asked(createInvoice)).toEqual([]);
  });
  it('can be entered without one while they cannot be loaded', async () => {
    const { api, show } = openForm();
    api.refuse(listInvoicePurchaseOrderSummaries, 'internal');
    show();
    await expect.element(main.getByText('The purchase orders could not be loaded.')).toBeVisible();
    await choose('Supplier', 'Thames Haulage');
    await create.click();
    await expect.poll(() => api.asked(createInvoice).length).toBe(1);
  });
  it('is begun with its document too', async () => {
    const { api, show } = openForm({ query: `?order=${KETTLES.id}` });
    show();
    await expect.element(choice('Purchase order')).toHaveValue('PO-2026-0007');
    const file = new File(['%PDF-1.4'], 'HS-26-1042.pdf', { type: 'application/pdf' });
    await main.getByLabelText('Document', { exact: true }).upload(file);
    await expect.poll(() => api.asked(createInvoice).length).toBe(1);
    expect(api.asked(createInvoice)[0]?.body).toMatchObject({ purchaseOrderId: KETTLES.id, documentId: idOf(70) });
  });
});

describe('a new invoice for a shipment', () => {
  const query = `?plan=${idOf(900)}&supplier=${BRITISH.id}`;

  it('starts with the carrier of the plan, and is paired with the plan', async () => {
    const { api, show } = openForm({ query });
    api.on(getShipmentPlan, aPlan());
    show();
    await expect.element(main.getByText(/^Paired with shipment plan/)).toMatchTextContent(/SP-0118 Spring, by sea/);
    await expect
      .element(main.getByRole('link', { name: 'SP-0118' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect.element(choice('Supplier')).toHaveValue(BRITISH.companyName);
    await create.click();
    await expect
      .poll(() => api.asked(createInvoice)[0]?.body)
      .toMatchObject({ supplierId: BRITISH.id, pairedWith: [{ type: 'SHIPMENT', id: idOf(900) }] });
    await expectNoSeriousFindings();
  });
  it('says when the plan is gone, and is then paired with nothing', async () => {
    const { api, show } = openForm({ query });
    api.refuse(getShipmentPlan, 'shipments.unknown_plan');
    show();
    await expect.element(main.getByText(/^The shipment plan of this link does not exist any more/)).toBeVisible();
    await create.click();
    await expect.poll(() => api.asked(createInvoice)).toHaveLength(1);
    expect(api.asked(createInvoice)[0]?.body).not.toHaveProperty('pairedWith');
  });
});
