import { CURRENCIES, isCurrency } from '../money/currencies.ts';
import { HAN } from './document-text.ts';

/** One reading of an amount, as digits before and after the decimal mark. */
interface AmountReading {
  readonly whole: string;
  readonly fraction: string;
}
/** An amount as a document writes it. '1.234' has two readings: 1234 and, with three decimals, 1.234. */
export interface WrittenAmount {
  readonly text: string;
  readonly index: number;
  readonly end: number;
  readonly isNegative: boolean;
  /** The candidate currencies written beside the amount; null when there are none. */
  readonly currencies: readonly string[] | null;
  readonly readings: readonly AmountReading[];
}

const AMOUNT = /\d+(?:[.,'’]\d+)*/g;
/** Matches an amount whose thousands are separated by spaces. */
const SPACED_AMOUNT = /(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,3})?(?!\d)/g;
const PLAIN = /^\d+$/;
const GROUPED = /^\d{1,3}([.,'])\d{3}(?:\1\d{3})*$/;
/** Digits in Indian groups: two each before the last three, as in 1,23,450. */
const LAKHS = /^[1-9]\d?(?:,\d{2})+,\d{3}$/;
const HAS_HAN = new RegExp(`[${HAN}]`, 'u');
const IS_HAN = new RegExp(`^[${HAN}]+$`, 'u');
/** A number with more digits is not an amount but, for example, an account number. */
const MAX_DIGITS = 15;
const BESIDE = 6;

/** Finds the amounts in a text. Digits inside a word, a day or a code are not amounts. */
export function amountsIn(text: string): WrittenAmount[] {
  return [...text.matchAll(AMOUNT), ...text.matchAll(SPACED_AMOUNT)].flatMap((match) => {
    const { index } = match;
    const end = index + match[0].length;
    const before = text.slice(Math.max(0, index - BESIDE), index);
    const after = text.slice(end, end + BESIDE);
    const currencies = currenciesBeside(before, after);
    if (currencies === null && isInsideWord(before, after)) return [];
    const readings = readingsOf(match[0]).filter(({ whole }) => whole.length <= MAX_DIGITS);
    if (readings.length === 0) return [];
    return [{ text: match[0], index, end, isNegative: isNegative(before, after), currencies, readings }];
  });
}

/** Removes leading and trailing zeros from a decimal text. */
export const canonical = (decimal: string): string =>
  decimal
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Whether a minus or brackets stand around the digits. A currency may stand between the minus and the digits. */
const isNegative = (before: string, after: string): boolean =>
  /(?:^|\s)[-\u2212\u2013]\s?(?:[A-Z]{3}|\p{Sc})?\s?$/u.test(before) ||
  /^\s?-(?!\S)/.test(after) ||
  (/\((?:[A-Z]{3}|\p{Sc})?\s?$/u.test(before) && after.startsWith(')'));

/** Whether the digits are part of a word or of a day: 2026 in 2026-11-16 is not an amount. */
function isInsideWord(before: string, after: string): boolean {
  if (/\d[-/]$/.test(before) || /^[-/]\d/.test(after)) return true;
  const touching = `${/[\p{L}\p{N}_]$/u.exec(before)?.[0] ?? ''}${/^[\p{L}\p{N}_]/u.exec(after)?.[0] ?? ''}`;
  return touching !== '' && !(HAS_HAN.test(touching) && IS_HAN.test(touching));
}

/** Lists all readings of a written amount: '1,234.50' has one, '1.234' has two. */
function readingsOf(written: string): AmountReading[] {
  const text = written.replace(/[ \u00a0\u202f’]/g, "'");
  const readings: AmountReading[] = [];
  const whole = wholeOf(text, '');
  if (whole !== undefined) readings.push({ whole, fraction: '' });
  const [, front = '', point = '', fraction = ''] = /^([\d.,']*)([.,])(\d{1,3})$/.exec(text) ?? [];
  const before = point === '' ? undefined : wholeOf(front, point);
  if (before !== undefined) readings.push({ whole: before, fraction });
  return readings;
}

function wholeOf(text: string, point: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (LAKHS.test(text) && point !== ',') return text.replaceAll(',', '');
  const separator = GROUPED.exec(text)?.[1];
  return separator === undefined || separator === point ? undefined : text.replace(/\D/g, '');
}

/** The currencies that a code or sign directly before or after an amount can mean; null when there is none. */
function currenciesBeside(before: string, after: string): readonly string[] | null {
  const [, word, symbol] = /(?:(?<!\p{L})([A-Za-z]{3})|((?:\p{Lu}{0,2})\p{Sc}))\s?-?$/u.exec(before) ?? [];
  const [, nextWord, nextSymbol] = /^\s?(?:([A-Za-z]{3})(?!\p{L})|(\p{Sc}|元|円))/u.exec(after) ?? [];
  return currenciesOf(word, symbol) ?? currenciesOf(nextWord, nextSymbol);
}

/** Signs that are not the symbols under which the product shows these currencies. */
const SIGNS: Readonly<Record<string, string>> = { US$: 'USD', C$: 'CAD', S$: 'SGD' };

/** Several currencies can share a symbol; the letters before the symbol decide which one is meant. */
export function currenciesOf(word: string | undefined, symbol: string | undefined): readonly string[] | null {
  const code = word?.toUpperCase();
  if (code === 'RMB' || code === 'CNH') return ['CNY'];
  if (code !== undefined && isCurrency(code)) return [code];
  if (symbol === undefined) return null;
  const own = SIGNS[symbol.toUpperCase()];
  if (own !== undefined) return [own];
  if (symbol === '元') return ['CNY', 'HKD', 'TWD'];
  if (symbol === '円') return ['JPY'];
  const exact = CURRENCIES.filter((c) => c.symbol === symbol && symbol.length > 1);
  const bare = symbol.slice(-1);
  const codes = (exact.length > 0 ? exact : CURRENCIES.filter((c) => c.symbol.endsWith(bare))).map((c) => c.code);
  return codes.length > 0 ? codes : null;
}
