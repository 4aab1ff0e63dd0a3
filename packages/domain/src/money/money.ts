import { ok, refuse, ruleText, type Result, type RuleText } from '../refusal.ts';
import { exponentOf, isCurrency } from './currencies.ts';

/** The limit of the absolute value of an amount or quantity, in its smallest unit. */
export const LIMIT = 10n ** 15n;
/** The number of decimals of a quantity, which is stored in millionths of a unit. */
export const QUANTITY_DECIMALS = 6;
/** The number of millionths in one unit. */
export const MICRO = 1_000_000n;

const MAX_TEXT = 40;
const RATE_DIGITS = 10;
const BAD = 'bad_input';

/**
 * An exchange rate: the amount in account currency for 1 of the document's currency, as `digits / 10^scale`, and as it
 * was typed.
 */
export interface Rate {
  readonly digits: bigint;
  readonly scale: number;
  readonly text: string;
}

/** Returns 10 to the power of n. */
export const pow10 = (n: number): bigint => 10n ** BigInt(n);

/** Returns the value without its sign. */
export const abs = (n: bigint): bigint => (n < 0n ? -n : n);

/** Divides n by d and rounds half away from zero; d must not be 0. */
export function roundDiv(n: bigint, d: bigint): bigint {
  const half = (2n * abs(n) + abs(d)) / (2n * abs(d));
  return n < 0n === d < 0n ? half : -half;
}

/** Returns the message for too many decimals: "JPY has no decimals", "GBP has 2 decimals". */
export function tooManyDecimals(currency: string): RuleText {
  const exponent = exponentOf(currency);
  return exponent === 0
    ? ruleText('amount.no_decimals', { currency })
    : ruleText('amount.decimals', { currency, decimals: exponent });
}

/**
 * Parses a decimal text into an integer that counts units of 10^-decimals. Returns undefined if the text is not a plain
 * decimal number, and null if it has too many decimals.
 */
function scaled(text: string, decimals: number): bigint | null | undefined {
  const match = text.length > MAX_TEXT ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return null;
  const value = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** Formats an integer that counts units of 10^-decimals as text with exactly that many decimals. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = abs(value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = value < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - decimals)}`;
}

/** Parses a typed amount into minor units: a plain decimal number with at most the currency's decimals. */
export function parseAmount(text: string, currency: string): Result<bigint> {
  if (!isCurrency(currency)) return refuse(BAD, ruleText('currency.unknown', { currency }));
  const minor = scaled(text.trim(), exponentOf(currency));
  if (minor === undefined) return refuse(BAD, ruleText('amount.form'));
  if (minor === null) return refuse(BAD, tooManyDecimals(currency));
  return withinLimit(minor);
}

/** Reads an amount that the product wrote, of any size, into minor units; undefined if the text is none. */
export function minorOfText(text: string, currency: string): bigint | undefined {
  return isCurrency(currency) ? (scaled(text, exponentOf(currency)) ?? undefined) : undefined;
}

/** Refuses an amount or quantity of 10^15 or more in its smallest unit. */
export const withinLimit = (value: bigint): Result<bigint> =>
  abs(value) < LIMIT ? ok(value) : refuse(BAD, ruleText('amount.too_large'));

/** Formats minor units as a decimal string with exactly the currency's decimals. */
export const formatAmount = (minor: bigint, currency: string): string => decimalText(minor, exponentOf(currency));

/** Separates the thousands of a decimal string: 12,345.60. */
export function grouped(decimal: string): string {
  const [whole = '', ...fraction] = decimal.replace('-', '').split('.');
  const sign = decimal.startsWith('-') ? '\u2212' : '';
  return sign + [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** An amount in a text: USD 5,980.00. */
export const moneyWords = (minor: bigint, currency: string): string =>
  `${currency} ${grouped(formatAmount(minor, currency))}`;

/** Parses a typed quantity into millionths of a unit: a plain decimal number with at most 6 decimals. */
export function parseQuantity(text: string): Result<bigint> {
  const micro = scaled(text.trim(), QUANTITY_DECIMALS);
  if (micro === undefined) return refuse(BAD, ruleText('quantity.form'));
  if (micro === null) return refuse(BAD, ruleText('quantity.decimals', { max: QUANTITY_DECIMALS }));
  return withinLimit(micro);
}

/** A decimal text without zeros at its end. */
export const withoutTrailingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Formats millionths of a unit as the shortest decimal string. */
export const formatQuantity = (micro: bigint): string => withoutTrailingZeros(decimalText(micro, QUANTITY_DECIMALS));

/** Parses a typed rate: above 0, with at most 10 significant digits (trailing zeros do not count). */
export function parseRate(text: string): Result<Rate> {
  const typed = text.trim();
  if (typed.length > MAX_TEXT || !/^\d+(?:\.\d+)?$/.test(typed)) return refuse(BAD, ruleText('rate.form'));
  const [whole = '', fraction = ''] = withoutTrailingZeros(typed).split('.');
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return refuse(BAD, ruleText('rate.above_zero'));
  if (digits.toString().length > RATE_DIGITS) return refuse(BAD, ruleText('rate.digits', { max: RATE_DIGITS }));
  return ok({ digits, scale: fraction.length, text: typed });
}

/** The rate of a currency to itself. */
export const RATE_ONE: Rate = { digits: 1n, scale: 0, text: '1' };

/** Converts minor units of `from` into minor units of `to`, rounded once, half away from zero. */
export function convert(minor: bigint, from: string, to: string, rate: Rate): bigint {
  return roundDiv(minor * rate.digits * pow10(exponentOf(to)), pow10(rate.scale + exponentOf(from)));
}

/** Computes n / d with 10 significant digits, rounded once, half away from zero; both are above 0. */
export function rateOfFraction(n: bigint, d: bigint): Rate {
  // The estimate of the number of digits can be wrong by one digit in either direction; one step corrects it.
  let scale = RATE_DIGITS - 1 + d.toString().length - n.toString().length;
  if (n * pow10(Math.max(scale, 0)) < d * pow10(RATE_DIGITS - 1 + Math.max(-scale, 0))) scale += 1;
  const digits = scale >= 0 ? roundDiv(n * pow10(scale), d) : roundDiv(n, d * pow10(-scale)) * pow10(-scale);
  const text = withoutTrailingZeros(decimalText(digits, Math.max(scale, 0)));
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length, text };
}

/** Whether two rates convert alike, however they are written. */
export const isSameRate = (a: Rate, b: Rate): boolean => a.digits * pow10(b.scale) === b.digits * pow10(a.scale);

/** Computes the inverse rate with 10 significant digits. */
export const inverseRate = (rate: Rate): Rate => rateOfFraction(pow10(rate.scale), rate.digits);

/** Divides one rate by another, with 10 significant digits. */
export const divideRates = (a: Rate, b: Rate): Rate =>
  rateOfFraction(a.digits * pow10(b.scale), b.digits * pow10(a.scale));

/** A rate in the direction in which somebody typed it. */
interface TypedRate {
  readonly text: string;
  /** Whether it is the amount in the document's currency for 1 unit of the account's: the inverse of what is stored. */
  readonly isInverse: boolean;
}

/** The most significant digits that a typed rate has; a rate that was computed has more. */
const TYPED_DIGITS = 7;

/** The decimals of a stored rate. */
const STORED_RATE_DECIMALS = 12;

/** Rounds a rate to so many significant digits. */
function toDigits(rate: Rate, digits: number): Rate {
  const tooMany = rate.digits.toString().length - digits;
  if (tooMany <= 0) return rate;
  const rounded = roundDiv(rate.digits, pow10(tooMany)) * pow10(Math.max(tooMany - rate.scale, 0));
  const text = withoutTrailingZeros(decimalText(rounded, Math.max(rate.scale - tooMany, 0)));
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length, text };
}

/** The inverse of a typed rate as it is stored. */
export function storedInverse(rate: Rate): string {
  const { digits, scale, text } = inverseRate(rate);
  if (scale <= STORED_RATE_DECIMALS) return text;
  return withoutTrailingZeros(decimalText(roundDiv(digits, pow10(scale - STORED_RATE_DECIMALS)), STORED_RATE_DECIMALS));
}

/**
 * Finds the direction in which a stored rate was typed. A typed rate is short, and the inverse of a short rate hardly
 * ever is: 0.1072961373 is stored for a typed 9.32. If both are short, or neither is, the rate that is at least 1 is
 * returned, because it is easier to read.
 */
export function typedRate(stored: Rate): TypedRate {
  const text = withoutTrailingZeros(stored.text);
  const inverse = inverseRate(stored);
  const shortInverse = Array.from({ length: TYPED_DIGITS }, (_, n) => toDigits(inverse, n + 1)).find(
    (rate) => rate.digits > 0n && storedInverse(rate) === text,
  );
  const isShort = stored.digits.toString().length <= TYPED_DIGITS;
  const isBelowOne = stored.digits < pow10(stored.scale);
  const isInverse = isShort === (shortInverse !== undefined) ? isBelowOne : !isShort;
  return isInverse ? { text: (shortInverse ?? inverse).text, isInverse } : { text, isInverse };
}

/**
 * Formats the cost of one unit with 4 to 6 decimals, rounded half away from zero. Throws if there are no units, because
 * the unit cost is then unknown.
 */
export function unitCost(totalMinor: bigint, unitsMicro: bigint, currency: string): string {
  if (unitsMicro <= 0n) throw new RangeError('A unit cost needs units');
  const millionths = roundDiv(totalMinor * MICRO * MICRO, pow10(exponentOf(currency)) * unitsMicro);
  return decimalText(millionths, 6).replace(/0{1,2}$/, '');
}
