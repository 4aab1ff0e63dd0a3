import { say } from '@quayside/contracts/texts/catalogue';
import { sql } from 'kysely';
import { moveTime, type Work } from '../../db/tx.ts';
import { AppError } from '../../http/errors.ts';

/** The counter with the time of the account's last cost write, in milliseconds since 1970. */
const LAST_WRITE = 'costs-written-ms';

/**
 * Locks the costs of the account until the end of the transaction. Writes of costs in one account thus run one at a
 * time, and the currency of the account cannot change in the meantime. Other accounts never wait for this lock.
 *
 * `w.now` becomes later than the time of every earlier write of costs in the account. Otherwise, a transaction that
 * waited would record its costs with an earlier time than the costs it replaces.
 *
 * One statement does all of it. It sees the rows as they were before it waited, but the counter and the account are
 * read in their newest versions, because the one is updated and the other is locked.
 */
export async function lockCosts(w: Work): Promise<void> {
  const { rows } = await sql<{ currency: string; value: bigint }>`
    with locked as materialized (
      select pg_advisory_xact_lock(hashtextextended(${`costs:${w.scope.accountId}`}, 0))
    ), written as (
      insert into account_counter (account_id, name, value)
      select ${w.scope.accountId}, ${LAST_WRITE}, ${BigInt(w.clock.now().getTime())} from locked
      on conflict (account_id, name) do update set value = greatest(account_counter.value + 1, excluded.value)
      returning value
    )
    select a.currency, written.value
    from written cross join account a
    where a.account_id = ${w.scope.accountId}
    for share of a`.execute(w.tx);
  const [account] = rows;
  if (!account) throw new Error(`There is no account ${w.scope.accountId}`);
  // The currency in `w.scope` was cached with the session for some seconds. If the account's currency has changed
  // since, costs must not be written in the old one.
  if (account.currency !== w.scope.currency)
    throw new AppError('unavailable', {
      message: say('costs.currency_changed'),
      retryAfterSeconds: 5,
    });
  moveTime(w, new Date(Number(account.value)));
}

/** Reserves the next numbers of a counter. The caller must hold the cost lock. */
export async function reserveNumbers(w: Work, name: string, count: number): Promise<bigint> {
  const row = await reservation(w, name, count).executeTakeFirstOrThrow();
  return row.value - BigInt(count) + 1n;
}

/** The query that reserves the next numbers of a counter, and returns the last of them as `value`. */
export const reservation = (w: Work, name: string, count: number) =>
  w.tx
    .insertInto('account_counter')
    .values({ account_id: w.scope.accountId, name, value: BigInt(count) })
    .onConflict((oc) =>
      oc.columns(['account_id', 'name']).doUpdateSet({ value: sql<bigint>`account_counter.value + ${count}` }),
    )
    .returning('value');

/**
 * Re-opens closed invoices that have an unassigned amount. Only here does this area write to another area's table: a
 * closed invoice must be fully assigned, so the transaction that leaves an amount unassigned must also re-open the
 * invoice.
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

/**
 * Records that the account has costs, after which its currency cannot be changed. Returns whether this was its first
 * cost.
 */
export async function markFirstCost(w: Work): Promise<boolean> {
  const result = await w.tx
    .updateTable('account')
    .set({ first_cost_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('first_cost_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
