import { addDays } from '../days/days.ts';
import { allocateOver } from '../money/allocate.ts';
import { convert, MICRO, RATE_ONE, unitCost, type Rate } from '../money/money.ts';
import type { Rated } from './chargeable.ts';
import type { ContainerSizes } from './containers.ts';
import { inProportion, NOTHING } from './fractions.ts';
import { chargeOf, type Charge, type FreightRate } from './freight-rates.ts';
import { packedOf, type CartonRow, type Leaf, type Packed, type Unweighable } from './leaves.ts';

const leavesOf = (packed: readonly Packed[]): Leaf[] => packed.flatMap(({ leaves }) => leaves.map(({ leaf }) => leaf));
const unitsOf = (leaves: readonly Leaf[]): bigint => leaves.reduce((sum, { units }) => sum + units, 0n);

/** An amount per unit as text with 4 to 6 decimals; null when there are no units. */
const perUnitOf = (minor: bigint, units: bigint, currency: string): string | null =>
  units > 0n ? unitCost(minor, units * MICRO, currency) : null;

/** What an estimated charge comes to for one product. */
interface SkuEstimate {
  readonly productId: string;
  readonly sku: string;
  readonly units: bigint;
  readonly minor: bigint;
  readonly perUnit: string | null;
}

/**
 * Shares a charge over the pack lists of its plan as a freight line would be (stock §8), summed by product in the
 * sequence of the plan. The sums add up to the charge.
 */
export function estimateBySku(
  totalMinor: bigint,
  currency: string,
  packed: readonly Packed[],
  rated: Pick<Rated, 'byLeaf'>,
): SkuEstimate[] {
  const leaves = leavesOf(packed);
  if (leaves.length === 0) return [];
  const { weights } = inProportion(leaves.map(({ key }) => rated.byLeaf.get(key) ?? NOTHING));
  const shares = allocateOver(
    totalMinor,
    leaves.map((leaf, i) => ({ leaf, key: leaf.key, weight: weights[i] ?? 0n })),
    ({ leaf }, minor) => ({ leaf, minor }),
  );
  return [...Map.groupBy(shares, ({ leaf }) => leaf.productId)].map(([productId, ofProduct]) => {
    const minor = ofProduct.reduce((sum, share) => sum + share.minor, 0n);
    const units = unitsOf(ofProduct.map(({ leaf }) => leaf));
    const sku = ofProduct[0]?.leaf.productSku ?? '';
    return { productId, sku, units, minor, perUnit: perUnitOf(minor, units, currency) };
  });
}

/** One way to ship a plan. */
export interface Offer {
  readonly id: string;
  readonly rate: FreightRate;
}

/** The circumstances of a comparison. */
export interface Comparison {
  readonly packed: readonly Packed[];
  /** The day on which the goods leave; null while nobody knows it. Rates have to hold on it, otherwise on `today`. */
  readonly shipDay: string | null;
  readonly today: string;
  readonly accountCurrency: string;
  /** The rate from a currency to account currency; null when there is none. */
  readonly rateOf: (currency: string) => Rate | null;
  /** The offer to which the others are compared: the one that was chosen. */
  readonly chosenId: string | null;
  readonly containers?: ContainerSizes;
}

/** One way to ship a plan beside the others. */
interface ComparedOffer {
  readonly id: string;
  /** Null when there is no charge, with the reason in `gap`. */
  readonly charge: Charge | null;
  readonly gap: Unweighable | null;
  /** The charge in account currency, converted once; null without a rate. */
  readonly accountMinor: bigint | null;
  /** In account currency. */
  readonly perUnit: string | null;
  readonly arrivalDay: string | null;
  /** How much more than the chosen offer it costs, in account currency. */
  readonly differenceMinor: bigint | null;
}

/**
 * Compares ways to ship a plan (stock §8), in the sequence of the offers: the charge of each, per unit, the day of
 * arrival and the difference to the chosen one. Nothing is stored.
 */
export function compareOffers(offers: readonly Offer[], by: Comparison): ComparedOffer[] {
  const units = unitsOf(leavesOf(by.packed));
  const compared = offers.map(({ id, rate }): ComparedOffer => {
    const result = chargeOf(rate, by.packed, by.shipDay ?? by.today, by.containers);
    const arrivalDay = by.shipDay === null || rate.transitDays === null ? null : addDays(by.shipDay, rate.transitDays);
    if ('reason' in result)
      return { id, charge: null, gap: result, accountMinor: null, perUnit: null, arrivalDay, differenceMinor: null };
    const exchange = rate.currency === by.accountCurrency ? RATE_ONE : by.rateOf(rate.currency);
    const accountMinor = exchange && convert(result.totalMinor, rate.currency, by.accountCurrency, exchange);
    const perUnit = accountMinor === null ? null : perUnitOf(accountMinor, units, by.accountCurrency);
    return { id, charge: result, gap: null, accountMinor, perUnit, arrivalDay, differenceMinor: null };
  });
  const chosenMinor = compared.find(({ id }) => id === by.chosenId)?.accountMinor ?? null;
  return compared.map((offer) => ({
    ...offer,
    differenceMinor: chosenMinor === null || offer.accountMinor === null ? null : offer.accountMinor - chosenMinor,
  }));
}

/** A charge and what it comes to for one unit, in the currency of the rate. */
interface ChargePerUnit {
  readonly totalMinor: bigint;
  readonly perUnit: string | null;
}

/** What more cartons of a kind would be. */
export interface MoreCartons {
  readonly cartons: bigint;
  readonly unitsPerCarton: bigint;
  /** The row with its measures; `cartons` is its count. */
  readonly row: Omit<CartonRow, 'count'>;
  /** A pack list of the product; its units do not matter. */
  readonly leaf: Leaf;
}

const MORE = '\uffffmore';

/**
 * What the charge is, and per unit, before and after more cartons are loaded (stock §8), by the same rate on the same
 * day.
 */
export function effectOfMore(
  rate: FreightRate,
  packed: readonly Packed[],
  { cartons, unitsPerCarton, row, leaf }: MoreCartons,
  day: string,
  containers?: ContainerSizes,
): { readonly before: ChargePerUnit; readonly after: ChargePerUnit } | Unweighable {
  const more: Leaf = { ...leaf, key: MORE, packListId: null, cartonRowId: MORE, units: cartons * unitsPerCarton };
  const after = [...packed, ...packedOf([more], [{ ...row, id: MORE, count: cartons }])];
  const charges = [packed, after].map((goods) => chargeOf(rate, goods, day, containers));
  const gap = charges.find((charge) => 'reason' in charge);
  if (gap && 'reason' in gap) return gap;
  const [first, second] = charges.map((charge, i): ChargePerUnit => {
    const totalMinor = 'reason' in charge ? 0n : charge.totalMinor;
    return { totalMinor, perUnit: perUnitOf(totalMinor, unitsOf(leavesOf(i === 0 ? packed : after)), rate.currency) };
  });
  const none: ChargePerUnit = { totalMinor: 0n, perUnit: null };
  return { before: first ?? none, after: second ?? none };
}
