import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cartonChoice, cartonRows, columnNumbers, decimalMark } from '../number-columns.ts';
import {
  amount,
  blankToNull,
  currencyCode,
  day,
  id,
  optionalLines,
  optionalCode,
  quantityIn,
  unitCost,
  unitPriceIn,
  userAnd,
  version,
} from '../primitives.ts';
import { purchaseOrderSchema, purchasing } from './purchase-order-header.ts';

// The lines of a purchase order.

/** The fields of an item as typed. An absent field keeps its value; null clears it. */
export const purchaseOrderItemFields = {
  productId: id.nullable().optional(),
  name: optionalLines(500)
    .optional()
    .meta({ description: 'Words of the item; below the name of the product if there is one, else required to print' }),
  supplierItemNumber: optionalCode(100)
    .optional()
    .meta({ description: "Absent on a new item: the supplier's item number of the product" }),
  askedQuantity: z.preprocess(blankToNull, quantityIn.nullable()).optional().meta({
    description: 'What was asked for. Without `quantity`, the quantity becomes it, rounded up to full cases',
  }),
  quantity: quantityIn
    .optional()
    .meta({ description: 'Whole units if there is a product. It is not rounded to cases' }),
  unitPrice: unitPriceIn.optional().meta({
    description:
      'Price of one unit in the currency of the purchase order. Absent on a new item with a product: the price ' +
      'agreed with the supplier, else the last one',
  }),
};

/** Where a proposed price comes from: the terms of the product, a purchase order, or an invoice line. */
export const PRICE_ORIGINS = ['TERMS', 'PURCHASE_ORDER', 'INVOICE'] as const;

export const purchaseOrderItemSchema = z.object({
  id,
  position: z.int(),
  productId: id.nullable(),
  product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
  sku: z.string().nullable(),
  name: z.string().nullable(),
  supplierItemNumber: z.string().nullable(),
  /** What was asked for, if it differs from the quantity. */
  askedQuantity: z.string().nullable(),
  quantity: z.string(),
  unitPrice: unitCost,
  /** Quantity × price, rounded once. */
  amount,
  /** The units of a case when the item was last changed; null when they are unknown. */
  caseUnits: z.int().nullable(),
  cartons: z.int().nullable().meta({ description: 'Cases, a broken one counted as one' }),
  volume: z.string().nullable().meta({ description: 'Cubic metres' }),
  weight: z.string().nullable().meta({ description: 'Gross kilograms' }),
  cartonWeight: z.string().nullable().meta({ description: 'Gross kilograms of one case' }),
  /** The price that was agreed with the supplier, or the last one that was ordered or invoiced in this currency. */
  lastPrice: z
    .object({ unitPrice: unitCost, currency: currencyCode, origin: z.enum(PRICE_ORIGINS), day: day.nullable() })
    .nullable(),
  /** What invoices name of it, less their credits. Invoices in review do not count. */
  invoicedQuantity: z.string(),
  invoicedAmount: amount,
  leftQuantity: z.string().meta({ description: 'Never below 0' }),
  leftAmount: amount,
  version,
});
export type PurchaseOrderItem = z.infer<typeof purchaseOrderItemSchema>;

const itemAnswer = z.object({ item: purchaseOrderItemSchema, purchaseOrder: purchaseOrderSchema });

export const createPurchaseOrderItem = endpoint({
  id: 'createPurchaseOrderItem',
  method: 'POST',
  path: '/purchasing/{userId}/{purchaseOrderId}/items',
  access: 'write',
  flags: purchasing,
  idempotent: true,
  summary: 'Add an item at the end of a purchase order',
  params: userAnd('purchaseOrderId'),
  body: z.strictObject(purchaseOrderItemFields),
  response: itemAnswer,
  status: 201,
  errors: ['purchasing.unknown', 'purchasing.closed'],
});

/** An item that changes or goes may leave an open purchase order without an amount. */
const CHANGE_ERRORS = [
  'purchasing.unknown',
  'purchasing.closed',
  'purchasing.in_use',
  'purchasing.incomplete',
  'conflict_version',
] as const;

export const patchPurchaseOrderItem = endpoint({
  id: 'patchPurchaseOrderItem',
  method: 'PATCH',
  path: '/purchasing/{userId}/{purchaseOrderId}/items/{id}',
  access: 'write',
  flags: purchasing,
  summary: 'Change an item; the sums of the purchase order are up to date when the call answers',
  params: userAnd('purchaseOrderId', 'id'),
  body: z.strictObject({
    ...purchaseOrderItemFields,
    position: z.int().min(1).optional().meta({
      description: 'Moves the item to this place, counted from 1; one behind the last means the last',
    }),
    version: version.optional(),
  }),
  response: itemAnswer,
  errors: CHANGE_ERRORS,
});

export const deletePurchaseOrderItem = endpoint({
  id: 'deletePurchaseOrderItem',
  method: 'DELETE',
  path: '/purchasing/{userId}/{purchaseOrderId}/items/{id}',
  access: 'write',
  flags: purchasing,
  summary: 'Delete an item that no invoice line names',
  params: userAnd('purchaseOrderId', 'id'),
  errors: CHANGE_ERRORS,
});

/** The fields of an item that an imported column can fill. */
export const ITEM_COLUMNS = ['sku', 'name', 'quantity', 'unitPrice', 'amount'] as const;

const itemImportBody = z.strictObject({
  text: z.string().max(900_000).optional().meta({ description: 'CSV, TSV or a block of pasted cells' }),
  base64: z
    .string()
    .max(900_000)
    .optional()
    .meta({ description: 'The bytes of a CSV or TSV file in any common encoding' }),
  columns: z.array(z.enum(ITEM_COLUMNS).nullable()).max(200).optional().meta({
    description: 'The field that each column contains; absent: detected from the headings, else from the content',
  }),
  cartons: cartonChoice,
  decimalMarks: z
    .array(decimalMark.nullable())
    .max(200)
    .optional()
    .meta({
      description:
        "The decimal mark of each column's numbers; absent or null: decided by the cells of the column, and refused " +
        'where they can be read in two ways',
    }),
  hasHeadings: z.boolean().optional().meta({ description: 'Absent: detected' }),
  isSnapped: z
    .boolean()
    .default(true)
    .meta({ description: 'Whether quantities are rounded up to full cases; the asked ones are kept beside them' }),
  onlyValid: z
    .boolean()
    .optional()
    .meta({ description: 'Import the rows without errors; otherwise one error refuses the whole import' }),
});

const itemImportSchema = z.object({
  hasHeadings: z.boolean(),
  columns: z.array(
    z.object({
      heading: z.string().nullable(),
      field: z.enum(ITEM_COLUMNS).nullable(),
      samples: z.array(z.string()),
      numbers: columnNumbers.nullable().meta({ description: 'Null for a column whose field is no number' }),
    }),
  ),
  rows: z
    .array(
      z.object({
        /** The number of the row in the imported text, counted from 1 and including the headings. */
        row: z.int(),
        item: z.object({
          product: z.object({ id, sku: z.string(), name: z.string() }).nullable(),
          name: z.string().nullable(),
          supplierItemNumber: z.string().nullable(),
          askedQuantity: z.string().nullable(),
          quantity: z.string(),
          unitPrice: unitCost,
          isPriceProposed: z.boolean().meta({ description: 'The row has no price, so the last one was taken' }),
          amount,
        }),
        errors: z.array(z.object({ column: z.enum(ITEM_COLUMNS).nullable(), value: z.string(), message: z.string() })),
      }),
    )
    .meta({ description: 'The first 500 rows, those with errors first' }),
  cartons: cartonRows,
  counts: z.object({ rows: z.int(), create: z.int(), fail: z.int() }),
  /** The sum of the amounts of all rows without errors, and the total of the purchase order after the import. */
  amount,
  totalAfter: amount,
});
export type ItemImport = z.infer<typeof itemImportSchema>;

const itemImport = { method: 'POST', flags: purchasing, params: userAnd('id'), body: itemImportBody } as const;

export const importPurchaseOrderItems = endpoint({
  ...itemImport,
  id: 'importPurchaseOrderItems',
  path: '/purchasing/{userId}/{id}/items/import',
  access: 'write',
  idempotent: true,
  summary: 'Add items from a CSV file or from pasted cells',
  response: itemImportSchema.extend({
    purchaseOrder: purchaseOrderSchema.extend({ items: z.array(purchaseOrderItemSchema) }),
  }),
  status: 201,
  errors: ['purchasing.unknown', 'imports.unreadable', 'imports.has_errors', 'purchasing.closed'],
});

export const importPurchaseOrderItemsDryRun = endpoint({
  ...itemImport,
  id: 'importPurchaseOrderItemsDryRun',
  path: '/purchasing/{userId}/{id}/items/import/dry-run',
  access: 'read',
  summary: 'Preview of the items that an import would add, with its errors; stores nothing',
  response: itemImportSchema,
  errors: ['purchasing.unknown', 'imports.unreadable'],
});
