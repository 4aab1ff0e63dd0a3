/** The names of a company that an import compares with others. */
interface ComparedNames {
  /** Its names, also the one in its own language, without case, punctuation and legal form. */
  readonly keys: readonly string[];
  /** What `marksOf` finds in its name. */
  readonly marks: string;
}

/** The numbers and single letters of a name, which tell plants and branches of one company apart. */
export const marksOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\d/.test(word) || /^[a-z]$/.test(word))
    .join(' ');

/** Shorter keys have too few letters to say that one is a misspelling of the other. */
const MIN_TYPO = 8;
/** Shorter keys are the beginning of too many names. A Chinese character says as much as several letters. */
const MIN_BEGINNING = 8;
const MIN_BEGINNING_HAN = 4;

const canBegin = (key: string) => key.length >= (/\p{Script=Han}/u.test(key) ? MIN_BEGINNING_HAN : MIN_BEGINNING);

/** All texts that differ from a key by one missing character, and the key itself. */
const shortened = (key: string): string[] => [key, ...Array.from(key, (_, i) => key.slice(0, i) + key.slice(i + 1))];

/** Whether two keys differ by one character that is wrong, missing or added, or by two that are swapped. */
function isOneTypo(a: string, b: string): boolean {
  const [long, short] = a.length >= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let i = 0;
  while (i < short.length && long[i] === short[i]) i += 1;
  if (long.length > short.length) return long.slice(i + 1) === short.slice(i);
  const isSwapped = long[i] === short[i + 1] && long[i + 1] === short[i] && long.slice(i + 2) === short.slice(i + 2);
  return isSwapped || long.slice(i + 1) === short.slice(i + 1);
}

/** Finds names that may mean the same company. */
export interface SimilarNames<T> {
  add(names: ComparedNames, of: T): void;
  /** The companies with similar names, in the order in which they were added. */
  find(names: ComparedNames): T[];
}

/**
 * Creates an empty list of names. Two names are similar if they are equal without case, punctuation and legal form, if
 * they differ by one typing error, or if one is the beginning of the other. Names with different numbers or single
 * letters are similar only if they are equal, so that "Plant 1" and "Plant 2" stay two companies.
 */
export function createSimilarNames<T>(): SimilarNames<T> {
  const all: { readonly key: string; readonly marks: string; readonly of: T }[] = [];
  const byShortened = new Map<string, number[]>();
  const isAlmost = (key: string, other: string) =>
    (canBegin(key) && other.startsWith(key)) ||
    (canBegin(other) && key.startsWith(other)) ||
    (Math.min(key.length, other.length) >= MIN_TYPO && isOneTypo(key, other));
  return {
    add({ keys, marks }, of) {
      for (const key of new Set(keys)) {
        const at = all.push({ key, marks, of }) - 1;
        for (const text of new Set(shortened(key))) {
          const same = byShortened.get(text);
          if (same) same.push(at);
          else byShortened.set(text, [at]);
        }
      }
    },
    find({ keys, marks }) {
      const found = new Set<number>();
      for (const key of new Set(keys)) {
        const near = new Set(shortened(key).flatMap((text) => byShortened.get(text) ?? []));
        for (const [at, other] of all.entries()) {
          const isNear = near.has(at) || key.startsWith(other.key) || other.key.startsWith(key);
          if (isNear && (key === other.key || (other.marks === marks && isAlmost(key, other.key)))) found.add(at);
        }
      }
      return [...new Set([...found].toSorted((a, b) => a - b).flatMap((at) => all[at]?.of ?? []))];
    },
  };
}
