import { isCurrency } from '@quayside/domain/money/currencies';
import { figureValue, readingsOf } from './figures.ts';
import { type PageText, plain } from './page-text.ts';

/** A part of a text run. A text run is a piece of text as the PDF stores it. */
export interface MarkPart {
  readonly run: number;
  readonly start: number;
  readonly end: number;
}
/** An occurrence of a searched value in the document. */
export interface Mark {
  readonly page: number;
  readonly parts: readonly MarkPart[];
}

/** A value with more occurrences than this is not marked, because so many marks would not help. */
const MOST_MARKS = 60;
/** Units that may follow a figure without a space, such as "12pcs". */
const UNITS = /^(pcs?|sets?|units?|ctns?|kgs?|cbm)(?![\p{L}\p{N}])/u;
/** How many characters before and after a match are read to decide whether the match is a whole figure. */
const NEAR = 12;
const FIGURES = /\d+(?:[.,']\d+)*/g;
const SPACED_FIGURES = /\d{1,3}(?: \d{3})+(?:[.,]\d+)?/g;

/** Letters and digits that form words. Chinese characters are excluded, because Chinese has no spaces between words. */
const isWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character) && !/\p{Script=Han}/u.test(character);

/**
 * Finds a value in a document. Returns all occurrences of the first spelling that occurs. Only whole tokens match: 12
 * does not match in 1,012, and HS-26 does not match in HS-26-1187.
 */
export function findMarks(pages: readonly PageText[], spellings: readonly string[]): Mark[] {
  for (const spelling of spellings) {
    const found: Mark[] = [];
    for (const [page, text] of pages.entries()) {
      for (const [start, end] of placesOf(text, spelling)) {
        found.push({ page, parts: partsOf(text, start, end) });
        if (found.length === MOST_MARKS) return found;
      }
    }
    if (found.length > 0) return found;
  }
  return [];
}

function placesOf(page: PageText, spelling: string): [number, number][] {
  const needle = plain(spelling).trim();
  if (needle === '') return [];
  const value = figureValue(needle);
  return value === undefined ? wordPlaces(page, needle.replaceAll(' ', '')) : figurePlaces(page.text, value);
}

function figurePlaces(text: string, value: string): [number, number][] {
  const found: [number, number][] = [];
  for (const pattern of [SPACED_FIGURES, FIGURES]) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      const isKnown = found.some(([from, to]) => start < to && end > from);
      if (!isKnown && readingsOf(match[0]).includes(value) && standsAlone(text, start, end)) found.push([start, end]);
    }
  }
  return found.toSorted(([a], [b]) => a - b);
}

/**
 * Whether the figure from `start` to `end` is a whole figure, and not part of a number, date or code. A currency may
 * precede the figure, and a unit may follow it.
 */
function standsAlone(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - NEAR), start);
  const letters = /[\p{L}\p{N}]+$/u.exec(before)?.[0] ?? '';
  const isAfterWord = isWord(before.at(-1)) && !isCurrency(letters.toUpperCase()) && letters !== 'rmb';
  const isAfterJoin = (/[-/_]$/.test(before) && isWord(before.at(-2))) || /\d[.,:']$/.test(before);
  const behind = text.slice(end, end + NEAR);
  const isBeforeWord = isWord(behind[0]) && !UNITS.test(behind);
  const isBeforeJoin = (/^[-/_]/.test(behind) && isWord(behind[1])) || /^[:']\d/.test(behind);
  return !isAfterWord && !isAfterJoin && !isBeforeWord && !isBeforeJoin;
}

/** Finds words regardless of spaces, because documents break lines and space out letters freely. */
function wordPlaces({ text, dense, denseAt }: PageText, needle: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = dense.indexOf(needle); at >= 0; at = dense.indexOf(needle, at + 1)) {
    const start = denseAt[at] ?? 0;
    const end = (denseAt[at + needle.length - 1] ?? start) + 1;
    if (isWholeWord(text, start, end)) found.push([start, end]);
  }
  return found;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  const [first, last] = [text[start], text[end - 1]];
  const [before, behind] = [text[start - 1], text[end]];
  if (isWord(first) && (isWord(before) || (/[-/_]/.test(before ?? '') && isWord(text[start - 2])))) return false;
  return !(isWord(last) && (isWord(behind) || (/[-/_]/.test(behind ?? '') && isWord(text[end + 1]))));
}

function partsOf({ runs, places }: PageText, start: number, end: number): MarkPart[] {
  const parts: { run: number; start: number; end: number }[] = [];
  for (let at = start; at < end; at++) {
    const run = runs[at] ?? -1;
    const place = places[at] ?? 0;
    if (run < 0) continue;
    const last = parts.at(-1);
    if (last?.run === run) last.end = place + 1;
    else parts.push({ run, start: place, end: place + 1 });
  }
  return parts;
}
