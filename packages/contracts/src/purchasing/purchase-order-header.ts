import {
  CLOSE_REASONS,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  PURCHASE_ORDER_STATUSES,
  RATE_SOURCES,
  SHIPPING_METHODS,
} from '@quayside/domain/lists';
import { DUE_EVENTS } from '@quayside/domain/payables/due-events';
import { MAX_INSTALMENTS } from '@quayside/domain/payables/reshare';
import { z } from 'zod';
import type { EndpointSpec } from '../endpoint.ts';
import { money2 } from '../invoices/invoice-header.ts';
import { dueRuleIn, dueRuleOut } from '../payments/payment-terms.ts';
import {
  amount,
  blankToNull,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionalLines,
  optionalText,
  rateIn,
  requiredText,
  version,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// The header of a purchase order. Its lines are called items, as in the source documents.

/** The section of the account that purchase orders belong to. */
export const purchasing = [['isPoAndInventoryEnabled']] as const satisfies EndpointSpec['flags'];

export const MAX_ITEMS = 2000;

export const purchaseOrderFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  orderDate: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  deliveryDate: ['gte', 'lte', 'between', 'isEmpty', 'isNotEmpty'],
  total: ['gte', 'lte', 'between'],
  left: ['isEmpty', 'isNotEmpty'],
  sent: ['isEmpty', 'isNotEmpty'],
  changedSinceSent: ['in'],
  archived: ['in'],
  poNumber: ['contains'],
} as const;
export const purchaseOrderSort = [
  'poNumber',
  'internalPoNumber',
  'orderDate',
  'deliveryDate',
  'supplier',
  'status',
  'currency',
  'total',
  'accountTotal',
  'left',
  'sentAt',
  'updatedAt',
] as const;

const typedDay = z.preprocess(blankToNull, day.nullable()).optional();

/** A share of the total, as the source documents write it: "0.3" is 30 %. */
const fraction = z
  .union([z.string().trim().max(10, sayInSchema('terms.fraction')), z.number()])
  .transform((v) => String(v))
  .refine(
    (s) => /^[01](\.\d{1,4})?$|^\.\d{1,4}$/.test(s) && Number(s) > 0 && Number(s) <= 1,
    sayInSchema('terms.fraction'),
  )
  .meta({ description: 'A fraction of the total above 0 with up to 4 decimals; 0.3 is 30 %', examples: ['0.3'] });

const termIn = z.strictObject({
  percentOfPayment: fraction,
  ...dueRuleIn,
  event: dueRuleIn.event.default('ORDER'),
  dueDate: typedDay.meta({ description: 'A day pins the share to it; null or absent: the day follows the event' }),
  isPinned: z.boolean().optional().meta({
    description: 'false: the day follows the event, whatever `dueDate` is, so that an answer can be sent back',
  }),
});

const termOut = z.object({
  percentOfPayment: z.string().meta({ description: 'A fraction of the total; 0.3 is 30 %' }),
  ...dueRuleOut,
  dueDate: day.nullable().meta({ description: 'Null while the day is unknown' }),
  isPinned: z.boolean().meta({ description: 'The day was typed and does not follow the event' }),
  isEstimated: z.boolean().meta({ description: 'The day of the event is not certain yet' }),
  amountDue: amount,
  amountDueInAccountCurrency: amount.nullable().meta({ description: 'Null without a rate' }),
});
export type PurchaseOrderTerm = z.infer<typeof termOut>;

/** The header of a purchase order as typed. An absent field keeps its value; null clears it. */
export const purchaseOrderHeaderFields = {
  poNumber: requiredText(50)
    .optional()
    .meta({ description: 'The number that the supplier sees; at first the internal one' }),
  internalPoNumber: requiredText(50)
    .optional()
    .meta({ description: 'Unique in the account, ignoring case. Absent: the next free one, taken when it is saved' }),
  supplierId: id
    .nullable()
    .optional()
    .meta({ description: 'A supplier brings its terms, lead times, shipping method, bank details and currency' }),
  orderDate: typedDay.meta({ description: "Absent on a new purchase order: today in the account's time zone" }),
  currency: currencyCode.optional().meta({ description: "Default: the supplier's, otherwise the account's" }),
  rate: z.preprocess(blankToNull, rateIn.nullable()).optional(),
  rateDate: typedDay,
  rateSource: z
    .enum(['manual', 'feed'])
    .optional()
    .meta({ description: 'feed: the proposal of GET /exchange-rates/{userId}/proposal was accepted as it was' }),
  shippingNumber: optionalText(100).optional(),
  shipTo: optionalLines(1000).optional().meta({ description: 'Name and address, with line breaks' }),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable().optional(),
  portOfLoading: optionalText(200).optional().meta({ description: 'With the delivery term, for example FOB Yantian' }),
  deliveryDate: typedDay,
  etd: typedDay,
  readyOn: typedDay,
  shippedOn: typedDay,
  arrivedOn: typedDay,
  deliveredOn: typedDay,
  inspectedOn: typedDay,
  bankingDetails: optionalLines(2000)
    .optional()
    .meta({ description: "Text; at first the masked form of the supplier's bank details" }),
  cartonMarks: optionalLines(2000).optional(),
  notes: optionalLines(5000).optional().meta({ description: 'Printed on the purchase order' }),
  paymentTerms: z
    .array(termIn)
    .max(MAX_INSTALMENTS)
    .optional()
    .meta({
      description:
        'Shares of the total in the order in which they fall due, together 1; a draft may have less. Absent on a new ' +
        'purchase order: the terms of the supplier',
    }),
  attachmentIds: z
    .array(id)
    .max(20)
    .optional()
    .meta({ description: 'Documents of this purchase order that are to be sent with it' }),
};

/** A kept sum is null while the measures of one of the products are unknown. Items without a product are no goods. */
const totalsSchema = z.object({
  amount: money2,
  itemCount: z.int(),
  units: z.string().meta({ description: 'Of the items with a product' }),
  cartons: z.int().nullable(),
  volume: z.string().nullable().meta({ description: 'Cubic metres, up to 9 decimals' }),
  weight: z.string().nullable().meta({ description: 'Gross kilograms, up to 9 decimals' }),
  heaviestCarton: z.string().nullable().meta({ description: 'Gross kilograms; null when no case weight is known' }),
  /** What invoices name of its items, less their credits, and what is left to be invoiced. */
  invoiced: amount,
  left: amount,
  isFullyInvoiced: z.boolean(),
});

/** The generated PDF of a purchase order. */
const generatedSchema = z.object({
  documentId: id,
  versionNumber: z.int().meta({ description: 'The version of the document' }),
  revision: z.int().meta({ description: 'Counted from 1; the PDF names it from 2 on' }),
  sha256: z.string(),
  size: z.int(),
  at: instant,
});

export const purchaseOrderSchema = z.object({
  id,
  poNumber: z.string(),
  internalPoNumber: z.string(),
  status: z.enum(PURCHASE_ORDER_STATUSES),
  closeReason: z.enum(CLOSE_REASONS).nullable(),
  closeWords: z.string().nullable(),
  supplierId: id.nullable(),
  /** The supplier; null only in a draft. */
  contact: z
    .object({ id, companyName: z.string(), localName: z.string().nullable(), email: z.string().nullable() })
    .nullable(),
  orderDate: day.nullable(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  rate: z.string().nullable(),
  rateDate: day.nullable(),
  rateSource: z.enum(RATE_SOURCES).nullable(),
  shippingNumber: z.string().nullable(),
  shipTo: z.string().nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  portOfLoading: z.string().nullable(),
  deliveryDate: day.nullable(),
  etd: day.nullable(),
  readyOn: day.nullable(),
  shippedOn: day.nullable(),
  arrivedOn: day.nullable(),
  deliveredOn: day.nullable(),
  inspectedOn: day.nullable(),
  /** The lead times of the supplier in days, as they were when it was chosen. */
  leadTimes: z.array(
    z.object({
      shippingMethod: z.enum(SHIPPING_METHODS),
      production: z.int().nullable(),
      transit: z.int().nullable(),
      checkIn: z.int().nullable(),
    }),
  ),
  /** The day of each event, as far as it is known or can be estimated. */
  expectedDays: z.array(z.object({ event: z.enum(DUE_EVENTS), day, isEstimated: z.boolean() })),
  bankingDetails: z.string().nullable(),
  cartonMarks: z.string().nullable(),
  notes: z.string().nullable(),
  paymentTerms: z.array(termOut),
  attachmentIds: z.array(id),
  totals: totalsSchema,
  /** The newest generated PDF; null while there is none, and when its document was deleted. */
  generated: generatedSchema.nullable(),
  /** The last mail with the generated PDF that did not fail. */
  sent: z.object({ at: instant, revision: z.int() }).nullable(),
  isChangedSinceGenerated: z.boolean(),
  isChangedSinceSent: z.boolean(),
  /** Whether each action is allowed now, and the reason when it is not. */
  can: z.object({
    edit: maySchema,
    /** Supplier and currency are fixed once the purchase order is sent, paid or invoiced. */
    changeSupplier: maySchema,
    open: maySchema,
    generate: maySchema,
    closeShort: maySchema,
    cancel: maySchema,
    reopen: maySchema,
    archive: maySchema,
  }),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type PurchaseOrder = z.infer<typeof purchaseOrderSchema>;

/** An invoice or a credit note that has lines of a purchase order. */
export const orderInvoiceSchema = z.object({
  id,
  invoiceNumber: z.string(),
  kind: z.enum(INVOICE_KINDS),
  status: z.enum(INVOICE_STATUSES),
  date: day,
  lineCount: z.int().meta({ description: 'Its lines that name items of the purchase order' }),
  amount: amount.meta({ description: 'Of these lines, without tax' }),
});
