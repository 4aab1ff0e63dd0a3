// Formats and parses several words in one cell, such as `red; blue`. A word that contains a separator is quoted.

/** The characters that may separate the words in a cell. */
export const SEPARATORS = ';|,';
/** The character that separates company names, which may contain commas. */
export const NAME_SEPARATORS = ';';

/** The pattern of words that need quotes, for JavaScript and PostgreSQL. */
export const quotedWords = (separators: string): string => `[${separators}"]`;

/** Joins words into the text of one cell. */
export function listText(words: readonly string[], separators = SEPARATORS): string {
  const needsQuotes = new RegExp(quotedWords(separators));
  return words.map((word) => (needsQuotes.test(word) ? `"${word.replaceAll('"', '""')}"` : word)).join('; ');
}

/** Splits a cell into its words, without empty ones. A quote that is never closed is an ordinary character. */
export function listWords(text: string, separators = SEPARATORS): string[] {
  const words: string[] = [];
  const word = new RegExp(
    `\\s*(?:"((?:[^"]|"")*)"\\s*(?=[${separators}]|$)|([^${separators}]*))([${separators}]|$)`,
    'y',
  );
  while (word.lastIndex < text.length) {
    const found = word.exec(text);
    if (!found) break;
    const said = found[1] === undefined ? (found[2] ?? '').trim() : found[1].replaceAll('""', '"').trim();
    if (said !== '') words.push(said);
    if (found[3] === '') break;
  }
  return words;
}
