// A spreadsheet executes a text that begins like a formula. Export puts an apostrophe in front of such a text; import
// removes it.

/**
 * Leading quotes and blanks, which spreadsheets strip before they look for a formula. Full-width signs count in Chinese
 * and Japanese settings.
 */
const QUIET = `'" \\t\\n\\v\\f\\r\\u00a0\\u3000\\ufeff`;
const LOUD = '=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20';
/** One pattern for JavaScript and PostgreSQL, which both understand \uXXXX. */
export const FORMULA_PATTERN = `^[${QUIET}]*[${LOUD}]`;
const FORMULA = new RegExp(FORMULA_PATTERN);
const MARKED = new RegExp(`^'(?=[${QUIET}]*[${LOUD}])`);

/** A text that no spreadsheet executes. */
export const formulaSafe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse of `formulaSafe`. */
export const withoutFormulaMark = (text: string): string => text.replace(MARKED, '');
