import { parseUnitPrice, type UnitPrice } from '../../money/unit-price.ts';
import { BILLIONTHS, type FreightBreak, type FreightRate } from '../freight-rates.ts';
import { packedOf, type CartonRow, type Leaf, type Packed } from '../leaves.ts';
import { leafKey } from '../numbers.ts';

/** A thousandth of a kilogram in micrograms, and of a cubic metre in cubic millimetres. */
const THOUSANDTH = BILLIONTHS / 1000n;

/** So many kilograms in micrograms; with up to 3 decimals. */
export const kg = (count: number): bigint => BigInt(Math.round(count * 1000)) * THOUSANDTH;
/** So many cubic metres in cubic millimetres; with up to 4 decimals. */
export const m3 = (count: number): bigint => (BigInt(Math.round(count * 10_000)) * THOUSANDTH) / 10n;

/** A pack list of 100 units of its own product, 1 kg and 1 dm3 each, worth 500.00, in no plan and no carton. */
export const aLeaf = (packList: bigint | null, change: Partial<Leaf> = {}): Leaf => ({
  layerId: 'order-1',
  packListId: packList === null ? null : `pack-list-${packList}`,
  key: leafKey('SO-000001', packList),
  productId: `product-${packList ?? 0n}`,
  productSku: `SKU-${packList ?? 0n}`,
  units: 100n,
  weightUg: kg(1),
  volumeMm3: m3(0.001),
  factoryMinor: 50_000n,
  shippingMethod: null,
  planId: null,
  cartonRowId: null,
  ...change,
});

/** A row of one carton of which nothing was measured. */
export const aRow = (id: string, change: Partial<CartonRow> = {}): CartonRow => ({
  id,
  count: 1n,
  sides: null,
  measuredUg: null,
  volumeMm3: null,
  ...change,
});

/** Goods of a whole weight and volume, in one carton row. */
export const goods = (kilograms: number, cubicMetres: number, units = 100n): Packed[] =>
  packedOf(
    [aLeaf(1n, { units, cartonRowId: 'row' })],
    [aRow('row', { measuredUg: kg(kilograms), volumeMm3: m3(cubicMetres) })],
  );

function price(text: string): UnitPrice {
  const parsed = parseUnitPrice(text);
  if (!parsed.ok) throw new Error(parsed.message.code);
  return parsed.value;
}

/** Breaks as "7.00" or "7.00, 45: 5.50, 100: 4.20", in whole units of the rate. */
export const breaks = (text: string): FreightBreak[] =>
  text.split(', ').map((one) => {
    const [from, at] = one.includes(': ') ? one.split(': ') : ['0', one];
    return { from: BigInt(from ?? 0) * BILLIONTHS, price: price(at ?? '') };
  });

/** An air rate in USD with no minimum, step, fees or days. */
export const aRate = (prices: string, change: Partial<FreightRate> = {}): FreightRate => ({
  mode: 'AIR',
  currency: 'USD',
  unit: 'KG',
  breaks: breaks(prices),
  divisor: { unit: 'CM3_PER_KG', micro: 6_000_000_000n },
  level: 'SHIPMENT',
  sides: { rounding: 'NONE', unit: 'CM' },
  minimum: 0n,
  step: 0n,
  leastMinor: 0n,
  feesMinor: [],
  containerType: null,
  transitDays: null,
  validFrom: null,
  validTo: null,
  ...change,
});

/** A rate by weight or measure, at 1000 kg per m3, and one by container. */
export const anLclRate = (prices: string, change: Partial<FreightRate> = {}): FreightRate =>
  aRate(prices, { mode: 'SEA', unit: 'WM', divisor: { unit: 'KG_PER_M3', micro: 1_000_000_000n }, ...change });
export const aContainerRate = (containerType: FreightRate['containerType'], prices: string): FreightRate =>
  aRate(prices, { mode: 'SEA', unit: 'CONTAINER', containerType, divisor: null });
