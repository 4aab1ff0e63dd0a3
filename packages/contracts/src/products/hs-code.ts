import { codeIdentity } from '@quayside/domain/written-text';
import { isHsCode } from '@quayside/domain/products/hs-code';
import { z } from 'zod';
import { sayInSchema } from '../texts/catalogue.ts';

/** An HS code as a person types it: 4 to 12 digits, with dots or spaces between them. */
export const hsCode = z
  .string()
  .max(40, sayInSchema('hs_code.form'))
  .overwrite(codeIdentity)
  .trim()
  .refine(isHsCode, sayInSchema('hs_code.form'));
