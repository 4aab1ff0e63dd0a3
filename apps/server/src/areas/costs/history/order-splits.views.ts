import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { costOfTaking } from '../../../db/lot-cost.ts';
import type { Work } from '../../../db/tx.ts';
import { LOTS, TAKINGS } from '../../stock/facts.ts';

// This file reads facts of stock: what the lots of orders gave.

/** What the lots of an order gave in a month, less what came back. */
interface GoneOfOrder {
  readonly orderId: string;
  readonly month: string;
  readonly units: bigint;
  readonly amount: bigint;
}

/** What the lots of these orders gave, by order and month, without costs that no order bears. */
export async function goneOfOrders(w: Work, orderIds: readonly string[]): Promise<GoneOfOrder[]> {
  if (orderIds.length === 0) return [];
  const a = w.scope.accountId;
  const { rows } = await sql<GoneOfOrder>`
    select l.order_id as "orderId", to_char(t.event_day, 'YYYY-MM') as month, sum(t.units)::bigint as units,
      coalesce(sum(${costOfTaking('o', 'landed_minor')}), 0)::bigint as amount
    from ${LOTS} l
    cross join lateral (select l.units, l.landed_minor - l.joined_minor as landed_minor) o
    join ${TAKINGS} t on t.account_id = l.account_id and t.lot_id = l.id and t.superseded_at is null
    where l.account_id = ${a} and l.order_id = ${anyOf(orderIds)}
    group by 1, 2
    order by 1, 2`.execute(w.tx);
  return rows;
}
