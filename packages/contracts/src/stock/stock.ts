import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipping } from '../shipments/pack-lists.ts';
import { filterQuery, listQuery, page } from '../paging.ts';
import { amount, day, id, unitCost, userPath } from '../primitives.ts';

// The stock of products: what is on its way, what is on hand, and what that is worth, now or at the end of a day.

const between = ['gte', 'lte', 'between'] as const;
export const stockFilters = {
  product: ['in'],
  supplier: ['in'],
  sku: ['contains'],
  onOrder: between,
  packed: between,
  inTransit: between,
  missing: between,
  onHand: between,
  waiting: between,
  unknown: between,
  value: between,
} as const;
export const stockSort = [
  'sku',
  'name',
  'onOrder',
  'packed',
  'inTransit',
  'missing',
  'onHand',
  'waiting',
  'unknown',
  'value',
  'factoryValue',
] as const;
/** The day at whose end stock is shown, and what was known of it when. */
export const stockOn = {
  on: day.optional().meta({ description: 'At the end of this day; absent: now, or the day of `asKnownOn`' }),
  asKnownOn: day.optional().meta({
    description: 'With what was recorded by the end of this day in the time zone of the account; absent: as known now',
  }),
};

const units = z.int();
const onTheWay = units.nullable().meta({ description: 'Null for a day: it is known for now only' });
const figures = {
  onOrder: onTheWay.meta({ description: 'Units of orders that are neither shipped nor received; null for a day' }),
  packed: onTheWay.meta({ description: 'Of these, units that are packed; null for a day' }),
  inTransit: onTheWay,
  missing: onTheWay.meta({ description: 'Shipped, not received, and not decided; null for a day' }),
  onHand: units,
  waiting: units.meta({ description: 'Sold without cost: no lot has given them yet' }),
  unknown: units.meta({
    description:
      'Of those on hand, units whose cost is not known: a count found them, or their invoice has no exchange rate',
  }),
  value: amount.meta({ description: 'Landed cost of what is on hand, without units of unknown cost' }),
  factoryValue: amount,
};
const stockRowSchema = z.object({
  productId: id,
  sku: z.string(),
  name: z.string(),
  picture: z.string().nullable(),
  ...figures,
  valuePerUnit: unitCost.nullable().meta({ description: 'Value over the units of known cost; null without any' }),
});
export type StockRow = z.infer<typeof stockRowSchema>;

export const listStock = endpoint({
  id: 'listStock',
  method: 'GET',
  path: '/stock/{userId}/products',
  access: 'read',
  flags: shipping,
  summary: 'The stock of products, one page at a time, by SKU',
  params: userPath,
  query: listQuery({ sort: stockSort, filters: stockFilters, extra: stockOn }),
  response: page(stockRowSchema),
});

export const getStockTotals = endpoint({
  id: 'getStockTotals',
  method: 'GET',
  path: '/stock/{userId}/products/totals',
  access: 'read',
  flags: shipping,
  summary: 'Exact count and sums of the filtered stock',
  params: userPath,
  query: filterQuery({ filters: stockFilters, extra: stockOn }),
  response: z.object({ count: z.int(), ...figures }),
});
