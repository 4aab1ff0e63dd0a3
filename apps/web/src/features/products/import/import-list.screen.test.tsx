import {
  createProductImport,
  getProductCsvTemplate,
  getProductImport,
  listProductImportRows,
  listProductImports,
  type ProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, renderPart, startApi } from '../../../testing/render-app.tsx';
import { anImport } from '../testing/an-import.ts';
import { ImportListPage } from './import.pages.tsx';

const DONE = anImport({ id: idOf(601), state: 'IMPORTED', fileName: 'spring.csv', canUndo: true });
const table = page.getByRole('table', { name: 'Recent imports' });
const rowOf = (file: string) => table.getByRole('row', { name: new RegExp(`^${file}`) });
const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });
const csv = (name = 'new.csv', text = 'sku,name\nKB-1,Mug\n') => new File([text], name, { type: 'text/csv' });
const choose = (file: File) => userEvent.upload(page.getByLabelText('Product file', { exact: true }), file);

function prepare(imports: readonly ProductImport[] = [DONE], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listProductImports, aPage(imports));
  return api;
}
const show = () => renderPart(<ImportListPage />);

afterEach(() => page.viewport(1440, 900));

describe('the page of imports', () => {
  it('lists each import with state, rows and author, and links to its page', async () => {
    prepare([DONE, anImport({ counts: { rows: 3, create: 0, update: 1, skip: 1, fail: 1 } })]);
    show();
    await expect.element(rowOf('spring.csv')).toBeVisible();
    await expect
      .element(table.getByRole('row', { name: /^spring\.csv State: Imported 2 new, 1 changed Ada Crane/ }))
      .toBeVisible();
    await expect
      .element(table.getByRole('row', { name: /^kettles\.csv .* 1 changed, 1 unchanged, 1 with errors Ada Crane/ }))
      .toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'spring.csv' }))
      .toHaveAttribute('href', paths.productImport(DONE.id));
    expect(rowOf('kettles.csv').getByRole('button', { name: /^Undo/ }).query()).toBeNull();
  });
  it('shows a loading state, and then an explanation of the empty list', async () => {
    const api = prepare([]);
    const release = api.hold(listProductImports);
    show();
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    release();
    await expect.element(page.getByText(/^No file has been imported yet/)).toBeVisible();
  });
  it('can be loaded again after an error, and accepts a file nevertheless', async () => {
    const api = prepare();
    api.refuse(listProductImports, 'internal');
    show();
    await expect.element(page.getByText('Failed to get imports.')).toBeVisible();
    await expect.element(button('Choose a file')).toBeEnabled();
    api.on(listProductImports, aPage([DONE]));
    await button('Try again').click();
    await expect.element(rowOf('spring.csv')).toBeVisible();
  });
  it('lets a viewer read the list and download the template, and gives the reason for other buttons', async () => {
    prepare([DONE], 'viewer');
    show();
    await expect.element(rowOf('spring.csv').getByRole('button', { name: /^Undo/ })).toBeDisabled();
    await expect.element(button('Choose a file')).toBeDisabled();
    await expect.element(page.getByLabelText('Product file', { exact: true })).toBeDisabled();
    await expect.element(button('CSV template')).toBeEnabled();
    await expect.element(page.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
  it('shows older imports below the first page', async () => {
    const api = prepare();
    api.on(listProductImports, ({ query }) =>
      query.page === 0
        ? aPage([DONE], { totalElements: 2, last: false })
        : aPage([anImport()], { totalElements: 2, number: 1, first: false }),
    );
    show();
    await button('Show older imports').click();
    await expect.element(rowOf('kettles.csv')).toBeVisible();
    await expect.element(rowOf('spring.csv')).toBeVisible();
    expect(button('Show older imports').query()).toBeNull();
  });
  it('downloads the template', async () => {
    const api = prepare();
    api.on(getProductCsvTemplate, new File(['sku,name'], 'products-template.csv'));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    show();
    await button('CSV template').click();
    await expect.poll(() => saved).toEqual(['products-template.csv']);
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    prepare();
    show();
    await expect.element(rowOf('spring.csv').getByRole('button', { name: /^Undo/ })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('is accessible in both themes', async () => {
    prepare([DONE, anImport({ counts: { rows: 3, create: 0, update: 1, skip: 1, fail: 1 } })]);
    renderScreen(paths.productImport());
    await expect.element(rowOf('kettles.csv')).toBeVisible();
    await expectNoSeriousFindings('/products/import');
  });
});

describe('undoing an import', () => {
  it('explains the consequences first, and then shows the import as undone', async () => {
    const api = prepare();
    const undone = { ...DONE, state: 'UNDONE', canUndo: false } as const;
    api.on(undoProductImport, () => {
      api.on(listProductImports, aPage([undone]));
      return undone;
    });
    show();
    await rowOf('spring.csv').getByRole('button', { name: 'Undo spring.csv' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Undo the import of spring.csv?' })).toBeVisible();
    await expect
      .element(dialog.getByText(/^2 products that it added are deleted\. 1 product gets back the values/))
      .toBeVisible();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(page.getByText('The import of spring.csv was undone')).toBeVisible();
    await expect.element(rowOf('spring.csv').getByText('Undone')).toBeVisible();
    expect(api.asked(undoProductImport).map(({ params }) => params.importId)).toEqual([DONE.id]);
  });
  it('does nothing after a cancellation, and shows the reason of a refusal', async () => {
    const api = prepare();
    api.refuse(undoProductImport, 'imports.wrong_state', { message: 'Somebody has undone it already' });
    show();
    const undo = rowOf('spring.csv').getByRole('button', { name: 'Undo spring.csv' });
    await undo.click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(undoProductImport)).toEqual([]);
    await undo.click();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(page.getByRole('alert').getByText('Somebody has undone it already')).toBeVisible();
  });
});

describe('a file', () => {
  it('is uploaded to be checked, shows its progress, and opens the page of its import', async () => {
    const api = prepare();
    api.on(createProductImport, anImport());
    api.on(getProductImport, anImport());
    api.on(listProductImportRows, aPage([]));
    const release = api.hold(createProductImport);
    renderScreen(paths.productImport());
    await choose(csv());
    await expect.element(page.getByText('Sending new.csv')).toBeVisible();
    await expect.poll(() => api.asked(createProductImport)).toHaveLength(1);
    api.uploads.report(0.4);
    await expect.element(page.getByText('40 %')).toBeVisible();
    await expectNoSeriousFindings();
    api.uploads.report(1);
    await expect.element(page.getByText('Reading new.csv')).toBeVisible();
    release();
    await expect.element(page.getByRole('heading', { level: 1, name: 'kettles.csv' })).toBeVisible();
    expect(location.pathname).toBe(paths.productImport(anImport().id));
    const [{ query, file } = { query: undefined, file: undefined }] = api.asked(createProductImport);
    expect([query?.dryRun, file?.name, await file?.text()]).toEqual([true, 'new.csv', 'sku,name\nKB-1,Mug\n']);
  });
  it('can be cancelled during the upload', async () => {
    const api = prepare();
    api.on(createProductImport, anImport());
    api.hold(createProductImport);
    show();
    await choose(csv());
    await button('Cancel').click();
    await expect.element(button('Choose a file')).toBeVisible();
    expect(page.getByRole('alert').query()).toBeNull();
  });
  it('shows the reason when it is refused, and is retried as the same request', async () => {
    const api = prepare();
    api.refuse(createProductImport, 'wrong_file', { message: 'This is a PDF' });
    show();
    await choose(csv('list.pdf'));
    const problem = page.getByRole('alert');
    await expect
      .element(problem.getByText(/list\.pdf: This is a PDF\. From another program, save the table as CSV/))
      .toBeVisible();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => api.asked(createProductImport)).toHaveLength(2);
    const keys = api.asked(createProductImport).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).toBe(keys[0]);
    await choose(csv('list.csv'));
    await expect.poll(() => api.asked(createProductImport)).toHaveLength(3);
    expect(api.asked(createProductImport)[2]?.headers.get('Idempotency-Key')).not.toBe(keys[0]);
  });
  it('is not uploaded if it is larger than 50 MB', async () => {
    const api = prepare();
    show();
    const large = csv('large.csv');
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 });
    await expect.element(button('Choose a file')).toBeVisible();
    const data = { files: [large], types: ['Files'], dropEffect: 'none' };
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true });
    Object.defineProperty(drop, 'dataTransfer', { value: data });
    page.getByRole('heading', { name: 'Drop a file here' }).element().dispatchEvent(drop);
    await expect.element(page.getByText('large.csv: The file is larger than 50 MB.')).toBeVisible();
    expect(api.asked(createProductImport)).toEqual([]);
  });
  it('is kept without a connection, and can be uploaded again', async () => {
    const api = prepare();
    api.cut(createProductImport);
    show();
    await choose(csv());
    await expect.element(page.getByRole('alert').getByText(/^new\.csv:/)).toBeVisible();
    api.on(createProductImport, anImport());
    await button('Try again').click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.poll(() => api.asked(createProductImport)).toHaveLength(2);
  });
});
