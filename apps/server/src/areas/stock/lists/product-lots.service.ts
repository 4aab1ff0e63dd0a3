import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  getProductInventory as inventorySpec,
  getStockBalances as balancesSpec,
  ProductLot,
} from '@quayside/contracts/stock/product-stock';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { numberText } from '@quayside/domain/shipments/numbers';
import type { Place } from '@quayside/domain/stock/places';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { costBetween } from '@quayside/domain/stock/value';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError, notFound } from '../../../http/errors.ts';
import { checkFilter } from '../../../http/filters.ts';
import { lotTotalsOf, valuationMethod } from '../../costs/public.ts';
import { productsByIds } from '../../products/public.ts';
import { listLooseCosts } from './loose-costs.views.ts';
import { findStock, listLotHeads, type LotHead, placesByDay, placesNow } from './product-lots.views.ts';
import { NOTHING, stockFigures, valuePerUnit } from './stock-list.service.ts';
import { unknownCostOf } from './unknown-cost.views.ts';

const KINDS = ['PACK_LIST', 'OPENING', 'COUNT'] as const;

/** Refuses a product that does not exist. */
export async function requireProduct(w: Work, productId: string): Promise<void> {
  if (!(await productsByIds(w, [productId])).has(productId)) throw notFound(say('products.not_found'));
}

/** One page of the lots of a product, with its stock. */
export async function getProductInventory(
  w: Work,
  productId: string,
  q: QueryOut<typeof inventorySpec>,
): Promise<ResponseOf<typeof inventorySpec>> {
  checkFilter(q.filter, { kind: KINDS });
  await requireProduct(w, productId);
  const { rows, count, window } = await listLotHeads(w, productId, q);
  const totals = await totalsOfPackLists(w, rows);
  const stock = { ...NOTHING, ...(await findStock(w, productId)) };
  const { currency } = w.scope;
  const method = await valuationMethod(w);
  const { onOrder, packed, inTransit, missing, ...figures } = stockFigures(stock, currency);
  return {
    ...envelope(
      rows.map((row) => toLot(row, totals.get(row.id) ?? row, { currency, method })),
      count,
      window,
    ),
    stock: {
      onOrder: onOrder ?? 0,
      packed: packed ?? 0,
      inTransit: inTransit ?? 0,
      missing: missing ?? 0,
      ...figures,
      valuePerUnit: valuePerUnit(stock, currency),
    },
    method,
    looseCosts: (await listLooseCosts(w, productId)).map(({ amountMinor, ...cost }) => ({
      ...cost,
      amount: formatAmount(amountMinor, currency),
    })),
    places: (await placesNow(w, productId)).map(({ place, units }) => ({ place, units: Number(units) })),
  };
}

type Total = Pick<LotHead, 'landedMinor' | 'factoryMinor'>;

/**
 * What pack lists cost of which nothing has arrived. Lots of the same orders have totals of their own, which costs
 * without an order may have joined.
 */
async function totalsOfPackLists(w: Work, rows: readonly LotHead[]): Promise<Map<string, Total>> {
  const waiting = rows.filter(({ isLot, orderId }) => !isLot && orderId !== null);
  if (waiting.length === 0) return new Map();
  const byId = await lotTotalsOf(
    w,
    waiting.flatMap(({ orderId }) => orderId ?? []),
  );
  return new Map(
    waiting.flatMap(({ id }): [string, Total][] => {
      const total = byId.get(id);
      return total ? [[id, total]] : [];
    }),
  );
}

interface Valued {
  readonly currency: string;
  readonly method: StockMethod;
}

function toLot(row: LotHead, total: Total, { currency, method }: Valued): ProductLot {
  const { landedMinor, factoryMinor } = total;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const known = landedMinor === null || factoryMinor === null ? null : { units: row.units, landedMinor, factoryMinor };
  // The moving average values what is on hand as a whole.
  const onHand = method === 'FIFO' ? known && costBetween(known, row.taken, row.received) : null;
  return {
    id: row.id,
    kind: row.kind,
    packListNumber: row.packListNumber === null ? null : numberText('PACK_LIST', row.packListNumber),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    purchaseOrderNumber: row.purchaseOrderNumber,
    invoiceId: row.invoiceId,
    shipmentPlanId: row.planId,
    shipmentPlanNumber: row.planNumber === null ? null : numberText('SHIPMENT_PLAN', row.planNumber),
    planStatus: row.planStatus,
    receivedOn: row.receivedOn,
    expectedOn: row.expectedOn,
    units: Number(row.units),
    received: Number(row.arrived),
    taken: Number(row.arrived - (row.received - row.taken)),
    onHand: Number(row.received - row.taken),
    notArrived: Number(row.notArrived),
    unitCost: known && known.units > 0n ? unitCost(known.landedMinor, known.units * MICRO, currency) : null,
    cost: known && money(known.landedMinor),
    unknownCost: unknownCostOf(row.kind, landedMinor),
    value: onHand && money(onHand.landedMinor),
    factoryValue: onHand && money(onHand.factoryMinor),
    notArrivedValue: known && money(costBetween(known, row.received, row.received + row.notArrived).landedMinor),
    basis: known && (row.receivedOn === null || row.isProvisional ? 'EXPECTED' : 'ACTUAL'),
  };
}

/** How many units of a product each place had at the end of each day with a change. */
export async function getStockBalances(
  w: Work,
  productId: string,
  { startDate, endDate }: QueryOut<typeof balancesSpec>,
): Promise<ResponseOf<typeof balancesSpec>> {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate)
    throw fieldError('endDate', say('stock.ends_before'));
  await requireProduct(w, productId);
  const changes = await placesByDay(w, productId, endDate ?? null);
  const balances = new Map<Place, bigint>(changes.map(({ place }) => [place, 0n]));
  const at = (day: string) => ({
    day,
    places: [...balances].map(([place, units]) => ({ place, units: Number(units) })),
  });
  const points: ReturnType<typeof at>[] = [];
  const byDay = Map.groupBy(changes, ({ day }) => day);
  for (const [day, own] of byDay) {
    if (startDate !== undefined && day >= startDate && points.length === 0 && day > startDate)
      points.push(at(startDate));
    for (const { place, units } of own) balances.set(place, (balances.get(place) ?? 0n) + units);
    if (startDate === undefined || day >= startDate) points.push(at(day));
  }
  if (startDate !== undefined && points.length === 0 && changes.length > 0) points.push(at(startDate));
  return { places: [...balances.keys()], points };
}
