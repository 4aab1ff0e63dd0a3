import type { Explain } from '@quayside/contracts/costs/costs';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import type { ExplainedStock } from './explain-stock.service.ts';
import { lotCostsOf, type OrderLots } from '../ledger/lot-costs.service.ts';
import { packListRefs } from '../rows/pack-list-names.views.ts';

type Layer = Explain['layers'][number];

/**
 * The pack lists of an order in an explanation, what all of them and the unpacked rest add up to, and whether stock has
 * the same figures.
 */
export interface ExplainedLots extends Pick<Layer, 'packLists' | 'unpacked'> {
  readonly landedMinor: bigint;
  readonly isStored: boolean;
}

/** What the pack lists of these orders cost, by order. Orders of which nothing is packed are left out. */
export async function explainLots(
  w: Work,
  orderIds: readonly string[],
  { byId }: ExplainedStock,
): Promise<Map<string, ExplainedLots>> {
  const lots = [...(await lotCostsOf(w, orderIds))].filter(([, order]) => order.lots.length > 0);
  const refs = await packListRefs(
    w,
    lots.flatMap(([, order]) => order.lots.map(({ id }) => id)),
  );
  const figures = figuresIn(w.scope.currency);
  return new Map(
    lots.map(([orderId, { isRated, lots: packed, unpacked }]) => [
      orderId,
      {
        packLists: packed.flatMap((lot) => {
          const ref = refs.get(lot.id);
          return ref ? [{ ...ref, ...shownLot(figures(lot), isRated), stock: byId.get(lot.id)?.stock ?? null }] : [];
        }),
        unpacked: isRated ? figures(unpacked) : { ...figures(unpacked), perUnit: null },
        landedMinor: packed.reduce((sum, lot) => sum + lot.landedMinor, unpacked.landedMinor),
        isStored: packed.every(({ id, units, landedMinor }) => {
          const { lot = { units, landedMinor: isRated ? landedMinor : null, joinedMinor: 0n } } = byId.get(id) ?? {};
          return lot.units === units && lot.landedMinor === (isRated ? landedMinor + lot.joinedMinor : null);
        }),
      },
    ]),
  );
}

/** Formats the figures of a lot. */
export const figuresIn =
  (currency: string) =>
  ({ units, landedMinor, factoryMinor, inboundMinor }: OrderLots['unpacked']) => ({
    units: Number(units),
    factory: formatAmount(factoryMinor, currency),
    inbound: formatAmount(inboundMinor, currency),
    landed: formatAmount(landedMinor, currency),
    perUnit: units === 0n ? null : unitCost(landedMinor, units * MICRO, currency),
  });

/** What is booked on a lot so far; while its order has no exchange rate, that is not what a unit costs (stock §2). */
export const shownLot = <F extends { readonly perUnit: string | null }>(figures: F, isRated: boolean) => ({
  ...figures,
  perUnit: isRated ? figures.perUnit : null,
  unknownCost: isRated ? null : ('NO_RATE' as const),
});
