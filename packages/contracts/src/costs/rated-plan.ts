import { MEASURES } from '@quayside/domain/lists';
import { z } from 'zod';
import { id } from '../primitives.ts';

// This file stands apart from the calls of costs, which the first screen does not need.

/** What the weights of a cost count. */
export const measure = z.enum(MEASURES);

/** How a plan in the scope of a line was rated, in kilograms. */
export const ratedPlan = z.object({
  plan: z.object({ id, number: z.string() }).nullable().meta({ description: 'null: what is in no plan' }),
  measure: measure.nullable().meta({ description: 'What was greater; null: it differs between cartons' }),
  grossWeight: z.string(),
  volumetricWeight: z.string(),
  chargeableWeight: z.string(),
});
