/** The lengths of the barcodes of GS1: GTIN-8 (EAN-8), GTIN-12 (UPC), GTIN-13 (EAN, ISBN) and GTIN-14 (case). */
const LENGTHS: ReadonlySet<number> = new Set([8, 12, 13, 14]);
const LONGEST = 14;

/** The reason why a text is not a barcode: wrong characters, a wrong length, or a wrong check digit. */
type BarcodeFault = 'form' | 'check_digit';

/** The digits of a typed barcode, without the spaces and hyphens that people write between them. */
export const barcodeDigits = (text: string): string => text.replace(/[\s-]/g, '');

/**
 * Returns the reason why these digits are not a barcode; undefined if they are one. The last digit is checked by the
 * rule of GS1.
 */
export function checkBarcode(digits: string): BarcodeFault | undefined {
  if (!/^\d+$/.test(digits) || !LENGTHS.has(digits.length)) return 'form';
  return checkDigit(digits.slice(0, -1)) === Number(digits.at(-1)) ? undefined : 'check_digit';
}

/**
 * Computes the check digit for the other digits. From the right, these are weighted by 3 and 1 in turn; the check digit
 * completes their sum to a multiple of 10.
 */
export function checkDigit(digits: string): number {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, i) => total + digit * (i % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/**
 * Returns the barcode with 14 digits, so that barcodes of different lengths can be compared: a UPC with a further 0 in
 * front is the same number as an EAN. Undefined if the text cannot be a barcode.
 */
export function barcodeKey(text: string): string | undefined {
  const digits = barcodeDigits(text);
  return /^\d+$/.test(digits) && LENGTHS.has(digits.length) ? digits.padStart(LONGEST, '0') : undefined;
}
