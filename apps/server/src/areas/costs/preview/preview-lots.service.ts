import { type LotChange, type LotChanges, MOST_LOT_CHANGES } from '@quayside/contracts/costs/lot-changes';
import { abs, formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { costBetween, type LotTotal } from '@quayside/domain/stock/value';
import type { Work } from '../../../db/tx.ts';
import type { CurrentAllocation } from '../costs.types.ts';
import { valuationMethod } from '../explain/explain-stock.views.ts';
import { productNames } from '../explain/explain.views.ts';
import { type AddedCosts, lotCostsOf, lotKey } from '../ledger/lot-costs.service.ts';
import { orderRefs } from '../rows/order-names.views.ts';
import { packListRefs } from '../rows/pack-list-names.views.ts';
import { goneWith, positionsOf } from './preview-lots.views.ts';
import type { WorkedLine } from '../ledger/work-out.ts';

/** A pack list whose cost is another after the change. */
interface ChangedLot {
  readonly id: string;
  readonly orderId: string;
  readonly before: LotTotal;
  readonly after: LotTotal;
  readonly received: bigint;
  readonly taken: bigint;
}
type ByMonth = readonly { readonly month: string; readonly change: bigint }[];

/**
 * What lines that were worked out anew do to lots: the unit cost of each before and after, what its units on hand are
 * worth, and what falls on units that are gone, by the month in which they went. Nothing is stored. Under the moving
 * average, what left and what is on hand is valued by the pool of the product, which a lot does not know.
 */
export async function previewLots(
  w: Work,
  before: readonly CurrentAllocation[],
  worked: readonly WorkedLine[],
): Promise<LotChanges> {
  const { added, productOf } = addedCosts(before, worked);
  const lots = await changedLots(w, added);
  const ofLots = (await valuationMethod(w)) === 'FIFO';
  const gone = ofLots ? await goneByLot(w, lots) : new Map<string, ByMonth>();
  const all = [...gone.values()].flat();
  const { currency } = w.scope;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const onHand = (total: LotTotal, { received, taken }: ChangedLot) => costBetween(total, taken, received).landedMinor;
  const sum = (of: (lot: ChangedLot) => bigint) => lots.reduce((total, lot) => total + of(lot), 0n);
  const first = lots.slice(0, MOST_LOT_CHANGES);
  return {
    count: lots.length,
    lots: await present(w, first, { productOf, gone, ofLots }),
    onHand: ofLots ? money(sum((lot) => onHand(lot.after, lot) - onHand(lot.before, lot))) : null,
    gone: ofLots ? goneIn(currency, monthSums(all)) : null,
    notArrived: money(sum(notArrivedOf)),
  };
}

/** What the change adds to each order and pack list, and the product of each order. */
function addedCosts(
  before: readonly CurrentAllocation[],
  worked: readonly WorkedLine[],
): { readonly added: AddedCosts; readonly productOf: ReadonlyMap<string, string> } {
  const added = new Map<string, { landedMinor: bigint; factoryMinor: bigint }>();
  const productOf = new Map<string, string>();
  const add = (orderId: string, packListId: string | null, minor: bigint, isFactory: boolean) => {
    const key = lotKey(orderId, packListId);
    const { landedMinor, factoryMinor } = added.get(key) ?? { landedMinor: 0n, factoryMinor: 0n };
    added.set(key, { landedMinor: landedMinor + minor, factoryMinor: factoryMinor + (isFactory ? minor : 0n) });
  };
  for (const { isExcluded, entries } of before)
    for (const { layerId, packListId, productId, accountMinor, category } of isExcluded ? [] : entries) {
      if (layerId === null) continue;
      productOf.set(layerId, productId);
      add(layerId, packListId, -accountMinor, category === 'FACTORY_INVOICE');
    }
  for (const { line, allocation } of worked)
    for (const { layerId, packListId, productId, accountMinor } of line.isExcluded ? [] : allocation.entries) {
      if (layerId === null) continue;
      productOf.set(layerId, productId);
      add(layerId, packListId, accountMinor, line.costType === 'FACTORY_INVOICE');
    }
  return { added: new Map([...added].filter(([, sum]) => sum.landedMinor !== 0n)), productOf };
}

/** The pack lists whose cost is another with these costs, the largest change first. */
async function changedLots(w: Work, added: AddedCosts): Promise<ChangedLot[]> {
  const orderIds = [...new Set([...added.keys()].map((key) => key.split(' ')[0] ?? ''))];
  const [before, after] = [await lotCostsOf(w, orderIds), await lotCostsOf(w, orderIds, [], added)];
  const changed = [...before].flatMap(([orderId, { lots }]) => {
    const next = new Map(after.get(orderId)?.lots.map((lot) => [lot.id, lot]));
    return lots.flatMap((lot) => {
      const then = next.get(lot.id);
      return !then || then.landedMinor === lot.landedMinor ? [] : { id: lot.id, orderId, before: lot, after: then };
    });
  });
  const positions = await positionsOf(
    w,
    changed.map(({ id }) => id),
  );
  const size = ({ before: b, after: a }: Pick<ChangedLot, 'before' | 'after'>) => abs(a.landedMinor - b.landedMinor);
  return changed
    .map(({ before: b, after: a, ...lot }) => {
      const { joinedMinor = 0n, ...position } = positions.get(lot.id) ?? { received: 0n, taken: 0n };
      const joined = (total: LotTotal) => ({ ...total, landedMinor: total.landedMinor + joinedMinor });
      return { ...position, ...lot, before: joined(b), after: joined(a) };
    })
    .toSorted((x, y) => Number(size(y) - size(x)) || (x.id < y.id ? -1 : 1));
}

async function goneByLot(w: Work, lots: readonly ChangedLot[]): Promise<Map<string, ByMonth>> {
  const rows = await goneWith(
    w,
    lots.flatMap(({ id, after, received }) => (received === 0n ? [] : { id, ...after })),
  );
  return Map.groupBy(rows, ({ lotId }) => lotId);
}

const monthSums = (rows: ByMonth): ByMonth =>
  [...Map.groupBy(rows, ({ month }) => month)]
    .map(([month, own]) => ({ month, change: own.reduce((sum, { change }) => sum + change, 0n) }))
    .toSorted((x, y) => (x.month < y.month ? -1 : 1));

const goneIn = (currency: string, byMonth: ByMonth) => ({
  change: formatAmount(
    byMonth.reduce((sum, { change }) => sum + change, 0n),
    currency,
  ),
  byMonth: byMonth.map(({ month, change }) => ({ month, change: formatAmount(change, currency) })),
});

const notArrivedOf = ({ before, after, received }: ChangedLot): bigint =>
  costBetween(after, received, after.units).landedMinor - costBetween(before, received, before.units).landedMinor;

interface Context {
  readonly productOf: ReadonlyMap<string, string>;
  readonly gone: ReadonlyMap<string, ByMonth>;
  readonly ofLots: boolean;
}
async function present(
  w: Work,
  lots: readonly ChangedLot[],
  { productOf, gone, ofLots }: Context,
): Promise<LotChange[]> {
  const packLists = await packListRefs(
    w,
    lots.map(({ id }) => id),
  );
  const orders = await orderRefs(
    w,
    lots.map(({ orderId }) => orderId),
  );
  const names = await productNames(w, [...new Set(lots.flatMap(({ orderId }) => productOf.get(orderId) ?? []))]);
  const { currency } = w.scope;
  const money = (minor: bigint) => formatAmount(minor, currency);
  const perUnit = ({ units, landedMinor }: LotTotal) =>
    units === 0n ? null : unitCost(landedMinor, units * MICRO, currency);
  return lots.flatMap((lot): LotChange[] => {
    const { id, orderId, before, after, received, taken } = lot;
    const [packList, order, productId] = [packLists.get(id), orders.get(orderId), productOf.get(orderId) ?? ''];
    if (!packList || !order) return [];
    const onHand = (total: LotTotal) => money(costBetween(total, taken, received).landedMinor);
    return [
      {
        packList,
        order,
        product: { id: productId, ...(names.get(productId) ?? { sku: '', name: '' }) },
        units: Number(after.units),
        change: money(after.landedMinor - before.landedMinor),
        perUnitBefore: perUnit(before),
        perUnitAfter: perUnit(after),
        onHand: ofLots ? { units: Number(received - taken), before: onHand(before), after: onHand(after) } : null,
        gone: ofLots ? { units: Number(taken), ...goneIn(currency, gone.get(id) ?? []) } : null,
        notArrived: { units: Number(after.units - received), change: money(notArrivedOf(lot)) },
      },
    ];
  });
}
