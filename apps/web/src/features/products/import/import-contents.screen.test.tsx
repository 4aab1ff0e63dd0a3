import {
  createProductImport,
  getProductImport,
  getProductImportErrorFile,
  type ImportRow,
  listProductImportRows,
  type ProductImport,
  remapProductImport,
} from '@quayside/contracts/products/product-imports';
import { createSupplier, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { aSupplier } from '../../suppliers/testing/a-supplier.ts';
import { aChange, anImport, anImportRow } from '../testing/an-import.ts';
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

const CHOSEN = anImport({ mapping: 'CHOSEN' });
/** Waits until the answer to a check has arrived. A test that ended earlier would leave the answer to the next one. */
const untilChecked = async () => {
  await expect.element(main.getByRole('table', { name: 'Columns' })).not.toHaveAttribute('aria-busy', 'true');
};

const choice = (column: string) => main.getByRole('combobox', { name: `Field that column ${column} fills` });
const option = (column: string, field: string) =>
  page
    .getByRole('listbox', { name: `Field that column ${column} fills` })
    .getByRole('option', { name: field, exact: true });

describe('the columns of a file', () => {
  it('are read from another sheet or in another encoding, and what the workbook hides is said', async () => {
    const reading = {
      ...{ sheet: 'One', sheets: ['One', 'Two'], encoding: null, isEncodingSure: true },
      ...{ hiddenRows: 2, mergedCells: 1 },
    };
    const { api } = openImport(anImport({ kind: 'XLSX', encoding: null, sheet: 'One', reading }));
    await expect.element(main.getByText(/2 sheets look like such a table. Sheet “One” was read/)).toBeVisible();
    await expect.element(main.getByText('2 rows that were read are hidden in the workbook.')).toBeVisible();
    await expect.element(main.getByText(/has 1 merged range/)).toBeVisible();
    const guessed = { ...reading, sheet: null, sheets: [], encoding: 'windows-1252' as const, isEncodingSure: false };
    api.on(remapProductImport, anImport({ reading: { ...guessed, hiddenRows: 0, mergedCells: 0 } }));
    await main.getByRole('combobox', { name: 'The sheet that is read' }).selectOptions('Two');
    await expect
      .element(main.getByText(/read as Windows-1252 \(western\), but its letters could also be/))
      .toBeVisible();
    const encoding = main.getByRole('combobox', { name: 'The encoding in which the file is read' });
    await encoding.selectOptions('GB18030 (Chinese)');
    await expect
      .poll(() => api.asked(remapProductImport).map(({ body }) => body))
      .toEqual([{ sheet: 'Two' }, { encoding: 'gbk' }]);
    await untilChecked();
  });

  it('are mapped to the chosen fields, and the file is checked again', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    await expect.element(main.getByText('2 of 3 columns used · recognised by their names')).toBeVisible();
    await expect.element(choice('Artikel')).toHaveValue('SKU');
    await choice('Column 3').fill('Brand');
    await option('Column 3', 'Brand').click();
    // What was checked before is not what is chosen now.
    await expect.element(button(/^Add 2 and change 1 product/)).toBeDisabled();
    await expect.element(main.getByRole('note', { name: 'The rows must be checked first' })).toBeVisible();
    await button('Check the rows').click();
    await expect.element(main.getByText(/as chosen here; remembered/)).toBeVisible();
    await expect.element(button(/^Add 2 and change 1 product/)).toBeEnabled();
    expect(api.asked(remapProductImport).map(({ body }) => body.fields)).toEqual([['sku', 'name', 'brand']]);
  });
  it('keep a choice that was made while an earlier one was in flight', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    const release = api.hold(remapProductImport);
    await choice('Column 3').fill('Brand');
    await option('Column 3', 'Brand').click();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport)).toHaveLength(1);
    await choice('Bezeichnung').fill('Notes');
    await option('Bezeichnung', 'Notes').click();
    release();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.fields).toEqual(['sku', 'notes', 'brand']);
    await untilChecked();
  });
  it('have each field once, and are not checked without a SKU', async () => {
    const { api } = openImport(anImport());
    api.on(remapProductImport, CHOSEN);
    await choice('Artikel').fill('Not used');
    await option('Artikel', 'Not used').click();
    await expect.element(button('Check the rows')).toBeDisabled();
    await expect.element(main.getByText(/^Choose the column with the SKU/)).toBeVisible();
    await choice('Column 3').fill('Name');
    await option('Column 3', 'Name').click();
    await expect.element(choice('Bezeichnung')).toHaveValue('Not used');
    await choice('Artikel').fill('SKU');
    await option('Artikel', 'SKU').click();
    await button('Check the rows').click();
    await expect.element(main.getByText(/as chosen here; remembered/)).toBeVisible();
    expect(api.asked(remapProductImport).map(({ body }) => body.fields)).toEqual([['sku', null, 'name']]);
  });
  it('keep their place, read-only, above the progress while the file is checked', async () => {
    openImport(anImport({ state: 'CHECKING' }));
    await expect.element(choice('Artikel')).toBeDisabled();
    const [table, progress] = [main.getByRole('table', { name: 'Columns' }), main.getByText('Reading kettles.csv')];
    await expect.element(progress).toBeVisible();
    expect(table.element().getBoundingClientRect().bottom).toBeLessThan(progress.element().getBoundingClientRect().top);
  });
  it('are read-only while the file is imported', async () => {
    openImport(anImport({ state: 'IMPORTING', isDryRun: false }));
    await expect.element(main.getByRole('table', { name: 'Columns' })).toBeVisible();
    await expect.element(main.getByRole('row', { name: 'Artikel KB-1 · KB-2 SKU' })).toBeVisible();
    await expect.element(main.getByRole('row', { name: 'Column 3 blue · red Not used' })).toBeVisible();
    expect(choice('Artikel').query()).toBeNull();
  });
});

describe('the numbers of columns', () => {
  const column = { name: 'Weight (g)', field: 'weight', samples: ['1.250'], unit: null };
  const numbers = { reading: 'COMMA' as const, ambiguous: '1.250', by: 'EARLIER_CHOICE' as const };

  it('that were read as chosen for an earlier file say so, and can be changed', async () => {
    const { api } = openImport(anImport({ columns: [...anImport().columns, { ...column, numbers }] }));
    api.on(remapProductImport, CHOSEN);
    const told = main.getByText(/^Numbers in this column read as 1\.234,56, as you chose for the last table like this/);
    await expect.element(told).toBeVisible();
    const written = main.getByRole('combobox', { name: 'How the numbers in column Weight (g) are written' });
    await written.selectOptions('1,234.56');
    await expect.element(main.getByText(/^Numbers in this column read as 1,234\.56/)).toBeVisible();
    expect(told.query()).toBeNull();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.decimalMarks).toEqual([null, null, null, '.']);
    await untilChecked();
  });
});

const WEIGHT_OF_CELLS = { kind: 'WEIGHT', unit: null, from: 'CELLS' } as const;

describe('the units of columns', () => {
  const weights = (unit: 'OPEN' | 'HEADING') =>
    anImport({
      ...(unit === 'OPEN' && {
        failure: 'Column Gewicht has no unit',
        counts: { rows: 3, create: 0, update: 0, skip: 0, fail: 0 },
      }),
      columns: [
        ...anImport().columns,
        ...['weight', 'shippingWeight'].map((field, i) => ({
          name:
            unit === 'OPEN' ? (['Gewicht', 'Versand'][i] ?? '') : (['Weight (kg)', 'Shipping weight (lb)'][i] ?? ''),
          field,
          samples: ['6.635'],
          numbers: null,
          unit: { kind: 'WEIGHT' as const, unit: null, from: unit },
        })),
      ],
    });
  const unit = (column: string) => main.getByRole('combobox', { name: `Unit of column ${column}` });

  it('are not asked for where the cells name them, also once a column becomes a measure', async () => {
    const [first, second] = [
      { name: 'Gewicht', field: 'weight', samples: ['1.5 kg'], numbers: null, unit: WEIGHT_OF_CELLS },
      { name: 'Länge', field: null, samples: ['12 cm', '3 mm'], numbers: null, unit: null },
    ];
    openImport(anImport({ columns: [...anImport().columns, first, second] }));
    await expect.element(unit('Gewicht')).toHaveDisplayValue('as the cells say');
    await choice('Länge').fill('Length');
    await option('Länge', 'Length').click();
    await expect.element(unit('Länge')).toHaveDisplayValue('as the cells say');
  });
  it('are asked for once, for all weights', async () => {
    const { api } = openImport(weights('OPEN'), { rowsOfFile: [] });
    api.on(remapProductImport, CHOSEN);
    await expect.element(main.getByText('Column Gewicht has no unit')).toBeVisible();
    await expect.element(unit('Gewicht')).toHaveDisplayValue('In which unit?');
    await expectNoSeriousFindings();
    await unit('Gewicht').selectOptions('kg');
    await expect.element(unit('Versand')).toHaveDisplayValue('kg');
    // A column can have another unit than the others.
    await unit('Versand').selectOptions('lb');
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.units).toEqual([null, null, null, 'KG', 'LB']);
    await untilChecked();
  });
  it('are those of the headings, also of a column that is mapped now, and can be corrected', async () => {
    const { api } = openImport(weights('HEADING'));
    api.on(remapProductImport, CHOSEN);
    await expect.element(unit('Weight (kg)')).toHaveDisplayValue('kg');
    await expect.element(unit('Shipping weight (lb)')).toHaveDisplayValue('lb');
    await unit('Weight (kg)').selectOptions('g');
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.units).toEqual([null, null, null, 'GR', null]);
    await untilChecked();
  });
  it('are shown with every measure of a row, before and after', async () => {
    const changes = [
      aChange({ field: 'weight', before: '16', unitBefore: 'OZ', after: '453.5924', unitAfter: 'GR' }),
      aChange({ field: 'length', before: '30', unitBefore: 'CM', after: '12.5', unitAfter: 'CM' }),
    ];
    openImport(anImport(), { rowsOfFile: [anImportRow({ action: 'UPDATE', changes })] });
    await expect
      .element(rows.getByRole('row', { name: /Net weight 16 oz to 453\.5924 g Length 30 cm to 12\.5 cm/ }))
      .toBeVisible();
  });
  it.each([
    ['LIGHT', /^Half of the products weigh less than 20 g each/],
    ['THIN', /^Half of the products weigh less than 20 kg per cubic metre/],
  ] as const)('are questioned if the parcels are %s', async (doubt, words) => {
    openImport(anImport({ parcels: { weight: '1.5', density: '0.2', doubt } }));
    await expect.element(main.getByRole('alert').getByText(words)).toBeVisible();
  });
});

describe('the rows of a file', () => {
  it('are filtered with the tiles and shown page by page; the URL contains both', async () => {
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
  it('show their changes and errors, and more fields on request', async () => {
    const many = ['brand', 'group', 'asin', 'fnsku', 'notes', 'weight', 'status'].map((field) => ({
      ...aChange({}),
      field,
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
    await expectNoSeriousFindings();
  });
  it('say that they are no longer stored, and can be loaded again after an error', async () => {
    const { api } = startWithImport(anImport({ state: 'IMPORTED' }), { rowsOfFile: [] });
    api.refuse(listProductImportRows, 'internal');
    renderScreen(PATH);
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
  it('are copied as a table, and downloaded as a file', async () => {
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
  it('are shown and selected cell by cell when the browser does not allow copying', async () => {
    openImport(WRONG);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('Denied', 'NotAllowedError'));
    vi.spyOn(document, 'execCommand').mockReturnValue(false);
    await button('Copy errors').click();
    await expect.element(page.getByRole('alert').filter({ hasText: 'The browser does not allow' })).toBeVisible();
    expect(getSelection()?.toString()).toContain('heavy');
  });
  it('can be corrected in a file that is dropped beside them', async () => {
    const { api } = openImport(WRONG);
    api.on(createProductImport, anImport({ id: idOf(611), fileName: 'corrected.csv' }));
    await expect.element(main.getByRole('heading', { name: 'Corrected the file?' })).toBeVisible();
    api.on(getProductImport, anImport({ id: idOf(611), fileName: 'corrected.csv' }));
    await userEvent.upload(main.getByLabelText('Product file', { exact: true }), new File(['sku'], 'corrected.csv'));
    await expect.element(main.getByRole('heading', { level: 1, name: 'corrected.csv' })).toBeVisible();
    expect(location.pathname).toBe(paths.productImport(idOf(611)));
  });
});

describe('the groups of errors', () => {
  const group = (over: Partial<ProductImport['errorGroups'][number]>) => ({
    column: 'Bezeichnung',
    reason: 'At most 500 characters',
    code: 'field.max_length',
    count: 1,
    values: [],
    valueCount: 0,
    ...over,
  });
  const columns = [
    ...anImport().columns,
    { name: 'Status', field: 'status', samples: ['aktiv'], numbers: null, unit: null },
    { name: 'Lieferant', field: 'supplier', samples: ['Acme'], numbers: null, unit: null },
  ];
  const GROUPED = anImport({
    ...WRONG,
    columns,
    errorGroups: [
      group({ column: 'Status', count: 2991, values: [{ value: 'aktiv', count: 2991 }], valueCount: 1 }),
      group({
        column: 'Lieferant',
        reason: 'No supplier has this company name',
        code: 'rows.supplier_unknown',
        count: 3,
        values: ['Acme', 'ACME', 'Beta'].map((value) => ({ value, count: 1 })),
        valueCount: 3,
      }),
    ],
  });
  const meaning = main.getByRole('combobox', { name: 'What aktiv means' });
  const openGrouped = () => {
    const { api } = openImport(GROUPED);
    api.on(listSuppliers, aPage([aSupplier(), aSupplier({ id: idOf(101), companyName: 'Acme Trading' })]));
    return api;
  };

  it('about barcodes can be left out: the rows are imported without their wrong barcodes', async () => {
    const barcodes = [{ name: 'EAN', field: 'barcode', samples: ['12'], numbers: null, unit: null }];
    const wrong = group({ column: 'EAN', code: 'barcode.check_digit', count: 2654, values: [], valueCount: 2654 });
    const { api } = openImport(
      anImport({ ...WRONG, columns: [...anImport().columns, ...barcodes], errorGroups: [wrong] }),
    );
    const values = [{ field: 'barcode' as const, from: '*', to: null }];
    api.on(remapProductImport, anImport({ columns: [...anImport().columns, ...barcodes], values }));
    await button('Import these 2,654 rows without their barcode').click();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.values).toEqual(values);
    await expect.element(button('Remove All wrong cells → Leave empty')).toBeVisible();
    await untilChecked();
  });
  it('say how often each word occurs, take its meaning, and are shown cell by cell on request', async () => {
    const api = openGrouped();
    api.on(remapProductImport, anImport({ columns, values: [{ field: 'status', from: 'aktiv', to: 'ACTIVE' }] }));
    await expect.element(main.getByText('2,991 rows')).toBeVisible();
    await button('Show cell by cell').click();
    await expect.element(main.getByRole('row', { name: '4 Gewicht heavy Enter a number' })).toBeVisible();
    await expectNoSeriousFindings();
    await meaning.selectOptions('Active');
    await button('Check the rows').click();
    await expect
      .poll(() => api.asked(remapProductImport).at(-1)?.body.values)
      .toEqual([{ field: 'status', from: 'aktiv', to: 'ACTIVE' }]);
    await untilChecked();
    // A meaning can be removed again.
    await button('Remove “aktiv” → Active').click();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.values).toEqual([]);
    await untilChecked();
  });
  it('create the missing suppliers with one currency, each name once, and check the rows again', async () => {
    const api = openGrouped();
    api.on(createSupplier, aSupplier());
    api.on(remapProductImport, anImport({ columns }));
    await expect.element(button('Create 2 suppliers')).toBeDisabled();
    await main.getByRole('combobox', { name: 'Their currency' }).selectOptions('CNY, Chinese yuan');
    await button('Create 2 suppliers').click();
    await expect.poll(() => api.asked(remapProductImport)).toHaveLength(1);
    expect(api.asked(createSupplier).map(({ body }) => body)).toEqual([
      { companyName: 'Acme', currency: 'CNY' },
      { companyName: 'Beta', currency: 'CNY' },
    ]);
    await expect.element(main.getByText('Every row can be imported.')).toBeVisible();
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus();
  });
  it('let the name of a supplier mean one that exists, which is then not created', async () => {
    const api = openGrouped();
    const acme = { field: 'supplier', from: 'Acme', to: idOf(101) } as const;
    api.on(remapProductImport, anImport({ columns, values: [acme] }));
    const chooser = main.getByRole('combobox', { name: 'What Acme means' });
    await chooser.click();
    await chooser.fill('trading');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Create 1 supplier')).toBeVisible();
    await button('Check the rows').click();
    await expect.poll(() => api.asked(remapProductImport).at(-1)?.body.values).toEqual([acme]);
    await expect.element(button(/^Remove “Acme” → Acme Trading/)).toBeVisible();
    await untilChecked();
  });
  it('can only be read by a viewer', async () => {
    openImport(GROUPED, { as: 'viewer' });
    await expect.element(main.getByText('“aktiv”')).toBeVisible();
    expect(meaning.query()).toBeNull();
    expect(button('Create 2 suppliers').query()).toBeNull();
  });
});

describe('the rows of an import', () => {
  it('say by which code a product was found, and show the price of its supplier', async () => {
    const row = anImportRow({
      action: 'UPDATE',
      sku: 'MUG-1',
      foundBy: { by: 'BARCODE', code: '4006381333931' },
      changes: [aChange({ field: 'supplierPrice', before: '2.40 USD', after: '2.50 USD' })],
    });
    openImport(anImport(), { rowsOfFile: [row, anImportRow({ row: 3, sku: 'NEW-1' })] });
    const found = main.getByRole('row', { name: /MUG-1/ });
    await expect.element(found).toMatchTextContent('found by barcode 4006381333931');
    await expect.element(found).toMatchTextContent('Supplier price 2.40 USD 2.50 USD');
    await expect.element(main.getByRole('row', { name: /NEW-1/ })).not.toMatchTextContent('found by');
  });
});
