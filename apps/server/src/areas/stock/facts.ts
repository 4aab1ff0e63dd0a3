import { type RawBuilder, sql } from 'kysely';
import { relation } from '../../db/relation.ts';

/** The stock of products. */
export const PRODUCT_STOCK = relation('product_stock', [
  'account_id',
  'in_transit',
  'landed_minor',
  'on_order',
  'product_id',
  'waits',
]);

/** The bundles that were sold. */
export const SOLD_BUNDLES = relation('sold_bundle', ['account_id', 'product_id']);

/** The lines of the orders of customers. */
export const CUSTOMER_LINES = relation('customer_order_line', ['account_id', 'product_id']);

/** Sales, returns and other movements of stock. */
export const MOVEMENTS = relation('movement', [
  'account_id',
  'id',
  'cause',
  'created_at',
  'day',
  'kind',
  'of_day',
  'of_id',
  'place',
  'product_id',
  'reversed_at',
  'to_place',
  'units',
]);

/** Lots: the units of valuation. */
export const LOTS = relation('lot', [
  'account_id',
  'id',
  'first_received_on',
  'joined_minor',
  'kind',
  'landed_minor',
  'number',
  'order_id',
  'product_id',
  'received',
  'taken',
  'units',
]);

/** What was counted, by product and place. */
export const STOCK_COUNTS = relation('stock_count', [
  'account_id',
  'id',
  'created_at',
  'day',
  'place',
  'product_id',
  'quantity',
  'reversed_at',
]);

/** What was decided about missing units. */
export const DECISIONS = relation('missing_decision', [
  'account_id',
  'id',
  'created_at',
  'day',
  'kind',
  'pack_list_id',
  'product_id',
  'taken_back_at',
  'units',
]);

/** What was received, also what was reversed since. */
export const RECEIPTS = relation('receipt', [
  'account_id',
  'id',
  'created_at',
  'day',
  'found',
  'lot_id',
  'order_id',
  'place',
  'product_id',
  'reversed_at',
  'units',
]);

/** The method by which the account values stock, and its totals. */
export const STOCK_TOTALS = relation('stock_total', ['account_id', 'method']);

/** The pools of products, by the moving average. */
export const POOLS = relation('stock_pool', ['account_id', 'product_id', 'recorded_at']);

/** Units that lots gave, or got back. */
export const TAKINGS = relation('taking', [
  'account_id',
  'before',
  'event_day',
  'event_id',
  'landed_minor',
  'lot_id',
  'product_id',
  'recorded_at',
  'superseded_at',
  'units',
]);

/** What the totals of lots were, by the time from which they were known. */
export const LOT_TOTALS = relation('lot_total', [
  'account_id',
  'factory_minor',
  'landed_minor',
  'lot_id',
  'recorded_at',
  'units',
]);

/** Units of receipts that credit notes took back. */
export const RECEIPT_CREDITS = relation('receipt_credit', ['account_id', 'credited', 'receipt_id', 'recorded_at']);

/** The orders of customers. */
export const CUSTOMER_ORDERS = relation('customer_order', ['account_id', 'id']);

/**
 * SQL: the `day` of the first receipt `r` that holds among these, as an expression or as a relation; null if there is
 * none.
 */
export const firstReceiptDay = (which: RawBuilder<unknown>): RawBuilder<string | null> => sql<string | null>`(
  select min(r.day) as day from receipt r where ${which} and r.reversed_at is null
)`;
