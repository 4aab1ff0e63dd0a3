import type { DocumentReading } from '@quayside/contracts/invoices/invoice-documents';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import { totalFor } from '@quayside/domain/invoices/read-document';
import type { HeaderDraft } from '../editor/header-draft.ts';

/** The fields for which a document can offer values, in the order of the form. */
export const OFFER_FIELDS = ['supplierId', 'invoiceNumber', 'date', 'currency', 'total'] as const;
export type OfferField = (typeof OFFER_FIELDS)[number];

export const isOfferField = (field: string): field is OfferField => (OFFER_FIELDS as readonly string[]).includes(field);

/** A value that was read in the document and that a person can accept for a field. */
export interface Offer {
  /** The value of the field: the id of a supplier, or the name of one that does not exist yet. */
  readonly value: string;
  /** For a supplier: its name. */
  readonly name: string | undefined;
  /** Whether accepting it first creates a supplier. */
  readonly isNew: boolean;
  /** For a total: the currency that the document writes beside it, if any. */
  readonly currency?: string | null;
  /** The text of the document in which it was read, and its page. */
  readonly text: string;
  readonly page: number;
}
export type Offers = Readonly<Record<OfferField, readonly Offer[]>>;

export const NO_OFFERS: Offers = { supplierId: [], invoiceNumber: [], date: [], currency: [], total: [] };

/** Whether nobody has given a field a value, neither before nor in this form. */
function isEmpty(field: OfferField, invoice: Invoice, draft: HeaderDraft): boolean {
  const typed = draft[field];
  if (field === 'supplierId') return invoice.supplierContact === null && typed === undefined;
  if (field === 'total') return (typed ?? invoice.total ?? '').trim() === '';
  return invoice.defaults.includes(field) && (typed === undefined || typed.trim() === '');
}

/**
 * What the document offers for the fields that nobody has filled in. A value that the field has by default already is
 * not offered.
 */
export function offersOf(reading: DocumentReading, invoice: Invoice, draft: HeaderDraft): Offers {
  const of = (
    field: OfferField,
    values: readonly {
      readonly value: string;
      readonly text: string;
      readonly page: number;
      readonly name?: string;
      readonly currency?: string | null;
    }[],
    isNew = false,
  ): Offer[] =>
    isEmpty(field, invoice, draft)
      ? values.map(({ value, text, page, name, currency = null }) => ({ value, name, isNew, text, page, currency }))
      : [];
  const other = (field: 'date' | 'currency') => (offer: Offer) => offer.value !== invoice[field];
  const totals = reading.totals.map((one) => ({ ...one, value: totalFor(invoice.kind, one.value) }));
  return {
    supplierId: [
      ...of(
        'supplierId',
        reading.suppliers.map(({ id, companyName, ...found }) => ({ ...found, value: id, name: companyName })),
      ),
      ...of(
        'supplierId',
        reading.newSuppliers.map((one) => ({ ...one, name: one.value })),
        true,
      ),
    ],
    invoiceNumber: of('invoiceNumber', reading.invoiceNumbers),
    date: of('date', reading.dates).filter(other('date')),
    currency: of('currency', reading.currencies).filter(other('currency')),
    total: of('total', totals),
  };
}

/**
 * The offers that can be accepted together: those of fields for which only one value was read. Where several are
 * possible, a person chooses.
 */
export const certainOffers = (offers: Offers): { readonly field: OfferField; readonly value: string }[] =>
  OFFER_FIELDS.flatMap((field) => {
    const [only, other] = offers[field];
    return only && !other && !only.isNew ? [{ field, value: only.value }] : [];
  });
