import { describe, expect, it } from 'vitest';
import { readWords } from './document-words.ts';
import { searchTermsOf, type MatchedInvoice, matchInvoice, rankMatches } from './matching.ts';

const INVOICE: MatchedInvoice = {
  id: 'a',
  invoiceNumber: 'INV-2026-0042',
  isNumberFromDate: false,
  supplierNames: ['Ningbo Yongjia Houseware Co., Ltd.', '宁波永佳家居用品有限公司'],
  date: '2026-11-16',
  currency: 'USD',
  totalMinor: 123_450n,
  hasSameFile: false,
};
const reasonsOf = (text: string | string[], change: Partial<MatchedInvoice> = {}) =>
  matchInvoice(readWords([text].flat()), { ...INVOICE, ...change })?.reasons ?? [];
const found = (text: string, kind: string, change: Partial<MatchedInvoice> = {}) =>
  reasonsOf(`${text}\n`, change).find((r) => r.kind === kind)?.text;
/** Adds a number to the text, because a date alone makes no match. */
const foundDate = (text: string, date = '2026-11-16') => found(`INV-2026-0042 ${text}`, 'DATE', { date });

describe('the invoice number in a document', () => {
  it.each([
    ['Invoice No: INV-2026-0042', 'INV-2026-0042'],
    ['invoice inv 2026 0042 of', 'inv 2026 0042'],
    ['No.INV/2026/0042', 'INV/2026/0042'],
    ['Inv2026-0042', 'Inv2026-0042'],
    ['发票号INV-2026-0042日期', 'INV-2026-0042'],
    ['ＩＮＶ－２０２６－００４２', 'INV-2026-0042'],
    ['(INV - 2026 - 0042)', 'INV - 2026 - 0042'],
  ])('is found in %s', (text, written) => expect(found(text, 'NUMBER')).toBe(written));

  it.each(['INV-2026-00421', 'XINV-2026-0042', 'INV-2026-0042-B', 'PI-INV-2026-0042', 'INV-2026\n0042', 'INV-2026'])(
    'is not found in %s',
    (text) => expect(found(text, 'NUMBER')).toBeUndefined(),
  );

  it.each([
    ['345', 'Total 12,345.00', undefined],
    ['0042', 'INV-2026-0042', undefined],
    ['20261116', 'Date 2026-11-16', undefined],
    ['2026-11-16', '2026-11-16', undefined],
    ['FREIGHT', 'FREIGHT', undefined],
    ['42', 'No. 42', undefined],
    ['4711', 'Invoice No.4711', '4711'],
    ['№ 7/815', 'Invoice 7/815.', '7/815'],
  ])('%s is searched for as a whole in %s', (invoiceNumber, text, written) =>
    expect(found(text, 'NUMBER', { invoiceNumber })).toBe(written),
  );

  it('is not searched for when nobody typed it', () => {
    expect(found('Order 4711-2', 'NUMBER', { invoiceNumber: '4711-2', isNumberFromDate: true })).toBeUndefined();
  });
});

describe('the total in a document', () => {
  it.each([
    ['Total 1,234.50', '1,234.50'],
    ['Total 1.234,50', '1.234,50'],
    ['Total 1234.50', '1234.50'],
    ['Total 1234.5', '1234.5'],
    ['Total 1 234,50', '1 234,50'],
    ["Total 1'234.50", "1'234.50"],
    ['USD1,234.50', '1,234.50'],
    ['US$ 1,234.50', '1,234.50'],
    ['1,234.50 USD', '1,234.50'],
    ['合计1234.50', '1234.50'],
    ['-1,234.50', '1,234.50'],
  ])('is found in %s', (text, written) => expect(found(text, 'TOTAL')).toBe(written));

  it.each([
    'EUR 1,234.50',
    '1,234.50 EUR',
    '€1.234,50',
    '¥1234.50',
    '1234.50元',
    '11,234.50',
    '1,234.501',
    'A1234.50',
    '1,234.50.7',
    '123450',
  ])('is not found in %s', (text) => expect(found(text, 'TOTAL')).toBeUndefined());

  it.each([
    ['JPY', 1_234_500n, '合計 ¥1,234,500', '1,234,500'],
    ['JPY', 1_234_500n, '1234500円', '1234500'],
    ['CNY', 125_000n, 'RMB 1,250', '1,250'],
    ['CNY', 10_000n, '100.00元', '100.00'],
    ['KWD', 1_234_500n, '1,234.500', '1,234.500'],
    ['USD', 125_000n, 'Total 1,250', '1,250'],
    ['USD', 500n, 'Total USD 5', '5'],
    // A bare 5 could also be a quantity.
    ['USD', 500n, '5 cartons', undefined],
    ['USD', 0n, '0.00', undefined],
    ['USD', null, '1,234.50', undefined],
  ])('in %s: %s in "%s"', (currency, totalMinor, text, written) =>
    expect(found(text, 'TOTAL', { currency, totalMinor })).toBe(written),
  );
});

describe('the date in a document', () => {
  it.each([
    '2026-11-16',
    '2026/11/16',
    '16/11/2026',
    '16.11.2026',
    '11/16/2026',
    '16 Nov 2026',
    '16-Nov-2026',
    '16-Nov-26',
    '16th November 2026',
    'Nov 16, 2026',
    'November 16 2026',
    '2026年11月16日',
    '2026 年 11 月 16 日',
  ])('is found as %s', (text) => expect(foundDate(text)).toBe(text));

  it.each(['116/11/2026', '2026-11-161', '16 Nova 2026', '16/11/20260'])('is not found in %s', (text) =>
    expect(foundDate(text)).toBeUndefined(),
  );

  it('matches with day and month in either order, when that day exists', () => {
    expect([foundDate('05/11/2026', '2026-11-05'), foundDate('05/11/2026', '2026-05-11')]).toEqual([
      '05/11/2026',
      '05/11/2026',
    ]);
    expect(searchTermsOf(readWords(['31/02/2026 and 2026-02-30'])).days).toEqual([]);
  });

  it('makes no match on its own', () => {
    expect(matchInvoice(readWords(['of 2026-11-16']), INVOICE)).toBeUndefined();
    expect(matchInvoice(readWords(['']), INVOICE)).toBeUndefined();
  });
});

describe('the supplier in a document', () => {
  it.each([
    ['NINGBO YONGJIA HOUSEWARE CO.,LTD', 'NINGBO YONGJIA HOUSEWARE CO.,LTD'],
    ['from Ningbo  Yongjia\nHouseware, China', 'Ningbo Yongjia Houseware'],
    ['卖方：宁波永佳家居用品有限公司', '宁波永佳家居用品有限公司'],
    ['宁 波 永 佳 家 居 用 品 有 限 公 司', '宁波永佳家居用品有限公司'],
  ])('is found in %s', (text, written) => expect(found(text, 'SUPPLIER')).toBe(written));

  it.each(['Ningbo Yongjia', 'Ningbo Yongjia Housewares', 'ANingbo Yongjia Houseware', '宁波永佳'])(
    'is not found in %s',
    (text) => expect(found(text, 'SUPPLIER')).toBeUndefined(),
  );

  it.each([
    ['DHL', 'shipped by dhl express', 'dhl'],
    ['Co Ltd', 'some Co Ltd', 'Co Ltd'],
    ['Ace Ltd', 'an ace in the hole', undefined],
    ['', 'anything', undefined],
    ['XY', 'XY', undefined],
  ])('%s in %s', (name, text, written) => expect(found(text, 'SUPPLIER', { supplierNames: [name] })).toBe(written));
});

describe('a match', () => {
  const page1 = 'Invoice INV-2026-0042\nNingbo Yongjia Houseware Co., Ltd.';
  const page2 = 'Date 16/11/2026\nTotal USD 1,234.50';

  it('says what was found and on which page, and scores 100 when everything was found', () => {
    expect(matchInvoice(readWords([page1, page2]), INVOICE)).toEqual({
      id: 'a',
      reasons: [
        { kind: 'NUMBER', text: 'INV-2026-0042', page: 1 },
        { kind: 'TOTAL', text: '1,234.50', page: 2 },
        { kind: 'SUPPLIER', text: 'Ningbo Yongjia Houseware Co., Ltd', page: 1 },
        { kind: 'DATE', text: '16/11/2026', page: 2 },
      ],
      score: 100,
    });
  });

  it('by the same file needs no text', () => {
    expect(matchInvoice(readWords([]), { ...INVOICE, hasSameFile: true })).toEqual({
      id: 'a',
      reasons: [{ kind: 'FILE', text: 'INV-2026-0042', page: null }],
      score: 50,
    });
  });

  it('list is sorted by score, then newest first, and cut at the limit', () => {
    const others: MatchedInvoice[] = [
      { ...INVOICE, id: 'supplier-old', invoiceNumber: 'X-1000', totalMinor: 1n, date: '2026-01-01' },
      { ...INVOICE, id: 'supplier-new', invoiceNumber: 'X-2000', totalMinor: 1n, date: '2026-02-01' },
      { ...INVOICE, id: 'date', invoiceNumber: 'X-3000', totalMinor: 1n, supplierNames: [] },
      { ...INVOICE, id: 'few digits', invoiceNumber: '2026', totalMinor: 1n, supplierNames: [], date: '2026-01-01' },
      INVOICE,
    ];
    const words = readWords([page1, `${page2}\nin 2026 `]);
    expect(rankMatches(words, others, 20).map((m) => [m.id, m.score])).toEqual([
      ['a', 100],
      ['few digits', 25],
      ['supplier-new', 15],
      ['supplier-old', 15],
    ]);
    expect(rankMatches(words, others, 1)).toHaveLength(1);
  });
});

describe('searchTermsOf', () => {
  it('lists numbers, totals with every possible number of decimals (largest first), and days in order', () => {
    const found = searchTermsOf(readWords(['B-200 of 2026-12-01, A 100 of 2026-11-16: 1,234.50 and 99.95']));
    expect(found.numbers).toEqual(expect.arrayContaining(['b200', 'a100']));
    expect(found.totals).toEqual([1_234_500n, 123_450n, 99_950n, 9_995n]);
    expect(found.days).toEqual(['2026-11-16', '2026-12-01']);
  });

  it('processes a long document whose words look like numbers and dates', () => {
    const page = 'INV-1 2,3.4 5/6/2026 a b c d e f 7 - 8 _ 9 年 '.repeat(500);
    const found = searchTermsOf(readWords(Array.from({ length: 12 }, (_, i) => `${page} N-${i}000`)));
    expect(found.numbers.length).toBeLessThanOrEqual(20_000);
  });
});
