// A spreadsheet executes a cell that begins like a formula. An export puts an apostrophe in front of such a cell, and
// an import removes it.

/**
 * Leading quotes and blanks, which spreadsheets remove before they look for a formula. In Chinese and Japanese
 * settings, the full-width signs in `LOUD` begin a formula as well.
 */
const QUIET = `'" \\t\\n\\v\\f\\r\\u00a0\\u3000\\ufeff`;
const LOUD = '=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20';
/** The pattern of strings that begin like a formula, for JavaScript and PostgreSQL, which both understand \uXXXX. */
export const FORMULA_PATTERN = `^[${QUIET}]*[${LOUD}]`;
const FORMULA = new RegExp(FORMULA_PATTERN);
const MARKED = new RegExp(`^'(?=[${QUIET}]*[${LOUD}])`);

/** Makes a string safe, so that no spreadsheet executes it. */
export const formulaSafe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `formulaSafe` added. */
export const withoutFormulaMark = (text: string): string => text.replace(MARKED, '');
