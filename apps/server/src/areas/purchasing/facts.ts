import { relation } from '../../db/relation.ts';

/** Purchase orders. */
export const PURCHASE_ORDERS = relation('purchase_order', [
  'account_id',
  'id',
  'archived_at',
  'currency',
  'internal_number',
  'item_count',
  'order_date',
  'po_number',
  'rate',
  'status',
  'supplier_id',
]);

/** The items of purchase orders. */
export const PURCHASE_ITEMS = relation('purchase_order_item', [
  'account_id',
  'id',
  'deleted_at',
  'invoiced_quantity',
  'order_id',
  'position',
  'product_id',
  'quantity',
  'updated_at',
]);
