import { describe, expect, it } from 'vitest';
import { isEcbHeader, isEcbXml, readEcbDay, readEcbRows, readEcbXml } from './ecb-file.ts';

const rows = (text: string) => text.split('\n').map((line, i) => ({ row: i + 1, cells: line.split(',') }));

describe('the CSV file of the European Central Bank', () => {
  it('gives a rate for each currency and day; N/A and the comma at the end are no rates', () => {
    const file = rows('Date,USD,JPY,CYP,\n2026-10-23,1.0845,163.42,N/A,\n2026-10-22,1.0790,N/A,0.5842,');
    expect(isEcbHeader(file[0]?.cells ?? [])).toBe(true);
    expect(readEcbRows(file)).toEqual({
      rates: [
        { row: 2, day: '2026-10-23', quote: 'USD', rate: '1.0845' },
        { row: 2, day: '2026-10-23', quote: 'JPY', rate: '163.42' },
        { row: 3, day: '2026-10-22', quote: 'USD', rate: '1.0790' },
      ],
      errors: [],
      skipped: ['CYP'],
    });
  });

  it('of one day writes the month in words and spaces after the commas', () => {
    const file = rows('Date, USD, JPY, \n23 October 2026, 1.0845, 163.42, ');
    expect(isEcbHeader(file[0]?.cells ?? [])).toBe(true);
    expect(readEcbRows(file).rates.map(({ day, quote }) => `${day} ${quote}`)).toEqual([
      '2026-10-23 USD',
      '2026-10-23 JPY',
    ]);
  });

  it('names each cell that is neither a day nor a rate', () => {
    expect(readEcbRows(rows('Date,USD,JPY\n2026-02-30,1,1\n2026-10-23,1.08x,0')).errors).toEqual([
      { row: 2, column: 'Date', value: '2026-02-30' },
      { row: 3, column: 'USD', value: '1.08x' },
      { row: 3, column: 'JPY', value: '0' },
    ]);
  });

  it.each([
    ['Date,From,To,Rate', false],
    ['Date', false],
    ['Day,USD,JPY', false],
    ['\ufeffDate,USD', true],
  ])('is recognised by its headings: %s', (header, expected) => {
    expect(isEcbHeader(header.split(','))).toBe(expected);
  });

  it.each([
    ['23 October 2026', '2026-10-23'],
    ['1 Mar 2026', '2026-03-01'],
    ['2026-10-23', '2026-10-23'],
    ['31 February 2026', undefined],
    ['23/10/2026', undefined],
    ['', undefined],
  ])('reads the day %s', (text, expected) => {
    expect(readEcbDay(text)).toBe(expected);
  });
});

describe('the XML file of the European Central Bank', () => {
  const xml = (cubes: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
  xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><Cube>${cubes}</Cube></gesmes:Envelope>`;

  it('gives a rate for each currency and day, in single or double quotes', () => {
    const text = xml(
      `<Cube time='2026-10-23'><Cube currency='USD' rate='1.0845'/><Cube currency='CYP' rate='0.58'/></Cube>
<Cube time="2026-10-22"><Cube currency="JPY" rate="163.42"/></Cube>`,
    );
    expect(isEcbXml(text)).toBe(true);
    expect(readEcbXml(text)).toMatchObject({
      rates: [
        { day: '2026-10-23', quote: 'USD', rate: '1.0845' },
        { day: '2026-10-22', quote: 'JPY', rate: '163.42' },
      ],
      errors: [],
      skipped: ['CYP'],
    });
  });

  it('gives nothing below a day that does not exist, and names it', () => {
    expect(readEcbXml(xml(`<Cube time='2026-13-01'><Cube currency='USD' rate='1'/></Cube>`))).toMatchObject({
      rates: [],
      errors: [{ column: 'time', value: '2026-13-01' }],
    });
  });

  it('is not any other text', () => {
    expect([isEcbXml('Date,USD'), isEcbXml('<html><body>rates</body></html>'), isEcbXml('')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
