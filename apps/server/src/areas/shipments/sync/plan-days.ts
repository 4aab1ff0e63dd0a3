import type { PlanRow } from '../rows/plans.queries.ts';

/** The day on which a plan leaves: the day that happened, otherwise the expected one. Null while nobody knows it. */
export const shipDayOf = (plan: Pick<PlanRow, 'shipped_on' | 'estimated_ship_date'>): string | null =>
  plan.shipped_on ?? plan.estimated_ship_date;
