import { cumulativePart, cumulativeParts } from '../money/cumulative.ts';
import { compareNumbers } from './numbers.ts';

/** Costs in minor units of the account currency. Inbound is the difference of the two. */
interface LotAmounts {
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}

/** A pack list as a lot: the unit of valuation (stock §2). */
export interface LotOfOrder {
  readonly id: string;
  readonly number: bigint;
  readonly units: bigint;
  /** The sums of the entries that reached it as a pack list, in a carton or in a plan. */
  readonly own: LotAmounts;
}

/** An order with its pack lists and with the sums of the entries that it carries as a whole. */
export interface OrderWithLots {
  readonly units: bigint;
  readonly asWhole: LotAmounts;
  readonly packLists: readonly LotOfOrder[];
}

interface LotCost extends LotAmounts {
  readonly units: bigint;
  readonly inboundMinor: bigint;
}

/** What each pack list of an order costs, by number, and what is left with its unpacked units. */
interface LotCosts {
  readonly lots: readonly (LotCost & { readonly id: string; readonly number: bigint })[];
  readonly unpacked: LotCost;
}

const costOf = (units: bigint, landedMinor: bigint, factoryMinor: bigint): LotCost => ({
  units,
  landedMinor,
  factoryMinor,
  inboundMinor: landedMinor - factoryMinor,
});

/**
 * The parts that pack lists have in a sum that the order carries as a whole (stock §2): by units, cumulative in the
 * order of their numbers, and at the end what is left with the unpacked units. All of it is left with an order that has
 * no units. Throws when more units are packed than the order has.
 */
export function partsOfWhole(
  totalMinor: bigint,
  orderUnits: bigint,
  packLists: readonly Pick<LotOfOrder, 'id' | 'number' | 'units'>[],
): { readonly parts: ReadonlyMap<string, bigint>; readonly restMinor: bigint } {
  const byNumber = packLists.toSorted((a, b) => compareNumbers(a.number, b.number));
  const packed = byNumber.reduce((sum, { units }) => sum + units, 0n);
  if (packed > orderUnits) throw new RangeError(`${packed} of ${orderUnits} units are packed`);
  if (orderUnits === 0n) return { parts: new Map(), restMinor: totalMinor };
  const units = byNumber.map((packList) => packList.units);
  const parts = cumulativeParts(totalMinor, units, orderUnits);
  return {
    parts: new Map(byNumber.map(({ id }, i) => [id, parts[i] ?? 0n])),
    restMinor: totalMinor - cumulativePart(totalMinor, packed, orderUnits),
  };
}

/**
 * The total of every lot of an order (stock §2): its own entries and its part of what the order carries as a whole.
 * Landed and factory are parted, and inbound is their difference. All lots and the unpacked rest add up to the entries.
 */
export function lotsOf({ units, asWhole, packLists }: OrderWithLots): LotCosts {
  const landed = partsOfWhole(asWhole.landedMinor, units, packLists);
  const factory = partsOfWhole(asWhole.factoryMinor, units, packLists);
  const packed = packLists.reduce((sum, packList) => sum + packList.units, 0n);
  return {
    lots: packLists
      .toSorted((a, b) => compareNumbers(a.number, b.number))
      .map(({ id, number, units: own, own: { landedMinor, factoryMinor } }) => ({
        id,
        number,
        ...costOf(own, landedMinor + (landed.parts.get(id) ?? 0n), factoryMinor + (factory.parts.get(id) ?? 0n)),
      })),
    unpacked: costOf(units - packed, landed.restMinor, factory.restMinor),
  };
}
