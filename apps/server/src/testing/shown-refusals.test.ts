import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf } from './arrows.ts';

const WEB = join(import.meta.dirname, '../../../web/src');
const sources: ReadonlyMap<string, string> = new Map(
  globSync('**/*.{ts,tsx}', { cwd: WEB })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.') && !file.startsWith('testing/') && !file.includes('/testing/'))
    .map((file) => [file, readFileSync(join(WEB, file), 'utf8')]),
);
/** The file that splits a refusal into what fields show and the rest, and those on which it stands. */
const KIT = ['lib/errors/refusals.ts', 'lib/errors/failure-text.ts', 'lib/errors/api-error.ts', 'lib/api/write.ts'];

/** The arguments of each call of a function in a source. */
function callsOf(name: string, source: string): string[] {
  return [...source.matchAll(new RegExp(`(?<![\\w.]|function )${name}(?:<[^()]*?>)?\\(`, 'g'))].map((match) => {
    const start = match.index + match[0].length;
    let depth = 1;
    let end = start;
    for (; depth > 0 && end < source.length; end += 1)
      depth += '([{'.includes(source[end] ?? '') ? 1 : ')]}'.includes(source[end] ?? '') ? -1 : 0;
    return source.slice(start, end - 1);
  });
}

/** Reads the errors of a refusal by itself, so that it may leave out those for which it has no place. */
const READS_ERRORS = new RegExp(
  [
    /\b(?:\w*[eE]rror|refusal|failure|reason)\b\)?\??\.errors\b/,
    /'errors' in /,
    /\{[^{}]*\berrors\b[^{}]*\}: \w*ApiError/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** Tells a failure whole: by the one function, by the form kit, or by a text that the function has made. */
const TELLS = new RegExp(
  [
    /\brefusals\(|\buseAppForm[<(]|\bfailureText\(|\btoastFailure\(|\buseRowActions\(/,
    /<(?:ErrorState|RefusalNote|BulkSteps)\b/,
    /\.problem\b|\bconst \{[^{}]*\bproblem\b[^{}]*\} = /,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** The files that import a file, to which it leaves the telling. */
const importers = (file: string): string[] =>
  [...sources]
    .filter(([from, source]) =>
      importsOf(source).some((target) => target.startsWith('.') && posix.join(posix.dirname(from), target) === file),
    )
    .map(([from]) => from);

/** The names that a file exports of which the code uses what the pattern finds, directly or by way of its own code. */
function exportedUsers(source: string, pattern: RegExp): string[] {
  const parts = source
    .split(/^(?=(?:export )?(?:async )?(?:function|const) \w)/m)
    .map((text) => ({ text, name: /^(?:export )?(?:async )?(?:function|const) (\w+)/.exec(text)?.[1] ?? '' }))
    .filter(({ name }) => name !== '');
  const users = new Set(parts.filter(({ text }) => pattern.test(text)).map(({ name }) => name));
  const mentions = (text: string) => [...users].some((name) => new RegExp(`\\b${name}\\b`).test(text));
  for (let before = -1; before < users.size; ) {
    before = users.size;
    for (const { text, name } of parts) if (mentions(text)) users.add(name);
  }
  return parts.filter(({ text, name }) => text.startsWith('export ') && users.has(name)).map(({ name }) => name);
}

/** Whether a file, or each way from these of its exports to a screen, tells the failures of its writes. */
function isTold(file: string, names: readonly string[], depth = 3): boolean {
  if (TELLS.test(sources.get(file) ?? '')) return true;
  const used = new RegExp(`\\b(?:${names.join('|')})\\b`);
  const users = names.length === 0 ? [] : importers(file).filter((user) => used.test(sources.get(user) ?? ''));
  const isToldBy = (user: string) => isTold(user, exportedUsers(sources.get(user) ?? '', used), depth - 1);
  return depth > 0 && users.length > 0 && users.every(isToldBy);
}

describe('what the server refuses', () => {
  it('is read by the one function that leaves nothing out', () => {
    const others = [...sources].filter(([file, source]) => !KIT.includes(file) && READS_ERRORS.test(source));
    expect(others.map(([file]) => file)).toEqual([]);
  });

  it('is told by each file that writes: in a toast, by the function, or by the form kit', () => {
    const silent: string[] = [];
    let writes = 0;
    for (const [file, source] of sources) {
      if (KIT.includes(file) || !/\/write\.ts'/.test(source)) continue;
      const calls = callsOf('useWrite', source);
      writes += calls.length + callsOf('write', source).length;
      // `write` always tells in a toast; `useWrite` does, unless it has no words or its screen tells.
      const isQuiet = calls.some((call) => !/\bfailure\b/.test(call) || /\bisShownInline: true/.test(call));
      if (isQuiet && !isTold(file, exportedUsers(source, /\buseWrite\b/))) silent.push(file);
    }
    expect(writes).toBeGreaterThan(150);
    expect(silent).toEqual([]);
  });

  it('is seen by this test where a file leaves it out', () => {
    for (const code of [
      'const refused = new Map(decide.error.errors.map((one) => [one.field, one.message]));',
      'for (const { field } of (error.errors ?? [])) show(field);',
      'isApiError(error) ? error.errors : []',
      "if (error instanceof Error && 'errors' in error) read(error);",
      'function errorsByPlace({ errors }: ApiError) {',
    ])
      expect([code, READS_ERRORS.test(code)]).toEqual([code, true]);
    expect(READS_ERRORS.test('const { fields, rest } = refusals(error, shown);')).toBe(false);
    expect(callsOf('write', 'await write(() => call(a, {}), { failure })')).toEqual(['() => call(a, {}), { failure }']);
    for (const code of [
      'const save = useWrite({ send, isShownInline: true });',
      '// The problem is told elsewhere.',
      'const problem = amountProblem(text);',
    ])
      expect([code, TELLS.test(code)]).toEqual([code, false]);
    expect(TELLS.test('const { mutate, problem } = useSave();')).toBe(true);
    expect(TELLS.test('<Note>{save.problem}</Note>')).toBe(true);
  });
});
