import type { RateShift } from '@quayside/domain/payables/calendar';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import type { CashEntryRow, OpeningRow } from '../rows/cash.queries.ts';

// Reads what the cash calendar needs of instalments. This file writes nothing.

/** What is open in one currency on one day; the day is null when it is unknown. */
export interface OwedDay {
  readonly currency: string;
  readonly dueOn: string | null;
  readonly count: number;
  /** What is open is worth, at rates that moved by the shift; each instalment was rounded by itself. */
  readonly worthMinor: bigint;
  readonly withoutRate: number;
}

const WORTH: Readonly<Record<RateShift, string>> = {
  [-5]: 'd.owed_base_95_minor',
  0: 'd.owed_base_minor',
  5: 'd.owed_base_105_minor',
};

/** What the calendar is worked out from. */
interface CalendarFacts {
  readonly opening: OpeningRow | undefined;
  readonly entries: readonly CashEntryRow[];
  readonly owed: readonly OwedDay[];
}

/** The same as JSON, where numbers of 64 bits are texts. */
interface FactsRow {
  readonly opening: { balance_minor: string; day: string; version: number; updated_at: string } | null;
  readonly entries:
    | (Omit<CashEntryRow, 'amount_minor' | 'created_at' | 'updated_at'> & {
        amount_minor: string;
        created_at: string;
        updated_at: string;
      })[]
    | null;
  readonly owed: [string, string | null, number, string, number][] | null;
}

/**
 * Reads the opening balance, the own entries, the soonest first day first, and the kept sums per day and currency,
 * however many instalments there are. It is one statement, because three would take longer to send than to run.
 */
export async function readCalendarFacts(w: Work, shift: RateShift): Promise<CalendarFacts> {
  const { accountId, currency } = w.scope;
  const { rows } = await sql<FactsRow>`
    select (
        select json_build_object(
          'balance_minor', o.balance_minor::text, 'day', o.day, 'version', o.version, 'updated_at', o.updated_at
        )
        from cash_opening o where o.account_id = ${accountId}
      ) as opening,
      (
        select json_agg(
          json_build_object(
            'account_id', e.account_id, 'id', e.id, 'name', e.name, 'kind', e.kind,
            'amount_minor', e.amount_minor::text, 'first_day', e.first_day, 'repeat', e.repeat, 'last_day', e.last_day,
            'version', e.version, 'created_at', e.created_at, 'updated_at', e.updated_at
          )
          order by e.first_day, lower(e.name), e.id
        )
        from cash_entry e where e.account_id = ${accountId}
      ) as entries,
      (
        select json_agg(
          json_build_array(
            d.currency, nullif(d.due_on, 'infinity'), d.payment_count,
            (case when d.currency = ${currency} then d.owed_base_minor else ${sql.ref(WORTH[shift])} end)::text,
            d.without_rate
          )
          order by d.due_on, d.currency
        )
        from payable_day d where d.account_id = ${accountId}
      ) as owed`.execute(w.tx);
  const { opening, entries, owed } = rows[0] ?? { opening: null, entries: null, owed: null };
  return {
    opening: opening
      ? {
          ...opening,
          account_id: accountId,
          balance_minor: BigInt(opening.balance_minor),
          updated_at: new Date(opening.updated_at),
        }
      : undefined,
    entries: (entries ?? []).map((entry) => ({
      ...entry,
      amount_minor: BigInt(entry.amount_minor),
      created_at: new Date(entry.created_at),
      updated_at: new Date(entry.updated_at),
    })),
    owed: (owed ?? []).map(([code, dueOn, count, worth, withoutRate]) => ({
      currency: code,
      dueOn,
      count,
      worthMinor: BigInt(worth),
      withoutRate,
    })),
  };
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
