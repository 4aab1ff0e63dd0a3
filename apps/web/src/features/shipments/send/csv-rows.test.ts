import { expect, it } from 'vitest';
import { csvRows } from './csv-rows.ts';

it.each([
  [
    'cells and rows, without the byte order mark',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a last row without a line break', 'a\n1', [['a'], ['1']]],
  [
    'empty cells',
    'a,,\n,,c\n',
    [
      ['a', '', ''],
      ['', '', 'c'],
    ],
  ],
  [
    'quoted commas, quotes and line breaks',
    '"Dock Road, 1","say ""hi""","two\r\nlines"\r\n',
    [['Dock Road, 1', 'say "hi"', 'two\r\nlines']],
  ],
  ['nothing', '', []],
])('reads %s', (_, text, rows) => {
  expect(csvRows(text)).toEqual(rows);
});
