// Codes as they come from spreadsheets, which take them for numbers where they can.

/** The formula by which exports keep the zeros of a code: `="00123"`. */
const FORMULA = /^="((?:[^"]|"")*)"$/;
/** An apostrophe that says "this is text" before a digit. Exports write one more before those that belong to a code. */
const APOSTROPHE = /^['’](?=['’]*\d)/;

/** The code that a cell contains, without the sign that tells a spreadsheet to leave it alone. */
export function readCode(text: string): string {
  const [, quoted] = FORMULA.exec(text) ?? [];
  return quoted === undefined ? text.replace(APOSTROPHE, '') : quoted.replaceAll('""', '"').trim();
}

/** Whether a spreadsheet has rounded the code, so that it cannot be known any more: `1.23457E+11`. */
export const isRoundedCode = (text: string): boolean => /^\d(?:[.,]\d+)?E\+\d+$/i.test(text);
