import {
  deleteDocument,
  type Document,
  getDocument,
  listDocuments,
  patchDocument,
  restoreDocument,
} from '@quayside/contracts/documents/documents';
import { exportDocuments } from '@quayside/contracts/exports';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aDocument } from '../testing/a-document.ts';

const PDF_DOCUMENT: Document = {
  id: idOf(71),
  documentType: 'INVOICE',
  entityType: 'INVOICE',
  entityId: idOf(10),
  entities: [{ entityType: 'INVOICE', entityId: idOf(10), label: 'MOF-88214' }],
  fileName: 'freight.pdf',
  contentType: 'application/pdf',
  size: 20_480,
  sha256: 'a'.repeat(64),
  pageCount: 2,
  textState: 'READY',
  snippet: null,
  versionNumber: 1,
  uploadedAt: '2026-10-09T10:00:00Z',
  uploadedBy: { id: idOf(1), name: 'Ada Crane' },
  updatedAt: '2026-10-09T10:00:00Z',
  version: 1,
};
const LOOSE: Document = {
  ...PDF_DOCUMENT,
  id: idOf(72),
  entityType: 'NONE',
  entityId: null,
  entities: [],
  fileName: 'customs.pdf',
};
const main = page.getByRole('main');
const open = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(documents = [PDF_DOCUMENT, LOOSE], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listDocuments, ({ query }) =>
    documents.filter(
      ({ fileName, entities }) =>
        fileName.includes(query.search ?? '') && (query.unattached !== 'true' || entities.length === 0),
    ),
  );
  return api;
}

describe('the list of documents', { timeout: 60_000 }, () => {
  it('can be exported to a file, with its filter', async () => {
    const api = startWith();
    api.on(exportDocuments, new File(['x'], 'documents.csv'));
    renderScreen(`${paths.documents()}?unattached=true`);
    await main.getByRole('button', { name: 'Export documents' }).click();
    await expect.element(page.getByText('1 row, 9 columns, as shown')).toBeVisible();
    await page.getByRole('menuitem', { name: /^CSV/ }).click();
    await expect.element(page.getByText('documents.csv is in your downloads')).toBeVisible();
    expect(api.asked(exportDocuments)[0]?.query).toMatchObject({ format: 'csv', unattached: 'true' });
  });
  it('shows each of them with the records to which it belongs', async () => {
    startWith();
    renderScreen(paths.documents());
    await expect
      .element(open('freight.pdf').getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(idOf(10)));
    await expect.element(open('customs.pdf')).toBeVisible();
    await expect.element(main.getByText('2 documents')).toBeVisible();
    await expectNoSeriousFindings('/invoices-purchase-orders/documents');
  });
  it('shows a loading state', async () => {
    const api = startWith();
    const release = api.hold(listDocuments);
    renderScreen(paths.documents());
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
  it('shows only unattached documents on request', async () => {
    const api = startWith();
    renderScreen(paths.documents());
    await expect.element(open('freight.pdf')).toBeVisible();
    await main.getByRole('checkbox').click();
    await expect.element(main.getByText('1 document')).toBeVisible();
    expect(open('freight.pdf').query()).toBeNull();
    expect(api.asked(listDocuments).at(-1)?.query).toEqual({ unattached: 'true' });
  });
  it('offers to clear a search without results', async () => {
    startWith();
    renderScreen(`${paths.documents()}?q=nothing-like-it`);
    await main.getByRole('button', { name: /Clear/ }).last().click();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
  it('offers to upload when there are none', async () => {
    startWith([]);
    renderScreen(paths.documents());
    await expect.element(main.getByRole('button', { name: 'Upload documents' }).first()).toBeEnabled();
    await expect.element(main.getByText('0 documents')).toBeVisible();
  });
  it('does not let a viewer upload', async () => {
    startWith([PDF_DOCUMENT], 'viewer');
    renderScreen(paths.documents());
    await expect.element(open('freight.pdf')).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Upload documents' })).toBeDisabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const api = startWith();
    api.refuse(listDocuments, 'internal');
    renderScreen(paths.documents());
    await expect.element(main.getByText('Failed to get documents.')).toBeVisible();
    api.on(listDocuments, [PDF_DOCUMENT]);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
});

describe('a document beside the list', () => {
  const WORD = aDocument({ id: idOf(73), versionNumber: 2 });
  const panel = page.getByRole('complementary');

  it('is shown with its actions and a link to its invoice', async () => {
    startWith([PDF_DOCUMENT, WORD]).on(getDocument, WORD);
    renderScreen(paths.documents());
    await main.getByRole('button', { name: 'Show packing.docx' }).click();
    await expect.element(panel.getByRole('region', { name: 'Document packing.docx' })).toBeVisible();
    await expect
      .element(panel.getByRole('link', { name: 'Find its invoice' }))
      .toHaveAttribute('href', paths.invoiceMatching(WORD.id));
    await expect.element(panel.getByRole('combobox', { name: /packing\.docx/ })).toHaveValue('Other');
    await expectNoSeriousFindings();
  });
  it('can get another type', async () => {
    const api = startWith([PDF_DOCUMENT, WORD]);
    api.on(patchDocument, { ...WORD, documentType: 'SHIPMENT_PLAN', version: 4 });
    renderScreen(paths.document(WORD.id));
    await panel.getByRole('combobox', { name: 'Type of packing.docx' }).click();
    await page.getByRole('option', { name: 'Shipment plan' }).click();
    await expect
      .poll(() => api.asked(patchDocument).map(({ params, body }) => [params.id, body.documentType]))
      .toEqual([[WORD.id, 'SHIPMENT_PLAN']]);
  });
  it('closes when it is deleted, and Undo restores it', async () => {
    const api = startWith([PDF_DOCUMENT, WORD]);
    api.on(deleteDocument, undefined);
    api.on(restoreDocument, WORD);
    renderScreen(paths.document(WORD.id));
    await panel.getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByText('packing.docx is deleted')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('packing.docx is back')).toBeVisible();
    expect(api.asked(restoreDocument).map(({ params }) => params.documentId)).toEqual([WORD.id]);
  });
  it('is read-only for a viewer', async () => {
    startWith([PDF_DOCUMENT, WORD], 'viewer');
    renderScreen(paths.document(WORD.id));
    await expect.element(panel.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await expect.element(panel.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
    await expect.element(panel.getByRole('link', { name: 'Find its invoice' })).toBeVisible();
    await expect.element(panel.getByRole('button', { name: 'Upload a new version' })).toBeDisabled();
    await expect.element(panel.getByRole('combobox', { name: 'Type of packing.docx' })).toBeDisabled();
  });
  it('closes with Escape', async () => {
    startWith([PDF_DOCUMENT, WORD]);
    renderScreen(paths.document(WORD.id));
    await expect.element(panel.getByRole('region', { name: 'Document packing.docx' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
  });
});
