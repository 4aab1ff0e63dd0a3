import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceType } from '@quayside/domain/lists';

const TYPE_FIELDS = ['shippingMethod', 'vesselVoyage', 'etd', 'tracking'] as const;
export type TypeField = (typeof TYPE_FIELDS)[number];

/**
 * The shipping fields that each type of invoice shows. A freight invoice shows all of them, a customs invoice only
 * some.
 */
const OF_TYPE: Readonly<Record<InvoiceType, readonly TypeField[]>> = {
  SHIPPING_ONLY: TYPE_FIELDS,
  SHIPPING_AND_CUSTOMS: TYPE_FIELDS,
  CUSTOMS_ONLY: ['vesselVoyage', 'tracking'],
};

/** The shipping fields that an invoice shows: the fields of its type, and any other field that has a value. */
export function typeFieldsOf(
  type: InvoiceType | null,
  stored: Pick<Invoice, TypeField>,
  typed: readonly string[] = [],
): TypeField[] {
  const needed = type === null ? [] : OF_TYPE[type];
  return TYPE_FIELDS.filter((field) => needed.includes(field) || stored[field] !== null || typed.includes(field));
}
