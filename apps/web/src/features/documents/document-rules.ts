import type { Document } from '@quayside/contracts/documents/documents';
import type { MatchCandidate } from '@quayside/contracts/invoices/invoice-documents';

/** Whether a candidate is a likely match: its number, total or file matches, and the invoice is not closed. */
export const isLikely = ({
  invoice,
  reasons,
}: Pick<MatchCandidate, 'reasons'> & { invoice: Pick<MatchCandidate['invoice'], 'status'> }): boolean =>
  invoice.status !== 'CLOSED' && reasons.some(({ kind }) => kind === 'NUMBER' || kind === 'TOTAL' || kind === 'FILE');

/** The supplier to preselect: the supplier found in the text, if exactly one was found. */
export const supplierAtFirst = (found: readonly { readonly id: string }[] | undefined): string | null =>
  found?.length === 1 ? (found[0]?.id ?? null) : null;

/** Moves the document that the invoice shows (`frontId`) to the front. The others keep their order. */
export const frontFirst = (files: readonly Document[], frontId: string | undefined): Document[] =>
  files.toSorted((a, b) => Number(b.id === frontId) - Number(a.id === frontId));
