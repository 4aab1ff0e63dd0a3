import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { blankToNull, currencyCode, id, instant, optionalText, requiredText, userAnd } from './primitives.ts';
import { sayInSchema } from './texts/catalogue.ts';

// Where money for a supplier goes. Stored encrypted, masked for everyone; an admin sees it with a recent proof.

/** A number, or the masked one of an answer, which leaves the stored number as it is. */
const accountNumber = requiredText(50).regex(
  /^([\dA-Za-z][\dA-Za-z ./-]{3,}|•{4}( [\dA-Za-z]{1,4})?)$/,
  sayInSchema('field.bank_account'),
);
const details = {
  beneficiary: requiredText(200),
  accountNumber: accountNumber.meta({ description: 'Account number or IBAN; masked as it was answered: unchanged' }),
  bankName: optionalText(200).optional(),
  bankAddress: optionalText(500).optional(),
  swift: z
    .preprocess(
      blankToNull,
      z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, 'A SWIFT code has 8 or 11 letters and digits')
        .nullable(),
    )
    .optional(),
  bankCode: optionalText(50).optional().meta({ description: 'Sort code, routing number or CNAPS code' }),
  currency: z.preprocess(blankToNull, currencyCode.nullable()).optional(),
  notes: optionalText(500).optional().meta({ description: 'For example the intermediary bank' }),
};
/** Who sends it needs no other proof, unless they have a second factor. */
const password = z.string().min(1, sayInSchema('field.password_required')).max(128).optional();
/** Everything but the last four characters of a number is dots. */
const masked = {
  beneficiary: z.string(),
  accountNumber: z.string(),
  bankName: z.string().nullable(),
  bankAddress: z.string().nullable(),
  swift: z.string().nullable(),
  bankCode: z.string().nullable(),
  currency: z.string().nullable(),
  notes: z.string().nullable(),
};
export const bankDetailsSchema = z.object({
  details: z.object(masked).nullable().meta({ description: 'Null: none are stored' }),
  isMasked: z.boolean(),
  changedAt: instant.nullable(),
  changedBy: z.object({ id, name: z.string() }).nullable(),
  /** Who changed or looked at them, newest first, at most 50. */
  history: z.array(
    z.object({
      action: z.enum(['CHANGED', 'REMOVED', 'REVEALED']),
      at: instant,
      by: z.object({ id, name: z.string() }).nullable(),
    }),
  ),
});
export type BankDetails = z.infer<typeof bankDetailsSchema>;
const path = '/suppliers/{userId}/{id}/bank-details';
const shared = { access: 'accountAdmin', params: userAnd('id'), response: bankDetailsSchema } as const;

export const getSupplierBankDetails = endpoint({
  ...shared,
  access: 'read',
  id: 'getSupplierBankDetails',
  method: 'GET',
  path,
  summary: 'Bank details of a supplier, masked',
});
export const putSupplierBankDetails = endpoint({
  ...shared,
  id: 'putSupplierBankDetails',
  method: 'PUT',
  path,
  summary: 'Say where money for a supplier goes; every change is logged and told to the admins',
  proof: 'in-body',
  body: z.strictObject({ password, ...details }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
export const revealSupplierBankDetails = endpoint({
  ...shared,
  id: 'revealSupplierBankDetails',
  method: 'POST',
  path: `${path}/reveal`,
  summary: 'Bank details of a supplier, unmasked; logged',
  proof: 'in-body',
  body: z.strictObject({ password }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
export const removeSupplierBankDetails = endpoint({
  ...shared,
  id: 'removeSupplierBankDetails',
  method: 'POST',
  path: `${path}/remove`,
  summary: 'Forget the bank details of a supplier',
  proof: 'in-body',
  body: z.strictObject({ password }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
