import { type RawBuilder, sql } from 'kysely';
import { bareWords, containing, holdsWord, searchWords } from '../../../db/paging.ts';

/** A shorter word without its punctuation would match too much: "B_" means just that, and not every B. */
const LEAST_BARE = 4;
/** A shorter word is not looked up in lines. Most lines contain it, and no index can find it. */
const LEAST_IN_LINES = 3;

const HEADER = sql`(
  i.invoice_number || ' ' || coalesce(i.tracking, '') || ' ' || coalesce(i.pay_reference_number, '')
)`;
/** The characters that `bareWords` removes. */
const PUNCTUATION = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * One condition per word of a search: the invoice `i`, its supplier `s` or one of its lines contains the word. The
 * number, the tracking number and the pay reference are also found without punctuation, and so are SKU, text and
 * reference of lines, which are looked up in an index (docs/adr/0027-search-beside-row-level-security.md).
 */
export function invoiceContains(search: string | undefined): RawBuilder<boolean>[] {
  const bare = bareWords(search);
  return searchWords(search).map((word, i) => {
    const wide = bare[i] ?? word;
    const isWide = wide === word || wide.length >= LEAST_BARE;
    const header = isWide
      ? sql`translate(fold_accents(lower(${HEADER})), ${PUNCTUATION}, '') like ${containing(wide)}`
      : holdsWord(sql`lower(${HEADER})`, word);
    const pattern = containing(isWide ? wide : word);
    const inLines =
      word.length < LEAST_IN_LINES && /^[!-~]*$/.test(word)
        ? sql`false`
        : sql`i.id in (select find_invoices_by_line(${pattern}))`;
    return sql<boolean>`(
      ${header}
      or ${holdsWord(sql`lower(s.company_name || ' ' || coalesce(s.local_name, ''))`, word)}
      or ${inLines}
    )`;
  });
}
