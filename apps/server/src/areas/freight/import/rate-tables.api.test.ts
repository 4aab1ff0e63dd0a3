import {
  createFreightRate,
  listFreightRates,
  pasteFreightRates,
  patchFreightRate,
  uploadFreightRates,
} from '@quayside/contracts/freight/freight-rates';
import { createDutyRate, listDutyRates, pasteDutyRates, uploadDutyRates } from '@quayside/contracts/freight/duty-rates';
import { createProduct } from '@quayside/contracts/products/products';
import type { RateTableImport } from '@quayside/contracts/freight/rate-tables';
import { undoOperation } from '@quayside/contracts/undo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { aSupplier } from '../../../testing/invoices.ts';
import { inline, number, workbookOf } from '../../../testing/workbook-file.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
beforeEach(async () => {
  maya = await t.admin();
});
afterAll(() => t.close());

const paste = (text: string, query: object = {}) => t.call(maya, pasteFreightRates, { body: { text }, query });
const pasteDuty = (text: string, query: object = {}) => t.call(maya, pasteDutyRates, { body: { text }, query });
const errorsOf = ({ errors }: Pick<RateTableImport, 'errors'>) =>
  errors.map(({ row, column, value, message }) => [row, column, value, message]);
const rates = async () =>
  (await t.ok(maya, listFreightRates)).content.map(
    ({ name, currency, unit, breaks }) =>
      `${name} ${currency}/${unit} ${breaks.map(({ from, price }) => `${from}:${price}`).join(' ')}`,
  );
const duties = async () =>
  (await t.ok(maya, listDutyRates)).content.map(({ product, hsCode, country, percent, validFrom }) =>
    `${product?.sku ?? hsCode} ${country} ${percent} ${validFrom ?? ''}`.trim(),
  );

describe('a table of freight rates', () => {
  it('has breaks as columns, and units and currencies in its headings', async () => {
    await aSupplier(t, maya, { name: 'Seaway' });
    const text = [
      'Service,Forwarder,Mode,To,Min (USD),-45,+45 kg,+100,Divisor (cm3/kg),Transit time,Valid until',
      'Air London,seaway,Air freight,UK,80,7.00,5.50,4.20,6000,5 days,31.12.2026',
    ].join('\n');
    const dry = await paste(text, { dryRun: 'true' });
    expect(dry.body.counts).toEqual({ rows: 1, create: 1, update: 0, same: 0, fail: 0 });
    expect(dry.body.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ['Service', 'name'],
      ['Forwarder', 'forwarder'],
      ['Mode', 'mode'],
      ['To', 'toCountry'],
      ['Min (USD)', 'leastCharge'],
      ['-45', 'breaks'],
      ['+45 kg', 'breaks'],
      ['+100', 'breaks'],
      ['Divisor (cm3/kg)', 'divisor'],
      ['Transit time', 'transitDays'],
      ['Valid until', 'validTo'],
    ]);
    expect(await rates()).toEqual([]);
    await paste(text);
    expect((await t.ok(maya, listFreightRates)).content).toMatchObject([
      {
        name: 'Air London',
        forwarder: { name: 'Seaway' },
        mode: 'AIR',
        toCountry: 'GB',
        currency: 'USD',
        unit: 'KG',
        leastCharge: '80.00',
        breaks: [
          { from: '0', price: '7' },
          { from: '45', price: '5.5' },
          { from: '100', price: '4.2' },
        ],
        divisor: '6000',
        divisorUnit: 'CM3_PER_KG',
        transitDays: 5,
        validTo: '2026-12-31',
      },
    ]);
  });

  it('has breaks and fees in one cell, the decimal comma, and containers', async () => {
    await paste(
      [
        'Name;Mode;Currency;Unit;Price;Fees;Container',
        'Breaks;AIR;EUR;kg;"0: 7,25; 45: 5,5";"Papiere: 45,50; Handling: 30";',
        'Box;FCL;EUR;;3.650,00;;40HQ',
        'Groupage;LCL;EUR;w/m;118,00 EUR;;',
      ].join('\n'),
    );
    expect(await rates()).toEqual(['Box EUR/CONTAINER 0:3650', 'Breaks EUR/KG 0:7.25 45:5.5', 'Groupage EUR/WM 0:118']);
    const [box, breaks] = (await t.ok(maya, listFreightRates)).content;
    expect(box?.containerType).toBe('40FT_HC');
    expect(breaks?.fees).toEqual([
      { name: 'Papiere', amount: '45.50' },
      { name: 'Handling', amount: '30.00' },
    ]);
  });

  it('has columns of breaks in any order', async () => {
    await paste('Name\tMode\t+100\t+45\tN\tCurrency\tUnit\nAir\tAIR\t4.2\t5.5\t7\tUSD\tKG');
    expect(await rates()).toEqual(['Air USD/KG 0:7 45:5.5 100:4.2']);
  });

  it('has the unit and the currency of the price in its heading', async () => {
    await paste('Name\tMode\tPrice (USD per m³)\nSea\tSEA\t118.5');
    await paste('Name\tMode\tRate USD/kg\nFast\tCOURIER\t9.5');
    expect(await rates()).toEqual(['Fast USD/KG 0:9.5', 'Sea USD/WM 0:118.5']);
  });

  it('is refused cell by cell, all or nothing, unless the valid rows are wanted', async () => {
    const text = [
      'Name,Forwarder,Mode,Currency,Unit,Price,Valid from,Valid to,To country,Level,Minimum',
      'A,Nobody,AIR,USD,KG,1,,,,,',
      'B,,ROCKET,USD,KG,1,,,,,',
      'C,,AIR,XQQ,KG,1,,,,,',
      'D,,AIR,USD,LITRES,1,,,,,',
      'E,,AIR,USD,KG,1.23456,,,,,',
      'F,,AIR,USD,KG,45: 5; 0: 7,,,,,',
      'G,,AIR,USD,KG,1,2026-02-31,,,,',
      'H,,AIR,USD,KG,1,2026-10-02,2026-10-01,,,',
      'I,,AIR,USD,KG,1,,,Atlantis,,',
      'J,,SEA,USD,WM,1,,,,CARTON,',
      'K,,SEA,USD,CONTAINER,1,,,,,',
      'L,,,USD,KG,1,,,,,',
      'M,,AIR,USD,KG,,,,,,',
      'N,,AIR,USD,KG,1,,,,,much',
      ',,AIR,USD,KG,1,,,,,',
      'O,,AIR,USD,KG,1,,,,,',
      'o,,AIR,EUR,KG,2,,,,,',
    ].join('\n');
    const dry = await paste(text, { dryRun: 'true' });
    expect(errorsOf(dry.body)).toEqual([
      [2, 'Forwarder', 'Nobody', 'No supplier has this company name'],
      [3, 'Mode', 'ROCKET', 'Use one of AIR, COURIER, SEA, LAND'],
      [4, 'Currency', 'XQQ', 'This is not the code of a currency'],
      [5, 'Unit', 'LITRES', 'Use one of KG, WM, CONTAINER'],
      [6, 'Price', '1.23456', 'A price has at most 4 decimals'],
      [7, 'Price', '45: 5; 0: 7', 'Each break begins above the one before it'],
      [8, 'Valid from', '2026-02-31', 'Write the day as 2026-10-23'],
      [9, 'Valid to', '2026-10-01', 'Not before the first day'],
      [10, 'To country', 'Atlantis', 'Enter the code or the English name of a country'],
      [11, 'Level', 'CARTON', 'Only a rate per kilogram can be by carton'],
      [12, null, '', 'Choose the type of the container'],
      [13, 'Mode', '', 'This field is required'],
      [14, 'Price', '', 'This field is required'],
      [15, 'Minimum', 'much', 'This cannot be read'],
      [16, 'Name', '', 'This field is required'],
      [18, null, 'o', 'The same rate as in row 17'],
    ]);
    const refused = await paste(text);
    expect([refused.status, refused.error.code, refused.error.errors?.[0]?.field]).toEqual([
      422,
      'imports.has_errors',
      'rows.2.Forwarder',
    ]);
    expect(await rates()).toEqual([]);
    expect((await paste(text, { onlyValid: 'true' })).body.counts).toEqual({
      rows: 17,
      create: 1,
      update: 0,
      same: 0,
      fail: 16,
    });
    expect(await rates()).toEqual(['O USD/KG 0:1']);
  });

  it('asks for the decimal mark where a column can be read in two ways, and remembers it', async () => {
    const text = 'Name\tMode\tCurrency\tUnit\tPrice\nBox\tAIR\tUSD\tKG\t1,250';
    const dry = await paste(text, { dryRun: 'true' });
    expect(dry.body.columns.at(-1)?.numbers).toEqual({ reading: 'OPEN', ambiguous: '1,250' });
    const refused = await paste(text, { onlyValid: 'true' });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'decimalMark']);
    await paste(text, { decimalMark: ',' });
    expect(await rates()).toEqual(['Box USD/KG 0:1.25']);
    await paste(text.replace('Box', 'Next'));
    expect(await rates()).toEqual(['Box USD/KG 0:1.25', 'Next USD/KG 0:1.25']);
  });

  it('replaces the rate with the same name, forwarder and first day, and keeps what it does not say', async () => {
    const { id } = await t.ok(maya, createFreightRate, {
      body: {
        name: 'Air',
        mode: 'AIR',
        currency: 'USD',
        unit: 'KG',
        breaks: [{ from: '0', price: '7' }],
        notes: 'By phone',
      },
    });
    const text = 'Name\tPrice\tValid from\nair\t6.5\t\nair\t6.8\t2027-01-01';
    const dry = await paste(text, { dryRun: 'true' });
    // The second row would be a new rate, of which nothing else is known.
    expect(dry.body.counts).toMatchObject({ update: 1, fail: 1 });
    expect(dry.body.sample).toEqual([
      {
        row: 2,
        action: 'UPDATE',
        label: 'air',
        changes: [
          { field: 'name', from: 'Air', to: 'air' },
          { field: 'breaks', from: '7', to: '6.5' },
        ],
      },
    ]);
    const { operationId } = (await paste(text, { onlyValid: 'true' })).body;
    const rate = async () => (await t.ok(maya, listFreightRates)).content[0];
    expect(await rate()).toMatchObject({ id, notes: 'By phone', mode: 'AIR', breaks: [{ from: '0', price: '6.5' }] });
    await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } });
    expect(await rate()).toMatchObject({ name: 'Air', breaks: [{ from: '0', price: '7' }] });
  });

  it('is taken back as a whole, except for what was changed since', async () => {
    const { operationId } = (await paste('Name\tMode\tPrice USD/kg\nA\tAIR\t1\nB\tAIR\t2\nC\tAIR\t3')).body;
    const { content } = await t.ok(maya, listFreightRates);
    await t.ok(maya, patchFreightRate, { params: { id: content[1]?.id ?? '' }, body: { notes: 'mine' } });
    expect(await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } })).toMatchObject({
      restored: 2,
      keptCount: 1,
      kept: [{ label: 'B', reason: 'EDITED' }],
    });
    expect(await rates()).toEqual(['B USD/KG 0:2']);
  });

  it.each([
    ['without a price', 'Name\tMode\nA\tAIR'],
    ['without rows', 'Name\tMode\tPrice USD/kg'],
    ['that is empty', ' '],
    ['with the name twice', 'Name\tService\tPrice USD/kg\nA\tB\t1'],
  ])('is refused %s', async (_, text) => {
    const refused = await paste(text, { dryRun: 'true' });
    expect([refused.status, refused.error.code]).toEqual([422, 'imports.unreadable']);
  });

  it('without a column that is needed names its heading in words', async () => {
    const textOf = async (call: ReturnType<typeof paste>) => (await call).error.errors?.[0]?.message;
    expect(await textOf(paste('Mode\tCurrency\nAIR\tUSD'))).toBe('The headings lack Name and Price.');
    expect(await textOf(pasteDuty('Notes\tTo\nx\tGB'))).toBe('The headings lack SKU or HS code and Duty rate in %.');
    expect(await textOf(paste('Name\tTariff\tPrice\na\tb\t1'))).toBe('Two columns are Name: Name and Tariff.');
  });

  it('is a workbook', async () => {
    const head = ['Name', 'Mode', 'Price USD/kg', 'Valid to'].map((text) => inline(text));
    const row = [inline('Air'), inline('AIR'), number('4.2'), number('46318', 1)];
    const content = workbookOf({ Rates: [head, row] });
    await t.ok(maya, uploadFreightRates, { file: { name: 'rates.xlsx', content } });
    expect((await t.ok(maya, listFreightRates)).content).toMatchObject([
      { breaks: [{ from: '0', price: '4.2' }], validTo: '2026-10-23' },
    ]);
  });

  it('is a workbook of duty whose cells are in per cent', async () => {
    const head = ['HS code', 'Country', 'Duty rate'].map((text) => inline(text));
    const content = workbookOf({ Duty: [head, [inline('8516.79'), inline('GB'), number('0.065', 3)]] });
    await t.ok(maya, uploadDutyRates, { file: { name: 'duty.xlsx', content } });
    expect((await t.ok(maya, listDutyRates)).content).toMatchObject([{ hsCode: '851679', percent: '6.5' }]);
  });

  it('stores formulas as words', async () => {
    await paste('Name\tMode\tPrice USD/kg\tNotes\n=1+1\tAIR\t1\t<script>alert(1)</script>');
    expect((await t.ok(maya, listFreightRates)).content).toMatchObject([
      { name: '=1+1', notes: '<script>alert(1)</script>' },
    ]);
  });

  it('of a file that is none is refused', async () => {
    const refused = await t.call(maya, uploadFreightRates, {
      file: { name: 'rates.png', content: Buffer.from([137, 80, 78, 71, 0, 1, 2]) },
    });
    expect(refused.status).toBe(415);
  });
});

describe('a table of duty rates', () => {
  beforeEach(async () => {
    const supplierId = await aSupplier(t, maya);
    for (const sku of ['KETTLE', 'PAN'])
      await t.ok(maya, createProduct, { body: { sku, name: sku, supplierIds: [supplierId] } });
  });

  it('names products by SKU and others by HS code, with per cent signs and a decimal comma', async () => {
    const text = [
      'SKU;HS code;Destination;Duty rate (%);Valid from',
      'kettle;;United Kingdom;4,5 %;',
      ';8516.79.70;US;12,25;01.01.2027',
      'PAN;7323.93;GB;0;',
    ].join('\n');
    expect((await pasteDuty(text, { dryRun: 'true' })).body.counts).toMatchObject({ rows: 3, create: 3, fail: 0 });
    await pasteDuty(text);
    // A row with both is that of the product.
    expect(await duties()).toEqual(['85167970 US 12.25 2027-01-01', 'KETTLE GB 4.5', 'PAN GB 0']);
    expect((await pasteDuty(text)).body.counts).toMatchObject({ create: 0, same: 3 });
  });

  it('is refused cell by cell, and stores the valid rows', async () => {
    const text = [
      'SKU\tHS code\tCountry\tRate\tValid from\tValid to',
      'LAMP\t\tGB\t4\t\t',
      '\t851\tGB\t4\t\t',
      '\t\tGB\t4\t\t',
      'PAN\t\tAtlantis\t4\t\t',
      'PAN\t\tGB\t1001\t\t',
      'PAN\t\tGB\tfour\t\t',
      'PAN\t\t\t4\t\t',
      'PAN\t\tGB\t\t\t',
      'PAN\t\tGB\t4\t2026-10-02\t2026-10-01',
      'PAN\t\tGB\t4\t\t',
      'pan\t\tGB\t5\t\t',
    ].join('\n');
    const dry = await pasteDuty(text, { dryRun: 'true' });
    expect(errorsOf(dry.body)).toEqual([
      [2, 'SKU', 'LAMP', 'No product has this SKU'],
      [3, 'HS code', '851', 'An HS code has 4 to 12 digits, with dots or spaces between them'],
      [4, 'SKU', '', 'Choose a product or enter an HS code'],
      [5, 'Country', 'Atlantis', 'Enter the code or the English name of a country'],
      [6, 'Rate', '1001', 'Enter a rate in per cent from 0 to 1000, with up to 3 decimals'],
      [7, 'Rate', 'four', 'This cannot be read'],
      [8, 'Country', '', 'This field is required'],
      [9, 'Rate', '', 'This field is required'],
      [10, 'Valid to', '2026-10-01', 'Not before the first day'],
      [12, null, 'pan', 'The same rate as in row 11'],
    ]);
    expect((await pasteDuty(text)).status).toBe(422);
    expect(await duties()).toEqual([]);
    await pasteDuty(text, { onlyValid: 'true' });
    expect(await duties()).toEqual(['PAN GB 4']);
  });

  it('replaces the rate of the same product, destination and first day, and is taken back', async () => {
    await t.ok(maya, createDutyRate, { body: { hsCode: '7323', country: 'GB', percent: '3', notes: 'Letter' } });
    const file = { name: 'duty.csv', content: 'HS code,Destination,Duty rate in %\n7323,GB,3.5\n9403,GB,0\n' };
    const { operationId, counts } = await t.ok(maya, uploadDutyRates, { file });
    expect(counts).toEqual({ rows: 2, create: 1, update: 1, same: 0, fail: 0 });
    expect((await t.ok(maya, listDutyRates)).content[0]).toMatchObject({ percent: '3.5', notes: 'Letter' });
    expect(await t.ok(maya, undoOperation, { params: { operationId: operationId ?? '' } })).toMatchObject({
      restored: 2,
      keptCount: 0,
    });
    expect(await duties()).toEqual(['7323 GB 3']);
  });
});
