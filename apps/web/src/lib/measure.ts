import { exponentOf, isCurrency } from '@quayside/domain/money/currencies';
import type { Measure } from '@quayside/domain/landed-cost/types';
import { decimalText } from '@quayside/domain/money/money';
import { formatMoney, groupDigits, roundDecimal } from './format.ts';

/** Micrograms in a kilogram and cubic millimetres in a cubic metre: both are 10^9. */
const BILLIONTH_DECIMALS = 9;
const SHOWN_DECIMALS = 3;

interface MeasureStyle {
  /** The currency of factory amounts. */
  readonly accountCurrency: string;
  /** The currency of typed shares. */
  readonly currency: string;
}

/** The digits of a weight in its display unit: units, kilograms, cubic metres or money; without the unit's name. */
export function measureFigure(
  weight: string,
  measure: Measure | null,
  { accountCurrency, currency }: MeasureStyle,
): string {
  const value = BigInt(weight);
  switch (measure) {
    case 'GROSS_WEIGHT':
    case 'VOLUME':
      return groupDigits(shortest(decimalText(value, BILLIONTH_DECIMALS)));
    case 'FACTORY_AMOUNT':
      return formatMoney(decimalText(value, decimalsOf(accountCurrency)), accountCurrency, {
        as: 'bare',
        zero: 'figure',
      });
    case 'AMOUNT':
      return formatMoney(decimalText(value, decimalsOf(currency)), currency, { as: 'bare', zero: 'figure' });
    default:
      return groupDigits(weight);
  }
}

const decimalsOf = (currency: string) => (isCurrency(currency) ? exponentOf(currency) : 2);
/** Three decimals; more where three would round a small figure to zero. */
const shortest = (text: string) => {
  const rounded = roundDecimal(text, SHOWN_DECIMALS);
  return roundDecimal(rounded, BILLIONTH_DECIMALS) === text ? rounded : text.replace(/0+$/, '');
};
