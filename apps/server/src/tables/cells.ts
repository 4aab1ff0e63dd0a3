export const MAX_COLUMNS = 200;
export const MAX_CELL = 32 * 1024;
/** Characters of one row; a quote that never closes is found here at the latest. */
export const MAX_LINE = 1024 * 1024;

/** Cell texts that a spreadsheet wrote with an apostrophe, so that they do not run as formulas, without it. */
export const withoutApostrophe = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** A cell of a file in quotes; what a spreadsheet would run as a formula gets an apostrophe, which an import takes away again. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** As much of a cell as an error shows; nothing in it that could not be stored. */
export const shown = (text: string): string => storable(text.slice(0, 100));

/** A text without what the database refuses: NUL and halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '\u2400').toWellFormed();
