import { type Insertable, sql, type Updateable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';
import type { PaymentRow, ScheduleRow } from '../payments.types.ts';

/** Finds a schedule by its id, or by the id of its invoice. */
export async function findSchedule(w: Work, id: string): Promise<ScheduleRow | undefined> {
  return w.tx
    .selectFrom('payment_schedule')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where((eb) => eb.or([eb('id', '=', id), eb('invoice_id', '=', id)]))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
}

/** The invoices, of these, that have a schedule. */
export async function findScheduled(w: Work, invoiceIds: readonly string[]): Promise<Set<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await w.tx
    .selectFrom('payment_schedule')
    .select('invoice_id')
    .where('account_id', '=', w.scope.accountId)
    .where('invoice_id', '=', anyOf(invoiceIds))
    .where('removed_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.invoice_id));
}

type NewSchedule = Pick<Insertable<DB['payment_schedule']>, 'id' | 'invoice_id' | 'rank' | 'by' | 'total_minor'> & {
  readonly leadTimes: object;
};

export async function insertSchedules(w: Work, schedules: readonly NewSchedule[]): Promise<void> {
  if (schedules.length === 0) return;
  await w.tx
    .insertInto('payment_schedule')
    .values(
      schedules.map(({ leadTimes, ...schedule }) => ({
        ...schedule,
        account_id: w.scope.accountId,
        lead_times: JSON.stringify(leadTimes),
        created_at: w.now,
        updated_at: w.now,
      })),
    )
    .execute();
}

/** A new instalment. What follows from other rows is worked out afterwards, so nothing counts as owed yet. */
export type NewPayment = Omit<
  Insertable<DB['payment']>,
  'account_id' | 'owed_minor' | 'is_estimated' | 'created_at' | 'updated_at'
>;

const CHUNK = 1000;

export async function insertPayments(w: Work, payments: readonly NewPayment[]): Promise<void> {
  for (let i = 0; i < payments.length; i += CHUNK)
    await w.tx
      .insertInto('payment')
      .values(
        payments.slice(i, i + CHUNK).map((payment) => ({
          ...payment,
          account_id: w.scope.accountId,
          owed_minor: 0n,
          is_estimated: false,
          created_at: w.now,
          updated_at: w.now,
        })),
      )
      .execute();
}

/** Changes a schedule that a person saves. */
export async function saveSchedule(
  w: Work,
  schedule: ScheduleRow,
  values: Updateable<DB['payment_schedule']>,
): Promise<void> {
  await w.tx
    .updateTable('payment_schedule')
    .set({ ...values, version: schedule.version + 1, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', schedule.id)
    .execute();
}

/** Changes an instalment that a person saves. */
export async function savePayment(w: Work, payment: PaymentRow, values: Updateable<DB['payment']>): Promise<void> {
  await w.tx
    .updateTable('payment')
    .set({ ...values, version: payment.version + 1, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', payment.id)
    .execute();
}

/** Takes instalments out of their schedules. Their rows stay for their entries, all of which are reversed. */
export async function removePayments(
  w: Work,
  ids: readonly string[],
  more: Pick<Updateable<DB['payment']>, 'amount_minor' | 'settled_minor'> = {},
): Promise<void> {
  if (ids.length === 0) return;
  await w.tx
    .updateTable('payment')
    .set({ ...more, removed_at: w.now, updated_at: w.now, owed_minor: 0n, owed_base_minor: null })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();
}

/** Removes instalments of rests for which nothing is left. */
export const removeRests = (w: Work, ids: readonly string[]): Promise<void> =>
  removePayments(w, ids, { amount_minor: 0n, settled_minor: 0n });

/** Gives an instalment another place among those of its schedule or purchase order. */
export async function placePayment(w: Work, id: string, position: number): Promise<void> {
  await w.tx
    .updateTable('payment')
    .set({ position, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .execute();
}

/** Removes whole schedules with their instalments. Returns their suppliers. */
export async function removeSchedules(w: Work, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ supplier_id: string }>`
    update payment set removed_at = ${w.now}, updated_at = ${w.now}, owed_minor = 0, owed_base_minor = null
    where account_id = ${w.scope.accountId} and schedule_id = ${anyOf(ids)} and removed_at is null
    returning supplier_id`.execute(w.tx);
  await w.tx
    .updateTable('payment_schedule')
    .set({ removed_at: w.now, updated_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', anyOf(ids))
    .execute();
  return [...new Set(rows.map((row) => row.supplier_id))];
}
