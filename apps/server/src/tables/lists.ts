// Several words in one cell: `red; blue`. A word that holds what separates words stands in quotes.

/** What a person may write between the words of a cell. */
export const SEPARATORS = ';|,';
/** Between names of companies, which have commas of their own. */
export const NAME_SEPARATORS = ';';

/** A word that would come apart, or lose its quotes, when the cell is read; for JavaScript and for PostgreSQL. */
export const quotedWords = (separators: string): string => `[${separators}"]`;

/** Words as one cell. */
export function listText(words: readonly string[], separators = SEPARATORS): string {
  const needsQuotes = new RegExp(quotedWords(separators));
  return words.map((word) => (needsQuotes.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join('; ');
}

/** The words of a cell, without the empty ones. A quote that is never closed is a character like others. */
export function listWords(text: string, separators = SEPARATORS): string[] {
  const words: string[] = [];
  const word = new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*(?=[${separators}]|$)|([^${separators}]*))([${separators}]|$)`, 'y');
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (!found) break;
    const said = found[1] === undefined ? (found[2] ?? '').trim() : found[1].replaceAll('""', '"').trim();
    if (said !== '') words.push(said);
    if (found[3] === '') break;
  }
  return words;
}
