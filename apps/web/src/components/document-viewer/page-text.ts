/** A run of text as a PDF holds it; a word or a figure may be cut into several. */
export interface TextRun {
  readonly text: string;
  /** The line ends behind it. */
  readonly endsLine: boolean;
  /** There is a gap before it, wider than between letters. */
  readonly afterGap?: boolean;
}

/** The text of a page, ready to be searched: one character each, and where it came from. */
export interface PageText {
  /** As it stands, gaps and line ends as one space. */
  readonly text: string;
  /** For each character of `text`: its run, and its place in that run. A space that stands for a gap has no run. */
  readonly runs: Int32Array;
  readonly places: Int32Array;
  /** The text without its spaces, and where each of these characters is in `text`. */
  readonly dense: string;
  readonly denseAt: Int32Array;
}

const DASHES = /[\u2010-\u2015\u2212\ufe63\uff0d]/;
const QUOTES = /[\u2018\u2019\u02bc]/;

/** One spelling for what looks alike: wide and composed letters, dashes, apostrophes, capitals. */
export function plain(text: string): string {
  return [...text].map(plainCharacter).join('');
}
function plainCharacter(character: string): string {
  if (/\s/.test(character)) return ' ';
  if (DASHES.test(character)) return '-';
  if (QUOTES.test(character)) return "'";
  return character.normalize('NFKC').toLowerCase();
}

/** Puts the runs of a page together. */
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
