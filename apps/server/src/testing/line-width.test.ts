import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
const MOST_COLUMNS = 120;
const LEFT_OUT = new Set(['node_modules', 'dist', '.cache']);

/**
 * Files in which lines may be longer: they contain sentences of the screens, which stay in one piece so that a search
 * finds them.
 */
const WITH_SENTENCES = /\/(texts|i18n)\//;
/**
 * Matches the first line of a test, which may be longer because the formatter keeps a title on the line of the call.
 */
const TITLE = /^\s*(await )?(it|test|describe)[.\w]*\(['"`].*['"`], /;

/** Finds lines that are too wide, as `file:line`. The formatter breaks code, but neither strings nor comments. */
function tooWide(file: string, source: string): string[] {
  if (WITH_SENTENCES.test(file)) return [];
  return source
    .split('\n')
    .flatMap((line, i) => (line.length > MOST_COLUMNS && !TITLE.test(line) ? [`${file}:${i + 1}`] : []));
}

const files = globSync(['*.ts', '{apps,packages,e2e,scripts}/**/*.{ts,tsx,mjs,css}'], {
  cwd: ROOT,
  exclude: (path) => LEFT_OUT.has(path.split('/').at(-1) ?? '') || path.endsWith('.gen.ts'),
});

describe('the lines of code', () => {
  it(`have at most ${MOST_COLUMNS} columns, also in queries, strings and comments`, () => {
    expect(files.length).toBeGreaterThan(1000);
    expect(files.flatMap((file) => tooWide(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  it('are reported with file and number if they are wider', () => {
    const widest = 'x'.repeat(MOST_COLUMNS);
    expect(tooWide('apps/server/src/a.ts', `${widest}\n${widest}x\n`)).toEqual(['apps/server/src/a.ts:2']);
  });

  it('may be wider for texts of the product and titles of tests', () => {
    const words = 'word '.repeat(MOST_COLUMNS);
    expect(tooWide('packages/contracts/src/texts/en/mails.ts', `  hello: '${words}',`)).toEqual([]);
    expect(tooWide('a.test.ts', `  it('${words}', async () => {\n  await test.step('${words}', run);`)).toEqual([]);
  });
});
