import type { Document } from '@quayside/contracts/documents';
import type { MatchCandidate } from '@quayside/contracts/invoice-documents';

/** Whether a candidate is likely: more than the supplier's name matches, and its invoice can still be changed. */
export const isLikely = ({
  invoice,
  reasons,
}: Pick<MatchCandidate, 'reasons'> & { invoice: Pick<MatchCandidate['invoice'], 'status'> }): boolean =>
  invoice.status !== 'CLOSED' && reasons.some(({ kind }) => kind === 'NUMBER' || kind === 'TOTAL' || kind === 'FILE');

/** The preselected supplier: only when exactly one supplier is found in the text. */
export const supplierAtFirst = (found: readonly { readonly id: string }[] | undefined): string | null =>
  found?.length === 1 ? (found[0]?.id ?? null) : null;

/** The documents with the one in front first; the others keep their order. */
export const frontFirst = (files: readonly Document[], frontId: string | undefined): Document[] =>
  files.toSorted((a, b) => Number(b.id === frontId) - Number(a.id === frontId));
