import { allocateLine } from '@quayside/domain/landed-cost/allocate-line';
import type { CostLine } from '@quayside/domain/landed-cost/types';
import type { Leaf } from '@quayside/domain/shipments/leaves';
import { looseGoods } from '@quayside/domain/shipments/shipment-shares';
import { quantile } from './rounds.ts';

/**
 * Measures the median time, in microseconds, that the domain package takes to allocate one freight line in a foreign
 * currency to this many orders.
 */
export function timeAllocation(orderCount: number, runs = 400): number {
  const orders = Array.from(
    { length: orderCount },
    (_, i): Leaf => ({
      layerId: `order-${i}`,
      packListId: null,
      planId: null,
      cartonRowId: null,
      key: `SO-${String(i).padStart(6, '0')}`,
      productId: `product-${i}`,
      productSku: `QB-${i}`,
      units: BigInt(20 + ((i * 37) % 900)),
      weightUg: BigInt(50_000_000 + ((i * 7_919) % 4_000) * 1_000_000),
      volumeMm3: BigInt(100_000 + ((i * 104_729) % 50_000_000)),
      factoryMinor: BigInt(50_000 + i),
      shippingMethod: null,
    }),
  );
  const line: CostLine = {
    lineId: 'line',
    category: 'SHIPPING',
    productId: null,
    productSku: null,
    quantityMicro: 1_000_000n,
    amountMinor: 1_234_567n,
    taxMinor: 0n,
    isTaxRecoverable: true,
    currency: 'USD',
    accountCurrency: 'GBP',
    rate: { text: '0.7925', digits: 7_925n, scale: 4 },
    basis: null,
    manualShares: [],
    shippingMethod: 'SEA',
    excluded: false,
    isCreditedInFull: false,
    isOwnOrderLine: false,
  };
  const samples: number[] = [];
  for (let i = 0; i < runs * 2; i += 1) {
    const began = performance.now();
    const { entries } = allocateLine(line, looseGoods(orders));
    if (i >= runs) samples.push((performance.now() - began) * 1_000);
    if (entries.length !== orderCount) throw new Error('The allocation left orders out');
  }
  return quantile(samples, 0.5);
}
