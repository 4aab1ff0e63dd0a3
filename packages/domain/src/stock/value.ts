import { cumulativePart } from '../money/cumulative.ts';

/** What all units of a lot cost, in minor units of the account currency, and how many it has (stock §2). */
export interface LotTotal {
  readonly units: bigint;
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
}
/** What units cost. Landed and factory follow the formula; inbound is their difference. */
export interface UnitsCost {
  readonly landedMinor: bigint;
  readonly factoryMinor: bigint;
  readonly inboundMinor: bigint;
}

/**
 * What the units of a lot from the position `from` up to `to` cost; below 0 when `to` is less (stock §3). Of a lot
 * without units the part is 0: all of it went back to the supplier, or was never sent.
 */
export function costBetween({ units, landedMinor, factoryMinor }: LotTotal, from: bigint, to: bigint): UnitsCost {
  const upTo = (total: bigint, position: bigint) => (units === 0n ? 0n : cumulativePart(total, position, units));
  const part = (total: bigint) => upTo(total, to) - upTo(total, from);
  const landed = part(landedMinor);
  const factory = part(factoryMinor);
  return { landedMinor: landed, factoryMinor: factory, inboundMinor: landed - factory };
}

/** What the units of a lot that are on hand are worth. */
export const valueOnHand = (lot: LotTotal & { readonly received: bigint; readonly taken: bigint }): UnitsCost =>
  costBetween(lot, lot.taken, lot.received);
