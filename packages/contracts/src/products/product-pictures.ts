import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { userAnd } from '../primitives.ts';
import { productSchema } from './products.ts';

export const putProductPicture = endpoint({
  id: 'putProductPicture',
  method: 'PUT',
  path: '/products/{userId}/{id}/picture',
  access: 'write',
  flags: management,
  summary: 'Upload the picture of a product',
  params: userAnd('id'),
  upload: { field: 'file', maxBytes: 5 * 1024 * 1024, kinds: 'PNG, JPEG, WebP or GIF' },
  response: productSchema,
  errors: ['wrong_file', 'too_large'],
});
export const getProductPicture = endpoint({
  id: 'getProductPicture',
  method: 'GET',
  path: '/products/{userId}/{id}/picture',
  access: 'read',
  flags: management,
  summary: 'The picture of a product',
  params: userAnd('id'),
  query: z.strictObject({
    v: z
      .string()
      .max(64)
      .optional()
      .meta({ description: 'The `picture` value of the product; with it, the answer never changes and can be cached' }),
  }),
  response: { binary: 'image/*' },
});
export const deleteProductPicture = endpoint({
  id: 'deleteProductPicture',
  method: 'DELETE',
  path: '/products/{userId}/{id}/picture',
  access: 'write',
  flags: management,
  summary: 'Remove the picture of a product',
  params: userAnd('id'),
  response: productSchema,
});
