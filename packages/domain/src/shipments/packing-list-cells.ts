import { compareNumbers, numberOf } from './numbers.ts';

/** The numbers that a factory wrote on cartons. */
export interface CartonNumbers {
  /** What is equal for all spellings of the same numbers. */
  readonly key: string;
  /** The cartons that the numbers count; null for a name, such as CT-0001 or "Pallet 1". */
  readonly range: { readonly prefix: string; readonly first: bigint; readonly last: bigint } | null;
}

const NUMBERS = /^([\p{L}#/.:\s_-]*?)(\d{1,9})(?:\s*(?:-|~|to|bis|至)\s*([\p{L}#/.:\s_]*?)(\d{1,9}))?$/u;
/** Words in front of numbers that say only that they are of cartons. */
const CARTON_WORDS = /^(?:c\/no|c\/n|ctn|ctns|carton|cartons|box|no|nos|#|箱号|箱|号|第|\s|[.:/_-])+$/u;

/**
 * Reads the numbers of cartons as factories write them: 1-83, "C/NO. 1~83", 84 or A001-A083. Undefined if the last
 * comes before the first. What is no number is a name.
 */
export function readCartonNumbers(text: string): CartonNumbers | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/[–—−]/gu, '-');
  const name = { key: `name ${plain}`, range: null };
  if (numberOf('CARTON', plain) !== undefined || plain.length > 60) return name;
  const [, before = '', first = '', between = '', last = first] = NUMBERS.exec(plain) ?? [];
  if (first === '') return name;
  const prefix = CARTON_WORDS.test(before) ? '' : before.trim();
  const second = CARTON_WORDS.test(between) ? '' : between.trim();
  if (second !== '' && second !== prefix) return name;
  const range = { prefix, first: BigInt(first), last: BigInt(last) };
  return range.last < range.first ? undefined : { key: `${prefix} ${range.first}-${range.last}`, range };
}

/** How many cartons numbers count; null for a name. */
export const countOf = ({ range }: CartonNumbers): bigint | null => (range ? range.last - range.first + 1n : null);

/** For each of these ranges that overlaps an earlier one, both by their places in the list. */
export function overlapsOf(numbers: readonly CartonNumbers[]): { readonly at: number; readonly with: number }[] {
  const ranges = numbers.flatMap(({ range }, at) => (range ? [{ ...range, at }] : []));
  return [...Map.groupBy(ranges, ({ prefix }) => prefix).values()].flatMap((same) => {
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
