import { describe, expect, it } from 'vitest';
import { findHeadings } from './heading-rows.ts';

const WORDS = ['sku', 'name', 'brand', 'weight', 'length (cm)', 'width (cm)', 'pack length', 'item_sku', 'item_name'];
const known = (headings: readonly string[]) =>
  new Set(headings.map((cell) => cell.toLowerCase()).filter((cell) => WORDS.includes(cell))).size;
const found = (...rows: string[]) => {
  const { at, below, headings } = findHeadings(
    rows.map((row) => row.split('|')),
    known,
  );
  return [at, below, headings.join('|')];
};

describe('the headings of a table', () => {
  it.each<[string, string[], [number, number, string]]>([
    ['are the first row', ['sku|name', 'A|Pan'], [0, 1, 'sku|name']],
    ['are the first row where none is known', ['x|y', 'A|Pan'], [0, 1, 'x|y']],
    ['stand below titles', ['Price list 2026', 'Haosheng|||', ' SKU | Name|x', 'A|Pan|1'], [2, 3, 'SKU|Name|x']],
    ['are not a row with one known word', ['x|y', 'name|Pan', 'A|Pot'], [0, 1, 'x|y']],
    ['are not a row with numbers', ['sku|x|y', 'name|brand|5', 'A|Pot|6'], [0, 1, 'sku|x|y']],
    [
      'are those of a template with three',
      ['Type=x|1.0', 'SKU|Name|Brand', 'item_sku|item_name|brand', 'A|Pan|Z'],
      [1, 3, 'SKU|Name|Brand'],
    ],
    ['are those with the most known ones', ['sku|Title', 'Sku|Name|Brand', 'A|Pan|Z'], [1, 2, 'Sku|Name|Brand']],
    [
      'are two rows, with a group above columns',
      ['sku|name|Dimensions (cm)|', '||Length|Width', 'A|Pan|5|6'],
      [0, 2, 'sku|name|Length (cm)|Width (cm)'],
    ],
    [
      'keep the group that says of what their measures are',
      ['List', 'sku|name|Pack|Carton', '||Length|Length', 'A|Pan|5|6'],
      [1, 3, 'sku|name|Pack Length|Carton Length'],
    ],
    ['are looked for in 20 rows', [...Array<string>(20).fill('x'), 'sku|name'], [0, 1, 'x']],
    ['are found in the 20th row', [...Array<string>(19).fill('x'), 'sku|name'], [19, 20, 'sku|name']],
    ['of nothing are none', [], [0, 1, '']],
  ])('%s', (_, rows, expected) => expect(found(...rows)).toEqual(expected));
});
