import { allocateLine } from '@quayside/domain/landed-cost/allocate-line';
import { allocateCredits, type LeftOfLine } from '@quayside/domain/landed-cost/credits';
import type { CostLine, OrderInScope, LineAllocation } from '@quayside/domain/landed-cost/types';
import type { Work } from '../../db/tx.ts';
import { counts, creditsOf, isOwnOrder, toCostLine, toCredit } from './cost-lines.ts';
import { ordersOfLines } from './orders.queries.ts';
import { manualSharesOf } from './scopes.queries.ts';
import type { OrderRow, CostLineRow, ScopeRow } from './costs.types.ts';
import { linesById } from './costs.views.ts';
import { ordersInScope } from './scopes.ts';

/** A line with its computed allocation. */
export interface WorkedLine {
  readonly line: CostLineRow;
  readonly allocation: LineAllocation;
  /** Set for a credit: what was left of the credited line before it. */
  readonly before: LeftOfLine | null;
}

/** Values that a preview uses instead of the stored ones. */
export interface WorkOutOverrides {
  readonly scopes?: ReadonlyMap<string, readonly ScopeRow[]>;
  readonly shares?: ReadonlyMap<string, readonly { layerId: string; amountMinor: bigint }[]>;
  /** Weight, volume and shipping method by order. */
  readonly measures?: ReadonlyMap<string, Pick<OrderInScope, 'weightUg' | 'volumeMm3' | 'shippingMethod'>>;
}
export interface WorkedOut {
  readonly worked: WorkedLine[];
  /** The orders that each line can be spread over; credits are not included. */
  readonly orders: ReadonlyMap<string, OrderInScope[]>;
}

/**
 * Computes the allocation of lines by the rules and stores nothing. Credits of the lines, and the lines of given
 * credits, are included, because their entries form one calculation. Lines that do not count are omitted.
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
  const found = await ordersInScope(
    w,
    live,
    new Map(own.map((order): [string, OrderRow] => [order.lineId, order])),
    overrides.scopes,
  );
  const orders = overrides.measures ? withMeasures(found, overrides.measures) : found;
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
    const costLine = toCostLine(w, root, overrides.shares?.get(root.id) ?? stored.get(root.id) ?? []);
    const allocation = counts(root) ? allocateLine(costLine, orders.get(root.id) ?? []) : withoutCosts(costLine);
    const own = counts(root) ? [{ line: root, allocation, before: null }] : [];
    const crediting = credits.get(root.id) ?? [];
    const given = allocateCredits(costLine, allocation, crediting.map(toCredit));
    return [
      ...own,
      ...crediting.flatMap((line, i) =>
        given.slice(i, i + 1).map(({ before, ...rest }) => ({ line, allocation: rest, before })),
      ),
    ];
  });
  return { worked, orders };
}

const withMeasures = (
  orders: ReadonlyMap<string, OrderInScope[]>,
  measures: NonNullable<WorkOutOverrides['measures']>,
): Map<string, OrderInScope[]> =>
  new Map(
    [...orders].map(([lineId, scope]) => [
      lineId,
      scope.map((order) => ({ ...order, ...measures.get(order.layerId) })),
    ]),
  );

/** The lines that are no credits, plus the credited lines of those that are, each once. */
async function rootsOf(w: Work, lines: readonly CostLineRow[]): Promise<CostLineRow[]> {
  const own = new Map(lines.filter((line) => line.creditsLineId === null).map((line) => [line.id, line]));
  const missing = [...new Set(lines.flatMap((line) => line.creditsLineId ?? []))].filter((id) => !own.has(id));
  return [...own.values(), ...(await linesById(w, missing))];
}

/** The credited line has no cost, for example because its invoice is back in review, so its credits are unassigned. */
const withoutCosts = (line: CostLine): LineAllocation => ({
  ...allocateLine(line, []),
  entries: [],
  weightTotal: 0n,
  unassignedReason: 'CREDITED_LINE',
});
