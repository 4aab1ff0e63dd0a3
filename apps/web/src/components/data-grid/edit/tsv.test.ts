import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readTsv, writeTsv } from './tsv.ts';

it('what was copied is pasted as it was, whatever it holds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', "'", '=', '-', '1', '茶') });
  fc.assert(
    fc.property(fc.array(fc.array(text, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
      // A text that begins with the mark itself is the one thing that cannot be told apart from a marked one.
      fc.pre(rows.flat().every((cell) => !/^'\s*[=+\-@]/.test(cell)));
      expect(readTsv(writeTsv(rows))).toEqual(rows);
    }),
  );
});

it('reads what spreadsheets give: line breaks of Windows, one at the end, quotes inside a text', () => {
  expect(readTsv('a\tb\r\n1\t2\r\n')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
  expect(readTsv('"two\nlines"\t5" wide\n')).toEqual([['two\nlines', '5" wide']]);
  expect(readTsv('"8 inch" pan')).toEqual([['"8 inch" pan']]);
  expect(readTsv('')).toEqual([['']]);
  expect(readTsv('\n')).toEqual([['']]);
});

it('a formula leaves as a text, a negative number as a number', () => {
  expect(writeTsv([['=1+1', '-5', '-x', '@a']])).toBe("'=1+1\t-5\t'-x\t'@a");
});
