import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { bool, formula, inline, number, shared, workbookOf } from '../testing/workbook-file.ts';
import { openTable, type TableSource } from './open-table.ts';
import {
  digitFormat,
  inDigits,
  isDateFormat,
  isoDay,
  isPercentFormat,
  numberText,
  percentText,
} from './workbook-numbers.ts';

const sourceOf = (bytes: Buffer): TableSource => ({
  pieces: async function* () {
    yield bytes;
  },
  whole: async () => bytes,
});
const open = (bytes: Buffer, choice: { sheet?: string } = {}) =>
  openTable(sourceOf(bytes), {
    maxRows: 1000,
    isHeader: (cells) => cells.includes('sku'),
    countKnown: (cells) => cells.filter((cell) => ['sku', 'name', 'n'].includes(cell)).length,
    ...choice,
  });
const cellsOf = async (bytes: Buffer) => {
  const table = await open(bytes);
  const rows: (readonly string[])[] = [];
  for await (const part of table?.rows() ?? []) rows.push(...part.map((r) => r.cells));
  return rows;
};

describe('an uploaded workbook', () => {
  it('returns texts, numbers, booleans and dates in readable form', async () => {
    const book = workbookOf(
      {
        Notes: [[inline('Read me first')], [inline('…')]],
        Products: [
          [],
          [inline('sku'), inline('name'), inline('n'), inline('yes'), inline('day'), inline('price'), inline('duty')],
          [
            shared(0),
            shared(1),
            number('0.30000000000000004'),
            bool(true),
            number('45981.5', 1),
            number('3.8000657111350001E12', 2),
            number('0.065', 3),
          ],
          [],
          [inline('B'), null, number('1E-3'), bool(false), inline('_x000D_&amp;x'), null],
        ],
      },
      { texts: ['<t>A</t>', '<r><t>Rich </t></r><r><t xml:space="preserve">text 竹</t></r><rPh><t>aid</t></rPh>'] },
    );
    expect(await open(book)).toMatchObject({
      isWorkbook: true,
      sheet: 'Products',
      total: 2,
      header: { row: 2 },
      delimiter: ',',
      encoding: null,
    });
    expect(await cellsOf(book)).toEqual([
      ['A', 'Rich text 竹', '0.3', 'true', '2025-11-20', '3800065711135', '6.5%'],
      ['B', '', '0.001', 'false', '\r&x'],
    ]);
  });

  it('says which cells are no texts, and what they show', async () => {
    const book = workbookOf({
      S: [
        [inline('sku')],
        [number('123', 4), number('90.75', 5), number('7'), number('45981', 1), bool(true), formula('A2'), inline('7')],
        [formula('A2')],
      ],
    });
    const rows = [];
    for await (const part of (await open(book))?.rows() ?? []) rows.push(...part);
    expect(rows.map(({ stored }) => stored && Object.fromEntries(stored))).toEqual([
      {
        0: { as: 'NUMBER', shown: '00123' },
        1: { as: 'NUMBER', shown: '90.750' },
        2: { as: 'NUMBER' },
        3: { as: 'DATE' },
        4: { as: 'BOOLEAN' },
        5: { as: 'NO_VALUE' },
      },
      { 0: { as: 'NO_VALUE' } },
    ]);
    expect(rows[0]?.cells.slice(0, 2)).toEqual(['123', '90.75']);
  });

  it('names the sheets with such a table, and reads the one that a person chose', async () => {
    const rows = [[inline('Price list')], [inline('sku'), inline('name')], [inline('A'), inline('Pan')]];
    const book = workbookOf({ Notes: [[inline('Read me')]], One: rows, Two: [...rows, [inline('B'), inline('Pot')]] });
    expect(await open(book)).toMatchObject({
      ...{ sheet: 'One', total: 1, header: { row: 2 } },
      reading: { sheet: 'One', sheets: ['One', 'Two'], encoding: null },
    });
    expect(await open(book, { sheet: 'Two' })).toMatchObject({ total: 2, reading: { sheet: 'Two' } });
    await expect(open(book, { sheet: 'Three' })).rejects.toThrow('The workbook has no visible sheet Three with cells.');
  });

  it('says how many of its rows are hidden, and how many ranges are merged', async () => {
    const sheet = (xml: string) =>
      '<?xml version="1.0"?><worksheet><sheetData>' +
      `<row r="1" hidden="1"><c r="A1" t="inlineStr"><is><t>sku</t></is></c></row>` +
      '<row r="2" hidden="1"><c r="A2"><v>1</v></c></row>' +
      `<row r="3"><c r="A3"><v>2</v></c></row></sheetData>` +
      `${xml}</worksheet>`;
    const bookWith = (xml: string) =>
      open(workbookOf({ S: [[inline('sku')]] }, { extra: { 'xl/worksheets/sheet1.xml': strToU8(sheet(xml)) } }));
    expect((await bookWith(''))?.reading).toMatchObject({ hiddenRows: 1, mergedCells: 0 });
    const merged = '<mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="A2:A3"/></mergeCells>';
    expect((await bookWith(merged))?.reading).toMatchObject({ hiddenRows: 1, mergedCells: 1 });
  });

  it('is not opened if it is another format, a zip bomb, or contains an archive', async () => {
    const sheet = { S: [[inline('sku')], [inline('A')]] };
    expect(await open(Buffer.from(zipSync({ 'a.txt': strToU8('x') })))).toBeUndefined();
    expect(await open(workbookOf(sheet, { extra: { 'xl/media/inner.zip': strToU8('PK') } }))).toBeUndefined();
    expect(await open(workbookOf(sheet, { extra: { 'xl/vbaProject.bin': strToU8('x') } }))).toBeUndefined();
    expect(
      await open(workbookOf(sheet, { extra: { 'xl/bomb.xml': new Uint8Array(20 * 1024 * 1024) } })),
    ).toBeUndefined();
  });

  it('is refused with an explanation if it has a document type or is cut off', async () => {
    const sheet = { S: [[inline('sku')], [inline('A')]] };
    await expect(open(workbookOf(sheet, { head: '<!DOCTYPE x [<!ENTITY a "b">]>' }))).rejects.toThrow('document type');
    await expect(open(workbookOf({ S: [[inline('sku<oops')]] }))).rejects.toThrow('The workbook is damaged');
  });

  it('has short rows even if a cell claims to be far to the right', async () => {
    const far = Buffer.from(workbookOf({ S: [[inline('sku')], ['t="inlineStr"><is><t>A</t></is>']] }));
    expect((await cellsOf(far))[0]?.length).toBe(1);
  });
});

describe('a number in a workbook', () => {
  it.each([
    ['12', '12'],
    ['1.0', '1'],
    ['100', '100'],
    ['1e5', '100000'],
    ['-1.5E-7', '-0.00000015'],
    ['1.23456789012345E20', '123456789012345000000'],
    ['#N/A', '#N/A'],
  ])('of %s is read as %s', (value, text) => expect(numberText(value)).toBe(text));

  it.each([
    ['1', false, '1900-01-01'],
    ['59', false, '1900-02-28'],
    ['61', false, '1900-03-01'],
    ['45000.75', true, '2027-03-16'],
    ['-3', false, '-3'],
  ])('of day %s (counted from 1904: %s) is %s', (value, is1904, day) => expect(isoDay(value, is1904)).toBe(day));

  it.each([
    [14, undefined, true],
    [20, undefined, false],
    [164, '[$-409]dd\\-mmm;@', true],
    [165, '0.00 "day"', false],
    [166, '[Red]0.0', false],
    [167, 'h:mm', false],
  ])('with the format %s %s is shown as a day: %s', (id, code, is) => expect(isDateFormat(id, code)).toBe(is));

  it.each([
    [10, undefined, true],
    [2, undefined, false],
    [164, '0.0%;[Red]-0.0%', true],
    [165, '0.00 "%"', false],
  ])('with the format %s %s is shown in per cent: %s', (id, code, is) => expect(isPercentFormat(id, code)).toBe(is));

  it.each([
    ['123', 165, '00000', '00123'],
    ['123456', 165, '00000', '123456'],
    ['90.75', 166, '0.000', '90.750'],
    ['90.75', 165, '0', '90.75'],
    ['12.5', 2, undefined, '12.50'],
    ['7', 1, undefined, '7'],
    ['-7', 165, '000', '-7'],
    ['123', 165, '000-00', undefined],
    ['123', 0, undefined, undefined],
  ])('of %s with the format %s %s shows %s', (value, id, code, shown) => {
    const format = digitFormat(id, code);
    expect(format && inDigits(value, format)).toBe(shown);
  });

  it.each([
    ['0.04', '4%'],
    ['0.07', '7%'],
    ['0.0825', '8.25%'],
    ['1', '100%'],
  ])('of %s in per cent is read as %s', (value, text) => expect(percentText(value)).toBe(text));
});
