import { listProducts } from '@quayside/contracts/products/product-lists';
import {
  getStockMovementTotals,
  listStockMovements,
  pasteStockCounts,
  postInventoryBalanceUpdates,
  recordStockMovements,
  reverseStockMovement,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { watchPrinting } from '../../../lib/page/printing.ts';
import { countsPath } from '../../../lib/stock-paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { showFor } from '../../../testing/print-media.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aCatalogRow } from '../../products/testing/a-product.ts';
import { aMovement } from '../testing/a-stock.ts';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const row = (name: RegExp) => main.getByRole('row', { name });

function startWith(rows: StockMovement[] = [aMovement()], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listStockMovements, aPage(rows));
  api.on(getStockMovementTotals, {
    ...{
      count: rows.length,
      out: 0,
      back: 0,
      counts: rows.length,
      difference: -2,
      waiting: 0,
      cost: '20.00',
      withoutRate: 0,
    },
  });
  api.on(listProducts, ({ query }) =>
    aPage(query.search === 'nothing' ? [] : [{ ...aCatalogRow(), matchedBy: 'SKU' as const }]),
  );
  api.on(postInventoryBalanceUpdates, ({ body }) => ({
    operationId: body.preview ? null : idOf(900),
    ids: body.preview ? [] : [idOf(700)],
    counts: body.updates.map(({ productId, quantity, channel = 'WAREHOUSE', date = '2026-11-25' }) => ({
      ...{ id: idOf(700), productId, sku: 'KTL', day: date, place: channel, quantity, difference: quantity - 70 },
      cost: quantity < 70 ? `${(70 - quantity) * 10}.00` : null,
    })),
  }));
  return api;
}
beforeAll(watchPrinting);
afterEach(async () => {
  await showFor('screen');
  await page.viewport(1440, 900);
});

describe('the list of counts', () => {
  it('shows counts first, with the difference that each found and what it cost', async () => {
    const api = startWith();
    renderScreen(countsPath());
    await expect.element(row(/KTL/)).toMatchTextContent(/Kettle.*Count.*Warehouse.*68.*−2.*20\.00.*broken box/);
    await expect.element(row(/^Total, 1/)).toMatchTextContent(/−2.*20\.00/);
    expect(api.asked(listStockMovements)[0]?.query.filter).toEqual([{ field: 'kind', op: 'in', values: ['COUNT'] }]);
    await expectNoSeriousFindings('/orders-shipments/stock/counts');
  });
  it('is printed without the column of its buttons', async () => {
    startWith();
    renderScreen(countsPath());
    await expect.element(row(/KTL/)).toBeVisible();
    await showFor('print');
    const table = page.getByTestId('print-table');
    await expect.element(table.getByRole('columnheader', { name: 'Words' })).toBeVisible();
    expect(table.getByRole('columnheader', { name: 'Reverse' }).query()).toBeNull();
    await showFor('screen');
  });
  it('shows all that moved of one product, from its page', async () => {
    const api = startWith();
    renderScreen(countsPath(idOf(200)));
    await expect.element(row(/KTL/)).toBeVisible();
    expect(api.asked(listStockMovements)[0]?.query.filter).toEqual([
      { field: 'product', op: 'in', values: [idOf(200)] },
    ]);
  });
  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startWith();
    const release = api.hold(listStockMovements);
    renderScreen(countsPath());
    await expect.poll(() => api.asked(listStockMovements)).toHaveLength(1);
    expect(row(/KTL/).query()).toBeNull();
    api.refuse(listStockMovements, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
  it('explains itself while it is empty, and a viewer cannot count', async () => {
    startWith([], 'viewer');
    renderScreen(countsPath());
    await expect.element(main.getByRole('heading', { name: 'Nothing has been counted yet' })).toBeVisible();
    expect(main.getByRole('button', { name: 'Count', exact: true }).query()).toBeNull();
    expect(main.getByRole('button', { name: 'Import counts' }).query()).toBeNull();
  });
  it('reverses a count, and records it again on undo', async () => {
    const api = startWith();
    api.on(reverseStockMovement, { reversed: 1 });
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Reverse Count, KTL of 20 Nov 2026' }).click();
    await expect.poll(() => api.asked(reverseStockMovement).map(({ params }) => params.id)).toEqual([idOf(700)]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => api.asked(postInventoryBalanceUpdates).map(({ body }) => body.updates))
      .toEqual([
        [{ productId: idOf(200), quantity: 68, date: '2026-11-20', channel: 'WAREHOUSE', words: 'broken box' }],
      ]);
    expect(api.asked(recordStockMovements)).toEqual([]);
  });
});

describe('the sheet for counting', () => {
  it('is filled by keyboard, and says what each count finds before it is recorded', async () => {
    const api = startWith();
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Count', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'SKU or barcode' }).fill('ktl');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByRole('textbox', { name: 'Quantity of KTL' })).toHaveFocus();
    await userEvent.keyboard('68{Enter}');
    await expect.element(dialog.getByRole('textbox', { name: 'SKU or barcode' })).toHaveFocus();
    const found = dialog.getByRole('table', { name: 'What the counts find' });
    await expect.element(found.getByRole('row', { name: /KTL/ })).toMatchTextContent(/Warehouse.*70.*68.*−2.*£20\.00/);
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    const sent = api.asked(postInventoryBalanceUpdates).at(-1)?.body;
    expect(sent).toMatchObject({ preview: false, updates: [{ productId: idOf(200), quantity: 68 }] });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('keeps a SKU in one line on a phone, and asks before it drops what was counted', async () => {
    await page.viewport(390, 844);
    const api = startWith();
    api.on(listProducts, aPage([{ ...aCatalogRow({ sku: 'HP-KTL-17' }), matchedBy: 'SKU' as const }]));
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Count', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'SKU or barcode' }).fill('HP-KTL-17');
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('textbox', { name: 'Quantity of HP-KTL-17' }).fill('68');
    const sku = dialog.getByRole('table', { name: 'What was counted' }).getByText('HP-KTL-17', { exact: true });
    expect(sku.element().getBoundingClientRect().height).toBeLessThan(30);
    await userEvent.keyboard('{Escape}');
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'Quantity of HP-KTL-17' })).toHaveValue('68');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard 1 change' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('says that no product has a code, and keeps what the server refuses', async () => {
    const api = startWith();
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Count', exact: true }).click();
    await dialog.getByRole('textbox', { name: 'SKU or barcode' }).fill('nothing');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('No product has the code nothing')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'SKU or barcode' }).fill('ktl');
    await userEvent.keyboard('{Enter}');
    await dialog.getByRole('textbox', { name: 'Quantity of KTL' }).fill('5');
    await expect.element(dialog.getByRole('button', { name: 'Record 1 count' })).toBeEnabled();
    api.refuse(postInventoryBalanceUpdates, 'bad_input', {
      errors: [{ field: 'updates.0.date', code: 'stock.future', message: 'Today or earlier' }],
    });
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Quantity of KTL' })).toHaveValue('5');
  });
  it('keeps a code that could not be looked up, and all that was counted when the network fails', async () => {
    const api = startWith();
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Count', exact: true }).click();
    const code = dialog.getByRole('textbox', { name: 'SKU or barcode' });
    api.cut(listProducts);
    await code.fill('ktl');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    await expect.element(code).toHaveValue('ktl');
    api.on(listProducts, aPage([{ ...aCatalogRow(), matchedBy: 'SKU' as const }]));
    await code.click();
    await userEvent.keyboard('{Enter}');
    const quantity = dialog.getByRole('textbox', { name: 'Quantity of KTL' });
    await quantity.fill('68');
    await expect.element(dialog.getByRole('table', { name: 'What the counts find' })).toBeVisible();
    api.cut(postInventoryBalanceUpdates);
    await quantity.click();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByRole('alert')).toBeVisible();
    await expect.element(quantity).toHaveValue('68');
  });
  it('fits a phone', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Count', exact: true }).click();
    await expect.element(dialog.getByRole('textbox', { name: 'SKU or barcode' })).toBeVisible();
  });
});

describe('the import of counts', () => {
  it('shows errors by cell and what the counts find, and records the valid rows if that is wanted', async () => {
    const api = startWith();
    const counted = { productId: idOf(200), sku: 'KTL', day: '2026-11-25', place: 'WAREHOUSE' as const };
    api.on(pasteStockCounts, ({ query }) => ({
      ...{ isDryRun: query.dryRun, report: null, needsPlace: false },
      counts: { rows: 2, valid: 1, fail: 1, different: 1 },
      columns: [
        { heading: 'SKU', field: 'sku', numbers: null, days: null },
        { heading: 'Qty', field: 'quantity', numbers: { reading: 'POINT' as const, ambiguous: null }, days: null },
        { heading: 'Shelf', field: null, numbers: null, days: null },
      ],
      duplicates: { counts: 0, summed: false, proposed: null },
      sample: [{ ...counted, row: 2, rows: [2], quantity: 68, difference: -2, cost: '20.00' }],
      errors: [{ row: 3, column: 'Qty', value: '2.5', message: 'Whole units' }],
      operationId: query.dryRun ? null : idOf(900),
    }));
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Import counts' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells here' }).fill('SKU\tQty\tShelf\nKTL\t68\tA\nKTL\t2.5\tB');
    await expect.element(dialog.getByText('1 count, 1 with a difference, 1 row with errors')).toBeVisible();
    await expect.element(dialog.getByText('These columns are not read: Shelf')).toBeVisible();
    const errors = dialog.getByRole('table', { name: 'Errors by cell' });
    await expect.element(errors.getByRole('row', { name: /2\.5/ })).toMatchTextContent(/3.*Qty.*2\.5.*Whole units/);
    await expect.element(dialog.getByRole('button', { name: 'Record 1 count' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Leave out the row with errors' }).click();
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect
      .poll(() => api.asked(pasteStockCounts).map(({ query }) => [query.dryRun, query.onlyValid]))
      .toEqual([
        [true, false],
        [false, true],
      ]);
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('asks how numbers that can be read in two ways are written, before anything can be recorded', async () => {
    const api = startWith();
    api.on(pasteStockCounts, ({ query: { dryRun: isDryRun, decimalMark } }) => ({
      ...{ isDryRun, report: null, needsPlace: false },
      counts: { rows: 1, valid: decimalMark ? 1 : 0, fail: decimalMark ? 0 : 1, different: 0 },
      columns: [
        {
          heading: 'Qty',
          field: 'quantity',
          days: null,
          numbers: {
            reading: decimalMark ? ('POINT' as const) : ('OPEN' as const),
            ambiguous: '95.000',
            ...(decimalMark && { by: 'CHOICE' as const }),
          },
        },
      ],
      duplicates: { counts: 0, summed: false, proposed: null },
      sample: [],
      errors: [],
      operationId: isDryRun ? null : idOf(900),
    }));
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Import counts' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells here' }).fill('SKU\tQty\nKTL\t95.000');
    await expect.element(dialog.getByText('95.000 can be read in two ways', { exact: false })).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Record 0 counts' })).toBeDisabled();
    await dialog.getByRole('combobox', { name: /Qty/ }).selectOptions('1,234.56');
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect
      .poll(() => api.asked(pasteStockCounts).at(-1)?.query)
      .toMatchObject({ dryRun: false, decimalMark: '.' });
  });

  it("asks at which place Amazon's report counts, and sends the place of rows that name none", async () => {
    const api = startWith();
    const counted = { productId: idOf(200), sku: 'KTL', day: '2026-11-25', place: 'AMAZON_DE' as const };
    api.on(pasteStockCounts, ({ query: { dryRun: isDryRun, place } }) => ({
      ...{ isDryRun, report: 'AMAZON_LEDGER' as const, needsPlace: place === undefined },
      counts: { rows: 1, valid: 1, fail: 0, different: 0 },
      columns: [],
      duplicates: { counts: 0, summed: false, proposed: null },
      sample: place ? [{ ...counted, row: 2, rows: [2], quantity: 68, difference: 0, cost: null }] : [],
      errors: [],
      operationId: isDryRun ? null : idOf(900),
    }));
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Import counts' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells here' }).fill('MSKU\tEnding Warehouse Balance\nKTL\t68');
    await expect.element(dialog.getByText("This is Amazon's inventory ledger.", { exact: false })).toBeVisible();
    await expect
      .element(dialog.getByText('The report does not say in which of your stores', { exact: false }))
      .toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Record 1 count' })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Place at Amazon that the report counts' }).click();
    await page.getByRole('option', { name: 'Amazon DE' }).click();
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect
      .poll(() => api.asked(pasteStockCounts).at(-1)?.query)
      .toMatchObject({ dryRun: false, place: 'AMAZON_DE' });
  });

  it('says that rows count the same, and adds them up if that is wanted', async () => {
    const api = startWith();
    const counted = { productId: idOf(200), sku: 'KTL', day: '2026-11-25', place: 'WAREHOUSE' as const };
    api.on(pasteStockCounts, ({ query: { dryRun: isDryRun, duplicates } }) => {
      const summed = duplicates === 'SUM';
      const twice = (row: number, other: number) => ({
        ...{ row, column: null, value: 'KTL', message: `The same SKU, day and place as in row ${other}` },
      });
      return {
        ...{ isDryRun, report: null, needsPlace: false },
        counts: { rows: 2, valid: summed ? 1 : 0, fail: summed ? 0 : 2, different: 0 },
        columns: [],
        duplicates: { counts: 1, summed, proposed: 'SUM' as const },
        sample: summed ? [{ ...counted, row: 2, rows: [2, 3], quantity: 70, difference: 0, cost: null }] : [],
        errors: summed ? [] : [twice(2, 3), twice(3, 2)],
        operationId: isDryRun ? null : idOf(900),
      };
    });
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Import counts' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells here' }).fill('SKU\tQty\nKTL\t60\nKTL\t10');
    await expect.element(dialog.getByText('The same SKU, day and place as in row 3')).toBeVisible();
    await expect.element(dialog.getByText(/a row per condition/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Record 0 counts' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Add rows of one SKU, day and place up' }).click();
    await expect.element(dialog.getByRole('row', { name: /KTL/ })).toMatchTextContent(/70.*rows 2, 3/);
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(pasteStockCounts).at(-1)?.query).toMatchObject({ dryRun: false, duplicates: 'SUM' });
  });

  it('counts cartons as units if that is wanted', async () => {
    const api = startWith();
    api.on(pasteStockCounts, ({ query: { dryRun: isDryRun, cartons } }) => {
      const asUnits = cartons === 'UNITS';
      const refused = { row: 2, column: null, value: '10 ctns', message: '10 ctns of 24 units are 240 units.' };
      const counted = { productId: idOf(200), sku: 'KTL', day: '2026-11-25', place: 'WAREHOUSE' as const };
      return {
        ...{ isDryRun, report: null, needsPlace: false, cartons: 1 },
        counts: { rows: 1, valid: asUnits ? 1 : 0, fail: asUnits ? 0 : 1, different: 0 },
        columns: [],
        duplicates: { counts: 0, summed: false, proposed: null },
        sample: asUnits ? [{ ...counted, row: 2, rows: [2], quantity: 240, difference: 0, cost: null }] : [],
        errors: asUnits ? [] : [refused],
        operationId: isDryRun ? null : idOf(900),
      };
    });
    renderScreen(countsPath());
    await main.getByRole('button', { name: 'Import counts' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells here' }).fill('SKU\tQty\nKTL\t10 ctns');
    await expect.element(dialog.getByText('10 ctns of 24 units are 240 units.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Record 0 counts' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Count cartons as units: cartons × units per case' }).click();
    await expect.element(dialog.getByRole('row', { name: /KTL/ })).toMatchTextContent(/240/);
    await dialog.getByRole('button', { name: 'Record 1 count' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(pasteStockCounts).at(-1)?.query).toMatchObject({ dryRun: false, cartons: 'UNITS' });
  });
});
