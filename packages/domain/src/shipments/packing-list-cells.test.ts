import { describe, expect, it } from 'vitest';
import { countOf, overlapsOf, readCartonNumbers, splitSides } from './packing-list-cells.ts';

const counted = (text: string) => {
  const numbers = readCartonNumbers(text);
  return numbers && countOf(numbers);
};

describe('the numbers of cartons', () => {
  it.each([
    ['1-83', 83n],
    ['1 ~ 83', 83n],
    ['1–83', 83n],
    ['C/NO. 1-83', 83n],
    ['CTN 1 to 83', 83n],
    ['箱号1～83', 83n],
    ['84', 1n],
    ['A001-A083', 83n],
    ['A001-083', 83n],
    ['1,2,5-7', 5n],
    ['1-10, 15-20', 16n],
    ['A-5 to A-6', 2n],
    ['1、3', 2n],
  ])('%s are %s cartons', (text, cartons) => expect(counted(text)).toBe(cartons));

  it.each(['CT-0001', 'Pallet one', 'A1-B9', '1,200', '1, two', '1234567890123456789012345678901', ''])(
    '%s is a name, which counts nothing',
    (text) => expect(counted(text)).toBeNull(),
  );

  it.each(['83-1', '1-3, 9-8', '1-5, 5', 'A-5, A5'])('%s is refused: backwards, or a carton twice', (text) =>
    expect(readCartonNumbers(text)).toBeUndefined(),
  );

  it('are equal in any spelling, and not with another letter', () => {
    const keyOf = (text: string) => readCartonNumbers(text)?.key;
    expect(keyOf('C/NO. 1 ~ 83')).toBe(keyOf('1-83'));
    expect(keyOf('A-5 to A-6')).toBe(keyOf('a5-6'));
    expect(keyOf('1, 2 & 5-7')).toBe(keyOf('1;2;5~7'));
    expect(keyOf('A1-A83')).not.toBe(keyOf('1-83'));
  });

  it('that overlap are named with the earlier place, also where a wide range holds several', () => {
    const overlaps = (...texts: string[]) =>
      overlapsOf(texts.map((text) => readCartonNumbers(text) ?? { key: '', ranges: [] }));
    expect(overlaps('1-83', '84-90', 'B1-B90')).toEqual([]);
    expect(overlaps('1-83', '80-90')).toEqual([{ at: 1, with: 0 }]);
    expect(overlaps('1,5-7', '2-4', '6')).toEqual([{ at: 2, with: 0 }]);
    expect(overlaps('50-60', '1-100', '70', '101')).toEqual([
      { at: 1, with: 0 },
      { at: 2, with: 1 },
    ]);
  });
});

describe('three sides in one cell', () => {
  it.each(['60x40x30', '60 × 40 × 30', '60*40*30', '(60X40X30)', '60·40·30'])('%s', (text) =>
    expect(splitSides(text)).toEqual(['60', '40', '30']),
  );
  it('keep their units and decimals', () => {
    expect(splitSides('60,5cm x 40cm x 30 cm')).toEqual(['60,5cm', '40cm', '30 cm']);
    expect(splitSides('24"*16"*12"')).toEqual(['24"', '16"', '12"']);
  });
  it.each(['60x40', '60x40x30x2', '60xx30', 'large', ''])('%s are not three', (text) =>
    expect(splitSides(text)).toBeUndefined(),
  );
});
