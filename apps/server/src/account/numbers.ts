import { sql } from 'kysely';
import type { Work } from '../db/tx.ts';

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

/** The last number of a counter that was reserved; 0 if none was. */
export async function lastNumber(w: Work, name: string): Promise<bigint> {
  const row = await w.tx
    .selectFrom('account_counter')
    .select('value')
    .where('account_id', '=', w.scope.accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? 0n;
}
