import { relation } from '../../db/relation.ts';

/** The sums of the lines of invoices. */
export const INVOICE_TOTALS = relation('invoice_total', [
  'account_id',
  'assigned_account_minor',
  'assigned_minor',
  'booked_minor',
  'cost_tax_account_minor',
  'cost_tax_minor',
  'difference_account_minor',
  'excluded_account_minor',
  'excluded_minor',
  'invoice_id',
  'line_count',
  'lines_account_minor',
  'lines_minor',
  'recoverable_tax_account_minor',
  'recoverable_tax_minor',
  'unassigned_account_minor',
  'unassigned_line_count',
  'unassigned_minor',
]);

/** The sums of the costs of products. */
export const PRODUCT_COSTS = relation('product_cost_total', [
  'account_id',
  'bundle_factory',
  'bundle_landed',
  'by_category',
  'changed_at',
  'entry_count',
  'factory_minor',
  'factory_per_unit',
  'inbound_minor',
  'inbound_per_unit',
  'is_bundle',
  'landed_per_unit',
  'product_id',
  'provisional_count',
  'units',
]);

/** How much of a cost line is allocated, and what keeps the rest from it. */
export const ALLOCATIONS = relation('cost_allocation', [
  'account_id',
  'id',
  'account_minor',
  'basis',
  'credits_line_id',
  'entry_count',
  'invoice_id',
  'is_basis_fallback',
  'is_excluded',
  'is_provisional',
  'lacking_product_ids',
  'line_id',
  'rate',
  'rate_source',
  'superseded_at',
  'unassigned_account_minor',
  'unassigned_document_minor',
  'unassigned_reason',
]);

/** Supplier orders: batches of units of one product, each with its own costs. */
export const ORDERS = relation('cost_layer', [
  'account_id',
  'id',
  'adjusted_units',
  'date',
  'factory_minor',
  'invoice_id',
  'invoice_line_id',
  'number',
  'product_id',
  'purchase_order_id',
  'removed_at',
  'shipping_method',
  'units',
  'volume_mm3',
  'weight_ug',
]);

/** The shares of cost lines that orders, pack lists and products carry. */
export const COST_ENTRIES = relation('cost_entry', [
  'account_id',
  'id',
  'account_minor',
  'allocation_id',
  'invoice_id',
  'is_excluded',
  'layer_id',
  'line_id',
  'pack_list_id',
  'product_id',
  'superseded_at',
]);

/** The records over which cost lines are shared. */
export const SCOPES = relation('cost_line_scope', ['account_id', 'line_id', 'origin', 'target_id', 'target_type']);

/** The shares of cost lines that a person typed. */
export const MANUAL_SHARES = relation('cost_manual_share', [
  'account_id',
  'document_minor',
  'layer_id',
  'line_id',
  'pack_list_id',
]);
