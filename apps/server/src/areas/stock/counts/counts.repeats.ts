import type { CountImport } from '@quayside/contracts/stock/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { plainHeading } from '../../../tables/import-columns.ts';
import { MOST_COUNTED, type PlannedCount } from './counts.types.ts';

// A product is counted once on a day at a place. Rows of a table that count it again contradict each other, unless they
// count different shelves or conditions: then the person has them added up.

const MAX_WORDS = 500;

/** A count of a table. `rows`: all rows that it adds up, the first one first. */
export interface SummedCount extends PlannedCount {
  readonly rows: readonly number[];
}

interface Repeats {
  readonly planned: readonly SummedCount[];
  /** Rows that cannot be taken in, each with the reason. */
  readonly refused: readonly { readonly row: number; readonly message: ReturnType<typeof say> }[];
  /** How many counts stand in several rows. */
  readonly groups: number;
}

const keyOf = ({ productId, day, place }: Pick<PlannedCount, 'productId' | 'day' | 'place'>): string =>
  `${productId} ${day} ${place}`;

/** Rows of one product, day and place become one count, or each of them is refused and names another. */
export function joinRepeats(planned: readonly PlannedCount[], isSummed: boolean): Repeats {
  const groups = [...Map.groupBy(planned, keyOf).values()];
  const repeated = groups.filter(({ length }) => length > 1);
  const answer = (joined: readonly SummedCount[], refused: Repeats['refused']) => ({
    planned: joined,
    refused,
    groups: repeated.length,
  });
  if (!isSummed)
    return answer(
      groups.flatMap((group) => (group.length > 1 ? [] : summed(group))),
      repeated.flatMap((group) =>
        group.map(({ row }, i) => ({
          row,
          message: say('counts.same_row', { row: group[i === 0 ? 1 : 0]?.row ?? row }),
        })),
      ),
    );
  const joined = groups.flatMap(summed);
  const isTooMuch = ({ quantity }: SummedCount) => quantity > MOST_COUNTED;
  return answer(
    joined.filter((one) => !isTooMuch(one)),
    joined
      .filter(isTooMuch)
      .flatMap(({ rows }) => rows.map((row) => ({ row, message: say('stock.most', { max: MOST_COUNTED }) }))),
  );
}

function summed(group: readonly PlannedCount[]): SummedCount[] {
  const [first] = group;
  if (first === undefined) return [];
  const words = [...new Set(group.flatMap((one) => one.words ?? []))].join('; ').slice(0, MAX_WORDS);
  return [
    {
      ...first,
      rows: group.map(({ row }) => row),
      quantity: group.reduce((sum, { quantity }) => sum + quantity, 0),
      words: words === '' ? null : words,
    },
  ];
}

/** The headings by which Amazon's inventory files tell the conditions of one SKU apart. */
const OF_CONDITION: ReadonlySet<string> = new Set(
  ['warehouse-condition-code', 'condition-type', 'condition', 'disposition', 'detailed-disposition'].map(plainHeading),
);

/** What the answer of an import says about rows of one product, day and place. */
export const repeatsOf = (
  headings: readonly string[],
  groups: number,
  isSummed: boolean,
): CountImport['duplicates'] => ({
  counts: groups,
  summed: isSummed,
  proposed: groups > 0 && headings.some((heading) => OF_CONDITION.has(plainHeading(heading))) ? 'SUM' : null,
});

/** The first of these counts that counts a product again, and the one before it. */
export function firstRepeat(
  counts: readonly Pick<PlannedCount, 'productId' | 'day' | 'place'>[],
): { readonly at: number; readonly earlier: number } | undefined {
  const seen = new Map<string, number>();
  for (const [at, count] of counts.entries()) {
    const earlier = seen.get(keyOf(count));
    if (earlier !== undefined) return { at, earlier };
    seen.set(keyOf(count), at);
  }
  return undefined;
}
