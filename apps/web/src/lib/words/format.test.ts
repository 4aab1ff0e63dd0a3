import { afterEach, describe, expect, it, vi } from 'vitest';
import { i18n } from '../../i18n/i18n.ts';
import {
  formatDay,
  formatDayShort,
  formatInstant,
  formatMoney,
  formatPercent,
  formatQuantity,
  formatRelative,
  formatUnitCost,
  formatUnixTime,
  langOf,
  roundDecimal,
} from './format.ts';

describe('money', () => {
  it.each([
    ['61695.00', 'GBP', {}, '£61,695.00'],
    ['-2909.11', 'GBP', {}, '−£2,909.11'],
    ['-2909.11', 'GBP', { as: 'bare' as const }, '−2,909.11'],
    ['117198.40', 'CNY', { as: 'code' as const }, 'CNY 117,198.40'],
    ['0.00', 'GBP', {}, '–'],
    ['0.00', 'GBP', { zero: 'figure' as const }, '£0.00'],
    ['1234', 'JPY', { as: 'bare' as const }, '1,234'],
    ['12.5', 'GBP', { sign: 'always' as const, as: 'bare' as const }, '+12.50'],
    [null, 'GBP', {}, '–'],
    ['9007199254740993.01', 'USD', { as: 'bare' as const }, '9,007,199,254,740,993.01'],
  ])('%s %s', (value, currency, style, expected) => {
    expect(formatMoney(value, currency, style)).toBe(expected);
  });
});

describe('figures', () => {
  it('round half away from zero on text', () => {
    expect(roundDecimal('7.732550', 4)).toBe('7.7326');
    expect(roundDecimal('-0.00004', 4)).toBe('0.0000');
    expect(roundDecimal('0.99995', 4)).toBe('1.0000');
    expect(roundDecimal('12', 1)).toBe('12.0');
  });
  it('shows unit costs with four decimals', () => expect(formatUnitCost('7.732542', 'GBP')).toBe('£7.7325'));
  it('show quantities without trailing zeros', () => {
    expect(formatQuantity('1200.500000')).toBe('1,200.5');
    expect(formatQuantity('1200')).toBe('1,200');
    expect(formatQuantity('0')).toBe('–');
    expect(formatQuantity(0, 'figure')).toBe('0');
  });
  it('sets a thin space before the percent sign', () => expect(formatPercent('12.34')).toBe('12.3\u2009%'));
});

describe('relative times', () => {
  const now = Date.parse('2026-11-20T12:00:00');
  it.each([
    ['2026-11-20T11:59:40', 'just now'],
    ['2026-11-20T11:56:00', '4 min ago'],
    ['2026-11-20T09:00:00', '3 h ago'],
    ['2026-11-19T23:00:00', 'yesterday'],
    ['2026-11-17T10:00:00', '3 d ago'],
  ])('%s is %s', (instant, expected) => expect(formatRelative(instant, now)).toBe(expected));
});

describe('days and times', () => {
  const now = ['2026-11-05', '2026-09-30T22:05:00Z'] as const;
  const shown = ([day, instant]: readonly [string, string]) => [
    formatDay(day),
    formatInstant(instant, 'Europe/Berlin'),
  ];
  afterEach(async () => {
    vi.unstubAllGlobals();
    await i18n.changeLanguage('en');
  });

  it.each([
    [['en-GB'], ['5 Nov 2026', '1 Oct 2026, 00:05']],
    [
      ['en-US', 'en'],
      ['Nov 5, 2026', 'Oct 1, 2026, 12:05 AM'],
    ],
    [
      ['de-DE', 'de', 'en-US', 'en'],
      ['5 Nov 2026', '1 Oct 2026, 00:05'],
    ],
    [['en'], ['5 Nov 2026', '1 Oct 2026, 00:05']],
  ])('are written as in the region of the browser: %j', (languages, expected) => {
    vi.stubGlobal('navigator', { languages });
    expect(shown(now).map((text) => text.replaceAll('\u202f', ' '))).toEqual(expected);
  });
  it('are written in the language of the app', async () => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    await i18n.changeLanguage('zh-CN');
    expect(shown(now)).toEqual(['2026年11月5日', '2026年10月1日 00:05']);
  });
  it('have no year in a table while it is the current one', () => {
    vi.stubGlobal('navigator', { languages: ['en-GB'] });
    const year = new Date().getFullYear();
    expect([formatDayShort(`${year}-03-01`), formatDayShort(`${year - 1}-03-01`)]).toEqual([
      '1 Mar',
      `1 Mar ${year - 1}`,
    ]);
  });
});

describe('language of a name', () => {
  it('tells Chinese from English', () => {
    expect(langOf('宁波昊晟')).toBe('zh');
    expect(langOf('Ningbo Haosheng')).toBeUndefined();
  });
});

it('formatMoment keeps the documented colon before am and pm', () => {
  const at = (text: string) => formatUnixTime(new Date(text).getTime() / 1000);
  expect([at('2024-01-05T15:07:00'), at('2026-11-20T00:30:59')]).toEqual([
    'Jan 05, 2024 03:07:pm',
    'Nov 20, 2026 12:30:am',
  ]);
});
