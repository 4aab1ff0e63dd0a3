import { z } from 'zod';
import { id } from './primitives.ts';

/** A pack list as people recognise it: its number, and the plan that it is in now. */
export const packListRef = z.object({
  id,
  number: z.string().meta({ examples: ['PL-0003'] }),
  plan: z.object({ id, number: z.string() }).nullable(),
});
export type PackListRef = z.infer<typeof packListRef>;
