import type { Run } from './font-runs.ts';

/** A word that no column of the page can hold, so that it is cut in any case. */
const LONGEST_WORD = 100;
/**
 * Words without a place where a line may end. Between Chinese and Japanese characters lines end anyway. Characters of
 * two code units stay together.
 */
const WORD = new RegExp(
  `[^\\s\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u{10000}-\\u{10FFFF}]{${LONGEST_WORD},}`,
  'gu',
);

/** A run, or a piece of one whose lines may end after each character. */
interface CutRun extends Run {
  readonly wordBreak?: 'break-all';
}

/**
 * Marks long words, so that the library ends lines after any of their characters. It would otherwise measure the whole
 * rest of the word for each line, which takes a time that grows with the square of the length.
 */
export function cutLongWords(run: Run): CutRun[] {
  const pieces: CutRun[] = [];
  let at = 0;
  for (const { 0: word, index } of run.text.matchAll(WORD)) {
    if (index > at) pieces.push({ ...run, text: run.text.slice(at, index) });
    pieces.push({ ...run, text: word, wordBreak: 'break-all' });
    at = index + word.length;
  }
  if (at < run.text.length || pieces.length === 0) pieces.push({ ...run, text: run.text.slice(at) });
  return pieces;
}
