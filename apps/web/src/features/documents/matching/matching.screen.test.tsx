import { getDocument } from '@quayside/contracts/documents/documents';
import {
  attachInvoiceDocument,
  type MatchCandidate,
  matchDocument,
} from '@quayside/contracts/invoices/invoice-documents';
import {
  createInvoice,
  type Duplicate,
  findInvoiceDuplicates,
  listInvoices,
} from '@quayside/contracts/invoices/invoices';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { invoiceOf, lineOf, NINGBO } from '../../invoices/testing/start-invoice.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { aDocument, ofInvoice } from '../testing/a-document.ts';
import { MatchingPage } from './matching.page.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const candidates = main.getByRole('region', { name: 'It may belong to' });
const attach = (number: string) => main.getByRole('button', { name: `Attach to ${number}` });
const create = main.getByRole('button', { name: 'Create an invoice from it' });
const OTHER = aSupplier({ id: idOf(103), companyName: 'Meridian' });
const INVOICE = invoiceOf([lineOf(1)]);

const candidate = (n: number, over: Partial<MatchCandidate['invoice']> = {}): MatchCandidate => ({
  invoice: {
    id: idOf(n),
    invoiceNumber: `HS-${n}`,
    supplierName: 'Ningbo Haosheng',
    date: '2026-11-16',
    total: '500.00',
    currency: 'CNY',
    status: 'OPEN',
    hasDocument: false,
    ...over,
  },
  reasons: [
    { kind: 'NUMBER', text: `HS-${n}`, page: 1 },
    { kind: 'TOTAL', text: '500.00', page: null },
  ],
  score: 90,
});
type Match = { candidates?: MatchCandidate[]; textState?: 'PENDING' | 'READY' | 'NONE' | 'FAILED' };

function start({ candidates: found = [candidate(10), candidate(20)], textState = 'READY' }: Match = {}, as?: Visitor) {
  const api = startApi({ ...(as ? { as } : {}) });
  api.on(getDocument, aDocument());
  api.on(matchDocument, {
    textState,
    candidates: found,
    suppliers: [{ id: NINGBO.id, companyName: NINGBO.companyName }],
  });
  api.on(findInvoiceDuplicates, []);
  api.on(listSuppliers, aPage([NINGBO, OTHER]));
  api.on(listInvoices, aPage([INVOICE]));
  api.on(attachInvoiceDocument, INVOICE);
  api.on(createInvoice, INVOICE);
  const show = () =>
    renderPart(
      <Routes>
        <Route path="/invoice-matching/:documentId" element={<MatchingPage />} />
        <Route path="*" element={<p>Another page</p>} />
      </Routes>,
      paths.invoiceMatching(idOf(71)),
    );
  return { api, show };
}

describe('the candidate invoices for a document', () => {
  afterEach(() => page.viewport(1440, 900));

  it('are listed with the best match first, each with the matching text of the document', async () => {
    start().show();
    await expect.element(candidates.getByText('2 invoices, best first')).toBeVisible();
    const reasons = candidates.getByRole('list', { name: 'Why HS-10' });
    await expect.element(reasons.getByRole('button', { name: 'Number HS-10 on page 1' })).toBeVisible();
    await expect.element(reasons.getByRole('button', { name: 'Total 500.00' })).toBeVisible();
    await expect
      .element(candidates.getByRole('link', { name: 'HS-10' }))
      .toHaveAttribute('href', paths.invoice(idOf(10)));
  });
  it('get the document with one click, and the invoice opens', async () => {
    const { api, show } = start();
    show();
    await attach('HS-10').click();
    await expect.element(page.getByText('packing.docx is attached to HS-1')).toBeVisible();
    expect(window.location.pathname).toBe(paths.invoice(idOf(10)));
    expect(api.asked(attachInvoiceDocument).map(({ params, body }) => [params.id, body])).toEqual([
      [idOf(10), { documentId: idOf(71) }],
    ]);
  });
  it('ask which document should be in front if they have one already', async () => {
    const { api, show } = start({ candidates: [candidate(10, { hasDocument: true })] });
    show();
    await expect.element(candidates.getByText('Has a document')).toBeVisible();
    await attach('HS-10').click();
    await expect.element(page.getByRole('dialog', { name: 'HS-10 has a document already' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(api.asked(attachInvoiceDocument)).toEqual([]);
    await attach('HS-10').click();
    await dialog.getByRole('button', { name: 'Keep the other in front' }).click();
    await expect.poll(() => api.asked(attachInvoiceDocument)[0]?.body.inFront).toBe(false);
  });
  it('do not accept documents once they are closed', async () => {
    start({ candidates: [candidate(10, { status: 'CLOSED' })] }).show();
    await expect.element(attach('HS-10')).toBeDisabled();
    await expect
      .element(main.getByRole('note', { name: 'This invoice is closed. Re-open it to change its documents.' }))
      .toBeVisible();
  });
  it('are read-only for a viewer', async () => {
    start({}, 'viewer').show();
    await expect.element(attach('HS-10')).toBeDisabled();
    await expect.element(create).toBeDisabled();
    const denied = main.getByRole('note', { name: /may read this, but not change it/ });
    for (const name of ['Attach to HS-10', 'Create an invoice from it'])
      await expect.element(denied.filter({ has: page.getByRole('button', { name }) })).toBeVisible();
  });
  it('say if they have the document already; others can get it as well', async () => {
    const { api, show } = start();
    api.on(getDocument, aDocument(ofInvoice(10, 'HS-10')));
    show();
    await expect.element(candidates.getByText('It is attached here')).toBeVisible();
    await expect
      .element(main.getByText('Attached to HS-10. You can attach it to another invoice as well.'))
      .toBeVisible();
    expect(attach('HS-10').query()).toBeNull();
    await expect.element(attach('HS-20')).toBeEnabled();
  });
  it('with an identical file warn that an invoice may have been entered twice', async () => {
    const { api, show } = start();
    const same: Duplicate = {
      id: idOf(30),
      invoiceNumber: 'HS-30',
      supplierName: 'Meridian',
      date: '2026-11-01',
      total: null,
      currency: 'CNY',
      status: 'OPEN',
      reasons: ['FILE'],
    };
    api.on(findInvoiceDuplicates, [same, { ...same, id: idOf(31), invoiceNumber: 'HS-31', reasons: ['NUMBER'] }]);
    show();
    await expect
      .element(main.getByText('The same file is attached to HS-30 (Meridian). Was the same invoice entered twice?'))
      .toBeVisible();
  });
  it('appear automatically when the text is extracted', async () => {
    const { api } = start({ candidates: [], textState: 'PENDING' });
    renderScreen(paths.invoiceMatching(idOf(71)));
    await expect.element(main.getByText('Reading the document…')).toBeVisible();
    api.on(matchDocument, { textState: 'READY', candidates: [candidate(10)], suppliers: [] });
    api.tellChanged('documents', [idOf(71)]);
    await expect.element(attach('HS-10')).toBeVisible();
    await expect.element(main.getByText('Reading the document…')).not.toBeInTheDocument();
  });
  it.each([
    ['READY', 'No invoice fits'],
    ['NONE', 'The document contains no text'],
    ['FAILED', 'The text could not be read'],
  ] as const)('are none if the text is %s, with the reason', async (textState, title) => {
    start({ candidates: [], textState }).show();
    await expect.element(main.getByRole('heading', { name: title })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = start();
    api.refuse(matchDocument, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(matchDocument, { textState: 'READY', candidates: [candidate(10)], suppliers: [] });
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(attach('HS-10')).toBeVisible();
  });
  it('are below a button that shows the document, on a phone', async () => {
    await page.viewport(390, 844);
    start().show();
    await main.getByRole('button', { name: 'Show the document' }).click();
    await expect.element(page.getByText(/Word documents are not shown here/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(attach('HS-10')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('are accessible in both themes', async () => {
    start({ candidates: [candidate(10), candidate(20, { hasDocument: true })] });
    renderScreen(paths.invoiceMatching(idOf(71)));
    await expect.element(attach('HS-20')).toBeVisible();
    await expectNoSeriousFindings('/invoice-matching/:documentId');
  });
});

describe('a document without a matching candidate', () => {
  it('can be attached to any invoice, found by number or supplier', async () => {
    const { api, show } = start();
    show();
    await main.getByRole('combobox', { name: 'Invoice', exact: true }).fill('HS');
    await expect.poll(() => api.asked(listInvoices).at(-1)?.query.search).toBe('HS');
    await page.getByRole('option', { name: /^HS-1 Ningbo Haosheng · 16 Nov · CNY 500\.00$/ }).click();
    await attach('HS-1').click();
    await expect.poll(() => api.asked(attachInvoiceDocument)[0]?.params.id).toBe(idOf(10));
  });
  it('becomes an invoice of the only supplier that its text names', async () => {
    const { api, show } = start({ candidates: [] });
    show();
    const supplier = main.getByRole('combobox', { name: 'Supplier' });
    await expect.element(supplier).toHaveValue('Ningbo Haosheng');
    await expect.element(main.getByText('Its name appears in the text.')).toBeVisible();
    await create.click();
    await expect.element(page.getByText('HS-1 is created from packing.docx')).toBeVisible();
    expect(api.asked(createInvoice).map(({ body }) => body)).toEqual([{ documentId: idOf(71), supplierId: NINGBO.id }]);
  });
  it('becomes an invoice of another supplier, or without one', async () => {
    const { api, show } = start({ candidates: [] });
    api.refuse(createInvoice, 'internal');
    show();
    const supplier = main.getByRole('combobox', { name: 'Supplier' });
    await expect.element(supplier).toHaveValue('Ningbo Haosheng');
    await supplier.click();
    await page.getByRole('option', { name: 'Meridian' }).click();
    await create.click();
    await expect.poll(() => api.asked(createInvoice).map(({ body }) => body.supplierId)).toEqual([OTHER.id]);
    await expect.element(create).toBeEnabled();
    await expect.element(page.getByText('An error occurred while trying to create invoice')).toBeVisible();
    expect(window.location.pathname).toBe(paths.invoiceMatching(idOf(71)));
  });
});

describe('the page that finds the invoice of a document', () => {
  it('shows a loading state, and says that a document does not exist', async () => {
    const { api, show } = start();
    const release = api.hold(getDocument);
    show();
    await expect.element(main.getByRole('status', { name: 'Loading the document' })).toBeVisible();
    api.refuse(getDocument, 'not_found');
    release();
    await expect.element(main.getByRole('heading', { name: 'Error, document not found' })).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'Back' })).toHaveAttribute('href', paths.documents());
  });
  it('can be left without a decision', async () => {
    start().show();
    await expect.element(main.getByRole('link', { name: 'Decide later' })).toHaveAttribute('href', paths.documents());
  });
});
