import { describe, expect, it } from 'vitest';
import { figureValue, readingsOf } from './figures.ts';
import { findMarks } from './find-marks.ts';
import { pageTextOf } from './page-text.ts';

const line = (...texts: string[]) =>
  pageTextOf(texts.map((text, index) => ({ text, endsLine: index === texts.length - 1, afterGap: index > 0 })));
/** The matched parts of the texts, spelt as in the document. */
const marked = (texts: readonly string[], ...spellings: string[]) => {
  const runs = texts.map((text) => ({ text, endsLine: true }));
  return findMarks([pageTextOf(runs)], spellings).map(({ parts }) =>
    parts.map(({ run, start, end }) => texts[run]?.slice(start, end)).join('|'),
  );
};

describe('figures', () => {
  it.each([
    '59,371.20',
    '59371.20',
    '59371.2',
    '59.371,20',
    '59 371,20',
    "59'371.20",
    '59\u00a0371.20',
    '59\u202f371,20',
    '59371,20',
    '59’371.20',
  ])('are found as %s', (figure) => expect(marked([`Amount ${figure} due`], '59,371.20')).toEqual([figure]));
  it.each(['159,371.20', '59,371.205', '59,371.21', '59,371', '5,9371.20'])('are not found in %s', (figure) =>
    expect(marked([figure], '59,371.20')).toEqual([]),
  );

  it('are matched whole: 12 is not part of 1,012, of a date or of a number', () =>
    expect(
      marked(['1,012', '12.5', '2026-11-12', '12/11/2026', '12.11.2026', 'HS-12', 'HS12', '12-A', '3x12'], '12'),
    ).toEqual([]));
  it('may be next to a currency, a unit, brackets or Chinese text', () =>
    expect(marked(['CNY12.00', '¥12', '(12.00)', '12pcs', '共12件', '-12', 'Total:12.'], '12')).toEqual([
      '12.00',
      '12',
      '12.00',
      '12',
      '12',
      '12',
      '12',
    ]));
  it('with three decimals are also read as thousands', () => {
    expect(marked(['1.008 Stück'], '1008')).toEqual(['1.008']);
    expect(marked(['1,008 pcs'], '1,008')).toEqual(['1,008']);
    expect(marked(['1,008 pcs'], '1.008')).toEqual(['1,008']);
  });
  it('do not extend across the gap between two columns', () => {
    expect(findMarks([line('1,008', '58.90')], ['58.90'])).toEqual([
      { page: 0, parts: [{ run: 1, start: 0, end: 5 }] },
    ]);
    expect(findMarks([line('1', '371.20')], ['371.20'])).toHaveLength(1);
  });
  it('keep all possible readings', () => {
    expect(readingsOf('1,008')).toEqual(['1.008', '1008']);
    expect(readingsOf('1,234,567.80')).toEqual(['1234567.8']);
    expect(readingsOf('16.11.2026')).toEqual([]);
    expect(readingsOf('1,23,456')).toEqual([]);
  });
  it.each([
    ['59,371.20', '59371.2'],
    ['-12.50', '12.5'],
    ['0.10', '0.1'],
    ['1.008', '1.008'],
    ['1,008', '1008'],
    ['2026-11-16', undefined],
    ['HP-17', undefined],
    ['', undefined],
  ])('%s is the value %s', (text, value) => expect(figureValue(text)).toBe(value));
});

describe('words', () => {
  it('match across runs and lines, ignoring case, width and dash variants', () => {
    expect(marked(['Invoice no. HS‑26', '-1187'], 'HS-26-1187')).toEqual(['HS‑26|-1187']);
    expect(marked(['NINGBO  Haosheng', 'Houseware'], 'Ningbo Haosheng Houseware')).toEqual([
      'NINGBO  Haosheng|Houseware',
    ]);
    expect(marked(['ＨＳ－２６'], 'hs-26')).toEqual(['ＨＳ－２６']);
  });
  it('match only whole words', () => {
    expect(marked(['HS-26-1187', 'HS-26-118', 'XHS-26'], 'HS-26')).toEqual([]);
    expect(marked(['HP-KTL-17', 'HP-KTL-177', 'HP-KTL-17/A'], 'HP-KTL-17')).toEqual(['HP-KTL-17']);
  });
  it('match in Chinese text without spaces', () =>
    expect(marked(['供应商：宁波昊晟家居用品有限公司'], '宁波昊晟')).toEqual(['宁波昊晟']));
  it('try the spellings in order and mark only the first that is found', () => {
    expect(marked(['16 Nov 2026', '16/11/2026', '16 Nov 2026'], '2026-11-16', '16 Nov 2026', '16/11/2026')).toEqual([
      '16 Nov 2026',
      '16 Nov 2026',
    ]);
    expect(marked(['nothing here'], 'x', '')).toEqual([]);
  });
  it('include their page', () =>
    expect(findMarks([line('a'), line('b'), line('a b')], ['b']).map(({ page }) => page)).toEqual([1, 2]));
});
