import {
  createProductImport,
  getProductImport,
  getProductImportErrorFile,
  type ImportRow,
  listProductImportRows,
  remapProductImport,
} from '@quayside/contracts/product-imports';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anImport, anImportRow } from '../testing/an-import.ts';
import { openImport, startWithImport } from '../testing/import-server.ts';

const PATH = paths.productImport(anImport().id);
const WRONG = anImport({
  counts: { rows: 4, create: 2, update: 1, skip: 0, fail: 1 },
  errors: [{ row: 4, column: 'Gewicht', value: 'heavy', reason: 'Enter a number' }],
  errorCount: 1,
});
const main = page.getByRole('main');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const rows = main.getByRole('table', { name: 'Rows of the file' });
const tile = (word: string) => main.getByRole('group').getByRole('button', { name: new RegExp(`^${word}`) });

describe('the columns of a file', () => {
  const CHOSEN = anImport({ mapping: 'CHOSEN' });
  const choice = (column: string) => main.getByRole('combobox', { name: `Field that column ${column} fills` });
  const option = (column: string, field: string) =>
    page
      .getByRole('listbox', { name: `Field that column ${column} fills` })
      .getByRole('option', { name: field, exact: true });

  it('fill the fields that are chosen, and the file is checked again', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    await expect.element(main.getByText('2 of 3 columns used · recognised by their names')).toBeVisible();
    await expect.element(choice('Artikel')).toHaveValue('SKU');
    await choice('Column 3').fill('Brand');
    await option('Column 3', 'Brand').click();
    await expect.element(main.getByText(/as chosen here; remembered/)).toBeVisible();
    expect(api.asked(remapProductImport).map(({ body }) => body.fields)).toEqual([['sku', 'name', 'brand']]);
  });
  it('keep what is chosen while the answer to an earlier choice is on its way', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    const release = api.hold(remapProductImport);
    await choice('Column 3').fill('Brand');
    await option('Column 3', 'Brand').click();
    await expect.poll(() => api.asked(remapProductImport)).toHaveLength(1);
    await choice('Bezeichnung').fill('Notes');
    await option('Bezeichnung', 'Notes').click();
    release();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.fields).toEqual(['sku', 'notes', 'brand']);
    // The table is busy until the answer to the last choice has arrived.
    await expect.element(main.getByRole('table', { name: 'Columns' })).not.toHaveAttribute('aria-busy', 'true');
  });
  it('give a field to one column alone, and are not checked without a SKU', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    await choice('Artikel').fill('Not used');
    await option('Artikel', 'Not used').click();
    await expect.element(main.getByText(/^Choose the column with the SKU/)).toBeVisible();
    await choice('Column 3').fill('Name');
    await option('Column 3', 'Name').click();
    await expect.element(choice('Bezeichnung')).toHaveValue('Not used');
    await choice('Artikel').fill('SKU');
    await option('Artikel', 'SKU').click();
    await expect.element(main.getByText(/as chosen here; remembered/)).toBeVisible();
    expect(api.asked(remapProductImport).map(({ body }) => body.fields)).toEqual([['sku', null, 'name']]);
  });
  it('can only be read while the file is being checked', async () => {
    openImport(anImport({ state: 'CHECKING' }));
    await expect.element(main.getByRole('table', { name: 'Columns' })).toBeVisible();
    await expect.element(main.getByRole('row', { name: 'Artikel KB-1 · KB-2 SKU' })).toBeVisible();
    await expect.element(main.getByRole('row', { name: 'Column 3 blue · red Not used' })).toBeVisible();
    expect(choice('Artikel').query()).toBeNull();
  });
});

describe('the rows of a file', () => {
  it('are filtered by their tile and read page by page; the address keeps both', async () => {
    const { api } = openImport({ ...anImport(), counts: { rows: 160, create: 137, update: 23, skip: 0, fail: 0 } });
    api.on(listProductImportRows, ({ query }) => aPage([anImportRow({ row: (query.page ?? 0) * 50 + 2 })]));
    await expect.element(main.getByText('1–1 of 160')).toBeVisible();
    await tile('New').click();
    await expect.element(main.getByRole('heading', { name: 'New products' })).toBeVisible();
    await expect.element(tile('New')).toHaveAttribute('aria-pressed', 'true');
    await button('Next page').click();
    await expect.element(main.getByText('51–51 of 137')).toBeVisible();
    expect(location.search).toBe('?rows=CREATE&page=2');
    expect(api.asked(listProductImportRows).at(-1)?.query).toMatchObject({
      page: 1,
      size: 50,
      filter: [{ field: 'action', op: 'in', values: ['CREATE'] }],
    });
    await tile('All rows').click();
    await expect.element(main.getByText('1–1 of 160')).toBeVisible();
    expect(location.search).toBe('');
  });
  it('say what they change, what is wrong with them, and more fields on request', async () => {
    const many = ['brand', 'group', 'asin', 'fnsku', 'notes', 'weight', 'status'].map((field) => ({
      field,
      before: null,
      after: field === 'status' ? 'INACTIVE' : 'x',
    }));
    openImport(anImport({ state: 'IMPORTED' }), {
      rowsOfFile: [
        anImportRow({ action: 'UPDATE', productId: idOf(200), changes: many }),
        anImportRow({ row: 3, action: 'FAIL', sku: 'KB-2', changes: [], errors: WRONG.errors }),
      ],
    });
    await expect.element(main.getByRole('link', { name: 'KB-1' })).toHaveAttribute('href', paths.product('KB-1'));
    await expect
      .element(rows.getByRole('row', { name: '3 Error KB-2 Mug Gewicht “heavy” Enter a number' }))
      .toBeVisible();
    expect(rows.getByText('Inactive').query()).toBeNull();
    await button('and 1 more field').click();
    await expect.element(rows.getByText('Inactive')).toBeVisible();
  });
  it('say when they are no longer kept, and can be read again after a failure', async () => {
    const { api } = startWithImport(anImport(), { rowsOfFile: [] });
    api.refuse(listProductImportRows, 'internal');
    renderApp(PATH);
    await expect.element(main.getByText('Failed to get rows.')).toBeVisible();
    api.on(listProductImportRows, aPage<ImportRow>([]));
    await button('Try again').click();
    await expect.element(main.getByText(/^The rows of this import have been deleted/)).toBeVisible();
  });
});

describe('the errors of a file', () => {
  const errors = Array.from({ length: 150 }, (_, n) => ({
    row: n + 2,
    column: 'name',
    value: '',
    reason: `Reason ${n}`,
  }));
  const MANY = anImport({ ...WRONG, errors, errorCount: 1200 });
  const list = main.getByRole('region', { name: '1,200 errors' });
  const countRows = () => list.element().querySelectorAll('tbody tr').length;

  it('are listed cell by cell, all of them on request', async () => {
    openImport(MANY);
    await expect.element(list.getByRole('row', { name: '2 name empty Reason 0' })).toBeVisible();
    expect(countRows()).toBe(100);
    await expect.element(main.getByText(/The first 150 of 1,200 are listed\.$/)).toBeVisible();
    await button('Show all 150').click();
    await expect.poll(countRows).toBe(150);
  });
  it('are copied as a table, and saved as a file', async () => {
    const { api } = openImport(WRONG);
    api.on(getProductImportErrorFile, new File(['row'], 'kettles-errors.csv'));
    const written: string[] = [];
    vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await button('Copy errors').click();
    await expect.element(button('Copied')).toBeVisible();
    expect(written).toEqual(['Row\tColumn of the file\tValue\tReason\n4\tGewicht\theavy\tEnter a number']);
    await button('Download error file').click();
    await expect.poll(() => saved).toEqual(['kettles-errors.csv']);
  });
  it('are corrected in a file that is dropped beside them', async () => {
    const { api } = openImport(WRONG);
    api.on(createProductImport, anImport({ id: idOf(611), fileName: 'corrected.csv' }));
    await expect.element(main.getByRole('heading', { name: 'Corrected the file?' })).toBeVisible();
    api.on(getProductImport, anImport({ id: idOf(611), fileName: 'corrected.csv' }));
    await userEvent.upload(main.getByLabelText('Product file', { exact: true }), new File(['sku'], 'corrected.csv'));
    await expect.element(main.getByRole('heading', { level: 1, name: 'corrected.csv' })).toBeVisible();
    expect(location.pathname).toBe(paths.productImport(idOf(611)));
  });
});
