import type { DueRule } from '@quayside/domain/payables/due-days';
import { monthEndFlags, monthEndOf } from '../../../db/stored-due-rules.ts';
import type { PaymentRow } from '../payments.types.ts';

/** The columns that say how the day of an instalment follows its event. */
export type DueColumns = Pick<PaymentRow, 'event' | 'months' | 'days' | 'month_end' | 'month_end_after'>;

/** How the day of a stored instalment follows. */
export const ruleOf = (
  row: Omit<Partial<DueColumns>, 'event' | 'days'> &
    Pick<DueColumns, 'event' | 'days'> & { readonly pinned_on?: string | null | undefined },
): DueRule => ({
  event: row.event,
  months: row.months ?? 0,
  days: row.days,
  monthEnd: monthEndOf(row.month_end, row.month_end_after),
  pinnedDay: row.pinned_on ?? null,
});

/** The columns of a rule; the pinned day is not among them. */
export const dueColumns = <E extends DueRule['event']>({
  event,
  months,
  days,
  monthEnd,
}: Pick<DueRule, 'months' | 'days' | 'monthEnd'> & { readonly event: E }) => ({
  event,
  months,
  days,
  ...monthEndFlags(monthEnd),
});

/** The columns of an instalment that follows an event by nothing, or none at all. */
export const ON_ITS_DAY = { months: 0, days: 0, month_end: false, month_end_after: false } as const;
