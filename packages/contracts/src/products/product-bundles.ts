import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { id, unitCost, userAnd, version } from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

const bundlePart = z.object({
  /** The same as `product.id`, under the name that `replaceProductBundle` takes. */
  productId: id,
  product: z.object({ id, sku: z.string(), name: z.string() }),
  quantity: z.int(),
  isBundle: z.boolean(),
  landedCostPerUnit: unitCost.nullable(),
});
const bundleSchema = z.object({ parts: z.array(bundlePart), landedCostPerUnit: unitCost.nullable(), version });
export type Bundle = z.infer<typeof bundleSchema>;
export const getProductBundle = endpoint({
  id: 'getProductBundle',
  method: 'GET',
  path: '/products/{userId}/{id}/bundle',
  access: 'read',
  flags: management,
  summary: 'Components of a bundle; empty if the product is not a bundle',
  params: userAnd('id'),
  response: bundleSchema,
});
export const bundleBody = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        productId: id,
        quantity: z
          .int()
          .min(1, sayInSchema('field.min', { min: 1 }))
          .max(1_000_000),
      }),
    )
    .max(200),
  version: version.optional(),
});
export const replaceProductBundle = endpoint({
  id: 'replaceProductBundle',
  method: 'PUT',
  path: '/products/{userId}/{id}/bundle',
  access: 'write',
  flags: management,
  summary: 'Replace the components of a bundle; its cost is updated at once',
  params: userAnd('id'),
  body: bundleBody,
  response: bundleSchema,
  errors: ['products.bundle_loop', 'conflict_version'],
});
