import { say } from '@quayside/contracts/texts/catalogue';
import { accountOfLeft } from '@quayside/domain/landed-cost/credits';
import { effectiveRate } from '@quayside/domain/landed-cost/defaults';
import { type Basis, defaultBasisOf } from '@quayside/domain/lists';
import { MICRO } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { react, type ReactionEvents } from '../../../events/reactions.ts';
import { fieldError } from '../../../http/errors.ts';
import { counts, isOwnOrder, leftOf, quantityMicroOf, toCostLine } from './cost-lines.ts';
import { insertOrders, ordersOfLines, recordOrders, updateOrder } from '../rows/orders.queries.ts';
import { findDependentLines, type Target } from '../rows/scopes.queries.ts';
import { reserveNumbers } from '../../../account/numbers.ts';
import type { OrderRow, CostLineRow } from '../costs.types.ts';
import { linesById, productMeasures } from './costs.views.ts';
import type { TotalsChanges } from './totals-changes.ts';

/**
 * Which property of an order changed. It determines which dependent lines are recomputed. SET means that the set of
 * orders itself changed: an order was added, removed, or moved to another product.
 */
export type OrderChange = 'SET' | 'DATE' | 'UNITS' | 'AMOUNT' | 'MEASURES';

/** Collects the changed orders, in order to find the lines that depend on them. */
export class OrderChanges {
  readonly #targets: (Target & { change: OrderChange })[] = [];
  add(
    order: { id: string; invoiceId: string; productIds: readonly string[]; purchaseOrderId: string | null },
    ...changes: OrderChange[]
  ): void {
    for (const change of changes) {
      this.addPurchaseOrder(order.purchaseOrderId, change);
      this.#targets.push({ type: 'ORDER', id: order.id, change }, { type: 'INVOICE', id: order.invoiceId, change });
      for (const id of order.productIds) this.#targets.push({ type: 'PRODUCT', id, change });
    }
  }
  addPurchaseOrder(id: string | null, change: OrderChange): void {
    if (id !== null) this.#targets.push({ type: 'PURCHASE_ORDER', id, change });
  }
  get targets(): readonly (Target & { change: OrderChange })[] {
    return this.#targets;
  }
}

const MEASURED: readonly Basis[] = ['WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT'];
/** What is packed depends on each other in ways that only the computation tells. */
const PACKED: readonly Target['type'][] = ['PACK_LIST', 'CARTON', 'SHIPMENT'];

/**
 * Whether a change of an order can affect how the cost of this line is shared. It can only if it changes the orders
 * that share the cost, or their weights.
 */
function isAffected(line: CostLineRow, change: OrderChange, type: Target['type']): boolean {
  if (change === 'SET' || PACKED.includes(type)) return true;
  // Only a line that is shared over the orders of a product depends on the dates of these orders.
  if (change === 'DATE') return type === 'PRODUCT';
  if (line.productId !== null) return change === 'UNITS';
  const basis = line.basis ?? defaultBasisOf(line.costType);
  if (change === 'AMOUNT') return basis === 'VALUE';
  if (change === 'MEASURES') return MEASURED.includes(basis);
  return basis === 'QUANTITY' || MEASURED.includes(basis);
}

/**
 * Finds the lines whose cost must be shared again because of these changes, except the lines with the given ids, which
 * the caller has loaded already.
 */
export async function findAffectedLines(
  w: Work,
  orderChanges: OrderChanges,
  except: ReadonlySet<string>,
): Promise<CostLineRow[]> {
  const hits = (await findDependentLines(w, orderChanges.targets)).filter((hit) => !except.has(hit.lineId));
  const lines = new Map(
    (await linesById(w, [...new Set(hits.map((hit) => hit.lineId))])).map((line) => [line.id, line]),
  );
  const affected = hits.flatMap(({ lineId, change, type }) => {
    const line = lines.get(lineId);
    return line && isAffected(line, change as OrderChange, type) ? [line] : [];
  });
  return [...new Map(affected.map((line) => [line.id, line])).values()];
}

interface Wanted {
  readonly line: CostLineRow;
  readonly order: OrderRow | undefined;
  readonly wants: boolean;
}

/**
 * The number of units that are invoiced and the factory amount, in account currency, of the order that a factory line
 * creates. Credits are subtracted from both.
 */
function figuresOf(
  w: Work,
  line: CostLineRow,
  credits: readonly CostLineRow[],
): { invoiced: bigint; factoryMinor: bigint | null } {
  const invoiced = [line, ...credits].reduce((sum, each) => sum + quantityMicroOf(each) / MICRO, 0n);
  if (invoiced < 0n) throw fieldError('quantity', say('costs.more_credited_than_order'));
  const costLine = toCostLine(w, line);
  const rate = effectiveRate(costLine);
  return { invoiced, factoryMinor: rate ? accountOfLeft(leftOf(line, credits), costLine, rate) : null };
}

/**
 * Creates, updates and removes the orders of factory lines. `credited` are the ids of the lines among them that only a
 * credit has changed.
 */
export async function syncOrders(
  w: Work,
  lines: readonly CostLineRow[],
  credited: ReadonlySet<string>,
  credits: ReadonlyMap<string, CostLineRow[]>,
  { totalsChanges, orderChanges }: { readonly totalsChanges: TotalsChanges; readonly orderChanges: OrderChanges },
): Promise<void> {
  const ids = lines.map((line) => line.id);
  const stored = new Map((await ordersOfLines(w, ids)).map((order) => [order.lineId, order]));
  const wanted = lines.map(
    (line): Wanted => ({ line, order: stored.get(line.id), wants: counts(line) && isOwnOrder(line) }),
  );
  const copying = wanted
    .filter((x) => x.wants && x.order?.productId !== x.line.productId)
    .map((x) => x.line.productId ?? '');
  const measures = await productMeasures(w, [...new Set(copying)]);
  const fresh = wanted.filter((x) => x.wants && !x.order);
  let next = fresh.length > 0 ? await reserveNumbers(w, 'order', fresh.length) : 0n;
  const inserts: Parameters<typeof insertOrders>[1][number][] = [];
  const written: string[] = [];
  const announced: ReactionEvents['order.changed']['orders'][number][] = [];
  for (const { line, order, wants } of wanted) {
    if (!wants) {
      if (!order || order.isRemoved) continue;
      await updateOrder(w, order.id, { removed_at: w.now });
      totalsChanges.units(order.productId, -order.units);
      totalsChanges.order(order.id);
      const { id, purchaseOrderId } = order;
      orderChanges.add({ id, invoiceId: line.invoiceId, productIds: [order.productId], purchaseOrderId }, 'SET');
      written.push(order.id);
      const unitsBefore = order.units - order.adjustedUnits;
      announced.push({ id, unitsBefore, units: 0n, isByCredit: credited.has(line.id) });
      continue;
    }
    const productId = line.productId ?? '';
    const { purchaseOrderId } = line;
    const { invoiced, factoryMinor } = figuresOf(w, line, credits.get(line.id) ?? []);
    const adjusted = order?.adjustedUnits ?? 0n;
    const units = invoiced + adjusted;
    const copied = measures.get(productId);
    if (!order) {
      const id = w.newId();
      inserts.push({
        id,
        number: `SO-${String(next).padStart(6, '0')}`,
        product_id: productId,
        invoice_id: line.invoiceId,
        invoice_line_id: line.id,
        date: line.date,
        units,
        weight_ug: copied?.weightUg ?? null,
        volume_mm3: copied?.volumeMm3 ?? null,
        shipping_method: copied?.shippingMethod ?? null,
        factory_minor: factoryMinor,
        purchase_order_id: purchaseOrderId,
      });
      next += 1n;
      totalsChanges.units(productId, units);
      orderChanges.add({ id, invoiceId: line.invoiceId, productIds: [productId], purchaseOrderId }, 'SET');
      written.push(id);
      continue;
    }
    if (order.purchaseOrderId !== purchaseOrderId) {
      await updateOrder(w, order.id, { purchase_order_id: purchaseOrderId });
      orderChanges.addPurchaseOrder(order.purchaseOrderId, 'SET');
      orderChanges.addPurchaseOrder(purchaseOrderId, 'SET');
    }
    const changes = orderChangesOf(order, { productId, units, factoryMinor, date: line.date });
    if (changes.length === 0) continue;
    await updateOrder(w, order.id, {
      product_id: productId,
      date: line.date,
      units,
      factory_minor: factoryMinor,
      removed_at: null,
      ...(order.productId !== productId &&
        copied && { weight_ug: copied.weightUg, volume_mm3: copied.volumeMm3, shipping_method: copied.shippingMethod }),
    });
    totalsChanges.order(order.id);
    if (!order.isRemoved) totalsChanges.units(order.productId, -order.units);
    totalsChanges.units(productId, units);
    orderChanges.add(
      {
        id: order.id,
        invoiceId: line.invoiceId,
        productIds: [...new Set([productId, order.productId])],
        purchaseOrderId,
      },
      ...changes,
    );
    written.push(order.id);
    const unitsBefore = order.isRemoved ? 0n : order.units - adjusted;
    announced.push({ id: order.id, unitsBefore, units: invoiced, isByCredit: credited.has(line.id) });
  }
  await insertOrders(w, inserts);
  await recordOrders(w, written);
  if (announced.length > 0) await react(w, 'order.changed', { orders: announced });
}

const hasUnits = ({ units }: Pick<OrderRow, 'units'>): boolean => units !== 0n;

/** How a change of the units of an order changes what is shared over it. */
export const unitsChange = (before: bigint, after: bigint): OrderChange =>
  hasUnits({ units: before }) === hasUnits({ units: after }) ? 'UNITS' : 'SET';

function orderChangesOf(
  order: OrderRow,
  to: { productId: string; units: bigint; factoryMinor: bigint | null; date: string },
): OrderChange[] {
  // What has no units bears no cost, so that the set of what shares a cost is another.
  if (order.isRemoved || order.productId !== to.productId || hasUnits(order) !== hasUnits(to)) return ['SET'];
  const changes: OrderChange[] = [];
  if (order.date !== to.date) changes.push('DATE');
  if (order.units !== to.units) changes.push('UNITS');
  if (order.factoryMinor !== to.factoryMinor) changes.push('AMOUNT');
  return changes;
}
