import { sumEntries } from '@quayside/domain/landed-cost/totals';
import { allocationRow } from '../areas/costs/ledger/allocation-rows.ts';
import { currentAllocations } from '../areas/costs/rows/allocations.queries.ts';
import { productTotals } from '../areas/costs/rows/totals.queries.ts';
import { linesById } from '../areas/costs/ledger/costs.views.ts';
import { workOut } from '../areas/costs/ledger/work-out.ts';
import type { Work } from '../db/tx.ts';

/**
 * Computes every cost line of the account from scratch, and returns where the stored data differs: in an allocation
 * with its entries, or in a product's totals.
 */
export async function recompute(w: Work): Promise<string[]> {
  const account = w.scope.accountId;
  const ids = await w.tx
    .selectFrom('invoice_line')
    .select('id')
    .where('account_id', '=', account)
    .where('deleted_at', 'is', null)
    .execute();
  const { worked } = await workOut(
    w,
    await linesById(
      w,
      ids.map((row) => row.id),
    ),
  );
  const fresh = new Map(worked.map((each) => [each.line.id, { each, row: allocationRow(w, each) }]));
  const heads = await w.tx
    .selectFrom('cost_allocation')
    .select('line_id')
    .where('account_id', '=', account)
    .where('superseded_at', 'is', null)
    .execute();
  const stored = await currentAllocations(
    w,
    heads.map((head) => head.line_id),
  );
  const wrong: string[] = [];
  for (const allocation of stored) {
    const own = fresh.get(allocation.lineId);
    if (own?.row.fingerprint !== allocation.fingerprint)
      wrong.push(
        `line ${allocation.lineId}: stored ${allocation.fingerprint}, recomputed ${own?.row.fingerprint ?? 'nothing'}`,
      );
  }
  for (const id of fresh.keys())
    if (!stored.some((allocation) => allocation.lineId === id)) wrong.push(`line ${id} has no allocation`);
  const orders = await w.tx
    .selectFrom('cost_layer')
    .select(['product_id', 'units'])
    .where('account_id', '=', account)
    .where('removed_at', 'is', null)
    .execute();
  const products = await w.tx.selectFrom('product').select('id').where('account_id', '=', account).execute();
  const totals = await productTotals(
    w,
    products.map((product) => product.id),
  );
  for (const { id } of products) {
    const entries = worked.flatMap(({ line, allocation }) =>
      allocation.entries
        .filter((entry) => entry.productId === id)
        .map((entry) => ({ category: line.costType, accountMinor: entry.accountMinor, excluded: line.isExcluded })),
    );
    const units = orders.filter((order) => order.product_id === id).reduce((sum, order) => sum + order.units, 0n);
    const expected = sumEntries(entries, units);
    const kept = totals.get(id);
    const shown = (t: { factoryMinor: bigint; inboundMinor: bigint; units: bigint; entryCount: number } | undefined) =>
      `${t?.factoryMinor ?? 0n} + ${t?.inboundMinor ?? 0n} over ${t?.units ?? 0n} in ${t?.entryCount ?? 0}`;
    if (shown(kept) !== shown(expected))
      wrong.push(`product ${id}: stored ${shown(kept)}, recomputed ${shown(expected)}`);
  }
  return wrong;
}
