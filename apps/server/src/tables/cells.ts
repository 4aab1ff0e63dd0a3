import { formulaSafe, withoutFormulaMark } from './formula-safe.ts';

export const MAX_COLUMNS = 200;
export const MAX_CELL = 32 * 1024;
/** Characters of one row; a quote that never closes is found here at the latest. */
export const MAX_LINE = 1024 * 1024;

/** Cell texts that a spreadsheet wrote with an apostrophe, so that they do not run as formulas, without it. */
export const withoutApostrophe = withoutFormulaMark;

/** A cell of a file in quotes, so that no spreadsheet runs it; one that came with an apostrophe keeps it as it is. */
export const csvCell = (text: string): string => `"${(withoutFormulaMark(text) === text ? formulaSafe(text) : text).replaceAll('"', '""')}"`;

/** As much of a cell as an error shows; nothing in it that could not be stored. */
export const shown = (text: string): string => storable(text.slice(0, 100));

/** A text without what the database refuses: NUL and halves of characters. */
export const storable = (text: string): string => text.replaceAll('\0', '\u2400').toWellFormed();
