import type { RateShift } from '@quayside/domain/payables/calendar';
import { sql } from 'kysely';
import type { Work } from '../../db/tx.ts';

// Reads what the cash calendar needs of instalments. This file writes nothing.

/** What is open in one currency on one day; the day is null when it is unknown. */
interface OwedDay {
  readonly currency: string;
  readonly dueOn: string | null;
  readonly count: bigint;
  /** What is open is worth, at rates that moved by the shift; each instalment was rounded by itself. */
  readonly worthMinor: bigint;
  readonly withoutRate: bigint;
}

const WORTH: Readonly<Record<RateShift, string>> = {
  [-5]: 'owed_base_95_minor',
  0: 'owed_base_minor',
  5: 'owed_base_105_minor',
};

/** Reads the kept sums per day and currency, however many instalments there are. */
export async function listOwedDays(w: Work, shift: RateShift): Promise<OwedDay[]> {
  const { currency } = w.scope;
  const { rows } = await sql<OwedDay>`
    select currency, nullif(due_on, 'infinity') as "dueOn", payment_count as count, without_rate as "withoutRate",
      case when currency = ${currency} then owed_base_minor else ${sql.ref(WORTH[shift])} end as "worthMinor"
    from payable_day
    where account_id = ${w.scope.accountId}
    order by due_on, currency`.execute(w.tx);
  return rows;
}

/** An open instalment, as the calendar moves it. */
interface MovablePayment {
  readonly currency: string;
  readonly dueOn: string | null;
  /** What is open is worth; null without a rate. */
  readonly worthMinor: bigint | null;
}

/** An instalment of a schedule or of a purchase order; undefined when there is none with this id. */
export const findMovable = (w: Work, id: string): Promise<MovablePayment | undefined> =>
  w.tx
    .selectFrom('payment')
    .select(['currency', 'due_on as dueOn', 'owed_base_minor as worthMinor'])
    .where('account_id', '=', w.scope.accountId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
