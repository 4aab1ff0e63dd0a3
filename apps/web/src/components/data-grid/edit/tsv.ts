/** Puts quotes around a cell that contains tabs, line breaks or quotes, as spreadsheets expect. */
export const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Prevents a spreadsheet from running a text as a formula by putting an apostrophe in front. Numbers are not changed.
 */
export const safe = (text: string): string =>
  /^\s*[=+\-@]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;

/** Formats cells as a tab-separated block that can be pasted into a spreadsheet. */
export const writeTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((text) => quoted(safe(text))).join('\t')).join('\n');

/** Removes the apostrophe that `safe` put in front of a formula. */
const unsafe = (text: string): string => (/^'\s*[=+\-@]/.test(text) ? text.slice(1) : text);

/**
 * Parses a pasted block into rows of cells. Quoted cells may contain tabs and line breaks. A final line break does not
 * add a row.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = text[at] === '"' ? quotedAt(text, at) : plainAt(text, at);
    row.push(unsafe(cell.text));
    const next = text[cell.end];
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    if (next === '\t') continue;
    rows.push(row);
    row = [];
    if (next === undefined || at >= text.length) break;
  }
  return rows;
}

interface Read {
  readonly text: string;
  readonly end: number;
}
function plainAt(text: string, from: number): Read {
  let end = from;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end };
}
/** Parses a quoted cell. A text that begins with a quote but has no matching one is not treated as quoted. */
function quotedAt(text: string, from: number): Read {
  let inside = '';
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] !== '"') inside += text[at];
    else if (text[at + 1] === '"') {
      inside += '"';
      at += 1;
    } else {
      const after = text[at + 1];
      if (after !== undefined && after !== '\t' && after !== '\n' && after !== '\r') break;
      return { text: inside, end: at + 1 };
    }
  }
  return plainAt(text, from);
}
