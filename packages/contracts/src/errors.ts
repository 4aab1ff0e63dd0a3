import { z } from 'zod';

/**
 * Every refusal of the API with its HTTP status. A code that belongs to one area begins with the name of the area. The
 * catalogue of texts has the message of each refusal under the same code.
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
  too_large: { status: 413 },
  wrong_file: { status: 415 },
  too_many: { status: 429 },
  session_ended: { status: 498 },
  internal: { status: 500 },
  unavailable: { status: 503 },
  storage_read_only: { status: 503 },
  storage_full: { status: 507 },
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
  'accounts.address_unverified': { status: 422 },
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
  'products.in_use': { status: 409 },
  'suppliers.in_use': { status: 409 },
  'purchasing.unknown': { status: 404 },
  'purchasing.in_use': { status: 409 },
  'purchasing.closed': { status: 422 },
  'purchasing.wrong_status': { status: 422 },
  'purchasing.incomplete': { status: 422 },
  'purchasing.number_taken': { status: 422 },
  'purchasing.unprintable': { status: 422 },
  'purchasing.too_long': { status: 422 },
  'freight.unknown_rate': { status: 404 },
  'freight.unknown_duty_rate': { status: 404 },
  'freight.in_use': { status: 409 },
  'stock.unknown_receipt': { status: 404 },
  'stock.unknown_movement': { status: 404 },
  'stock.unknown_lot': { status: 404 },
  'stock.unknown_decision': { status: 404 },
  'stock.in_use': { status: 409 },
  'stock.unknown_line': { status: 404 },
  'stock.unknown_difference': { status: 404 },
  'stock.not_open': { status: 422 },
  'shipments.unknown_order': { status: 404 },
  'shipments.unknown_pack_list': { status: 404 },
  'shipments.unknown_carton': { status: 404 },
  'shipments.unknown_carton_type': { status: 404 },
  'shipments.unknown_plan': { status: 404 },
  'shipments.in_use': { status: 409 },
  'shipments.locked': { status: 422 },
  'shipments.wrong_status': { status: 422 },
  'rates.exists': { status: 422 },
  'rates.typed': { status: 422 },
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
  'documents.mail_unknown': { status: 404 },
  'documents.mail_not_failed': { status: 409 },
  'documents.no_mail_server': { status: 409 },
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
  'payments.unknown': { status: 404 },
  'payments.no_total': { status: 422 },
  'payments.difference': { status: 422 },
  'payments.scheduled': { status: 409 },
  'payments.paid': { status: 409 },
  'payments.ended': { status: 409 },
  'payments.unpaid': { status: 409 },
  'payments.has_entries': { status: 409 },
  'payments.credit_used': { status: 409 },
  'payments.not_a_credit': { status: 422 },
  'payments.fee_invoiced': { status: 409 },
  'payments.no_fees': { status: 422 },
  'payments.code_taken': { status: 422 },
  'payments.code_in_use': { status: 409 },
} as const;

export type ErrorCode = keyof typeof ERRORS;

const params = z.record(z.string(), z.unknown()).optional().meta({ description: 'Values in the message, by name' });

/** One invalid field. `field` is a dotted path into the body, or the name of a query parameter. */
const fieldErrorSchema = z.object({
  field: z.string(),
  message: z.string().meta({ description: 'In the language of the Accept-Language header' }),
  code: z.string().meta({ description: 'Identifies the message in every language' }),
  params,
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** A record that uses a row and therefore prevents its deletion. */
export const useSchema = z.object({
  type: z.enum([
    'INVOICE',
    'INVOICE_LINE',
    'ORDER',
    'PRODUCT',
    'PAYMENT',
    'CREDIT',
    'PURCHASE_ORDER',
    'STOCK_MOVEMENT',
    'RECEIPT',
    'MISSING_DECISION',
    'PACK_LIST',
    'CARTON',
    'SHIPMENT_PLAN',
    'FREIGHT_RATE',
    'DUTY_RATE',
  ]),
  id: z.string(),
  label: z.string(),
});
export type Use = z.infer<typeof useSchema>;

/** What follows when a receipt of which units were used is reversed nevertheless. */
const receiptReplaySchema = z.object({
  elsewhere: z.int().meta({ description: 'Units that other lots give instead' }),
  waiting: z.int().meta({ description: 'Units that no lot can give, so that they are sold without cost' }),
  costChange: z.string().meta({ description: 'What everything that left costs more then; below 0: less' }),
});
export type ReceiptReplay = z.infer<typeof receiptReplaySchema>;

/** The body of every error answer. */
export const errorBodySchema = z.object({
  status: z.int(),
  code: z.string(),
  message: z.string().meta({ description: 'In the language of the Accept-Language header' }),
  reason: z
    .string()
    .optional()
    .meta({ description: 'Identifies the message, if it is more specific than that of the code' }),
  params,
  errors: z.array(fieldErrorSchema).optional(),
  /** For a 409 on a delete: the first 20 records that still use the row. */
  uses: z.array(useSchema).optional(),
  /** For a 409 on the reversal of a receipt: what it would do with `replay`. */
  replay: receiptReplaySchema.optional(),
  /** For a 409 on a stale version: the current row. */
  current: z.unknown().optional(),
  requestId: z.string(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
