import { type Insertable, type Selectable, sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';

// The opening balance and the own entries of the cash calendar.

export type OpeningRow = Selectable<DB['cash_opening']>;
export type CashEntryRow = Selectable<DB['cash_entry']>;
/** An entry as a person types it. */
export type CashEntryValues = Pick<
  CashEntryRow,
  'name' | 'kind' | 'amount_minor' | 'first_day' | 'repeat' | 'last_day'
>;

export const findOpening = (w: Work): Promise<OpeningRow | undefined> =>
  w.tx.selectFrom('cash_opening').selectAll().where('account_id', '=', w.scope.accountId).executeTakeFirst();

/** Writes the opening balance of the account, which has at most one. */
export const saveOpening = (w: Work, values: Pick<OpeningRow, 'balance_minor' | 'day'>): Promise<OpeningRow> =>
  w.tx
    .insertInto('cash_opening')
    .values({ ...values, account_id: w.scope.accountId, updated_at: w.now })
    .onConflict((c) =>
      c
        .column('account_id')
        .doUpdateSet({ ...values, version: sql<number>`cash_opening.version + 1`, updated_at: w.now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function deleteOpening(w: Work): Promise<void> {
  await w.tx.deleteFrom('cash_opening').where('account_id', '=', w.scope.accountId).execute();
}

/** All entries of the account: the soonest first day first. */
export const listEntryRows = (w: Work): Promise<CashEntryRow[]> =>
  w.tx
    .selectFrom('cash_entry')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .orderBy('first_day')
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();

export async function countEntryRows(w: Work): Promise<number> {
  const { n } = await w.tx
    .selectFrom('cash_entry')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .where('account_id', '=', w.scope.accountId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const findEntryRow = (w: Work, id: string): Promise<CashEntryRow | undefined> =>
  w.tx
    .selectFrom('cash_entry')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Writes a new entry, or one that was deleted. Returns false if there is one with this id already. */
export async function insertEntry(
  w: Work,
  values: Omit<Insertable<DB['cash_entry']>, 'account_id' | 'updated_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await w.tx
    .insertInto('cash_entry')
    .values({ ...values, account_id: w.scope.accountId, updated_at: w.now })
    .onConflict((c) => c.doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function saveEntry(w: Work, row: CashEntryRow, values: CashEntryValues): Promise<void> {
  await w.tx
    .updateTable('cash_entry')
    .set({ ...values, version: row.version + 1, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', row.id)
    .execute();
}

export async function deleteEntry(w: Work, id: string): Promise<void> {
  await w.tx.deleteFrom('cash_entry').where('account_id', '=', w.scope.accountId).where('id', '=', id).execute();
}
