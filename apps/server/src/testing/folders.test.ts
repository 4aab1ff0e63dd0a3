import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { isTest, readSourceTree, type SourceTree } from './arrows.ts';

/** A newcomer reads the names of a folder at a glance only while they are few. */
const MOST_FILES = 30;
const LAID_OUT = [
  'apps/server/src/areas/',
  'apps/web/src/features/',
  'apps/web/src/lib/',
  'packages/contracts/src/',
] as const;

/** Finds folders with too many source files side by side, not counting tests and the files in folders below. */
function crowdedFolders(tree: SourceTree): string[] {
  const folders = [...tree.keys()]
    .filter((file) => LAID_OUT.some((root) => file.startsWith(root)) && !isTest(file))
    .map((file) => posix.dirname(file));
  const counts = Map.groupBy(folders, (folder) => folder);
  return [...counts].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder);
}

it('an area, a feature, the contract and the lib of the web have folders once they have more than 30 files', () => {
  expect(crowdedFolders(readSourceTree(fileURLToPath(new URL('../../../..', import.meta.url))))).toEqual([]);
});

it.each<[string, (i: number) => string, string[]]>([
  ['of an area', (i) => `apps/server/src/areas/fees/f${i}.ts`, ['apps/server/src/areas/fees']],
  ['of a folder of a feature', (i) => `apps/web/src/features/fees/list/f${i}.tsx`, ['apps/web/src/features/fees/list']],
  ['but not tests', (i) => `apps/server/src/areas/fees/f${i}.test.ts`, []],
  ['but not files in folders below', (i) => `packages/contracts/src/${i}/f.ts`, []],
])('31 files are found: those %s', (_, name, expected) => {
  const tree = new Map(Array.from({ length: MOST_FILES + 1 }, (_, i): [string, string] => [name(i), '']));
  expect(crowdedFolders(tree)).toEqual(expected);
});
