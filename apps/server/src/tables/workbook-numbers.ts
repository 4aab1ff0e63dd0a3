const DAY_MS = 86_400_000;
/**
 * The serial number of 29 February 1900. Spreadsheets count days from 31 December 1899 and include this day, although
 * it never existed.
 */
const LEAP_FAULT = 60;
/** The built-in number formats that contain a date: short, long, and East Asian ones. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The built-in number formats that show a number in per cent: 0 % and 0.00 %. */
const isBuiltInPercent = (id: number) => id === 9 || id === 10;

/** A format without what only stands beside the number: quoted strings, escaped characters, conditions and colours. */
const bareFormat = (code: string): string => code.replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').split(';')[0] ?? '';

/** Whether a number format shows a date. A format with a time alone does not count. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return isBuiltInDate(id);
  const bare = bareFormat(code);
  return !/general/i.test(bare) && /[yd]/i.test(bare);
}

/** Whether a number format shows a number in per cent: 0.04 as 4 %. */
export const isPercentFormat = (id: number, code: string | undefined): boolean =>
  code === undefined ? isBuiltInPercent(id) : bareFormat(code).includes('%');

/** The digits that a number format of zeros shows: at least so many before the point, and so many after it. */
export interface DigitFormat {
  readonly whole: number;
  readonly decimals: number;
}
/** The built-in number formats of zeros: 0 and 0.00. */
const BUILT_IN_DIGITS: Readonly<Record<number, DigitFormat>> = {
  1: { whole: 1, decimals: 0 },
  2: { whole: 1, decimals: 2 },
};

/** The digits that a number format shows, if it consists of zeros: 00000 or 0.000. */
export function digitFormat(id: number, code: string | undefined): DigitFormat | undefined {
  if (code === undefined) return BUILT_IN_DIGITS[id];
  const [, whole, decimals = ''] = /^(0+)(?:\.(0+))?$/.exec(code.split(';')[0]?.trim() ?? '') ?? [];
  return whole === undefined ? undefined : { whole: whole.length, decimals: decimals.length };
}

/** A number as a cell with this format shows it: 123 as 00123. One with more decimals than it shows stays as it is. */
export function inDigits(text: string, { whole, decimals }: DigitFormat): string {
  const [, digits = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === '' || fraction.length > decimals) return text;
  return `${digits.padStart(whole, '0')}${decimals === 0 ? '' : `.${fraction.padEnd(decimals, '0')}`}`;
}

/** A number as a cell in per cent shows it: 0.04 is 4%. */
export function percentText(value: string): string {
  const number = Number(value);
  return Number.isFinite(number) ? `${numberText(String(number * 100))}%` : value;
}

/** Converts a serial number to a day, without the time. A number outside the range of dates is returned as a number. */
export function isoDay(value: string, is1904: boolean): string {
  const serial = Math.floor(Number(value));
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return numberText(value);
  const epoch = is1904 ? Date.UTC(1904, 0, 1) : serial < LEAP_FAULT ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30);
  return new Date(epoch + serial * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a number as a spreadsheet does: with up to 15 digits and no exponent. */
export function numberText(value: string): string {
  if (/^-?\d{1,15}$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const [digits = '', exponent = '0'] = number.toPrecision(15).toLowerCase().split('e');
  return withoutIdleZeros(shifted(digits, Number(exponent)));
}

/** Moves the decimal point by the exponent. */
function shifted(digits: string, exponent: number): string {
  if (exponent === 0) return digits;
  const [sign, bare] = digits.startsWith('-') ? ['-', digits.slice(1)] : ['', digits];
  const [whole = '', fraction = ''] = bare.split('.');
  if (exponent < 0)
    return `${sign}0.${(whole + fraction).padStart(whole.length + fraction.length - exponent - whole.length, '0')}`;
  return `${sign}${whole}${fraction.padEnd(exponent, '0').slice(0, exponent)}.${fraction.slice(exponent)}`;
}

const withoutIdleZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0*$/, '') : text);
