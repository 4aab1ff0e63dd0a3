export const MAX_COLUMNS = 200;
export const MAX_CELL = 32 * 1024;

/** Cell texts that a spreadsheet wrote with an apostrophe, so that they do not run as formulas, without it. */
export const withoutApostrophe = (text: string) => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** As much of a cell as an error shows; nothing in it that could not be stored. */
export const shown = (text: string): string => text.slice(0, 100).replaceAll('\0', '\u2400').toWellFormed();
