import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  blankToNull,
  currencyCode,
  id,
  instant,
  optionalLines,
  optionalText,
  requiredText,
  userAnd,
} from '../primitives.ts';
import { sayInSchema } from '../texts/catalogue.ts';

// The bank details of a supplier. They are stored encrypted and shown masked to everyone. An admin can reveal them with
// a recent proof of identity.

/** An account number. If a client sends back the masked number of an answer, the stored number is kept. */
const accountNumber = requiredText(50).regex(
  /^([\dA-Za-z][\dA-Za-z ./-]{3,}|•{4}( [\dA-Za-z]{1,4})?)$/,
  sayInSchema('field.bank_account'),
);
const details = {
  beneficiary: requiredText(200),
  accountNumber: accountNumber.meta({
    description: 'Account number or IBAN; sending back the masked value keeps the stored number',
  }),
  bankName: optionalText(200).optional(),
  bankAddress: optionalLines(500).optional(),
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
  notes: optionalLines(500).optional().meta({ description: 'For example the intermediary bank' }),
};
/** The password, which serves as proof of identity in the call itself, unless the person has a second factor. */
const password = z.string().min(1, sayInSchema('field.password_required')).max(128).optional();
/** The account number shows only its last four characters; dots replace the rest. */
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
const bankDetailsSchema = z.object({
  details: z.object(masked).nullable().meta({ description: 'Null: no bank details are stored' }),
  isMasked: z.boolean(),
  changedAt: instant.nullable(),
  changedBy: z.object({ id, name: z.string() }).nullable(),
  /** The last 50 times that a person changed, removed or revealed the details, newest first. */
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
  summary: 'Replace the bank details of a supplier; every change is logged, and the admins are notified',
  proof: 'in-body',
  body: z.strictObject({ password, ...details }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
export const revealSupplierBankDetails = endpoint({
  ...shared,
  id: 'revealSupplierBankDetails',
  method: 'POST',
  path: `${path}/reveal`,
  summary: 'Bank details of a supplier, unmasked; the access is logged',
  proof: 'in-body',
  body: z.strictObject({ password }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
export const removeSupplierBankDetails = endpoint({
  ...shared,
  id: 'removeSupplierBankDetails',
  method: 'POST',
  path: `${path}/remove`,
  summary: 'Remove the bank details of a supplier',
  proof: 'in-body',
  body: z.strictObject({ password }),
  errors: ['suppliers.wrong_password', 'too_many'],
});
