import { compareNumbers, numberOf } from './numbers.ts';

/** Cartons with consecutive numbers, behind the same letters. */
interface CartonRange {
  readonly prefix: string;
  readonly first: bigint;
  readonly last: bigint;
}
/** The numbers that a factory wrote on cartons. */
export interface CartonNumbers {
  /** What is equal for all spellings of the same numbers. */
  readonly key: string;
  /** The cartons that the numbers count; none for a name, such as CT-0001 or "Pallet 1". */
  readonly ranges: readonly CartonRange[];
}

const NUMBERS = /^([\p{L}#/.:\s_-]*?)(\d{1,9})(?:\s*(?:-|~|to|bis|至)\s*([\p{L}#/.:\s_-]*?)(\d{1,9}))?$/u;
/** Words in front of numbers that say only that they are of cartons. */
const CARTON_WORDS = /^(?:c\/no|c\/n|ctn|ctns|carton|cartons|box|no|nos|#|箱号|箱|号|第|\s|[.:/_-])+$/u;
const BETWEEN_RANGES = /\s*(?:[,;、&+]|\band\b|\bund\b)\s*/u;
/** One number with separators of thousands, or two numbers: nobody can tell. */
const GROUPED = /^\d{1,3}(?:,\d{3})+$/;
const MAX_NUMBERS = 200;

/**
 * Reads the numbers of cartons as factories write them: 1-83, "C/NO. 1~83", 84, A001-A083, "A-5 to A-6" or 1,2,5-7.
 * Undefined if a last one comes before its first, or if a carton is named twice. What is no number is a name.
 */
export function readCartonNumbers(text: string): CartonNumbers | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/[–—−]/gu, '-');
  const name = { key: `name ${plain}`, ranges: [] };
  if (numberOf('CARTON', plain) !== undefined || plain.length > MAX_NUMBERS || GROUPED.test(plain)) return name;
  const ranges = plain.split(BETWEEN_RANGES).map(readRange);
  if (!ranges.every((range) => range !== undefined)) return name;
  if (ranges.some(({ first, last }) => last < first)) return undefined;
  const key = ranges.map(({ prefix, first, last }) => `${prefix} ${first}-${last}`).join(',');
  return overlapsOf(ranges.map((range) => ({ key, ranges: [range] }))).length > 0 ? undefined : { key, ranges };
}

/** Reads one range, which may be backwards; undefined for a name. */
function readRange(text: string): CartonRange | undefined {
  const [, before = '', first = '', between = '', last = first] = NUMBERS.exec(text) ?? [];
  if (first === '') return undefined;
  const [prefix, second] = [before, between].map((word) =>
    CARTON_WORDS.test(word) ? '' : word.trim().replace(/[\s.:/_-]+$/u, ''),
  );
  if (prefix === undefined || (second && second !== prefix)) return undefined;
  return { prefix, first: BigInt(first), last: BigInt(last) };
}

/** How many cartons numbers count; null for a name. */
export const countOf = ({ ranges }: CartonNumbers): bigint | null =>
  ranges.length === 0 ? null : ranges.reduce((sum, { first, last }) => sum + last - first + 1n, 0n);

/** For each of these numbers that overlaps earlier ones, both by their places in the list. */
export function overlapsOf(numbers: readonly CartonNumbers[]): { readonly at: number; readonly with: number }[] {
  const all = numbers.flatMap(({ ranges }, at) => ranges.map((range) => ({ ...range, at })));
  return [...Map.groupBy(all, ({ prefix }) => prefix).values()].flatMap((same) => {
    const sorted = same.toSorted((a, b) => compareNumbers(a.first, b.first) || a.at - b.at);
    let widest = sorted[0];
    return sorted.slice(1).flatMap((one) => {
      if (!widest) return [];
      const isOver = one.first <= widest.last;
      const [at, other] = one.at > widest.at ? [one.at, widest.at] : [widest.at, one.at];
      if (one.last > widest.last) widest = one;
      return isOver ? [{ at, with: other }] : [];
    });
  });
}

/** Splits the three sides in one cell: 60x40x30, 60 × 40 × 30 cm or 24"*16"*12". Undefined if there are not three. */
export function splitSides(text: string): readonly [string, string, string] | undefined {
  const parts = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[()]/g, ' ')
    .split(/[x×✕✖*·]/u)
    .map((part) => part.trim());
  const [length = '', width = '', height = '', ...more] = parts;
  return more.length > 0 || length === '' || width === '' || height === '' ? undefined : [length, width, height];
}
