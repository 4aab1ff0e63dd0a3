import { isDay } from '../days/days.ts';
import { CURRENCIES, isCurrency } from '../money/currencies.ts';

/** A piece of a document's text, exactly as the document has it, and the number of its page, counted from 1. */
export interface Found {
  readonly text: string;
  readonly page: number;
}
/** One reading of an amount: '1.234' can be 1234 or, with three decimals, 1.234. */
interface FoundAmount extends Found {
  readonly decimals: number;
  /** The candidate currencies written beside the amount; null when there are none. */
  readonly currencies: readonly string[] | null;
}
/** The parts of a document's text that can identify an invoice. */
export interface DocumentWords {
  /** The numbers in the text. The key is the number without case, spaces and dashes. */
  readonly numbers: ReadonlyMap<string, Found>;
  /** The amounts in the text. The key is the decimal text without trailing zeros. */
  readonly amounts: ReadonlyMap<string, readonly FoundAmount[]>;
  readonly days: ReadonlyMap<string, Found>;
  /** Finds a company name, ignoring case, punctuation and the legal form. */
  readonly findName: (name: string) => Found | undefined;
}

/** Finds the parts of a document's text that can identify an invoice. */
export function readWords(pages: readonly string[]): DocumentWords {
  const texts = pages.map((page) => page.normalize('NFKC'));
  const atoms = texts.map(atomsOf);
  return {
    numbers: numbersIn(texts, atoms),
    amounts: amountsIn(texts),
    days: daysIn(texts),
    findName: nameFinder(texts, atoms),
  };
}

// ---------------------------------------------------------------- words

const HAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
/** A run of characters in one script. In Chinese text a number follows a word without a space. */
const ATOM = new RegExp(`[${HAN}]+|(?:(?![${HAN}])[\\p{L}\\p{N}])+`, 'gu');
const HAS_HAN = new RegExp(`[${HAN}]`, 'u');

interface Atom {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}
const atomsOf = (text: string): Atom[] =>
  [...text.matchAll(ATOM)].map((m) => ({ word: m[0].toLowerCase(), start: m.index, end: m.index + m[0].length }));

// ---------------------------------------------------------------- numbers

const MAX_PARTS = 6;
const MIN_KEY = 3;
const MAX_KEY = 40;
/** Characters that may separate the parts of one number. */
const JOINER = /^[ \t\-‐‑–—_/.#]{1,3}$/;
/** A character that joins two parts of a number, so that neither part is a number by itself. */
const GLUE = /^[-‐‑–—_/]$/;
const GLUE_OF_DIGITS = /^[.,]$/;
const LOOKS_LIKE_DAY = /^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/;

/**
 * Normalises a number: no case, spaces or dashes. Returns undefined if the result is too short, too long or has no
 * digit.
 */
export function numberKey(number: string): string | undefined {
  const key = number
    .replace(/[^\p{L}\p{N}]/gu, '')
    .normalize('NFKC')
    .toLowerCase();
  return isKey(key) ? key : undefined;
}
const isKey = (key: string) => key.length >= MIN_KEY && key.length <= MAX_KEY && /\p{N}/u.test(key);

function numbersIn(texts: readonly string[], atomsOfPages: readonly (readonly Atom[])[]): Map<string, Found> {
  const found = new Map<string, Found>();
  texts.forEach((text, i) => {
    const atoms = atomsOfPages[i] ?? [];
    const gaps = atoms.map((atom, k) => text.slice(atom.end, atoms[k + 1]?.start ?? atom.end));
    atoms.forEach((first, k) => {
      if (k > 0 && isGlued(atoms[k - 1], gaps[k - 1])) return;
      for (const last of endsOf(atoms, gaps, k)) {
        const written = text.slice(first.start, last.end);
        const key = numberKey(written);
        if (key !== undefined && !found.has(key) && !LOOKS_LIKE_DAY.test(written))
          found.set(key, { text: written, page: i + 1 });
      }
    });
  });
  return found;
}

/** Finds the atoms at which a number starting at `from` may end. */
function endsOf(atoms: readonly Atom[], gaps: readonly string[], from: number): Atom[] {
  const ends: Atom[] = [];
  for (let k = from; k < Math.min(from + MAX_PARTS, atoms.length); k += 1) {
    const atom = atoms[k];
    const gap = gaps[k] ?? '';
    if (atom && !isGlued(atom, gap)) ends.push(atom);
    if (!JOINER.test(gap)) break;
  }
  return ends;
}

const isGlued = (before: Atom | undefined, gap = '') =>
  GLUE.test(gap) || (GLUE_OF_DIGITS.test(gap) && /\d$/.test(before?.word ?? ''));

// ---------------------------------------------------------------- amounts

const AMOUNT = /\d+(?:[.,'’]\d+)*/g;
/** Matches an amount whose thousands are separated by spaces. */
const SPACED_AMOUNT = /(?<!\d)\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,3})?(?!\d)/g;
const PLAIN = /^\d+$/;
const GROUPED = /^\d{1,3}([.,'])\d{3}(?:\1\d{3})*$/;
/** A whole number with at most this many digits could also be a quantity or a page number. */
const WEAK_DIGITS = 3;
/** A number with more digits is not an amount but, for example, an account number. */
const MAX_DIGITS = 15;
const BESIDE = 6;

function amountsIn(texts: readonly string[]): Map<string, FoundAmount[]> {
  const found = new Map<string, FoundAmount[]>();
  texts.forEach((text, i) => {
    for (const match of [...text.matchAll(AMOUNT), ...text.matchAll(SPACED_AMOUNT)]) {
      const end = match.index + match[0].length;
      const before = text.slice(Math.max(0, match.index - BESIDE), match.index);
      const after = text.slice(end, end + BESIDE);
      const currencies = currenciesBeside(before, after);
      if (currencies === null && isInsideWord(before, after)) continue;
      for (const { whole, fraction } of readingsOf(match[0])) {
        if (whole.length > MAX_DIGITS || (fraction === '' && whole.length <= WEAK_DIGITS && currencies === null))
          continue;
        const value = canonical(`${whole}.${fraction}`);
        const amount = { text: match[0], page: i + 1, decimals: fraction.length, currencies };
        const known = found.get(value);
        if (known) known.push(amount);
        else found.set(value, [amount]);
      }
    }
  });
  return found;
}

/** Removes leading and trailing zeros from a decimal text. */
export const canonical = (decimal: string): string =>
  decimal
    .replace(/^0+(?=\d)/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');

/** Whether the digits are part of a word or of a day: 2026 in 2026-11-16 is not an amount. */
const isInsideWord = (before: string, after: string) => {
  if (/\d[-/]$/.test(before) || /^[-/]\d/.test(after)) return true;
  const touching = `${/[\p{L}\p{N}_]$/u.exec(before)?.[0] ?? ''}${/^[\p{L}\p{N}_]/u.exec(after)?.[0] ?? ''}`;
  return (
    touching !== '' &&
    !(HAS_HAN.test(touching) && !/[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(touching))
  );
};

/** Lists all readings of a written amount: '1,234.50' has one, '1.234' has two. */
function readingsOf(written: string): { whole: string; fraction: string }[] {
  const text = written.replace(/[ \u00a0\u202f’]/g, "'");
  const readings: { whole: string; fraction: string }[] = [];
  const whole = wholeOf(text, '');
  if (whole !== undefined) readings.push({ whole, fraction: '' });
  const [, front = '', point = '', fraction = ''] = /^([\d.,']*)([.,])(\d{1,3})$/.exec(text) ?? [];
  const before = point === '' ? undefined : wholeOf(front, point);
  if (before !== undefined) readings.push({ whole: before, fraction });
  return readings;
}

function wholeOf(text: string, point: string): string | undefined {
  if (PLAIN.test(text)) return text;
  const separator = GROUPED.exec(text)?.[1];
  return separator === undefined || separator === point ? undefined : text.replace(/\D/g, '');
}

function currenciesBeside(before: string, after: string): readonly string[] | null {
  const [, word, symbol] = /(?:(?<!\p{L})([A-Za-z]{3})|((?:\p{Lu}{0,2})\p{Sc}))\s?-?$/u.exec(before) ?? [];
  const [, nextWord, nextSymbol] = /^\s?(?:([A-Za-z]{3})(?!\p{L})|(\p{Sc}|元|円))/u.exec(after) ?? [];
  return codesOf(word, symbol) ?? codesOf(nextWord, nextSymbol);
}

/** Several currencies can share a symbol; the letters before the symbol decide which one is meant. */
function codesOf(word: string | undefined, symbol: string | undefined): readonly string[] | null {
  const code = word?.toUpperCase();
  if (code === 'RMB') return ['CNY'];
  if (code !== undefined && isCurrency(code)) return [code];
  if (symbol === undefined) return null;
  if (symbol === '元') return ['CNY', 'HKD', 'TWD'];
  if (symbol === '円') return ['JPY'];
  const exact = CURRENCIES.filter((c) => c.symbol === symbol && symbol.length > 1);
  const bare = symbol.slice(-1);
  const codes = (exact.length > 0 ? exact : CURRENCIES.filter((c) => c.symbol.endsWith(bare))).map((c) => c.code);
  return codes.length > 0 ? codes : null;
}

// ---------------------------------------------------------------- days

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})(?:\s?日)?(?!\d)/g;
const YEAR_LAST = /(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})(?!\d)/g;
const MONTH_BETWEEN = /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?[\s.-]{0,2}([A-Za-z]{3,9})[\s.,-]{1,3}(\d{4}|\d{2})(?!\d)/g;
const MONTH_FIRST = /(?<![A-Za-z])([A-Za-z]{3,9})\.?\s?(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/g;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

const monthOf = (word: string): number =>
  MONTHS.findIndex((month) => month.startsWith(word.toLowerCase())) + 1 || (/^sept$/i.test(word) ? 9 : 0);

function daysIn(texts: readonly string[]): Map<string, Found> {
  const found = new Map<string, Found>();
  texts.forEach((text, i) => {
    const add = (written: string, year: string, month: number, date: number) => {
      const day = `${year.padStart(4, '20')}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`;
      if (isDay(day) && !found.has(day)) found.set(day, { text: written, page: i + 1 });
    };
    for (const [written, y = '', m, d] of text.matchAll(YEAR_FIRST)) add(written, y, Number(m), Number(d));
    for (const [written, d = '', word = '', y = ''] of text.matchAll(MONTH_BETWEEN))
      add(written, y, monthOf(word), Number(d));
    for (const [written, word = '', d, y = ''] of text.matchAll(MONTH_FIRST)) add(written, y, monthOf(word), Number(d));
    // Day and month are ambiguous here, so both orders are recorded.
    for (const [written, a, b, y = ''] of text.matchAll(YEAR_LAST)) {
      add(written, y, Number(b), Number(a));
      add(written, y, Number(a), Number(b));
    }
  });
  return found;
}

// ---------------------------------------------------------------- names

const LEGAL_FORMS = new Set(
  (
    'co company corp corporation inc incorporated llc ltd limited plc pty pte gmbh mbh kg ag sa sarl sas srl spa ' +
    'bv nv oy ab as aps sl'
  ).split(' '),
);
/** A one-word name with fewer letters than this must match in full. */
const MIN_SHORT_NAME = 5;
const MIN_NAME = 3;
const MIN_HAN_NAME = 2;

function nameFinder(
  texts: readonly string[],
  atomsOfPages: readonly (readonly Atom[])[],
): (name: string) => Found | undefined {
  const places = new Map<string, { page: number; at: number }[]>();
  atomsOfPages.forEach((atoms, page) => {
    atoms.forEach(({ word }, at) => {
      const known = places.get(word);
      if (known) known.push({ page, at });
      else places.set(word, [{ page, at }]);
    });
  });
  const joined = texts.map((text) => text.toLowerCase().replace(/\s+/g, ''));

  const findWords = (words: readonly string[]): Found | undefined => {
    for (const { page, at } of places.get(words[0] ?? '') ?? []) {
      const atoms = atomsOfPages[page] ?? [];
      const last = atoms[at + words.length - 1];
      if (last && words.every((word, i) => atoms[at + i]?.word === word))
        return { text: (texts[page] ?? '').slice(atoms[at]?.start, last.end).replace(/\s+/g, ' '), page: page + 1 };
    }
    return undefined;
  };
  const findRun = (name: string): Found | undefined => {
    const run = name.toLowerCase().replace(/\s+/g, '');
    const page = [...run].length < MIN_HAN_NAME ? -1 : joined.findIndex((text) => text.includes(run));
    return page < 0 ? undefined : { text: name, page: page + 1 };
  };
  return (given) => {
    const name = given.normalize('NFKC');
    if (HAS_HAN.test(name)) return findRun(name);
    const words = atomsOf(name).map((atom) => atom.word);
    if (words.join('').length < MIN_NAME) return undefined;
    const short = withoutLegalForm(words);
    return (
      findWords(words) ??
      (short.join('').length >= MIN_SHORT_NAME && short.length < words.length ? findWords(short) : undefined)
    );
  };
}

function withoutLegalForm(words: readonly string[]): readonly string[] {
  const end = words.findLastIndex((word) => !LEGAL_FORMS.has(word));
  return words.slice(0, end + 1);
}
