import { allocateLine } from '@quayside/domain/landed-cost/allocate-line';
import { allocateCredits, type LeftOfLine } from '@quayside/domain/landed-cost/credits';
import type { CostLine, LineAllocation, ManualShare } from '@quayside/domain/landed-cost/types';
import type { Leaf } from '@quayside/domain/shipments/leaves';
import { type GoodsInScope, looseGoods } from '@quayside/domain/shipments/shipment-shares';
import type { Work } from '../../../db/tx.ts';
import { counts, creditsOf, isOwnOrder, toCostLine, toCredit } from './cost-lines.ts';
import { ordersOfLines } from '../rows/orders.queries.ts';
import { manualSharesOf } from '../rows/scopes.queries.ts';
import type { OrderRow, CostLineRow, ScopeRow } from '../costs.types.ts';
import { linesById } from './costs.views.ts';
import { goodsInScope } from './scopes.ts';

/** A line with its computed allocation. */
export interface WorkedLine {
  readonly line: CostLineRow;
  readonly allocation: LineAllocation;
  readonly goods: GoodsInScope;
  /** For a credit, the remaining part of the credited line before this credit; null for other lines. */
  readonly before: LeftOfLine | null;
}

/** Values that a preview uses in place of the stored ones. */
interface WorkOutOverrides {
  readonly scopes?: ReadonlyMap<string, readonly ScopeRow[]>;
  readonly shares?: ReadonlyMap<string, readonly ManualShare[]>;
  /** The weight, volume and shipping method of orders, by order id. */
  readonly measures?: ReadonlyMap<string, Pick<Leaf, 'weightUg' | 'volumeMm3' | 'shippingMethod'>>;
}
interface WorkedOut {
  readonly worked: WorkedLine[];
  /** What each line can be shared over. Credits are not included. */
  readonly goods: ReadonlyMap<string, GoodsInScope>;
}

/**
 * Computes how lines are allocated to orders, and stores nothing. A line and its credits are always computed together,
 * because each credit depends on what the earlier ones have left; this also applies if only a credit is given. A line
 * that is not a cost (deleted, or on an invoice in review) is omitted, and its credits stay unassigned.
 */
export async function workOut(
  w: Work,
  lines: readonly CostLineRow[],
  overrides: WorkOutOverrides = {},
): Promise<WorkedOut> {
  const roots = await rootsOf(w, lines);
  const live = roots.filter(counts);
  const own = await ordersOfLines(
    w,
    live.filter(isOwnOrder).map((line) => line.id),
  );
  const found = await goodsInScope(
    w,
    live,
    new Map(own.map((order): [string, OrderRow] => [order.lineId, order])),
    overrides.scopes,
  );
  const goods = overrides.measures ? withMeasures(found, overrides.measures) : found;
  const stored = Map.groupBy(
    await manualSharesOf(
      w,
      live.filter((line) => line.basis === 'MANUAL').map((line) => line.id),
    ),
    (share) => share.lineId,
  );
  const credits = await creditsOf(
    w,
    roots.map((root) => root.id),
  );
  const worked = roots.flatMap((root): WorkedLine[] => {
    const crediting = credits.get(root.id) ?? [];
    const manualShares = overrides.shares?.get(root.id) ?? stored.get(root.id) ?? [];
    const costLine = toCostLine(w, root, { manualShares, credits: crediting });
    const over = goods.get(root.id) ?? looseGoods([]);
    const allocation = counts(root) ? allocateLine(costLine, over) : withoutCosts(costLine);
    const own = counts(root) ? [{ line: root, allocation, goods: over, before: null }] : [];
    const given = allocateCredits(costLine, allocation, crediting.map(toCredit));
    return [
      ...own,
      ...crediting.flatMap((line, i) =>
        given.slice(i, i + 1).map(({ before, ...rest }) => ({ line, allocation: rest, goods: over, before })),
      ),
    ];
  });
  return { worked, goods };
}

const withMeasures = (
  goods: ReadonlyMap<string, GoodsInScope>,
  measures: NonNullable<WorkOutOverrides['measures']>,
): Map<string, GoodsInScope> => {
  const measured = (leaves: readonly Leaf[]) => leaves.map((leaf) => ({ ...leaf, ...measures.get(leaf.layerId) }));
  return new Map(
    [...goods].map(([lineId, { leaves, others, ...rest }]) => [
      lineId,
      { ...rest, leaves: measured(leaves), others: measured(others) },
    ]),
  );
};

/** The given lines that are not credits, and the lines that the given credits reduce. Each line occurs only once. */
async function rootsOf(w: Work, lines: readonly CostLineRow[]): Promise<CostLineRow[]> {
  const own = new Map(lines.filter((line) => line.creditsLineId === null).map((line) => [line.id, line]));
  const missing = [...new Set(lines.flatMap((line) => line.creditsLineId ?? []))].filter((id) => !own.has(id));
  return [...own.values(), ...(await linesById(w, missing))];
}

/** A credit stays unassigned if the credited line has no cost, for example because its invoice is back in review. */
const withoutCosts = (line: CostLine): LineAllocation => ({
  ...allocateLine(line, looseGoods([])),
  entries: [],
  weightTotal: 0n,
  unassignedReason: 'CREDITED_LINE',
});
