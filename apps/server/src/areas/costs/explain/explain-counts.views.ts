import { type StockEventRow, eventOfRow } from '@quayside/domain/stock/events';
import { replayFifo } from '@quayside/domain/stock/fifo';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { DECISIONS, LOTS, MOVEMENTS, RECEIPTS, STOCK_COUNTS } from '../../stock/facts.ts';
import { creditedBy, type KnownLot } from './explain-stock.views.ts';

// This file reads facts of stock: what happened to a product, as it was known at an instant.

interface EventRow extends StockEventRow {
  /** The number of the lot, of a receipt or a decision. */
  readonly number: bigint | null;
}

/**
 * The lots of what counts found of a product, as they were known at an instant. Only the present differences of counts
 * are kept, so all that was known then is replayed; only of a product of which a count ever found something.
 */
export async function countLotsKnown(w: Work, productId: string, at: Date): Promise<KnownLot[]> {
  const rows = await eventsKnown(w, productId, at);
  const numbers = new Map(rows.flatMap(({ lotId, number }) => (number === null ? [] : [[lotId, number] as const])));
  const lots = [...numbers].map(([id, number]) => ({
    ...{ id, number, isUnknown: false, firstDay: null, received: 0n, taken: 0n },
  }));
  const replayed = replayFifo({ lots, held: [], places: new Map() }, rows.map(eventOfRow));
  return replayed.lots.flatMap(({ id, isUnknown, firstDay, received, taken }): KnownLot[] =>
    isUnknown && received > 0n
      ? [
          {
            ...{ id, kind: 'COUNT', orderId: null, receivedOn: firstDay, units: received, received, taken },
            ...{ landedMinor: null, factoryMinor: 0n, joinedMinor: 0n, lostOnTheWay: 0n },
          },
        ]
      : [],
  );
}

/** What had happened to the product and held, as it was known then; nothing if no count ever found something of it. */
async function eventsKnown(w: Work, productId: string, at: Date): Promise<EventRow[]> {
  const a = w.scope.accountId;
  const known = (alias: string, end = 'reversed_at') => sql`
    ${sql.ref(`${alias}.account_id`)} = ${a} and ${sql.ref(`${alias}.product_id`)} = ${productId}
      and ${sql.ref(`${alias}.created_at`)} < ${at}
      and (${sql.ref(`${alias}.${end}`)} is null or ${sql.ref(`${alias}.${end}`)} >= ${at})`;
  const { rows } = await sql<EventRow>`
    select e.* from (
      select r.id, 'RECEIPT' as kind, r.day, r.lot_id as "lotId", l.number, r.place,
        r.units - ${creditedBy('r', w, at)} as units, r.found, null as cause, null as "to", null::uuid as "ofId",
        null::date as "ofDay"
      from ${RECEIPTS} r
      join ${LOTS} l on l.account_id = r.account_id and l.id = r.lot_id
      where ${known('r')}
      union all
      select d.id, 'LOST_ON_THE_WAY', d.day, d.pack_list_id, l.number, '', d.units, 0, null, null, null, null
      from ${DECISIONS} d
      join ${LOTS} l on l.account_id = d.account_id and l.id = d.pack_list_id
      where ${known('d', 'taken_back_at')} and d.kind = 'LOST'
      union all
      select m.id, m.kind, m.day, null, null, m.place, m.units, 0, m.cause, m.to_place, m.of_id, m.of_day
      from ${MOVEMENTS} m
      where ${known('m')}
      union all
      select c.id, 'COUNT', c.day, null, null, c.place, c.quantity, 0, null, null, null, null
      from ${STOCK_COUNTS} c
      where ${known('c')}
    ) e
    where (e.kind <> 'RECEIPT' or e.units > 0) and exists (
      select from ${LOTS} f where f.account_id = ${a} and f.product_id = ${productId} and f.kind = 'COUNT'
    )`.execute(w.tx);
  return rows;
}
