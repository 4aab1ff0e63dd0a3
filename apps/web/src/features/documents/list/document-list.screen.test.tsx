import { type Document, listDocuments } from '@quayside/contracts/documents';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderApp, startApi } from '../../../testing/render-app.tsx';

const BILL: Document = {
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
  ...BILL,
  id: idOf(72),
  entityType: 'NONE',
  entityId: null,
  entities: [],
  fileName: 'customs.pdf',
};
const main = page.getByRole('main');
const open = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(documents = [BILL, LOOSE], as: Visitor = 'admin') {
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
  it('shows each of them with what it belongs to', async () => {
    startWith();
    renderApp(paths.documents());
    await expect
      .element(open('freight.pdf').getByRole('link', { name: 'MOF-88214' }))
      .toHaveAttribute('href', paths.invoice(idOf(10)));
    await expect.element(open('customs.pdf')).toBeVisible();
    await expect.element(main.getByText('2 documents')).toBeVisible();
  });
  it('shows that it is on its way', async () => {
    const api = startWith();
    const release = api.hold(listDocuments);
    renderApp(paths.documents());
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
  it('shows those alone that belong to nothing', async () => {
    const api = startWith();
    renderApp(paths.documents());
    await expect.element(open('freight.pdf')).toBeVisible();
    await main.getByRole('checkbox').click();
    await expect.element(main.getByText('1 document')).toBeVisible();
    expect(open('freight.pdf').query()).toBeNull();
    expect(api.asked(listDocuments).at(-1)?.query).toEqual({ unattached: 'true' });
  });
  it('leads out of a search that finds nothing', async () => {
    startWith();
    renderApp(`${paths.documents()}?q=nothing-like-it`);
    await main.getByRole('button', { name: /Clear/ }).last().click();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
  it('offers to upload while there is none', async () => {
    startWith([]);
    renderApp(paths.documents());
    await expect.element(main.getByRole('button', { name: 'Upload documents' }).first()).toBeEnabled();
    await expect.element(main.getByText('0 documents')).toBeVisible();
  });
  it('lets a viewer upload nothing', async () => {
    startWith([BILL], 'viewer');
    renderApp(paths.documents());
    await expect.element(open('freight.pdf')).toBeVisible();
    await expect.element(main.getByRole('button', { name: 'Upload documents' })).toBeDisabled();
  });
  it('that cannot be read can be asked for again', async () => {
    const api = startWith();
    api.refuse(listDocuments, 'internal');
    renderApp(paths.documents());
    await expect.element(main.getByText('Failed to get documents.')).toBeVisible();
    api.on(listDocuments, [BILL]);
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(open('freight.pdf')).toBeVisible();
  });
});
