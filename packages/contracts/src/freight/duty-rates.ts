import { CUSTOMS_VALUES } from '@quayside/domain/shipments/duty';
import { z } from 'zod';
import { fileChoices } from '../imports.ts';
import { endpoint } from '../endpoint.ts';
import { MAX_PASTED_RATES, MAX_RATE_FILE_BYTES } from './freight-rates.ts';
import { hsCode } from '../products/hs-code.ts';
import { VALIDITIES, rateImportQuery, rateImportSchema } from './rate-tables.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  blankToNull,
  countryCode,
  day,
  id,
  instant,
  optionalLines,
  plainText,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// Duty rates by product or by HS code and destination, and what duty is charged on there.

/** How many decimals it may have, and how large it may be, is a rule of duty rates. */
const percent = z
  .union([z.string().trim().max(30), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^-?\d+(\.\d+)?$/.test(s), sayInSchema('duty.percent', { max: 1000, decimals: 3 }))
  .meta({ description: 'Per cent, 0 to 1000, with at most 3 decimals' });
const nullableDay = z.preprocess(blankToNull, day.nullable());
const fields = {
  productId: id.nullable().optional().meta({ description: 'Of this product; otherwise of an HS code' }),
  hsCode: z.preprocess(blankToNull, hsCode.nullable()).optional().meta({ description: 'Of all products with it' }),
  country: countryCode.meta({ description: 'The destination' }),
  percent,
  validFrom: nullableDay.optional(),
  validTo: nullableDay.optional(),
  notes: optionalLines(2000).optional(),
};
export const dutyRateBody = z.strictObject({
  ...fields,
  country: fields.country.optional(),
  percent: fields.percent.optional(),
  version: version.optional(),
});

const dutyRateSchema = z.object({
  id,
  product: z
    .object({ id, sku: z.string(), name: z.string() })
    .nullable()
    .meta({ description: 'Null: it is the rate of an HS code' }),
  hsCode: z.string().nullable().meta({ description: 'Its digits; null: it is the rate of a product' }),
  country: z.string(),
  percent: z.string(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  validity: z.enum(VALIDITIES).meta({ description: 'Today, in the time zone of the account' }),
  productCount: z.int().meta({ description: 'The products that are not archived and that it is the rate of' }),
  notes: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type DutyRate = z.infer<typeof dutyRateSchema>;

export const dutyRateFilters = {
  product: ['in', 'isEmpty', 'isNotEmpty'],
  hsCode: ['contains', 'isEmpty', 'isNotEmpty'],
  country: ['in'],
  percent: ['gte', 'lte', 'between'],
  validity: ['in'],
  validOn: ['gte', 'lte', 'between'],
} as const;
export const dutyRateSort = ['of', 'country', 'percent', 'validFrom', 'validTo', 'updatedAt'] as const;

export const listDutyRates = endpoint({
  id: 'listDutyRates',
  method: 'GET',
  path: '/orders/{userId}/duty-rates',
  access: 'read',
  flags: shipping,
  summary: 'Duty rates, one page at a time, by SKU or HS code',
  description:
    '`validity` is that of today; `validOn` finds the rates that hold on one of these days. `of` sorts by SKU or HS ' +
    'code.',
  params: userPath,
  query: listQuery({ sort: dutyRateSort, filters: dutyRateFilters }),
  response: page(dutyRateSchema),
});

export const dutyRateTotals = endpoint({
  id: 'getDutyRateTotals',
  method: 'GET',
  path: '/orders/{userId}/duty-rates/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count of the filtered duty rates, of their destinations, and of those that are expired',
  params: userPath,
  query: filterQuery({ filters: dutyRateFilters }),
  response: z.object({ count: z.int(), countries: z.int(), expired: z.int() }),
});

export const createDutyRate = endpoint({
  id: 'createDutyRate',
  method: 'POST',
  path: '/orders/{userId}/duty-rates',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Create the duty rate of a product, or of an HS code, in a destination',
  params: userPath,
  body: z.strictObject(fields),
  response: dutyRateSchema,
  status: 201,
});

export const getDutyRate = endpoint({
  id: 'getDutyRate',
  method: 'GET',
  path: '/orders/{userId}/duty-rates/{id}',
  access: 'read',
  flags: shipping,
  summary: 'One duty rate',
  params: userAnd('id'),
  response: dutyRateSchema,
  errors: ['freight.unknown_duty_rate'],
});

export const patchDutyRate = endpoint({
  id: 'patchDutyRate',
  method: 'PATCH',
  path: '/orders/{userId}/duty-rates/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Change a duty rate; absent fields keep their values',
  params: userAnd('id'),
  body: dutyRateBody,
  response: dutyRateSchema,
  errors: ['freight.unknown_duty_rate', 'conflict_version'],
});

export const deleteDutyRate = endpoint({
  id: 'deleteDutyRate',
  method: 'DELETE',
  path: '/orders/{userId}/duty-rates/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Delete a duty rate; duty that was shared by it is shared again',
  params: userAnd('id'),
  response: z.object({ operationId: id }),
  errors: ['freight.unknown_duty_rate', 'conflict_version'],
});

export const pasteDutyRates = endpoint({
  id: 'pasteDutyRates',
  method: 'POST',
  path: '/orders/{userId}/duty-rates/paste',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import duty rates from pasted cells, with headings in the first row',
  params: userPath,
  query: z.strictObject(rateImportQuery),
  body: z.strictObject({ text: plainText(MAX_PASTED_RATES) }),
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

export const uploadDutyRates = endpoint({
  id: 'uploadDutyRates',
  method: 'POST',
  path: '/orders/{userId}/duty-rates/file',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Import duty rates from a CSV or XLSX file',
  description: 'A rate of the same product or HS code, destination and first day is replaced.',
  params: userPath,
  query: z.strictObject({ ...rateImportQuery, ...fileChoices }),
  upload: { field: 'file', maxBytes: MAX_RATE_FILE_BYTES, kinds: 'CSV or XLSX' },
  response: rateImportSchema,
  errors: ['imports.unreadable', 'imports.has_errors', 'wrong_file', 'too_large'],
});

const dutyDestinationSchema = z.object({
  country: z.string(),
  customsValue: z.enum(CUSTOMS_VALUES).meta({ description: 'CIF: goods, freight and insurance. FOB: goods' }),
  isOwn: z.boolean().meta({ description: 'Whether the account set it' }),
});
export type DutyDestination = z.infer<typeof dutyDestinationSchema>;

export const listDutyDestinations = endpoint({
  id: 'listDutyDestinations',
  method: 'GET',
  path: '/orders/{userId}/duty-destinations',
  access: 'read',
  flags: shipping,
  summary: 'What duty is charged on in the destinations of duty rates and plans, and where the account set it',
  description: 'Without a setting: FOB in the US, and CIF in all other destinations.',
  params: userPath,
  response: z.array(dutyDestinationSchema),
});

const destinationPath = z.strictObject({ userId: id, country: countryCode });
export const setDutyDestination = endpoint({
  id: 'setDutyDestination',
  method: 'PUT',
  path: '/orders/{userId}/duty-destinations/{country}',
  access: 'write',
  flags: shipping,
  summary: 'Set what duty is charged on in a destination',
  params: destinationPath,
  body: z.strictObject({ customsValue: z.enum(CUSTOMS_VALUES) }),
  response: dutyDestinationSchema,
});

export const resetDutyDestination = endpoint({
  id: 'resetDutyDestination',
  method: 'DELETE',
  path: '/orders/{userId}/duty-destinations/{country}',
  access: 'write',
  flags: shipping,
  summary: 'Go back to the default of a destination',
  params: destinationPath,
  response: dutyDestinationSchema,
});

declare module '../live.ts' {
  interface Topics {
    readonly 'duty-rates': true;
  }
}
