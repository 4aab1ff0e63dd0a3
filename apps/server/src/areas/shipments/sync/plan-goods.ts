import { type Fraction, sumOfFractions } from '@quayside/domain/shipments/fractions';
import type { Packed } from '@quayside/domain/shipments/leaves';
import type { Work } from '../../../db/tx.ts';
import { type CartonOfLeaves, measure, type PackListRow, readCartonsOfLeaves } from '../rows/leaves.views.ts';

/** The pack lists of a plan, the carton rows that they are in, and what they measure. */
export interface PlanGoods {
  readonly rows: readonly PackListRow[];
  readonly cartons: ReadonlyMap<string, CartonOfLeaves>;
  readonly packed: readonly Packed[];
}

/** Reads the carton rows of pack lists. `rows` must contain all pack lists of each carton row. */
export async function goodsOf(w: Work, rows: readonly PackListRow[]): Promise<PlanGoods> {
  const cartons = await readCartonsOfLeaves(w, [...new Set(rows.flatMap(({ cartonId }) => cartonId ?? []))]);
  return { rows, cartons, packed: measure(rows, cartons) };
}

/** What a measure of goods adds up to; null while one of them is unknown. */
export function totalOf(packed: readonly Packed[], of: 'weight' | 'volume'): Fraction | null {
  const known = packed.flatMap((one) => one[of] ?? []);
  return known.length < packed.length ? null : sumOfFractions(known);
}
