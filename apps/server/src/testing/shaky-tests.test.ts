import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countSecondTries, partShaky, readShaky } from './shaky-tests.ts';

/** How many tests may be named at a time: each of them is a proof that nobody has. */
const MOST_SHAKY = 5;
const ROOT = join(import.meta.dirname, '../../../..');

describe('the tests of scripts/shaky-tests.json', () => {
  it('are at most five, and each exists and has a reason and a day', () => {
    const named = readShaky();
    expect(named.length).toBeLessThanOrEqual(MOST_SHAKY);
    for (const { file, title, reason, since } of named) {
      expect(existsSync(join(ROOT, file)) && readFileSync(join(ROOT, file), 'utf8')).toContain(title.split(' ').at(-1));
      expect([reason.length > 20, /^\d{4}-\d{2}-\d{2}$/.test(since)]).toEqual([true, true]);
    }
  });

  it('do not fail a run, but every other test does, also one of the same title', () => {
    const named = [{ file: 'e2e/a.spec.ts', title: 'pays', reason: 'waits for a toast', since: '2026-11-28' }];
    const [pays, other] = [
      { file: 'e2e/a.spec.ts', title: 'pays' },
      { file: 'e2e/b.spec.ts', title: 'pays' },
    ];
    expect(partShaky([pays, other], named)).toEqual({ shaky: [pays], others: [other] });
    expect(partShaky([pays, other], [])).toEqual({ shaky: [], others: [pays, other] });
  });
});

it('second tries are counted by test over all runs of a clone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-tries-'));
  const file = join(folder, 'kept', 'second-tries.json');
  const [one, two] = [
    { file: 'a.test.ts', title: 'opens' },
    { file: 'a.test.ts', title: 'closes' },
  ];
  expect([countSecondTries([one], file), countSecondTries([two, one], file), countSecondTries([], file)]).toEqual([
    [1],
    [1, 2],
    [],
  ]);
  rmSync(folder, { recursive: true });
});
