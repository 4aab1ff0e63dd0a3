import { say } from '@quayside/contracts/texts/catalogue';
import type { ScopeType } from '@quayside/domain/lists';
import type { OrderInScope } from '@quayside/domain/landed-cost/types';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { isFactoryProductLine } from './cost-lines.ts';
import { ordersOfTargets } from './orders.queries.ts';
import { scopesOf } from './scopes.queries.ts';
import type { OrderRow, CostLineRow, ScopeRow } from './costs.types.ts';
import { existing, pairingsOf } from './costs.views.ts';

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
  for (const type of ['INVOICE', 'ORDER', 'PRODUCT'] as const) {
    const ids = scope.filter((s) => s.type === type).map((s) => s.id);
    const found = await existing(w, type, ids);
    const missing = scope.findIndex((s) => s.type === type && !found.has(s.id));
    if (missing >= 0) throw fieldError(`${field}.${missing}.id`, say('not_in_account'));
  }
}

/**
 * The current orders that the cost of each line is shared over. If the scope names a product, only the orders of the
 * product up to the date of the line are included.
 */
export async function ordersInScope(
  w: Work,
  lines: readonly CostLineRow[],
  ownOrders: ReadonlyMap<string, OrderRow>,
  overrides: ReadonlyMap<string, readonly ScopeRow[]> = new Map(),
): Promise<Map<string, OrderInScope[]>> {
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
  const ids = (type: ScopeRow['type']) => [...new Set(all.filter((s) => s.type === type).map((s) => s.targetId))];
  const orders = await ordersOfTargets(w, {
    orders: ids('ORDER'),
    invoices: ids('INVOICE'),
    products: ids('PRODUCT'),
    purchaseOrders: ids('PURCHASE_ORDER'),
  });
  const byOrder = new Map(orders.map((l) => [l.id, l]));
  const byInvoice = Map.groupBy(orders, (l) => l.invoiceId);
  const byProduct = Map.groupBy(orders, (l) => l.productId);
  const byPurchaseOrder = Map.groupBy(orders, (l) => l.purchaseOrderId);

  const hitsOf = ({ type, targetId }: ScopeRow, line: CostLineRow): (OrderRow | undefined)[] => {
    switch (type) {
      case 'ORDER':
        return [byOrder.get(targetId)];
      case 'INVOICE':
        return byInvoice.get(targetId) ?? [];
      case 'PURCHASE_ORDER':
        return byPurchaseOrder.get(targetId) ?? [];
      case 'PRODUCT':
        return (byProduct.get(targetId) ?? []).filter((l) => l.date <= line.date);
    }
  };
  const resolve = (line: CostLineRow, rows: readonly ScopeRow[]): OrderRow[] => {
    const found = new Map<string, OrderRow>();
    for (const row of rows) {
      for (const order of hitsOf(row, line)) if (order) found.set(order.id, order);
    }
    return [...found.values()];
  };
  const result = new Map<string, OrderInScope[]>();
  for (const line of lines) {
    const own = ownOrders.get(line.id);
    if (isFactoryProductLine(line)) {
      result.set(line.id, own && !own.isRemoved ? [toScope(own)] : []);
      continue;
    }
    const rows = scopeOf(line);
    const origin = (o: ScopeRow['origin']) => rows.filter((r) => r.origin === o);
    // By default a line is shared over the orders of its own invoice or, if there are none, over those that the invoice
    // is paired with.
    const ofInvoice = resolve(line, origin('OWN_INVOICE'));
    const chosen =
      ofInvoice.length > 0
        ? ofInvoice
        : resolve(
            line,
            rows.filter((r) => r.origin !== 'OWN_INVOICE'),
          );
    result.set(line.id, chosen.sort((a, b) => (a.number < b.number ? -1 : 1)).map(toScope));
  }
  return result;
}

const toScope = (l: OrderRow): OrderInScope => ({
  layerId: l.id,
  key: l.number,
  productId: l.productId,
  productSku: l.productSku,
  units: l.units,
  weightUg: l.weightUg,
  volumeMm3: l.volumeMm3,
  factoryMinor: l.factoryMinor,
  shippingMethod: l.shippingMethod,
});
