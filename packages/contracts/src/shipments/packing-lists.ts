import { WRITTEN_WEIGHT_UNITS } from '@quayside/domain/products/units';
import { CARTON_DIMENSION_UNITS } from '@quayside/domain/shipments/option-lists';
import { PACKING_LIST_FIELDS } from '@quayside/domain/shipments/packing-list-headings';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { columnNumbers, decimalMark } from '../number-columns.ts';
import { shipping } from './pack-lists.ts';
import { id, userAnd, version } from '../primitives.ts';

// The packing list of a factory: a file or pasted cells that say what is in which cartons.

/** The most rows of a packing list: the most rows of a packing group of a marketplace. */
export const MAX_PACKING_ROWS = 5000;
const MAX_SENT = 900_000;
const MAX_COLUMNS = 200;

const field = z.enum(PACKING_LIST_FIELDS);
export const PACKING_UNITS = [...WRITTEN_WEIGHT_UNITS, ...CARTON_DIMENSION_UNITS] as const;
const unit = z.enum(PACKING_UNITS);

const source = {
  text: z.string().max(MAX_SENT).optional().meta({ description: 'CSV, TSV or a block of pasted cells' }),
  base64: z.string().max(MAX_SENT).optional().meta({ description: 'The bytes of an XLSX, CSV or TSV file' }),
  columns: z.array(field.nullable()).max(MAX_COLUMNS).optional().meta({
    description:
      'The field that each column holds; absent: as chosen for an earlier list like this one, else by headings',
  }),
  decimalMarks: z.array(decimalMark.nullable()).max(MAX_COLUMNS).optional().meta({
    description: "The decimal mark of each column's numbers; absent or null: decided by the cells of the column",
  }),
  units: z.array(unit.nullable()).max(MAX_COLUMNS).optional().meta({
    description:
      'The unit of each column of weights or sides; absent or null: named by the heading, a column or the cells',
  }),
};
const rest = z
  .enum(['KEEP', 'UNPACK'])
  .default('KEEP')
  .meta({
    description:
      'What happens to units of the listed products that the plan has and the packing list does not: KEEP leaves ' +
      'them in the plan, UNPACK takes them out, so that they are unpacked again',
  });

const held = z.object({ place: z.string(), units: z.int() });
const differenceSchema = z.object({
  /** TOTAL: the sums differ. PLACE: the sums agree, and the units are in other cartons. */
  code: z.enum(['TOTAL', 'PLACE']),
  sku: z.string(),
  planned: z.int(),
  packed: z.int(),
  plannedIn: z.array(held).meta({ description: 'Carton rows of the plan, or pack lists that are in no carton' }),
  packedIn: z.array(held).meta({ description: 'Cartons of the packing list' }),
});

const rowSchema = z.object({
  /** The number of the row in the file, counted from 1. */
  row: z.int(),
  /** What the factory calls the cartons, or the row that names them. */
  place: z.string(),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  cartons: z.int().nullable(),
  unitsPerCarton: z.int().nullable(),
  units: z.int().nullable(),
  /** NEW: a carton row is made. SAME: the plan has it. CHANGED: the plan has it with other measures or marks. */
  becomes: z.enum(['NEW', 'SAME', 'CHANGED']).nullable(),
  cartonNumber: z.string().nullable().meta({ description: 'The carton row that the plan has' }),
  /** The orders whose units are packed, by carton row; more than one row where units of two orders meet. */
  packs: z.array(
    z.object({ orderId: id, orderNumber: z.string(), invoiceNumber: z.string(), cartons: z.int(), units: z.int() }),
  ),
  cartonWeight: z.string().nullable().meta({ description: 'Measured weight of one carton with its unit' }),
  cartonType: z.object({ name: z.string(), isNew: z.boolean() }).nullable(),
  marks: z.string().nullable(),
  errors: z.array(z.object({ column: field.nullable(), value: z.string(), message: z.string() })),
});

const packingListSchema = z.object({
  version: version.meta({
    description: 'Of the plan: send it with the import, so that a change in between is noticed',
  }),
  /** Whether the plan takes packing lists, or can only be compared because it has left. */
  isComparison: z.boolean(),
  sheet: z.string().nullable(),
  headingRow: z.int().nullable().meta({ description: 'The row of the headings; null: there are none' }),
  mapping: z.enum(['GUESSED', 'REMEMBERED', 'CHOSEN']),
  columns: z.array(
    z.object({
      heading: z.string().nullable(),
      field: field.nullable(),
      samples: z.array(z.string()),
      numbers: columnNumbers.nullable().meta({ description: 'Null for a column whose field is no number' }),
      unit: z
        .object({ kind: z.enum(['WEIGHT', 'LENGTH']), unit: unit.nullable(), isOpen: z.boolean() })
        .nullable()
        .meta({ description: 'Null for a column without measures; `isOpen`: nothing names the unit, so choose it' }),
      question: z.string().nullable().meta({ description: 'What only a person can say about this column' }),
    }),
  ),
  /** Why nothing can be read yet: a column is missing. */
  missing: z.string().nullable(),
  rows: z.array(rowSchema).meta({ description: 'The first 500 rows, those with errors first' }),
  counts: z.object({
    rows: z.int(),
    fail: z.int(),
    skipped: z.int(),
    cartonRows: z.int().meta({ description: 'Carton rows that are made' }),
    same: z.int(),
    changed: z.int(),
    removed: z.int().meta({ description: 'Carton rows of the plan that go' }),
    cartons: z.int(),
    units: z.int(),
    packedNow: z.int().meta({ description: 'Units of orders that are packed by the import' }),
    cartonTypes: z.int().meta({ description: 'Carton types that are made' }),
  }),
  /** The first 50 rows that name no cartons, such as sums. */
  skipped: z.array(z.object({ row: z.int(), text: z.string() })),
  /** The first 200 products of which plan and packing list differ. */
  differences: z.array(differenceSchema),
  differenceCount: z.int(),
});
export type PackingList = z.infer<typeof packingListSchema>;

export const checkPackingList = endpoint({
  id: 'checkPackingList',
  method: 'POST',
  path: '/orders/{userId}/shipmentplans/{shipmentPlanId}/packing-list/dry-run',
  access: 'read',
  flags: shipping,
  summary: 'Hold a factory’s packing list against a plan, and say what an import would do; stores nothing',
  description: 'For a plan that has left, or with `isComparison`, the list is only compared.',
  params: userAnd('shipmentPlanId'),
  body: z.strictObject({ ...source, rest, isComparison: z.boolean().optional() }),
  response: packingListSchema,
  errors: ['shipments.unknown_plan', 'imports.unreadable'],
});

export const importPackingList = endpoint({
  id: 'importPackingList',
  method: 'POST',
  path: '/orders/{userId}/shipmentplans/{shipmentPlanId}/packing-list',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Pack an OPEN plan as a factory’s packing list says, all rows or none',
  description:
    'Cartons that the plan has already stay. Others are filled with what the plan has of the product, then with the ' +
    'unpacked units of the oldest orders, or of the order that the row names.',
  params: userAnd('shipmentPlanId'),
  body: z.strictObject({ ...source, rest, version: version.optional() }),
  response: packingListSchema.extend({
    operationId: id.nullable().meta({
      description: 'For POST /undo/{userId}/{operationId}, within 30 days; null: nothing was to be changed',
    }),
  }),
  errors: [
    'shipments.unknown_plan',
    'shipments.locked',
    'imports.unreadable',
    'imports.has_errors',
    'conflict_version',
  ],
});
