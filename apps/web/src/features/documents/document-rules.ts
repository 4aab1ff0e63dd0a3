import type { Document } from '@quayside/contracts/documents';
import type { MatchCandidate } from '@quayside/contracts/invoice-documents';

/** More than the supplier's name speaks for this invoice, and it can still take a document. */
export const isLikely = ({
  invoice,
  reasons,
}: Pick<MatchCandidate, 'reasons'> & { invoice: Pick<MatchCandidate['invoice'], 'status'> }): boolean =>
  invoice.status !== 'CLOSED' && reasons.some(({ kind }) => kind === 'NUMBER' || kind === 'TOTAL' || kind === 'FILE');

/** The supplier that is chosen before anybody chose: only when exactly one stands in the text. */
export const supplierAtFirst = (found: readonly { readonly id: string }[] | undefined): string | null =>
  found?.length === 1 ? (found[0]?.id ?? null) : null;

/** The document in front leads; the others follow as they come. */
export const frontFirst = (files: readonly Document[], frontId: string | undefined): Document[] =>
  files.toSorted((a, b) => Number(b.id === frontId) - Number(a.id === frontId));
