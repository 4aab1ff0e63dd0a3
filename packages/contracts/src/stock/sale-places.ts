import { SALE_SOURCES } from '@quayside/domain/stock/sale-places';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { boolParam } from '../imports.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { day, id, optionalText, userPath } from '../primitives.ts';
import { place } from './receipts.ts';

// From which place the sales of customer orders leave.

const source = z.enum(SALE_SOURCES).meta({
  description: 'OWN: the account ships. MULTI_CHANNEL: the marketplace ships orders of other shops. CHANNEL: it ships',
});
const MAX_CHANNEL = 100;

const salePlaceSchema = z.object({
  source,
  channel: z.string().nullable().meta({ description: 'Of CHANNEL: the sales channel, as a report names it' }),
  place: place.nullable().meta({ description: 'What sales of today leave; null: the place has to be chosen' }),
  rules: z
    .array(z.object({ fromDay: day.nullable(), place: place.nullable() }))
    .meta({ description: 'The choices, each from its day on; null: all days, or the usual place again' }),
  lines: z.int().meta({ description: 'Lines of customer orders of which units were shipped' }),
  units: z.int().meta({ description: 'Units of these lines' }),
});
export type SalePlace = z.infer<typeof salePlaceSchema>;

export const listSalePlaces = endpoint({
  id: 'listSalePlaces',
  method: 'GET',
  path: '/stock/{userId}/sale-places',
  access: 'read',
  flags: shipping,
  summary: 'From which place the sales of customer orders leave',
  params: userPath,
  query: z.strictObject({
    unknown: boolParam.meta({ description: 'true: only sales channels that are not known and have no place' }),
  }),
  response: z.object({ places: z.array(salePlaceSchema) }),
});

export const chooseSalePlace = endpoint({
  id: 'chooseSalePlace',
  method: 'PUT',
  path: '/stock/{userId}/sale-places',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Choose the place that sales leave, and move those that are recorded',
  description:
    'Sales of the named day and later follow, or all of them without a day; those of earlier days stay. Where many ' +
    'follow, they do so in the background.',
  params: userPath,
  body: z.strictObject({
    source,
    channel: optionalText(MAX_CHANNEL).optional().meta({ description: 'Of CHANNEL' }),
    place: place.nullable().meta({ description: 'null: the usual place again' }),
    fromDay: day.nullable().default(null),
  }),
  response: z.object({
    operationId: id.meta({ description: 'For the undo call, within 10 minutes' }),
    lines: z.int().meta({ description: 'Lines whose sale has changed its place' }),
    isFollowing: z.boolean().meta({ description: 'Whether more follow in the background' }),
  }),
});
