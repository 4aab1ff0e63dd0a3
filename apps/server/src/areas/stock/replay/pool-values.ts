import type { PoolStep } from '@quayside/domain/stock/fifo';
import { EMPTY_POOL, type GoneBefore, type ValuedPool, valuePool } from '@quayside/domain/stock/pool';
import type { LotTotal } from '@quayside/domain/stock/value';
import type { TakingRow } from '../rows/takings.views.ts';
import type { Read } from './replay.types.ts';
import type { LotRow } from '../stock.types.ts';

/** Values what a replay of a product came to by the moving average, from the pool that its first day meets. */
export function valueByPool(
  read: Read,
  productId: string,
  lots: ReadonlyMap<string, LotRow>,
  steps: readonly PoolStep[],
): ValuedPool {
  const day = read.from.get(productId) ?? '';
  const gone = (read.held.get(productId) ?? []).map(({ id }) => [id, goneBefore(id, read.takingsOfHeld, day)] as const);
  const totals = [...lots.values()].flatMap((lot): [string, LotTotal][] => {
    const { id, units, landedMinor, factoryMinor, joinedMinor } = lot;
    if (landedMinor === null || factoryMinor === null) return [];
    // Costs without an order join the pool by themselves.
    return [[id, { units, landedMinor: landedMinor - joinedMinor, factoryMinor }]];
  });
  const pool = read.poolsBefore.get(productId) ?? EMPTY_POOL;
  return valuePool({ pool, gone: new Map(gone) }, steps, new Map(totals));
}

/** What had gone for an event before a day, of units with a known cost, and how many of them were back. */
function goneBefore(id: string, takings: readonly TakingRow[], day: string): GoneBefore {
  const known = takings.filter((row) => row.day < day && row.landedMinor !== null);
  const own = known.filter((row) => row.eventId === id && row.units > 0n);
  const sum = (rows: readonly TakingRow[], valueOf: (row: TakingRow) => bigint | null) =>
    rows.reduce((all, row) => all + (valueOf(row) ?? 0n), 0n);
  return {
    units: sum(own, ({ units }) => units),
    landedMinor: sum(own, ({ landedMinor }) => landedMinor),
    factoryMinor: sum(own, ({ factoryMinor }) => factoryMinor),
    back: -sum(
      known.filter((row) => row.ofId === id),
      ({ units }) => units,
    ),
  };
}
