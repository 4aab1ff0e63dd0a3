import type { BodyIn, EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { decideMissing } from '@quayside/contracts/stock/missing';
import { createOpeningStock } from '@quayside/contracts/stock/opening-stock';
import { createOrderImport } from '@quayside/contracts/stock/order-imports';
import { type PackList } from '@quayside/contracts/shipments/pack-lists';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import {
  listStockMovements,
  postInventoryBalanceUpdates,
  recordStockMovements,
} from '@quayside/contracts/stock/stock-movements';
import type { LocalInput } from '../http/local-client.ts';
import { orderReport } from './demo-sales.ts';

/** Makes one call as the demo seller, which must succeed. */
type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;
type Place = BodyIn<typeof receiveGoods>['place'];
/** Units of a product by the end of its SKU that differ from what was packed, and why. */
interface Difference {
  readonly code: string;
  readonly units: number;
  readonly reason?: string;
}

/** What the warehouse in Bristol sent on to Amazon: so much of each hundred units. */
const SENT_ON = 60;

/** The stock of the demo seller: what arrived, what was sold, came back and was counted. */
export function demoStock(call: Call, ago: (days: number) => string, skus: ReadonlyMap<string, string>) {
  const idOf = (code: string) => skus.get(`HP-${code}`) ?? '';
  const isOf = (code: string) => (one: PackList) => one.sku === `HP-${code}`;

  return {
    /** Two products of which the seller had some before the account began. */
    open: (daysAgo: number) =>
      call(createOpeningStock, {
        body: {
          rows: [
            { productId: idOf('BAG-01'), quantity: 30, unitCost: '2.35', day: ago(daysAgo), place: 'AMAZON_UK' },
            { productId: idOf('TWL-03'), quantity: 180, unitCost: '9.90', day: ago(daysAgo), place: 'AMAZON_UK' },
          ],
        },
      }),
    /**
     * Receives the pack lists of a plan, some on each of these days. Of a product that differs, the last pack list got
     * another number of units than it was packed with.
     */
    async receive(
      packLists: readonly PackList[],
      { days, place, differences = [] }: { days: readonly number[]; place: Place; differences?: readonly Difference[] },
    ) {
      const differing = new Map(differences.map((one) => [packLists.findLast(isOf(one.code))?.packListId, one]));
      await call(receiveGoods, {
        body: {
          day: ago(days[0] ?? 0),
          place,
          rows: packLists.map(({ packListId }, i) => {
            const { units, reason } = differing.get(packListId) ?? {};
            const day = ago(days[Math.floor((i * days.length) / packLists.length)] ?? 0);
            return { packListId, day, ...(units !== undefined && { quantity: units }), ...(reason && { reason }) };
          }),
        },
      });
    },
    /** Amazon checks in one pack list in several parts. */
    checkIn: (packListId: string, parts: readonly (readonly [daysAgo: number, units: number])[]) =>
      call(receiveGoods, {
        body: {
          day: ago(parts[0]?.[0] ?? 0),
          place: 'AMAZON_UK',
          rows: parts.map(([daysAgo, quantity]) => ({ packListId, quantity, day: ago(daysAgo) })),
        },
      }),
    /** The factory admits that it never sent some units, and credits them. */
    neverSent: (packListId: string, quantity: number, more: { daysAgo: number; words: string; creditNoteId: string }) =>
      call(decideMissing, {
        body: {
          ...{ packListId, kind: 'SHORT', debtor: 'SUPPLIER', quantity, day: ago(more.daysAgo) },
          ...{ words: more.words, creditNoteId: more.creditNoteId },
        },
      }),
    /** Sends a part of what arrived in Bristol on to Amazon. */
    sendToAmazon: (packLists: readonly PackList[], daysAgo: number) => {
      const units = new Map<string, number>();
      for (const { productId, quantity } of packLists) units.set(productId, (units.get(productId) ?? 0) + quantity);
      return call(recordStockMovements, {
        body: {
          rows: [...units].map(([productId, arrived]) => ({
            ...({ kind: 'MOVE', place: 'WAREHOUSE', toPlace: 'AMAZON_UK' } as const),
            ...{ productId, day: ago(daysAgo) },
            quantity: Math.floor((arrived * SENT_ON) / 100),
          })),
        },
      });
    },
    /** Imports Amazon's report of the orders since a day. */
    importOrders: (from: number, made: number) =>
      call(createOrderImport, {
        query: { dryRun: 'false' },
        file: { name: `all-orders-${ago(made)}.txt`, content: orderReport(ago, from, made) },
      }),
    /** Some of the units of the last sale of products before a day came back three days later. */
    async takeBack(codes: readonly string[], before: number) {
      const chips = [
        { field: 'product', op: 'in', values: codes.map(idOf) },
        { field: 'cause', op: 'in', values: ['SOLD'] },
        { field: 'day', op: 'lte', values: [ago(before + 3)] },
      ];
      const query = { size: 500, filter: JSON.stringify(chips) };
      const { content } = await call(listStockMovements, { query });
      await call(recordStockMovements, {
        body: {
          rows: codes.flatMap((code) => {
            const sale = content.find(({ productId }) => productId === idOf(code));
            if (!sale) return [];
            const { id: ofId, productId, place } = sale;
            return { productId, kind: 'RETURN' as const, ofId, place, day: ago(before), quantity: 1 };
          }),
        },
      });
    },
    /** The shelf in Bristol holds fewer bread boxes than it should. */
    count: (code: string, quantity: number) =>
      call(postInventoryBalanceUpdates, {
        body: { updates: [{ productId: idOf(code), quantity, words: 'Shelf C4, counted twice' }] },
      }),
  };
}
