import { PAPERS } from '@quayside/domain/stock/claims';
import { DEBTORS, MISSING_KINDS } from '@quayside/domain/stock/receipts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import {
  amount,
  blankToNull,
  currencyCode,
  day,
  id,
  instant,
  maySchema,
  optionalLines,
  userAnd,
  userPath,
} from '../primitives.ts';

// Units that were shipped and did not arrive, and what was decided about them.

const missingSchema = z.object({
  packListId: id,
  packListNumber: z.string(),
  orderId: id,
  orderNumber: z.string(),
  invoiceNumber: z.string(),
  shipmentPlanId: id,
  shipmentPlanNumber: z.string(),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  country: z.string().nullable().meta({ description: 'Of the destination' }),
  shippedOn: day.nullable(),
  quantity: z.int().meta({ description: 'Units that were shipped' }),
  receivedQuantity: z.int(),
  missingQuantity: z.int().meta({ description: 'Neither arrived nor decided' }),
  currency: currencyCode,
  value: amount.nullable().meta({ description: 'Of the missing units, at landed cost; null while it is not known' }),
  debtor: z.enum(DEBTORS).meta({ description: 'Who is asked first, by the way of the shipment plan' }),
  debtorName: z.string().nullable(),
  deadline: day.nullable().meta({ description: 'The last day to ask; null where no source says so' }),
  deadlineSource: z.string().nullable(),
  papers: z.array(z.object({ paper: z.enum(PAPERS), reference: z.string().nullable() })),
  claim: z.string().meta({ description: 'A text to send, in the language of the person' }),
  can: z.object({ decide: maySchema }),
});
export type Missing = z.infer<typeof missingSchema>;

export const missingFilters = {
  debtor: ['in', 'notIn'],
  supplier: ['in', 'notIn'],
  product: ['in'],
  order: ['in'],
  plan: ['in'],
  packList: ['in'],
} as const;
export const missingSort = ['value', 'quantity', 'sku', 'shippedOn'] as const;

export const listMissing = endpoint({
  id: 'listMissing',
  method: 'GET',
  path: '/stock/{userId}/missing',
  access: 'read',
  flags: shipping,
  summary: 'Units that did not arrive and are not decided, one page at a time, the dearest first',
  params: userPath,
  query: listQuery({ sort: missingSort, filters: missingFilters }),
  response: page(missingSchema),
});

export const missingTotals = endpoint({
  id: 'getMissingTotals',
  method: 'GET',
  path: '/stock/{userId}/missing/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of what is missing',
  params: userPath,
  query: filterQuery({ filters: missingFilters }),
  response: z.object({
    count: z.int(),
    units: z.int(),
    currency: currencyCode,
    value: amount.meta({ description: 'At landed cost' }),
  }),
});

const decisionSchema = z.object({
  id,
  packListId: id,
  packListNumber: z.string(),
  orderId: id,
  orderNumber: z.string(),
  shipmentPlanId: id.nullable(),
  shipmentPlanNumber: z.string().nullable(),
  sku: z.string(),
  kind: z.enum(MISSING_KINDS),
  debtor: z.enum(DEBTORS),
  day,
  quantity: z.int(),
  found: z.int().meta({ description: 'Of these, units that arrived later' }),
  words: z.string().nullable(),
  creditNote: z.object({ id, label: z.string() }).nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  takenBackAt: instant.nullable(),
  can: z.object({ takeBack: maySchema }),
});
export type MissingDecision = z.infer<typeof decisionSchema>;

export const decisionFilters = { order: ['in'], plan: ['in'], takenBack: ['isEmpty', 'isNotEmpty'] } as const;

export const listMissingDecisions = endpoint({
  id: 'listMissingDecisions',
  method: 'GET',
  path: '/stock/{userId}/missing/decisions',
  access: 'read',
  flags: shipping,
  summary: 'What was decided about units that did not arrive, one page at a time, newest first',
  params: userPath,
  query: listQuery({ sort: ['day'], filters: decisionFilters }).omit({ search: true }),
  response: page(decisionSchema),
});

const words = z.preprocess(blankToNull, optionalLines(500)).optional();

export const decideMissing = endpoint({
  id: 'decideMissing',
  method: 'POST',
  path: '/stock/{userId}/missing/decisions',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Decide what has become of units that did not arrive',
  description:
    'SHORT: the supplier never sent them. They leave the units of the order, and the others cost more. LOST: a ' +
    'forwarder, a carrier or the marketplace lost them. They keep their cost and leave with it on the day.',
  params: userPath,
  body: z.strictObject({
    packListId: id,
    kind: z.enum(MISSING_KINDS),
    debtor: z.enum(DEBTORS).meta({ description: 'SUPPLIER for SHORT, another for LOST' }),
    quantity: z.int().min(1).max(999_999_999),
    day: day.optional().meta({ description: 'Today if absent' }),
    words,
    creditNoteId: id.nullable().optional().meta({ description: 'The credit note that was written for them' }),
  }),
  response: decisionSchema,
  status: 201,
  errors: ['shipments.unknown_pack_list', 'shipments.wrong_status'],
});

export const patchMissingDecision = endpoint({
  id: 'patchMissingDecision',
  method: 'PATCH',
  path: '/stock/{userId}/missing/decisions/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Name the credit note that was written for missing units, or none',
  params: userAnd('id'),
  body: z.strictObject({ creditNoteId: id.nullable() }),
  response: decisionSchema,
  errors: ['stock.unknown_decision'],
});

export const takeBackDecision = endpoint({
  id: 'takeBackMissingDecision',
  method: 'DELETE',
  path: '/stock/{userId}/missing/decisions/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Take a decision back: its units are missing again. Refused once some of them were found',
  params: userAnd('id'),
  response: z.object({ missing: z.int() }),
  errors: ['stock.unknown_decision', 'stock.in_use', 'shipments.wrong_status'],
});
