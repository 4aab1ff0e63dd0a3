import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTest, type SourceTree } from './arrows.ts';
import { targetOf } from './circles.ts';

/** Sources outside the four packages, which may import from them. */
const OTHERS = ['e2e/**/*.ts', 'scripts/**/*.{mjs,ts}', '*.ts', 'apps/*/*.ts', 'apps/*/src/**/*.mjs'];

/** Adds the source files of scripts, configuration and browser tests to those of the packages. */
export const withOtherSources = (root: string, tree: SourceTree): SourceTree =>
  new Map([
    ...tree,
    ...globSync(OTHERS, { cwd: root }).map((file): [string, string] => [
      file.replaceAll('\\', '/'),
      readFileSync(join(root, file), 'utf8'),
    ]),
  ]);

/**
 * Finds unnecessary exports, as "file: name". `unimported`: no other file imports the name. `onlyTested`: only tests
 * import the name, and its own file does not use it either. Generated files are left out.
 */
export function needlessExports(tree: SourceTree): { unimported: string[]; onlyTested: string[] } {
  const importers = importersOf(tree);
  const found = { unimported: new Array<string>(), onlyTested: new Array<string>() };
  for (const [file, source] of tree) {
    if (isGenerated(file)) continue;
    for (const name of exportedNames(source)) {
      const by = importers.get(`${file}: ${name}`) ?? [];
      if (by.length === 0) found.unimported.push(`${file}: ${name}`);
      else if (!isTestFile(file) && by.every(isTestFile) && !isUsedIn(source, name))
        found.onlyTested.push(`${file}: ${name}`);
    }
  }
  return found;
}

/** Whether a file is generated. The exports of a generated file are not checked. */
const isGenerated = (file: string): boolean => file.endsWith('.gen.ts');
const isTestFile = (file: string): boolean => isTest(file) || file.startsWith('e2e/');
const hasWord = (source: string, word: string): boolean => new RegExp(`\\b${word}\\b`).test(source);

/** Whether the name occurs anywhere besides its declaration, not counting comments. */
function isUsedIn(source: string, name: string): boolean {
  const code = source.replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return code.split(new RegExp(`\\b${name}\\b`)).length > 2;
}

/** The names in a list such as `{ a, type B, c as d }`: for `c as d`, `theirs` gives `c` and `ours` gives `d`. */
const namesIn = (list: string, side: 'theirs' | 'ours'): string[] =>
  list.split(',').flatMap((item) => {
    const [theirs, ours] = item
      .trim()
      .replace(/^type\s/, '')
      .split(/\s+as\s+/);
    const name = side === 'ours' ? (ours ?? theirs) : theirs;
    return name ? [name] : [];
  });

function exportedNames(source: string): string[] {
  const declared = source.matchAll(
    /^export (?:declare )?(?:async )?(?:const|let|class|interface|type|function\*?) (?:(\w+)|\{([^}]*)\}\s*=)/gm,
  );
  const listed = source.matchAll(/^export (?:type )?\{([^}]*)\}/gm);
  return [
    ...[...declared].flatMap(([, name, parts]) => (name ? [name] : namesIn(parts ?? '', 'ours'))),
    ...[...listed].flatMap(([, list]) => namesIn(list ?? '', 'ours')),
  ];
}

/** Finds the files that import each export; the keys are "file: name". */
function importersOf(tree: SourceTree): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [file, source] of tree)
    for (const [target, isImported] of importsIn(tree, file, source))
      for (const name of exportedNames(tree.get(target) ?? ''))
        if (target !== file && isImported(name)) {
          const key = `${target}: ${name}`;
          importers.set(key, [...(importers.get(key) ?? []), file]);
        }
  return importers;
}

type Imports = readonly [target: string, isImported: (name: string) => boolean];

/**
 * Finds what a file imports from others. If it imports a whole module, every name that occurs in the file counts as
 * imported.
 */
function importsIn(tree: SourceTree, file: string, source: string): Imports[] {
  const anyWord = (name: string) => hasWord(source, name);
  const to = (specifier: string | undefined, isImported: Imports[1]): Imports[] =>
    targetOf(tree, file, specifier ?? '').map((target) => [target, isImported]);
  const listed = [...source.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, list, specifier]) => to(specifier, (name) => namesIn(list ?? '', 'theirs').includes(name)),
  );
  const whole = [
    ...source.matchAll(/^import (?:type )?\* as \w+ from '([^']+)'/gm),
    ...source.matchAll(/\bimport\(\s*'([^']+)'/g),
    ...source.matchAll(/^declare module '([^']+)'/gm),
  ].flatMap(([, specifier]) => to(specifier, anyWord));
  // The list of calls (`export * as`) uses only the calls of a file, not its schemas and types. Calls are recognised by
  // the functions that create them.
  const calls = [...source.matchAll(/^export \* as \w+ from '([^']+)'/gm)].flatMap(([, specifier]) =>
    to(specifier, (name) =>
      targetOf(tree, file, specifier ?? '').some((target) =>
        new RegExp(`^export const ${name} = \\w+\\(`, 'm').test(tree.get(target) ?? ''),
      ),
    ),
  );
  const globbed = [...source.matchAll(/import\.meta\.glob[^(]*\('([^']+)'/g)].flatMap(([, pattern]) =>
    [...tree.keys()]
      .filter((other) => posix.matchesGlob(other, posix.join(posix.dirname(file), pattern ?? '')))
      .map((target): Imports => [target, () => true]),
  );
  return [...listed, ...whole, ...calls, ...globbed];
}
