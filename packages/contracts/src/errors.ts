import { z } from 'zod';

/**
 * Every refusal of the API: its HTTP status and the text shown where nothing more exact is known.
 * Area codes carry their area. Texts in the source documents' words are kept letter for letter.
 */
export const ERRORS = {
  malformed: { status: 400, message: 'The request could not be read.' },
  proof_required: { status: 422, message: 'Nothing has happened yet: type your password again first.' },
  bad_input: { status: 422, message: 'Something went wrong' },
  not_signed_in: { status: 401, message: 'The user is not authorized' },
  wrong_credentials: { status: 401, message: 'Incorrect email address or password' },
  second_factor_required: { status: 401, message: 'Type the code of your authenticator app.' },
  not_activated: { status: 401, message: 'Your account has not been activated, please contact us' },
  payment_required: { status: 402, message: 'The trial or subscription of this account has ended. Reading goes on working.' },
  second_factor_missing: { status: 403, message: 'This account asks for a second factor. Set one up in your profile, under Security.' },
  forbidden: { status: 403, message: 'Your role in this account may read this, but not change it.' },
  not_found: { status: 404, message: 'The page you were looking for does not exist' },
  conflict_version: { status: 409, message: 'Somebody changed this while you were editing. Both versions are shown.' },
  conflict_key: { status: 409, message: 'This Idempotency-Key was used for a different request.' },
  conflict_running: { status: 409, message: 'The same request is still being worked on.' },
  conflict_account: { status: 409, message: 'Another account was opened in this browser.' },
  conflict_in_use: { status: 409, message: 'This is still used elsewhere.' },
  too_large: { status: 413, message: 'The file or request is too large.' },
  wrong_file: { status: 415, message: 'This kind of file is not accepted here.' },
  too_many: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  session_ended: { status: 498, message: 'Session logged out, please log in again to continue.' },
  internal: { status: 500, message: 'Something went wrong' },
  unavailable: { status: 503, message: 'The database does not answer at the moment. Nothing was lost; try again.' },

  'accounts.email_taken': { status: 409, message: 'Existing User account.' },
  'accounts.link_used': { status: 422, message: 'This link was used already, or a newer one took its place.' },
  'accounts.link_expired': { status: 422, message: 'This link is too old.' },
  'accounts.link_unknown': { status: 422, message: 'This link opens nothing. Open the one in the newest mail.' },
  'accounts.wrong_password': { status: 422, message: 'This is not your password.' },
  'accounts.wrong_code': { status: 422, message: 'This code is not right, or it was used already. Wait for the next one.' },
  'accounts.second_factor_off': { status: 422, message: 'The second factor is not on.' },
  'accounts.second_factor_kept': { status: 422, message: 'An account that you belong to asks for a second factor.' },
  'accounts.set_up_over': { status: 422, message: 'Setting this up took too long, or was begun again elsewhere. Begin anew.' },
  'accounts.own_second_factor_first': { status: 422, message: 'Turn on your own second factor first, in your profile under Security.' },
  'accounts.currency_fixed': { status: 422, message: 'The currency cannot change any more: costs are stored in it.' },
  'people.rejected': { status: 401, message: 'Your account invitation is rejected' },
  'people.owner': { status: 422, message: 'The owner of the account stays in it, as an admin.' },
  'people.oneself': { status: 422, message: 'Nobody removes themselves or takes their own role away. Ask another admin.' },
  'people.last_admin': { status: 422, message: 'The account needs an admin. Make somebody else one first.' },
  'people.is_member': { status: 422, message: 'This person is a member of the account already.' },
  'people.invitation_used': { status: 422, message: 'This invitation was answered already.' },
  'people.invitation_expired': { status: 422, message: 'This invitation has expired. Ask for a new one.' },
  'people.invitation_unknown': { status: 422, message: 'This invitation is not valid any more. Ask for a new one.' },
  'people.sign_in_first': { status: 422, message: 'Sign in to accept this invitation.' },
  'products.sku_taken': { status: 422, message: 'SKU must be unique' },
  'products.supplier_required': { status: 422, message: 'At least one supplier is required' },
  'products.in_use': { status: 409, message: 'This product is used on invoices. Archive it instead.' },
  'suppliers.in_use': { status: 409, message: 'This supplier is still used. Archive it instead.' },
  'imports.unreadable': { status: 422, message: 'The file could not be read as a table.' },
  'imports.has_errors': { status: 422, message: 'Some rows have errors, so nothing was imported.' },
  'invoices.closed': { status: 422, message: 'This invoice is closed. Re-open it to change it.' },
  'invoices.wrong_status': { status: 422, message: 'The invoice is not in a status that allows this.' },
  'invoices.incomplete': { status: 422, message: 'The invoice is not complete enough to be confirmed.' },
  'invoices.not_assigned': { status: 422, message: 'The invoice cannot be closed: not all of its costs are assigned.' },
  'invoices.difference': { status: 422, message: 'The invoice cannot be closed: its lines do not add up to its total.' },
  'invoices.line_has_order': { status: 409, message: 'An invoice line with an order cannot be removed. Set its quantity to 0 first.' },
  'invoices.in_use': { status: 409, message: 'This invoice is still used by orders or by other invoices.' },
  'invoices.no_invoice': { status: 404, message: 'No invoice exists' },
  'documents.unknown': { status: 404, message: 'Error, document not found' },
  'documents.quota': { status: 413, message: 'The documents of this account take up all of its space.' },
  'products.bundle_loop': { status: 422, message: 'A bundle cannot hold itself.' },
  'products.not_a_parent': { status: 422, message: 'A variant cannot have variants of its own.' },
  'products.changed_since': { status: 409, message: 'This field was changed again since.' },
  'products.cannot_revert': { status: 422, message: 'This change cannot be taken back by itself.' },
  'imports.wrong_state': { status: 409, message: 'The import is not in a state that allows this.' },
  'suppliers.merge_itself': { status: 422, message: 'A supplier cannot be merged with itself.' },
  'suppliers.wrong_password': { status: 422, message: 'This is not your password.' },
  'views.name_taken': { status: 422, message: 'You have a view of this name already.' },
  'undo.too_late': { status: 409, message: 'This can no longer be undone.' },
  'invoices.unknown': { status: 404, message: 'Invoice not found' },
} as const;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorStatus = (typeof ERRORS)[ErrorCode]['status'];

/** One wrong field. `field` is a dotted path into the body, or the name of a query parameter. */
export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
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
  message: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  /** 409 on a delete: what still uses the row (the first 20). */
  uses: z.array(useSchema).optional(),
  /** 409 on a stale version: the row as it is now. */
  current: z.unknown().optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
