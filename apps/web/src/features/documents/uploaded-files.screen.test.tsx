import {
  deleteDocument,
  type Document,
  listDocumentVersions,
  listEntityDocuments,
  patchDocument,
  restoreDocument,
} from '@quayside/contracts/documents/documents';
import { attachInvoiceDocument } from '@quayside/contracts/invoices/invoice-documents';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { invoiceOf, lineOf } from '../invoices/testing/start-invoice.tsx';
import { InvoiceDocumentInvite } from './invoice-document-invite.tsx';
import { aDocument, ofInvoice } from './testing/a-document.ts';
import { UploadedFiles } from './uploaded-files.tsx';

const main = page.getByRole('main');
const item = (name: string) => main.getByRole('listitem').filter({ hasText: name });
const button = (name: string) => main.getByRole('button', { name });

const FRONT = aDocument({ ...ofInvoice(10, 'HS-1'), fileName: 'bill.docx', versionNumber: 2 });
const SHARED = aDocument({
  ...ofInvoice(10, 'HS-1'),
  id: idOf(72),
  fileName: 'packing.docx',
  entities: [...ofInvoice(10, 'HS-1').entities, ...ofInvoice(20, 'HS-20').entities],
});
const INVOICE = invoiceOf([lineOf(1)], {
  document: {
    id: FRONT.id,
    fileName: FRONT.fileName,
    contentType: FRONT.contentType,
    size: FRONT.size,
    uploadedAt: FRONT.uploadedAt,
  },
});

function start(files: readonly Document[] = [SHARED, FRONT], invoice: InvoiceWithLines = INVOICE, as?: Visitor) {
  const api = startApi({ ...(as ? { as } : {}) });
  api.on(listEntityDocuments, [...files]);
  api.on(deleteDocument, undefined);
  api.on(restoreDocument, FRONT);
  api.on(patchDocument, SHARED);
  api.on(attachInvoiceDocument, invoice);
  return { api, show: () => renderPart(<UploadedFiles invoice={invoice} />) };
}

describe('the documents of an invoice', () => {
  it('begin with the one in front, which is displayed; another one is displayed after a click', async () => {
    const { api, show } = start();
    show();
    await expect.element(main.getByRole('listitem').first()).toMatchTextContent('bill.docxIn front');
    await expect.element(button('Show bill.docx')).toHaveAttribute('aria-pressed', 'true');
    await button('Show packing.docx').click();
    await expect.element(button('Show packing.docx')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(main.getByRole('region', { name: 'Document packing.docx' })).toBeVisible();
    expect(api.asked(listEntityDocuments)[0]?.params).toMatchObject({ entityType: 'INVOICE', entityId: idOf(10) });
  });
  it('name the other invoices to which they belong', async () => {
    start().show();
    await expect.element(item('packing.docx')).toMatchTextContent('Also of HS-20');
    await expect
      .element(item('packing.docx').getByRole('link', { name: 'HS-20' }))
      .toHaveAttribute('href', paths.invoice(idOf(20)));
  });
  it('can be moved to the front', async () => {
    const { api, show } = start();
    show();
    await button('Put packing.docx in front').click();
    await expect.element(page.getByText('packing.docx is in front')).toBeVisible();
    expect(api.asked(attachInvoiceDocument).map(({ body }) => body)).toEqual([
      { documentId: SHARED.id, inFront: true },
    ]);
    expect(button('Put bill.docx in front').query()).toBeNull();
  });
  it('are deleted if they belong to nothing else, and Undo restores them', async () => {
    const { api, show } = start();
    show();
    await button('Remove bill.docx').click();
    await expect.element(page.getByText('bill.docx is removed')).toBeVisible();
    expect(
      api.asked(deleteDocument).map(({ params, headers }) => [params.documentId, headers.get('If-Match')]),
    ).toEqual([[FRONT.id, expect.stringContaining('3')]]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('bill.docx is back')).toBeVisible();
    expect(api.asked(restoreDocument).map(({ params }) => params.documentId)).toEqual([FRONT.id]);
  });
  it('stay with other invoices when they are detached from this one', async () => {
    const { api, show } = start();
    show();
    await button('Remove packing.docx').click();
    await expect.element(page.getByText('packing.docx no longer belongs to HS-1; HS-20 keep it')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => api.asked(patchDocument).map(({ body }) => body.entities?.map(({ entityId }) => entityId)))
      .toEqual([[idOf(20)], [idOf(10), idOf(20)]]);
    expect(api.asked(deleteDocument)).toEqual([]);
  });
  it('expand to show their versions, newest first', async () => {
    const { api, show } = start();
    const version = (n: number) => ({ ...FRONT, versionNumber: n, uploadedBy: n === 1 ? null : FRONT.uploadedBy });
    api.on(listDocumentVersions, [version(2), version(1)]);
    show();
    expect(api.asked(listDocumentVersions)).toEqual([]);
    await main.getByText('2 versions').click();
    await expect.element(main.getByText(/^Version 2 · newest$/)).toBeVisible();
    await expect.element(button('Download version 1')).toBeVisible();
    expect(api.asked(listDocumentVersions)).toHaveLength(1);
  });
  it('show an invitation to upload while there are none', async () => {
    start([], { ...INVOICE, document: null }).show();
    await expect.element(main.getByRole('heading', { name: 'No document yet' })).toBeVisible();
    await expect.element(button('Attach a document')).toBeEnabled();
  });
  it('cannot be changed by a viewer', async () => {
    start([SHARED, FRONT], INVOICE, 'viewer').show();
    await expect.element(button('Attach another')).toBeDisabled();
    await expect.element(button('Remove bill.docx')).toBeDisabled();
    await expect.element(button('Download bill.docx')).toBeEnabled();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = start();
    api.refuse(listEntityDocuments, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listEntityDocuments, [FRONT]);
    await button('Try again').click();
    await expect.element(button('Show bill.docx')).toBeVisible();
  });
});

describe('the invitation below the lines', () => {
  const invite = main.getByRole('region', { name: 'No document yet' });
  const open = (invoice: InvoiceWithLines, as?: Visitor) => {
    start([], invoice, as);
    renderPart(<InvoiceDocumentInvite invoice={invoice} />);
  };

  it('asks for the document of an invoice that has none', async () => {
    open(invoiceOf([lineOf(1)]));
    await expect.element(invite.getByText(/^Drop the invoice document here/)).toBeVisible();
    await expect.element(invite.getByRole('button', { name: 'Attach a document' })).toBeEnabled();
  });
  it.each<[string, InvoiceWithLines, Visitor]>([
    ['an invoice with a document', INVOICE, 'admin'],
    ['a viewer', invoiceOf([lineOf(1)]), 'viewer'],
  ])('does not appear for %s', async (_, invoice, as) => {
    open(invoice, as);
    await expect.element(main).toBeInTheDocument();
    await expect.element(invite).not.toBeInTheDocument();
  });
});
