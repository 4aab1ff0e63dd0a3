import { STOCK_METHODS } from '@quayside/domain/stock/methods';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { amount, currencyCode, id, instant, userPath } from '../primitives.ts';

// How what leaves stock is valued: first in, first out, or by the moving average.

const method = z.enum(STOCK_METHODS);

const stockMethodSchema = z.object({
  method,
  /** The newest change of the method; null if it was never changed. */
  change: z
    .object({
      id,
      from: method,
      to: method,
      /** The products that have to follow it, and how many of them do. */
      products: z.int(),
      done: z.int(),
      startedAt: instant,
      endedAt: instant.nullable().meta({ description: 'null: products still follow, one after the other' }),
    })
    .nullable(),
});
export type StockMethodState = z.infer<typeof stockMethodSchema>;

export const getStockMethod = endpoint({
  id: 'getStockMethod',
  method: 'GET',
  path: '/stock/{userId}/method',
  access: 'read',
  flags: shipping,
  summary: 'How what leaves stock is valued',
  params: userPath,
  response: stockMethodSchema,
});

const beforeAfter = { before: amount, after: amount, change: amount };
const previewSchema = z.object({
  method,
  accountCurrency: currencyCode,
  products: z.int().meta({ description: 'Products whose costs or value are others' }),
  /** What the units that went in a month cost, the earliest first. Months without a change are left out. */
  months: z.array(z.object({ month: z.string().meta({ description: 'yyyy-MM' }), ...beforeAfter })),
  gone: z.object(beforeAfter).meta({ description: 'What all units that went cost' }),
  onHand: z.object(beforeAfter).meta({ description: 'What is on hand is worth' }),
  /** The products whose value on hand changes most, at most 50. */
  largest: z.array(
    z.object({
      product: z.object({ id, sku: z.string(), name: z.string() }),
      gone: z.object(beforeAfter),
      onHand: z.object(beforeAfter),
    }),
  ),
});
export type StockMethodPreview = z.infer<typeof previewSchema>;

export const previewStockMethod = endpoint({
  id: 'previewStockMethod',
  method: 'POST',
  path: '/stock/{userId}/method/preview',
  access: 'accountAdmin',
  flags: shipping,
  summary: 'What another method would change, month by month, storing nothing',
  params: userPath,
  body: z.strictObject({ method }),
  response: previewSchema,
});

export const setStockMethod = endpoint({
  id: 'setStockMethod',
  method: 'PUT',
  path: '/stock/{userId}/method',
  access: 'accountAdmin',
  flags: shipping,
  summary: 'Choose how what leaves stock is valued',
  description:
    'Products follow in the background; those of which units move follow at once. Stock as known on an earlier day ' +
    'stays as it was. Sending the present method changes nothing.',
  params: userPath,
  body: z.strictObject({ method }),
  response: stockMethodSchema,
});

declare module '../live.ts' {
  interface Topics {
    readonly 'stock-method': true;
  }
}
