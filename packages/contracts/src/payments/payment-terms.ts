import {
  DUE_EVENTS,
  MAX_DUE_DAYS,
  MAX_DUE_MONTHS,
  MONTH_ENDS,
  type MonthEnd,
} from '@quayside/domain/payables/due-events';
import { z } from 'zod';
import { sayInSchema } from '../texts/catalogue.ts';

// When a share of the price falls due: terms of suppliers, of purchase orders, and instalments.

/** The days that are counted from an event. Below 0: before it. */
export const dueDays = z
  .int(sayInSchema('day.whole'))
  .min(-MAX_DUE_DAYS, sayInSchema('day.min', { min: -MAX_DUE_DAYS }))
  .max(MAX_DUE_DAYS, sayInSchema('day.max', { max: MAX_DUE_DAYS }));

/** The months that are counted from an event, before its days. */
export const dueMonths = z
  .int(sayInSchema('month.whole'))
  .min(0, sayInSchema('month.min'))
  .max(MAX_DUE_MONTHS, sayInSchema('month.max', { max: MAX_DUE_MONTHS }));

/** Whether the day goes to the end of its month. Requests from before the choice say true and mean BEFORE. */
export const dueMonthEnd = z
  .union([z.enum(MONTH_ENDS), z.boolean()])
  .nullable()
  .transform((typed): MonthEnd | null => (typeof typed === 'boolean' ? (typed ? 'BEFORE' : null) : typed))
  .meta({
    description:
      'BEFORE: the days are counted from the end of the month; AFTER: the day goes to the end of its month after the ' +
      'days; null: neither. true is BEFORE, and false is null',
  });

/** How the day of a share follows an event, in a request. */
export const dueRuleIn = {
  event: z.enum(DUE_EVENTS),
  months: dueMonths.default(0).meta({ description: 'Months after the event, counted before the days' }),
  days: dueDays.default(0).meta({ description: 'Days after the event, or before it when negative' }),
  monthEnd: dueMonthEnd.default(null),
};

/** How the day of a share follows an event, in an answer. */
export const dueRuleOut = {
  event: z.enum(DUE_EVENTS),
  months: z.int().meta({ description: 'Months after the event; the 31st becomes the last day of a shorter month' }),
  days: z.int(),
  monthEnd: z.enum(MONTH_ENDS).nullable().meta({
    description: 'BEFORE: the days are counted from the end of the month; AFTER: the day goes there after the days',
  }),
};
