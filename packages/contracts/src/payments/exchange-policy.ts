import { EXCHANGE_POLICIES } from '@quayside/domain/payables/exchange';
import { INVOICE_STATUSES } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { amount, currencyCode, day, id, instant, userPath } from '../primitives.ts';

// Whether invoices are converted at their own rate or at the rate at which they were paid.

const policy = z.enum(EXCHANGE_POLICIES);

const exchangePolicySchema = z.object({
  policy,
  /** The newest change of the policy; null if it was never changed. */
  change: z
    .object({
      id,
      from: policy,
      to: policy,
      /** The invoices that have to follow it, and how many of them do. */
      invoices: z.int(),
      done: z.int(),
      startedAt: instant,
      endedAt: instant.nullable().meta({ description: 'null: invoices still follow, one after the other' }),
    })
    .nullable(),
});
export type ExchangePolicyState = z.infer<typeof exchangePolicySchema>;

export const getExchangePolicy = endpoint({
  id: 'getExchangePolicy',
  method: 'GET',
  path: '/payments/{userId}/policy',
  access: 'read',
  flags: management,
  summary: 'Which rate converts the costs of paid invoices',
  params: userPath,
  response: exchangePolicySchema,
});

const previewSchema = z.object({
  policy,
  accountCurrency: currencyCode,
  invoices: z.int().meta({ description: 'Invoices whose costs are converted at another rate' }),
  orders: z.int().meta({ description: 'Supplier orders that carry costs of these invoices' }),
  months: z.array(z.string()).meta({ description: 'The months of these orders, the earliest first: yyyy-MM' }),
  /** By how much all costs change together. */
  change: amount,
  /** The invoices whose costs change most, at most 50. */
  largest: z.array(
    z.object({
      invoice: z.object({ id, number: z.string(), date: day.nullable(), status: z.enum(INVOICE_STATUSES) }),
      currency: currencyCode,
      rateBefore: z.string(),
      rateAfter: z.string(),
      /** What its lines cost, less what was credited of them. */
      before: amount,
      after: amount,
      change: amount,
    }),
  ),
});
export type ExchangePolicyPreview = z.infer<typeof previewSchema>;

export const previewExchangePolicy = endpoint({
  id: 'previewExchangePolicy',
  method: 'POST',
  path: '/payments/{userId}/policy/preview',
  access: 'accountAdmin',
  flags: management,
  summary: 'What another exchange policy would change, storing nothing',
  params: userPath,
  body: z.strictObject({ policy }),
  response: previewSchema,
});

export const setExchangePolicy = endpoint({
  id: 'setExchangePolicy',
  method: 'PUT',
  path: '/payments/{userId}/policy',
  access: 'accountAdmin',
  flags: management,
  summary: 'Choose which rate converts the costs of paid invoices',
  description:
    'The costs of invoices, closed ones too, follow in the background; payments from now on follow at once. Costs as ' +
    'known on an earlier day stay as they were. Sending the present policy changes nothing.',
  params: userPath,
  body: z.strictObject({ policy }),
  response: exchangePolicySchema,
});

declare module '../live.ts' {
  interface Topics {
    readonly 'exchange-policy': true;
  }
}
