import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Older subjects stay as they are, because a published history is not rewritten. */
const SINCE = '2026-11-28T16:30:00Z';
const MOST_COLUMNS = 72;
const KINDS = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test';

/** What is wrong with the first line of a commit; undefined if nothing is. */
function problemWith(subject: string): string | undefined {
  if (/^(Merge|Revert) /.test(subject)) return undefined;
  if (subject.length > MOST_COLUMNS) return `more than ${MOST_COLUMNS} columns`;
  if (!new RegExp(`^(?:${KINDS})(?:\\([a-z0-9-]+\\))?!?: \\S`).test(subject)) return 'no kind, such as "fix(costs): "';
  if (/\bwip\b/i.test(subject)) return 'unfinished work';
  return subject.includes(';') ? 'two changes' : undefined;
}

/** The subjects of the commits of this checkout; none in a copy without its history. */
function subjects(): string[] {
  const cwd = fileURLToPath(new URL('../../../..', import.meta.url));
  try {
    return execFileSync('git', ['log', `--since=${SINCE}`, '--format=%s'], { cwd, encoding: 'utf8', stdio: 'pipe' })
      .split('\n')
      .filter((subject) => subject !== '');
  } catch {
    return [];
  }
}

describe('the subject of a commit', () => {
  it('says one change in at most 72 columns, with its kind', () => {
    const wrong = subjects().map((subject) => [subject, problemWith(subject)]);
    expect(wrong.filter(([, problem]) => problem !== undefined)).toEqual([]);
  });

  it.each([
    ['fix(costs): lines follow how an order is divided', undefined],
    ['Merge branch "lists"', undefined],
    ['feat: a', undefined],
    ['lists', 'no kind, such as "fix(costs): "'],
    ['feat(lists): WIP', 'unfinished work'],
    ['fix: one thing; another', 'two changes'],
    [`fix: ${'a'.repeat(70)}`, 'more than 72 columns'],
  ])('%s: %s', (subject, problem) => expect(problemWith(subject)).toBe(problem));
});
