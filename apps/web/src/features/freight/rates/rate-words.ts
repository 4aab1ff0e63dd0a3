import type { FreightRate } from '@quayside/contracts/freight/freight-rates';
import { decimalText, roundDiv, withoutTrailingZeros } from '@quayside/domain/money/money';
import { MODE_RATINGS } from '@quayside/domain/shipments/chargeable';
import type { FreightMode } from '@quayside/domain/shipments/option-lists';
import type { T } from '../../../i18n/i18n.ts';
import { groupDigits } from '../../../lib/words/format.ts';

/** The lowest price of a rate with its currency: USD 4.20, or from USD 4.20 if it depends on the quantity. */
export function priceWords(t: T, { breaks, currency }: Pick<FreightRate, 'breaks' | 'currency'>): string {
  const lowest = breaks.reduce<string | undefined>(
    (least, { price }) => (least !== undefined && Number(least) <= Number(price) ? least : price),
    undefined,
  );
  const price = `${currency} ${priceFigure(lowest ?? '')}`;
  return breaks.length > 1 ? t('freight:rates.fromPrice', { price }) : price;
}

/** A price with at least two decimals. */
export const priceFigure = (price: string): string => {
  const decimals = Math.max(2, price.split('.')[1]?.length ?? 0);
  return groupDigits(price, decimals);
};

/** Where a rate leads: CN to GB. */
export const routeWords = (t: T, { fromCountry, toCountry }: Pick<FreightRate, 'fromCountry' | 'toCountry'>): string =>
  t('freight:rates.route', {
    from: fromCountry ?? t('freight:rates.anywhere'),
    to: toCountry ?? t('freight:rates.anywhere'),
  });

/** How many kilograms a cubic metre counts as in a mode where the rate says nothing: a microgram per mm3 is as much. */
export const densityWords = (mode: FreightMode): string => {
  const { n, d } = MODE_RATINGS[mode].density;
  return withoutTrailingZeros(decimalText(roundDiv(n * 100n, d), 2));
};

/** The divisor of a rate, or that of its mode. */
export const divisorWords = (t: T, { divisor, divisorUnit, mode }: FreightRate): string =>
  divisor === null
    ? t('freight:rates.ofMode', { value: densityWords(mode) })
    : `${groupDigits(divisor)} ${t(`freight:rates.divisorUnit.${divisorUnit}`)}`;
