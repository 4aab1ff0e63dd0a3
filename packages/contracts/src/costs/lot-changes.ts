import { z } from 'zod';
import { orderRef } from '../order-ref.ts';
import { packListRef } from '../pack-list-ref.ts';
import { amount, id, unitCost } from '../primitives.ts';

// What a change of costs does to lots, before it is made.

/** The most lots that a preview names; its sums are over all of them. */
export const MOST_LOT_CHANGES = 50;

const gone = {
  change: amount,
  byMonth: z.array(z.object({ month: z.string().meta({ description: 'yyyy-MM' }), change: amount })),
};

const lotChangeSchema = z.object({
  packList: packListRef,
  order: orderRef,
  product: z.object({ id, sku: z.string(), name: z.string() }),
  units: z.int(),
  change: amount.meta({
    description: 'Of what all its units cost; what is gone, on hand and not arrived add up to it',
  }),
  perUnitBefore: unitCost.nullable(),
  perUnitAfter: unitCost.nullable(),
  onHand: z
    .object({ units: z.int(), before: amount, after: amount })
    .nullable()
    .meta({ description: 'Null under the moving average, whose pool values what is on hand' }),
  gone: z
    .object({ units: z.int(), ...gone })
    .nullable()
    .meta({ description: 'By the month in which the units went. Null under the moving average' }),
  notArrived: z.object({ units: z.int(), change: amount }),
});
export type LotChange = z.infer<typeof lotChangeSchema>;

/** The pack lists whose cost a change reaches, the largest change first, and what falls on stock and on sold months. */
export const lotChanges = z.object({
  count: z.int(),
  lots: z.array(lotChangeSchema).meta({ description: `The first ${MOST_LOT_CHANGES}` }),
  onHand: amount.nullable(),
  gone: z.object(gone).nullable(),
  notArrived: amount,
});
export type LotChanges = z.infer<typeof lotChanges>;
