import type { Explain } from '@quayside/contracts/costs';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { lotCostsOf, type OrderLots } from './lot-costs.service.ts';
import { packListRefs } from './pack-list-names.views.ts';

type Layer = Explain['layers'][number];

/** The pack lists of an order in an explanation, and what all of them and the unpacked rest add up to. */
export interface ExplainedLots extends Pick<Layer, 'packLists' | 'unpacked'> {
  readonly landedMinor: bigint;
}

/** What the pack lists of these orders cost, by order. Orders of which nothing is packed are left out. */
export async function explainLots(w: Work, orderIds: readonly string[]): Promise<Map<string, ExplainedLots>> {
  const lots = [...(await lotCostsOf(w, orderIds))].filter(([, order]) => order.lots.length > 0);
  const refs = await packListRefs(
    w,
    lots.flatMap(([, order]) => order.lots.map(({ id }) => id)),
  );
  const figures = figuresIn(w.scope.currency);
  return new Map(
    lots.map(([orderId, { lots: packed, unpacked }]) => [
      orderId,
      {
        packLists: packed.flatMap((lot) => {
          const ref = refs.get(lot.id);
          return ref ? [{ ...ref, ...figures(lot) }] : [];
        }),
        unpacked: figures(unpacked),
        landedMinor: packed.reduce((sum, lot) => sum + lot.landedMinor, unpacked.landedMinor),
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
