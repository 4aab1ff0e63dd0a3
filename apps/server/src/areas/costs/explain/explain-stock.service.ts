import type { Explain } from '@quayside/contracts/costs/costs';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import type { StockMethod } from '@quayside/domain/stock/methods';
import { costBetween } from '@quayside/domain/stock/value';
import type { Work } from '../../../db/tx.ts';
import { lotsOfProduct, type StockedLot, valuationMethod, waitingUnits } from './explain-stock.views.ts';

type LotStock = Explain['otherLots'][number]['stock'];

/** The lots of a product in an explanation. */
export interface ExplainedStock extends Pick<Explain, 'otherLots' | 'waiting' | 'valuedBy'> {
  readonly byId: ReadonlyMap<string, { readonly lot: StockedLot; readonly stock: LotStock }>;
}

/**
 * Where the units of each lot of a product are, and what they cost. It follows from the positions of the lots, so that
 * it costs the same however much they gave; what they gave is read for one lot at a time.
 */
export async function explainStock(w: Work, productId: string): Promise<ExplainedStock> {
  const lots = await lotsOfProduct(w, productId);
  const [method, waiting] = [await valuationMethod(w), await waitingUnits(w, productId)];
  return explained(w, lots, { method, waiting });
}

/** The same of lots as they were known at an earlier time. */
export const explained = (
  { scope: { currency } }: Work,
  lots: readonly StockedLot[],
  { method, waiting }: { readonly method: StockMethod; readonly waiting: bigint },
): ExplainedStock => {
  const shown = lots.map((lot) => ({ lot, stock: stockOf(lot, method, currency) }));
  return {
    otherLots: shown.flatMap(({ lot: { id, kind, units, joinedMinor, ...lot }, stock }) => {
      if (kind === 'PACK_LIST') return [];
      const landedMinor = lot.landedMinor === null ? null : lot.landedMinor - joinedMinor;
      return [
        {
          id,
          kind,
          units: Number(units),
          landed: landedMinor === null ? null : formatAmount(landedMinor, currency),
          perUnit: landedMinor === null || units === 0n ? null : unitCost(landedMinor, units * MICRO, currency),
          stock,
        },
      ];
    }),
    waiting: Number(waiting),
    valuedBy: method,
    byId: new Map(shown.map((each) => [each.lot.id, each])),
  };
};

function stockOf(lot: StockedLot, method: StockMethod, currency: string): LotStock {
  const { units, landedMinor, received, taken } = lot;
  const cost = (from: bigint, to: bigint): string | null =>
    landedMinor === null
      ? null
      : formatAmount(costBetween({ units, landedMinor, factoryMinor: 0n }, from, to).landedMinor, currency);
  // What leaves a pool costs what the pool says, not what its lot cost.
  const ofLot = method === 'FIFO' ? cost : () => null;
  return {
    receivedOn: lot.receivedOn,
    received: Number(received),
    lostOnTheWay: Number(lot.lostOnTheWay),
    joined: formatAmount(lot.joinedMinor, currency),
    gone: Number(taken),
    goneCost: ofLot(0n, taken),
    onHand: Number(received - taken),
    onHandCost: ofLot(taken, received),
    notArrived: Number(units - received),
    notArrivedCost: cost(received, units),
  };
}
