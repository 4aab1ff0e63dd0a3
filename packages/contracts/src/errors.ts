import { z } from 'zod';

/**
 * Every refusal of the API and its HTTP status. Codes of an area carry its name. What they say stands in the catalogue
 * of texts, under the same code.
 */
export const ERRORS = {
  malformed: { status: 400 },
  proof_required: { status: 422 },
  bad_input: { status: 422 },
  not_signed_in: { status: 401 },
  wrong_credentials: { status: 401 },
  second_factor_required: { status: 401 },
  not_activated: { status: 401 },
  payment_required: { status: 402 },
  second_factor_missing: { status: 403 },
  forbidden: { status: 403 },
  not_found: { status: 404 },
  conflict_version: { status: 409 },
  conflict_key: { status: 409 },
  conflict_running: { status: 409 },
  conflict_account: { status: 409 },
  conflict_in_use: { status: 409 },
  too_large: { status: 413 },
  wrong_file: { status: 415 },
  too_many: { status: 429 },
  session_ended: { status: 498 },
  internal: { status: 500 },
  unavailable: { status: 503 },
  'accounts.email_taken': { status: 409 },
  'accounts.link_used': { status: 422 },
  'accounts.link_expired': { status: 422 },
  'accounts.link_unknown': { status: 422 },
  'accounts.wrong_password': { status: 422 },
  'accounts.wrong_code': { status: 422 },
  'accounts.second_factor_off': { status: 422 },
  'accounts.second_factor_kept': { status: 422 },
  'accounts.set_up_over': { status: 422 },
  'accounts.own_second_factor_first': { status: 422 },
  'accounts.currency_fixed': { status: 422 },
  'people.rejected': { status: 401 },
  'people.owner': { status: 422 },
  'people.oneself': { status: 422 },
  'people.last_admin': { status: 422 },
  'people.is_member': { status: 422 },
  'people.invitation_used': { status: 422 },
  'people.invitation_expired': { status: 422 },
  'people.invitation_unknown': { status: 422 },
  'people.sign_in_first': { status: 422 },
  'products.sku_taken': { status: 422 },
  'products.supplier_required': { status: 422 },
  'products.in_use': { status: 409 },
  'suppliers.in_use': { status: 409 },
  'imports.unreadable': { status: 422 },
  'imports.has_errors': { status: 422 },
  'invoices.closed': { status: 422 },
  'invoices.wrong_status': { status: 422 },
  'invoices.incomplete': { status: 422 },
  'invoices.not_assigned': { status: 422 },
  'invoices.difference': { status: 422 },
  'invoices.line_has_order': { status: 409 },
  'invoices.in_use': { status: 409 },
  'invoices.no_invoice': { status: 404 },
  'documents.unknown': { status: 404 },
  'documents.quota': { status: 413 },
  'products.bundle_loop': { status: 422 },
  'products.not_a_parent': { status: 422 },
  'products.changed_since': { status: 409 },
  'products.cannot_revert': { status: 422 },
  'imports.wrong_state': { status: 409 },
  'suppliers.merge_itself': { status: 422 },
  'suppliers.wrong_password': { status: 422 },
  'views.name_taken': { status: 422 },
  'undo.too_late': { status: 409 },
  'invoices.unknown': { status: 404 },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode]['status'];

const params = z
  .record(z.string(), z.unknown())
  .optional()
  .meta({ description: 'Values that the message holds, by name' });

/** One wrong field. `field` is a dotted path into the body, or the name of a query parameter. */
export const fieldErrorSchema = z.object({
  field: z.string(),
  message: z.string().meta({ description: 'In the language that Accept-Language asks for' }),
  code: z.string().meta({ description: 'Which message this is, whatever its language' }),
  params,
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Something that keeps a row from being deleted. */
export const useSchema = z.object({
  type: z.enum(['INVOICE', 'INVOICE_LINE', 'ORDER', 'PRODUCT']),
  id: z.string(),
  label: z.string(),
});
export type Use = z.infer<typeof useSchema>;

/** The one error body of the API. */
export const errorBodySchema = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string().meta({ description: 'In the language that Accept-Language asks for' }),
  reason: z
    .string()
    .optional()
    .meta({ description: 'Which message this is, where it says more than the code alone would' }),
  params,
  errors: z.array(fieldErrorSchema).optional(),
  /** 409 on a delete: what still uses the row (the first 20). */
  uses: z.array(useSchema).optional(),
  /** 409 on a stale version: the row as it is now. */
  current: z.unknown().optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
