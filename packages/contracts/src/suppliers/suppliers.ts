import { SHIPPING_METHODS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { dueRuleIn, dueRuleOut } from '../payments/payment-terms.ts';
import {
  amount,
  amountIn,
  blankToNull,
  countryCode,
  currencyCode,
  day,
  email,
  id,
  instant,
  optionalLines,
  optionalText,
  requiredText,
  telephone,
  unitCost,
  userAnd,
  userPath,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

export const supplierFilters = {
  country: ['in', 'notIn'],
  shippingMethod: ['in', 'notIn', 'isEmpty'],
  currency: ['in', 'notIn', 'isEmpty'],
  archived: ['in'],
  companyName: ['contains'],
  owed: ['gte', 'lte', 'between'],
  overdue: ['gte', 'lte', 'between'],
} as const;
export const supplierSort = [
  'companyName',
  'country',
  'currency',
  'leadTime',
  'invoiceCount',
  'productCount',
  'owed',
  'overdue',
  'updatedAt',
] as const;

const paymentTerm = z.strictObject({
  percent: z
    .union([z.string().trim().max(10), z.number()])
    .transform((v) => String(v))
    .refine((s) => /^\d{1,3}(\.\d{1,2})?$/.test(s) && Number(s) > 0 && Number(s) <= 100, sayInSchema('terms.percent'))
    .meta({ description: 'Per cent of the total, up to 2 decimals' }),
  ...dueRuleIn,
});
/**
 * Whether the shares add up to 100%. They are added in hundredths of a per cent, so that 33.33 + 33.33 + 33.34 is
 * exactly 100.
 */
const sharesAddUp = (percents: readonly string[]) =>
  percents.reduce((sum, percent) => sum + Math.round(Number(percent) * 100), 0) === 10_000;
/** The days of one part of a lead time; null when they are not known. */
export const leadTimeDays = z
  .int(sayInSchema('day.whole'))
  .min(0, sayInSchema('day.min', { min: 0 }))
  .max(365, sayInSchema('day.max', { max: 365 }))
  .nullable();
/** The days from the order until the goods can be sold, for one shipping method. */
const leadTime = z.strictObject({
  shippingMethod: z.enum(SHIPPING_METHODS),
  production: leadTimeDays,
  transit: leadTimeDays,
  checkIn: leadTimeDays,
});
export type PaymentTerm = z.output<typeof paymentTerm>;
export type LeadTime = z.output<typeof leadTime>;

const tolerancePercent = z
  .union([z.string().trim().max(10), z.number()])
  .transform((v) => String(v))
  .refine((s) => /^\d{1,3}(\.\d{1,2})?$/.test(s) && Number(s) <= 100, sayInSchema('tolerance.percent'))
  .meta({ description: 'Per cent from 0 to 100, up to 2 decimals' });

const fields = {
  companyName: requiredText(200),
  localName: optionalText(200)
    .optional()
    .meta({ description: 'The name of the company in its own language, for example in Chinese' }),
  email: z.preprocess(blankToNull, email.nullable()).optional(),
  telephone: z.preprocess(blankToNull, telephone.nullable()).optional(),
  addressLine1: optionalText(200).optional(),
  addressLine2: optionalText(200).optional(),
  addressLine3: optionalText(200).optional(),
  city: optionalText(100).optional(),
  postCode: optionalText(20).optional(),
  state: optionalText(100).optional(),
  country: z.preprocess(blankToNull, countryCode.nullable()).optional(),
  currency: z
    .preprocess(blankToNull, currencyCode.nullable())
    .optional()
    .meta({ description: 'Currency of this supplier’s invoices; the default for new invoices' }),
  notes: optionalLines(2000).optional(),
  leadTime: z
    .int(sayInSchema('day.whole'))
    .min(0, sayInSchema('day.min', { min: 0 }))
    .max(3650, sayInSchema('day.max', { max: 3650 }))
    .nullable()
    .optional()
    .meta({ description: 'Lead time in days' }),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  xeroId: optionalText(50).optional().meta({ description: 'Contact id in Xero' }),
  paymentTerms: z
    .array(paymentTerm)
    .max(10)
    .refine((terms) => terms.length === 0 || sharesAddUp(terms.map((term) => term.percent)), sayInSchema('terms.total'))
    .optional()
    .meta({ description: 'In the order in which the shares fall due; empty: no terms are agreed' }),
  leadTimes: z
    .array(leadTime)
    .max(SHIPPING_METHODS.length)
    .refine(
      (times) => new Set(times.map((time) => time.shippingMethod)).size === times.length,
      sayInSchema('terms.method_twice'),
    )
    .optional(),
  tolerances: z
    .strictObject({
      pricePercent: tolerancePercent.optional(),
      priceAmount: amountIn
        .optional()
        .meta({ description: "In the supplier's currency, otherwise the account's; 0 or more" }),
      quantityPercent: tolerancePercent.optional(),
    })
    .optional()
    .meta({
      description:
        'How far invoice lines may be off their purchase order without a warning. The greater of the two price ' +
        'tolerances counts',
    }),
};
const newSupplierBody = z.strictObject(fields);
export const supplierBody = newSupplierBody.extend({ version: version.optional() });

/** What is open of payables, in account currency. */
const owedFields = {
  owed: amount.meta({ description: 'What is owed, in account currency' }),
  overdue: amount.meta({ description: 'The part of it whose day has passed in the time zone of the account' }),
  owedWithoutRate: z.int().meta({ description: 'Open instalments without a rate: they are in neither sum' }),
};
export const supplierSchema = z.object({
  id,
  userId: id,
  companyName: z.string(),
  localName: z.string().nullable(),
  email: z.string().nullable(),
  telephone: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  addressLine3: z.string().nullable(),
  city: z.string().nullable(),
  postCode: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  currency: z.string().nullable(),
  notes: z.string().nullable(),
  leadTime: z.int().nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  xeroId: z.string().nullable(),
  paymentTerms: z.array(z.object({ percent: z.string(), ...dueRuleOut })),
  leadTimes: z.array(
    z.object({
      shippingMethod: z.enum(SHIPPING_METHODS),
      production: z.int().nullable(),
      transit: z.int().nullable(),
      checkIn: z.int().nullable(),
    }),
  ),
  tolerances: z.object({
    pricePercent: z.string(),
    priceAmount: amount,
    /** The currency of `priceAmount`; it counts on purchase orders in this currency only. */
    currency: currencyCode,
    quantityPercent: z.string(),
  }),
  hasBankDetails: z.boolean(),
  invoiceCount: z.int(),
  productCount: z.int(),
  ...owedFields,
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type Supplier = z.infer<typeof supplierSchema>;

export const listSuppliers = endpoint({
  id: 'listSuppliers',
  method: 'GET',
  path: '/suppliers/{userId}',
  access: 'read',
  summary: 'Suppliers, one page at a time',
  description: 'Archived suppliers are left out unless the filter asks for them.',
  params: userPath,
  query: listQuery({ sort: supplierSort, filters: supplierFilters, extra: { userId: id.optional() } }),
  response: page(supplierSchema),
});
export const supplierTotals = endpoint({
  id: 'getSupplierTotals',
  method: 'GET',
  path: '/suppliers/{userId}/totals',
  access: 'read',
  summary: 'Exact count of the filtered suppliers, and what is owed to them',
  params: userPath,
  query: filterQuery({ filters: supplierFilters }),
  response: z.object({ count: z.int(), ...owedFields }),
});
export const createSupplier = endpoint({
  id: 'createSupplier',
  method: 'POST',
  path: '/suppliers/{userId}',
  access: 'write',
  idempotent: true,
  summary: 'Add a supplier',
  params: userPath,
  body: newSupplierBody,
  response: supplierSchema,
  status: 201,
});
export const getSupplier = endpoint({
  id: 'getSupplier',
  method: 'GET',
  path: '/suppliers/{userId}/{id}',
  access: 'read',
  summary: 'One supplier',
  params: userAnd('id'),
  response: supplierSchema,
});
export const updateSupplier = endpoint({
  id: 'updateSupplier',
  method: 'PUT',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Change a supplier; absent fields keep their value, null clears',
  params: userAnd('id'),
  query: z.strictObject({ userId: id.optional() }),
  body: supplierBody,
  response: supplierSchema,
  errors: ['conflict_version'],
});
export const patchSupplier = endpoint({
  id: 'patchSupplier',
  method: 'PATCH',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Archive or restore a supplier',
  params: userAnd('id'),
  body: z.strictObject({ archivedAt: instant.nullable(), version: version.optional() }),
  response: supplierSchema,
  errors: ['conflict_version'],
});
export const deleteSupplier = endpoint({
  id: 'deleteSupplier',
  method: 'DELETE',
  path: '/suppliers/{userId}/{id}',
  access: 'write',
  summary: 'Delete a supplier that nothing uses',
  params: userAnd('id'),
  errors: ['suppliers.in_use', 'conflict_version'],
});
const supplierRef = z.object({
  id,
  companyName: z.string(),
  localName: z.string().nullable(),
  archivedAt: instant.nullable(),
});
/** Why two suppliers may be the same company. */
export const DUPLICATE_REASONS = [
  'NAME',
  'LOCAL_NAME',
  'EMAIL',
  'EMAIL_DOMAIN',
  'TELEPHONE',
  'XERO_ID',
  'BANK_ACCOUNT',
] as const;
const supplierDuplicatesSchema = z.array(
  z.object({ supplier: supplierRef, reasons: z.array(z.enum(DUPLICATE_REASONS)) }),
);
export const findSupplierDuplicates = endpoint({
  id: 'findSupplierDuplicates',
  method: 'GET',
  path: '/suppliers/{userId}/duplicates',
  access: 'read',
  summary: 'Suppliers that may be the same company as the one described, most likely first',
  params: userPath,
  query: z.strictObject({
    companyName: z.string().max(200).optional(),
    localName: z.string().max(200).optional(),
    email: z.string().max(254).optional(),
    telephone: z.string().max(40).optional(),
    xeroId: z.string().max(50).optional(),
    exceptId: id.optional(),
  }),
  response: supplierDuplicatesSchema,
});
const supplierMergeSchema = z.object({
  /** The operation to undo with POST /undo/{userId}/{operationId}; null after a dry run. */
  operationId: id.nullable(),
  supplier: supplierSchema,
  /** How many records move to the remaining supplier. */
  moved: z.object({ invoices: z.int(), products: z.int() }).catchall(z.int()),
  /** The fields of the remaining supplier that were empty and are filled from the other one. */
  filled: z.array(z.string()),
});
export type SupplierMerge = z.infer<typeof supplierMergeSchema>;
export const mergeSuppliers = endpoint({
  id: 'mergeSuppliers',
  method: 'POST',
  path: '/suppliers/{userId}/{id}/merge',
  access: 'write',
  idempotent: true,
  summary: 'Merge two suppliers: invoices and products of the other one move to this one, and the other one is deleted',
  description: 'Needs a recent proof of identity if the remaining supplier takes over bank details.',
  proof: 'sometimes',
  params: userAnd('id'),
  query: z.strictObject({
    dryRun: z
      .enum(['true', 'false'])
      .default('false')
      .transform((s) => s === 'true'),
  }),
  body: z.strictObject({
    supplierId: id.meta({ description: 'The supplier that is merged into this one and deleted' }),
    version: version.optional(),
  }),
  response: supplierMergeSchema,
  errors: ['suppliers.merge_itself', 'conflict_version'],
});
/** The purchases from a supplier, separately for each currency. */
const supplierPurchasesSchema = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      invoices: z.int(),
      /** How many of these invoices are not confirmed yet. */
      unconfirmed: z.int(),
      invoiced: amount,
      credited: amount,
      net: amount,
      firstDate: day.nullable(),
      lastDate: day.nullable(),
      /** The last twelve months, oldest first. */
      months: z.array(z.object({ month: z.string(), net: amount })),
    }),
  ),
  /** The first 100 products, largest amount first. */
  products: z.array(
    z.object({
      product: z.object({ id, sku: z.string(), name: z.string() }),
      currency: z.string(),
      units: z.string(),
      amount,
      lastUnitPrice: unitCost.nullable(),
      lastDate: day.nullable(),
    }),
  ),
});
export type SupplierPurchases = z.infer<typeof supplierPurchasesSchema>;
export const getSupplierPurchases = endpoint({
  id: 'getSupplierPurchases',
  method: 'GET',
  path: '/suppliers/{userId}/{id}/purchases',
  access: 'read',
  summary: 'Purchases from a supplier, per currency',
  params: userAnd('id'),
  response: supplierPurchasesSchema,
});
export const listCountries = endpoint({
  id: 'listCountries',
  method: 'GET',
  path: '/countries/{userId}',
  access: 'read',
  summary: 'Countries, ISO 3166-1, with English names',
  params: userPath,
  response: z.array(z.object({ value: z.string(), label: z.string() })),
});

declare module '../live.ts' {
  interface Topics {
    readonly suppliers: true;
  }
}
