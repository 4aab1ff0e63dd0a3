import { DUE_EVENTS, MAX_DUE_DAYS } from '@quayside/domain/payables/due-events';
import { z } from 'zod';
import { sayInSchema } from './texts/catalogue.ts';

// When a share of the price falls due: terms of suppliers, of purchase orders, and instalments.

/** The days that are counted from an event. Below 0: before it. */
const dueDays = z
  .int(sayInSchema('day.whole'))
  .min(-MAX_DUE_DAYS, sayInSchema('day.min', { min: -MAX_DUE_DAYS }))
  .max(MAX_DUE_DAYS, sayInSchema('day.max', { max: MAX_DUE_DAYS }));

/** How the day of a share follows an event, in a request. */
export const dueRuleIn = {
  event: z.enum(DUE_EVENTS),
  days: dueDays.default(0).meta({ description: 'Days after the event, or before it when negative' }),
  monthEnd: z
    .boolean()
    .default(false)
    .meta({ description: 'The days are counted from the end of the month of the event' }),
};

/** How the day of a share follows an event, in an answer. */
export const dueRuleOut = { event: z.enum(DUE_EVENTS), days: z.int(), monthEnd: z.boolean() };
