/** A cell as spreadsheets take it: quoted where it has tabs, line breaks or quotes. */
export const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that a spreadsheet would take for a formula stays a text. Numbers stay numbers. */
export const safe = (text: string): string => (/^\s*[=+\-@]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text);

/** Cells as a block for a spreadsheet. */
export const writeTsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.map((text) => quoted(safe(text))).join('\t')).join('\n');

/** The mark by which `safe` kept a text from being a formula. */
const unsafe = (text: string): string => (/^'\s*[=+\-@]/.test(text) ? text.slice(1) : text);

/** A pasted block: rows of cells. Quoted cells may hold tabs and line breaks; the line break at the end is none of them. */
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
/** A quoted cell; what only begins with a quote is a plain text. */
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
