import { describe, expect, it } from 'vitest';
import { layOut, type PlacedText } from './page-layout.ts';

/** A text at a place, in letters of 10 points that are 5 points wide each. */
const at = (x: number, y: number, text: string, more: Partial<PlacedText> = {}): PlacedText => ({
  ...{ text, x, y, width: text.length * 5, height: 10, isLevel: true },
  ...more,
});

describe('the layout of a page', () => {
  it('pads columns with spaces, from top to bottom, in whatever order the file has the pieces', () => {
    const pieces = [
      at(200, 114, '58.40'),
      at(50, 114, 'HP-KTL-01'),
      at(200, 100, 'Price'),
      at(50, 100, 'SKU'),
      at(120, 114, 'Kettle'),
      at(120, 100, 'Name'),
    ];
    expect(layOut(pieces)).toBe(
      ['SKU           Name            Price', 'HP-KTL-01     Kettle          58.40'].join('\n'),
    );
  });
  it('joins the pieces of a word, and puts one space between words', () =>
    expect(layOut([at(50, 100, 'Inv'), at(65, 100, 'oice'), at(88, 100, 'no.'), at(103, 100, ' 7')])).toBe(
      'Invoice no. 7',
    ));
  it('takes pieces whose baselines hardly differ as one line', () =>
    expect(layOut([at(50, 100, 'Total'), at(150, 102, '12.50'), at(50, 114, 'Next')])).toBe(
      'Total               12.50\nNext',
    ));
  it('separates blocks by an empty line', () =>
    expect(layOut([at(50, 100, 'one'), at(50, 112, 'two'), at(50, 140, 'three')])).toBe('one\ntwo\n\nthree'));
  it('leaves out text that is drawn twice to look bold', () =>
    expect(layOut([at(50, 100, 'Total'), at(50.3, 100, 'Total')])).toBe('Total'));
  it('keeps two spaces between cells whose text is wider than its columns', () =>
    expect(layOut([at(50, 100, 'wide letters', { width: 20 }), at(82, 100, 'next')])).toBe('wide letters  next'));
  it('counts a Chinese character as two columns', () =>
    expect(
      layOut([at(50, 100, '发票号码', { width: 40 }), at(130, 100, 'A'), at(50, 114, 'x'), at(130, 114, 'B')]),
    ).toBe('发票号码        A\nx               B'));
  it('puts tilted text at the end', () =>
    expect(layOut([at(50, 100, 'COPY', { isLevel: false }), at(50, 200, 'Invoice')])).toBe('Invoice\nCOPY'));
  it('is empty for a page without text', () => expect(layOut([at(50, 100, ' ')])).toBe(''));
});
