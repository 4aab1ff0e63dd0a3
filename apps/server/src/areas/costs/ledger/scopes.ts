import { say } from '@quayside/contracts/texts/catalogue';
import { SCOPE_TYPES, type ScopeType } from '@quayside/domain/lists';
import { compareKeys } from '@quayside/domain/money/allocate';
import type { Leaf } from '@quayside/domain/shipments/leaves';
import type { GoodsInScope } from '@quayside/domain/shipments/shipment-shares';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { isFactoryProductLine } from './cost-lines.ts';
import { ordersOfTargets } from '../rows/orders.queries.ts';
import { scopesOf } from '../rows/scopes.queries.ts';
import type { OrderRow, CostLineRow, ScopeRow } from '../costs.types.ts';
import { existing, pairingsOf } from './costs.views.ts';
import { existingTargets } from './pack-lists.views.ts';
import { readShippedGoods, wholeOrder } from './shipped-goods.ts';

/**
 * The default scope of lines, as rows. A row names a record over whose orders the cost of the line is shared. Lines
 * whose scope a person chose are skipped, because their rows are stored already.
 */
export async function defaultScopes(w: Work, lines: readonly CostLineRow[]): Promise<ScopeRow[]> {
  // A credit is allocated together with the credited line, so it needs no scope of its own.
  const open = lines.filter(
    (l) => !l.isDeleted && !l.hasChosenScope && l.creditsLineId === null && !isFactoryProductLine(l),
  );
  const pairings = Map.groupBy(
    await pairingsOf(w, [...new Set(open.filter((l) => l.productId === null).map((l) => l.invoiceId))]),
    (p) => p.invoiceId,
  );
  return open.flatMap((l): ScopeRow[] => {
    if (l.productId !== null) return [{ lineId: l.id, type: 'PRODUCT', targetId: l.productId, origin: 'OWN_PRODUCT' }];
    const paired = (pairings.get(l.invoiceId) ?? []).map(
      (p): ScopeRow => ({ lineId: l.id, type: p.type, targetId: p.targetId, origin: 'PAIRING' }),
    );
    return [{ lineId: l.id, type: 'INVOICE', targetId: l.invoiceId, origin: 'OWN_INVOICE' }, ...paired];
  });
}

/** Throws if the scope that a person chose for a line names a record that the account does not have. */
export async function checkScope(
  w: Work,
  scope: readonly { type: ScopeType; id: string }[],
  field: string,
): Promise<void> {
  for (const type of SCOPE_TYPES) {
    const ids = scope.filter((s) => s.type === type).map((s) => s.id);
    const found =
      type === 'INVOICE' || type === 'ORDER' || type === 'PRODUCT'
        ? await existing(w, type, ids)
        : await existingTargets(w, type, ids);
    const missing = scope.findIndex((s) => s.type === type && !found.has(s.id));
    if (missing >= 0) throw fieldError(`${field}.${missing}.id`, say('not_in_account'));
  }
}

/**
 * What the cost of each line is shared over now: orders as a whole, or pack lists. If the scope names a product, only
 * the orders of the product up to the date of the line are included. A pack list whose order is in the scope as a whole
 * is a part of it, and no leaf of its own.
 */
export async function goodsInScope(
  w: Work,
  lines: readonly CostLineRow[],
  ownOrders: ReadonlyMap<string, OrderRow>,
  overrides: ReadonlyMap<string, readonly ScopeRow[]> = new Map(),
): Promise<Map<string, GoodsInScope>> {
  const sharing = lines.filter((l) => !isFactoryProductLine(l));
  const stored = Map.groupBy(
    await scopesOf(
      w,
      sharing.filter((l) => !overrides.has(l.id)).map((l) => l.id),
    ),
    (s) => s.lineId,
  );
  const scopeOf = (l: CostLineRow) => overrides.get(l.id) ?? stored.get(l.id) ?? [];
  const all = sharing.flatMap((l) => [...scopeOf(l)]);
  const ordersOf = await readOrders(w, all);
  const shipped = await readShippedGoods(w, all, sharing);
  const resolve = (line: CostLineRow, rows: readonly ScopeRow[]): Leaf[] => {
    const orders = new Map(rows.flatMap((row) => ordersOf(row, line)).map((order) => [order.id, wholeOrder(order)]));
    const packed = rows.flatMap((row) => shipped.leavesOf(row)).filter(({ layerId }) => !orders.has(layerId));
    return [...new Map([...orders.values(), ...packed].map((leaf) => [leaf.key, leaf])).values()];
  };
  const result = new Map<string, GoodsInScope>();
  for (const line of lines) {
    const own = ownOrders.get(line.id);
    if (isFactoryProductLine(line)) {
      result.set(line.id, shipped.goodsOf(line, own && !own.isRemoved ? [wholeOrder(own)] : []));
      continue;
    }
    const rows = scopeOf(line);
    // By default a line is shared over the orders of its own invoice or, if there are none, over what the invoice is
    // paired with.
    const ofInvoice = resolve(
      line,
      rows.filter(({ origin }) => origin === 'OWN_INVOICE'),
    );
    const chosen =
      ofInvoice.length > 0
        ? ofInvoice
        : resolve(
            line,
            rows.filter(({ origin }) => origin !== 'OWN_INVOICE'),
          );
    result.set(
      line.id,
      shipped.goodsOf(
        line,
        chosen.sort((a, b) => compareKeys(a.key, b.key)),
      ),
    );
  }
  return result;
}

/** Reads the orders that rows of scopes name. Returns a function that looks up those of one row for a line. */
async function readOrders(
  w: Work,
  scope: readonly ScopeRow[],
): Promise<(row: ScopeRow, line: CostLineRow) => readonly OrderRow[]> {
  const ids = (type: ScopeRow['type']) => [
    ...new Set(scope.filter((s) => s.type === type).map(({ targetId }) => targetId)),
  ];
  const orders = await ordersOfTargets(w, {
    orders: ids('ORDER'),
    invoices: ids('INVOICE'),
    products: ids('PRODUCT'),
    purchaseOrders: ids('PURCHASE_ORDER'),
  });
  const byOrder = Map.groupBy(orders, (l) => l.id);
  const byInvoice = Map.groupBy(orders, (l) => l.invoiceId);
  const byProduct = Map.groupBy(orders, (l) => l.productId);
  const byPurchaseOrder = Map.groupBy(orders, (l) => l.purchaseOrderId);
  return ({ type, targetId }, line) => {
    switch (type) {
      case 'ORDER':
        return byOrder.get(targetId) ?? [];
      case 'INVOICE':
        return byInvoice.get(targetId) ?? [];
      case 'PURCHASE_ORDER':
        return byPurchaseOrder.get(targetId) ?? [];
      case 'PRODUCT':
        return (byProduct.get(targetId) ?? []).filter((l) => l.date <= line.date);
      default:
        return [];
    }
  };
}
