import { type RawBuilder, sql } from 'kysely';
import { BY_KEYS, rowsOf } from '../../../db/rows-of.ts';
import type { Work } from '../../../db/tx.ts';
import { PACK_LISTS } from '../../shipments/facts.ts';

// Reads when shipment plans, and orders without one, were delivered. This file writes nothing.

/** The first day on which units of a plan, or of an order without one, arrived or no longer did. */
export interface Delivery {
  readonly id: string;
  readonly day: string;
}

/**
 * The orders in those of these plans, and those of these orders, of which no other receipt holds that is as early. What
 * the operation wrote is no other receipt.
 */
export async function ordersOfFirst(
  w: Work,
  plans: readonly Delivery[],
  orders: readonly Delivery[],
  operationId: string | null,
): Promise<string[]> {
  const a = w.scope.accountId;
  const isFirst = (of: RawBuilder<unknown>): RawBuilder<unknown> => sql`not exists (
    select from receipt r
    where r.account_id = ${a} and ${of} and r.reversed_at is null and r.day <= d.day
      and r.operation_id is distinct from ${operationId}::uuid ${BY_KEYS}
  )`;
  const parts = [
    ...(plans.length > 0
      ? [
          sql`
            select l.order_id as id from ${deliveries(plans)}
            cross join lateral (
              select l.order_id from ${PACK_LISTS} l
              where l.account_id = ${a} and l.plan_id = d.id and l.removed_at is null ${BY_KEYS}
            ) l
            where ${isFirst(sql`r.plan_id = d.id`)}`,
        ]
      : []),
    ...(orders.length > 0
      ? [sql`select d.id from ${deliveries(orders)} where ${isFirst(sql`r.order_id = d.id and r.plan_id is null`)}`]
      : []),
  ];
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: string }>`${sql.join(parts, sql` union `)}`.execute(w.tx);
  return [...new Set(rows.map(({ id }) => id))];
}

const deliveries = (rows: readonly Delivery[]): RawBuilder<unknown> =>
  rowsOf('d', rows, { id: ['uuid', ({ id }) => id], day: ['date', ({ day }) => day] });
