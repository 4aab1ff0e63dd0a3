import { type HistoryEntry, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';

const LATEST = 20;

/** What the history calls a field of the header or a cell of a line, where it has another name. */
const HISTORY_NAMES: Readonly<Record<string, string>> = {
  supplierId: 'supplier',
  tax: 'taxAmount',
  price: 'amount',
};

/** Somebody's change of a header (`lineId` is null) or of a line. */
interface ChangeOf {
  readonly lineId: string | null;
  readonly fields: readonly string[];
}

const changes = (entry: HistoryEntry, { lineId, fields }: ChangeOf): boolean =>
  entry.changes.some(
    ({ line, field }) =>
      (line?.id ?? null) === lineId && fields.some((name) => (HISTORY_NAMES[name] ?? name) === field),
  );

/**
 * Finds who last changed these fields, and when. `isKnown` is false until the history of the invoice is loaded; the
 * entry is undefined if it names no such change.
 */
export function useLatestChange(
  invoiceId: string,
  of: ChangeOf,
  stamp: string,
): { readonly isKnown: boolean; readonly entry: HistoryEntry | undefined } {
  const history = useQuery({
    // The stamp is that of the change, so that an earlier answer is not taken for it.
    queryKey: ['invoices', 'latest-changes', invoiceId, stamp] as const,
    queryFn: ({ signal }) =>
      call(listInvoiceHistory, { params: { id: invoiceId }, query: { page: 0, size: LATEST }, signal }),
    retry: false,
  });
  return {
    isKnown: !history.isPending,
    entry: history.data?.content.find((entry) => changes(entry, of)),
  };
}
