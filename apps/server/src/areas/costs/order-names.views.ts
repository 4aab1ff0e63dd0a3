import { sql } from 'kysely';
import type { NamedThings } from '../area.ts';

/** Resolves ids of orders in the log. Orders have no page, and their changes cannot be listed. */
export const orderNames: NamedThings = {
  byIds: (accountId, ids) => sql`
    select id, number as label, false as exists from cost_layer where account_id = ${accountId} and id = any(${ids})`,
};
