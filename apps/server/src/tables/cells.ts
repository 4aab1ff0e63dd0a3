import { formulaSafe, withoutFormulaMark } from './formula-safe.ts';

export const MAX_COLUMNS = 200;
export const MAX_CELL = 32 * 1024;
/** The longest row in characters. Stops the search for the end of a quote that is never closed. */
export const MAX_LINE = 1024 * 1024;

/** A cell's text without the apostrophe that a spreadsheet added against formula injection. */
export const withoutApostrophe = withoutFormulaMark;

/** A quoted cell, made safe against formula injection; an existing apostrophe stays. */
export const csvCell = (text: string): string =>
  `"${(withoutFormulaMark(text) === text ? formulaSafe(text) : text).replaceAll('"', '""')}"`;

/** The part of a cell that an error message quotes, without characters that PostgreSQL cannot store. */
export const shown = (text: string): string => storable(text.slice(0, 100));

/** A text without what PostgreSQL refuses: NUL and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '\u2400').toWellFormed();
