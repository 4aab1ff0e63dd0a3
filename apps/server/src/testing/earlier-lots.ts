import { sql } from 'kysely';
import { createDatabase, createPool } from '../db/pool.ts';
import { addressOf } from './memberships.ts';

/**
 * Makes a running server believe that the lots of a product have been known for two days longer, so that a browser test
 * can ask what a bill of today changed. Nothing else of them is told apart by the day on which it was recorded.
 */
export async function knowLotsEarlier(dataDir: string, productId: string): Promise<void> {
  const db = createDatabase(createPool(addressOf(dataDir), () => undefined, 1));
  try {
    await sql`
      UPDATE lot_total SET recorded_at = recorded_at - interval '2 days'
      FROM lot
      WHERE lot.account_id = lot_total.account_id AND lot.id = lot_total.lot_id AND lot.product_id = ${productId}
    `.execute(db);
  } finally {
    await db.destroy();
  }
}
