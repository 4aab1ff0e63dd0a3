import type { Invoice } from '@quayside/contracts/invoice-header';
import type { InvoiceType } from '@quayside/domain/lists';

const TYPE_FIELDS = ['shippingMethod', 'vesselVoyage', 'etd', 'tracking'] as const;
export type TypeField = (typeof TYPE_FIELDS)[number];

/** What an invoice of a type is about: a freight bill says how the goods went, a customs bill with what they came. */
const OF_TYPE: Readonly<Record<InvoiceType, readonly TypeField[]>> = {
  SHIPPING_ONLY: TYPE_FIELDS,
  SHIPPING_AND_CUSTOMS: TYPE_FIELDS,
  CUSTOMS_ONLY: ['vesselVoyage', 'tracking'],
};

/** The fields that an invoice shows for its type; what was typed once is never hidden. */
export function typeFieldsOf(
  type: InvoiceType | null,
  stored: Pick<Invoice, TypeField>,
  typed: readonly string[] = [],
): TypeField[] {
  const needed = type === null ? [] : OF_TYPE[type];
  return TYPE_FIELDS.filter((field) => needed.includes(field) || stored[field] !== null || typed.includes(field));
}
