import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { id, instant, plainText, requiredText, userAnd, userPath, version } from '../primitives.ts';

// The codes of the accounts in the books of the account: for invoices, and for what pays them.

export const ACCOUNT_CODE_TYPES = ['INVOICE', 'PAYMENT'] as const;

const accountCodeSchema = z.object({
  id,
  code: z.string(),
  name: z.string(),
  type: z.enum(ACCOUNT_CODE_TYPES).meta({ description: 'PAYMENT: an account from which invoices are paid' }),
  accountId: id.meta({ description: 'The account of Quayside that it belongs to' }),
  archivedAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type AccountCode = z.infer<typeof accountCodeSchema>;

const code = requiredText(50);
const name = requiredText(200);
const list = {
  method: 'GET',
  access: 'read',
  flags: management,
  params: userPath,
  response: z.array(accountCodeSchema),
} as const;

export const listAccountCodes = endpoint({
  ...list,
  id: 'listAccountCodes',
  path: '/payments/{userId}/account-codes',
  summary: 'All account codes, also archived ones, by type and code',
});
export const listInvoiceAccountCodes = endpoint({
  ...list,
  id: 'listInvoiceAccountCodes',
  path: '/payments/{userId}/account-codes/invoice',
  summary: 'The account codes of invoices that can be chosen',
});
export const listPaymentAccountCodes = endpoint({
  ...list,
  id: 'listPaymentAccountCodes',
  path: '/payments/{userId}/account-codes/payment',
  summary: 'The pay-from account codes that can be chosen',
});

export const createAccountCode = endpoint({
  id: 'createAccountCode',
  method: 'POST',
  path: '/payments/{userId}/account-codes',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Add an account code; a code is unique among those of its type, ignoring case',
  params: userPath,
  body: z.strictObject({ code, name, type: z.enum(ACCOUNT_CODE_TYPES) }),
  response: accountCodeSchema,
  status: 201,
  errors: ['payments.code_taken'],
});
export const patchAccountCode = endpoint({
  id: 'patchAccountCode',
  method: 'PATCH',
  path: '/payments/{userId}/account-codes/{id}',
  access: 'write',
  flags: management,
  summary: 'Rename, archive or restore an account code; its payments keep it',
  params: userAnd('id'),
  body: z.strictObject({
    code: code.optional(),
    name: name.optional(),
    archivedAt: instant.nullable().optional(),
    version: version.optional(),
  }),
  response: accountCodeSchema,
  errors: ['payments.unknown', 'payments.code_taken', 'conflict_version'],
});
export const deleteAccountCode = endpoint({
  id: 'deleteAccountCode',
  method: 'DELETE',
  path: '/payments/{userId}/account-codes/{id}',
  access: 'write',
  flags: management,
  summary: 'Delete an account code that no payment has; archive the others',
  params: userAnd('id'),
  errors: ['payments.unknown', 'payments.code_in_use', 'conflict_version'],
});

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((s) => s === 'true');
const accountCodePaste = z.object({
  isDryRun: z.boolean(),
  counts: z.object({ rows: z.int(), create: z.int(), update: z.int(), same: z.int(), fail: z.int() }),
  /** The first 50 rows, as they were understood. */
  sample: z.array(
    z.object({
      row: z.int(),
      code: z.string(),
      name: z.string(),
      type: z.enum(ACCOUNT_CODE_TYPES),
      action: z.enum(['CREATE', 'UPDATE', 'SAME']),
    }),
  ),
  /** The first 200 errors. */
  errors: z.array(z.object({ row: z.int(), column: z.string().nullable(), value: z.string(), message: z.string() })),
});
export type AccountCodePaste = z.infer<typeof accountCodePaste>;

export const pasteAccountCodes = endpoint({
  id: 'pasteAccountCodes',
  method: 'POST',
  path: '/payments/{userId}/account-codes/paste',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Import account codes from pasted cells: code, name and type in each row',
  description:
    'A heading row is recognised. Rows without a type have that of the body. A code that exists gets the new name, ' +
    'and is restored if it was archived.',
  params: userPath,
  query: z.strictObject({
    dryRun: flag.meta({ description: 'true: answers what the import would do, and stores nothing' }),
    onlyValid: flag.meta({ description: 'true: stores the rows without errors; otherwise one error refuses all' }),
  }),
  body: z.strictObject({ text: plainText(200_000), type: z.enum(ACCOUNT_CODE_TYPES).optional() }),
  response: accountCodePaste,
  errors: ['imports.unreadable', 'imports.has_errors'],
});

declare module '../live.ts' {
  interface Topics {
    readonly 'account-codes': true;
  }
}
