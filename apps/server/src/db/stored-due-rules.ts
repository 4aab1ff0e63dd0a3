import type { MonthEnd } from '@quayside/domain/payables/due-events';

// How the database says when a share falls due: columns of instalments, and terms in JSON. Rows of earlier releases say
// only whether a month end counts, and mean the one before the days.

interface Rule {
  readonly months: number;
  readonly monthEnd: MonthEnd | null;
}

/** The month end of a rule, from the two flags that are stored of it. */
export const monthEndOf = (isMonthEnd: boolean | undefined, isAfter: boolean | undefined): MonthEnd | null =>
  isMonthEnd === true ? (isAfter === true ? 'AFTER' : 'BEFORE') : null;

/** The two flags that are stored of the month end of a rule. */
export const monthEndFlags = (monthEnd: MonthEnd | null) => ({
  month_end: monthEnd !== null,
  month_end_after: monthEnd === 'AFTER',
});

/** A term as JSON. What earlier releases do not know is left out where it says nothing, so that they can read it. */
export const storedTerm = <T extends Rule>({ months, monthEnd, ...term }: T) => ({
  ...term,
  monthEnd: monthEnd !== null,
  ...(monthEnd === 'AFTER' && { monthEndAfter: true }),
  ...(months > 0 && { months }),
});

/** Reads terms from JSON, whichever release wrote them. */
export const readTerms = <T extends Rule>(stored: unknown): T[] =>
  (stored as readonly StoredTerm[]).map(
    ({ months = 0, monthEnd, monthEndAfter, ...term }) =>
      ({ ...term, months, monthEnd: monthEndOf(monthEnd, monthEndAfter) }) as unknown as T,
  );
interface StoredTerm {
  readonly months?: number;
  readonly monthEnd?: boolean;
  readonly monthEndAfter?: boolean;
}
