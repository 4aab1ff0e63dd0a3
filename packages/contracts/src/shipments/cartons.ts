import { WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { CARTON_DIMENSION_UNITS, SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipmentStatuses } from './orders.ts';
import { packListIds, packListSchema, shipping } from './pack-lists.ts';
import { filterQuery, listQuery, page, searchParam } from '../paging.ts';
import {
  blankToNull,
  id,
  instant,
  maySchema,
  measureIn,
  optionalLines,
  requiredText,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// Carton rows: so many identical cartons with the same contents each. Carton types: their measures.

/** A side or weight of a carton: above 0. */
const aboveZero = z
  .union([z.string().trim().max(20), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^\d{1,7}(\.\d{1,4})?$/.test(s) && Number(s) > 0, sayInSchema('carton.above_zero'))
  .meta({ description: 'Number above 0 with at most 4 decimals' });
const side = z.preprocess(blankToNull, aboveZero.nullable()).optional();
const weightUnit = z.enum(WRITTEN_WEIGHT_UNITS);

const dimensionUnit = z.enum(CARTON_DIMENSION_UNITS);
const cartonTypeFields = {
  name: requiredText(100),
  length: side,
  width: side,
  height: side,
  dimensionUnit: dimensionUnit.default('CM'),
  weight: z
    .preprocess(blankToNull, measureIn.nullable())
    .optional()
    .meta({ description: 'Of the empty carton; 0 is known' }),
  weightUnit: weightUnit.default('KG'),
  maxUnits: z.int().min(1).max(1_000_000).nullable().optional(),
};
export const cartonTypeBody = z.strictObject({
  ...cartonTypeFields,
  name: cartonTypeFields.name.optional(),
  dimensionUnit: dimensionUnit.optional(),
  weightUnit: weightUnit.optional(),
  version: version.optional(),
});

const measures = {
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  dimensionUnit: z.enum(CARTON_DIMENSION_UNITS),
  weight: z.string().nullable().meta({ description: 'Of the empty carton' }),
  weightUnit,
  maxUnits: z.int().nullable(),
  volume: z.string().nullable().meta({ description: 'Cubic metres of one carton; null while a side is unknown' }),
};
const cartonTypeSchema = z.object({
  id,
  name: z.string(),
  ...measures,
  cartonRows: z.int().meta({ description: 'The rows that use it' }),
  can: z.object({ delete: maySchema }),
  updatedAt: instant,
  version,
});
export type CartonType = z.infer<typeof cartonTypeSchema>;

export const cartonFilters = {
  status: ['in', 'notIn'],
  cartonType: ['in', 'isEmpty', 'isNotEmpty'],
  plan: ['in', 'isEmpty', 'isNotEmpty'],
  product: ['in'],
  measuredWeight: ['isEmpty', 'isNotEmpty'],
} as const;
export const cartonSort = ['number', 'count', 'cartonType', 'plan', 'status', 'updatedAt'] as const;

const cartonSchema = z.object({
  id,
  number: z.string().meta({ examples: ['CT-0001'] }),
  status: z.enum(SHIPMENT_STATUSES).meta({ description: 'That of its plan; OPEN without one' }),
  count: z.int().meta({ description: 'Identical cartons of this row' }),
  cartonType: z.object({ id, name: z.string(), ...measures }).nullable(),
  shipmentPlanId: id.nullable(),
  shipmentPlanNumber: z.string().nullable(),
  /** What one carton holds, by SKU. */
  contents: z.array(z.object({ productId: id, sku: z.string(), name: z.string(), units: z.int() })),
  unitsPerCarton: z.int(),
  packLists: z.array(packListSchema),
  measuredWeight: z.string().nullable().meta({ description: 'Gross weight of one carton, in `weightUnit`' }),
  weightUnit,
  weight: z
    .string()
    .nullable()
    .meta({ description: 'Gross kilograms of one carton: measured, otherwise units and tare; null is unknown' }),
  volume: z.string().nullable().meta({ description: 'Cubic metres of one carton' }),
  totalWeight: z.string().nullable().meta({ description: 'Gross kilograms of all cartons of the row' }),
  totalVolume: z.string().nullable().meta({ description: 'Cubic metres of all cartons of the row' }),
  marks: z.string().nullable(),
  can: z.object({ change: maySchema }),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type Carton = z.infer<typeof cartonSchema>;

export const listCartons = endpoint({
  id: 'listCartons',
  method: 'GET',
  path: '/orders/{userId}/cartons',
  access: 'read',
  flags: shipping,
  summary: 'Carton rows, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: cartonSort, filters: cartonFilters, extra: { cartonStatuses: shipmentStatuses } }),
  response: page(cartonSchema),
});

export const getCartonSummary = endpoint({
  id: 'getCartonSummary',
  method: 'GET',
  path: '/orders/{userId}/cartons/summary',
  access: 'read',
  flags: shipping,
  summary: 'Exact counts and sums of the filtered cartons',
  params: userPath,
  query: filterQuery({ filters: cartonFilters, extra: { cartonStatuses: shipmentStatuses } }),
  response: z.object({
    total: z.int().meta({ description: 'Cartons' }),
    count: z.int().meta({ description: 'Rows' }),
    byStatus: z.record(z.enum(SHIPMENT_STATUSES), z.int()).meta({ description: 'Cartons by status' }),
    totalVolume: z.string().meta({ description: 'Cubic metres, of cartons whose volume is known' }),
    totalWeight: z.string().meta({ description: 'Gross kilograms, of cartons whose weight is known' }),
    withoutVolume: z.int(),
    withoutWeight: z.int(),
  }),
});

const cartonFields = {
  cartonTypeId: id.nullable().optional(),
  count: z.int().meta({ description: 'From 1 to 10,000; each pack list divides evenly by it' }),
  measuredWeight: z.preprocess(blankToNull, aboveZero.nullable()).optional().meta({ description: 'Of one carton' }),
  weightUnit: weightUnit.optional().meta({ description: 'Default: KG' }),
  marks: optionalLines(500).optional(),
};
export const cartonBody = z.strictObject({
  ...cartonFields,
  count: cartonFields.count.optional(),
  packListIds: packListIds.optional().meta({ description: 'All its pack lists; absent: they stay as they are' }),
  version: version.optional(),
});
const CARTON_ERRORS = [
  'shipments.unknown_carton',
  'shipments.unknown_carton_type',
  'shipments.unknown_pack_list',
  'shipments.locked',
  'conflict_version',
] as const;

export const createCarton = endpoint({
  id: 'createCarton',
  method: 'POST',
  path: '/orders/{userId}/cartons',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Create a row of identical cartons from pack lists that are in no carton',
  description: 'All pack lists of a row are in the same plan, or in none.',
  params: userPath,
  body: z.strictObject({ ...cartonFields, packListIds }),
  response: cartonSchema,
  status: 201,
  errors: CARTON_ERRORS,
});

export const getCarton = endpoint({
  id: 'getCarton',
  method: 'GET',
  path: '/orders/{userId}/cartons/{id}',
  access: 'read',
  flags: shipping,
  summary: 'One carton row with its pack lists',
  params: userAnd('id'),
  response: cartonSchema,
  errors: ['shipments.unknown_carton'],
});

export const updateCarton = endpoint({
  id: 'updateCarton',
  method: 'PUT',
  path: '/orders/{userId}/cartons/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Change a carton row; absent fields keep their values',
  params: userAnd('id'),
  body: cartonBody,
  response: cartonSchema,
  errors: CARTON_ERRORS,
});

export const deleteCarton = endpoint({
  id: 'deleteCarton',
  method: 'DELETE',
  path: '/orders/{userId}/cartons/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Delete a carton row; its pack lists stay, without cartons',
  params: userAnd('id'),
  errors: ['shipments.unknown_carton', 'shipments.locked', 'conflict_version'],
});

export const addCartonPackLists = endpoint({
  id: 'addCartonPackLists',
  method: 'PATCH',
  path: '/orders/{userId}/cartons/{id}/packlists/add',
  access: 'write',
  flags: shipping,
  summary: 'Put pack lists into the cartons of a row',
  params: userAnd('id'),
  body: z.strictObject({ packListIds }),
  response: cartonSchema,
  errors: CARTON_ERRORS,
});

export const removeCartonPackLists = endpoint({
  id: 'removeCartonPackLists',
  method: 'PATCH',
  path: '/orders/{userId}/cartons/{id}/packlists/remove',
  access: 'write',
  flags: shipping,
  summary: 'Take pack lists out of the cartons of a row; a row without any is deleted',
  params: userAnd('id'),
  body: z.strictObject({ packListIds }),
  response: z.object({ carton: cartonSchema.nullable().meta({ description: 'Null: the row was deleted' }) }),
  errors: CARTON_ERRORS,
});

export const listCartonTypes = endpoint({
  id: 'listCartonTypes',
  method: 'GET',
  path: '/orders/{userId}/cartons/carton-types',
  access: 'read',
  flags: shipping,
  summary: 'All carton types by name (at most 1,000)',
  params: userPath,
  query: z.strictObject({ search: searchParam }),
  response: z.array(cartonTypeSchema),
});

export const getCartonType = endpoint({
  id: 'getCartonType',
  method: 'GET',
  path: '/orders/{userId}/carton-types/{id}',
  aliases: ['/orders/{userId}/cartons/carton-types/{id}', '/orders/{userId}/cartons/carton-type/{id}'],
  access: 'read',
  flags: shipping,
  summary: 'One carton type',
  params: userAnd('id'),
  response: cartonTypeSchema,
  errors: ['shipments.unknown_carton_type'],
});

export const createCartonType = endpoint({
  id: 'createCartonType',
  method: 'POST',
  path: '/orders/{userId}/cartons/carton-type',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Create a carton type',
  params: userPath,
  body: z.strictObject(cartonTypeFields),
  response: cartonTypeSchema,
  status: 201,
});

export const updateCartonType = endpoint({
  id: 'updateCartonType',
  method: 'PUT',
  path: '/orders/{userId}/cartons/carton-type/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Change a carton type; absent fields keep their values',
  description: 'Its measures stay while carton rows of it are in a plan that has left; those rows have them.',
  params: userAnd('id'),
  body: cartonTypeBody,
  response: cartonTypeSchema,
  errors: ['shipments.unknown_carton_type', 'shipments.in_use', 'conflict_version'],
});

export const deleteCartonType = endpoint({
  id: 'deleteCartonType',
  method: 'DELETE',
  path: '/orders/{userId}/cartons/carton-type/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Delete a carton type that no carton row uses',
  params: userAnd('id'),
  errors: ['shipments.unknown_carton_type', 'shipments.in_use', 'conflict_version'],
});

declare module '../live.ts' {
  interface Topics {
    readonly cartons: true;
  }
}
