import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { id, requiredLines, userPath } from '../primitives.ts';

/**
 * The kinds of codes, best first. If a code is the SKU of one product and the alias of another, it means the product
 * with the SKU. A person has to choose only if several products have the code as the same kind.
 */
export const CODE_KINDS = ['SKU', 'ALIAS', 'ASIN', 'FNSKU', 'BARCODE', 'OWN_SUPPLIER', 'SUPPLIER'] as const;
export type CodeKind = (typeof CODE_KINDS)[number];

const MAX_CODES = 2000;

export const resolveProductCodes = endpoint({
  id: 'resolveProductCodes',
  method: 'POST',
  path: '/products/{userId}/by-codes',
  access: 'read',
  flags: management,
  summary: 'Which products have these codes',
  description:
    "A code is a SKU, another SKU, an ASIN, an FNSKU, a barcode or a supplier's item number, in any case. It must be " +
    'complete; to find products by a part of a code, search the list.',
  params: userPath,
  body: z.strictObject({
    codes: z.array(requiredLines(100)).max(MAX_CODES),
    supplierId: id
      .nullable()
      .optional()
      .meta({ description: 'The supplier whose item numbers come before those of other suppliers' }),
  }),
  response: z.object({
    codes: z
      .array(
        z.object({
          code: z.string(),
          by: z.enum(CODE_KINDS).nullable().meta({ description: 'What the code is; null if no product has it' }),
          products: z
            .array(z.object({ id, sku: z.string(), name: z.string() }))
            .meta({ description: 'One product, or several among which only a person can choose' }),
        }),
      )
      .meta({ description: 'In the order of the request' }),
  }),
});
