import type { PaymentIn } from '@quayside/contracts/payments/payments';
import { say } from '@quayside/contracts/texts/catalogue';
import { dayToUnix, unixToDay } from '@quayside/domain/days/days';
import type { DueRule } from '@quayside/domain/payables/due-days';
import type { FieldProblem } from '../../../http/errors.ts';

type Typed = Pick<PaymentIn, 'dueDate' | 'unixDueDate' | 'isPinned' | 'event' | 'months' | 'days' | 'monthEnd'>;
/** How the day of a stored instalment follows, and the day that it has now. */
interface Current extends DueRule {
  readonly dueOn: string | null;
}

const LAST_DAY = '2999-12-31';

/** How the day of a new instalment follows until something else is typed. */
const ON_INVOICE_DATE: Current = { event: 'INVOICE', months: 0, days: 0, monthEnd: null, pinnedDay: null, dueOn: null };

/**
 * How the day of an instalment follows after a person typed these fields. A typed day pins it, null lets it follow
 * again, and `isPinned: false` does so whatever the day is.
 */
export function mergeDue(
  current: Current = ON_INVOICE_DATE,
  typed: Typed,
): { readonly rule: DueRule; readonly errors: readonly FieldProblem[] } {
  const errors: FieldProblem[] = [];
  const day = typedDay(typed, errors);
  const rest = {
    event: typed.event === undefined ? current.event : typed.event,
    months: typed.months ?? current.months,
    days: typed.days ?? current.days,
    monthEnd: typed.monthEnd === undefined ? current.monthEnd : typed.monthEnd,
  };
  if (typed.isPinned === false) return { rule: { ...rest, pinnedDay: null }, errors };
  // `isPinned: true` without a day keeps the one that it has now.
  const kept = current.pinnedDay ?? (typed.isPinned === true ? current.dueOn : null);
  const pinned = day === undefined ? kept : day;
  if (typed.isPinned === true && pinned === null) errors.push({ field: 'dueDate', message: say('field.required') });
  // What it would follow again is kept behind a fixed day, so a request that leaves it as it is may name it.
  if (pinned !== null && rest.months > 0 && rest.months !== current.months)
    errors.push({ field: 'months', message: say('payments.months_of_fixed_day') });
  return { rule: { ...rest, pinnedDay: pinned }, errors };
}

/** The typed day; null clears it, and undefined says that none was typed. */
function typedDay({ dueDate, unixDueDate }: Typed, errors: FieldProblem[]): string | null | undefined {
  if (unixDueDate === undefined || unixDueDate === null) return dueDate === undefined ? unixDueDate : dueDate;
  if (unixDueDate < 0 || unixDueDate > dayToUnix(LAST_DAY)) {
    errors.push({ field: 'unixDueDate', message: say('day.unknown') });
    return dueDate;
  }
  const day = unixToDay(unixDueDate);
  if (dueDate !== undefined && dueDate !== day)
    errors.push({ field: 'unixDueDate', message: say('payments.day_differs') });
  return day;
}

/** Whether two rules lead to the same day. */
export const isSameRule = (a: DueRule, b: DueRule): boolean =>
  a.event === b.event &&
  a.months === b.months &&
  a.days === b.days &&
  a.monthEnd === b.monthEnd &&
  a.pinnedDay === b.pinnedDay;
