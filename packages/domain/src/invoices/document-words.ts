import { amountsIn, canonical } from './document-amounts.ts';
import { daysIn } from './document-days.ts';
import { type Found, HAN } from './document-text.ts';

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
    amounts: amountsOf(texts),
    days: daysOf(texts),
    findName: nameFinder(texts, atoms),
  };
}

// ---------------------------------------------------------------- words

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

// ---------------------------------------------------------------- amounts and days

/** A whole number with at most this many digits could also be a quantity or a page number. */
const WEAK_DIGITS = 3;

function amountsOf(texts: readonly string[]): Map<string, FoundAmount[]> {
  const found = new Map<string, FoundAmount[]>();
  texts.forEach((page, i) => {
    for (const { text, currencies, readings } of amountsIn(page)) {
      for (const { whole, fraction } of readings) {
        if (fraction === '' && whole.length <= WEAK_DIGITS && currencies === null) continue;
        const value = canonical(`${whole}.${fraction}`);
        const amount = { text, page: i + 1, decimals: fraction.length, currencies };
        const known = found.get(value);
        if (known) known.push(amount);
        else found.set(value, [amount]);
      }
    }
  });
  return found;
}

/** All days of the text. Where day and month are ambiguous, both orders are recorded. */
function daysOf(texts: readonly string[]): Map<string, Found> {
  const found = new Map<string, Found>();
  texts.forEach((page, i) => {
    for (const { text, day, monthFirst } of daysIn(page))
      for (const one of [day, monthFirst])
        if (one !== undefined && !found.has(one)) found.set(one, { text, page: i + 1 });
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
