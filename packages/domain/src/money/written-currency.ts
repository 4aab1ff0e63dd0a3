import { CURRENCIES, isCurrency } from './currencies.ts';

// The currency that people write beside a number: a code, a name, or a sign that several currencies may share.

/** A currency as it is written. */
export interface WrittenCurrency {
  /** The code or, of a sign that several currencies share, the sign: this is how an error message names it. */
  readonly name: string;
  /** The codes of all currencies that it can mean. */
  readonly codes: readonly string[];
}

/** Currencies whose amounts are written with a mere `$` in their own country. */
const DOLLARS = [
  ...['USD', 'ARS', 'AUD', 'BBD', 'BMD', 'BND', 'BSD', 'BZD', 'CAD', 'CLP', 'COP', 'CUP', 'DOP', 'FJD', 'GYD'],
  ...['HKD', 'JMD', 'KYD', 'LRD', 'MXN', 'NAD', 'NZD', 'SBD', 'SGD', 'SRD', 'TTD', 'TWD', 'UYU', 'XCD'],
];

/** Signs and words that are no code, each with what it means. Signs are in upper case, as they are looked up. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: DOLLARS,
  '¥': ['CNY', 'JPY'],
  ...{ US$: ['USD'], HK$: ['HKD'], NT$: ['TWD'], A$: ['AUD'], AU$: ['AUD'], C$: ['CAD'], CA$: ['CAD'] },
  ...{ NZ$: ['NZD'], S$: ['SGD'], SG$: ['SGD'], MX$: ['MXN'], R$: ['BRL'], CN$: ['CNY'], 'CN¥': ['CNY'] },
  ...{ 'JP¥': ['JPY'], RMB: ['CNY'], CNH: ['CNY'], 元: ['CNY'], 圆: ['CNY'], 円: ['JPY'], 원: ['KRW'] },
  ...{ '€': ['EUR'], '£': ['GBP'], '₹': ['INR'], '₩': ['KRW'], '₫': ['VND'], '฿': ['THB'], '₺': ['TRY'] },
  ...{ '₽': ['RUB'], '₴': ['UAH'], '₱': ['PHP'], '₪': ['ILS'], '₦': ['NGN'], '₸': ['KZT'], '৳': ['BDT'] },
  '₾': ['GEL'],
};

/** The currency that a code or a sign means, in any case. Undefined if it means none. */
export function currencyOfSign(sign: string): WrittenCurrency | undefined {
  const upper = sign.toUpperCase();
  const codes = SIGNS[upper] ?? (isCurrency(upper) ? [upper] : undefined);
  return codes && { name: codes.length === 1 ? (codes[0] ?? upper) : upper, codes };
}

/** What two currencies that are written beside one number have in common. Undefined if they contradict each other. */
export function commonCurrency(one: WrittenCurrency, other: WrittenCurrency): WrittenCurrency | undefined {
  const codes = one.codes.filter((code) => other.codes.includes(code));
  return codes.length === 0 ? undefined : { name: codes.length === 1 ? (codes[0] ?? '') : one.name, codes };
}

/** Whether an amount can be in a currency: nothing else is written beside it. */
export const mayBeIn = (written: WrittenCurrency | null, currency: string): boolean =>
  written === null || written.codes.includes(currency);

/** The code of a written currency; null if none is written, or only a sign that several currencies share. */
export const codeOf = (written: WrittenCurrency | null): string | null =>
  written?.codes.length === 1 ? (written.codes[0] ?? null) : null;

/** A written sign that several currencies share; undefined for a code, and if nothing is written. */
export const sharedSign = (written: WrittenCurrency | null): WrittenCurrency | undefined =>
  written !== null && codeOf(written) === null ? written : undefined;

const NAMES: ReadonlyMap<string, string> = new Map([
  ...CURRENCIES.flatMap(({ code, name, symbol }): [string, string][] => [
    [name.toLowerCase(), code],
    ...(SIGNS[symbol.toUpperCase()] ? [] : [[symbol.toLowerCase(), code] as [string, string]]),
  ]),
  ...['yuan', 'renminbi', '人民币'].map((word): [string, string] => [word, 'CNY']),
  ...['美元', '美金'].map((word): [string, string] => [word, 'USD']),
  ['欧元', 'EUR'],
  ['日元', 'JPY'],
  ['港币', 'HKD'],
  ['英镑', 'GBP'],
]);

/**
 * The code of the currency that a code, a sign or an English or Chinese name means, in any case. Undefined if it means
 * none, or is a sign that several currencies share.
 */
export function currencyOfWord(text: string): string | undefined {
  const word = text.normalize('NFKC').trim();
  const sign = currencyOfSign(word);
  return sign ? (codeOf(sign) ?? undefined) : NAMES.get(word.toLowerCase());
}
