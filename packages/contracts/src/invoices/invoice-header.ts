import {
  COST_CATEGORIES,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  INVOICE_TYPES,
  RATE_PER,
  RATE_SOURCES,
  SHIPPING_METHODS,
} from '@quayside/domain/lists';
import { PAYMENT_STATUSES } from '@quayside/domain/payables/instalments';
import { z } from 'zod';
import { targetName } from '../order-ref.ts';
import {
  amount,
  amountIn,
  blankToNull,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionalText,
  rateIn,
  version,
} from '../primitives.ts';

export const invoiceFilters = {
  status: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
  type: ['in', 'isEmpty'],
  kind: ['in'],
  date: ['gte', 'lte', 'between'],
  total: ['gte', 'lte', 'between'],
  unassigned: ['isEmpty', 'isNotEmpty'],
  archived: ['in'],
  shipmentPlan: ['in'],
  invoiceNumber: ['contains'],
} as const;

export const invoiceSort = [
  'invoiceNumber',
  'date',
  'supplier',
  'status',
  'currency',
  'total',
  'accountTotal',
  'unassigned',
  'updatedAt',
] as const;

/** What an invoice can be paired with. PURCHASE_ORDER: the orders that its invoices made. */
const PAIRING_TYPES = ['INVOICE', 'ORDER', 'PURCHASE_ORDER', 'SHIPMENT'] as const;
export type PairingType = (typeof PAIRING_TYPES)[number];
/** The currency of which a rate prices 1 unit. */
const ratePer = z.enum(RATE_PER).meta({
  description:
    'DOCUMENT: units of the account currency for 1 of the document currency, as in `rate`. ACCOUNT: the other way ' +
    'round, for example 9.32 CNY per GBP',
});

/** A rate in the direction in which it was typed. */
export const rateTyped = z.object({ rate: z.string(), per: ratePer });

const pairing = z.strictObject({ type: z.enum(PAIRING_TYPES), id });

/** A day on which something happened to the goods; the days of the instalments are counted from it. */
const typedDay = z.preprocess(blankToNull, day.nullable()).optional();

/** The header of an invoice as typed. An absent field keeps its value; null clears it. */
export const invoiceHeaderFields = {
  supplierId: id.optional(),
  invoiceNumber: optionalText(100)
    .optional()
    .meta({ description: 'If there is none, the number is generated from the date' }),
  date: day.optional(),
  unixDate: z.int().optional().meta({ description: 'Unix time in seconds of midnight UTC; the same day as `date`' }),
  currency: currencyCode.optional(),
  rate: z.preprocess(blankToNull, rateIn.nullable()).optional(),
  rateTyped: z
    .strictObject({ rate: rateIn, per: ratePer })
    .nullable()
    .optional()
    .meta({ description: 'The rate in the direction in which it is known. `rate` is not needed beside it' }),
  rateDate: day.nullable().optional(),
  total: z.preprocess(blankToNull, amountIn.nullable()).optional(),
  payReferenceNumber: optionalText(100).optional(),
  costType: z.enum(COST_CATEGORIES).nullable().optional().meta({ description: 'The initial cost type of new lines' }),
  type: z.enum(INVOICE_TYPES).nullable().optional(),
  shippingMethod: z
    .enum(SHIPPING_METHODS)
    .nullable()
    .optional()
    .meta({ description: 'How the goods of a freight invoice were shipped; decides the factor of CHARGEABLE_WEIGHT' }),
  vesselVoyage: optionalText(200).optional(),
  etd: day.nullable().optional(),
  readyOn: typedDay,
  shippedOn: typedDay,
  arrivedOn: typedDay,
  deliveredOn: typedDay,
  inspectedOn: typedDay,
  attention: optionalText(200).optional(),
  tracking: optionalText(200).optional(),
  billToCompany: optionalText(200).optional(),
  pairedWith: z
    .array(pairing)
    .max(200)
    .optional()
    .meta({
      description:
        'Orders, invoices or purchase orders whose goods this invoice concerns; applies to lines without product and ' +
        'scope',
    }),
};

export const ref = z.object({ id, number: z.string() });

const documentSchema = z.object({
  id,
  fileName: z.string(),
  contentType: z.string(),
  size: z.int(),
  uploadedAt: instant,
});

/** An amount in the invoice's currency and in account currency (null without a rate). */
export const money2 = z.object({ document: amount, account: amount.nullable() });

const totalsSchema = z.object({
  /** The sum of the lines without tax. */
  lines: money2,
  recoverableTax: money2,
  /** Tax that counts as a cost because it is not recoverable. */
  costTax: money2,
  /** The difference between the total and its parts: total − (lines + tax). */
  difference: money2,
  total: money2,
  assigned: money2,
  unassigned: money2,
  excluded: money2,
});

/** How far an invoice is paid. UNSCHEDULED: its payments are not scheduled. */
export const PAYMENT_STATES = ['UNSCHEDULED', 'UNPAID', 'PART_PAID', 'PAID'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The fields of an instalment that the source documents name. The answer of an invoice contains these alone. */
export const documentedPayment = {
  id,
  dueDate: day.nullable().meta({ description: 'Null while the day is unknown' }),
  unixDueDate: z.int().nullable().meta({ description: 'Unix time in seconds of midnight UTC of `dueDate`' }),
  amount,
  currency: currencyCode,
  status: z.enum(PAYMENT_STATUSES),
  /** The reference of the newest payment that has one, unless another one was typed. */
  transactionReference: z.string().nullable(),
  accountCode: z.string().nullable().meta({ description: 'The pay-from account code' }),
};

export const invoiceSchema = z.object({
  id,
  invoiceNumber: z.string(),
  kind: z.enum(INVOICE_KINDS),
  /** The supplier; null only while an invoice from an uploaded document has no supplier yet. */
  supplierContact: z.object({ id, companyName: z.string(), localName: z.string().nullable() }).nullable(),
  date: day,
  unixDate: z.int(),
  currency: currencyCode,
  accountCurrency: currencyCode,
  rate: z.string().nullable(),
  rateTyped: rateTyped
    .nullable()
    .meta({ description: 'The rate in the direction in which it was typed or accepted; null: not known' }),
  rateDate: day.nullable(),
  rateSource: z.enum(RATE_SOURCES).nullable(),
  costRate: z.string().nullable().meta({
    description: 'The rate that converts its costs: `rate`, or under PAID_RATE the rate at which it was paid',
  }),
  /** True once the invoice was confirmed, which freezes the rate. */
  isRateFrozen: z.boolean(),
  /** Fields whose value nobody has chosen: today, the currency of the supplier or account, the date as the number. */
  defaults: z.array(z.enum(['invoiceNumber', 'date', 'currency'])),
  total: amount.nullable().meta({ description: 'As typed from the document; null while it is unknown' }),
  totals: totalsSchema,
  /** True when the difference is divisible by 9, as it is when two neighbouring digits of a figure were swapped. */
  hasSwappedDigitsHint: z.boolean(),
  lineCount: z.int(),
  unassignedLineCount: z.int(),
  /** Its schedule: the state of what is to be paid, and the instalments. */
  paymentState: z.enum(PAYMENT_STATES),
  reconciled: z.boolean().meta({ description: 'All payments are paid, and together they are the total' }),
  paymentDifference: amount.nullable().meta({ description: 'Total − payments; null without a schedule or a total' }),
  payments: z.array(z.object(documentedPayment)),
  status: z.enum(INVOICE_STATUSES),
  payReferenceNumber: z.string().nullable(),
  costType: z.enum(COST_CATEGORIES).nullable(),
  type: z.enum(INVOICE_TYPES).nullable(),
  shippingMethod: z.enum(SHIPPING_METHODS).nullable(),
  vesselVoyage: z.string().nullable(),
  etd: day.nullable(),
  readyOn: day.nullable(),
  shippedOn: day.nullable(),
  arrivedOn: day.nullable(),
  deliveredOn: day.nullable(),
  inspectedOn: day.nullable(),
  attention: z.string().nullable(),
  tracking: z.string().nullable(),
  billToCompany: z.string().nullable(),
  pairedWith: z.array(z.object({ type: z.enum(PAIRING_TYPES), ...targetName })),
  /** The purchase orders whose items its lines name. */
  purchaseOrders: z.array(ref),
  /** The main document of the invoice. GET /documents/{userId}/entity/INVOICE/{id} returns all of its documents. */
  document: documentSchema.nullable(),
  /** Whether each action is allowed now, and the reason when it is not. */
  can: z.object({
    edit: maySchema,
    confirm: maySchema,
    close: maySchema,
    reopen: maySchema,
    delete: maySchema,
    archive: maySchema,
  }),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});

export type Invoice = z.infer<typeof invoiceSchema>;
