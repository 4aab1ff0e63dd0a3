import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { CATALOGUES } from '@quayside/contracts/texts/words';
import { describe, expect, it } from 'vitest';
import { readSourceTree } from './arrows.ts';
import { mentionsIn, unusedWords } from './unused-words.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const tree = readSourceTree(root);

/** The keys of the English texts of the web app, as the app looks them up. */
async function webKeys(): Promise<string[]> {
  const files = globSync(['i18n/en/*.ts', 'features/*/texts/en.ts', 'features/*/texts/en.shell.ts'], {
    cwd: join(root, 'apps/web/src'),
  });
  const keysOf = (texts: object, path: string): string[] =>
    Object.entries(texts).flatMap(([key, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null ? keysOf(value, `${path}${key}.`) : [path + key],
    );
  const modules = await Promise.all(
    files.map(async (file) => (await import(pathToFileURL(join(root, 'apps/web/src', file)).href)) as object),
  );
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([area, texts]: [string, object]) => keysOf(texts, `${area}:`)),
  );
}

describe('the texts of this repository', () => {
  it('of the screens are shown by the product, and not only named by tests', async () => {
    const web = new Map([...tree].filter(([file]) => file.startsWith('apps/web/')));
    expect(unusedWords(await webKeys(), mentionsIn(web))).toEqual([]);
  });

  it('of the server are told by the product, and not only named by tests', () => {
    expect(unusedWords(Object.keys(CATALOGUES.en), mentionsIn(tree))).toEqual([]);
  });
});

/** Returns those of the given texts that a source file of the web app does not look up. */
const unusedIn = (source: string, file = 'apps/web/src/a.tsx') =>
  unusedWords(
    ['common:add', 'areas:title', 'areas:count_one', 'areas:part.first', 'areas:part.second'],
    mentionsIn(new Map([[file, source]])),
  );
const unusedBut = (...used: string[]) => unusedIn('').filter((key) => !used.includes(key));

describe('a text is looked up', () => {
  it.each([
    ['by its key', `const a = <p>{t('areas:title')}</p>;`, ['areas:title']],
    ['by its key without a plural suffix', `t('areas:count', { count });`, ['areas:count_one']],
    ['by a key that is kept elsewhere', `const tile = { title: 'areas:title' };`, ['areas:title']],
    ['by a template string', 't(`areas:part.${name}`);', ['areas:part.first', 'areas:part.second']],
    ['by the key of its group', `t('areas:part', { returnObjects: true });`, ['areas:part.first', 'areas:part.second']],
    ['as a single word', `t(isNew ? 'add' : 'change');`, ['common:add']],
  ])('%s', (_, source, used) => expect(unusedIn(source)).toEqual(unusedBut(...used)));
});

describe('a text is not looked up', () => {
  it.each([
    ['by a type', `type Title = 'areas:title';`],
    ['by a comment', `// t('areas:title')`],
    ['by the key of its group alone', `t('areas:part');`],
    ['by a template string without a fixed part', 't(`${a}:${b}`);'],
    ['by a list of the refusals of a call', `endpoint({ errors: ['areas:title'] });`],
    ['by another use of the same word', `press('add');`],
  ])('%s', (_, source) => expect(unusedIn(source)).toEqual(unusedBut()));

  it.each(['apps/web/src/a.test.tsx', 'apps/web/src/testing/a.ts', 'apps/web/src/i18n/en/a.ts'])('in %s', (file) => {
    expect(unusedIn(`t('areas:title');`, file)).toEqual(unusedBut());
  });
});
