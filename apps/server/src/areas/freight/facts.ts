import { relation } from '../../db/relation.ts';

/** The rates of forwarders. */
export const FREIGHT_RATES = relation('freight_rate', [
  'account_id',
  'id',
  'archived_at',
  'container_type',
  'created_at',
  'currency',
  'divisor',
  'divisor_unit',
  'forwarder_id',
  'from_country',
  'least_minor',
  'level',
  'minimum',
  'mode',
  'name',
  'notes',
  'side_rounding',
  'side_unit',
  'step',
  'to_country',
  'transit_days',
  'unit',
  'updated_at',
  'valid_from',
  'valid_to',
  'version',
]);

/** The rates of duty by HS code, and where they apply. */
export const DUTY_RATES = relation('duty_rate', [
  'account_id',
  'id',
  'country',
  'hs_code',
  'percent',
  'product_id',
  'valid_from',
  'valid_to',
]);

/** The countries of destination, with what their duty is worked out from. */
export const DUTY_DESTINATIONS = relation('duty_destination', ['account_id', 'country', 'customs_value']);

/** The sizes of containers that the account uses. */
export const CONTAINER_SIZES = relation('container_size', ['account_id', 'container_type', 'payload_ug', 'usable_mm3']);

/** The prices of freight rates by chargeable weight. */
export const FREIGHT_BREAKS = relation('freight_rate_break', ['account_id', 'from_quantity', 'price', 'rate_id']);

/** The fees that freight rates add. */
export const FREIGHT_FEES = relation('freight_rate_fee', ['account_id', 'amount_minor', 'position', 'rate_id']);
