import type { UnknownCost } from '@quayside/contracts/primitives';
import type { LotKind } from './stock.types.ts';

/** Why what a lot costs is not known, if it is not (stock §2, §5). */
export const unknownCostOf = (kind: LotKind, landedMinor: bigint | null): UnknownCost =>
  landedMinor !== null ? null : kind === 'COUNT' ? 'COUNT' : 'NO_RATE';
