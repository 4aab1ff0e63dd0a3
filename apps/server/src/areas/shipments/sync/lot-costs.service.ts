import type { CostedPackList, PackList } from '@quayside/contracts/shipments/pack-lists';
import type { Work } from '../../../db/tx.ts';
import { lotCostsOf, lotFiguresIn } from '../../costs/public.ts';

interface LotCostAnswers {
  /** The pack lists, each with what it costs. */
  readonly packLists: CostedPackList[];
  /** What the unpacked units of an order cost; null while nothing of it is packed. */
  readonly unpackedOf: (orderId: string) => CostedPackList['cost'];
}

/** Adds to pack lists what they cost, with as many statements for all of them as for one. */
export async function withLotCosts(w: Work, packLists: readonly PackList[]): Promise<LotCostAnswers> {
  const costs = await lotCostsOf(
    w,
    packLists.map(({ orderId }) => orderId),
  );
  const { currency } = w.scope;
  const figures = lotFiguresIn(currency);
  const costOf = (lot: Parameters<typeof figures>[0]) => {
    const { factory, inbound, landed, perUnit } = figures(lot);
    return { currency, factory, inbound, landed, perUnit };
  };
  return {
    packLists: packLists.map((packList) => {
      const { isRated = true, lots = [] } = costs.get(packList.orderId) ?? {};
      const lot = lots.find(({ id }) => id === packList.packListId);
      return { ...packList, cost: lot && isRated ? costOf(lot) : null, unknownCost: isRated ? null : 'NO_RATE' };
    }),
    unpackedOf: (orderId) => {
      const order = costs.get(orderId);
      return order?.isRated ? costOf(order.unpacked) : null;
    },
  };
}
