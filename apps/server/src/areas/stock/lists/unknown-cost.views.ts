import type { UnknownCost } from '@quayside/contracts/primitives';
import { type RawBuilder, sql } from 'kysely';
import { costOfTaking } from '../../../db/lot-cost.ts';
import type { LotKind } from '../stock.types.ts';

/** Why what a lot costs is not known, if it is not (stock §2, §5). */
export const unknownCostOf = (kind: LotKind, landedMinor: bigint | null): UnknownCost =>
  landedMinor !== null ? null : kind === 'COUNT' ? 'COUNT' : 'NO_RATE';

/**
 * SQL: why what the lots `l` of takings `t` gave is not known, or null if all of it is. Of several reasons, the missing
 * rate is named: a person can enter it.
 */
export const UNKNOWN_OF_TAKINGS: RawBuilder<UnknownCost> = sql<UnknownCost>`max(
  case when ${costOfTaking('l', 'landed_minor')} is not null then null when l.kind = 'COUNT' then 'COUNT' else 'NO_RATE'
  end
)`;
