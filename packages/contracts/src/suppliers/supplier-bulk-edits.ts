import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { boolParam } from '../imports.ts';
import { filterBody, searchParam } from '../paging.ts';
import { id, userPath } from '../primitives.ts';
import { leadTimeDays, supplierBody, supplierFilters } from './suppliers.ts';
import { sayInSchema } from '../texts/catalogue.ts';

/** Suppliers by their ids, or all suppliers that match a search and filter. */
const supplierSelection = z.union([
  z.strictObject({
    ids: z.array(id, sayInSchema('field.some_supplier')).min(1, sayInSchema('field.some_supplier')).max(10_000),
  }),
  z.strictObject({
    search: searchParam,
    filter: filterBody(supplierFilters),
  }),
]);
export type SupplierSelection = z.input<typeof supplierSelection>;

const { country, state, city, currency, leadTime, shippingMethod, paymentTerms } = supplierBody.shape;
/** What a bulk edit changes in each supplier. An absent field keeps its value; null clears it. */
export const supplierBulkChanges = z.strictObject({
  country,
  state,
  city,
  currency,
  paymentTerms: paymentTerms.meta({ description: 'In place of the terms of each supplier; empty: none are agreed' }),
  shippingMethod,
  leadTime,
  leadTimes: z
    .array(
      z.strictObject({
        shippingMethod: z.enum(SHIPPING_METHODS),
        production: leadTimeDays.optional(),
        transit: leadTimeDays.optional(),
        checkIn: leadTimeDays.optional(),
      }),
    )
    .max(SHIPPING_METHODS.length)
    .refine(
      (times) => new Set(times.map((time) => time.shippingMethod)).size === times.length,
      sayInSchema('terms.method_twice'),
    )
    .optional()
    .meta({ description: 'The days that change; absent days, and other shipping methods, stay as they are' }),
  archived: z.boolean().optional(),
});
export type SupplierBulkChanges = z.input<typeof supplierBulkChanges>;

const supplierBulkEditSchema = z.object({
  /** The operation to undo with POST /undo/{userId}/{operationId}. Null after a dry run, and when nothing changed. */
  operationId: id.nullable(),
  counts: z.object({ selected: z.int(), change: z.int(), same: z.int(), fail: z.int() }),
  /** The first 50 suppliers that change. Payment terms are written as in a cell of an import. */
  rows: z.array(
    z.object({
      id,
      companyName: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() })),
    }),
  ),
  /** The first 100 errors. Suppliers with an error are not changed. */
  errors: z.array(z.object({ id, companyName: z.string(), field: z.string(), message: z.string() })),
});
export type SupplierBulkEdit = z.infer<typeof supplierBulkEditSchema>;
export const bulkEditSuppliers = endpoint({
  id: 'bulkEditSuppliers',
  method: 'POST',
  path: '/suppliers/{userId}/bulk-edit',
  access: 'write',
  idempotent: true,
  summary: 'Make the same changes to many suppliers, archive or restore them, or preview it',
  params: userPath,
  query: z.strictObject({ dryRun: boolParam }),
  body: z.strictObject({ selection: supplierSelection, changes: supplierBulkChanges }),
  response: supplierBulkEditSchema,
});
