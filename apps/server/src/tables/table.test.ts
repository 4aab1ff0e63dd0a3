import { describe, expect, it } from 'vitest';
import { readTable } from './table.ts';

const read = (text: string, limit = 100) => readTable(text, limit);
const cells = (text: string) => read(text).rows.map((r) => r.cells);

describe('readTable', () => {
  it.each([
    ['comma', 'a,b\n1,2\n', [['1', '2']]],
    ['semicolon', 'a;b\r\n1,5;2\r\n', [['1,5', '2']]],
    ['tab', 'a\tb\n1\t"2\n', [['1', '"2']]],
    [
      'old Mac line ends',
      'a,b\r1,2\r3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['separator named', 'sep=;\r\na;b,c\r\n1;2', [['1', '2']]],
    ['quotes', 'a,b\n"x, ""y""\r\nz",2\n', [['x, "y"\r\nz', '2']]],
    ['quotes inside a bare cell', 'a,b\n6" pan,2\n', [['6" pan', '2']]],
    ['empty cells', 'a,b,c\n,,\n"",x,\n,', [['', 'x', '']]],
    ['an empty last cell at the end of the file', 'a,b\n1,', [['1', '']]],
    ['a quoted header with a comma', '"a,1";b\n1;2', [['1', '2']]],
  ])('reads %s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('reads cells copied from spreadsheets: quoted only for tabs and line ends', () => {
    const pasted = (text: string) => readTable(text, 100, { isPasted: true });
    const table = pasted('Order, March\nA\t"two\nlines, ""q"""\t"x"\r\nB\t6" pan\t"open');
    expect(table).toMatchObject({ delimiter: '\t', header: { cells: ['Order, March'] } });
    expect(table.rows).toEqual([
      { row: 2, cells: ['A', 'two\nlines, "q"', '"x"'] },
      { row: 3, cells: ['B', '6" pan', '"open'] },
    ]);
    expect(pasted('a,b\n"1,5",2').rows).toEqual([{ row: 2, cells: ['1,5', '2'] }]);
  });

  it('counts blank rows in row numbers, and counts rows beyond the limit', () => {
    const table = read('\na,b\n\n1,2\n,,\n3,4\n5,6', 2);
    expect(table).toMatchObject({
      header: { row: 2, cells: ['a', 'b'] },
      rows: [{ row: 4 }, { row: 6 }],
      total: 3,
      endsWithNewline: false,
    });
  });

  it.each([
    ['a,b\n1,"never\n2,3\n', 'The quote that opens in row 2, column 2 never closes.'],
    [
      'a,b\n1,"never\n2,"3"\n',
      'The quote that opens in row 2, column 2 never closes, or closes before the end of its cell.',
    ],
    ['a,b\n"1""', 'The quote that opens in row 2, column 1 never closes.'],
    ['', 'The file is empty.'],
    [' \r\n ,, \n', 'The file is empty.'],
  ])('says where %j stops making sense', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});
