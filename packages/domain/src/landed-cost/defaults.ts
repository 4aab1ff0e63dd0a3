import type { ShippingMethod } from '../lists.ts';
import { RATE_ONE, type Rate } from '../money/money.ts';
import type { CostLine, OrderInScope } from './types.ts';

/** The weight in micrograms that one cubic millimetre counts as, as `n / d`. */
interface VolumetricFactor {
  readonly n: bigint;
  readonly d: bigint;
}

/**
 * The default volumetric factors that forwarders publish: air freight divides cm3 by 6000 to get kg, sea freight by
 * weight or measure counts 1000 kg per m3, road freight 333 kg per m3.
 */
export const VOLUMETRIC: Readonly<Record<ShippingMethod, VolumetricFactor>> = {
  AIR: { n: 1000n, d: 6n },
  SEA: { n: 1000n, d: 1n },
  LAND: { n: 333n, d: 1n },
};

/**
 * Finds the shipping method whose factor applies to a freight line: the line's own, otherwise the one that all products
 * share, otherwise air.
 */
export function chargeableMethodOf(
  line: Pick<CostLine, 'shippingMethod'>,
  orders: readonly Pick<OrderInScope, 'shippingMethod'>[],
): ShippingMethod {
  if (line.shippingMethod) return line.shippingMethod;
  const common = orders[0]?.shippingMethod ?? null;
  return common && orders.every((order) => order.shippingMethod === common) ? common : 'AIR';
}

/**
 * Returns the rate that converts the line: 1 in the account's own currency, otherwise the invoice's rate. Null while
 * there is none.
 */
export const effectiveRate = (line: Pick<CostLine, 'currency' | 'accountCurrency' | 'rate'>): Rate | null =>
  line.currency === line.accountCurrency ? RATE_ONE : line.rate;
