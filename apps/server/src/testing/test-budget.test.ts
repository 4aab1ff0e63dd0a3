import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** The limit of `npm test` in seconds with twice as many areas as today. */
const DOUBLED_LIMIT = 900;
const FILES_AT_ONCE = 2;

type Seconds = Readonly<Record<string, number>>;
interface Budget {
  readonly wholeRun: Seconds;
  readonly areas: Readonly<Record<string, Seconds>>;
}
const budget = JSON.parse(readFileSync(join(ROOT, 'scripts/test-budget.json'), 'utf8')) as Budget;

/** Elapsed seconds: the checks use all cores, while tests run two files at a time. */
const byTheClock = (areas: readonly Seconds[]) =>
  areas.reduce((sum, { checks = 0, ...tests }) => {
    const work = Object.values(tests).reduce((total, seconds) => total + seconds, 0);
    return sum + checks + work / FILES_AT_ONCE;
  }, 0);

it('the budgets of all areas fit into the budget of npm test', () => {
  expect(byTheClock(Object.values(budget.areas))).toBeLessThanOrEqual(budget.wholeRun['npm test'] ?? 0);
});

it('twice as many areas fit into fifteen minutes', () => {
  const { platform = {}, ...areas } = budget.areas;
  const doubled = byTheClock([platform, ...Object.values(areas), ...Object.values(areas)]);
  expect(doubled).toBeLessThanOrEqual(DOUBLED_LIMIT);
});

it('every area of the budget exists', () => {
  const folders = ['apps/server/src/areas', 'apps/web/src/features'];
  const missing = Object.keys(budget.areas).filter(
    (area) => area !== 'platform' && !folders.some((folder) => existsSync(join(ROOT, folder, area))),
  );
  expect(missing).toEqual([]);
});
