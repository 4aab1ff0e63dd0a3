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
    ['a,"b\n1,2\n', 'The quote that opens in row 1, column 2 never closes, or closes before the end of its cell.'],
    ['\n"a" x,b\n1,2\n', 'The quote that opens in row 2, column 1 never closes, or closes before the end of its cell.'],
    ['', 'The file is empty.'],
    [' \r\n ,, \n', 'The file is empty.'],
  ])('says where %j stops making sense', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('a faulty quote', () => {
  const faults = (text: string, isPasted = false) =>
    readTable(text, 100, { isPasted }).rows.map(({ row, cells, fault }) => [
      row,
      cells,
      fault?.column,
      fault?.reason.code,
    ]);
  it.each<[string, string, unknown[]]>([
    [
      'before the end of its cell',
      'sku,name,n\nA,"Webcam, 1/2" Sensor",5\nB,Pan,6\n',
      [
        [2, ['A', 'Webcam, 1/2" Sensor', '5'], 1, 'rows.quote_broken'],
        [3, ['B', 'Pan', '6'], undefined, undefined],
      ],
    ],
    [
      'that never closes',
      'sku,name\nA,"5 inch\nB,Pan\nC,"Pot"\n',
      [
        [2, ['A', '"5 inch'], 1, 'rows.quote_open'],
        [3, ['B', 'Pan'], undefined, undefined],
        [4, ['C', 'Pot'], undefined, undefined],
      ],
    ],
    [
      'behind a sound cell of two lines',
      'sku,name,n\r\n"A\r\nB","x" y,5\r\nC,Pan,6',
      [
        [2, ['A\r\nB', '"x" y', '5'], 1, 'rows.quote_broken'],
        [3, ['C', 'Pan', '6'], undefined, undefined],
      ],
    ],
    [
      'that a later inch closes by chance',
      'sku,name,n\nA,"5 inch,5\nB,Pan,6\nC,6",7\nD,Pot,8\n',
      [
        [2, ['A', '"5 inch', '5'], 1, 'rows.quote_open'],
        [3, ['B', 'Pan', '6'], undefined, undefined],
        [4, ['C', '6"', '7'], undefined, undefined],
        [5, ['D', 'Pot', '8'], undefined, undefined],
      ],
    ],
    [
      'in a cell of two lines, whose rest is no row',
      'sku,name,n\nA,"two\nlines" more,5\nB,Pan,6\n',
      [
        [2, ['A', '"two'], 1, 'rows.quote_open'],
        [3, ['lines" more', '5'], 0, 'rows.quote_rest'],
        [4, ['B', 'Pan', '6'], undefined, undefined],
      ],
    ],
    ['at the end of the text', 'a,b\n"1""', [[2, ['1"'], 0, 'rows.quote_open']]],
  ])('%s costs its own row and no other', (_, text, expected) => {
    expect(faults(text)).toEqual(expected);
    expect(faults(text, true)).toEqual(expected);
  });

  it('is none where a cell of several lines has commas', () => {
    expect(faults('sku,name,n\nA,"Steel, black\nsoft, light",5\n')).toEqual([
      [2, ['A', 'Steel, black\nsoft, light', '5'], undefined, undefined],
    ]);
    expect(faults('sku\tname\tn\nA\t"two\nlines"\t5', true)).toEqual([
      [2, ['A', 'two\nlines', '5'], undefined, undefined],
    ]);
  });

  it('of copied cells takes no rows with it', () => {
    expect(faults('sku\tname\tn\nA\t"5 inch\t5\nB\tPan\t6\nC\t6"\t7', true)).toEqual([
      [2, ['A', '"5 inch', '5'], 1, 'rows.quote_open'],
      [3, ['B', 'Pan', '6'], undefined, undefined],
      [4, ['C', '6"', '7'], undefined, undefined],
    ]);
  });
});
