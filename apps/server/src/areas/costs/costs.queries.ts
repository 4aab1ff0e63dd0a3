import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';

/**
 * Locks the costs of the account until the end of the unit of work: cost writes of one account run one at a time, and
 * its currency cannot change meanwhile. Other accounts never wait.
 */
export async function lockCosts(w: Work): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`costs:${w.scope.accountId}`}, 0))`.execute(w.tx);
  const account = await w.tx
    .selectFrom('account')
    .select('currency')
    .where('account_id', '=', w.scope.accountId)
    .forShare()
    .executeTakeFirstOrThrow();
  // A sign-in is cached for some seconds. One cached before a change of currency must not write costs in the old
  // currency.
  if (account.currency !== w.scope.currency)
    throw new AppError('unavailable', {
      message: say('costs.currency_changed'),
      retryAfterSeconds: 5,
    });
}

/** Reserves the next numbers of a counter. Call it under the cost lock. */
export async function reserveNumbers(w: Work, name: string, count: number): Promise<bigint> {
  const row = await w.tx
    .insertInto('account_counter')
    .values({ account_id: w.scope.accountId, name, value: BigInt(count) })
    .onConflict((oc) =>
      oc.columns(['account_id', 'name']).doUpdateSet({ value: sql<bigint>`account_counter.value + ${count}` }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value - BigInt(count) + 1n;
}

/**
 * Re-opens closed invoices with an unassigned amount. This is the only write to another area's table: costs guarantee
 * that a closed invoice is fully assigned, and must do so in the transaction that would break it.
 */
export async function reopenUnassigned(
  w: Work,
  invoiceIds: readonly string[],
): Promise<{ id: string; number: string; version: number }[]> {
  if (invoiceIds.length === 0) return [];
  const rows = await w.tx
    .updateTable('invoice as i')
    .from('invoice_total as t')
    .set((eb) => ({ status: 'OPEN', archived_at: null, version: eb('i.version', '+', 1), updated_at: w.now }))
    .whereRef('t.account_id', '=', 'i.account_id')
    .whereRef('t.invoice_id', '=', 'i.id')
    .where('i.account_id', '=', w.scope.accountId)
    .where('i.id', 'in', [...invoiceIds])
    .where('i.status', '=', 'CLOSED')
    .where('i.deleted_at', 'is', null)
    .where('t.unassigned_line_count', '>', 0)
    .returning(['i.id', 'i.invoice_number', 'i.version'])
    .execute();
  return rows.map((r) => ({ id: r.id, number: r.invoice_number, version: r.version }));
}

/** Fixes the account's currency with the first entry. */
export async function markFirstCost(w: Work): Promise<boolean> {
  const result = await w.tx
    .updateTable('account')
    .set({ first_cost_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('first_cost_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
