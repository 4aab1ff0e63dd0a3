import {
  createExchangeRate,
  deleteExchangeRate,
  type ExchangeRate,
  exchangeRateTotals,
  listExchangeRates,
  pasteExchangeRates,
  patchExchangeRate,
  type RateImport,
  uploadExchangeRates,
} from '@quayside/contracts/rates/exchange-rates';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { aPage } from '../../testing/pages.ts';
import { idOf, USER_ID, type Visitor } from '../../testing/person.ts';
import { renderScreen, startApi } from '../../testing/render-app.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const aRate = (over: Partial<ExchangeRate> = {}): ExchangeRate => ({
  id: idOf(700),
  day: '2026-10-23',
  base: 'GBP',
  quote: 'CNY',
  rate: '9.3197',
  origin: 'TYPED',
  who: { id: USER_ID, name: 'Maya Hartley' },
  createdAt: '2026-10-23T09:00:00Z',
  updatedAt: '2026-10-23T09:00:00Z',
  version: 1,
  ...over,
});
const ECB = aRate({ id: idOf(701), base: 'EUR', quote: 'GBP', rate: '0.8724', origin: 'ECB' });
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(rates = [aRate(), ECB], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listExchangeRates, aPage(rates));
  api.on(exchangeRateTotals, { count: rates.length, pairs: rates.length });
  return api;
}

describe('the page of exchange rates', () => {
  afterEach(() => page.viewport(1440, 900));

  it('shows each rate with both currencies, its day and its source', async () => {
    startWith();
    renderScreen('/exchange-rates');
    await expect.element(rowOf('GBP/CNY').getByText('9.3197 CNY per GBP')).toBeVisible();
    await expect.element(rowOf('EUR/GBP').getByText('European Central Bank')).toBeVisible();
    await expect.element(main.getByText('2 rates')).toBeVisible();
    await expectNoSeriousFindings('/exchange-rates');
  });
  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startWith();
    const release = api.hold(listExchangeRates);
    renderScreen('/exchange-rates');
    await expect.poll(() => api.asked(listExchangeRates)).toHaveLength(1);
    expect(rowOf('GBP/CNY').query()).toBeNull();
    api.refuse(listExchangeRates, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.on(listExchangeRates, aPage([ECB]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('EUR/GBP')).toBeVisible();
  });
  it('explains itself while it is empty, and a viewer reads rates without any button', async () => {
    startWith([], 'viewer');
    renderScreen('/exchange-rates');
    await expect.element(main.getByRole('heading', { name: 'No exchange rates yet' })).toBeVisible();
    expect(main.getByRole('button', { name: 'Add rate' }).query()).toBeNull();
    expect(main.getByRole('button', { name: 'Import rates' }).query()).toBeNull();
  });
  it('adds a typed rate', async () => {
    const api = startWith([]);
    api.on(createExchangeRate, aRate());
    renderScreen('/exchange-rates');
    await main.getByRole('button', { name: 'Add rate' }).first().click();
    await expect.element(dialog.getByRole('combobox', { name: 'To' })).toHaveFocus();
    await dialog.getByRole('textbox', { name: 'Day' }).fill('23 Oct 2026');
    await dialog.getByRole('combobox', { name: 'To' }).fill('CNY');
    await page.getByRole('option', { name: /^CNY/ }).click();
    await dialog.getByRole('textbox', { name: 'Rate' }).fill('9.3197');
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await expect
      .poll(() => api.asked(createExchangeRate).map(({ body }) => body))
      .toEqual([{ day: '2026-10-23', base: 'GBP', quote: 'CNY', rate: '9.3197' }]);
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('corrects a rate in its panel with the version that was shown, and undoes a delete', async () => {
    const api = startWith();
    api.on(patchExchangeRate, aRate({ rate: '9.4', version: 2 }));
    api.on(deleteExchangeRate, { operationId: idOf(900) });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen(`/exchange-rates?rate=${idOf(700)}`);
    const panel = page.getByRole('complementary', { name: '9.3197 CNY per GBP' });
    await panel.getByRole('textbox', { name: 'Correct the rate' }).fill('9.4');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => api.asked(patchExchangeRate).map(({ body }) => body))
      .toEqual([{ rate: '9.4', version: 1 }]);
    await panel.getByRole('button', { name: 'Delete rate' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('previews pasted cells, lists the typed rates that stay, imports only on request, and takes the import back', async () => {
    const api = startWith();
    const found: RateImport = {
      kind: 'TABLE',
      isDryRun: true,
      counts: { rates: 2, create: 1, update: 0, same: 0, keep: 1, fail: 1 },
      firstDay: '2026-10-22',
      lastDay: '2026-10-23',
      numbers: { reading: 'POINT', ambiguous: null },
      sample: [{ row: 2, day: '2026-10-22', base: 'GBP', quote: 'CNY', rate: '9.30', action: 'CREATE' }],
      kept: [
        {
          row: 3,
          day: '2026-10-23',
          base: 'GBP',
          quote: 'CNY',
          rate: '9.32',
          kept: { base: 'GBP', quote: 'CNY', rate: '9.3197' },
        },
      ],
      errors: [{ row: 4, column: 'day', value: '10/11/2026', message: 'Write the day as 2026-10-23' }],
      skippedCurrencies: [],
      operationId: null,
    };
    api.on(pasteExchangeRates, ({ query }) => ({
      ...found,
      isDryRun: query.dryRun,
      operationId: query.dryRun ? null : idOf(901),
    }));
    const kept = [{ id: idOf(702), label: 'GBP/CNY 2026-10-22', reason: 'EDITED' as const }];
    api.on(undoOperation, { restored: 0, keptCount: 1, kept });
    renderScreen('/exchange-rates');
    await main.getByRole('button', { name: 'Import rates' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells' }).fill('2026-10-22\tGBP\tCNY\t9.30');
    await expect.element(dialog.getByText('1 rate differs from yours. Yours stays.')).toBeVisible();
    await expect.element(dialog.getByRole('cell', { name: '9.3197 CNY per GBP' })).toBeVisible();
    await expect.element(dialog.getByText('Write the day as 2026-10-23')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Import 1 rate' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Leave out 1 error and import the rest' }).click();
    await dialog.getByRole('button', { name: 'Import 1 rate' }).click();
    await expect
      .poll(() => api.asked(pasteExchangeRates).map(({ query }) => [query.dryRun, query.onlyValid]))
      .toEqual([
        [true, false],
        [false, true],
      ]);
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText('0 rates were restored or removed. 1 stays: GBP/CNY 2026-10-22 was changed since.'))
      .toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(901)]);
  });
  it('says which sheet and which encoding of a file are read, and sends the choice of others', async () => {
    const api = startWith();
    api.on(uploadExchangeRates, ({ query }) => ({
      ...{ kind: 'TABLE' as const, isDryRun: query.dryRun, firstDay: '2026-10-22', lastDay: '2026-10-22' },
      counts: { rates: 1, create: 1, update: 0, same: 0, keep: 0, fail: 0 },
      ...{ numbers: null, sample: [], kept: [], errors: [], skippedCurrencies: [], operationId: null },
      reading: {
        ...{ sheet: query.sheet ?? 'Rates', sheets: ['Rates', 'Last year'], hiddenRows: 0, mergedCells: 0 },
        ...{ encoding: query.encoding ?? ('gbk' as const), isEncodingSure: query.encoding !== undefined },
      },
    }));
    renderScreen('/exchange-rates');
    await main.getByRole('button', { name: 'Import rates' }).click();
    await dialog.getByLabelText('Choose a file').upload(new File(['day'], 'rates.xlsx'));
    await dialog.getByRole('combobox', { name: 'The sheet that is read' }).selectOptions('Last year');
    await dialog
      .getByRole('combobox', { name: 'The encoding in which the file is read' })
      .selectOptions('windows-1252');
    await expect.element(dialog.getByRole('combobox', { name: 'The sheet that is read' })).toHaveValue('Last year');
    await dialog.getByRole('button', { name: 'Import 1 rate' }).click();
    await expect
      .poll(() => api.asked(uploadExchangeRates).at(-1)?.query)
      .toMatchObject({ dryRun: false, sheet: 'Last year', encoding: 'windows-1252' });
  });
  it('fits a phone as cards', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen('/exchange-rates');
    await expect.element(main.getByText('9.3197 CNY per GBP').first()).toBeVisible();
  });
});
