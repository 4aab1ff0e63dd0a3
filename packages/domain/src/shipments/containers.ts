import { ceilingOf, fraction, greaterOf, type Fraction } from './fractions.ts';
import type { ContainerType } from './option-lists.ts';

/** What a container holds. All figures can be edited. */
export interface ContainerSize {
  /** The volume that people fill in practice, in cubic millimetres. Filling by volume is a bound, not a plan. */
  readonly usableMm3: bigint;
  /** In micrograms. */
  readonly payloadUg: bigint;
}

/** The types of containers that are full ones; LCL has no size. */
export type FullContainerType = Exclude<ContainerType, 'LCL'>;

/** A container as published, with the name that forwarders give it. */
interface PublishedContainer extends ContainerSize {
  readonly name: string;
  readonly source: string;
}

const CBM = 1_000_000_000n;
const KG = 1_000_000_000n;
const USABLE = 'usable volume: the lower published figure';

/**
 * The published sizes (freight.json). Usable is the lower figure that forwarders give; for 45HQ, of which none is
 * published, 85 % of 85.9 m3.
 */
export const CONTAINERS: Readonly<Record<FullContainerType, PublishedContainer>> = {
  '20FT': { name: '20GP', usableMm3: 26n * CBM, payloadUg: 28_180n * KG, source: USABLE },
  '40FT': { name: '40GP', usableMm3: 56n * CBM, payloadUg: 26_730n * KG, source: USABLE },
  '40FT_HC': { name: '40HQ', usableMm3: 64n * CBM, payloadUg: 26_540n * KG, source: USABLE },
  '45FT_HC': { name: '45HQ', usableMm3: 73n * CBM, payloadUg: 25_660n * KG, source: '85 % of 85.9 m3' },
};

/** The name that forwarders give a type of container: 20GP, or LCL. */
export const containerName = (type: ContainerType): string => (type === 'LCL' ? type : CONTAINERS[type].name);

/** The sizes that an account uses: the published ones, or its own. */
export type ContainerSizes = Readonly<Record<FullContainerType, ContainerSize>>;

/** The least number of containers that goods need by volume and by weight, at least 1 (stock §8). A bound. */
export function containersFor(volume: Fraction, weight: Fraction, { usableMm3, payloadUg }: ContainerSize): bigint {
  const count = ceilingOf(
    greaterOf(fraction(volume.n, volume.d * usableMm3), fraction(weight.n, weight.d * payloadUg)),
  );
  return count > 1n ? count : 1n;
}

/** How many more whole cartons fit. */
interface Room {
  readonly cartons: bigint;
  readonly limitedBy: 'VOLUME' | 'WEIGHT';
  readonly freeMm3: bigint;
  readonly freeUg: bigint;
}

const free = (capacity: bigint, { n, d }: Fraction): bigint => {
  const left = (capacity * d - n) / d;
  return left > 0n ? left : 0n;
};

/**
 * The room that so many containers have left, in whole cartons of a kind: the lesser of free volume and free weight
 * (stock §8). A bound. Null when the volume or weight of the carton is unknown.
 */
export function roomFor(
  loaded: { readonly volume: Fraction; readonly weight: Fraction },
  carton: { readonly volumeMm3: bigint | null; readonly weightUg: bigint | null },
  size: ContainerSize,
  count = 1n,
): Room | null {
  const { volumeMm3, weightUg } = carton;
  if (!volumeMm3 || !weightUg) return null;
  const freeMm3 = free(size.usableMm3 * count, loaded.volume);
  const freeUg = free(size.payloadUg * count, loaded.weight);
  const [byVolume, byWeight] = [freeMm3 / volumeMm3, freeUg / weightUg];
  return byVolume <= byWeight
    ? { cartons: byVolume, limitedBy: 'VOLUME', freeMm3, freeUg }
    : { cartons: byWeight, limitedBy: 'WEIGHT', freeMm3, freeUg };
}
