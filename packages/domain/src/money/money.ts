import { ok, refuse, type Result } from '../refusal.ts';
import { exponentOf, isCurrency } from './currencies.ts';

/** Amounts and quantities stay below this in their smallest unit, on both sides of zero. */
export const LIMIT = 10n ** 15n;
/** Decimals of a quantity: it is kept in millionths of a unit. */
export const QUANTITY_DECIMALS = 6;
/** Millionths in one unit. */
export const MICRO = 1_000_000n;

const MAX_TEXT = 40;
const RATE_DIGITS = 10;
const BAD = 'bad_input';

/** Exchange rate: account currency for 1 of the document's currency, as `digits / 10^scale`, and as it was typed. */
export interface Rate {
  readonly digits: bigint;
  readonly scale: number;
  readonly text: string;
}

/** The power of ten as a bigint. */
export const pow10 = (n: number): bigint => 10n ** BigInt(n);

/** The value without its sign. */
export const abs = (n: bigint): bigint => (n < 0n ? -n : n);

/** n / d rounded half away from zero; d must not be 0. */
export function roundDiv(n: bigint, d: bigint): bigint {
  const half = (2n * abs(n) + abs(d)) / (2n * abs(d));
  return n < 0n === d < 0n ? half : -half;
}

/** "JPY has no decimals", "GBP has 2 decimals": said wherever too many are typed. */
export function tooManyDecimals(currency: string): string {
  const exponent = exponentOf(currency);
  return exponent === 0 ? `${currency} has no decimals` : `${currency} has ${exponent} decimals`;
}

/** Decimal text as an integer of 10^-decimals; undefined when it is no plain decimal number, null when it has more decimals. */
function scaled(text: string, decimals: number): bigint | null | undefined {
  const match = text.length > MAX_TEXT ? null : /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > decimals) return null;
  const value = BigInt(whole + fraction.padEnd(decimals, '0'));
  return sign === '-' ? -value : value;
}

/** The decimal text of an integer of 10^-decimals, with exactly so many decimals. */
export function decimalText(value: bigint, decimals: number): string {
  const digits = abs(value)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const sign = value < 0n ? '-' : '';
  return decimals === 0 ? sign + whole : `${sign}${whole}.${digits.slice(digits.length - decimals)}`;
}

/** Typed amount to minor units: a plain decimal number with at most the currency's decimals. */
export function parseAmount(text: string, currency: string): Result<bigint> {
  if (!isCurrency(currency)) return refuse(BAD, `Unknown currency: ${currency}`);
  const minor = scaled(text.trim(), exponentOf(currency));
  if (minor === undefined) return refuse(BAD, 'Write an amount such as 1234.50');
  if (minor === null) return refuse(BAD, tooManyDecimals(currency));
  return withinLimit(minor);
}

/** Refuses an amount or quantity of 10^15 or more of its smallest unit. */
export const withinLimit = (value: bigint): Result<bigint> => (abs(value) < LIMIT ? ok(value) : refuse(BAD, 'This number is too large'));

/** Minor units to a decimal string with exactly the currency's decimals. */
export const formatAmount = (minor: bigint, currency: string): string => decimalText(minor, exponentOf(currency));

/** Typed quantity to millionths of a unit: a plain decimal number with at most 6 decimals. */
export function parseQuantity(text: string): Result<bigint> {
  const micro = scaled(text.trim(), QUANTITY_DECIMALS);
  if (micro === undefined) return refuse(BAD, 'Write a quantity such as 1200');
  if (micro === null) return refuse(BAD, `A quantity has at most ${QUANTITY_DECIMALS} decimals`);
  return withinLimit(micro);
}

const withoutTrailingZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** Millionths of a unit to the shortest decimal string. */
export const formatQuantity = (micro: bigint): string => withoutTrailingZeros(decimalText(micro, QUANTITY_DECIMALS));

/** Typed rate: above 0, at most 10 significant digits (zeros at the end of the decimals do not count). */
export function parseRate(text: string): Result<Rate> {
  const typed = text.trim();
  if (typed.length > MAX_TEXT || !/^\d+(?:\.\d+)?$/.test(typed)) return refuse(BAD, 'Write a rate such as 0.7925');
  const [whole = '', fraction = ''] = withoutTrailingZeros(typed).split('.');
  const digits = BigInt(whole + fraction);
  if (digits === 0n) return refuse(BAD, 'A rate is above 0');
  if (digits.toString().length > RATE_DIGITS) return refuse(BAD, `A rate has at most ${RATE_DIGITS} digits`);
  return ok({ digits, scale: fraction.length, text: typed });
}

/** The rate between a currency and itself. */
export const RATE_ONE: Rate = { digits: 1n, scale: 0, text: '1' };

/** Minor units of `from` to minor units of `to`, once, half away from zero. */
export function convert(minor: bigint, from: string, to: string, rate: Rate): bigint {
  return roundDiv(minor * rate.digits * pow10(exponentOf(to)), pow10(rate.scale + exponentOf(from)));
}

/** The rate the other way round with 10 significant digits, for showing only: nothing is converted with it. */
export function inverseRate(rate: Rate): Rate {
  const top = pow10(rate.scale);
  // The quotient has one digit less or more than this guess says; one step corrects it.
  let scale = RATE_DIGITS - 1 + rate.digits.toString().length - top.toString().length;
  if (top * pow10(Math.max(scale, 0)) < rate.digits * pow10(RATE_DIGITS - 1 + Math.max(-scale, 0))) scale += 1;
  const digits = scale >= 0 ? roundDiv(top * pow10(scale), rate.digits) : roundDiv(top, rate.digits * pow10(-scale)) * pow10(-scale);
  const text = withoutTrailingZeros(decimalText(digits, Math.max(scale, 0)));
  const [whole = '', fraction = ''] = text.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length, text };
}

/** Cost of one unit as a decimal string: 4 to 6 decimals, half away from zero. Without units a unit cost is unknown, so that throws. */
export function unitCost(totalMinor: bigint, unitsMicro: bigint, currency: string): string {
  if (unitsMicro <= 0n) throw new RangeError('A unit cost needs units');
  const millionths = roundDiv(totalMinor * MICRO * MICRO, pow10(exponentOf(currency)) * unitsMicro);
  return decimalText(millionths, 6).replace(/0{1,2}$/, '');
}
