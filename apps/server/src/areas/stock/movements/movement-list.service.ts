import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import {
  type getStockMovementTotals as totalsSpec,
  type listStockMovements as spec,
  reverseStockMovement,
  type StockMovement,
} from '@quayside/contracts/stock/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope } from '../../../db/paging.ts';
import type { Scope, Work } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { personNames } from '../../accounts/public.ts';
import { listMovementHeads, type MovementHead, sumMovements } from './movements.views.ts';

/** One page of movements and counts, newest first. */
export async function listMovements(w: Work, q: QueryOut<typeof spec>): Promise<Page<StockMovement>> {
  const { rows, count, window } = await listMovementHeads(w, q);
  const people = await personNames(
    w,
    rows.map(({ createdBy }) => createdBy),
  );
  return envelope(
    rows.map((row) => toMovement(w.scope, row, people)),
    count,
    window,
  );
}

/** What the filtered movements and counts add up to. */
export async function getMovementTotals(
  w: Work,
  q: QueryOut<typeof totalsSpec>,
): Promise<ResponseOf<typeof totalsSpec>> {
  const sums = await sumMovements(w, q);
  return {
    count: Number(sums?.count ?? 0n),
    out: Number(sums?.out ?? 0n),
    back: Number(sums?.back ?? 0n),
    counts: Number(sums?.counts ?? 0n),
    difference: Number(sums?.difference ?? 0n),
    waiting: Number(sums?.waits ?? 0n),
    cost: formatAmount(BigInt(sums?.cost ?? '0'), w.scope.currency),
    withoutRate: Number(sums?.withoutRate ?? 0n),
  };
}

const toMovement = (scope: Scope, row: MovementHead, people: ReadonlyMap<string, string>): StockMovement => ({
  id: row.id,
  kind: row.kind,
  cause: row.cause,
  productId: row.productId,
  sku: row.sku,
  productName: row.productName,
  day: row.day,
  place: row.place,
  toPlace: row.toPlace,
  quantity: Number(row.units),
  difference: row.difference === null ? null : Number(row.difference),
  waiting: Number(row.waits),
  cost: row.costMinor === null ? null : formatAmount(row.costMinor, scope.currency),
  unknownCost: row.unknownCost,
  words: row.words,
  ofId: row.ofId,
  customerOrderNumber: row.customerOrderNumber,
  soldAs: row.bundleId === null ? null : { id: row.bundleId, sku: row.bundleSku ?? '' },
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
  reversedAt: row.reversedAt?.toISOString() ?? null,
  can: { reverse: mayReverse(scope, row) },
});

/** Whether a movement can be reversed. What a file of customer orders says is changed by a later file. */
function mayReverse(scope: Scope, row: MovementHead): May {
  const mayAtAll = mayCall(reverseStockMovement, scope);
  if (!mayAtAll.allowed) return mayAtAll;
  if (row.reversedAt !== null) return no(scope, say('stock.reversed'));
  return row.customerOrderNumber === null ? YES : no(scope, say('stock.of_customer_order'));
}
