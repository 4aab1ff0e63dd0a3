import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { id, userPath } from '../primitives.ts';
import { PRODUCT_GAPS } from './product-lists.ts';

const completenessSchema = z.object({
  products: z.int(),
  gaps: z.array(
    z.object({
      gap: z.enum(PRODUCT_GAPS),
      products: z.int(),
      /**
       * The number of cost lines that cannot be allocated because this data is missing, and the first 5 of their
       * invoices.
       */
      blockedLines: z.int(),
      blockedInvoices: z.array(z.object({ id, number: z.string() })),
    }),
  ),
});
export type Completeness = z.infer<typeof completenessSchema>;
export const getProductCompleteness = endpoint({
  id: 'getProductCompleteness',
  method: 'GET',
  path: '/products/{userId}/completeness',
  access: 'read',
  flags: management,
  summary: 'Numbers of products that lack data, by kind of data, and the invoices that are affected',
  params: userPath,
  response: completenessSchema,
});
