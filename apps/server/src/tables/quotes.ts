// Quotes in the text of a table: where a quoted cell ends, and what a line means in which a quote is faulty.

/**
 * How quotes are read. QUOTED: a cell that begins with one ends with one. COPIED: only cells that contain a tab or a
 * line end are quoted, as spreadsheets copy them. BARE: quotes are ordinary characters.
 */
export type Form = 'QUOTED' | 'COPIED' | 'BARE';

const QUOTE = 34;
/** Returned if the text so far contains only the beginning of what was looked for. */
export const MORE = -1;

/**
 * Finds the end of the quoted text that opens at `start`; a doubled quote is a literal quote. A quote at the end of a
 * piece may be the first one of a pair, so the next piece is needed.
 */
export function quotedEnd(text: string, start: number, isLast: boolean): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (!isLast && at + 1 === text.length) return MORE;
    if (text.charCodeAt(at + 1) !== QUOTE) return at;
  }
  return MORE;
}

/**
 * Finds the end of a pasted cell that is quoted because it contains a tab or a line end. Returns -1 if its first quote
 * is literal.
 */
export function copiedEnd(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 2)) {
    if (text.charCodeAt(at + 1) === QUOTE) continue;
    const closes = at + 1 === text.length || /[\t\r\n]/.test(text.charAt(at + 1));
    return closes && /[\t\r\n]/.test(text.slice(start, at)) ? at : -1;
  }
  return -1;
}

const BREAK = /[\r\n]/g;

/** Finds the end of the line in which `from` is. A carriage return may have its line feed in the next piece. */
export function lineEnd(text: string, from: number, isLast: boolean): number {
  BREAK.lastIndex = from;
  const end = BREAK.exec(text)?.index ?? text.length;
  const isCut = end === text.length || (end + 1 === text.length && text.charAt(end) === '\r');
  return isCut && !isLast ? MORE : end;
}

/**
 * The cells of (the rest of) a line with a faulty quote, as a person would read them: a cell that begins with a quote
 * ends with the next quote before a separator, if there is one.
 */
export function looseCells(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; ) {
    const close = line.charCodeAt(at) === QUOTE ? looseEnd(line, at, delimiter) : -1;
    const found = line.indexOf(delimiter, Math.max(at, close));
    const end = found < 0 ? line.length : found;
    cells.push(close < 0 ? line.slice(at, end) : line.slice(at + 1, close).replaceAll('""', '"'));
    at = end + 1;
  }
  return cells;
}

function looseEnd(line: string, start: number, delimiter: string): number {
  for (let at = line.indexOf('"', start + 1); at >= 0; at = line.indexOf('"', at + 1)) {
    if (at + 1 === line.length || line.startsWith(delimiter, at + 1)) return at;
  }
  return -1;
}

/** Tables with fewer columns have lines of text that look like rows. */
const LEAST_WIDTH = 3;

/**
 * Whether a quote that never closes has taken whole rows, because the quote of an inch in a later row closes it by
 * chance. Each of the lines then has as many cells as a row. A comma inside a text is followed by a space.
 */
export function isSwallowed(record: string, delimiter: string, width: number): boolean {
  if (width < LEAST_WIDTH) return false;
  const lines = record.split(/\r\n|\r|\n/);
  return lines.every((line) => line.split(delimiter).length === width && !line.includes(`${delimiter} `));
}
