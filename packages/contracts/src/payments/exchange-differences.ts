import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, currencyCode, day, id, userPath } from '../primitives.ts';

// What changing money really cost: what left for invoices beside what was booked for them, and the fees of the bank.

export const DIFFERENCES_BY = ['MONTH', 'SUPPLIER', 'INVOICE'] as const;
export type DifferencesBy = (typeof DIFFERENCES_BY)[number];
/** What a row by invoice is about. CREDIT: the refunds of a credit. PURCHASE_ORDER: the fees of its deposit. */
export const DIFFERENCE_DOCUMENTS = ['INVOICE', 'PURCHASE_ORDER', 'CREDIT'] as const;

export const exchangeDifferenceFilters = {
  day: ['gte', 'lte', 'between'],
  supplier: ['in', 'notIn'],
  currency: ['in', 'notIn'],
} as const;
export const exchangeDifferenceSort = [
  'month',
  'supplier',
  'number',
  'date',
  'currency',
  'settlements',
  'base',
  'booked',
  'exchangeDifference',
  'fees',
] as const;
export const differencesBy = {
  by: z.enum(DIFFERENCES_BY).default('MONTH').meta({ description: 'What each row sums' }),
};

const sums = {
  settlements: z.int().meta({
    description:
      'Payments, used credits and parts of deposits of invoices, refunds, and payments of purchase orders with a fee',
  }),
  base: amount.meta({ description: 'What left for them, without fees. Of a refund: what the credit was worth' }),
  booked: amount.meta({ description: 'What was booked for them. Of a refund: what it brought' }),
  exchangeDifference: amount.meta({ description: 'Above 0: it cost more' }),
  fees: amount,
  withoutRate: z.int().meta({ description: 'Settlements of invoices without a rate: counted, not summed' }),
};

const exchangeDifferenceSchema = z.object({
  id: z.string().meta({ description: 'The month, or the id of the supplier or of the document' }),
  month: z.string().nullable().meta({ description: 'yyyy-MM, of the days of the settlements; only by MONTH' }),
  supplier: z.object({ id, companyName: z.string(), localName: z.string().nullable() }).nullable(),
  /** Only by INVOICE. The number and the date of a credit are those of the document that it comes from. */
  document: z
    .object({
      type: z.enum(DIFFERENCE_DOCUMENTS),
      id,
      number: z.string(),
      date: day.nullable(),
      currency: currencyCode,
    })
    .nullable(),
  ...sums,
});
export type ExchangeDifference = z.infer<typeof exchangeDifferenceSchema>;

export const listExchangeDifferences = endpoint({
  id: 'listExchangeDifferences',
  method: 'GET',
  path: '/payments/{userId}/exchange-differences',
  access: 'read',
  flags: management,
  summary: 'Exchange differences and bank fees by month, supplier or invoice, in account currency',
  description:
    'A settlement belongs to its own day, not to that of its invoice. The three ways have the same sums. By INVOICE, ' +
    'the fees of a deposit are in a row of the purchase order, and refunds in a row of their credit.',
  params: userPath,
  query: listQuery({ sort: exchangeDifferenceSort, filters: exchangeDifferenceFilters, extra: differencesBy }),
  response: page(exchangeDifferenceSchema),
});

export const exchangeDifferenceTotals = endpoint({
  id: 'getExchangeDifferenceTotals',
  method: 'GET',
  path: '/payments/{userId}/exchange-differences/totals',
  access: 'read',
  flags: management,
  summary: 'Exact count of the filtered rows, and the sums of all their settlements',
  params: userPath,
  query: filterQuery({ filters: exchangeDifferenceFilters, extra: differencesBy }),
  response: z.object({ count: z.int(), accountCurrency: currencyCode, ...sums }),
});
