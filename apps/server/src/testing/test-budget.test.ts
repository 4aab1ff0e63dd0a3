import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** How many seconds `npm test` may take on two cores. */
const LIMIT = 900;

type Seconds = Readonly<Record<string, number>>;
interface Budget {
  readonly wholeRun: Seconds;
  readonly areas: Readonly<Record<string, Seconds>>;
}
const budget = JSON.parse(readFileSync(join(ROOT, 'scripts/test-budget.json'), 'utf8')) as Budget;

/** How many cores the budget of `npm test` is for. Its tests keep both busy nearly all of the time. */
const CORES = 2;

/** The expected duration of `npm test` in seconds by the clock. The rows of areas are in seconds of processor time. */
const byTheClock = (areas: readonly Seconds[]): number =>
  areas.flatMap((area) => Object.values(area)).reduce((sum, seconds) => sum + seconds, 0) / CORES;

it('the time budgets of all areas fit into the budget of npm test, which is fifteen minutes', () => {
  expect(byTheClock(Object.values(budget.areas))).toBeLessThanOrEqual(budget.wholeRun['npm test'] ?? 0);
  expect(budget.wholeRun['npm test']).toBeLessThanOrEqual(LIMIT);
});

it('every area named in the time budget exists', () => {
  const folders = ['apps/server/src/areas', 'apps/web/src/features'];
  const missing = Object.keys(budget.areas).filter(
    (area) => area !== 'platform' && !folders.some((folder) => existsSync(join(ROOT, folder, area))),
  );
  expect(missing).toEqual([]);
});
