import { type DocumentReading, readInvoiceDocument } from '@quayside/contracts/invoices/invoice-documents';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { read } from '../../../lib/api/query-client.ts';
import type { HeaderField } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { certainOffers, NO_OFFERS, type Offer, type OfferField, type Offers, offersOf } from './offers.ts';

const PDF_TYPE = 'application/pdf';
const POLL_MS = 2000;

interface Reading {
  readonly offers: Offers;
  /** What was read, or undefined while nothing is wanted or known. */
  readonly reading: DocumentReading | undefined;
  /** The days on which the document says that the only instalment is due, while it waits for its payment. */
  readonly dueDates: DocumentReading['dueDates'];
  readonly accept: (field: OfferField, offer: Offer) => void;
  /** Accepts the only value of each field that has just one. */
  readonly acceptAll: () => void;
  readonly certain: number;
}
const NOTHING: Reading = {
  offers: NO_OFFERS,
  reading: undefined,
  dueDates: [],
  accept: () => undefined,
  acceptAll: () => undefined,
  certain: 0,
};
const Context = createContext(NOTHING);

/** What the document of the edited invoice offers for its empty fields. */
export const useReading = (): Reading => use(Context);

/**
 * Reads the document of an invoice whose figures are still being typed, and offers what it says. Nothing is filled in
 * by itself.
 */
export function ReadingProvider({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  const editor = useEditor();
  const invoice = useEdited((state) => state.record);
  const draft = useEdited((state) => state.header.draft);
  const hasLines = useEdited((state) => [...state.rows.values()].some(({ stored: line }) => line !== null));
  const isMissing =
    invoice.supplierContact === null || invoice.total === null || invoice.defaults.length > 0 || !hasLines;
  const isWanted =
    !isReadOnly &&
    isMissing &&
    (invoice.status === 'REVIEW' || invoice.status === 'WORKING') &&
    invoice.document?.contentType === PDF_TYPE;
  const [payment, other] = invoice.payments;
  // A day is offered where there is one instalment that waits for its payment: of several, nobody knows which it is.
  const isDueWanted =
    !isReadOnly &&
    payment?.status === 'UNPAID' &&
    other === undefined &&
    (invoice.status === 'WORKING' || invoice.status === 'OPEN') &&
    invoice.document?.contentType === PDF_TYPE;
  const query = useQuery({
    ...read('documents', readInvoiceDocument, { params: { documentId: invoice.document?.id ?? '' } }),
    enabled: isWanted || isDueWanted,
    // The live message about the end of the extraction can be missed.
    refetchInterval: ({ state }) => (state.data?.textState === 'PENDING' ? POLL_MS : false),
    retry: false,
  });
  const reading = isWanted ? query.data : undefined;
  const dueDates = isDueWanted ? query.data?.dueDates : undefined;
  const offers = useMemo(() => (reading ? offersOf(reading, invoice, draft) : NO_OFFERS), [reading, invoice, draft]);
  const [currency, ...others] = reading?.currencies ?? [];
  const newSupplier = useNewSupplier(
    ({ id }) => editor.setHeader('supplierId', id),
    currency && others.length === 0 ? currency.value : null,
  );
  const value = useMemo((): Reading => {
    const set = (field: HeaderField, text: string) => {
      editor.setHeader(field, text as never);
      editor.leaveHeader(field);
    };
    const certain = certainOffers(offers);
    return {
      offers,
      reading,
      dueDates: dueDates ?? [],
      certain: certain.length,
      accept: (field, { value: text, isNew }) => (isNew ? newSupplier.create?.onCreate(text) : set(field, text)),
      acceptAll: () => {
        for (const { field, value: text } of certain) set(field, text);
        void editor.flush();
      },
    };
  }, [editor, offers, reading, dueDates, newSupplier.create]);
  return (
    <Context value={value}>
      {children}
      {newSupplier.dialog}
    </Context>
  );
}
