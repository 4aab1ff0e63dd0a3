import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { barcodeDigits, barcodeKey, checkBarcode, checkDigit } from './barcode.ts';

describe('a barcode', () => {
  it.each([
    ['96385074', 'EAN-8'],
    ['036000291452', 'UPC'],
    ['4006381333931', 'EAN-13'],
    ['9780306406157', 'ISBN'],
    ['10614141000415', 'GTIN-14'],
  ])('%s is accepted (%s)', (digits) => expect(checkBarcode(digits)).toBeUndefined());

  it.each([
    ['4006381333932', 'check_digit'],
    ['036000291453', 'check_digit'],
    ['123', 'form'],
    ['12345678901', 'form'],
    ['123456789012345', 'form'],
    ['40063813 3393', 'form'],
    ['B07XYZ1234567', 'form'],
    ['', 'form'],
  ])('%s is refused: %s', (digits, fault) => expect(checkBarcode(digits)).toBe(fault));

  it('is written with spaces and hyphens', () => {
    expect(barcodeDigits(' 4 006381-333931 ')).toBe('4006381333931');
  });

  it('is the same number with zeros in front', () => {
    expect(barcodeKey('036000291452')).toBe(barcodeKey('0036000291452'));
    expect(barcodeKey('4006381 333931')).toBe('04006381333931');
    expect(barcodeKey('PAN-1')).toBeUndefined();
    expect(barcodeKey('1234567')).toBeUndefined();
  });

  it('with one wrong digit is never accepted', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9), { minLength: 12, maxLength: 12 }),
        fc.nat(12),
        fc.integer({ min: 1, max: 9 }),
        (front, at, by) => {
          const digits = [...front, checkDigit(front.join(''))];
          expect(checkBarcode(digits.join(''))).toBeUndefined();
          const wrong = digits.map((digit, i) => (i === at ? (digit + by) % 10 : digit));
          expect(checkBarcode(wrong.join(''))).toBe('check_digit');
        },
      ),
    );
  });
});
