/** The digits of an HS code: 8516.79.70 and 8516 7970 are the same. */
export const hsDigits = (code: string): string => code.replace(/[\s.]/g, '');

/** Whether this is an HS code: 4 to 12 digits, with dots or spaces between them. */
export const isHsCode = (text: string): boolean => /^\d(?:[. ]?\d){3,11}$/.test(text);
