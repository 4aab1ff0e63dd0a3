import { RATE_SHIFTS, REPEATS } from '@quayside/domain/payables/calendar';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import {
  amount,
  amountIn,
  blankToNull,
  currencyCode,
  day,
  id,
  instant,
  requiredText,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// The cash calendar: a balance that was typed for a day, what is owed to suppliers, and entries of the account's own.

export const CASH_KINDS = ['PAYOUT', 'TAX', 'WAGES', 'OTHER'] as const;
/** The most entries that an account can have. */
export const MOST_CASH_ENTRIES = 200;
export const MOST_WEEKS = 104;
export const DEFAULT_WEEKS = 13;

const openingSchema = z.object({
  balance: amount,
  day,
  currency: currencyCode,
  updatedAt: instant,
  version,
});
export type CashOpening = z.infer<typeof openingSchema>;

const entrySchema = z.object({
  id,
  name: z.string(),
  kind: z.enum(CASH_KINDS),
  amount: amount.meta({ description: 'Above 0: money comes in; below 0: it goes out' }),
  currency: currencyCode,
  firstDay: day,
  repeat: z.enum(REPEATS).meta({ description: 'Monthly, the 31st is the last day of a shorter month' }),
  lastDay: day.nullable().meta({ description: 'The last day on which it can repeat; null: for ever' }),
  nextDay: day.nullable().meta({ description: 'The next day on which it happens, today included; null: it has ended' }),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type CashEntry = z.infer<typeof entrySchema>;

const lowPointSchema = z.object({ day, balance: amount });

const weeks = z.coerce
  .number()
  .int(sayInSchema('calendar.weeks', { max: MOST_WEEKS }))
  .min(1, sayInSchema('calendar.weeks', { max: MOST_WEEKS }))
  .max(MOST_WEEKS, sayInSchema('calendar.weeks', { max: MOST_WEEKS }))
  .default(DEFAULT_WEEKS)
  .meta({ description: 'How many weeks it covers: this one, or that of a later opening day, and those after it' });
const fx = z
  .enum(RATE_SHIFTS.map(String) as ['-5', '0', '5'])
  .default('0')
  .transform((text) => RATE_SHIFTS.find((shift) => String(shift) === text) ?? 0)
  .meta({ description: 'By how many per cent the rates of foreign currencies move' });
/** The fields of a query that choose a calendar. */
export const calendarFields = { weeks, fx };

const flows = {
  in: amount.meta({ description: 'What comes in, 0 or more' }),
  out: amount.meta({ description: 'What goes out, 0 or less' }),
  closing: amount.meta({ description: 'The balance at the end' }),
};

const calendarSchema = z.object({
  today: day,
  /** The last day of the calendar, a Sunday. */
  until: day,
  currency: currencyCode,
  fx: z.literal(RATE_SHIFTS),
  opening: openingSchema.nullable(),
  /** The days on which something flows. An instalment before the opening day counts on it, an overdue one today. */
  days: z.array(
    z.object({
      day,
      ...flows,
      payments: z.int().meta({ description: 'How many open instalments are due; their list is listPayments' }),
      entryIds: z.array(id).meta({ description: 'The own entries that happen, as often as they do' }),
    }),
  ),
  weeks: z.array(
    z.object({
      firstDay: day,
      lastDay: day,
      ...flows,
      lowest: amount.meta({ description: 'The lowest balance at the end of a day' }),
    }),
  ),
  lowPoint: lowPointSchema.nullable().meta({
    description: 'The lowest balance, that of the opening included; the earliest of equals',
  }),
  moved: z
    .object({ paymentId: id, day, lowPoint: lowPointSchema.nullable() })
    .nullable()
    .meta({ description: 'What the low point would be if one instalment were moved' }),
  /** All entries of the account. */
  entries: z.array(entrySchema),
  inOpening: z.array(id).meta({
    description: 'The entries that happen once, before the opening day: its balance has them, so they count nothing',
  }),
  overdue: z.int().meta({ description: 'Open instalments that are overdue and count today' }),
  withoutDay: z.int().meta({ description: 'Open instalments without a day, which are not in the calendar' }),
  withoutRate: z.int().meta({ description: 'Open instalments without a rate: counted, not summed' }),
});
export type CashCalendar = z.infer<typeof calendarSchema>;

export const getCashCalendar = endpoint({
  id: 'getCashCalendar',
  method: 'GET',
  path: '/payments/{userId}/calendar',
  access: 'read',
  flags: management,
  summary: 'The cash calendar: an opening balance, and what comes in and goes out day by day',
  description:
    'Without an opening balance there are no days. With `movePaymentId` and `moveDay`, the answer also tells what ' +
    'the low point would be if that instalment were due on that day; nothing is stored.',
  params: userPath,
  query: z
    .strictObject({ ...calendarFields, movePaymentId: id.optional(), moveDay: day.optional() })
    .refine(({ movePaymentId, moveDay }) => (movePaymentId === undefined) === (moveDay === undefined), {
      error: sayInSchema('calendar.move_both'),
      path: ['moveDay'],
    }),
  response: calendarSchema,
  errors: ['payments.unknown'],
});

export const setCashOpening = endpoint({
  id: 'setCashOpening',
  method: 'PUT',
  path: '/payments/{userId}/calendar/opening',
  access: 'write',
  flags: management,
  summary: 'Type the balance with which the cash calendar begins, and its day',
  params: userPath,
  body: z.strictObject({ balance: amountIn, day, version: version.optional() }),
  response: openingSchema,
  errors: ['conflict_version'],
});
export const deleteCashOpening = endpoint({
  id: 'deleteCashOpening',
  method: 'DELETE',
  path: '/payments/{userId}/calendar/opening',
  access: 'write',
  flags: management,
  summary: 'Remove the opening balance of the cash calendar',
  params: userPath,
  errors: ['conflict_version'],
});

export const listCashEntries = endpoint({
  id: 'listCashEntries',
  method: 'GET',
  path: '/payments/{userId}/calendar/entries',
  access: 'read',
  flags: management,
  summary: 'The own entries of the cash calendar, by first day',
  params: userPath,
  response: z.array(entrySchema),
});

const lastDay = z.preprocess(blankToNull, day.nullable());
const entryBody = z.strictObject({
  name: requiredText(200),
  kind: z.enum(CASH_KINDS),
  amount: amountIn,
  firstDay: day,
  repeat: z.enum(REPEATS),
  lastDay: lastDay.default(null),
});

export const createCashEntry = endpoint({
  id: 'createCashEntry',
  method: 'POST',
  path: '/payments/{userId}/calendar/entries',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: `Add an own entry to the cash calendar, in account currency; an account has at most ${MOST_CASH_ENTRIES}`,
  params: userPath,
  body: entryBody,
  response: entrySchema,
  status: 201,
});
export const patchCashEntry = endpoint({
  id: 'patchCashEntry',
  method: 'PATCH',
  path: '/payments/{userId}/calendar/entries/{cashEntryId}',
  access: 'write',
  flags: management,
  summary: 'Change an own entry of the cash calendar; one that happens once has no last day',
  params: userAnd('cashEntryId'),
  body: entryBody.extend({ lastDay }).partial().extend({ version: version.optional() }),
  response: entrySchema,
  errors: ['conflict_version'],
});
export const deleteCashEntry = endpoint({
  id: 'deleteCashEntry',
  method: 'DELETE',
  path: '/payments/{userId}/calendar/entries/{cashEntryId}',
  access: 'write',
  flags: management,
  summary: 'Delete an own entry of the cash calendar; it can be undone within 10 minutes',
  params: userAnd('cashEntryId'),
  response: z.object({ operationId: id }),
  errors: ['conflict_version'],
});

declare module '../live.ts' {
  interface Topics {
    readonly cash: true;
  }
}
