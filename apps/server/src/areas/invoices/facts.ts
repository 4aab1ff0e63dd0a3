import { relation } from '../../db/relation.ts';

/** Invoices and credit notes of suppliers, also the deleted ones. */
export const INVOICES = relation('invoice', [
  'account_id',
  'id',
  'archived_at',
  'arrived_on',
  'cost_rate',
  'created_at',
  'currency',
  'date',
  'deleted_at',
  'delivered_on',
  'document_id',
  'etd',
  'inspected_on',
  'invoice_number',
  'is_before_payments',
  'kind',
  'rate',
  'rate_date',
  'rate_source',
  'rate_typed',
  'rate_typed_per',
  'ready_on',
  'shipped_on',
  'shipping_method',
  'status',
  'supplier_id',
  'total_minor',
  'type',
  'updated_at',
]);

/** The lines of invoices, also the deleted ones. */
export const INVOICE_LINES = relation('invoice_line', [
  'account_id',
  'id',
  'amount_minor',
  'basis',
  'cost_type',
  'credits_line_id',
  'deleted_at',
  'exclusion_reason',
  'has_chosen_scope',
  'invoice_id',
  'is_excluded',
  'is_tax_recoverable',
  'name',
  'position',
  'product_id',
  'purchase_order_line_id',
  'quantity',
  'tax_minor',
]);

/** The pairs of a credit note and the invoice that it credits. */
export const PAIRINGS = relation('invoice_pairing', ['account_id', 'invoice_id', 'target_id', 'target_type']);
