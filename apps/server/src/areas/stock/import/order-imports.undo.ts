import type { Work } from '../../../db/tx.ts';
import type { CustomerOrderStatus } from '@quayside/domain/stock/order-report';
import type { LineBefore, StoredChange } from './order-imports.queries.ts';
import {
  deleteOrderLines,
  type KnownLine,
  readLinesById,
  saveCustomerOrders,
  saveOrderLines,
} from '../rows/order-lines.queries.ts';
import { readSalesBefore, replaceSales, type WantedSale } from '../orders/order-sales.service.ts';
import { readPlaces } from '../orders/sale-places.service.ts';

interface Undone {
  readonly removed: number;
  readonly restored: number;
  readonly kept: number;
}

/**
 * Takes lines of an import back with their sales: new ones are removed, the others are what they were before. A line
 * stays as it is if a later import changed it, or if more of its units came back than it would have. The caller holds
 * the cost lock.
 */
export async function undoLines(w: Work, importId: string, stored: readonly StoredChange[]): Promise<Undone> {
  const known = await readLinesById(
    w,
    stored.map(({ lineId }) => lineId),
  );
  const sales = await readSalesBefore(w, [...known.keys()]);
  const placeOf = await readPlaces(w);
  const changes = stored.map((line) => {
    const now = known.get(line.lineId);
    const wanted = now && wantedOf(now, line.before, importId, placeOf);
    const isKept = !now || !wanted || now.importId !== importId || sales.refusalOf(wanted) !== undefined;
    return { line, now, wanted, isKept };
  });
  const undone = changes.flatMap(({ line, now, wanted, isKept }) =>
    isKept || !now || !wanted ? [] : [{ line, now, wanted }],
  );
  await replaceSales(
    w,
    sales,
    undone.map(({ wanted }) => wanted),
  );
  const removed = undone.filter(({ line }) => line.before === null);
  const restored = undone.flatMap(({ line, now }) => (line.before ? [restoredLine(now, line.before)] : []));
  await deleteOrderLines(
    w,
    removed.map(({ now }) => now),
  );
  await saveCustomerOrders(w, [
    ...new Map(
      restored.map(({ number, channel, day, orderStatus: status }) => [number, { number, channel, day, status }]),
    ).values(),
  ]);
  await saveOrderLines(w, restored);
  return {
    removed: removed.length,
    restored: restored.length,
    kept: changes.length - undone.length,
  };
}

const wantedOf = (
  now: KnownLine,
  before: LineBefore | null,
  importId: string,
  placeOf: Awaited<ReturnType<typeof readPlaces>>,
): WantedSale => ({
  lineId: now.id,
  productId: before?.productId ?? null,
  day: before?.day ?? now.day,
  place: placeOf(before ? restoredLine(now, before) : now),
  units: BigInt(before?.shipped ?? 0),
  operationId: importId,
});

const restoredLine = (now: KnownLine, before: LineBefore): KnownLine => ({
  ...now,
  productId: before.productId,
  status: before.status as CustomerOrderStatus,
  units: BigInt(before.units),
  shipped: BigInt(before.shipped),
  currency: before.currency,
  priceMinor: before.priceMinor === null ? null : BigInt(before.priceMinor),
  lastUpdatedAt: before.lastUpdatedAt === null ? null : new Date(before.lastUpdatedAt),
  importId: before.importId,
  day: before.day,
  channel: before.channel,
  orderStatus: before.orderStatus as CustomerOrderStatus,
  fulfilment: before.fulfilment === 'MERCHANT' ? 'MERCHANT' : 'AMAZON',
});
