import { say } from '@quayside/contracts/texts/catalogue';
import { addDays } from '@quayside/domain/days/days';
import { moneyWords } from '@quayside/domain/money/money';
import type { DueBucket } from '@quayside/domain/payables/calendar';
import { sql } from 'kysely';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import type { Waiting } from '../../area.ts';

/** The days that the weekly summary looks ahead. */
const WEEK = 7;

/** The payments that are overdue, and those that are due within a week, with what they are worth. */
export async function listDuePayments(w: Work): Promise<readonly Waiting[]> {
  const today = todayOf(w);
  const { rows } = await sql<{ late: boolean; n: bigint; base: bigint; without_rate: bigint }>`
    select due_on < ${today} as late, sum(payment_count)::bigint as n, sum(owed_base_minor)::bigint as base,
      sum(without_rate)::bigint as without_rate
    from payable_day
    where account_id = ${w.scope.accountId} and due_on <= ${addDays(today, WEEK)}
    group by 1
    order by 1 desc`.execute(w.tx);
  return rows.map(({ late, n, base, without_rate }): Waiting => {
    const { currency } = w.scope;
    const buckets: readonly DueBucket[] = late ? ['LATE_OVER_30', 'LATE_1_TO_30'] : ['DUE_0_TO_7'];
    return {
      what: say(late ? 'waiting.payments_overdue' : 'waiting.payments_due', { count: Number(n) }),
      // A sum that leaves something out would be too low.
      ...(without_rate === 0n && { detail: moneyWords(base, currency) }),
      path: `/transactions/payables?${buckets.map((bucket) => `f.bucket.in=${bucket}`).join('&')}`,
    };
  });
}
