import type { UnitCost } from '@quayside/domain/landed-cost/bundles';
import { MICRO, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';

/** Formats a unit cost for display; null if the cost is unknown. */
export const shownUnitCost = (
  w: Work,
  cost: UnitCost | null,
  minor: keyof Omit<UnitCost, 'units'> = 'landedMinor',
): string | null => cost && unitCost(cost[minor], cost.units * MICRO, w.scope.currency);
