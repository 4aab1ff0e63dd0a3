import { relation } from '../../db/relation.ts';

/** Suppliers, also those that were merged. */
export const SUPPLIERS = relation('supplier', [
  'account_id',
  'id',
  'archived_at',
  'company_name',
  'currency',
  'email',
  'local_name',
  'quantity_tolerance_hundredths',
  'shipping_method',
  'telephone',
]);

/** The lead times of suppliers. */
export const LEAD_TIMES = relation('supplier_lead_time', [
  'account_id',
  'check_in_days',
  'production_days',
  'shipping_method',
  'supplier_id',
  'transit_days',
]);

/** The bank details of suppliers. */
export const BANK_DETAILS = relation('supplier_bank_details', ['account_id', 'changed_at', 'supplier_id']);
