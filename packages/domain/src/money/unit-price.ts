import { ok, refuse, ruleText, type Result } from '../refusal.ts';
import { exponentOf } from './currencies.ts';
import { MICRO, pow10, roundDiv, withinLimit } from './money.ts';

/** The price of one unit as `digits / 10^scale`. The price may have more decimals than its currency. */
export interface UnitPrice {
  readonly digits: bigint;
  readonly scale: number;
}
const DECIMALS = 10;

/** Parses a typed price, which must be a plain decimal number. */
export function parseUnitPrice(text: string): Result<UnitPrice> {
  const match = /^(-?)(\d{1,15})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return refuse('bad_input', ruleText('price.form'));
  const [, sign, whole = '', fraction = ''] = match;
  if (fraction.length > DECIMALS) return refuse('bad_input', ruleText('price.decimals', { max: DECIMALS }));
  const digits = BigInt(whole + fraction);
  return ok({ digits: sign === '-' ? -digits : digits, scale: fraction.length });
}

/** Computes the amount for a quantity of units, rounded once. */
export const amountOfUnits = (price: UnitPrice, quantityMicro: bigint, currency: string): Result<bigint> =>
  withinLimit(roundDiv(price.digits * quantityMicro * pow10(exponentOf(currency)), pow10(price.scale) * MICRO));

/**
 * Whether a price can be the displayed price of an amount: amount ÷ quantity, rounded to the decimals of the written
 * price, but to no fewer than its currency has.
 */
export function isPriceOf(price: UnitPrice, amountMinor: bigint, quantityMicro: bigint, currency: string): boolean {
  if (quantityMicro === 0n) return false;
  const scale = Math.max(price.scale, exponentOf(currency));
  const shown = roundDiv(amountMinor * MICRO * pow10(scale), quantityMicro * pow10(exponentOf(currency)));
  return shown === price.digits * pow10(scale - price.scale);
}
