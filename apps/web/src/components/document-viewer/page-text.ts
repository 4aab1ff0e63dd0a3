/** A run of text as a PDF stores it. One word or figure may be split into several runs. */
export interface TextRun {
  readonly text: string;
  /** Whether a line break follows the run. */
  readonly endsLine: boolean;
  /** Whether a gap wider than letter spacing precedes the run. */
  readonly afterGap?: boolean;
}

/** The text of a page, indexed for search: each character can be traced back to its run. */
export interface PageText {
  /** The text, with each gap or line break replaced by a single space. */
  readonly text: string;
  /**
   * For each character of `text`, the index of its run and the index within that run. A space that replaces a gap has
   * no run.
   */
  readonly runs: Int32Array;
  readonly places: Int32Array;
  /** The text without spaces, and the index in `text` of each of its characters. */
  readonly dense: string;
  readonly denseAt: Int32Array;
}

const DASHES = /[\u2010-\u2015\u2212\ufe63\uff0d]/;
const QUOTES = /[\u2018\u2019\u02bc]/;

/**
 * Normalises characters that look alike: full-width and composed letters, dashes, apostrophes, upper and lower case.
 */
export function plain(text: string): string {
  return [...text].map(plainCharacter).join('');
}
function plainCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (DASHES.test(character)) return '-';
  if (QUOTES.test(character)) return "'";
  return character.normalize('NFKC').toLowerCase();
}

/** Joins the runs of a page into one searchable text. */
export function pageTextOf(runs: readonly TextRun[]): PageText {
  let text = '';
  const fromRuns: number[] = [];
  const fromPlaces: number[] = [];
  const push = (character: string, run: number, place: number) => {
    if (character === ' ' && (text === '' || text.endsWith(' '))) return;
    text += character;
    for (let at = 0; at < character.length; at++) {
      fromRuns.push(run);
      fromPlaces.push(place);
    }
  };
  runs.forEach((run, index) => {
    if (run.afterGap) push(' ', -1, 0);
    let place = 0;
    for (const character of run.text) {
      push(plainCharacter(character), index, place);
      place += character.length;
    }
    if (run.endsLine) push(' ', -1, 0);
  });
  const denseAt: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] !== ' ') denseAt.push(at);
  return {
    text,
    runs: Int32Array.from(fromRuns),
    places: Int32Array.from(fromPlaces),
    dense: text.replaceAll(' ', ''),
    denseAt: Int32Array.from(denseAt),
  };
}
