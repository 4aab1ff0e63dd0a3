import {
  createSupplierImport,
  getSupplierCsvTemplate,
  getSupplierImport,
  getSupplierImportErrorFile,
  listSupplierImportRows,
  listSupplierImports,
  remapSupplierImport,
  startSupplierImport,
  type SupplierImport,
  undoSupplierImport,
} from '@quayside/contracts/suppliers/supplier-imports';
import { listCountries, listSuppliers, supplierTotals } from '@quayside/contracts/suppliers/suppliers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aSupplierImport, aSupplierImportRow } from '../testing/a-supplier-import.ts';
import { NOTHING_OWED } from '../../../testing/nothing-owed.ts';

const main = page.getByRole('main');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const rows = main.getByRole('table', { name: 'Rows of the file' });

afterEach(() => page.viewport(1440, 900));

/** A fake API with one import. `change` changes the import as if somebody else had changed it. */
function startWith(stored: SupplierImport, as: Visitor = 'admin') {
  const api = startApi({ as });
  let now = stored;
  const change = (over: Partial<SupplierImport>) => (now = { ...now, ...over });
  api.on(listSupplierImports, aPage([stored]));
  api.on(getSupplierImport, () => now);
  api.on(listSupplierImportRows, aPage([aSupplierImportRow()]));
  api.on(startSupplierImport, () => change({ state: 'IMPORTED', canUndo: true }));
  return { api, change };
}
function open(stored: SupplierImport, as?: Visitor) {
  const started = startWith(stored, as);
  renderScreen(paths.supplierImport(stored.id));
  return started;
}

describe('the page of imports of suppliers', () => {
  it('says how payment terms are written, and offers an example file', async () => {
    const { api } = startWith(aSupplierImport());
    api.on(getSupplierCsvTemplate, new File(['Company name'], 'suppliers.csv'));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    renderScreen(paths.supplierImport());
    const help = main.getByRole('table', { name: /^Payment terms are in one cell/ });
    await expect
      .element(
        help.getByRole('row', {
          name: '30% deposit, balance on arrival + 30 days 30 % with the order, 70 % 30 days after arrival',
        }),
      )
      .toBeVisible();
    await expect
      .element(main.getByText(/^The events are: on order, on invoice, before shipping, on shipping/))
      .toBeVisible();
    await expect.element(main.getByRole('row', { name: /^factories\.csv State: Waiting for you/ })).toBeVisible();
    await button('Example file').click();
    await expect.poll(() => saved).toEqual(['suppliers.csv']);
    await expectNoSeriousFindings('/suppliers/import');
  });
  it('checks pasted cells like a file, and opens the import', async () => {
    const { api } = startWith(aSupplierImport());
    api.on(createSupplierImport, aSupplierImport());
    renderScreen(paths.supplierImport());
    await main.getByLabelText('Or paste cells').fill('Company\tTerms\n"Acme; Sons"\t30% on order');
    await expect.element(main.getByRole('heading', { level: 1, name: 'factories.csv' })).toBeVisible();
    const [{ query, file } = { query: undefined, file: undefined }] = api.asked(createSupplierImport);
    expect([query?.dryRun, file?.name, await file?.text()]).toEqual([
      true,
      'Pasted cells.csv',
      '"Company","Terms"\r\n"Acme; Sons","30% on order"',
    ]);
  });
  it('shows the reason when a file has too many rows, and fits a phone', async () => {
    await page.viewport(390, 844);
    const { api } = startWith(aSupplierImport());
    api.refuse(createSupplierImport, 'imports.unreadable', { message: 'The file has 2,001 rows, at most 2,000' });
    renderScreen(paths.supplierImport());
    await userEvent.upload(main.getByLabelText('Supplier file', { exact: true }), new File(['x'], 'all.csv'));
    await expect.element(main.getByText(/all\.csv: The file has 2,001 rows/)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('is read by a viewer, who is told why nothing can be pressed', async () => {
    startWith(aSupplierImport({ state: 'IMPORTED', canUndo: true }), 'viewer');
    renderScreen(paths.supplierImport());
    await expect.element(main.getByRole('button', { name: /^Undo/ })).toBeDisabled();
    await expect.element(button('Choose a file')).toBeDisabled();
    await expect.element(main.getByLabelText('Or paste cells')).toBeDisabled();
    await expect.element(button('Example file')).toBeEnabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
  it('is reached from the list of suppliers', async () => {
    const { api } = startWith(aSupplierImport());
    api.on(listCountries, []);
    api.on(listSuppliers, aPage([]));
    api.on(supplierTotals, { count: 0, ...NOTHING_OWED });
    renderScreen('/suppliers');
    await main.getByRole('link', { name: 'Import' }).first().click();
    await expect.element(main.getByRole('heading', { level: 1, name: 'Import suppliers' })).toBeVisible();
  });
});

describe('an import of suppliers', () => {
  const errors = [{ row: 3, column: 'Land', value: 'Chine', reason: 'Enter the code' }];
  const candidate = { id: idOf(100), companyName: 'Acme Ltd', localName: '阿克米', city: 'Ningbo', email: null };
  const group = (column: string, code: string, value: string) => ({
    column,
    reason: `Reason of ${code}`,
    code,
    count: 1,
    values: [{ value, count: 1 }],
    valueCount: 1,
  });
  const ASKING = aSupplierImport({
    counts: { rows: 4, create: 1, update: 0, skip: 0, fail: 3 },
    errors,
    errorCount: 3,
    errorGroups: [
      group('Land', 'rows.country', 'Chine'),
      group('Terms', 'rows.terms_event', 'L/C at sight'),
      group('Company', 'rows.similar_names', 'Acme'),
      group('Terms', 'terms.total', '30% on order'),
    ],
    similar: [{ name: 'Acme', suppliers: [candidate] }],
  });

  it('shows what it would do, and what it did with a click or Ctrl Enter', async () => {
    const { api } = open(aSupplierImport());
    await expect
      .element(
        rows.getByRole('row', {
          name: '2 New Acme Country China Payment terms 100 % with the order Sea, transit days 35 days',
        }),
      )
      .toBeVisible();
    await expect.element(button(/^Add 1 and change 1 supplier/)).toBeVisible();
    await expectNoSeriousFindings('/suppliers/import/:importId');
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(main.getByRole('heading', { name: 'Suppliers imported' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Show the suppliers' }))
      .toHaveAttribute('href', paths.suppliers());
    expect(api.asked(startSupplierImport).map(({ body }) => body.mode)).toEqual(['VALID_ROWS']);
  });
  it('asks what words and similar names mean, and shows the answers', async () => {
    const { api } = open(ASKING);
    const values = [
      { field: 'country', from: 'Chine', to: 'CN' },
      { field: 'paymentTerms', from: 'L/C at sight', to: 'SHIPPING' },
      { field: 'companyName', from: 'Acme', to: candidate.id },
    ] as const;
    api.on(remapSupplierImport, aSupplierImport({ mapping: 'CHOSEN', values: [...values], suppliers: [candidate] }));
    const meaning = (word: string) => main.getByRole('combobox', { name: `What ${word} means` });
    await expect.element(main.getByText('“30% on order”')).toBeVisible();
    expect(meaning('30% on order').query()).toBeNull();
    await expectNoSeriousFindings();
    await meaning('Chine').selectOptions('China');
    await meaning('L/C at sight').selectOptions('with shipping');
    await expect
      .element(meaning('Acme').getByRole('option', { name: 'It is another, new supplier' }))
      .toBeInTheDocument();
    await meaning('Acme').selectOptions('It is Acme Ltd · 阿克米 · Ningbo');
    await expect.element(button(/keep 3 rows aside/)).toBeDisabled();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapSupplierImport).at(-1)?.body.values).toEqual(values);
    await expect.element(button('Remove “Acme” → Acme Ltd')).toBeVisible();
    await expect.element(button('Remove “L/C at sight” → with shipping')).toBeVisible();
  });
  it('asks for the column of the names', async () => {
    const { api } = open(
      aSupplierImport({
        counts: { rows: 2, create: 0, update: 0, skip: 0, fail: 0 },
        columns: [{ name: 'Who', field: null, samples: ['Acme'], numbers: null }],
        failure: 'There is no column with the company name.',
      }),
    );
    api.on(remapSupplierImport, aSupplierImport());
    await expect.element(main.getByText(/^Choose the column with the company name or the supplier ID/)).toBeVisible();
    await main.getByRole('combobox', { name: 'Field that column Who fills' }).click();
    await page.getByRole('option', { name: 'Company name' }).click();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapSupplierImport).at(-1)?.body.fields).toEqual(['companyName']);
  });
  it('is undone after a confirmation; what was kept is named with the reason', async () => {
    const { api, change } = open(aSupplierImport({ state: 'IMPORTED', canUndo: true }));
    const kept = [
      { row: 3, supplierId: idOf(100), companyName: 'Acme', reason: 'EDITED' },
      { row: 4, supplierId: idOf(101), companyName: 'Beta', reason: 'USED' },
    ] as const;
    api.on(undoSupplierImport, () =>
      change({
        state: 'UNDONE',
        canUndo: false,
        undo: { at: '2026-11-16T10:00:00Z', deleted: 1, restored: 0, keptCount: 2, kept: [...kept] },
      }),
    );
    await button('Undo import').click();
    await expect.element(dialog.getByText(/^1 supplier that it added is deleted\. 1 supplier gets back/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    const table = main.getByRole('table', { name: 'Kept as they are' });
    await expect.element(table.getByRole('row', { name: '3 Acme Edited since' })).toBeVisible();
    await expect.element(table.getByRole('row', { name: '4 Beta Used on an invoice or elsewhere' })).toBeVisible();
    await expect.element(table.getByRole('link', { name: 'Acme' })).toHaveAttribute('href', paths.supplier(idOf(100)));
  });
  it('gives its error file, and is told live when somebody else imports it', async () => {
    const { api, change } = open(ASKING);
    api.on(getSupplierImportErrorFile, new File(['row'], 'factories-errors.csv'));
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await button('Download error file').click();
    await expect.poll(() => saved).toEqual(['factories-errors.csv']);
    change({ state: 'IMPORTED' });
    api.tellChanged('supplier-imports', [ASKING.id]);
    await expect.element(main.getByRole('heading', { name: 'Suppliers imported' })).toBeVisible();
  });
  it('is read by a viewer, also on a phone', async () => {
    await page.viewport(390, 844);
    open(ASKING, 'viewer');
    await expect.element(rows).toBeVisible();
    await expect.element(button('Do not import')).toBeDisabled();
    await expect.element(main.getByText('“Chine”')).toBeVisible();
    expect(main.getByRole('combobox', { name: 'What Chine means' }).query()).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
