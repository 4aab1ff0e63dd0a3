import { describe, expect, it } from 'vitest';
import { isUnitHeading, kindOfUnitWord, splitUnitWord } from './unit-words.ts';

describe('the word behind a quantity', () => {
  it.each(['100 pcs', '100pcs', '100 PCS.', '1,200 units', '100 Stück', '100个', '100 件', '100 ea'])(
    'of one piece: %s',
    (text) =>
      expect([splitUnitWord(text).kind, splitUnitWord(text).number]).toEqual([
        'PIECE',
        text.replace(/\s?[^\d,]+$/, ''),
      ]),
  );
  it.each([
    '100 ctns',
    '100 cartons',
    '5 boxes',
    '5 sets',
    '5 pairs',
    '5箱',
    '5 包',
    '5套',
    '5 双',
    '5把',
    '5 DOZ',
    '5打',
  ])('of several pieces: %s', (text) =>
    expect([splitUnitWord(text).kind, splitUnitWord(text).number]).toEqual(['PACK', /^\d+/.exec(text)?.[0]]),
  );
  it.each(['100', '1,200.50', '', 'pcs', 'ABC-12', '12 kg', '12 of 24 pcs each way', `${'1'.repeat(70)} pcs`])(
    'that is unknown or absent stays: %j',
    (text) => expect(splitUnitWord(text)).toMatchObject({ number: text, kind: null }),
  );
  it('is known in full width and in any case', () => {
    expect([kindOfUnitWord('ＰＣＳ'), kindOfUnitWord(' Ctns. '), kindOfUnitWord('kg')]).toEqual([
      'PIECE',
      'PACK',
      undefined,
    ]);
  });
});

it('headings of units are known, and those of quantities are not among them', () => {
  const headings = [
    'UOM',
    'Unit',
    'U/M',
    'Unit of measure',
    '单位',
    'Mengeneinheit',
    'Unità di misura',
    'Units',
    'Unit price',
    'Qty',
  ];
  expect(headings.filter(isUnitHeading)).toEqual(headings.slice(0, 7));
});
