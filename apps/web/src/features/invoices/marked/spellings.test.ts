import { describe, expect, it } from 'vitest';
import { daySpellings, figureSpellings, textSpellings } from './spellings.ts';

describe('spellings of a figure', () => {
  it('begin with the most exact one', () =>
    expect(figureSpellings('58905.50').slice(0, 2)).toEqual(['58,905.50', '58905.50']));
  it.each(['58.905,50', '58 905,50', '58905,50', '58905.5', '58,905.5'])('know %s', (text) =>
    expect(figureSpellings('58905.50')).toContain(text),
  );
  it('omit the decimals of a round figure, but never of another figure', () => {
    expect(figureSpellings('1800.00')).toContain('1,800');
    expect(figureSpellings('1800.50')).not.toContain('1,800');
  });
  it('write a unit price with all of its decimals', () => expect(figureSpellings('58.905')).toContain('58.905'));
  it('group quantities', () =>
    expect(figureSpellings('1008')).toEqual([
      '1,008',
      '1008',
      '1.008',
      '1 008',
      '1’008',
      '1,008.00',
      '1008.00',
      '1.008,00',
      '1 008,00',
      '1008,00',
      '1’008.00',
    ]));
  it('ignore the sign', () => expect(figureSpellings('-30.00')).toEqual(figureSpellings('30.00')));
  it.each(['', '0', '0.00', 'abc', '1+2', null, undefined])('are none for %j', (value) =>
    expect(figureSpellings(value)).toEqual([]),
  );
});

describe('spellings of a day', () => {
  it.each(['2026-11-06', '6 Nov 2026', 'November 6, 2026', '06/11/2026', '11/06/2026', '06.11.2026', '2026年11月6日'])(
    'know %s',
    (text) => expect(daySpellings('2026-11-06')).toContain(text),
  );
  it.each(['', null, '6 Nov', '2026-11'])('are none for %j', (value) => expect(daySpellings(value)).toEqual([]));
});

describe('spellings of a text', () => {
  it('are the text and its first part', () =>
    expect(textSpellings(' Pour-over kettle, matt black ')).toEqual([
      'Pour-over kettle, matt black',
      'Pour-over kettle',
    ]));
  it('are the text alone if its first part is too short', () => expect(textSpellings('PO/2026')).toEqual(['PO/2026']));
  it.each(['', ' ', 'A', null])('are none for %j', (value) => expect(textSpellings(value)).toEqual([]));
});
