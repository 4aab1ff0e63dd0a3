import { isCurrency } from './currencies.ts';

/** The character before the decimals. */
export type DecimalMark = '.' | ',';

/** A number as people and spreadsheets write it, normalised to digits with a decimal point. */
export interface NumberText {
  readonly plain: string;
  /** Code of the currency written beside the number. */
  readonly currency: string | null;
}

const CODES: Readonly<Record<string, string>> = { RMB: 'CNY', CNH: 'CNY', US$: 'USD' };
const SYMBOLS = String.raw`[$€£¥₹₩₫฿₺₽₴元圆円원]`;
const AFFIX = String.raw`(?:[A-Za-z]{3}(?![A-Za-z])|[A-Z]{1,2}\$|${SYMBOLS})`;
const LEADING = new RegExp(`^(${AFFIX})\\s*`, 'u');
const TRAILING = new RegExp(`\\s*(${AFFIX})$`, 'u');
const MINUS = /^[-\u2212\u2013]\s*/;

/** Longer texts are not numbers that a person writes. */
const MAX_TEXT = 60;

/** The number without its sign and currency. */
interface Bare {
  readonly digits: string;
  readonly isNegative: boolean;
  readonly currency: string | null;
}

const NONE: Bare = { digits: '', isNegative: false, currency: null };

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
  const code = currencies.map((c) => CODES[c.toUpperCase()] ?? c.toUpperCase()).find((c) => /^[A-Z]{3}$/.test(c));
  if (code !== undefined && !isCurrency(code)) return NONE;
  return { digits: rest, isNegative, currency: code ?? null };
}

/**
 * Finds the decimal mark of a table from the numbers that can be read in only one way. Returns undefined when there are
 * none: `1,234` alone is ambiguous.
 */
export function decimalMarkOf(cells: Iterable<string>): DecimalMark | undefined {
  const votes = { '.': 0, ',': 0 };
  for (const cell of cells) {
    const mark = markOf(bare(cell).digits);
    if (mark) votes[mark] += 1;
  }
  return votes['.'] === votes[','] ? undefined : votes['.'] > votes[','] ? '.' : ',';
}

function markOf(digits: string): DecimalMark | undefined {
  if (!/^[\d.,'’\s]+$/u.test(digits) || !/\d/.test(digits)) return undefined;
  const signs = digits.replace(/[^.,]/g, '');
  const last = signs.at(-1) as DecimalMark | undefined;
  if (!last) return undefined;
  const other = last === '.' ? ',' : '.';
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  const [whole = '', decimals = ''] = digits.split(last);
  return decimals.length === 3 && whole !== '' && Number(whole) !== 0 ? undefined : last;
}

/**
 * Parses a number with thousands separators, a currency, brackets or a trailing minus. Returns undefined when the text
 * is not a number.
 */
export function readNumber(text: string, mark: DecimalMark): NumberText | undefined {
  const { digits, isNegative, currency } = bare(text);
  const parts = digits.split(mark);
  const [grouped = '', decimals = ''] = parts;
  if (parts.length > 2 || !/^\d*$/.test(decimals)) return undefined;
  const whole = withoutGroups(grouped, mark);
  if (whole === undefined || (whole === '' && decimals === '')) return undefined;
  const plain = `${whole === '' ? '0' : whole}${decimals === '' ? '' : `.${decimals}`}`;
  return { plain: isNegative && /[1-9]/.test(plain) ? `-${plain}` : plain, currency };
}

/**
 * Removes the thousands separators: groups of three digits with one kind of separator, or Indian groups of two before
 * the last three.
 */
function withoutGroups(text: string, mark: DecimalMark): string | undefined {
  if (/^\d*$/.test(text)) return text;
  const separator = /[^\d]/u.exec(text)?.[0] ?? '';
  if (separator === mark || !/[.,'’\s]/u.test(separator)) return undefined;
  const groups = text.split(separator);
  const isSound =
    /^\d{1,3}$/.test(groups[0] ?? '') &&
    /^\d{3}$/.test(groups.at(-1) ?? '') &&
    groups.slice(1, -1).every((g) => /^\d{2,3}$/.test(g)) &&
    groups.length > 1;
  return isSound ? groups.join('') : undefined;
}
