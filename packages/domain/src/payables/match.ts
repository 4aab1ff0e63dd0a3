import { exponentOf } from '../money/currencies.ts';
import { abs, MICRO, pow10, roundDiv } from '../money/money.ts';
import { amountOfUnits, parseUnitPrice, type UnitPrice } from '../money/unit-price.ts';
import { refuse, ruleText, type Result } from '../refusal.ts';
import { WHOLE } from '../suppliers/terms.ts';

/** How an invoice line agrees with the line of the purchase order that it names (payables §7). */
export const MATCHES = ['EXACT', 'WITHIN', 'PRICE_OVER', 'PRICE_UNDER', 'QUANTITY_OVER', 'NO_ORDER'] as const;
export type Match = (typeof MATCHES)[number];

/** The most decimals of a price on a purchase order. */
export const PURCHASE_ORDER_PRICE_DECIMALS = 6;

/** Parses the price of one unit on a purchase order: 0 or more, with up to 6 decimals. */
export function parsePurchaseOrderPrice(text: string): Result<UnitPrice> {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) return parsed;
  if (parsed.value.digits < 0n) return refuse('bad_input', ruleText('price.form'));
  return parsed.value.scale <= PURCHASE_ORDER_PRICE_DECIMALS
    ? parsed
    : refuse('bad_input', ruleText('price.decimals', { max: PURCHASE_ORDER_PRICE_DECIMALS }));
}

/**
 * The amount of a line of a purchase order: quantity (in millionths) × price, rounded once to the minor unit, half away
 * from zero. On a purchase order the price is the truth.
 */
export const amountOfPurchaseOrderLine = (price: UnitPrice, quantityMicro: bigint, currency: string): Result<bigint> =>
  amountOfUnits(price, quantityMicro, currency);

/** How far an invoice may be off its purchase order, per supplier. */
export interface Tolerances {
  /** Of the expected amount, in hundredths of a per cent. */
  readonly priceHundredths: number;
  /** In minor units of the purchase order's currency. The greater of the two applies. */
  readonly priceMinor: bigint;
  /** Of the ordered quantity, in hundredths of a per cent. */
  readonly quantityHundredths: number;
}
export const DEFAULT_TOLERANCES: Tolerances = { priceHundredths: 200, priceMinor: 0n, quantityHundredths: 0 };

/** An invoice line beside the line of the purchase order that it names, both in one currency. */
export interface MatchedLine {
  readonly currency: string;
  /** Net of tax. */
  readonly amountMinor: bigint;
  readonly quantityMicro: bigint;
  readonly price: UnitPrice;
  readonly orderedMicro: bigint;
  /** The quantity of all lines that name this line of the purchase order, this one among them, less their credits. */
  readonly invoicedMicro: bigint;
}

interface MatchResult {
  /** One of the four about the price, `QUANTITY_OVER` beside it, or only `QUANTITY_OVER` when the price is exact. */
  readonly matches: readonly Match[];
  /** Quantity × price, rounded once. */
  readonly expectedMinor: bigint;
  /** How much the amount is above the expected one, in tenths of a per cent, half away; null when that is 0. */
  readonly offTenths: bigint | null;
}

/**
 * Holds an invoice line against the line of the purchase order that it names (payables §7). It warns and blocks
 * nothing.
 */
export function matchLine(line: MatchedLine, tolerances: Tolerances = DEFAULT_TOLERANCES): MatchResult {
  // Both amounts are exact in this unit: minor units × `one`.
  const one = pow10(line.price.scale) * MICRO;
  const expected = line.quantityMicro * line.price.digits * pow10(exponentOf(line.currency));
  const off = line.amountMinor * one - expected;
  const price = matchOfPrice(off, expected, one, tolerances);
  const isOver = isQuantityOver(line, tolerances);
  return {
    matches: isOver ? [...(price === 'EXACT' ? [] : [price]), 'QUANTITY_OVER'] : [price],
    expectedMinor: roundDiv(expected, one),
    offTenths: expected === 0n ? null : roundDiv(off * 1000n, abs(expected)),
  };
}

function matchOfPrice(off: bigint, expected: bigint, one: bigint, tolerances: Tolerances): Match {
  if (2n * abs(off) <= one) return 'EXACT';
  const isWithinPercent = abs(off) * BigInt(WHOLE) <= abs(expected) * BigInt(tolerances.priceHundredths);
  if (isWithinPercent || abs(off) <= tolerances.priceMinor * one) return 'WITHIN';
  return off > 0n ? 'PRICE_OVER' : 'PRICE_UNDER';
}

const isQuantityOver = (line: MatchedLine, { quantityHundredths }: Tolerances): boolean =>
  line.invoicedMicro * BigInt(WHOLE) > line.orderedMicro * BigInt(WHOLE + quantityHundredths);

/**
 * Whether a line is marked `NO_ORDER`: a factory line without a line of a purchase order, on an invoice that has a
 * purchase order.
 */
export const lacksPurchaseOrderLine = (line: {
  readonly isFactoryLine: boolean;
  readonly hasPurchaseOrderLine: boolean;
  readonly isOfPurchaseOrder: boolean;
}): boolean => line.isFactoryLine && line.isOfPurchaseOrder && !line.hasPurchaseOrderLine;

/**
 * Rounds an asked quantity, in millionths, up to full cases. Unchanged without a known case, and when it is not above
 * 0. The purchase order keeps both quantities.
 */
export function snapToCase(askedMicro: bigint, unitsPerCase: number | null): bigint {
  if (unitsPerCase === null || unitsPerCase <= 0 || askedMicro <= 0n) return askedMicro;
  const caseMicro = BigInt(unitsPerCase) * MICRO;
  return ((askedMicro + caseMicro - 1n) / caseMicro) * caseMicro;
}
