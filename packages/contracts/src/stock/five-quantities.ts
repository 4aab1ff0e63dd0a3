import { PAPERS } from '@quayside/domain/stock/claims';
import { DIFFERENCE_STATES, DIFFERENCES } from '@quayside/domain/stock/five-quantities';
import { DEBTORS } from '@quayside/domain/stock/receipts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, currencyCode, day, id, instant, maySchema, requiredLines, userAnd, userPath } from '../primitives.ts';

// What of each line of a purchase order was ordered, invoiced, packed, shipped and received, and the differences.

const named = z.object({ id, number: z.string() });

const differenceSchema = z.object({
  difference: z.enum(DIFFERENCES),
  quantity: z.int().meta({ description: 'A surplus is below 0' }),
  openQuantity: z.int().meta({ description: 'Of these, units that somebody has to act on' }),
  state: z.enum(DIFFERENCE_STATES),
  debtor: z.enum(DEBTORS).nullable().meta({ description: 'Who is asked first; null unless the difference is OPEN' }),
  debtorName: z.string().nullable(),
  deadline: day.nullable().meta({ description: 'The last day to ask; null where no source says so' }),
  deadlineSource: z.string().nullable(),
  papers: z.array(z.object({ paper: z.enum(PAPERS), reference: z.string().nullable() })),
  claim: z.string().nullable().meta({ description: 'A text to send, in the language of the person' }),
  accepted: z
    .object({ id, quantity: z.int(), words: z.string(), createdAt: instant, createdBy: z.string().nullable() })
    .nullable(),
  can: z.object({ accept: maySchema, takeBack: maySchema }),
});
export type LineDifference = z.infer<typeof differenceSchema>;

const lineSchema = z.object({
  id,
  purchaseOrder: z.object({ id, number: z.string(), isOpen: z.boolean() }).nullable(),
  orders: z.array(named),
  invoices: z.array(named),
  plans: z.array(named),
  productId: id,
  sku: z.string(),
  productName: z.string(),
  supplierId: id.nullable(),
  supplierName: z.string().nullable(),
  ordered: z.int(),
  invoiced: z.int(),
  packed: z.int(),
  shipped: z.int(),
  received: z.int(),
  inTransit: z.int(),
  quantityTolerancePercent: z.string(),
  differences: z.array(differenceSchema).meta({ description: 'All four, in their order' }),
  isOpen: z.boolean().meta({ description: 'Somebody has to act on one of the differences' }),
  currency: currencyCode,
  value: amount.nullable().meta({ description: 'Of the open units, at landed cost; null while it is not known' }),
});
export type FiveQuantitiesLine = z.infer<typeof lineSchema>;

export const fiveQuantitiesFilters = {
  difference: ['in'],
  line: ['in'],
  supplier: ['in', 'notIn'],
  product: ['in'],
  purchaseOrder: ['in', 'isEmpty', 'isNotEmpty'],
  open: ['isEmpty', 'isNotEmpty'],
  inTransit: ['isEmpty', 'isNotEmpty'],
} as const;
export const fiveQuantitiesSort = [
  'value',
  'sku',
  'ordered',
  'notInvoiced',
  'notPacked',
  'notShipped',
  'notReceived',
] as const;

export const listFiveQuantities = endpoint({
  id: 'listFiveQuantities',
  method: 'GET',
  path: '/stock/{userId}/five-quantities',
  access: 'read',
  flags: shipping,
  summary: 'Ordered, invoiced, packed, shipped and received units of each line, the dearest differences first',
  description:
    'A line is one of a purchase order, or an order without one once something of it is packed. The filter `open` ' +
    'isNotEmpty is the queue: lines of which a difference needs somebody.',
  params: userPath,
  query: listQuery({ sort: fiveQuantitiesSort, filters: fiveQuantitiesFilters }),
  response: page(lineSchema),
});

export const fiveQuantitiesTotals = endpoint({
  id: 'getFiveQuantitiesTotals',
  method: 'GET',
  path: '/stock/{userId}/five-quantities/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count of lines, and sums of what of them is open',
  params: userPath,
  query: filterQuery({ filters: fiveQuantitiesFilters }),
  response: z.object({
    count: z.int(),
    openCount: z.int(),
    notInvoiced: z.int().meta({ description: 'Open units; a surplus of another line takes nothing off' }),
    notPacked: z.int(),
    notShipped: z.int(),
    notReceived: z.int(),
    overInvoiced: z.int().meta({ description: 'Open surplus units: more invoiced than ordered' }),
    overPacked: z.int(),
    overShipped: z.int(),
    overReceived: z.int(),
    currency: currencyCode,
    value: amount.meta({ description: 'Of the open units, at landed cost' }),
  }),
});

export const acceptDifference = endpoint({
  id: 'acceptDifference',
  method: 'POST',
  path: '/stock/{userId}/five-quantities/accepted',
  access: 'write',
  flags: shipping,
  idempotent: true,
  summary: 'Accept a difference as it is: it leaves the queue until it grows',
  description:
    'What did not arrive is decided as missing instead, and what is not invoiced by closing the purchase order; a ' +
    'surplus and what is not packed or not shipped are accepted here.',
  params: userPath,
  body: z.strictObject({
    fiveQuantitiesId: id.meta({ description: 'The id of the line' }),
    difference: z.enum(DIFFERENCES),
    words: requiredLines(500).meta({ description: 'Why nothing is done about it' }),
  }),
  response: lineSchema,
  status: 201,
  errors: ['stock.unknown_line', 'stock.not_open'],
});

export const takeBackAcceptedDifference = endpoint({
  id: 'takeBackAcceptedDifference',
  method: 'DELETE',
  path: '/stock/{userId}/five-quantities/accepted/{id}',
  access: 'write',
  flags: shipping,
  summary: 'Take back that a difference was accepted: it is in the queue again',
  params: userAnd('id'),
  response: z.object({ open: z.int().meta({ description: 'Units of the difference that are open again' }) }),
  errors: ['stock.unknown_difference'],
});
