// Several words in one cell: `red; blue`. A word that holds what separates words stands in quotes.

/** What a person may write between the words of a cell. */
const SEPARATORS = ';|,';
/** A word that would come apart, or lose its quotes, when the cell is read; for JavaScript and for PostgreSQL. */
export const QUOTED_WORD = `[${SEPARATORS}"]`;
const NEEDS_QUOTES = new RegExp(QUOTED_WORD);

/** Words as one cell. */
export const listText = (words: readonly string[]): string =>
  words.map((word) => (NEEDS_QUOTES.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join('; ');

/** The words of a cell, without the empty ones. A quote that is never closed is a character like others. */
export function listWords(text: string): string[] {
  const words: string[] = [];
  const word = /\s*(?:"((?:[^"]|"")*)"\s*(?=[;|,]|$)|([^;|,]*))([;|,]|$)/y;
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (!found) break;
    const said = found[1] === undefined ? (found[2] ?? '').trim() : found[1].replaceAll('""', '"').trim();
    if (said !== '') words.push(said);
    if (found[3] === '') break;
  }
  return words;
}
