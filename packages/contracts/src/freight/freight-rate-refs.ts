import { FREIGHT_MODES, FREIGHT_UNITS, type ContainerType } from '@quayside/domain/shipments/option-lists';
import { z } from 'zod';
import { currencyCode, day, id } from '../primitives.ts';

const VALIDITIES = ['VALID', 'NOT_YET_VALID', 'EXPIRED'] as const;
/** The types of containers that are full ones. */
export const FULL_CONTAINERS = ['20FT', '40FT', '40FT_HC', '45FT_HC'] as const satisfies readonly ContainerType[];

/** A freight rate as a plan and comparisons name it. */
export const chosenRateSchema = z.object({
  id,
  name: z.string(),
  forwarder: z.object({ id, companyName: z.string() }).nullable(),
  mode: z.enum(FREIGHT_MODES),
  unit: z.enum(FREIGHT_UNITS),
  containerType: z.enum(FULL_CONTAINERS).nullable(),
  currency: currencyCode,
  fromCountry: z.string().nullable(),
  toCountry: z.string().nullable(),
  transitDays: z.int().nullable(),
  validFrom: day.nullable(),
  validTo: day.nullable(),
  validOn: day.meta({ description: 'The day on which the goods leave; today while nobody knows it' }),
  validity: z.enum(VALIDITIES),
  isArchived: z.boolean(),
});
export type ChosenRate = z.infer<typeof chosenRateSchema>;
