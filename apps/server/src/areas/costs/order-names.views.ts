import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/**
 * Resolves the ids of orders in the audit log. Orders have no page of their own, and the audit log cannot list the
 * changes of an order.
 */
export const orderNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, number as label, false as exists from cost_layer where account_id = ${accountId} and id = any(${ids})`,
};
