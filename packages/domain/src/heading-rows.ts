// Where the headings of a table are. Programs and people write titles above them, or headings in two rows.

/** The headings are looked for in so many rows. */
export const SEARCHED_ROWS = 20;

interface FoundHeadings {
  /** The index of the (first) row of headings. */
  readonly at: number;
  /** The index of the first row below them. */
  readonly below: number;
  readonly headings: readonly string[];
  /** How many of the headings are known. */
  readonly known: number;
}

/** With one known heading only, a row further down is not taken for the headings: it may be a row of the table. */
const LEAST_KNOWN = 2;
const NUMBER = /^[-+]?\d[\d.,\s]*$/;
const isWords = (cells: readonly string[]): boolean => !cells.some((cell) => NUMBER.test(cell.trim()));

/**
 * Finds the row of headings, or the two rows, of which the most cells are known. It is the first row where none has
 * known ones. Rows right below that are headings as well, as templates have them in two languages, are no rows of the
 * table.
 */
export function findHeadings(
  rows: readonly (readonly string[])[],
  countKnown: (headings: readonly string[]) => number,
): FoundHeadings {
  const searched = rows.slice(0, SEARCHED_ROWS).map((cells) => cells.map((cell) => cell.trim()));
  const own = searched.map((cells, i) => (i === 0 || isWords(cells) ? countKnown(cells) : 0));
  const first = own[0] ?? 0;
  let best: FoundHeadings = { at: 0, below: 1, headings: searched[0] ?? [], known: first };
  for (const [at, cells] of searched.entries()) {
    const known = own[at] ?? 0;
    if (at > 0 && known >= LEAST_KNOWN && known > best.known) best = { at, below: at + 1, headings: cells, known };
    const next = searched[at + 1];
    if (!next || !isWords(cells) || !isWords(next)) continue;
    const headings = joinRows(cells, next);
    const both = countKnown(headings);
    if (both >= LEAST_KNOWN && both > best.known && both > (own[at + 1] ?? 0))
      best = { at, below: at + 2, headings, known: both };
  }
  let { below } = best;
  while (below < searched.length && isRepeated(own[below] ?? 0, best.known)) below += 1;
  return { ...best, below };
}

/** Whether a row with so many known headings is another row of headings. */
const isRepeated = (own: number, known: number): boolean => own >= LEAST_KNOWN && own * 2 >= known;

const UNIT = /[([（][^)\]）]*[)\]）]/u;
/** Headings that say nothing of the columns below them that these do not say themselves. */
const GENERAL = new RegExp(
  '^(?:(?:product|item|goods)\\s+)?(?:dimensions?|sizes?|measurements?|weights?|details?|data|info(?:rmation)?|' +
    'codes?|identifiers?|maße|abmessungen|gewichte?|尺寸|重量|信息)$',
  'i',
);

/** Two rows of headings as one: a heading above several columns belongs to each of them that has its own below. */
function joinRows(above: readonly string[], below: readonly string[]): string[] {
  let group = '';
  return Array.from({ length: Math.max(above.length, below.length) }, (_, i) => {
    const [first, second] = [above[i] ?? '', below[i] ?? ''];
    if (first !== '') group = first;
    if (second === '') return first;
    if (group === '') return second;
    const unit = UNIT.exec(group)?.[0] ?? '';
    const bare = group.replace(UNIT, '').trim();
    const own = UNIT.test(second) || unit === '' ? second : `${second} ${unit}`;
    return GENERAL.test(bare) ? own : `${bare} ${own}`.trim();
  });
}
