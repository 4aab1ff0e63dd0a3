import { ok, refuse, type Result } from '../refusal.ts';
import { exponentOf } from './currencies.ts';
import { MICRO, pow10, roundDiv, withinLimit } from './money.ts';

/** The price of one unit, which may have more decimals than its currency: `digits / 10^scale`. */
export interface UnitPrice {
  readonly digits: bigint;
  readonly scale: number;
}
const DECIMALS = 10;

/** Typed price: a plain decimal number. */
export function parseUnitPrice(text: string): Result<UnitPrice> {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return refuse('bad_input', 'Write a price such as 12.50');
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > DECIMALS) return refuse('bad_input', `A price has at most ${DECIMALS} decimals`);
  const digits = BigInt(whole + fraction);
  return ok({ digits: sign === '-' ? -digits : digits, scale: fraction.length });
}

/** What so many units cost, rounded once. */
export const amountOfUnits = (price: UnitPrice, quantityMicro: bigint, currency: string): Result<bigint> =>
  withinLimit(roundDiv(price.digits * quantityMicro * pow10(exponentOf(currency)), pow10(price.scale) * MICRO));

/**
 * Whether a price can be the shown price of an amount: amount ÷ quantity, rounded to the decimals that the price is
 * written with, and not to fewer than its currency has.
 */
export function isPriceOf(price: UnitPrice, amountMinor: bigint, quantityMicro: bigint, currency: string): boolean {
  if (quantityMicro === 0n) return false;
  const scale = Math.max(price.scale, exponentOf(currency));
  const shown = roundDiv(amountMinor * MICRO * pow10(scale), quantityMicro * pow10(exponentOf(currency)));
  return shown === price.digits * pow10(scale - price.scale);
}
