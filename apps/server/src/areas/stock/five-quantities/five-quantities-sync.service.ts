import { DIFFERENCES, type StandingDifference, standingOf } from '@quayside/domain/stock/five-quantities';
import type { Work } from '../../../db/tx.ts';
import { changed, emit } from '../../../events/outbox.ts';
import { readExpected } from '../rows/expected.views.ts';
import {
  type LineFacts,
  linesOf,
  orderCosts,
  productCosts,
  readLineFacts,
  uninvoicedLines,
} from './five-quantities-facts.views.ts';
import { readStoredLines, saveLines, type StoredLine } from '../rows/five-quantities.queries.ts';
import { readLots } from '../rows/lots.queries.ts';

/** How the differences of a line stand. */
type LineStanding = ReturnType<typeof standingOf>;

export const standingOfLine = (facts: LineFacts): LineStanding =>
  standingOf({
    ...facts,
    purchaseOrder:
      facts.purchaseOrderId === null
        ? null
        : { isOpen: facts.isOpen ?? false, isInvoicing: facts.isInvoicing ?? false },
  });

/** Brings the five quantities of these lines up to date. The caller holds the cost lock. */
export async function syncLines(w: Work, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const products = await saveLines(w, wanted, await workOutLines(w, wanted));
  if (products.length > 0) await emit(w, changed('stock', products));
}

/** Brings up to date the lines that stand on these orders, invoices or purchase orders. */
export const syncLinesOf = async (w: Work, by: Parameters<typeof linesOf>[1], ids: readonly string[]): Promise<void> =>
  syncLines(w, await linesOf(w, by, ids));

/** What these orders cost is another: what the lines that need somebody are worth may be another. */
export async function syncValues(w: Work, orderIds: readonly string[]): Promise<void> {
  const stored = await readStoredLines(w, await linesOf(w, 'order', orderIds));
  const open = [...stored.values()].filter((line) => DIFFERENCES.some((kind) => line.open[kind] !== 0n));
  await syncLines(w, [...open.map(({ id }) => id), ...(await uninvoicedLines(w, orderIds))]);
}

/** The five quantities of these lines as they follow from the facts; a line that is no more is not among them. */
export async function workOutLines(w: Work, ids: readonly string[]): Promise<StoredLine[]> {
  const lines = [...(await readLineFacts(w, ids)).values()].map((facts) => ({
    facts,
    standing: standingOfLine(facts),
  }));
  const open = lines.filter(({ standing }) => DIFFERENCES.some((kind) => standing[kind].open !== 0n));
  const values = await valuesOf(w, open);
  return lines.map(({ facts, standing }) => ({
    id: facts.id,
    purchaseOrderId: facts.purchaseOrderId,
    productId: facts.productId,
    supplierId: facts.supplierId,
    ordered: facts.ordered,
    invoiced: facts.invoiced,
    packed: facts.packed,
    shipped: facts.shipped,
    received: facts.received,
    inTransit: facts.inTransit,
    open: {
      NOT_INVOICED: standing.NOT_INVOICED.open,
      NOT_PACKED: standing.NOT_PACKED.open,
      NOT_SHIPPED: standing.NOT_SHIPPED.open,
      NOT_RECEIVED: standing.NOT_RECEIVED.open,
    },
    valueMinor: values.has(facts.id) ? (values.get(facts.id) ?? null) : 0n,
    states: {
      NOT_INVOICED: standing.NOT_INVOICED.state,
      NOT_PACKED: standing.NOT_PACKED.state,
      NOT_SHIPPED: standing.NOT_SHIPPED.state,
      NOT_RECEIVED: standing.NOT_RECEIVED.state,
    },
    orderIds: facts.orderIds,
    toleranceHundredths: facts.toleranceHundredths,
    isPurchaseOrderOpen: facts.isOpen,
  }));
}

interface OpenLine {
  readonly facts: LineFacts;
  readonly standing: LineStanding;
}

/**
 * What the open units of lines cost landed: missing ones as their lots cost them, the others as the orders of the line
 * do on average; while nothing of it is invoiced, as the product does. A surplus counts as much as a gap.
 */
async function valuesOf(w: Work, lines: readonly OpenLine[]): Promise<Map<string, bigint | null>> {
  if (lines.length === 0) return new Map();
  const costs = await orderCosts(
    w,
    lines.flatMap(({ facts }) => facts.orderIds),
  );
  const missing = await missingCosts(w, lines);
  const products = await productCosts(
    w,
    lines.filter(({ facts }) => facts.invoiced === 0n).map(({ facts }) => facts.productId),
  );
  return new Map(
    lines.map(({ facts, standing }) => {
      const own = facts.orderIds.flatMap((id) => costs.get(id) ?? []);
      const units = sum(own.map((order) => order.units));
      const landedMinor = sum(own.map((order) => order.landedMinor));
      const cost = units > 0n ? { landedMinor, units } : products.get(facts.productId);
      const average = sum(DIFFERENCES.map((kind) => averaged(kind, standing[kind])));
      if (average > 0n && !cost) return [facts.id, null];
      return [facts.id, (missing.get(facts.id) ?? 0n) + (cost ? (cost.landedMinor * average) / cost.units : 0n)];
    }),
  );
}

/** The open units of a difference that are worth what the line costs on average. */
const averaged = (kind: string, { open }: StandingDifference): bigint => {
  if (open < 0n) return -open;
  return kind === 'NOT_RECEIVED' ? 0n : open;
};

/** What the missing units of received plans cost, by line. */
async function missingCosts(w: Work, lines: readonly OpenLine[]): Promise<Map<string, bigint>> {
  const short = lines.filter(({ standing }) => standing.NOT_RECEIVED.open > 0n);
  const lineOf = new Map(short.flatMap(({ facts }) => facts.orderIds.map((id) => [id, facts.id])));
  const lots = await readLots(w, 'order_id', [...lineOf.keys()]);
  const costs = new Map<string, bigint>();
  for (const { id, orderId, planStatus, missing } of await readExpected(w, 'order_id', [...lineOf.keys()])) {
    const { landedMinor = 0n, units = 0n } = lots.get(id) ?? {};
    if (planStatus !== 'RECEIVED' || landedMinor === null || units === 0n) continue;
    const lineId = lineOf.get(orderId) ?? '';
    costs.set(lineId, (costs.get(lineId) ?? 0n) + (landedMinor * missing) / units);
  }
  return costs;
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n);
