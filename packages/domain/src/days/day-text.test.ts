import { describe, expect, it } from 'vitest';
import { dayReadingOf, readDay } from './day-text.ts';

describe('a day as it is written', () => {
  it.each([
    '2026-09-30',
    '2026/9/30',
    '2026.09.30',
    '2026-09-30 00:00',
    '2026-09-30T00:00:00.000Z',
    '20260930',
    '2026年9月30日',
    '２０２６年９月３０日',
    '30.09.2026',
    '30.9.26',
    '30/09/2026',
    '30/09/2026 00:00',
    '30-09-2026',
    '9/30/2026',
    '09/30/26',
    '30-Sep-26',
    '30 Sep 2026',
    '30 September 2026',
    '30th Sept. 2026',
    'Sep 30, 2026',
    'September 30 2026',
    '30. September 2026',
    '30 settembre 2026',
    '30 septembre 2026',
    '30 de septiembre de 2026',
  ])('%s is 30 September 2026', (text) => expect(readDay(text)).toBe('2026-09-30'));
  it.each([
    ['1 März 2026', '2026-03-01'],
    ['1. Dez. 2026', '2026-12-01'],
    ['3-Aug-25', '2025-08-03'],
    ['2026-9-3', '2026-09-03'],
    ['05/05/2026', '2026-05-05'],
    ['1 août 2026', '2026-08-01'],
    ['1-ago-2026', '2026-08-01'],
  ])('%s is %s', (text, day) => expect(readDay(text)).toBe(day));
  it.each([
    ...[
      '',
      '30/09',
      '2026-13-01',
      '31/02/2026',
      '31.02.2026',
      '30 Smarch 2026',
      '202609300',
      'September 2026',
      '45000',
    ],
    ...['2026-09-30 14:00', '30/9/026', '1/2/3/2026', 'x'.repeat(50)],
  ])('%j is none', (text) => expect(readDay(text)).toBeUndefined());
  it('with two meanings has both, or that of its column', () => {
    expect(readDay('03/04/2026')).toEqual({ dmy: '2026-04-03', mdy: '2026-03-04' });
    expect([readDay('03/04/2026', 'DMY'), readDay('03/04/2026', 'MDY')]).toEqual(['2026-04-03', '2026-03-04']);
    expect([readDay('30/09/2026', 'DMY'), readDay('30/09/2026', 'MDY')]).toEqual(['2026-09-30', undefined]);
  });
});

describe('a column of days', () => {
  it.each([
    [['03/04/2026', '30/04/2026'], 'DMY', '03/04/2026'],
    [['03/04/2026', '', '04/30/2026'], 'MDY', '03/04/2026'],
    [['03/04/2026', '05/05/2026'], 'OPEN', '03/04/2026'],
    [['03/04/2026', '30/04/2026', '04/30/2026'], 'OPEN', '03/04/2026'],
    [['30/04/2026', '04/30/2026'], 'EACH', null],
    [['2026-04-03', '3 Apr 2026', 'soon'], 'PLAIN', null],
  ])('%j is read as %s', (cells, reading, ambiguous) => {
    expect(dayReadingOf(cells, null)).toEqual({ reading, ambiguous });
  });
  it('is read as a person chose, also against its other cells, which are refused then', () => {
    const cells = ['03/04/2026', '30/04/2026'];
    expect(dayReadingOf(cells, 'MDY').reading).toBe('MDY');
    expect(dayReadingOf(['30/04/2026'], 'MDY').reading).toBe('DMY');
  });
  it('is remembered only where no cell shows anything', () => {
    const earlier = { reading: 'MDY', ambiguous: '03/04/2026', by: 'EARLIER_CHOICE' };
    expect(dayReadingOf(['03/04/2026'], null, 'MDY')).toEqual(earlier);
    expect(dayReadingOf(['03/04/2026', '30/04/2026'], null, 'MDY').reading).toBe('DMY');
    expect(dayReadingOf(['03/04/2026', '30/04/2026', '04/30/2026'], null, 'MDY').reading).toBe('OPEN');
    expect(dayReadingOf(['03/04/2026'], 'DMY', 'MDY')).toMatchObject({ reading: 'DMY', by: 'CHOICE' });
  });
});
