import { say } from '@quayside/contracts/texts/catalogue';
import type { MeasuresPreview } from '@quayside/contracts/costs/cost-reports';
import type { ShippingMethod } from '@quayside/domain/lists';
import { decimalText, formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError, notFound } from '../../../http/errors.ts';
import type { Undoer } from '../../area.ts';
import { createOperation } from '../../undo/public.ts';
import { allocationRow } from '../ledger/allocation-rows.ts';
import { currentAllocations } from '../rows/allocations.queries.ts';
import { ordersById, ordersOfTargets } from '../rows/orders.queries.ts';
import { productTotals } from '../rows/totals.queries.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { perProduct, resyncOrders } from '../ledger/costs.service.ts';
import type { CurrentAllocation, OrderRow } from '../costs.types.ts';
import { productNames } from '../explain/explain.views.ts';
import { OrderChanges, findAffectedLines } from '../ledger/orders.ts';
import { type Measures, productWithMeasures, saveMeasures } from '../rows/measures.queries.ts';
import { refsOfLines } from './measures.views.ts';
import { orderRefs } from '../rows/order-names.views.ts';
import { previewLots } from '../preview/preview-lots.service.ts';
import { type WorkedLine, workOut } from '../ledger/work-out.ts';

export const MEASURES_OPERATION = 'costs.measures';

const isSame = (a: Measures, b: Measures) =>
  a.weightUg === b.weightUg && a.volumeMm3 === b.volumeMm3 && a.shippingMethod === b.shippingMethod;

/**
 * The product, all of its orders, and those orders whose measures differ from the product's current ones, oldest first.
 */
async function outdated(w: Work, productId: string) {
  const product = await productWithMeasures(w, productId);
  if (!product) throw notFound(say('products.not_found'));
  const all = await ordersOfTargets(w, { orders: [], invoices: [], products: [productId], purchaseOrders: [] });
  const orders = all.filter((order) => !isSame(order, product.measures)).sort((a, b) => (a.number < b.number ? -1 : 1));
  return { product, all, orders };
}

/** A line whose allocation would change, with its current allocation. */
interface Respread extends WorkedLine {
  readonly current: CurrentAllocation | undefined;
}

/**
 * The lines whose allocation would change if these orders had these measures. They are computed as in a real change,
 * but nothing is stored.
 */
async function respread(w: Work, orders: readonly OrderRow[], measures: Measures): Promise<Respread[]> {
  const orderChanges = new OrderChanges();
  for (const order of orders) orderChanges.add({ ...order, productIds: [order.productId] }, 'MEASURES');
  const { worked } = await workOut(w, await findAffectedLines(w, orderChanges, new Set()), {
    measures: new Map(orders.map((order) => [order.id, measures])),
  });
  const ids = worked.map((x) => x.line.id);
  const current = new Map((await currentAllocations(w, ids)).map((a) => [a.lineId, a]));
  return worked.flatMap((x) => {
    const before = current.get(x.line.id);
    return before?.fingerprint === allocationRow(w, x).fingerprint ? [] : [{ ...x, current: before }];
  });
}

/**
 * Lists the orders whose measures differ from the product's current ones, and how lines and unit costs would change if
 * all of these orders, or only the chosen ones, were updated.
 */
export async function previewMeasures(
  w: Work,
  productId: string,
  orderIds: readonly string[] | undefined,
): Promise<MeasuresPreview> {
  const { product, orders } = await outdated(w, productId);
  const lines = await respread(
    w,
    orderIds ? orders.filter((order) => orderIds.includes(order.id)) : orders,
    product.measures,
  );
  const refsOfOrders = await orderRefs(
    w,
    orders.map((order) => order.id),
  );
  const refs = await refsOfLines(
    w,
    lines.map((x) => x.line.id),
  );
  return {
    product: { id: product.id, sku: product.sku, name: product.name },
    now: shown(product.measures),
    orders: orders.flatMap((order) => {
      const ref = refsOfOrders.get(order.id);
      if (!ref) return [];
      const invoice = { id: order.invoiceId, number: ref.invoiceNumber };
      return [{ order: ref, date: order.date, units: Number(order.units), copied: shown(order), invoice }];
    }),
    lines: lines.flatMap(({ line, allocation }) => {
      const ref = refs.get(line.id);
      if (!ref) return [];
      const shownLine = { id: line.id, position: line.position, name: ref.name, costType: line.costType };
      return [
        {
          invoice: ref.invoice,
          line: shownLine,
          basisBefore: ref.basis ?? allocation.basis,
          basisAfter: allocation.basis,
        },
      ];
    }),
    products: await movedProducts(w, lines),
    lotChanges: await previewLots(
      w,
      lines.flatMap(({ current }) => current ?? []),
      lines,
    ),
  };
}

const shown = ({ weightUg, volumeMm3 }: Measures) => ({
  weightGrams: weightUg === null ? null : decimalText(weightUg, 6),
  volumeCm3: volumeMm3 === null ? null : decimalText(volumeMm3, 3),
});

/** The products whose landed cost changes with these lines, sorted by SKU. */
async function movedProducts(w: Work, lines: readonly Respread[]): Promise<MeasuresPreview['products']> {
  const after = perProduct(lines.flatMap((x) => (x.line.isExcluded ? [] : x.allocation.entries)));
  const before = perProduct(lines.flatMap((x) => (x.current && !x.current.isExcluded ? x.current.entries : [])));
  const changes = [...new Set([...after.keys(), ...before.keys()])].map((id) => ({
    id,
    change: (after.get(id) ?? 0n) - (before.get(id) ?? 0n),
  }));
  const moved = changes.filter((c) => c.change !== 0n);
  const ids = moved.map((c) => c.id);
  const [names, totals] = [await productNames(w, ids), await productTotals(w, ids)];
  const rows = moved.map(({ id, change }) => {
    const { factoryMinor, inboundMinor, units } = totals.get(id) ?? { factoryMinor: 0n, inboundMinor: 0n, units: 0n };
    const perUnit = (minor: bigint) => (units === 0n ? null : unitCost(minor, units * MICRO, w.scope.currency));
    const { sku, name } = names.get(id) ?? { sku: '', name: '' };
    const landed = factoryMinor + inboundMinor;
    return {
      product: { id, sku, name },
      landedBefore: perUnit(landed),
      landedAfter: perUnit(landed + change),
      change: formatAmount(change, w.scope.currency),
    };
  });
  return rows.sort((a, b) => (a.product.sku < b.product.sku ? -1 : 1));
}

/**
 * Copies the product's current measures to those of its orders that have other measures, or only to the chosen ones
 * among them. Recomputes the lines that are shared over these orders by weight or volume.
 */
export async function applyMeasures(
  w: Work,
  productId: string,
  orderIds: readonly string[] | undefined,
): Promise<{ operationId: string; orders: number; lines: number }> {
  await lockCosts(w);
  const { product, all, orders } = await outdated(w, productId);
  const unknown = (orderIds ?? []).findIndex((id) => !all.some((order) => order.id === id));
  if (unknown >= 0) throw fieldError(`orderIds.${unknown}`, say('costs.no_such_order'));
  const chosen = orderIds ? orders.filter((order) => orderIds.includes(order.id)) : orders;
  const lines = await respread(w, chosen, product.measures);
  await store(
    w,
    chosen.map(({ id }) => ({ id, measures: product.measures })),
  );
  const ids = chosen.map((order) => order.id);
  const operationId = await createOperation(w, MEASURES_OPERATION, toKept(productId, product.measures, chosen));
  await record(
    w,
    {
      action: 'product.measures_applied',
      subjectIds: [productId],
      details: { facts: shown(product.measures), trace: { orders: ids } },
    },
    changed('costs', [productId]),
  );
  return { operationId, orders: chosen.length, lines: lines.length };
}

async function store(w: Work, orders: readonly { readonly id: string; readonly measures: Measures }[]): Promise<void> {
  await saveMeasures(w, orders);
  await resyncOrders(
    w,
    orders.map((order) => order.id),
  );
}

/** Gives an order another shipping method, which decides how costs by chargeable weight are shared. */
export async function setShippingMethod(
  w: Work,
  orderId: string,
  shippingMethod: ShippingMethod | null,
): Promise<void> {
  const [order] = await ordersById(w, [orderId]);
  if (!order) throw new RangeError(`There is no order ${orderId}`);
  const { weightUg, volumeMm3 } = order;
  await store(w, [{ id: orderId, measures: { weightUg, volumeMm3, shippingMethod } }]);
}

// ------------------------------------------------------------------ undo
/** The measures of an order in JSON, as stored for undo. */
interface KeptMeasures {
  readonly weightUg: string | null;
  readonly volumeMm3: string | null;
  readonly shippingMethod: ShippingMethod | null;
}
interface Kept {
  readonly productId: string;
  readonly given: KeptMeasures;
  readonly orders: readonly { readonly id: string; readonly had: KeptMeasures }[];
}

const keptOf = (m: Measures): KeptMeasures => ({
  weightUg: m.weightUg?.toString() ?? null,
  volumeMm3: m.volumeMm3?.toString() ?? null,
  shippingMethod: m.shippingMethod,
});
const measuresOfKept = (k: KeptMeasures): Measures => ({
  weightUg: k.weightUg === null ? null : BigInt(k.weightUg),
  volumeMm3: k.volumeMm3 === null ? null : BigInt(k.volumeMm3),
  shippingMethod: k.shippingMethod,
});
const toKept = (productId: string, given: Measures, orders: readonly OrderRow[]): Kept => ({
  productId,
  given: keptOf(given),
  orders: orders.map((order) => ({ id: order.id, had: keptOf(order) })),
});

/**
 * Gives orders back their previous measures. Refused if one of them has been deleted, moved to another product, or
 * given other measures since.
 */
export const undoMeasures: Undoer = async (w, payload) => {
  const { productId, given, orders } = payload as Kept;
  await lockCosts(w);
  const ids = orders.map((order) => order.id);
  const stored = new Map((await ordersById(w, ids)).map((order) => [order.id, order]));
  const isUntouched = (id: string) => {
    const order = stored.get(id);
    return order && !order.isRemoved && order.productId === productId && isSame(order, measuresOfKept(given));
  };
  if (!ids.every(isUntouched)) throw new AppError('undo.too_late');
  await store(
    w,
    orders.map(({ id, had }) => ({ id, measures: measuresOfKept(had) })),
  );
  await record(
    w,
    { action: 'product.measures_undone', subjectIds: [productId], details: { trace: { orders: ids } } },
    changed('costs', [productId]),
  );
  return { restored: ids.length, keptCount: 0, kept: [] };
};
