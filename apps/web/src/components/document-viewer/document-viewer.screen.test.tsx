import { downloadDocument } from '@quayside/contracts/documents/documents';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { idOf } from '../../testing/person.ts';
import { renderPart, startApi } from '../../testing/render-app.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import type { ViewedDocument } from './use-pdf.ts';
import type { Replacing } from './viewer-toolbar.tsx';

const PDF_DOCUMENT: ViewedDocument = {
  id: idOf(71),
  versionNumber: 1,
  fileName: 'bill.pdf',
  contentType: 'application/pdf',
  size: 20_480,
};
const WORD: ViewedDocument = { ...PDF_DOCUMENT, fileName: 'packing.docx', contentType: 'application/msword' };
/** Two empty pages of the size A4. */
const PDF = new File(
  [
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj ',
    '3 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R>>endobj ',
    '4 0 obj<</Type/Page/MediaBox[0 0 595 842]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ],
  'bill.pdf',
  { type: 'application/pdf' },
);
const viewer = page.getByRole('region', { name: /^Document / });
const pages = viewer.getByRole('region', { name: 'Pages of bill.pdf' });
const button = (name: string | RegExp) => viewer.getByRole('button', { name });
const zoom = button(/, fit width$/);

function open(
  file: File | Blob = PDF,
  { shown = PDF_DOCUMENT, replacing }: { shown?: ViewedDocument; replacing?: Replacing } = {},
) {
  const api = startApi();
  api.on(downloadDocument, file);
  const show = () => renderPart(<DocumentViewer document={shown} {...(replacing ? { replacing } : {})} />);
  return { api, show };
}

describe('a document in the viewer', () => {
  it('shows its pages; buttons and keys move between them', async () => {
    const { api, show } = open();
    show();
    await expect.element(viewer.getByText('Page 1 of 2')).toBeVisible();
    await expect.element(button(/^Previous page/)).toBeDisabled();
    await button(/^Next page/).click();
    await expect.element(viewer.getByText('Page 2 of 2')).toBeVisible();
    await expect.element(button(/^Next page/)).toBeDisabled();
    await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
    await expect.element(viewer.getByText('Page 1 of 2')).toBeVisible();
    expect(api.asked(downloadDocument).map(({ params, query }) => [params.documentId, query.versionNumber])).toEqual([
      [PDF_DOCUMENT.id, 1],
    ]);
  });
  it('is zoomed in, and fitted to the width again', async () => {
    open().show();
    await expect.element(zoom).toHaveAttribute('aria-pressed', 'true');
    const fit = zoom.element().textContent;
    await button(/^Zoom in/).click();
    await expect.element(zoom).toHaveAttribute('aria-pressed', 'false');
    expect(zoom.element().textContent).not.toBe(fit);
    await zoom.click();
    await expect.poll(() => zoom.element().textContent).toBe(fit);
  });
  it('shows a loading state', async () => {
    const { api, show } = open();
    const release = api.hold(downloadDocument);
    show();
    await expect.element(viewer.getByRole('status', { name: 'Loading the document' })).toBeVisible();
    expect(button(/^Next page/).query()).toBeNull();
    release();
    await expect.element(pages).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = open();
    api.refuse(downloadDocument, 'internal');
    show();
    await expect.element(viewer.getByText('An error occured trying to get document.')).toBeVisible();
    api.on(downloadDocument, PDF);
    await button('Try again').click();
    await expect.element(pages).toBeVisible();
  });
  it('that is damaged shows an error and can be downloaded', async () => {
    open(new File(['not a PDF'], 'bill.pdf', { type: 'application/pdf' })).show();
    await expect
      .element(viewer.getByRole('heading', { name: 'This PDF is damaged and cannot be shown.' }))
      .toBeVisible();
    await expect.element(button('Download')).toBeVisible();
  });
  it('in Word format is not displayed', async () => {
    const { api, show } = open(PDF, { shown: WORD });
    show();
    await expect.element(viewer.getByText(/Word documents are not shown here\./)).toBeVisible();
    expect(button(/^Zoom in/).query()).toBeNull();
    expect(api.asked(downloadDocument)).toEqual([]);
  });
  it('gets a new version from a chosen file', async () => {
    const onReplace = vi.fn<(file: File) => void>();
    open(PDF, { shown: WORD, replacing: { onReplace, permission: { allowed: true, reason: undefined } } }).show();
    await userEvent.upload(viewer.getByLabelText('New version of the document'), PDF);
    expect(onReplace.mock.calls.map(([file]) => file.name)).toEqual(['bill.pdf']);
  });
  it('gets no new version from a person without permission', async () => {
    const permission = { allowed: false, reason: 'Viewers may read this, but not change it.' };
    open(PDF, { shown: WORD, replacing: { onReplace: () => undefined, permission } }).show();
    await expect.element(button('Upload a new version')).toBeDisabled();
  });
});
