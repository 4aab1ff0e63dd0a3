import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** How many seconds `npm test` may take on two cores. */
const LIMIT = 900;

type Seconds = Readonly<Record<string, number>>;
interface Budget {
  readonly wholeRun: Seconds;
  readonly filesAtOnce: Seconds;
  readonly areas: Readonly<Record<string, Seconds>>;
}
const budget = JSON.parse(readFileSync(join(ROOT, 'scripts/test-budget.json'), 'utf8')) as Budget;

/**
 * The expected duration of `npm test` in seconds. The tests of the web run after those of the server, and the browser
 * tests after both. The checks and the tests on the second PostgreSQL run at the same time as those of the server.
 */
function byTheClock(areas: readonly Seconds[]): number {
  const elapsed = (...kinds: readonly string[]) =>
    kinds
      .flatMap((kind) => areas.map((area) => (area[kind] ?? 0) / (budget.filesAtOnce[kind] ?? 1)))
      .reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(elapsed('rules', 'server'), elapsed('checks', 'again')) + elapsed('web') + elapsed('browser');
}

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
