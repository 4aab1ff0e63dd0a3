import { CHARGE_REMARKS } from '@quayside/domain/shipments/freight-rates';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { chosenRateSchema, FULL_CONTAINERS } from '../freight/freight-rate-refs.ts';
import { packListIds, shipping } from './pack-lists.ts';
import { amount, currencyCode, day, id, unitCost, userAnd } from '../primitives.ts';

// What-if: what moving the goods of a plan would cost by each freight rate, and how much more fits. It stores nothing.

/** The most freight rates that one call compares. */
const MAX_OFFERS = 50;

const money = { amount, perUnit: unitCost.nullable() };
const skuSchema = z.object({
  productId: id,
  sku: z.string(),
  units: z.int(),
  /** In the currency of the rate. */
  ...money,
  accountAmount: amount.nullable().meta({ description: 'In account currency. The shares add up, too' }),
  landedPerUnit: unitCost.nullable().meta({
    description: 'Landed cost per unit in account currency: what is booked without own SHIPPING, and the estimate',
  }),
});

const offerSchema = z.object({
  rate: chosenRateSchema,
  isChosen: z.boolean(),
  remarks: z.array(z.enum(CHARGE_REMARKS)),
  /** Null: the charge is unknown, with the reason in `lacking`. */
  charge: amount.nullable().meta({ description: 'In the currency of the rate, with fees' }),
  fees: amount,
  chargeable: z.string().nullable().meta({ description: 'In the unit of the rate' }),
  price: z.string().nullable().meta({ description: 'Of one unit: that of the break that was the cheapest' }),
  from: z
    .string()
    .nullable()
    .meta({ description: 'Where that break begins; more than `chargeable` is charged as this' }),
  isLeastCharge: z.boolean(),
  containers: z.int().nullable().meta({ description: 'How many containers the goods need, for a rate by container' }),
  lacking: z.object({ reason: z.string(), products: z.array(z.object({ productId: id, sku: z.string() })) }).nullable(),
  accountAmount: amount.nullable().meta({ description: 'In account currency, converted once; null without a rate' }),
  perUnit: unitCost.nullable().meta({ description: 'In account currency' }),
  arrivalDay: day.nullable(),
  difference: amount.nullable().meta({ description: 'In account currency: how much more than the chosen one' }),
  bySku: z.array(skuSchema).meta({ description: 'The shares add up to the charge' }),
});
export type Offer = z.infer<typeof offerSchema>;

const fillSchema = z.object({
  containerType: z.enum(FULL_CONTAINERS),
  name: z.string(),
  usableVolume: z.string().meta({ description: 'Cubic metres. A bound, not a plan' }),
  payload: z.string().meta({ description: 'Kilograms' }),
  /** Null while a volume or weight is unknown. */
  count: z.int().nullable().meta({ description: 'How many of them the goods need, at least 1' }),
  volumePercent: z.string().nullable().meta({ description: 'Of so many of them' }),
  weightPercent: z.string().nullable(),
});
export type ContainerFill = z.infer<typeof fillSchema>;

const roomSchema = z.object({
  orderId: id,
  orderNumber: z.string(),
  sku: z.string(),
  containerType: z.enum(FULL_CONTAINERS),
  unitsPerCarton: z.int(),
  /** Null while a volume or weight is unknown. */
  cartons: z.int().nullable(),
  volume: z.string().nullable().meta({ description: 'Cubic metres of so many cartons' }),
  limitedBy: z.enum(['VOLUME', 'WEIGHT']).nullable(),
  freeVolume: z.string().nullable(),
  freeWeight: z.string().nullable(),
  /** By the chosen rate, in its currency. Null without a chosen rate, or while its charge is unknown. */
  effect: z
    .object({ currency: currencyCode, before: z.object(money), after: z.object(money), cartons: z.int() })
    .nullable(),
});
export type Room = z.infer<typeof roomSchema>;

const body = z.strictObject({
  freightRateIds: z
    .array(id)
    .max(MAX_OFFERS)
    .optional()
    .meta({ description: 'Default: all that fit the countries of the plan and hold on the day, and the chosen one' }),
  addPackListIds: packListIds.optional().meta({ description: 'As if these were in the plan, with their carton rows' }),
  removePackListIds: packListIds.optional().meta({ description: 'As if these were not in it' }),
  shipDay: day.optional(),
  room: z
    .strictObject({ orderId: id, containerType: z.enum(FULL_CONTAINERS).optional() })
    .optional()
    .meta({ description: 'How many more cartons of an order fit. Default: the container of the plan or of its rate' }),
});

const whatIfSchema = z.object({
  accountCurrency: currencyCode,
  shipDay: day.nullable(),
  packLists: z.int(),
  units: z.int(),
  cartons: z.int(),
  weight: z.string().nullable().meta({ description: 'Kilograms; null while one is unknown' }),
  volume: z.string().nullable().meta({ description: 'Cubic metres; null while one is unknown' }),
  offers: z.array(offerSchema).meta({ description: 'The cheapest first' }),
  /** Rates that fit the countries, but do not hold on the day. */
  notValid: z.array(chosenRateSchema),
  containers: z.array(fillSchema),
  room: roomSchema.nullable(),
});
export type WhatIf = z.infer<typeof whatIfSchema>;

export const compareFreight = endpoint({
  id: 'compareFreight',
  method: 'POST',
  path: '/orders/{userId}/shipmentplans/{id}/what-if',
  access: 'read',
  flags: shipping,
  summary: 'What a plan would cost by each freight rate, and how much more fits; stores nothing',
  params: userAnd('id'),
  body,
  response: whatIfSchema,
  errors: ['shipments.unknown_plan', 'shipments.unknown_pack_list', 'shipments.unknown_order', 'shipments.locked'],
});
