import type { CostHistoryPoint } from '@quayside/contracts/costs/cost-reports';
import { formatAmount } from '@quayside/domain/money/money';
import { costBetween } from '@quayside/domain/stock/value';
import type { Work } from '../../../db/tx.ts';
import { valuationMethod } from '../explain/explain-stock.views.ts';
import { lotCostsOf } from '../ledger/lot-costs.service.ts';
import { goneOfOrders } from './order-splits.views.ts';
import { positionsOf } from '../preview/preview-lots.views.ts';

type Split = NonNullable<CostHistoryPoint['deliveries'][number]['split']>;
/** Where the units of orders are, by order. */
export type OrderSplits = ReadonlyMap<string, Split>;

/** Splits what orders cost into what is gone, by month, on hand and not arrived, to the cent of the order. */
export async function splitOrders(w: Work, orderIds: readonly string[]): Promise<OrderSplits> {
  const orders = await lotCostsOf(w, orderIds);
  const positions = await positionsOf(
    w,
    [...orders.values()].flatMap(({ lots }) => lots.map(({ id }) => id)),
  );
  const gone = Map.groupBy(await goneOfOrders(w, orderIds), ({ orderId }) => orderId);
  const isOfLots = (await valuationMethod(w)) === 'FIFO';
  const money = (minor: bigint) => formatAmount(minor, w.scope.currency);
  return new Map(
    [...orders].map(([orderId, { isRated, lots, unpacked }]): [string, Split] => {
      const byMonth = gone.get(orderId) ?? [];
      const sumOf = (of: (lot: (typeof lots)[number], received: bigint, taken: bigint) => bigint) =>
        lots.reduce((sum, lot) => {
          const { received = 0n, taken = 0n } = positions.get(lot.id) ?? {};
          return sum + of(lot, received, taken);
        }, 0n);
      const notArrived = sumOf((lot, received) => costBetween(lot, received, lot.units).landedMinor);
      return [
        orderId,
        {
          gone: {
            units: Number(sumOf((_lot, _received, taken) => taken)),
            amount: money(byMonth.reduce((sum, { amount }) => sum + amount, 0n)),
            byMonth: byMonth.map(({ month, units, amount }) => ({
              month,
              units: Number(units),
              amount: money(amount),
            })),
          },
          onHand: {
            units: Number(sumOf((_lot, received, taken) => received - taken)),
            amount:
              isOfLots && isRated
                ? money(sumOf((lot, received, taken) => costBetween(lot, taken, received).landedMinor))
                : null,
          },
          notArrived: {
            units: Number(unpacked.units + sumOf((lot, received) => lot.units - received)),
            amount: isRated ? money(unpacked.landedMinor + notArrived) : money(0n),
          },
          unknownCost: isRated ? null : 'NO_RATE',
        },
      ];
    }),
  );
}
