import { exponentOf, isCurrency, symbolOf } from '@quayside/domain/money/currencies';
import dayjs from 'dayjs';
import { groupNumber, t } from '../../i18n/i18n.ts';
import { readerFormat } from './reader-locale.ts';

/** The en dash is shown for zero and for missing values, so that other figures stand out. */
export const EN_DASH = '–';
const MINUS = '−';
const THIN_SPACE = '\u2009';

const decimalsOf = (currency: string): number => (isCurrency(currency) ? exponentOf(currency) : 2);

/** The symbol of a currency, or its code if it has no symbol. */
const currencySymbol = (currency: string): string => (isCurrency(currency) ? symbolOf(currency) : currency);
/**
 * Puts the symbol before the digits. A symbol that consists of letters is followed by a space: CHF 12.00, but £12.00.
 */
const withSymbol = (currency: string, digits: string): string => {
  const symbol = currencySymbol(currency);
  return /[A-Za-z]$/.test(symbol) ? `${symbol} ${digits}` : `${symbol}${digits}`;
};

const isZero = (value: string) => /^-?0*(\.0*)?$/.test(value);

/**
 * Groups the digits of a decimal string. The value is never converted to a number, which avoids floating-point
 * rounding.
 */
export function groupDigits(value: string, decimals?: number): string {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const tail = decimals === undefined ? fraction : fraction.padEnd(decimals, '0');
  return `${negative ? MINUS : ''}${grouped}${tail ? `.${tail}` : ''}`;
}

/** Rounds a decimal string to `decimals` places, half away from zero, without converting it to a number. */
export function roundDecimal(value: string, decimals: number): string {
  const negative = value.startsWith('-');
  const [whole = '0', fraction = ''] = value.replace('-', '').split('.');
  if (fraction.length <= decimals)
    return `${negative ? '-' : ''}${whole}${decimals ? `.${fraction.padEnd(decimals, '0')}` : ''}`;
  let digits = BigInt(whole + fraction.slice(0, decimals));
  if (fraction.charCodeAt(decimals) >= 53) digits += 1n;
  const text = digits.toString().padStart(decimals + 1, '0');
  const cut = text.length - decimals;
  const result = decimals ? `${text.slice(0, cut)}.${text.slice(cut)}` : text;
  return negative && !isZero(result) ? `-${result}` : result;
}

interface MoneyStyle {
  /**
   * The format: `symbol` is £1.00, for headings and cards; `code` is CNY 1.00; `bare` is 1.00, for columns whose header
   * names the currency.
   */
  readonly as?: 'symbol' | 'code' | 'bare';
  readonly zero?: 'dash' | 'figure';
  readonly sign?: 'always';
}

/** Formats an amount, given as a decimal string, with the decimals of its currency. */
export function formatMoney(value: string | null | undefined, currency: string, style: MoneyStyle = {}): string {
  if (value === null || value === undefined || value === '') return EN_DASH;
  if (isZero(value) && style.zero !== 'figure') return EN_DASH;
  const figure = groupDigits(roundDecimal(value, decimalsOf(currency)));
  const signed = style.sign === 'always' && !figure.startsWith(MINUS) && !isZero(value) ? `+${figure}` : figure;
  if (style.as === 'bare') return signed;
  const sign = signed.match(/^[−+]/)?.[0] ?? '';
  const digits = signed.slice(sign.length);
  return style.as === 'code' ? `${currency} ${signed}` : `${sign}${withSymbol(currency, digits)}`;
}

/** Formats the cost of a unit with four decimals, regardless of the currency. */
export function formatUnitCost(value: string | null | undefined, currency?: string): string {
  if (value === null || value === undefined || value === '') return EN_DASH;
  const figure = groupDigits(roundDecimal(value, 4));
  return currency ? formatWithSymbol(figure, currency) : figure;
}
const formatWithSymbol = (figure: string, currency: string) =>
  figure.startsWith(MINUS) ? `${MINUS}${withSymbol(currency, figure.slice(1))}` : withSymbol(currency, figure);

/** Formats a quantity with grouped digits and without trailing zeros. Zero is a dash by default. */
export function formatQuantity(value: string | number | null | undefined, zero: 'dash' | 'figure' = 'dash'): string {
  if (value === null || value === undefined || value === '') return EN_DASH;
  const text = String(value)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
  return isZero(text) ? (zero === 'dash' ? EN_DASH : '0') : groupDigits(text);
}

/** Formats a whole number. Zero is shown as a figure. */
export const formatCount = groupNumber;

/** Formats a percentage with a thin space before the sign: `formatPercent('12.34')` is 12.3 %. */
export function formatPercent(value: string | number, decimals = 1): string {
  return `${groupDigits(roundDecimal(String(value), decimals))}${THIN_SPACE}%`;
}

/** Writes a day. An instant is written as its day in the time zone of the browser. */
function writeDay(text: string, style: Intl.DateTimeFormatOptions): string {
  const isDay = text.length === 10;
  const date = new Date(isDay ? `${text}T00:00:00Z` : text);
  if (Number.isNaN(date.getTime())) return text;
  return readerFormat(isDay ? { ...style, timeZone: 'UTC' } : style).format(date);
}
const isThisYear = (text: string): boolean => text.startsWith(`${new Date().getFullYear()}-`);

/** Formats a day for a table: 23 Nov. The year is added unless it is the current year. */
export function formatDayShort(day: string | null | undefined): string {
  if (!day) return EN_DASH;
  return isThisYear(day) ? formatDayOfMonth(day) : formatDay(day);
}
/** Formats a day: 23 Nov 2026. */
export const formatDay = (day: string | null | undefined): string =>
  day ? writeDay(day, { dateStyle: 'medium' }) : '';
/** Formats a day without its year: 23 Nov. */
export const formatDayOfMonth = (day: string): string => writeDay(day, { day: 'numeric', month: 'short' });
/** Formats the weekday of a day: Mon. */
export const formatWeekday = (day: string): string => writeDay(day, { weekday: 'short' });
/** Formats a month that the API sends as "2026-11": Nov 2026. */
export const formatMonth = (month: string): string => writeDay(`${month}-01`, { month: 'short', year: 'numeric' });
/** Formats a month by its initial, for a narrow chart: N. */
export const formatMonthInitial = (month: string): string => writeDay(`${month}-01`, { month: 'narrow' });
/** Formats a day for the axis of a chart as the specification requires: 20 Nov 26. */
export const formatDayChart = (day: string): string => dayjs(day).format('DD MMM YY');
/** Formats an exact point in time: 20 Nov 2026, 10:41. In the time zone of the browser, unless another one is given. */
export const formatInstant = (instant: string, timeZone?: string): string =>
  writeDay(instant, { dateStyle: 'medium', timeStyle: 'short', timeZone });
/** Formats the current day in words: Friday, 20 November 2026. */
export const formatToday = (timeZone: string): string =>
  readerFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(new Date());
/** Formats seconds since 1970 as the specification requires, with a colon before am and pm: Jan 05, 2024 03:07:pm. */
export const formatUnixTime = (seconds: number): string => dayjs.unix(seconds).format('MMM DD, YYYY hh:mm:a');
/** Formats the time of day, for "Saved 10:41". */
export const formatClock = (instant: string | number | Date): string =>
  readerFormat({ timeStyle: 'short' }).format(new Date(instant));

/** Formats a time relative to now: 4 min ago, yesterday, 18 Nov. An exact date should be shown beside it. */
export function formatRelative(instant: string, now: number = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(instant)) / 60_000);
  if (minutes < 1) return t('relative.justNow');
  if (minutes < 60) return t('relative.minutesAgo', { count: minutes });
  if (minutes < 24 * 60 && dayjs(now).isSame(instant, 'day'))
    return t('relative.hoursAgo', { count: Math.floor(minutes / 60) });
  const days = dayjs(now).startOf('day').diff(dayjs(instant).startOf('day'), 'day');
  if (days <= 0) return t('relative.hoursAgo', { count: Math.max(1, Math.floor(minutes / 60)) });
  if (days === 1) return t('relative.yesterday');
  return days < 7 ? t('relative.daysAgo', { count: days }) : formatDayShort(instant);
}

const MINUTE_MS = 60_000;
/** Like `formatRelative`, with seconds: 10 s ago. For something that has just happened to the reader. */
export function formatAgo(instant: string, now: number = Date.now()): string {
  const ms = now - Date.parse(instant);
  return ms >= 1000 && ms < MINUTE_MS
    ? t('relative.secondsAgo', { count: Math.floor(ms / 1000) })
    : formatRelative(instant, now);
}

/** The `lang` attribute for a text. Chinese, Japanese and Korean texts need it to get the right glyphs. */
export const langOf = (text: string | null | undefined): 'zh' | undefined =>
  text && /[⺀-鿿豈-﫿]/.test(text) ? 'zh' : undefined;

/** Lists the first few of many values, with an ellipsis for the others: 1, 2, 3, … */
export const formatFew = (values: readonly (string | number)[], most: number): string =>
  [...values.slice(0, most), ...(values.length > most ? ['…'] : [])].join(', ');
