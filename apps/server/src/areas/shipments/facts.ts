import { relation } from '../../db/relation.ts';

/** Shipment plans, also the removed ones. */
export const SHIPMENT_PLANS = relation('shipment_plan', [
  'account_id',
  'id',
  'archived_at',
  'arrived_on',
  'carrier_contact_id',
  'country',
  'currency',
  'delivered_on',
  'estimated_delivery_date',
  'estimated_ready_date',
  'estimated_ship_date',
  'eta',
  'freight_rate_id',
  'job_number',
  'missing',
  'name',
  'number',
  'pack_lists',
  'ready_on',
  'removed_at',
  'shipped_on',
  'shipping_method',
  'status',
  'to_address_type',
  'tracking_number',
  'units',
  'updated_at',
  'warehouse_reference',
]);

/** Pack lists, also the removed ones: parts of supplier orders as they are packed. */
export const PACK_LISTS = relation('pack_list', [
  'account_id',
  'id',
  'carton_id',
  'credited',
  'lost',
  'lot_units',
  'missing',
  'number',
  'order_id',
  'plan_id',
  'received',
  'removed_at',
  'short',
  'surplus',
  'units',
]);

/** Carton rows: identical cartons with the same contents. */
export const CARTON_ROWS = relation('carton', [
  'account_id',
  'id',
  'carton_type_id',
  'count',
  'measured_ug',
  'number',
  'plan_id',
]);

/** The types of cartons, with their sides. */
export const CARTON_TYPES = relation('carton_type', [
  'account_id',
  'id',
  'dimension_unit',
  'height',
  'length',
  'volume_mm3',
  'width',
]);

/** How much of a supplier order is packed, and what was adjusted. */
export const ORDER_PACKINGS = relation('order_packing', [
  'account_id',
  'in_transit',
  'lot_units',
  'missing',
  'order_id',
  'packed',
  'received',
  'shipped',
  'unshipped',
]);
