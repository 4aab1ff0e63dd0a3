import {
  createFreightRate,
  deleteFreightRate,
  type FreightRate,
  freightRateTotals,
  getFreightRate,
  listContainerSizes,
  listFreightRates,
  pasteFreightRates,
  patchFreightRate,
  resetContainerSize,
  setContainerSize,
} from '@quayside/contracts/freight/freight-rates';
import type { RateTableImport } from '@quayside/contracts/freight/rate-tables';
import { listCountries, listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aFreightRate } from '../testing/a-rate.ts';

const PATH = '/orders-shipments/freight-rates';
const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const EXPIRED = aFreightRate({
  id: idOf(801),
  name: 'LCL Felixstowe',
  mode: 'SEA',
  unit: 'WM',
  breaks: [{ from: '0', price: '118' }],
  validTo: '2026-10-31',
  validity: 'EXPIRED',
  planCount: 1,
});
const rowOf = (name: string) => main.getByRole('row', { name: new RegExp(name) });

function startWith(rates: FreightRate[] = [aFreightRate(), EXPIRED], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listFreightRates, aPage(rates));
  api.on(freightRateTotals, { count: rates.length, forwarders: 1, expired: 1 });
  api.on(getFreightRate, ({ params }) => rates.find(({ id }) => id === params.id) ?? aFreightRate());
  api.on(listSuppliers, aPage([]));
  api.on(listCountries, [{ value: 'GB', label: 'United Kingdom' }]);
  return api;
}

describe('the page of freight rates', () => {
  afterEach(() => page.viewport(1440, 900));

  it('shows each rate with its lowest price, its days and whether it holds today', async () => {
    startWith();
    renderScreen(PATH);
    await expect.element(rowOf('Air to London').getByText('from USD 4.20')).toBeVisible();
    await expect.element(rowOf('Air to London').getByText('Air, CN to GB')).toBeVisible();
    await expect.element(rowOf('LCL Felixstowe').getByText('USD 118.00')).toBeVisible();
    await expect.element(rowOf('LCL Felixstowe').getByText('Expired')).toBeVisible();
    await expect.element(main.getByText('2 rates')).toBeVisible();
    await expectNoSeriousFindings('/orders-shipments/freight-rates');
  });
  it('shows each name whole, with all columns beside it', async () => {
    await page.viewport(1440, 900);
    const name = '40HQ Ningbo to Bristol, door to door';
    const validTo = '2027-12-31';
    startWith([aFreightRate({ name, forwarder: { id: idOf(100), name: 'Trans-Pennine Haulage' }, validTo }), EXPIRED]);
    renderScreen(PATH);
    const words = main.getByRole('link', { name });
    await expect.element(words).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[role="gridcell"]').length).toBeGreaterThan(10);
    await expect.poll(cutWords).toEqual([]);
  });
  it('shows no row before the response arrives, and an error with a retry', async () => {
    const api = startWith();
    const release = api.hold(listFreightRates);
    renderScreen(PATH);
    await expect.poll(() => api.asked(listFreightRates)).toHaveLength(1);
    expect(rowOf('Air to London').query()).toBeNull();
    api.refuse(listFreightRates, 'internal');
    release();
    await expect.element(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    api.on(listFreightRates, aPage([EXPIRED]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(rowOf('LCL Felixstowe')).toBeVisible();
  });
  it('explains itself while it is empty, and a viewer reads rates and containers without changing them', async () => {
    const api = startWith([], 'viewer');
    api.on(listContainerSizes, [aSize()]);
    renderScreen(PATH);
    await expect.element(main.getByRole('heading', { name: 'No freight rates yet' })).toBeVisible();
    expect(main.getByRole('button', { name: 'Add rate' }).query()).toBeNull();
    expect(main.getByRole('button', { name: 'Import rates' }).query()).toBeNull();
    await main.getByRole('button', { name: 'Containers' }).first().click();
    await expect.element(dialog.getByRole('cell', { name: '64' })).toBeVisible();
    expect(dialog.getByRole('textbox').query()).toBeNull();
  });
  it('does not exist for an account without orders and shipping', async () => {
    const api = startApi({ settings: { isOrdersAndShippingEnabled: false } });
    renderScreen(PATH);
    await expect.element(page.getByRole('heading', { name: /not found|does not exist|cannot find/i })).toBeVisible();
    expect(api.asked(listFreightRates)).toHaveLength(0);
  });
  it('fits a phone as cards', async () => {
    await page.viewport(390, 844);
    startWith();
    renderScreen(PATH);
    await expect.element(main.getByText('from USD 4.20').first()).toBeVisible();
  });
  it('refetches the list when another tab changed a rate', async () => {
    const api = startWith([EXPIRED]);
    renderScreen(PATH);
    await expect.element(rowOf('LCL Felixstowe')).toBeVisible();
    api.on(listFreightRates, aPage([aFreightRate(), EXPIRED]));
    api.tellChanged('freight-rates');
    await expect.element(rowOf('Air to London')).toBeVisible();
  });
});

describe('the form of a freight rate', () => {
  it('is filled by keyboard: Enter adds a break, and a pasted block fills the rows', async () => {
    const api = startWith([]);
    api.on(createFreightRate, aFreightRate());
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Add rate' }).first().click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Air to London');
    await dialog.getByRole('combobox', { name: 'Mode' }).click();
    await page.getByRole('option', { name: 'Air' }).click();
    await dialog.getByRole('combobox', { name: 'Unit', exact: true }).click();
    await page.getByRole('option', { name: 'per kg' }).click();
    await dialog.getByRole('textbox', { name: 'Break 1, price' }).fill('7');
    await userEvent.keyboard('{Enter}');
    const second = dialog.getByRole('textbox', { name: 'Break 2, from' });
    await expect.element(second).toHaveFocus();
    paste(second.element(), '+45\t5,50\n+100\t4.20');
    await expect.element(dialog.getByRole('textbox', { name: 'Break 3, price' })).toHaveValue('4.20');
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await expect
      .poll(() => api.asked(createFreightRate).map(({ body }) => [body.name, body.mode, body.unit, body.breaks]))
      .toEqual([
        [
          'Air to London',
          'AIR',
          'KG',
          [
            { from: '0', price: '7' },
            { from: '45', price: '5.50' },
            { from: '100', price: '4.20' },
          ],
        ],
      ]);
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('shows what the server refuses at the cell, and asks for the type of a container', async () => {
    const api = startWith([aFreightRate()]);
    api.refuse(patchFreightRate, 'bad_input', {
      errors: [{ field: 'breaks.1.from', message: 'Each break begins above the one before it', code: 'x' }],
    });
    renderScreen(`${PATH}?rate=${idOf(800)}`);
    await page.getByRole('complementary', { name: 'Air to London' }).getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('textbox', { name: 'Break 2, from' }).fill('0');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(dialog.getByText('Each break begins above the one before it')).toBeVisible();
    await dialog.getByRole('combobox', { name: 'Unit', exact: true }).click();
    await page.getByRole('option', { name: 'per container' }).click();
    await dialog.getByRole('combobox', { name: 'Container' }).click();
    await expect.element(page.getByRole('option', { name: '40HQ' })).toBeVisible();
    expect(dialog.getByRole('textbox', { name: 'Divisor' }).query()).toBeNull();
  });
});

describe('the panel of a freight rate', () => {
  it('names an expired one, its breaks and what the divisor is where the rate says none', async () => {
    startWith([aFreightRate({ validity: 'EXPIRED' })]);
    renderScreen(`${PATH}?rate=${idOf(800)}`);
    const panel = page.getByRole('complementary', { name: 'Air to London' });
    await expect.element(panel.getByText('Expired on 31 Dec 2026. Ask the forwarder for a new one.')).toBeVisible();
    await expect.element(panel.getByRole('cell', { name: '5.50' })).toBeVisible();
    await expect.element(panel.getByText('That of the mode: 166.67 kg per m³')).toBeVisible();
    await expect.element(panel.getByText('Documents USD 45.00')).toBeVisible();
  });
  it('shows both versions when somebody else has changed it, and saves what the person chooses', async () => {
    const api = startWith([aFreightRate()]);
    const breaks = [{ from: '0', price: '6.5' }];
    const theirs = aFreightRate({ breaks, minimum: '30', validTo: '2027-01-31', version: 2 });
    api.on(patchFreightRate, ({ body }) => {
      if (body.version === 1) throw refusal('conflict_version', { current: theirs });
      return { ...theirs, version: 3 };
    });
    renderScreen(`${PATH}?rate=${idOf(800)}`);
    await page.getByRole('complementary', { name: 'Air to London' }).getByRole('button', { name: 'Change' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Air to Heathrow');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    const versions = page.getByRole('table', { name: 'Somebody changed this while you were editing' });
    await expect
      .element(versions.getByRole('row', { name: /^Name/ }))
      .toMatchTextContent(/Air to Heathrow.*Air to London/);
    await expect
      .element(versions.getByRole('row', { name: /0: 7\.00; 45: 5\.50; 100: 4\.20/ }))
      .toMatchTextContent(/6\.50/);
    expect(versions.getByRole('row').elements()).toHaveLength(5);
    await expectNoSeriousFindings();
    await page.getByRole('button', { name: 'Save these values' }).click();
    await expect
      .poll(() => api.asked(patchFreightRate).at(-1)?.body)
      .toMatchObject({ name: 'Air to Heathrow', breaks, minimum: '30', validTo: '2027-01-31', version: 2 });
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('archives one that a plan chose instead of deleting it', async () => {
    const api = startWith([EXPIRED]);
    api.refuse(deleteFreightRate, 'freight.in_use', {
      message: 'Shipment plans chose this freight rate, so it can only be archived.',
      uses: [{ type: 'SHIPMENT_PLAN', id: idOf(500), label: 'SP-0001' }],
    });
    api.on(patchFreightRate, { ...EXPIRED, isArchived: true, version: 2 });
    renderScreen(`${PATH}?rate=${idOf(801)}`);
    await page.getByRole('complementary', { name: 'LCL Felixstowe' }).getByRole('button', { name: 'Delete' }).click();
    await expect.element(dialog.getByRole('link', { name: 'SP-0001' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Archive rate' }).click();
    await expect
      .poll(() => api.asked(patchFreightRate).map(({ body }) => body))
      .toEqual([{ isArchived: true, version: 1 }]);
  });
  it('undoes a delete', async () => {
    const api = startWith([aFreightRate()]);
    api.on(deleteFreightRate, { operationId: idOf(900) });
    api.on(undoOperation, { restored: 1, keptCount: 0, kept: [] });
    renderScreen(`${PATH}?rate=${idOf(800)}`);
    await page.getByRole('complementary', { name: 'Air to London' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
});

describe('containers', () => {
  it('are set and go back to the published figures', async () => {
    const api = startWith([]);
    api.on(listContainerSizes, [
      aSize(),
      aSize({ containerType: '20FT', name: '20GP', usableVolume: '25', isOwn: true }),
    ]);
    api.on(setContainerSize, aSize({ usableVolume: '65.5', isOwn: true }));
    api.on(resetContainerSize, aSize({ containerType: '20FT', name: '20GP' }));
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Containers' }).first().click();
    await dialog.getByRole('textbox', { name: 'Usable volume of 40HQ in m³' }).fill('65,5');
    await dialog.getByRole('button', { name: 'Save 40HQ' }).click();
    await expect
      .poll(() => api.asked(setContainerSize).map(({ params, body }) => [params.containerType, body]))
      .toEqual([['40FT_HC', { usableVolume: '65.5', payload: '26540' }]]);
    await dialog.getByRole('button', { name: 'Go back to the published figures of 20GP' }).click();
    await expect.poll(() => api.asked(resetContainerSize).map(({ params }) => params.containerType)).toEqual(['20FT']);
  });
});

describe('the import of freight rates', () => {
  it('previews pasted cells with errors by cell, asks how numbers and days are written, and takes the import back', async () => {
    const api = startWith();
    const found = anImport();
    api.on(pasteFreightRates, ({ query }) => ({
      ...found,
      isDryRun: query.dryRun,
      columns: [
        { heading: 'Name', field: 'name', numbers: null, days: null },
        {
          heading: 'Price',
          field: 'breaks',
          days: null,
          numbers: {
            reading: query.decimalMark === undefined ? ('OPEN' as const) : ('POINT' as const),
            ambiguous: '1,250',
          },
        },
        {
          heading: 'Valid from',
          field: 'validFrom',
          numbers: null,
          days: { reading: query.dayOrder ?? ('OPEN' as const), ambiguous: '03/04/2026' },
        },
        { heading: 'Colour', field: null, numbers: null, days: null },
      ],
      operationId: query.dryRun ? null : idOf(901),
    }));
    api.on(undoOperation, {
      restored: 1,
      keptCount: 1,
      kept: [{ id: idOf(802), label: 'Air', reason: 'EDITED' }],
    });
    renderScreen(PATH);
    await main.getByRole('button', { name: 'Import rates' }).click();
    await dialog.getByRole('textbox', { name: 'Or paste cells' }).fill('Name\tPrice\nAir\t1,250');
    await expect.element(dialog.getByText('Columns that are not read: Colour')).toBeVisible();
    await expect.element(dialog.getByRole('cell', { name: 'Use one of AIR, COURIER, SEA, LAND' })).toBeVisible();
    await expect.element(dialog.getByText('Price: 7 → 6.5')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Import 2 rates' })).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'How the numbers in column Price are written' }).selectOptions('.');
    await expect.element(dialog.getByRole('button', { name: 'Import 2 rates' })).toBeDisabled();
    await expect.element(dialog.getByText('03/04/2026 can be two days', { exact: false })).toBeVisible();
    await dialog.getByRole('combobox', { name: 'How the days in column Valid from are written' }).selectOptions('DMY');
    await expect.element(dialog.getByText('Days in this column read as 31/12/2026', { exact: false })).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Leave out 1 row with errors and import the rest' }).click();
    await dialog.getByRole('button', { name: 'Import 2 rates' }).click();
    await expect
      .poll(() =>
        api
          .asked(pasteFreightRates)
          .map(({ query }) => [query.dryRun, query.onlyValid, query.decimalMark, query.dayOrder]),
      )
      .toEqual([
        [true, false, undefined, undefined],
        [true, false, '.', undefined],
        [true, false, '.', 'DMY'],
        [false, true, '.', 'DMY'],
      ]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .element(page.getByText('1 rate was restored or removed. 1 stays: Air was changed since.'))
      .toBeVisible();
  });
});

const aSize = (over: object = {}) => ({
  containerType: '40FT_HC' as const,
  name: '40HQ',
  usableVolume: '64',
  payload: '26540',
  published: { usableVolume: '64', payload: '26540', source: 'usable volume: the lower published figure' },
  isOwn: false,
  ...over,
});
const anImport = (): RateTableImport => ({
  isDryRun: true,
  counts: { rows: 3, create: 1, update: 1, same: 0, fail: 1 },
  columns: [],
  sample: [
    { row: 2, action: 'CREATE', label: 'Sea', changes: [{ field: 'name', from: null, to: 'Sea' }] },
    { row: 3, action: 'UPDATE', label: 'Air', changes: [{ field: 'breaks', from: '7', to: '6.5' }] },
  ],
  errors: [{ row: 4, column: 'Mode', value: 'ROCKET', message: 'Use one of AIR, COURIER, SEA, LAND' }],
  operationId: null,
});

/** Pastes a block of cells into an element. */
function paste(element: Element, text: string): void {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
