import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { amount, currencyCode, day, id, userAnd } from '../primitives.ts';

// What is owed to one supplier, and the statement of its account.

const supplierRef = z.object({ id, companyName: z.string(), localName: z.string().nullable() });

/** A sum in the currency of the supplier, and what it is worth in account currency. */
const sumSchema = z.object({
  count: z.int(),
  amount,
  inAccountCurrency: amount,
  withoutRate: z.int().meta({ description: 'How many have no rate: they are in `amount`, but have no worth' }),
});
export type SupplierSum = z.infer<typeof sumSchema>;

const balanceSchema = z.object({
  supplier: supplierRef,
  accountCurrency: currencyCode,
  today: day,
  currencies: z.array(
    z.object({
      currency: currencyCode,
      /** What is open of instalments, as in the list of payables, in all and by its day. */
      owed: sumSchema,
      overdue: sumSchema,
      notDue: sumSchema,
      withoutDay: sumSchema,
      onPurchaseOrders: sumSchema.meta({ description: 'What of `owed` no invoice has taken over yet' }),
      credits: sumSchema.meta({ description: 'What is left of credits' }),
      deposits: sumSchema.meta({ description: 'What was paid on purchase orders, less what invoices have of it' }),
      balance: amount.meta({
        description:
          'The closing balance of the statement: `owed` − `onPurchaseOrders` − `credits` − `deposits`. Below 0 the ' +
          'supplier owes the account',
      }),
    }),
  ),
  owedInAccountCurrency: amount,
  overdueInAccountCurrency: amount,
  withoutRate: z.int(),
});
export type SupplierBalance = z.infer<typeof balanceSchema>;

export const getSupplierBalance = endpoint({
  id: 'getSupplierBalance',
  method: 'GET',
  path: '/payments/{userId}/suppliers/{supplierId}/balance',
  access: 'read',
  flags: management,
  summary: 'What is owed to a supplier, by currency, and what its credits and the paid deposits take off it',
  params: userAnd('supplierId'),
  response: balanceSchema,
});

const STATEMENT_KINDS = [
  'INVOICE',
  'CREDIT_NOTE',
  'PAYMENT',
  'DEPOSIT',
  'SETTLED_BEFORE',
  'REFUND',
  'CREDIT_USED',
  'DEPOSIT_USED',
] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];
/** The most lines that a statement shows in each currency. An export has them all. */
export const MOST_STATEMENT_LINES = 1000;

const lineSchema = z.object({
  kind: z.enum(STATEMENT_KINDS),
  day,
  /** The invoices, credit notes and purchase orders that it is about, the credit before what it was used on. */
  documents: z.array(z.object({ type: z.enum(['INVOICE', 'PURCHASE_ORDER']), id, number: z.string() })),
  reference: z.string().nullable(),
  debit: amount.nullable(),
  credit: amount.nullable(),
  used: amount.nullable().meta({ description: 'What was used of a credit or a deposit, which moves no balance' }),
  balance: amount.meta({ description: 'After this line' }),
  isConfirmed: z.boolean().meta({ description: 'false for an invoice that has a schedule, but is not confirmed yet' }),
  difference: amount.nullable().meta({ description: 'What the total of an invoice has more than its instalments' }),
});
export type StatementLine = z.infer<typeof lineSchema>;

const statementSchema = z.object({
  supplier: supplierRef,
  from: day.nullable(),
  to: day.nullable(),
  currencies: z.array(
    z.object({
      currency: currencyCode,
      opening: amount,
      debit: amount,
      credit: amount,
      closing: amount,
      count: z.int(),
      omitted: z
        .int()
        .meta({ description: 'The oldest lines of the period that are left out; `opening` is before them' }),
      lines: z.array(lineSchema),
      unscheduled: z
        .object({ count: z.int(), total: amount })
        .meta({ description: 'Invoices without a schedule: they are not in the statement' }),
    }),
  ),
});
export type SupplierStatement = z.infer<typeof statementSchema>;
export type CurrencyStatement = SupplierStatement['currencies'][number];

/** The query fields of a statement. */
export const statementPeriod = {
  from: day.optional().meta({ description: 'Lines of earlier days are in the opening balance. Default: all lines' }),
  to: day.optional().meta({ description: 'The last day. Default: without an end' }),
};

export const getSupplierStatement = endpoint({
  id: 'getSupplierStatement',
  method: 'GET',
  path: '/payments/{userId}/suppliers/{supplierId}/statement',
  access: 'read',
  flags: management,
  summary: 'The statement of a supplier: invoices, credit notes, payments and refunds by day, with a running balance',
  description:
    'Debits raise what is owed: an invoice with a schedule on its date, by what its instalments are together, and a ' +
    'refund. Credits lower it: a confirmed credit note on its date, a payment of invoices and a deposit of purchase ' +
    'orders on the day they were paid. The use of a credit or of a deposit is listed and moves nothing. Instalments ' +
    'of purchase orders are no debits. Without `to` the closing balance is `balance` of the supplier’s balance. In ' +
    `each currency the newest ${MOST_STATEMENT_LINES} lines of the period are listed; an export has all.`,
  params: userAnd('supplierId'),
  query: z.strictObject(statementPeriod),
  response: statementSchema,
});
