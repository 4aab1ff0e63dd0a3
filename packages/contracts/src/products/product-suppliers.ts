import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { blankToNull, currencyCode, id, optionalCode, unitPriceIn, userAnd, version } from '../primitives.ts';
import { productSchema } from './products.ts';
import { sayInSchema } from '../texts/catalogue.ts';

export const productSuppliersBody = z.strictObject({
  suppliers: z
    .array(
      z.strictObject({
        supplierId: id,
        price: z.preprocess(blankToNull, unitPriceIn.nullable()).optional(),
        currency: z.preprocess(blankToNull, currencyCode.nullable()).optional(),
        minimumOrder: z
          .int(sayInSchema('units.whole'))
          .min(1, sayInSchema('field.min', { min: 1 }))
          .max(100_000_000)
          .nullable()
          .optional(),
        leadTime: z
          .int(sayInSchema('day.whole'))
          .min(0, sayInSchema('day.min', { min: 0 }))
          .max(3650, sayInSchema('day.max', { max: 3650 }))
          .nullable()
          .optional(),
        supplierSku: optionalCode(100).optional(),
      }),
      sayInSchema('field.supplier_required'),
    )
    .min(1, sayInSchema('field.supplier_required'))
    .max(20),
  version: version.optional(),
});
export const replaceProductSuppliers = endpoint({
  id: 'replaceProductSuppliers',
  method: 'PUT',
  path: '/products/{userId}/{id}/suppliers',
  access: 'write',
  flags: management,
  summary: 'Replace the suppliers of a product and their terms; the first one is the usual supplier',
  params: userAnd('id'),
  body: productSuppliersBody,
  response: productSchema,
  errors: ['conflict_version'],
});
