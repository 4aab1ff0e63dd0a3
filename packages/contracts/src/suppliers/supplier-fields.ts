import { SHIPPING_METHODS, type ShippingMethod } from '@quayside/domain/lists';

/** The days of a lead time, in the order in which they pass. */
export const LEAD_TIME_PARTS = ['production', 'transit', 'checkIn'] as const;
type LeadTimePart = (typeof LEAD_TIME_PARTS)[number];
/** The days of one part of the lead time for one shipping method, as a field of its own: `leadTimes.SEA.transit`. */
export type LeadTimeField = `leadTimes.${ShippingMethod}.${LeadTimePart}`;
export const LEAD_TIME_FIELDS = SHIPPING_METHODS.flatMap((method) =>
  LEAD_TIME_PARTS.map((part): LeadTimeField => `leadTimes.${method}.${part}`),
);

/**
 * The fields of a supplier that a column of an imported file can fill, in the order in which an import offers them.
 * `id` only identifies the supplier. Bank details are never imported.
 */
export const SUPPLIER_IMPORT_FIELDS = [
  'id',
  'companyName',
  'localName',
  'email',
  'telephone',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'city',
  'postCode',
  'state',
  'country',
  'currency',
  'paymentTerms',
  'shippingMethod',
  'leadTime',
  ...LEAD_TIME_FIELDS,
  'xeroId',
  'notes',
] as const;
export type SupplierImportField = (typeof SUPPLIER_IMPORT_FIELDS)[number];

/** The shipping method and the part of a lead time that a field holds; undefined for all other fields. */
export function partOfLeadTime(field: string): { method: ShippingMethod; part: LeadTimePart } | undefined {
  const [, method, part] = field.split('.');
  const known = SHIPPING_METHODS.find((one) => one === method);
  const days = LEAD_TIME_PARTS.find((one) => one === part);
  return known && days && field.startsWith('leadTimes.') ? { method: known, part: days } : undefined;
}

/**
 * The fields in which a person can say what a word of a file means. In `paymentTerms` this is the event of a share; in
 * `companyName` the supplier with a similar name, or that the name is a new supplier's.
 */
export const SUPPLIER_VALUE_FIELDS = ['companyName', 'country', 'currency', 'paymentTerms', 'shippingMethod'] as const;
export type SupplierValueField = (typeof SUPPLIER_VALUE_FIELDS)[number];
/** What a company name means that is similar to that of a supplier and belongs to another one. */
export const NEW_SUPPLIER = 'NEW';
