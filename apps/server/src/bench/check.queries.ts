import { sql } from 'kysely';
import { syncInvoice } from '../areas/costs/public.ts';
import { lockCosts } from '../account/cost-lock.ts';
import { brokenInvariants } from '../areas/costs/check/invariants.views.ts';
import { createRenewalWorker } from '../areas/stock/five-quantities/five-quantities.job.ts';
import { requestRenewal } from '../areas/stock/rows/five-quantities.queries.ts';
import { brokenReplays } from '../areas/stock/check/stock-check.service.ts';
import { brokenSums } from '../areas/stock/check/stock-invariants.views.ts';
import { brokenShipments } from '../areas/shipments/check/shipments-invariants.views.ts';
import { inAccount } from '../db/tx.ts';
import type { Run } from '../jobs/define-job.ts';
import { inSellersAccount, type Place } from './fill.queries.ts';

/**
 * Throws if the account violates a rule of landed cost, or if the cost engine would compute other cost entries for
 * these invoices than the stored ones.
 */
export async function checkFilled(place: Place, invoiceIds: readonly string[]): Promise<void> {
  await inSellersAccount(place, async (deps, scope) => {
    const broken = await inAccount(deps, scope, brokenInvariants);
    if (broken.length > 0)
      throw new Error(`Not what the engine would have written: ${JSON.stringify(broken.slice(0, 5))}`);
    await inAccount(deps, scope, async (w) => {
      const inForce = async () =>
        (
          await sql<{
            id: string;
          }>`
            select id
            from cost_allocation
            where account_id = ${scope.accountId} and invoice_id = any(${sql.val([...invoiceIds])}::uuid[])
              and superseded_at is null
            order by id`.execute(w.tx)
        ).rows.map((r) => r.id);
      await lockCosts(w);
      const before = await inForce();
      for (const id of invoiceIds) await syncInvoice(w, id, 'all');
      const renewed = (await inForce()).filter((id) => !before.includes(id));
      if (before.length === 0 || renewed.length > 0)
        throw new Error(`The engine works ${renewed.length} of ${before.length} lines out otherwise`);
    });
  });
}

/** Throws if what is stored of packing differs from what the server would have stored. */
export const checkPacked = (place: Place): Promise<void> =>
  inSellersAccount(place, async (deps, scope) => {
    const broken = await inAccount(deps, scope, brokenShipments);
    if (broken.length > 0)
      throw new Error(`Not what the server would have stored: ${JSON.stringify(broken.slice(0, 5))}`);
  });

/** Throws if sums of stock differ from their parts, or if a replay of these products comes to something else. */
export const checkStocked = (place: Place, productIds: readonly string[]): Promise<void> =>
  inSellersAccount(place, async (deps, scope) => {
    const broken = await inAccount(deps, scope, async (w) => [
      ...(await brokenSums(w)),
      ...(await brokenReplays(w, productIds)),
    ]);
    if (broken.length > 0)
      throw new Error(`Not what the server would have stored: ${JSON.stringify(broken.slice(0, 5))}`);
  });

/** Has the server work out the five quantities of all orders of the account. */
export const renewFiveQuantities = (place: Place): Promise<void> =>
  inSellersAccount(place, async (deps, scope) => {
    await inAccount(deps, scope, requestRenewal);
    await createRenewalWorker(deps)(scope, { signal: new AbortController().signal } as Run);
  });
