import {
  cancelProductImport,
  getProductImport,
  startProductImport,
  undoProductImport,
} from '@quayside/contracts/products/product-imports';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { anImport } from '../testing/an-import.ts';
import { openImport, startWithImport } from '../testing/import-server.ts';

const PATH = paths.productImport(anImport().id);
const WRONG = anImport({
  counts: { rows: 4, create: 2, update: 1, skip: 0, fail: 1 },
  errors: [{ row: 4, column: 'Gewicht', value: 'heavy', reason: 'Enter a number' }],
  errorCount: 1,
});
const main = page.getByRole('main');
const button = (name: string | RegExp) => main.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const stateOf = (words: string) => main.getByText(`State: ${words}`);
const rows = main.getByRole('table', { name: 'Rows of the file' });
const tile = (word: string) => main.getByRole('group').getByRole('button', { name: new RegExp(`^${word}`) });

afterEach(() => page.viewport(1440, 900));

describe('the page of an import', () => {
  it('shows what the file is, who uploaded it and what would happen', async () => {
    openImport(anImport());
    await expect.element(main.getByRole('heading', { level: 1, name: 'kettles.csv' })).toBeVisible();
    await expect.element(main.getByText(/^CSV · Windows-1252 · Ada Crane · 16 Nov 2026/)).toBeVisible();
    await expect.element(stateOf('Waiting for you')).toBeInTheDocument();
    await expect.element(main.getByRole('group', { name: 'What would happen' })).toBeVisible();
    await expect.element(tile('All rows')).toHaveTextContent('All rows3');
    await expect.element(tile('New')).toHaveTextContent('New2');
    await expect.element(tile('With errors')).toBeDisabled();
    await expect.element(main.getByText('Every row can be imported.')).toBeVisible();
    await expect.element(rows.getByRole('row', { name: '2 New KB-1 Mug Net weight 300 g' })).toBeVisible();
  });
  it('shows a loading state, an unknown import, and a retry after an error', async () => {
    const { api } = startWithImport(anImport());
    const release = api.hold(getProductImport);
    renderScreen(PATH);
    await expect.element(main.getByRole('status', { name: 'Loading' })).toBeVisible();
    api.refuse(getProductImport, 'internal');
    release();
    await expect.element(main.getByText('An error occured trying to get import.')).toBeVisible();
    api.refuse(getProductImport, 'not_found');
    await button('Try again').click();
    await expect.element(main.getByRole('heading', { name: 'Error, import not found' })).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Go to imports' }))
      .toHaveAttribute('href', paths.productImport());
  });
  it('shows the progress of a check, is updated live, and can be cancelled', async () => {
    const { api, change } = openImport(anImport({ state: 'PENDING', columns: [] }));
    await expect.element(main.getByText('kettles.csv is waiting for other imports')).toBeVisible();
    change({ state: 'CHECKING', progress: { done: 4100, total: 10_000 } });
    api.tellChanged('imports', [anImport().id]);
    await expect.element(main.getByText('Reading kettles.csv')).toBeVisible();
    await expect.element(main.getByText('4,100 of 10,000 rows')).toBeVisible();
    await expect.element(main.getByText('41 %')).toBeVisible();
    await expectNoSeriousFindings();
    expect(rows.query()).toBeNull();
    await button('Cancel').click();
    await expect.element(stateOf('Cancelled')).toBeInTheDocument();
    await expect.element(main.getByText('Stopped.')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Import another file' }))
      .toHaveAttribute('href', paths.productImport());
  });
  it('names an earlier import of the same file', async () => {
    openImport(anImport({ sameFileAs: { importId: idOf(610), createdAt: '2026-11-10T08:00:00Z' } }));
    await expect.element(main.getByText(/^The same file was imported on 10 Nov 2026/)).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'See that import' }))
      .toHaveAttribute('href', paths.productImport(idOf(610)));
  });
  it('lets a viewer read everything, but not decide', async () => {
    openImport(WRONG, { as: 'viewer' });
    await expect.element(rows).toBeVisible();
    await expect.element(button('Do not import')).toBeDisabled();
    await expect.element(button(/^Add 2 and change 1 product/)).toBeDisabled();
    await expect.element(main.getByRole('radio', { name: 'Good rows in, the others kept aside' })).toBeDisabled();
    await expect.element(main.getByRole('combobox', { name: 'Field that column Artikel fills' })).toBeDisabled();
    await expect.element(button('Choose a file')).toBeDisabled();
    await expect.element(button('Download error file')).toBeEnabled();
    await expect.element(main.getByRole('note', { name: /may read this, but not change it/ }).first()).toBeVisible();
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    openImport(WRONG);
    await expect.element(rows).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('the decision about a checked file', () => {
  it('leaves the focus at the heading when the import ends', async () => {
    const { api, change } = openImport(anImport());
    api.on(startProductImport, () => change({ state: 'IMPORTING', isDryRun: false }));
    await button(/^Add 2 and change 1 product/).click();
    await expect.element(stateOf('Importing')).toBeInTheDocument();
    button('Stop the import').element().focus();
    change({ state: 'IMPORTED', canUndo: true });
    api.tellChanged('imports', [anImport().id]);
    await expect.element(stateOf('Imported')).toBeInTheDocument();
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus();
  });
  it('imports the file with Ctrl Enter, and links to its products', async () => {
    const { api } = openImport(anImport());
    await expect.element(button(/^Add 2 and change 1 product/)).toBeEnabled();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(stateOf('Imported')).toBeInTheDocument();
    expect(api.asked(startProductImport).map(({ body }) => body)).toEqual([{ mode: 'VALID_ROWS' }]);
    expect(api.asked(startProductImport)[0]?.headers.get('Idempotency-Key')).not.toBeNull();
    await expect.element(main.getByText('2 new, 1 changed.')).toBeVisible();
    await expect
      .element(main.getByRole('link', { name: 'Show these products' }))
      .toHaveAttribute('href', paths.productsOfImport(anImport().id));
    await expect.element(main.getByRole('group', { name: 'What happened' })).toBeVisible();
    await expectNoSeriousFindings();
  });
  it('takes the good rows and keeps the others aside, or waits until every row is correct', async () => {
    const { api } = openImport(WRONG);
    await expect.element(button('Add 2 and change 1 product, keep 1 row aside')).toBeEnabled();
    await expect.element(main.getByText(/^Rows with errors are not stored\./)).toBeVisible();
    await expectNoSeriousFindings('/products/import/:importId');
    await main.getByText('All rows or none').click();
    await expect.element(button(/^Add 2 and change 1 product/)).toBeDisabled();
    await expect.element(main.getByRole('note', { name: '1 row has errors' })).toBeVisible();
    await expect.element(main.getByText(/^Nothing is stored until every row is correct/)).toBeVisible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await main.getByText('Good rows in, the others kept aside').click();
    await button(/^Add 2 and change 1 product/).click();
    await expect.element(stateOf('Imported')).toBeInTheDocument();
    expect(api.asked(startProductImport).map(({ body }) => body)).toEqual([{ mode: 'VALID_ROWS' }]);
  });
  it('declines the file on request', async () => {
    const { api } = openImport(anImport());
    await button('Do not import').click();
    await expect.element(stateOf('Cancelled')).toBeInTheDocument();
    expect(api.asked(cancelProductImport)).toHaveLength(1);
    expect(api.asked(startProductImport)).toEqual([]);
  });
  it('has nothing to import if every row is stored already, or none is valid', async () => {
    const { change, api } = openImport(anImport({ counts: { rows: 3, create: 0, update: 0, skip: 3, fail: 0 } }));
    await expect.element(main.getByText(/There is nothing to import\.$/)).toBeVisible();
    const onlySku = anImport().columns.map((column, i) => ({ ...column, field: i === 0 ? 'sku' : null }));
    change({ columns: onlySku });
    api.tellChanged('imports');
    await expect.element(main.getByText(/^Only the SKU is mapped\./)).toBeVisible();
    expect(main.getByText(/There is nothing to import/).query()).toBeNull();
    expect(button(/^(Add|Change) /).query()).toBeNull();
    change({ mode: 'VALID_ROWS', counts: { rows: 3, create: 0, update: 0, skip: 0, fail: 3 } });
    api.tellChanged('imports');
    await expect.element(main.getByRole('note', { name: 'No row can be imported' })).toBeVisible();
  });
  it('shows the reason if it comes too late, and the current state', async () => {
    const { api, change } = openImport(anImport());
    api.on(startProductImport, () => {
      change({ state: 'CANCELLED' });
      throw refusal('imports.wrong_state', { message: 'Somebody has cancelled it' });
    });
    await button(/^Add 2 and change 1 product/).click();
    await expect.element(page.getByRole('alert').getByText('Somebody has cancelled it')).toBeVisible();
    await expect.element(stateOf('Cancelled')).toBeInTheDocument();
  });
});

describe('a file whose numbers can be read in two ways', () => {
  it('asks at the column, and says that its rows are checked after the answer', async () => {
    const failure = 'Column Gewicht contains 1,250, which can be read in two ways';
    const numbers = { reading: 'OPEN', ambiguous: '1,250' } as const;
    openImport(
      anImport({
        failure,
        counts: { rows: 3, create: 0, update: 0, skip: 0, fail: 0 },
        columns: [{ name: 'Gewicht', field: 'weight', samples: ['1,250'], numbers, unit: null }],
      }),
      { rowsOfFile: [] },
    );
    await expect.element(main.getByText(failure)).toBeVisible();
    await expect.element(main.getByText(/^1,250 can be read in two ways\./)).toBeVisible();
    await expect.element(main.getByRole('combobox', { name: /Gewicht are written$/ })).toBeEnabled();
    await expect
      .element(main.getByText('The rows are checked as soon as the question above is answered.'))
      .toBeVisible();
    await expectNoSeriousFindings();
  });
});

describe('an import that has ended', () => {
  it('can import the valid rows later if errors prevented it', async () => {
    const { api } = openImport({ ...WRONG, state: 'REFUSED' });
    await expect.element(main.getByText('Nothing was imported.')).toBeVisible();
    await button(/^Add 2 and change 1 product/).click();
    await expect.element(stateOf('Imported')).toBeInTheDocument();
    expect(api.asked(startProductImport).map(({ body }) => body.mode)).toEqual(['VALID_ROWS']);
  });
  it('shows the reason if it failed', async () => {
    openImport(anImport({ state: 'FAILED', failure: 'The file changed while it was read.' }));
    await expect.element(main.getByRole('alert').getByText(/The file changed while it was read\./)).toBeVisible();
  });
  it('is undone after a confirmation, and names the products that could not be changed back', async () => {
    const { api, change } = openImport(anImport({ state: 'IMPORTED', canUndo: true }));
    const kept = (row: number, sku: string, reason: 'EDITED' | 'USED' | 'DELETED') => ({
      row,
      productId: idOf(620 + row),
      sku,
      reason,
    });
    api.on(undoProductImport, () =>
      change({
        state: 'UNDONE',
        canUndo: false,
        undo: {
          at: '2026-11-17T10:00:00Z',
          deleted: 1,
          restored: 0,
          keptCount: 1200,
          kept: [kept(2, 'KB-1', 'EDITED'), kept(3, 'KB-2', 'USED'), kept(4, 'KB-3', 'DELETED')],
        },
      }),
    );
    await button('Undo import').click();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(stateOf('Undone')).toBeInTheDocument();
    await expect.element(main.getByText(/1 product deleted, 0 restored, 1,200 kept\.$/)).toBeVisible();
    const table = main.getByRole('table', { name: 'Kept as they are' });
    await expect.element(table.getByRole('row', { name: '2 KB-1 Edited since' })).toBeVisible();
    const link = (sku: string) => table.getByRole('link', { name: sku });
    await expect.element(link('KB-1')).toHaveAttribute('href', paths.product('KB-1', 'changelog'));
    await expect.element(link('KB-2')).toHaveAttribute('href', paths.product('KB-2', 'costs'));
    expect(link('KB-3').query()).toBeNull();
    await expect.element(main.getByText('The first 3 of 1,200 are listed.')).toBeVisible();
    await expectNoSeriousFindings();
  });
  it('shows the progress while a large one is undone, without a way to stop that', async () => {
    const { api, change } = openImport(anImport({ state: 'IMPORTED', canUndo: true }));
    api.on(undoProductImport, () =>
      change({ state: 'UNDOING', canUndo: false, progress: { done: 50_000, total: 200_000 } }),
    );
    await button('Undo import').click();
    await dialog.getByRole('button', { name: 'Undo import' }).click();
    await expect.element(stateOf('Being undone')).toBeInTheDocument();
    await expect.element(main.getByText('Undoing the import of kettles.csv')).toBeVisible();
    await expect.element(main.getByText('50,000 of 200,000 products')).toBeVisible();
    expect(button('Cancel').query()).toBeNull();
    await expectNoSeriousFindings();
    change({
      state: 'UNDONE',
      undo: { at: '2026-11-17T10:00:00Z', deleted: 200_000, restored: 0, keptCount: 0, kept: [] },
    });
    api.tellChanged('imports', [anImport().id]);
    await expect.element(stateOf('Undone')).toBeInTheDocument();
  });
});
