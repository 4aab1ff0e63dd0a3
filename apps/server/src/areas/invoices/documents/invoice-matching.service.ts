import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { MatchCandidate, matchDocument as matchSpec } from '@quayside/contracts/invoices/invoice-documents';
import { addDays, todayIn } from '@quayside/domain/days/days';
import { readWords } from '@quayside/domain/invoices/document-words';
import { findSuppliers } from '@quayside/domain/invoices/known-suppliers';
import { searchTermsOf, type Match, type MatchedInvoice, rankMatches } from '@quayside/domain/invoices/matching';
import { formatAmount } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { documentText, findEntitiesWithSameFile } from '../../documents/public.ts';
import { type CandidateRow, findCandidateIds, findCandidates } from './invoice-matching.views.ts';
import { listKnownSuppliers } from './invoice-reading.views.ts';

const MAX_CANDIDATES = 20;
const NEAR_DAYS = 90;
/** Dates before this day are ignored: in a document, they belong to terms, laws or births and not to a current bill. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2998-12-31';

/** Finds invoices that a document may belong to, with the text that suggests it. Nothing is attached automatically. */
export async function matchDocument(w: Work, documentId: string): Promise<ResponseOf<typeof matchSpec>> {
  const { state, pages } = await documentText(w, documentId);
  const words = readWords(pages);
  const known = pages.length === 0 ? [] : await listKnownSuppliers(w);
  const suppliers = findSuppliers(pages, words, known);
  const nameOf = new Map(known.map(({ id, names }) => [id, names[0] ?? '']));
  const sameFile = new Set(await findEntitiesWithSameFile(w, 'INVOICE', documentId));
  const found =
    pages.length === 0
      ? []
      : await findCandidateIds(w, {
          ...searchTermsOf(words),
          supplierIds: suppliers.map((s) => s.id),
          ranges: rangesOf(w, words.days),
        });
  const rows = await findCandidates(w, [...new Set([...sameFile, ...found])]);
  const matches = rankMatches(
    words,
    rows.map((row) => toMatched(row, sameFile)),
    MAX_CANDIDATES,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    textState: state,
    candidates: matches.flatMap((match) => {
      const row = byId.get(match.id);
      return row ? [toCandidate(row, match)] : [];
    }),
    suppliers: suppliers.map(({ id }) => ({ id, companyName: nameOf.get(id) ?? '' })),
  };
}

const namesOf = (row: { company_name: string | null; local_name: string | null }): string[] =>
  [row.company_name, row.local_name].filter((name) => name !== null);

/**
 * The date ranges in which to search: 90 days before and after each date in the document, or around today if the
 * document has no dates. Overlapping ranges are merged.
 */
function rangesOf(w: Work, days: ReadonlyMap<string, unknown>): (readonly [string, string])[] {
  const likely = [...days.keys()].filter((day) => day >= FIRST_DAY && day <= LAST_DAY).sort();
  const ranges: [string, string][] = [];
  for (const day of likely.length > 0 ? likely : [todayIn(w.now.getTime(), w.scope.timeZone)]) {
    const [first, last] = [addDays(day, -NEAR_DAYS), addDays(day, NEAR_DAYS)];
    const before = ranges.at(-1);
    if (before && first <= before[1]) before[1] = last;
    else ranges.push([first, last]);
  }
  return ranges;
}

const toMatched = (row: CandidateRow, sameFile: ReadonlySet<string>): MatchedInvoice => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  isNumberFromDate: row.is_number_from_date,
  supplierNames: namesOf(row),
  date: row.date,
  currency: row.currency,
  totalMinor: row.total_minor,
  hasSameFile: sameFile.has(row.id),
});

const toCandidate = (row: CandidateRow, match: Match): MatchCandidate => ({
  invoice: {
    id: row.id,
    invoiceNumber: row.invoice_number,
    supplierName: row.company_name,
    date: row.date,
    total: row.total_minor === null ? null : formatAmount(row.total_minor, row.currency),
    currency: row.currency,
    status: row.status,
    hasDocument: row.has_document,
  },
  reasons: [...match.reasons],
  score: match.score,
});
