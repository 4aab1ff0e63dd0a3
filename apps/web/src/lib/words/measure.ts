import { VOLUMETRIC } from '@quayside/domain/landed-cost/defaults';
import { measureText, type MeasureScale } from '@quayside/domain/landed-cost/shown-share';
import type { Measure, ShippingMethod } from '@quayside/domain/lists';
import { exponentOf, isCurrency } from '@quayside/domain/money/currencies';
import { decimalText, roundDiv } from '@quayside/domain/money/money';
import { formatQuantity, groupDigits, roundDecimal } from './format.ts';

/**
 * The number of decimals to convert micrograms to kilograms, and cubic millimetres to cubic metres. Both factors are
 * 10^9.
 */
const BILLIONTH_DECIMALS = 9;
export const KILOGRAM_DECIMALS = 1;
export const CUBIC_METRE_DECIMALS = 3;

interface MeasureStyle {
  /** The currency of weights with the measures FACTORY_AMOUNT and DUTY. */
  readonly accountCurrency: string;
  /** The currency of AMOUNT weights, which are shares that a person typed. */
  readonly currency: string;
  /** What each weight is divided by to be the measure. */
  readonly weightScale: string;
}

const decimalsOf = (currency: string) => (isCurrency(currency) ? exponentOf(currency) : 2);

/**
 * How the integers of a measure are written. Depending on the basis, a weight is a number of units or cartons,
 * kilograms, cubic metres or an amount of money.
 */
export function scaleOf(
  measure: Measure | null,
  { accountCurrency, currency, weightScale }: MeasureStyle,
): MeasureScale {
  const divisor = BigInt(weightScale);
  const money = (code: string) => ({ exact: decimalsOf(code), fewest: decimalsOf(code), divisor });
  switch (measure) {
    case 'GROSS_WEIGHT':
    case 'CHARGEABLE_WEIGHT':
      return { exact: BILLIONTH_DECIMALS, fewest: KILOGRAM_DECIMALS, divisor };
    case 'VOLUME':
      return { exact: BILLIONTH_DECIMALS, fewest: CUBIC_METRE_DECIMALS, divisor };
    case 'FACTORY_AMOUNT':
    case 'DUTY':
      return money(accountCurrency);
    case 'AMOUNT':
      return money(currency);
    default:
      return { exact: 0, fewest: 0, divisor };
  }
}

/** A measure as it is shown, and in full for a tooltip, which is undefined when nothing was rounded. */
interface ShownMeasure {
  readonly figure: string;
  readonly exact: string | undefined;
}

/**
 * A measure with this number of decimals. One above zero is never shown as zero: it gets more decimals. All measures on
 * screens are rounded here, in `MeasuredText` or in cells that show `exact` in their tooltip.
 */
export function shownMeasure(text: string, fewest: number): ShownMeasure {
  const decimals = text.split('.')[1]?.length ?? 0;
  let kept = fewest;
  while (kept < decimals && /[1-9]/.test(text) && !/[1-9]/.test(roundDecimal(text, kept))) kept += 1;
  const figure = roundDecimal(text, kept);
  const isRounded = formatQuantity(figure) !== formatQuantity(text);
  return { figure: groupDigits(figure), exact: isRounded ? formatQuantity(text) : undefined };
}

/**
 * Formats the weight of an order in an allocation, without a unit: kilograms with one decimal, cubic metres with three.
 */
export function measureFigure(weight: string, measure: Measure | null, style: MeasureStyle): ShownMeasure {
  const scale = scaleOf(measure, style);
  return shownMeasure(measureText(BigInt(weight), scale), scale.fewest);
}

/** The kilograms that a forwarder charges for a volume in cubic millimetres. */
export function chargeableFigure(volume: string, method: ShippingMethod): ShownMeasure {
  const { n, d } = VOLUMETRIC[method];
  return shownMeasure(decimalText(roundDiv(BigInt(volume) * n, d), BILLIONTH_DECIMALS), KILOGRAM_DECIMALS);
}

/** The kilograms that a forwarder charges for a cubic metre: 1,000, 333 or 166.7. */
export const kilogramsPerCubicMetre = (method: ShippingMethod): string =>
  formatQuantity(roundDecimal(decimalText(roundDiv(VOLUMETRIC[method].n * 10n, VOLUMETRIC[method].d), 1), 1));
