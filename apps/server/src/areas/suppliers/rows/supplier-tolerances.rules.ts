import type { Supplier } from '@quayside/contracts/suppliers/suppliers';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import type { Tolerances } from '@quayside/domain/payables/match';
import { percentText } from '@quayside/domain/suppliers/terms';
import { fieldError } from '../../../http/errors.ts';
import type { SupplierRow, SupplierValues } from './suppliers.queries.ts';
import type { SupplierBody } from './suppliers.state.ts';

/** The stored tolerances of a supplier. */
export type ToleranceRow = Pick<
  SupplierRow,
  'price_tolerance_hundredths' | 'tolerance_amount' | 'tolerance_currency' | 'quantity_tolerance_hundredths'
>;

/** A stored amount in minor units of its currency, without the zeros that the column adds. */
function minorOf(amount: string, currency: string): bigint {
  const plain = amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
  const parsed = parseAmount(plain, currency);
  return parsed.ok ? parsed.value : 0n;
}

/** The tolerances of a supplier for purchase orders in this currency. The amount counts in its own currency only. */
export const tolerancesOf = (row: ToleranceRow, currency: string): Tolerances => ({
  priceHundredths: row.price_tolerance_hundredths,
  priceMinor: row.tolerance_currency === currency ? minorOf(row.tolerance_amount, currency) : 0n,
  quantityHundredths: row.quantity_tolerance_hundredths,
});

const withTwoDecimals = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** The tolerances of a supplier as the API shows them. */
export function shownTolerances(
  row: ToleranceRow & Pick<SupplierRow, 'currency'>,
  accountCurrency: string,
): Supplier['tolerances'] {
  const currency = row.tolerance_currency ?? row.currency ?? accountCurrency;
  return {
    pricePercent: withTwoDecimals(row.price_tolerance_hundredths),
    priceAmount: formatAmount(minorOf(row.tolerance_amount, currency), currency),
    currency,
    quantityPercent: withTwoDecimals(row.quantity_tolerance_hundredths),
  };
}

const hundredthsIn = (percent: string | undefined, otherwise: number): number =>
  percent === undefined ? otherwise : Math.round(Number(percent) * 100);

/** The columns that a request changes. An amount that is sent back as it was keeps its currency. */
export function plannedTolerances(
  typed: SupplierBody['tolerances'],
  row: ToleranceRow | undefined,
  currency: string,
): Partial<SupplierValues> {
  if (typed === undefined) return {};
  const before = row?.tolerance_currency ?? currency;
  const isSame =
    typed.priceAmount === undefined ||
    (row !== undefined && typed.priceAmount === formatAmount(minorOf(row.tolerance_amount, before), before));
  const parsed = isSame ? undefined : parseAmount(typed.priceAmount ?? '0', currency);
  if (parsed && !parsed.ok) throw fieldError('tolerances.priceAmount', parsed.message);
  if (parsed && parsed.value < 0n) throw fieldError('tolerances.priceAmount', { code: 'tolerance.amount' });
  return {
    price_tolerance_hundredths: hundredthsIn(typed.pricePercent, row?.price_tolerance_hundredths ?? 200),
    quantity_tolerance_hundredths: hundredthsIn(typed.quantityPercent, row?.quantity_tolerance_hundredths ?? 0),
    ...(parsed && { tolerance_amount: formatAmount(parsed.value, currency), tolerance_currency: currency }),
  };
}

/** The fields of tolerances in the audit log. */
export const TOLERANCE_FIELDS = ['pricePercent', 'priceTolerance', 'quantityPercent'] as const;

export function loggedTolerance(row: ToleranceRow, field: (typeof TOLERANCE_FIELDS)[number]): string | null {
  if (field === 'pricePercent') return percentText(row.price_tolerance_hundredths);
  if (field === 'quantityPercent') return percentText(row.quantity_tolerance_hundredths);
  const { tolerance_currency: currency } = row;
  return currency === null ? null : `${formatAmount(minorOf(row.tolerance_amount, currency), currency)} ${currency}`;
}
