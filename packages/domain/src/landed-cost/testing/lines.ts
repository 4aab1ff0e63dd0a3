import fc from 'fast-check';
import { BASES, COST_CATEGORIES, SHIPPING_METHODS } from '../../lists.ts';
import { parseRate, type Rate } from '../../money/money.ts';
import type { EntryTrace } from '../explain.ts';
import type { Leaf } from '../../shipments/leaves.ts';
import { looseGoods } from '../../shipments/shipment-shares.ts';
import { allocateLine } from '../allocate-line.ts';
import type { CostLine, Entry, LineAllocation } from '../types.ts';

/** Parses a rate that is known to be valid. */
export function rateOf(text: string): Rate {
  const parsed = parseRate(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
}

/** An order of 100 units of its own product, 200 g and 1 dm3 each, worth 500.00. */
export const anOrder = (key: string, change: Partial<Leaf> = {}): Leaf => ({
  layerId: `order-${key}`,
  key,
  productId: `product-${key}`,
  productSku: `SKU-${key}`,
  units: 100n,
  weightUg: 200_000_000n,
  volumeMm3: 1_000_000n,
  factoryMinor: 50_000n,
  shippingMethod: null,
  packListId: null,
  planId: null,
  cartonRowId: null,
  ...change,
});

/** Allocates a line to orders as a whole. */
export const allocateOrders = (line: CostLine, orders: readonly Leaf[]): LineAllocation =>
  allocateLine(line, looseGoods(orders));

/** A line of 100.00 GBP for an account in GBP, allocated to the scope by the default basis of its category. */
export const aLine = (change: Partial<CostLine> = {}): CostLine => ({
  lineId: 'line-1',
  category: 'INSPECTIONS',
  productId: null,
  productSku: null,
  quantityMicro: 1_000_000n,
  amountMinor: 10_000n,
  taxMinor: 0n,
  isTaxRecoverable: true,
  currency: 'GBP',
  accountCurrency: 'GBP',
  rate: null,
  basis: null,
  manualShares: [],
  shippingMethod: null,
  excluded: false,
  isCreditedInFull: false,
  isOwnOrderLine: false,
  ...change,
});

/** Builds the trace of an entry of a line. */
export function traceOf(line: CostLine, allocation: LineAllocation, entry: Entry): EntryTrace {
  const isForeign = line.currency !== line.accountCurrency;
  return {
    ...entry,
    invoiceId: 'invoice-1',
    invoiceNumber: 'INV-1',
    lineId: line.lineId,
    linePosition: 1,
    category: line.category,
    basis: allocation.basis,
    basisFallback: allocation.basisFallback,
    measure: allocation.measure,
    chargeableMethod: allocation.chargeableMethod,
    weightTotal: allocation.weightTotal,
    currency: line.currency,
    accountCurrency: line.accountCurrency,
    lineAmountMinor: line.amountMinor,
    lineTaxMinor: line.isTaxRecoverable ? 0n : line.taxMinor,
    lineDocumentMinor: allocation.documentMinor,
    rate: isForeign && line.rate ? { text: line.rate.text, source: 'manual', date: '2026-11-20' } : null,
    convertedMinor: allocation.accountMinor ?? 0n,
    excluded: line.excluded,
    provisional: false,
    supersededAt: null,
  };
}

const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null, freq: 12 });

/**
 * Generates scopes of 0 to 8 orders for up to three products, sometimes with missing measures, zeros and a factory
 * amount that credits have reduced.
 */
export const anyScope: fc.Arbitrary<Leaf[]> = fc
  .array(
    fc.record({
      product: fc.constantFrom('A', 'B', 'C'),
      units: fc.oneof(
        { weight: 1, arbitrary: fc.constant(0n) },
        { weight: 9, arbitrary: fc.bigInt({ min: 1n, max: 50_000n }) },
      ),
      weightUg: orNull(fc.bigInt({ min: 0n, max: 30_000_000_000n })),
      volumeMm3: orNull(fc.bigInt({ min: 0n, max: 200_000_000n })),
      factoryMinor: orNull(
        fc.oneof(
          { weight: 1, arbitrary: fc.bigInt({ min: -100n, max: 0n }) },
          { weight: 12, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 9n }) },
        ),
      ),
      shippingMethod: fc.constantFrom(null, ...SHIPPING_METHODS),
    }),
    { maxLength: 8 },
  )
  .map((orders) =>
    orders.map(({ product, ...measures }, i) => ({
      layerId: `order-${i}`,
      packListId: null,
      planId: null,
      cartonRowId: null,
      key: `PO-${i}`,
      productId: `product-${product}`,
      productSku: `SKU-${product}`,
      ...measures,
    })),
  );

const anAmount = fc.oneof(fc.bigInt({ min: -1000n, max: 1000n }), fc.bigInt({ min: -(10n ** 10n), max: 10n ** 10n }));
const aRate = fc.constantFrom('0.7925', '0.0052', '1.0843', '145.25', '0.0000123', '12.5').map(rateOf);

/**
 * Generates any line over a scope: all categories, bases, currencies and taxes, with manual shares that are mostly
 * valid.
 */
export const anyLineOver = (orders: readonly Leaf[]): fc.Arbitrary<CostLine> =>
  fc
    .record({
      category: fc.constantFrom(...COST_CATEGORIES),
      product: fc.constantFrom(null, null, null, null, null, null, 'A', 'B', 'D'),
      quantityMicro: fc.constantFrom(0n, 1_000_000n, 250_000_000n),
      amountMinor: anAmount,
      taxMinor: fc.oneof(fc.constant(0n), anAmount),
      isTaxRecoverable: fc.boolean(),
      currency: fc.constantFrom('GBP', 'USD', 'JPY', 'KWD'),
      rate: orNull(aRate),
      basis: fc.constantFrom(null, ...BASES),
      parts: fc.array(fc.bigInt({ min: 0n, max: orders.length > 2 ? 30n : 55n }), {
        minLength: orders.length,
        maxLength: orders.length,
      }),
      shippingMethod: fc.constantFrom(null, ...SHIPPING_METHODS),
      excluded: fc.boolean(),
    })
    .map(({ product, parts, ...rest }) => {
      const whole = rest.amountMinor + (rest.isTaxRecoverable ? 0n : rest.taxMinor);
      const manualShares = orders.map(({ layerId }, i) => ({
        layerId,
        packListId: null,
        amountMinor: (whole * (parts[i] ?? 0n)) / 100n,
      }));
      const own = rest.category === 'FACTORY_INVOICE' && rest.quantityMicro > 0n ? orders[0] : undefined;
      if (own)
        return aLine({
          ...rest,
          manualShares,
          productId: own.productId,
          productSku: own.productSku,
          isOwnOrderLine: true,
        });
      return aLine({
        ...rest,
        manualShares,
        productId: product && `product-${product}`,
        productSku: product && `SKU-${product}`,
      });
    });

/**
 * Returns the orders over which a line of `anyLineOver` is allocated. For a factory line this is only its own order.
 */
export const scopeOf = (line: CostLine, orders: readonly Leaf[]): Leaf[] =>
  line.isOwnOrderLine ? orders.slice(0, 1) : [...orders];

/** A line with its scope. */
export const anyCase: fc.Arbitrary<{ line: CostLine; orders: Leaf[] }> = anyScope.chain((orders) =>
  anyLineOver(orders).map((line) => ({ line, orders: scopeOf(line, orders) })),
);
