import { checkBarcode } from './barcode.ts';

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

/** How a workbook stores a cell that is no text. */
export type StoredAs = 'NUMBER' | 'DATE' | 'BOOLEAN';
/** What is known of the form of a code: an HS code, a barcode, or nothing. */
export type CodeForm = 'CODE' | 'HS_CODE' | 'BARCODE';
/** What a spreadsheet has done to a code. ZERO: it has probably removed the first digit of `code`. */
type CodeLoss = { readonly kind: 'ROUNDED' | 'DATE' | 'BOOLEAN' } | { readonly kind: 'ZERO'; readonly code: string };

/** Spreadsheets keep so many digits of a number. */
const EXACT_DIGITS = 15;

/** What a spreadsheet has done to a code that it stores as something else than text; undefined: nothing. */
export function codeLoss(text: string, as: StoredAs, form: CodeForm): CodeLoss | undefined {
  if (as !== 'NUMBER') return { kind: as };
  if (text.replace(/\D/g, '').length > EXACT_DIGITS) return { kind: 'ROUNDED' };
  const code = `0${text}`;
  return /^\d+$/.test(text) && isLikely(text, code, form) ? { kind: 'ZERO', code } : undefined;
}

/** Whether the code with a zero is one, and the digits without it are none. HS codes have an even number of digits. */
const isLikely = (digits: string, code: string, form: CodeForm): boolean =>
  form === 'HS_CODE'
    ? digits.length >= 5 && digits.length <= 11 && digits.length % 2 === 1
    : form === 'BARCODE' && checkBarcode(digits) === 'form' && checkBarcode(code) === undefined;
