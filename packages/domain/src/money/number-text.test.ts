import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalText } from './money.ts';
import {
  ambiguityOf,
  type DecimalMark,
  decideReading,
  evidenceOf,
  type NumberReading,
  readingOf,
  readingOfMark,
  readInColumn,
  readNumber,
  readTyped,
} from './number-text.ts';

describe('readNumber', () => {
  it.each([
    ['1234.5', '1234.5'],
    ['1,234.50', '1234.50'],
    ['1,234', '1234'],
    ['12,34,567.00', '1234567.00'],
    ["1'234.50", '1234.50'],
    ['1 234 567', '1234567'],
    ['1\u202f234', '1234'],
    [' .5 ', '0.5'],
    ['5.', '5'],
    ['-12.30', '-12.30'],
    ['\u221212', '-12'],
    ['12.30-', '-12.30'],
    ['(1,000.00)', '-1000.00'],
    ['-0.00', '0.00'],
    ['１，２３４．５０', '1234.50'],
  ])('reads %j as %s', (text, plain) => {
    expect(readNumber(text, '.')).toEqual({ plain, written: null });
  });

  it.each([
    ['1.234,50', '1234.50'],
    ['0,125', '0.125'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
  ])('reads %j as %s when the comma is the decimal mark', (text, plain) => {
    expect(readNumber(text, ',')).toEqual({ plain, written: null });
  });

  it.each([
    ['$1,234.50', '1234.50', '$'],
    ['-$5', '-5', '$'],
    ['$-5', '-5', '$'],
    ['($5.00)', '-5.00', '$'],
    ['US$ 12', '12', 'USD'],
    ['12.00 usd', '12.00', 'USD'],
    ['CNY1,200', '1200', 'CNY'],
    ['RMB 9.90', '9.90', 'CNY'],
    ['￥88.00', '88.00', '¥'],
    ['88元', '88', 'CNY'],
    ['88円', '88', 'JPY'],
    ['hk$32.50', '32.50', 'HKD'],
    ['NT$ 90', '90', 'TWD'],
    ['$90 CAD', '90', 'CAD'],
    ['USD 90 $', '90', 'USD'],
  ])('strips the currency from %j', (text, plain, currency) => {
    const read = readNumber(text, '.');
    expect([read?.plain, read?.written?.name]).toEqual([plain, currency]);
  });

  it.each([
    '',
    '-',
    'abc',
    '12a',
    '0,125',
    '€5 USD',
    '¥5 USD',
    'X$5',
    '1,23',
    '1,2345',
    '12,34',
    '1.2.3',
    '1,234 567',
    'USD',
    '1e5',
    '5%',
    '12/3',
    '١٢',
    '12 pcs',
    `1${' '.repeat(70)}`,
  ])('refuses %j', (text) => {
    expect(readNumber(text, '.')).toBeUndefined();
  });
});

describe('a column of numbers', () => {
  it.each<[string[], NumberReading]>([
    [['1,234.50', '12'], 'POINT'],
    [['1.234,50'], 'COMMA'],
    [['12,5', '1,234'], 'COMMA'],
    [['0,125'], 'COMMA'],
    [['0.125', '6,555'], 'POINT'],
    [['1,234,567'], 'POINT'],
    [['€ 9,90'], 'COMMA'],
    [['1234,567', '2.000'], 'COMMA'],
    [['12 345,60', '1.500'], 'COMMA'],
    [['6,555'], 'OPEN'],
    [['2.000', '1.500'], 'OPEN'],
    [['1,234', '1.234', '12', 'text, with commas.', ''], 'OPEN'],
    [['1,5', '1.5'], 'EACH'],
    [['1,5', '1.5', '1.500'], 'OPEN'],
    [['12', '1 234', 'a, b. c', ''], 'PLAIN'],
  ])('%j is read as %s', (cells, reading) => {
    expect(readingOf(evidenceOf(cells))).toBe(reading);
  });

  it('is decided in the same way by simple cells and by the same cells with spaces, which are parsed in full', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{0,5}[.,][0-9]{0,5}$/), (cell) => {
        expect(readingOf(evidenceOf([cell]))).toBe(readingOf(evidenceOf([` ${cell} `])));
      }),
    );
  });

  it('names the first cell that can be read in two ways', () => {
    expect(evidenceOf(['12', '$2.000', '1.500']).open).toBe('$2.000');
    expect(ambiguityOf('$2.000')).toEqual({ whole: '2000', decimal: '2.000' });
    expect(ambiguityOf('2,000')).toEqual({ whole: '2000', decimal: '2.000' });
    expect(ambiguityOf('2,00')).toBeUndefined();
  });

  it('reads each cell as the column is read, and refuses what is written otherwise', () => {
    const read = (text: string, reading: NumberReading) => {
      const value = readInColumn(text, reading);
      return typeof value === 'object' ? value.plain : value;
    };
    expect([read('1.500', 'COMMA'), read('1.500', 'POINT'), read('1.500', 'OPEN')]).toEqual([
      '1500',
      '1.500',
      'ambiguous',
    ]);
    expect([read('1,5', 'POINT'), read('1,5', 'EACH'), read('1.5', 'EACH'), read('12', 'PLAIN')]).toEqual([
      undefined,
      '1.5',
      '1.5',
      '12',
    ]);
  });

  /** Writes a number in the way that spreadsheets of a country write it. */
  const written = (
    minor: bigint,
    { decimals, mark, group }: { decimals: number; mark: DecimalMark; group: string },
  ): string => {
    const [whole = '', fraction] = decimalText(minor, decimals).split('.');
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, group);
    return fraction === undefined ? grouped : `${grouped}${mark}${fraction}`;
  };
  const aFormat = fc.oneof(
    fc.record({ mark: fc.constant<DecimalMark>('.'), group: fc.constantFrom(',', '', ' ', "'", '\u202f', '\u00a0') }),
    fc.record({ mark: fc.constant<DecimalMark>(','), group: fc.constantFrom('.', '', ' ', "'", '\u202f', '\u00a0') }),
  );
  const aCell = fc.record({ minor: fc.bigInt(-(10n ** 9n), 10n ** 9n), decimals: fc.integer({ min: 0, max: 4 }) });
  const amountOf = (plain: string) => {
    const [whole = '', fraction = ''] = plain.split('.');
    return BigInt(whole.replace('-', '') + fraction.padEnd(4, '0')) * (plain.startsWith('-') ? -1n : 1n);
  };

  it('in either format is read as it was written, or asked about, never as another value', () => {
    fc.assert(
      fc.property(fc.array(aCell, { minLength: 1, maxLength: 6 }), aFormat, (cells, format) => {
        const texts = cells.map(({ minor, decimals }) => written(minor, { ...format, decimals }));
        const reading = readingOf(evidenceOf(texts));
        expect(['OPEN', 'PLAIN', format.mark === '.' ? 'POINT' : 'COMMA']).toContain(reading);
        for (const [i, text] of texts.entries()) {
          const { minor = 0n, decimals = 0 } = cells[i] ?? {};
          const value = minor * 10n ** BigInt(4 - decimals);
          const read = readInColumn(text, reading);
          if (read === 'ambiguous') expect(reading).toBe('OPEN');
          else expect([text, read && amountOf(read.plain)]).toEqual([text, value]);
          const chosen = readInColumn(text, readingOfMark(format.mark));
          expect(typeof chosen === 'object' && amountOf(chosen.plain)).toBe(value);
        }
      }),
    );
  });
});

describe('typed digits', () => {
  it.each([
    ['1.234', '1.234'],
    ['1,234', { whole: '1234', decimal: '1.234' }],
    ['1.234,5', '1234.5'],
    ['12 345,60', '12345.60'],
    ['1.2.3', undefined],
  ])('%s are read as %j, because the product writes a decimal point', (text, expected) => {
    expect(readTyped(text)).toEqual(expected);
  });
});

describe('how a column is read', () => {
  const decided = (cells: readonly string[], chosen: DecimalMark | null, remembered: DecimalMark | null) =>
    decideReading(evidenceOf(cells), { chosen, remembered });

  it.each([
    [['1,234'], null, null, { reading: 'OPEN' }],
    [['1,234'], null, '.', { reading: 'POINT', by: 'EARLIER_CHOICE' }],
    [['1,234'], ',', '.', { reading: 'COMMA', by: 'CHOICE' }],
    // What the cells show is never overruled by an earlier table.
    [['1,234', '1,5'], null, '.', { reading: 'COMMA' }],
    [['1,234', '1,5', '1.5'], null, '.', { reading: 'OPEN' }],
    [['12'], null, '.', { reading: 'PLAIN' }],
  ] as const)('%j, with the choice %j and an earlier one of %j, is %j', (cells, chosen, remembered, expected) => {
    expect(decided(cells, chosen, remembered)).toEqual(expected);
  });
});
