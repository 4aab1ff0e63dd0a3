import { listAuditLog } from '@quayside/contracts/audit';
import {
  createExchangeRate,
  deleteExchangeRate,
  listExchangeRates,
  pasteExchangeRates,
  patchExchangeRate,
  proposeExchangeRate,
  uploadExchangeRates,
} from '@quayside/contracts/rates/exchange-rates';
import { undoOperation } from '@quayside/contracts/undo';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keysInStore } from '../../testing/files.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../testing/app.ts';
import { inline, number, workbookOf } from '../../testing/workbook-file.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const rates = async (who: TestPerson) =>
  (await t.ok(who, listExchangeRates, { query: { sort: ['day,asc', 'base,asc', 'quote,asc'] } })).content.map(
    (r) => `${r.day} ${r.base}/${r.quote} ${r.rate} ${r.origin}`,
  );
const paste = (who: TestPerson, text: string, query: object = {}) =>
  t.call(who, pasteExchangeRates, { body: { text }, query });
const send = (who: TestPerson, name: string, content: string | Buffer, query: object = {}) =>
  t.call(who, uploadExchangeRates, { file: { name, content }, query });
const typed = (who: TestPerson, day: string, base: string, quote: string, rate: string) =>
  t.ok(who, createExchangeRate, { body: { day, base, quote, rate } });

const ECB = 'Date,USD,GBP,CNY,CYP,\n2026-10-23,1.0845,0.8724,8.2541,N/A,\n2026-10-22,1.0790,0.8701,N/A,N/A,\n';

describe('pasted cells', () => {
  it('are checked without storing anything, then stored, and found the same the second time', async () => {
    const a = await t.admin();
    const text = 'Date\tFrom\tTo\tRate\n2026-10-22\tgbp\tCNY\t9.3011\n23.10.2026\tGBP\tCNY\t9.3197\n';
    expect((await paste(a, text, { dryRun: 'true' })).body).toMatchObject({
      kind: 'TABLE',
      isDryRun: true,
      counts: { rates: 2, create: 2, update: 0, same: 0, keep: 0, fail: 0 },
      firstDay: '2026-10-22',
      lastDay: '2026-10-23',
      sample: [{ row: 2, day: '2026-10-22', base: 'GBP', quote: 'CNY', rate: '9.3011', action: 'CREATE' }, { row: 3 }],
    });
    expect(await rates(a)).toEqual([]);
    await paste(a, text);
    expect(await rates(a)).toEqual(['2026-10-22 GBP/CNY 9.3011 PASTED', '2026-10-23 GBP/CNY 9.3197 PASTED']);
    expect((await paste(a, text)).body.counts).toMatchObject({ create: 0, same: 2 });
  });

  it('need no headings: day, the two currencies in their order, rate', async () => {
    const a = await t.admin();
    await paste(a, '2026-10-22\tGBP\tCNY\t9.3011\n2026-10-22\tEUR\tGBP\t0.8701');
    expect(await rates(a)).toEqual(['2026-10-22 EUR/GBP 0.8701 PASTED', '2026-10-22 GBP/CNY 9.3011 PASTED']);
  });

  it('are refused cell by cell, all or nothing, unless the valid rows are wanted', async () => {
    const a = await t.admin();
    const text = [
      'Date\tFrom\tTo\tRate',
      '31/11/2026\tGBP\tCNY\t9.3011',
      '2026-10-22\tGBX\tGBP\t9.3011',
      '2026-10-22\tGBP\tGBP\t1.5',
      '2026-10-22\tGBP\tCNY\tnone',
      '2026-10-23\tGBP\tCNY\t9.3197',
      '2026-10-23\tCNY\tGBP\t0.1073',
    ].join('\n');
    const dry = await paste(a, text, { dryRun: 'true' });
    expect(dry.body.errors.map(({ row, column, value, message }) => [row, column, value, message])).toEqual([
      [2, 'day', '31/11/2026', 'Write the day as 2026-10-23'],
      [3, 'base', 'GBX', 'This is not the code of a currency'],
      [4, 'quote', 'GBP', 'Choose two different currencies'],
      [5, 'rate', 'none', 'Enter a rate such as 0.7925'],
      [7, null, 'CNY/GBP 2026-10-23', 'The same pair and day as in row 6'],
    ]);
    const refused = await paste(a, text);
    expect([refused.status, refused.error.code, refused.error.errors?.[0]?.field]).toEqual([
      422,
      'imports.has_errors',
      'rows.2.day',
    ]);
    expect(await rates(a)).toEqual([]);
    expect((await paste(a, text, { onlyValid: 'true' })).body.counts).toMatchObject({ create: 1, fail: 5 });
    expect(await rates(a)).toEqual(['2026-10-23 GBP/CNY 9.3197 PASTED']);
  });

  it('ask for the decimal mark when the column does not decide it, also for valid rows only', async () => {
    const a = await t.admin();
    const text = 'Date\tFrom\tTo\tRate\n2026-10-22\tUSD\tIDR\t15,634';
    expect((await paste(a, text, { dryRun: 'true' })).body.numbers).toEqual({ reading: 'OPEN', ambiguous: '15,634' });
    const refused = await paste(a, text, { onlyValid: 'true' });
    expect([refused.status, refused.error.errors?.[0]?.field]).toEqual([422, 'decimalMark']);
    await paste(a, text, { decimalMark: '.' });
    expect(await rates(a)).toEqual(['2026-10-22 USD/IDR 15634 PASTED']);
    await paste(a, 'Date\tFrom\tTo\tRate\n2026-10-23\tEUR\tGBP\t0,8701');
    expect((await rates(a)).at(-1)).toBe('2026-10-23 EUR/GBP 0.8701 PASTED');
    // The choice is remembered for the next table with these headings, and can be changed.
    const next = text.replace('2026-10-22', '2026-10-24');
    const numbers = { reading: 'POINT', ambiguous: '15,634', by: 'EARLIER_CHOICE' };
    expect((await paste(a, next, { dryRun: 'true' })).body.numbers).toEqual(numbers);
    await paste(a, next);
    await paste(a, next.replace('2026-10-24', '2026-10-25'), { decimalMark: ',' });
    expect((await rates(a)).slice(-2)).toEqual(['2026-10-24 USD/IDR 15634 PASTED', '2026-10-25 USD/IDR 15.634 PASTED']);
    expect((await paste(a, text.replace('Date', 'Day'), { dryRun: 'true' })).body.numbers?.reading).toBe('OPEN');
  });

  it('ask for the order of day and month when no day decides it, and remember the answer', async () => {
    const a = await t.admin();
    const text = 'Date\tFrom\tTo\tRate\n10/11/2026\tGBP\tCNY\t9.3011\n11/11/2026\tGBP\tCNY\t9.3197';
    expect((await paste(a, text, { dryRun: 'true' })).body.days).toEqual({ reading: 'OPEN', ambiguous: '10/11/2026' });
    const refused = await paste(a, text, { onlyValid: 'true' });
    expect(refused.status).toBe(422);
    expect(refused.error.errors).toMatchObject([
      {
        field: 'dayOrder',
        message: 'Column Date has 10/11/2026, which is two days. Choose which comes first, day or month',
      },
    ]);
    await paste(a, text, { dayOrder: 'DMY' });
    expect(await rates(a)).toEqual(['2026-11-10 GBP/CNY 9.3011 PASTED', '2026-11-11 GBP/CNY 9.3197 PASTED']);
    const next = 'Date\tFrom\tTo\tRate\n12/11/2026\tGBP\tCNY\t9.33';
    const days = { reading: 'DMY', ambiguous: '12/11/2026', by: 'EARLIER_CHOICE' };
    expect((await paste(a, next, { dryRun: 'true' })).body.days).toEqual(days);
    await paste(a, next);
    expect((await rates(a)).at(-1)).toBe('2026-11-12 GBP/CNY 9.33 PASTED');
    // A cell that can be read in one way only counts more than the answer for an earlier table.
    await paste(a, 'Date\tFrom\tTo\tRate\n12/11/2026\tUSD\tCNY\t7.1\n12/13/2026\tUSD\tCNY\t7.2');
    expect((await rates(a)).slice(-1)).toEqual(['2026-12-13 USD/CNY 7.2 PASTED']);
  });

  it.each([
    ['without two currencies', 'Date\tCurrency\tRate\n2026-10-22\tUSD\t1.2'],
    ['without rows', 'Date\tFrom\tTo\tRate'],
    ['that is empty', ' '],
  ])('are refused as a table %s', async (_, text) => {
    const refused = await paste(await t.admin(), text, { dryRun: 'true' });
    expect([refused.status, refused.error.code]).toEqual([422, 'imports.unreadable']);
  });
});

describe('a workbook', () => {
  it('is read with the days and numbers of its cells', async () => {
    const a = await t.admin();
    const head = ['Day', 'From', 'To', 'Rate'].map((text) => inline(text));
    const row = [number('46318', 1), inline('GBP'), inline('CNY'), number('9.319')];
    const answer = await send(a, 'rates.xlsx', workbookOf({ Rates: [head, row] }));
    expect(answer.body.counts).toMatchObject({ create: 1, fail: 0 });
    expect(await rates(a)).toEqual(['2026-10-23 GBP/CNY 9.319 FILE']);
  });
});

describe('a typed rate', () => {
  it('is never overwritten: not by pasted cells, not by a file, not by the European Central Bank', async () => {
    const a = await t.admin();
    await typed(a, '2026-10-23', 'EUR', 'GBP', '0.9');
    const table = 'Date,From,To,Rate\n2026-10-23,EUR,GBP,0.8724\n';
    const kept = [
      {
        day: '2026-10-23',
        base: 'EUR',
        quote: 'GBP',
        rate: '0.8724',
        kept: { base: 'EUR', quote: 'GBP', rate: '0.9' },
      },
    ];
    expect((await paste(a, table)).body).toMatchObject({ counts: { create: 0, update: 0, keep: 1 }, kept });
    expect((await send(a, 'rates.csv', table)).body).toMatchObject({ counts: { keep: 1 }, kept });
    expect((await send(a, 'eurofxref.csv', ECB)).body).toMatchObject({ counts: { create: 4, keep: 1 }, kept });
    expect(await rates(a)).toContain('2026-10-23 EUR/GBP 0.9 TYPED');
  });

  it('replaces an imported one, and a corrected one counts as typed', async () => {
    const a = await t.admin();
    await send(a, 'eurofxref.csv', ECB);
    await typed(a, '2026-10-23', 'GBP', 'EUR', '1.15');
    const { content } = await t.ok(a, listExchangeRates, { query: { search: 'eur/usd', sort: ['day,desc'] } });
    await t.ok(a, patchExchangeRate, { params: { id: content[0]?.id ?? '' }, body: { rate: '1.09' } });
    await send(a, 'eurofxref.csv', ECB);
    expect(await rates(a)).toEqual([
      '2026-10-22 EUR/GBP 0.8701 ECB',
      '2026-10-22 EUR/USD 1.0790 ECB',
      '2026-10-23 EUR/CNY 8.2541 ECB',
      '2026-10-23 EUR/USD 1.09 TYPED',
      '2026-10-23 GBP/EUR 1.15 TYPED',
    ]);
  });

  it('of an import is replaced by a newer import, but not by the European Central Bank', async () => {
    const a = await t.admin();
    const row = (rate: string) => `Date,From,To,Rate\n2026-10-23,EUR,GBP,${rate}\n`;
    await paste(a, row('0.8'));
    expect((await send(a, 'rates.csv', row('0.85'))).body.counts).toMatchObject({ update: 1, keep: 0 });
    await send(a, 'eurofxref.csv', ECB);
    expect(await rates(a)).toContain('2026-10-23 EUR/GBP 0.85 FILE');
  });
});

describe('the file of the European Central Bank', () => {
  const XML = `<gesmes:Envelope xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>
    <Cube time='2026-10-23'><Cube currency='GBP' rate='0.8724'/><Cube currency='CNY' rate='8.2541'/></Cube></Cube>
    </gesmes:Envelope>`;

  it('is read as CSV, XML or zip, gives other pairs through the euro, and is not kept', async () => {
    const a = await t.admin();
    const before = await keysInStore(t.deps);
    const answer = await send(a, 'eurofxref.xml', XML);
    expect(answer.body).toMatchObject({ kind: 'ECB', counts: { rates: 2, create: 2, fail: 0 } });
    expect(await rates(a)).toEqual(['2026-10-23 EUR/CNY 8.2541 ECB', '2026-10-23 EUR/GBP 0.8724 ECB']);
    expect((await send(a, 'eurofxref.csv', ECB)).body).toMatchObject({
      counts: { create: 3, same: 2 },
      skippedCurrencies: [],
    });
    const zip = Buffer.from(zipSync({ 'eurofxref-hist.csv': strToU8(ECB) }));
    expect((await send(a, 'eurofxref-hist.zip', zip)).body).toMatchObject({
      kind: 'ECB',
      counts: { create: 0, same: 5 },
    });
    expect(await t.ok(a, proposeExchangeRate, { query: { from: 'CNY', to: 'GBP', on: '2026-10-25' } })).toEqual({
      proposal: {
        rate: '0.1056929284',
        day: '2026-10-23',
        ageDays: 2,
        origin: 'ECB',
        parts: [
          { day: '2026-10-23', base: 'EUR', quote: 'CNY', rate: '8.2541' },
          { day: '2026-10-23', base: 'EUR', quote: 'GBP', rate: '0.8724' },
        ],
        invoice: null,
      },
    });
    expect(await keysInStore(t.deps)).toEqual(before);
  });

  it('is refused by the row and currency that cannot be read', async () => {
    const a = await t.admin();
    const refused = await send(a, 'eurofxref.csv', ECB.replace('1.0790', 'x'));
    expect(refused.error.errors?.map((e) => e.field)).toEqual(['rows.3.USD']);
    expect(await rates(a)).toEqual([]);
  });

  it('is not any other file', async () => {
    const refused = await send(await t.admin(), 'photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
    expect([refused.status, refused.error.code]).toEqual([415, 'wrong_file']);
  });
});

describe('an import of rates', () => {
  const CELLS =
    'Date\tFrom\tTo\tRate\n2026-10-21\tGBP\tCNY\t9.30\n2026-10-22\tGBP\tCNY\t9.31\n2026-10-23\tGBP\tCNY\t9.32\n';

  it('is taken back as a whole: new rates go, replaced ones get their former values', async () => {
    const a = await t.admin();
    await paste(a, '2026-10-22\tCNY\tGBP\t0.1075\n2026-10-20\tGBP\tCNY\t9.2');
    await typed(a, '2026-10-23', 'GBP', 'CNY', '9.99');
    const before = await rates(a);
    const { operationId, counts } = (await send(a, 'rates.tsv', CELLS)).body;
    expect(counts).toMatchObject({ create: 1, update: 1, keep: 1 });
    expect(await rates(a)).toContain('2026-10-22 GBP/CNY 9.31 FILE');
    const undo = { params: { operationId: operationId ?? '' } };
    expect(await t.ok(a, undoOperation, undo)).toEqual({ restored: 2, keptCount: 0, kept: [] });
    expect(await rates(a)).toEqual(before);
    expect((await t.call(a, undoOperation, undo)).error.code).toBe('undo.too_late');
    const [entry] = (await t.ok(a, listAuditLog, { query: {} })).content;
    expect([entry?.action, entry?.changes.map(({ field, to }) => [field, to])]).toEqual([
      'exchange-rate.import-undone',
      [
        ['kept', '0'],
        ['undone', '2'],
      ],
    ]);
  });

  it('leaves rates that were changed or deleted since, and names them', async () => {
    const a = await t.admin();
    await paste(a, '2026-10-22\tGBP\tCNY\t9.2');
    const { operationId } = (await send(a, 'rates.tsv', CELLS)).body;
    const stored = (await t.ok(a, listExchangeRates, { query: { sort: ['day,asc'] } })).content;
    const [created, replaced, other] = stored.map(({ id }) => ({ params: { id } }));
    if (!created || !replaced || !other) throw new Error('Three rates were imported');
    await t.ok(a, patchExchangeRate, { ...created, body: { rate: '9.5' } });
    await t.ok(a, deleteExchangeRate, replaced);
    // A new rate that a person has deleted already needs nothing.
    await t.ok(a, deleteExchangeRate, other);
    expect(await t.ok(a, undoOperation, { params: { operationId: operationId ?? '' } })).toEqual({
      restored: 0,
      keptCount: 2,
      kept: [
        { id: replaced.params.id, label: 'GBP/CNY 2026-10-22', reason: 'DELETED' },
        { id: created.params.id, label: 'GBP/CNY 2026-10-21', reason: 'EDITED' },
      ],
    });
    expect(await rates(a)).toEqual(['2026-10-21 GBP/CNY 9.5 TYPED']);
  });

  it('has no operation if it is a dry run or stored nothing', async () => {
    const a = await t.admin();
    expect((await paste(a, CELLS, { dryRun: 'true' })).body.operationId).toBeNull();
    await paste(a, CELLS);
    expect((await paste(a, CELLS)).body.operationId).toBeNull();
  });
});
