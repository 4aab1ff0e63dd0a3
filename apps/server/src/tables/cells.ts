import { formulaSafe, withoutFormulaMark } from './formula-safe.ts';

export const MAX_COLUMNS = 200;
export const MAX_CELL = 32 * 1024;
/** The maximum length of a row in characters. It limits the search for the end of a quote that is never closed. */
export const MAX_LINE = 1024 * 1024;

/** Removes the apostrophe that an export puts in front of a cell against formula injection. */
export const withoutApostrophe = withoutFormulaMark;

/**
 * Quotes a value as a CSV cell and makes it safe against formula injection. If the value already has the apostrophe of
 * a safe cell, no second one is added.
 */
export const csvCell = (text: string): string =>
  `"${(withoutFormulaMark(text) === text ? formulaSafe(text) : text).replaceAll('"', '""')}"`;

/** The part of a cell that an error message quotes, without characters that PostgreSQL cannot store. */
export const shown = (text: string): string => storable(text.slice(0, 100));

/** Replaces the characters that PostgreSQL cannot store: NUL and lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '\u2400').toWellFormed();
