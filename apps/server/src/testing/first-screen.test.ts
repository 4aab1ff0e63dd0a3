import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSourceTree, type SourceTree } from './arrows.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const WEB = 'apps/web/src/';
const tree = readSourceTree(ROOT);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The static imports of a file, which are loaded before the file runs: no types and no dynamic imports. */
function importsOf(source: string): string[] {
  const statements = source.matchAll(
    /^\s*(?:import|export)\s(?!type\s)[^'";]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'/gm,
  );
  return [...statements].map((match) => match[1] ?? match[2] ?? '');
}

/** Finds the files that are loaded when the page opens, beginning with `start`. */
function filesFrom(start: string, sources: SourceTree): string[] {
  const found = new Set([start]);
  for (const file of found) {
    for (const specifier of importsOf(sources.get(file) ?? '')) {
      const target = posix.join(posix.dirname(file), specifier);
      if (specifier.startsWith('.') && sources.has(target)) found.add(target);
    }
  }
  return [...found];
}

/** Finds the Mantine components that a file imports and that have a style sheet. */
function partsOf(source: string): string[] {
  const names = [...source.matchAll(/^import \{([^}]*)\} from '@mantine\/core'/gm)].flatMap((match) =>
    (match[1] ?? '').split(','),
  );
  const parts = names.map((name) => name.replace(/ as .*/s, '').trim());
  return parts.filter((name) => existsSync(join(ROOT, `node_modules/@mantine/core/styles/${name}.layer.css`)));
}

const styled = (sheet: string) =>
  [...read(`${WEB}theme/${sheet}`).matchAll(/@mantine\/core\/styles\/(\w+)\.layer\.css/g)].map(
    (match) => match[1] ?? '',
  );
/** Lists the groups of texts (files in `i18n/en`) that a file in `i18n` imports. */
const areas = (texts: string) =>
  [...read(`${WEB}i18n/${texts}`).matchAll(/from '\.\/en\/(\w+)\.ts'/g)].map((match) => match[1] ?? '');
/**
 * The groups of texts that are loaded after the first screen: some groups of `i18n`, and the groups of the features.
 */
const laterAreas = [
  ...areas('part-texts.ts'),
  ...[...tree]
    .filter(([file]) => /^apps\/web\/src\/features\/\w+\/texts\/en\.ts$/.test(file))
    .flatMap(([, source]) => [...source.matchAll(/^export const (\w+)/gm)].map((match) => match[1] ?? '')),
];

describe('the first screen', () => {
  const first = filesFrom(`${WEB}main.tsx`, tree);

  it('contains the shell and the dashboard, but no table, form or sign-in', () => {
    expect(first).toEqual(expect.arrayContaining([`${WEB}app/shell/shell.tsx`, `${WEB}app/pages/dashboard.page.tsx`]));
    expect(
      first.filter((file) => /components\/(data-grid|form|charts|document-viewer)\/.*\.tsx$|login/.test(file)),
    ).toEqual([]);
  });

  it('loads later parts together with their texts and styles', () => {
    const lazily = first.filter((file) => /\blazy\(|\blazy:/.test(tree.get(file) ?? ''));
    expect(lazily).toEqual([`${WEB}app/routes.tsx`, `${WEB}lib/page/load-part.ts`]);
  });

  it('uses no text that is loaded later', () => {
    const later = new RegExp(`['"\`](${laterAreas.join('|')}):\\w`);
    expect(laterAreas).toEqual(expect.arrayContaining(['views', 'invoices', 'suppliers']));
    expect(first.filter((file) => later.test(tree.get(file) ?? ''))).toEqual([]);
  });

  it('shows no component whose styles are loaded later', () => {
    const used = first.flatMap((file) => partsOf(tree.get(file) ?? ''));
    expect(used).toContain('Button');
    expect(used.filter((name) => !styled('mantine-shell.css').includes(name))).toEqual([]);
  });

  it('has, together with the later parts, all texts and styles', () => {
    const all = [...areas('i18n.ts'), ...areas('part-texts.ts')].map((area) => `${WEB}i18n/en/${area}.ts`);
    expect([...tree.keys()].filter((file) => file.startsWith(`${WEB}i18n/en/`) && !all.includes(file))).toEqual([]);
    const used = [...tree].filter(([file]) => file.startsWith(WEB)).flatMap(([, source]) => partsOf(source));
    expect(
      used.filter((name) => ![...styled('mantine-shell.css'), ...styled('mantine-parts.css')].includes(name)),
    ).toEqual([]);
  });
});
