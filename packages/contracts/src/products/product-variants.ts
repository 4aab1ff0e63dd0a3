import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { userAnd } from '../primitives.ts';
import { catalogRowSchema } from './product-lists.ts';
import { productSchema } from './products.ts';

export const listProductVariants = endpoint({
  id: 'listProductVariants',
  method: 'GET',
  path: '/products/{userId}/{productId}/variants',
  access: 'read',
  flags: management,
  summary: 'The variants of a product, by SKU',
  params: userAnd('productId'),
  response: z.array(catalogRowSchema),
});
export const getNewVariant = endpoint({
  id: 'getNewVariant',
  method: 'GET',
  path: '/products/{userId}/{productId}/variants/new',
  access: 'read',
  flags: management,
  summary: 'Draft of a variant: a copy of the product with a free SKU; stores nothing',
  params: userAnd('productId'),
  response: productSchema.omit({ id: true, version: true, createdAt: true, updatedAt: true }),
  errors: ['products.not_a_parent'],
});
