// A spreadsheet runs a text that begins like a formula. Such a text gets an apostrophe in front, and loses it when it comes back.

/** Also behind quotes and blanks, which spreadsheets take off before they look. Full-width signs count where Chinese or Japanese is set. */
const QUIET = `'" \\t\\n\\v\\f\\r\\u00a0\\u3000\\ufeff`;
const LOUD = '=+\\-@\\t\\r\\uff1d\\uff0b\\uff0d\\uff20';
/** The same words for JavaScript and for PostgreSQL, which both read \uXXXX. */
export const FORMULA_PATTERN = `^[${QUIET}]*[${LOUD}]`;
const FORMULA = new RegExp(FORMULA_PATTERN);
const MARKED = new RegExp(`^'(?=[${QUIET}]*[${LOUD}])`);

/** A text that no spreadsheet runs. */
export const formulaSafe = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The inverse: whatever `formulaSafe` made is what it was. */
export const withoutFormulaMark = (text: string): string => text.replace(MARKED, '');
