import { relation } from '../../db/relation.ts';

/** Products, also the discontinued ones. */
export const PRODUCTS = relation('product', [
  'account_id',
  'id',
  'archived_at',
  'asin',
  'barcode',
  'case_height',
  'case_length',
  'case_units',
  'case_weight',
  'case_width',
  'dimension_unit',
  'fnsku',
  'height',
  'hs_code',
  'length',
  'name',
  'name_key',
  'picture_sha256',
  'search_text',
  'shipping_method',
  'sku',
  'sku_key',
  'status',
  'thumbnail',
  'unit_volume_mm3',
  'unit_weight_ug',
  'weight',
  'weight_unit',
  'width',
]);

/** Which suppliers sell a product, and the preferred one. */
export const PRODUCT_SUPPLIERS = relation('product_supplier', [
  'account_id',
  'currency',
  'price_micros',
  'product_id',
  'supplier_id',
  'supplier_sku',
]);

/** The parts of bundles. */
export const BUNDLE_PARTS = relation('product_component', ['account_id', 'bundle_id']);
