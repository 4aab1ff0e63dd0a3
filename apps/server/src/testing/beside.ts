import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockCosts } from '../account/cost-lock.ts';
import { brokenInvariants } from '../areas/costs/check/invariants.views.ts';
import { brokenShipments } from '../areas/shipments/check/shipments-invariants.views.ts';
import { brokenStock } from '../areas/stock/check/stock-check.service.ts';
import { inAccountAsJob, type TxDeps, type Work } from '../db/tx.ts';
import { createIds } from '../ids.ts';
import { inDatabaseOf } from './memberships.ts';
import type { OwnServer } from './own-server.ts';

const LOOK_MS = 300;
const BACK_WITHIN_MS = 60_000;

/** Reads the only account of an installation. */
export async function inOnlyAccount<T>(deps: TxDeps, read: (w: Work) => Promise<T>): Promise<T> {
  const { account_id: accountId } = await deps.db
    .selectFrom('account_directory')
    .select('account_id')
    .executeTakeFirstOrThrow();
  return inAccountAsJob(deps, accountId, read);
}

/** Reads the account beside the running server, once its database accepts connections again after a kill. */
export async function beside<T>(server: OwnServer, read: (w: Work) => Promise<T>): Promise<T> {
  const newId = createIds(() => Date.now());
  for (const end = Date.now() + BACK_WITHIN_MS; ; await sleep(LOOK_MS))
    try {
      return await inDatabaseOf(server.dataDir, newId, (deps) => inOnlyAccount(deps, read));
    } catch (error) {
      if (Date.now() > end) throw error;
    }
}

/** Everything stored of goods and their costs that does not follow from the facts. */
export const brokenGoods = async (w: Work): Promise<readonly unknown[]> => [
  ...(await brokenStock(w)),
  ...(await brokenShipments(w)),
  ...(await brokenInvariants(w)),
];

/** The same beside the running server. Whoever writes meanwhile waits. */
export const brokenBeside = (server: OwnServer): Promise<readonly unknown[]> =>
  beside(server, async (w) => {
    await lockCosts(w);
    return brokenGoods(w);
  });

/** How many facts and units of them these products have, of those that hold. */
export async function storedStock(w: Work, productIds: readonly string[]) {
  const isOf = sql`product_id = any(${sql.val(productIds)}::uuid[])`;
  const { rows } = await sql<Record<'receipts' | 'received' | 'sales' | 'sold' | 'onHand', number>>`
    select
      (select count(*) from receipt where reversed_at is null and ${isOf})::integer as receipts,
      (select coalesce(sum(units), 0) from receipt where reversed_at is null and ${isOf})::integer as received,
      (select count(*) from movement where reversed_at is null and ${isOf})::integer as sales,
      (select coalesce(sum(units), 0) from movement where reversed_at is null and ${isOf})::integer as sold,
      (select coalesce(sum(on_hand), 0) from product_stock where ${isOf})::integer as "onHand"`.execute(w.tx);
  return rows[0];
}
