/**
 * The events from which the day of an instalment is counted (payables §2). BEFORE_SHIPPING means: the goods are ready.
 */
export const DUE_EVENTS = [
  'ORDER',
  'INVOICE',
  'BEFORE_SHIPPING',
  'SHIPPING',
  'ARRIVAL',
  'DELIVERY',
  'INSPECTION',
] as const;
export type DueEvent = (typeof DUE_EVENTS)[number];

/** The days that a rule adds are between -365 and 365. */
export const MAX_DUE_DAYS = 365;

/** The months that a rule adds are between 0 and 24. */
export const MAX_DUE_MONTHS = 24;

/** Whether a rule goes to the end of the month before its days are added, or after them. */
export const MONTH_ENDS = ['BEFORE', 'AFTER'] as const;
export type MonthEnd = (typeof MONTH_ENDS)[number];
