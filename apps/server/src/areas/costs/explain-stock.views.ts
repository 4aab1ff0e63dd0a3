import type { StockMethod } from '@quayside/domain/stock/methods';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

// This file reads tables of stock: where the units of the lots of a product are.

/** A lot of a product, of which something has arrived. */
export interface StockedLot {
  readonly id: string;
  readonly kind: 'PACK_LIST' | 'OPENING' | 'COUNT';
  readonly receivedOn: string | null;
  readonly units: bigint;
  readonly landedMinor: bigint | null;
  /** What of the landed total are costs without an order. */
  readonly joinedMinor: bigint;
  /** With what was lost on the way: the positions of the lot. */
  readonly received: bigint;
  readonly lostOnTheWay: bigint;
  readonly taken: bigint;
}

/** The lots of a product, in the order in which they give units. What each gave is not read. */
export async function lotsOfProduct(w: Work, productId: string): Promise<StockedLot[]> {
  const { rows } = await sql<StockedLot>`
    select l.id, l.kind, l.first_received_on as "receivedOn", l.units, l.landed_minor as "landedMinor",
      l.joined_minor as "joinedMinor", l.received,
      coalesce(p.lost, 0) as "lostOnTheWay", l.taken
    from lot l
    left join pack_list p on p.account_id = l.account_id and p.id = l.id
    where l.account_id = ${w.scope.accountId} and l.product_id = ${productId} and l.received > 0
    order by l.first_received_on, (l.kind = 'COUNT'), l.number, l.id`.execute(w.tx);
  return rows;
}

/** How many units of a product are sold without cost. */
export async function waitingUnits(w: Work, productId: string): Promise<bigint> {
  const { rows } = await sql<{ waits: bigint }>`
    select waits from product_stock
    where account_id = ${w.scope.accountId} and product_id = ${productId}`.execute(w.tx);
  return rows[0]?.waits ?? 0n;
}

/** How the account values what leaves stock. */
export async function valuationMethod(w: Work): Promise<StockMethod> {
  const { rows } = await sql<{ method: StockMethod }>`
    select method from stock_total where account_id = ${w.scope.accountId}`.execute(w.tx);
  return rows[0]?.method ?? 'FIFO';
}
