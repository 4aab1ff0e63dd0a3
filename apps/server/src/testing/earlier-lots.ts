import { sql } from 'kysely';
import { inAccountOf } from './memberships.ts';

/**
 * Makes a running server believe that the lots of a product have been known for two days longer, so that a browser test
 * can ask what a bill of today changed.
 */
export const knowLotsEarlier = (dataDir: string, email: string, productId: string): Promise<void> =>
  inAccountOf(dataDir, email, async (tx) => {
    await sql`
      UPDATE lot_total SET recorded_at = recorded_at - interval '2 days'
      FROM lot
      WHERE lot.account_id = lot_total.account_id AND lot.id = lot_total.lot_id AND lot.product_id = ${productId}
    `.execute(tx);
  });
