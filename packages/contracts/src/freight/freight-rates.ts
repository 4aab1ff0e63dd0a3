import {
  CONTAINER_TYPES,
  DIVISOR_UNITS,
  FREIGHT_LEVELS,
  FREIGHT_MODES,
  FREIGHT_UNITS,
  SIDE_ROUNDINGS,
} from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { fileChoices } from '../imports.ts';
import { endpoint } from '../endpoint.ts';
import { VALIDITIES, rateImportQuery, rateImportSchema } from './rate-tables.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  amountIn,
  blankToNull,
  countryCode,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionalLines,
  plainText,
  requiredText,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// What forwarders charge, and what containers hold.

export const MAX_RATE_FILE_BYTES = 12 * 1024 * 1024;
export const MAX_PASTED_RATES = 900_000;
/** The types of containers that are full ones. */
export const FULL_CONTAINERS = CONTAINER_TYPES.filter((type) => type !== 'LCL');
const SIDE_UNITS = ['CM', 'IN'] as const;
const MOST_BREAKS = 50;
const MOST_FEES = 20;

/** A number as text. How many decimals it may have, and whether it may be 0, are rules of freight rates. */
const numberIn = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d+(\.\d+)?$/.test(s), sayInSchema('quantity.form'))
  .meta({ description: 'Decimal string or number' });
const priceIn = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d+(\.\d+)?$/.test(s), sayInSchema('price.form'))
  .meta({ description: 'Of one unit, 0 or more, with at most 4 decimals' });
const quantity = numberIn.meta({ description: 'In the unit of the rate, 0 or more, with at most 9 decimals' });

const breakIn = z.strictObject({
  from: quantity,
  price: priceIn,
});
const feeIn = z.strictObject({ name: requiredText(100), amount: amountIn });

const nullableCountry = z.preprocess(blankToNull, countryCode.nullable());
const nullableDay = z.preprocess(blankToNull, day.nullable());
const fields = {
  name: requiredText(200),
  forwarderId: id.nullable().optional(),
  mode: z.enum(FREIGHT_MODES),
  fromCountry: nullableCountry.optional().meta({ description: 'Null: from anywhere' }),
  toCountry: nullableCountry.optional().meta({ description: 'Null: to anywhere' }),
  currency: currencyCode,
  unit: z.enum(FREIGHT_UNITS),
  breaks: z
    .array(breakIn)
    .max(MOST_BREAKS)
    .meta({ description: 'Ascending. A rate with one price has one break, from 0' }),
  divisor: z.preprocess(blankToNull, numberIn.nullable()).optional().meta({ description: 'Null: that of the mode' }),
  divisorUnit: z.enum(DIVISOR_UNITS).optional().meta({ description: 'Default: CM3_PER_KG' }),
  level: z.enum(FREIGHT_LEVELS).optional().meta({ description: 'Default: SHIPMENT' }),
  sideRounding: z.enum(SIDE_ROUNDINGS).optional().meta({ description: 'Default: NONE' }),
  sideUnit: z.enum(SIDE_UNITS).optional().meta({ description: 'Default: CM' }),
  minimum: quantity.optional().meta({ description: 'The least quantity; 0: none' }),
  step: quantity.optional().meta({ description: 'Quantities are rounded up to it; 0: none' }),
  leastCharge: amountIn.optional().meta({ description: 'Before fees; 0: none' }),
  fees: z.array(feeIn).max(MOST_FEES).optional(),
  containerType: z.enum(FULL_CONTAINERS).nullable().optional().meta({ description: 'Of a rate by container' }),
  transitDays: z.int().min(0).max(365).nullable().optional(),
  validFrom: nullableDay.optional(),
  validTo: nullableDay.optional(),
  notes: optionalLines(2000).optional(),
};
export const freightRateBody = z.strictObject({
  ...fields,
  name: fields.name.optional(),
  mode: fields.mode.optional(),
  currency: fields.currency.optional(),
  unit: fields.unit.optional(),
  breaks: fields.breaks.optional(),
  isArchived: z.boolean().optional(),
  version: version.optional(),
});

const freightRateSchema = z.object({
  id,
  name: z.string(),
  forwarder: z.object({ id, name: z.string() }).nullable(),
  mode: z.enum(FREIGHT_MODES),
  fromCountry: z.string().nullable(),
  toCountry: z.string().nullable(),
  currency: currencyCode,
  unit: z.enum(FREIGHT_UNITS),
  breaks: z.array(z.object({ from: z.string(), price: z.string() })),
  divisor: z.string().nullable().meta({ description: 'Null: that of the mode' }),
  divisorUnit: z.enum(DIVISOR_UNITS),
  level: z.enum(FREIGHT_LEVELS),
  sideRounding: z.enum(SIDE_ROUNDINGS),
  sideUnit: z.enum(SIDE_UNITS),
  minimum: z.string(),
  step: z.string(),
  leastCharge: amount,
  fees: z.array(z.object({ name: z.string(), amount })),
  containerType: z.enum(FULL_CONTAINERS).nullable(),
  transitDays: z.int().nullable(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  validity: z.enum(VALIDITIES).meta({ description: 'Today, in the time zone of the account' }),
  notes: z.string().nullable(),
  planCount: z.int().meta({ description: 'The shipment plans that chose it' }),
  isArchived: z.boolean(),
  can: z.object({ delete: maySchema }),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type FreightRate = z.infer<typeof freightRateSchema>;

export const freightRateFilters = {
  forwarder: ['in', 'isEmpty', 'isNotEmpty'],
  mode: ['in'],
  unit: ['in'],
  currency: ['in'],
  fromCountry: ['in', 'isEmpty', 'isNotEmpty'],
  toCountry: ['in', 'isEmpty', 'isNotEmpty'],
  containerType: ['in', 'isEmpty', 'isNotEmpty'],
  validity: ['in'],
  validOn: ['gte', 'lte', 'between'],
  archived: ['in'],
} as const;
export const freightRateSort = [
  'name',
  'forwarder',
  'mode',
  'unit',
  'currency',
  'transitDays',
  'validFrom',
  'validTo',
  'updatedAt',
] as const;

export const listFreightRates = endpoint({
  id: 'listFreightRates',
  method: 'GET',
  path: '/orders/{userId}/freight-rates',
  access: 'read',
  flags: shipping,
  summary: 'Freight rates, one page at a time, by name',
  description:
    'Archived ones only if the filter asks for them. `validity` is that of today; `validOn` finds the rates that ' +
    'hold on one of these days.',
  params: userPath,
  query: listQuery({ sort: freightRateSort, filters: freightRateFilters }),
  response: page(freightRateSchema),
});

export const freightRateTotals = endpoint({
  id: 'getFreightRateTotals',
  method: 'GET',
  path: '/orders/{userId}/freight-rates/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count of the filtered freight rates, of their forwarders, and of those that are expired',
  params: userPath,
  query: filterQuery({ filters: freightRateFilters }),
  response: z.object({ count: z.int(), forwarders: z.int(), expired: z.int() }),
});

export const createFreightRate = endpoint({
  id: 'createFreightRate',
  method: 'POST',
  path: '/orders/{userId}/freight-rates',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Create a freight rate',
  params: userPath,
  body: z.strictObject(fields),
  response: freightRateSchema,
  status: 201,
});

export const getFreightRate = endpoint({
  id: 'getFreightRate',
  method: 'GET',
  path: '/orders/{userId}/freight-rates/{id}',
  access: 'read',
  flags: shipping,
  summary: 'One freight rate, also an archived one',
  params: userAnd('id'),
  response: freightRateSchema,
  errors: ['freight.unknown_rate'],
});

export const patchFreightRate = endpoint({
  id: 'patchFreightRate',
  method: 'PATCH',
  path: '/orders/{userId}/freight-rates/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Change, archive or bring back a freight rate; absent fields keep their values',
  params: userAnd('id'),
  body: freightRateBody,
  response: freightRateSchema,
  errors: ['freight.unknown_rate', 'conflict_version'],
});

export const deleteFreightRate = endpoint({
  id: 'deleteFreightRate',
  method: 'DELETE',
  path: '/orders/{userId}/freight-rates/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Delete a freight rate that no shipment plan chose; one that is chosen can be archived',
  params: userAnd('id'),
  response: z.object({ operationId: id }),
  errors: ['freight.unknown_rate', 'freight.in_use', 'conflict_version'],
});

export const pasteFreightRates = endpoint({
  id: 'pasteFreightRates',
  method: 'POST',
  path: '/orders/{userId}/freight-rates/paste',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import freight rates from pasted cells, with headings in the first row',
  params: userPath,
  query: z.strictObject(rateImportQuery),
  body: z.strictObject({ text: plainText(MAX_PASTED_RATES) }),
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

export const uploadFreightRates = endpoint({
  id: 'uploadFreightRates',
  method: 'POST',
  path: '/orders/{userId}/freight-rates/file',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import freight rates from a CSV or XLSX file',
  description:
    'A rate with the same name, forwarder and first day is replaced. Units can be in the headings: `Price per kg`, ' +
    '`Price per m3`, `+45`, `Least charge (USD)`.',
  params: userPath,
  query: z.strictObject({ ...rateImportQuery, ...fileChoices }),
  upload: { field: 'file', maxBytes: MAX_RATE_FILE_BYTES, kinds: 'CSV or XLSX' },
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});

const containerSizeSchema = z.object({
  containerType: z.enum(FULL_CONTAINERS),
  name: z.string().meta({ description: 'As forwarders call it', examples: ['40HQ'] }),
  usableVolume: z.string().meta({ description: 'Cubic metres' }),
  payload: z.string().meta({ description: 'Kilograms' }),
  published: z.object({ usableVolume: z.string(), payload: z.string(), source: z.string() }),
  isOwn: z.boolean().meta({ description: 'Whether the account set it' }),
});
export type ContainerSize = z.infer<typeof containerSizeSchema>;

export const listContainerSizes = endpoint({
  id: 'listContainerSizes',
  method: 'GET',
  path: '/orders/{userId}/container-sizes',
  access: 'read',
  flags: shipping,
  summary: 'What containers hold: the published figures, or those of the account',
  params: userPath,
  response: z.array(containerSizeSchema),
});

const containerPath = z.strictObject({ userId: id, containerType: z.enum(FULL_CONTAINERS) });
export const setContainerSize = endpoint({
  id: 'setContainerSize',
  method: 'PUT',
  path: '/orders/{userId}/container-sizes/{containerType}',
  access: 'write',
  flags: shipping,
  summary: 'Set what a container holds',
  params: containerPath,
  body: z.strictObject({ usableVolume: numberIn, payload: numberIn }),
  response: containerSizeSchema,
});

export const resetContainerSize = endpoint({
  id: 'resetContainerSize',
  method: 'DELETE',
  path: '/orders/{userId}/container-sizes/{containerType}',
  access: 'write',
  flags: shipping,
  summary: 'Go back to the published figures of a container',
  params: containerPath,
  response: containerSizeSchema,
});

declare module '../live.ts' {
  interface Topics {
    readonly 'freight-rates': true;
  }
}
