import type { OrderRef } from '@quayside/contracts/order-ref';
import { type RawBuilder, sql } from 'kysely';
import { relation } from '../../db/relation.ts';
import { INVOICE_LINES, INVOICES } from '../invoices/facts.ts';

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

/**
 * SQL expression: a value of the line `rl` and the invoice `ri` from which the order in a row `c` of `ORDERS`
 * came; null if there is no order. It reads two rows by their keys, so that a query does not become one with many
 * joins.
 */
const ofItsLine = <V>(value: RawBuilder<V>): RawBuilder<V | null> => sql`(
  select ${value}
  from ${INVOICE_LINES} rl join ${INVOICES} ri on ri.account_id = rl.account_id and ri.id = rl.invoice_id
  where rl.account_id = c.account_id and rl.id = c.invoice_line_id
)`;
/** SQL expression: the order in a row `c` of `ORDERS`, as people recognise it; null if there is no order. */
export const orderRefOf = ofItsLine<OrderRef>(
  sql`jsonb_build_object('id', c.id, 'number', c.number, 'invoiceNumber', ri.invoice_number,
    'linePosition', rl.position)`,
);
/** SQL expression: the same as one text that needs no language, such as "NB-7001 #5". */
export const orderLabelOf = ofItsLine<string>(sql`ri.invoice_number || ' #' || rl.position`);

/**
 * SQL expression: what an invoice costs in account currency, at the rate that converts it, from its sums `t`. Its
 * difference has a worth whenever there is a rate, so without that worth there is none at all.
 */
export const costMinor: RawBuilder<bigint | null> = sql`(
  t.difference_account_minor + t.lines_account_minor + t.recoverable_tax_account_minor + t.cost_tax_account_minor
)`;
/** SQL expression: what an invoice is worth at its own rate. It is kept only where that is not what it costs. */
export const bookedMinor: RawBuilder<bigint | null> = sql`coalesce(t.booked_minor, ${costMinor})`;

/**
 * SQL expression: the total of an invoice in account currency, from its sums `t`: the sum of its converted parts.
 * Converting the total itself could give a different amount, because each part is rounded.
 */
export const accountTotal = sql<bigint | null>`(
  t.lines_account_minor + t.recoverable_tax_account_minor + t.cost_tax_account_minor
    + coalesce(t.difference_account_minor, 0)
)`;
/**
 * SQL expression: the sum of lines and tax of an invoice, from its sums `t`. It is used where no total was typed.
 */
export const linesWithTax = sql<bigint>`coalesce(t.lines_minor + t.recoverable_tax_minor + t.cost_tax_minor, 0)`;
