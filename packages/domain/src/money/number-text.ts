import { commonCurrency, currencyOfSign, type WrittenCurrency } from './written-currency.ts';

/** The characters that can separate the decimals from the whole number. */
export const DECIMAL_MARKS = ['.', ','] as const;
export type DecimalMark = (typeof DECIMAL_MARKS)[number];

/** A number as people and spreadsheets write it, normalised to digits with a decimal point. */
export interface NumberText {
  readonly plain: string;
  /** The currency that is written beside the number. */
  readonly written: WrittenCurrency | null;
}

const SYMBOLS = String.raw`[$€£¥₹₩₫฿₺₽₴₱₪₦₸৳₾元圆円원]`;
const AFFIX = String.raw`(?:[A-Za-z]{3}(?![A-Za-z])|[A-Za-z]{1,2}[$¥]|${SYMBOLS})`;
const LEADING = new RegExp(`^(${AFFIX})\\s*`, 'u');
const TRAILING = new RegExp(`\\s*(${AFFIX})$`, 'u');
const MINUS = /^[-\u2212\u2013]\s*/;

/** Whether a cell of numbers says that it has none: N/A, a dash, or what databases and spreadsheets write. */
export const isNoNumber = (text: string): boolean => /^(?:#?n\/a|null|-{1,2}|[\u2013\u2014])$/i.test(text.trim());

/** The maximum length of a text that can be a number. */
const MAX_TEXT = 60;

/** The number without its sign and currency. */
interface Bare {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly written: WrittenCurrency | null;
}

const NONE: Bare = { digits: '', isNegative: false, written: null };

function bare(text: string): Bare {
  if (text.length > MAX_TEXT) return NONE;
  let rest = text.normalize('NFKC').trim();
  let isNegative = false;
  const currencies: string[] = [];
  const take = (pattern: RegExp, note: (hit: string) => void) => {
    const match = pattern.exec(rest);
    if (!match) return;
    note(match[1] ?? '');
    rest = (match.index === 0 ? rest.slice(match[0].length) : rest.slice(0, match.index)).trim();
  };
  const minus = () => {
    isNegative = true;
  };
  if (/^\(.*\)$/.test(rest)) {
    isNegative = true;
    rest = rest.slice(1, -1).trim();
  }
  take(MINUS, minus);
  take(LEADING, (hit) => currencies.push(hit));
  take(MINUS, minus);
  take(TRAILING, (hit) => currencies.push(hit));
  take(/\s*-$/, minus);
  const written = writtenIn(currencies);
  return written === undefined ? NONE : { digits: rest, isNegative, written };
}

/** The currency that the words or signs beside a number name; undefined for an unknown one, or for two that differ. */
function writtenIn(affixes: readonly string[]): WrittenCurrency | null | undefined {
  const [first, second] = affixes.map(currencyOfSign);
  if (affixes.length < 2) return affixes.length === 0 ? null : first;
  return first && second && commonCurrency(first, second);
}

/** A text without the currency that is written before or after it. */
interface WithoutCurrency {
  readonly rest: string;
  readonly written: WrittenCurrency | null;
}

/** Removes the currency before (also after a minus) or after a typed text, if there is one. */
export function withoutCurrency(text: string): WithoutCurrency {
  const rest = text.normalize('NFKC').trim();
  const sign = MINUS.exec(rest)?.[0] ?? '';
  const unsigned = rest.slice(sign.length);
  const match = LEADING.exec(unsigned) ?? TRAILING.exec(unsigned);
  const written = match && currencyOfSign(match[1] ?? '');
  if (!match || !written) return { rest, written: null };
  const without = match.index === 0 ? unsigned.slice(match[0].length) : unsigned.slice(0, match.index);
  return { rest: sign + without, written };
}

/**
 * Parses a number with thousands separators, a currency, brackets or a trailing minus. Returns undefined when the text
 * is not a number.
 */
export function readNumber(text: string, mark: DecimalMark): NumberText | undefined {
  const { digits, isNegative, written } = bare(text);
  const plain = plainOf(digits, mark);
  if (plain === undefined) return undefined;
  return { plain: isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain, written };
}

/** Parses digits with separators into digits with a decimal point. */
function plainOf(digits: string, mark: DecimalMark): string | undefined {
  const parts = digits.split(mark);
  const [grouped = '', decimals = ''] = parts;
  if (parts.length > 2 || !/^\d*$/.test(decimals)) return undefined;
  const whole = withoutGroups(grouped, mark);
  if (whole === undefined || (whole === '' && decimals === '')) return undefined;
  return `${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
}

/**
 * Removes the thousands separators: groups of three digits with one kind of separator, or Indian groups of two before
 * the last three. Nobody groups digits after a leading 0, so `0,125` has a decimal comma.
 */
function withoutGroups(text: string, mark: DecimalMark): string | undefined {
  if (/^\d*$/.test(text)) return text;
  const separator = /[^\d]/u.exec(text)?.[0] ?? '';
  if (separator === mark || !/[.,'’\s]/u.test(separator)) return undefined;
  const groups = text.split(separator);
  const isSound =
    /^[1-9]\d{0,2}$/.test(groups[0] ?? '') &&
    /^\d{3}$/.test(groups.at(-1) ?? '') &&
    groups.slice(1, -1).every((g) => /^\d{2,3}$/.test(g)) &&
    groups.length > 1;
  return isSound ? groups.join('') : undefined;
}

/** The two ways to read a number, if they differ. */
interface Ambiguity {
  /** The value if the only separator of the number separates thousands. */
  readonly whole: string;
  /** The value if the only separator of the number is the decimal mark. */
  readonly decimal: string;
}

/** The values of a number, one for each decimal mark with which it can be read. */
interface Values {
  readonly point: string | undefined;
  readonly comma: string | undefined;
}

/** The maximum number of letters and signs beside a number: a currency before it and one after it. */
const MAX_AFFIXES = 6;

/**
 * Whether a cell can contain a separator. Most cells of a file are words, or digits without a separator; this test
 * finds them without a regular expression.
 */
function hasSeparator(text: string): boolean {
  if (text.length > MAX_TEXT) return false;
  let hasDigit = false;
  let hasMark = false;
  let others = 0;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (c >= 48 && c <= 57) hasDigit = true;
    else if (c === 44 || c === 46) hasMark = true;
    // Fullwidth forms are normalized to ASCII before they are read.
    else if (c >= 0xff00) return true;
    else if (c > 58 && (others += 1) > MAX_AFFIXES) return false;
  }
  return hasDigit && hasMark;
}

function valuesOf(text: string): Values {
  const { digits } = bare(text);
  return { point: plainOf(digits, '.'), comma: plainOf(digits, ',') };
}

const isOpen = ({ point, comma }: Values): boolean => point !== undefined && comma !== undefined && point !== comma;

/** Returns the two values of a number such as `1,234` or `1.234`, which is 1234 or 1.234; undefined for all others. */
export function ambiguityOf(text: string): Ambiguity | undefined {
  if (!hasSeparator(text)) return undefined;
  const values = valuesOf(text);
  const [point = '', comma = ''] = [values.point, values.comma];
  if (!isOpen(values)) return undefined;
  return point.includes('.') ? { whole: comma, decimal: point } : { whole: point, decimal: comma };
}

/**
 * How the numbers of a column are read. POINT: 1,234.56. COMMA: 1.234,56. EACH: some cells have a decimal point and
 * some a decimal comma, and each of them can be read in one way only. OPEN: a cell can be read in two ways, and no cell
 * of the column, or a contradiction of two, decides which of them is right. PLAIN: no cell has a separator.
 */
export const NUMBER_READINGS = ['POINT', 'COMMA', 'EACH', 'OPEN', 'PLAIN'] as const;
export type NumberReading = (typeof NUMBER_READINGS)[number];

/** The evidence that the cells of a column give for their decimal mark. */
export interface MarkEvidence {
  hasPoint: boolean;
  hasComma: boolean;
  /** The first cell that can be read in two ways. */
  open: string | undefined;
}

export const noEvidence = (): MarkEvidence => ({ hasPoint: false, hasComma: false, open: undefined });

/**
 * The evidence of a cell with digits and one separator, the most frequent form in a file; undefined for all other
 * cells. Gives the same result as reading all values of the cell, but without regular expressions.
 */
function simpleEvidence(cell: string): 'POINT' | 'COMMA' | 'OPEN' | undefined {
  const { length } = cell;
  if (length > MAX_TEXT) return undefined;
  let at = -1;
  for (let i = 0; i < length; i += 1) {
    const c = cell.charCodeAt(i);
    if (c >= 48 && c <= 57) continue;
    if ((c !== 44 && c !== 46) || at >= 0) return undefined;
    at = i;
  }
  if (at < 0 || length < 2) return undefined;
  const canGroup = at >= 1 && at <= 3 && length - at === 4 && cell.charCodeAt(0) !== 48;
  return canGroup ? 'OPEN' : cell.charCodeAt(at) === 46 ? 'POINT' : 'COMMA';
}

/** Adds the evidence of one cell. Called while a file is read, so that the decision does not need a second pass. */
export function addEvidence(evidence: MarkEvidence, cell: string): void {
  const simple = simpleEvidence(cell);
  if (simple === 'OPEN') evidence.open ??= cell;
  else if (simple === 'POINT') evidence.hasPoint = true;
  else if (simple === 'COMMA') evidence.hasComma = true;
  if (simple !== undefined || !hasSeparator(cell)) return;
  const values = valuesOf(cell);
  if (values.point === values.comma) return;
  if (isOpen(values)) evidence.open ??= cell;
  else if (values.point === undefined) evidence.hasComma = true;
  else evidence.hasPoint = true;
}

/**
 * Decides how a column is read, from its own cells alone. A cell counts as evidence if it is a number with one decimal
 * mark only, so a column that was written with one mark is read with that mark, or not decided.
 */
export function readingOf({ hasPoint, hasComma, open }: MarkEvidence): NumberReading {
  if (hasPoint && hasComma) return open === undefined ? 'EACH' : 'OPEN';
  if (hasPoint) return 'POINT';
  if (hasComma) return 'COMMA';
  return open === undefined ? 'PLAIN' : 'OPEN';
}

/** What a reading rests on, if not on the cells: a choice for this table, or for an earlier one of the same form. */
export const READING_CHOICES = ['CHOICE', 'EARLIER_CHOICE'] as const;
export interface DecidedReading {
  readonly reading: NumberReading;
  readonly by?: (typeof READING_CHOICES)[number];
}

/**
 * Decides how a column is read. A choice for this table comes first, then what the cells show. A choice for an earlier
 * table of the same form (`remembered`) counts only where no cell shows anything, so it never contradicts a cell.
 */
export function decideReading(
  evidence: MarkEvidence,
  { chosen, remembered }: { readonly chosen: DecimalMark | null; readonly remembered: DecimalMark | null },
): DecidedReading {
  if (chosen !== null) return { reading: readingOfMark(chosen), by: 'CHOICE' };
  const reading = readingOf(evidence);
  const isSilent = reading === 'OPEN' && !evidence.hasPoint && !evidence.hasComma;
  return isSilent && remembered !== null ? { reading: readingOfMark(remembered), by: 'EARLIER_CHOICE' } : { reading };
}

/** Collects the evidence of all cells of a column. */
export function evidenceOf(cells: Iterable<string>): MarkEvidence {
  const evidence = noEvidence();
  for (const cell of cells) addEvidence(evidence, cell);
  return evidence;
}

/** The reading that a person chose by naming the decimal mark. */
export const readingOfMark = (mark: DecimalMark): NumberReading => (mark === '.' ? 'POINT' : 'COMMA');

/**
 * Reads a cell of a column. Returns 'ambiguous' if the cell can be read in two ways and its column does not decide
 * between them. Returns undefined if the cell is no number, or is not written in the way that its column is read.
 */
export function readInColumn(text: string, reading: NumberReading): NumberText | 'ambiguous' | undefined {
  if (reading === 'POINT') return readNumber(text, '.');
  if (reading === 'COMMA') return readNumber(text, ',');
  return ambiguityOf(text) ? 'ambiguous' : (readNumber(text, '.') ?? readNumber(text, ','));
}

/**
 * Reads digits that a person typed. A typed point is a decimal point, because the product shows numbers with one. A
 * typed comma is accepted only if the number can be read in one way.
 */
export function readTyped(digits: string): string | Ambiguity | undefined {
  const { point, comma } = { point: plainOf(digits, '.'), comma: plainOf(digits, ',') };
  if (point === undefined || comma === undefined || point === comma) return point ?? comma;
  return digits.includes('.') ? point : { whole: point, decimal: comma };
}
