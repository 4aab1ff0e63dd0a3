import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, day, id, unknownCost, userAnd } from '../primitives.ts';

// What a lot gave, one by one and by month: the part of an explained unit cost that can be long.

/** Why units left a lot, or came back to it. */
export const GIVEN_CAUSES = [
  'SOLD',
  'RETURN',
  'COUNT',
  'LOST',
  'LOST_ON_THE_WAY',
  'FOUND',
  'DAMAGED',
  'SAMPLE',
  'REMOVED',
  'OTHER',
] as const;
const lotTakingFilters = { day: ['gte', 'lte', 'between'], cause: ['in', 'notIn'] } as const;
const lotTakingSort = ['day'] as const;

const knownOn = {
  asKnownOn: day
    .optional()
    .meta({ description: 'With what was recorded by the end of this day, at the costs known then' }),
};

const lotTakingSchema = z.object({
  id,
  eventId: id.meta({ description: 'The movement, the count or the decision that took the units' }),
  day: day.meta({ description: 'The day of the event, whose month bears the cost' }),
  givenOn: day.meta({
    description: 'The day on which the lot gave them: later, when they were sold before they arrived',
  }),
  cause: z.enum(GIVEN_CAUSES),
  units: z.int().meta({ description: 'Below 0: they came back' }),
  /** The cost is total × to ÷ units less total × from ÷ units of the lot, each rounded down. */
  from: z.int().meta({ description: 'How many units of the lot had been taken before' }),
  to: z.int(),
  cost: amount.nullable().meta({ description: 'Landed; null when the cost of the lot is not known' }),
  unknownCost,
  words: z.string().nullable(),
  customerOrderNumber: z.string().nullable(),
});
export type LotTaking = z.infer<typeof lotTakingSchema>;

export const listLotTakings = endpoint({
  id: 'listLotTakings',
  method: 'GET',
  path: '/stock/{userId}/lots/{id}/takings',
  access: 'read',
  flags: management,
  summary: 'What a lot gave and got back, one page at a time, by day',
  params: userAnd('id'),
  query: listQuery({ sort: lotTakingSort, filters: lotTakingFilters }).extend(knownOn),
  response: page(lotTakingSchema),
  errors: ['stock.unknown_lot'],
});

const sums = {
  takings: z.int(),
  units: z.int().meta({ description: 'What left, less what came back' }),
  cost: amount.nullable(),
};
const lotTakingTotalsSchema = z.object({
  ...sums,
  unknownCost,
  byMonth: z.array(z.object({ month: z.string().meta({ description: 'yyyy-MM' }), ...sums })),
});
export type LotTakingTotals = z.infer<typeof lotTakingTotalsSchema>;

export const getLotTakingTotals = endpoint({
  id: 'getLotTakingTotals',
  method: 'GET',
  path: '/stock/{userId}/lots/{id}/takings/totals',
  access: 'read',
  flags: management,
  summary: 'What a lot gave, less what it got back, by month and in all',
  params: userAnd('id'),
  query: filterQuery({ filters: lotTakingFilters }).extend(knownOn),
  response: lotTakingTotalsSchema,
  errors: ['stock.unknown_lot'],
});
