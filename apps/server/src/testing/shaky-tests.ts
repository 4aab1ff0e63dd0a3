import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A test that fails now and then without a fault of the product, until somebody mends the test. */
interface ShakyTest {
  /** Its file from the root, and its whole title. */
  readonly file: string;
  readonly title: string;
  readonly reason: string;
  /** The day since which it is named, such as 2026-11-28. */
  readonly since: string;
}
/** A test that failed, or that passed only at the second try. */
interface TestName {
  readonly file: string;
  readonly title: string;
}

const ROOT = join(import.meta.dirname, '../../../..');
const COUNTS = join(ROOT, '.cache', 'second-tries.json');

export const readShaky = (): readonly ShakyTest[] =>
  JSON.parse(readFileSync(join(ROOT, 'scripts', 'shaky-tests.json'), 'utf8')) as readonly ShakyTest[];

/** Parts what failed: `shaky` tests are printed, and do not fail the run; all `others` do. */
export function partShaky<T extends TestName>(
  failed: readonly T[],
  named: readonly ShakyTest[],
): { readonly shaky: readonly T[]; readonly others: readonly T[] } {
  const isNamed = ({ file, title }: T) => named.some((one) => one.file === file && one.title === title);
  return { shaky: failed.filter(isNamed), others: failed.filter((one) => !isNamed(one)) };
}

/**
 * Adds these second tries to the counts of this clone, by test. Returns the number of each of them so far, in their
 * order: one that comes back is a defect, even if each run has only a few.
 */
export function countSecondTries(tests: readonly TestName[], file = COUNTS): number[] {
  if (tests.length === 0) return [];
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, number>>) : {};
  const counts = { ...before };
  const numbers = tests.map((test) => {
    const name = `${test.file} › ${test.title}`;
    return (counts[name] = (counts[name] ?? 0) + 1);
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(counts, null, 2));
  return numbers;
}
