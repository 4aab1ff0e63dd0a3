import { importsOf, type SourceTree } from './arrows.ts';
import { targetOf } from './circles.ts';

/**
 * Files that list all areas, features, calls or words. Whoever imports one of them is not reached through it, because
 * then every test would be: what it lists is tested where it stands.
 */
const LISTS = [
  'apps/server/src/areas/all.ts',
  'apps/web/src/app/features.ts',
  'apps/web/src/app/joined-screens.ts',
  'packages/contracts/src/modules.ts',
  'packages/contracts/src/exports.ts',
  'packages/contracts/src/texts/words.ts',
];
/** A change of another kind of file in these folders can reach every test of them. */
const WHOLE = ['apps/server/', 'apps/web/', 'packages/'];

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The pages that join several features. Their tests stand beside them, or with one of these features. */
const JOINED = 'apps/web/src/app/pages/';

/** The area of the server or the feature of the web that a file belongs to, if it belongs to one. */
const partOf = (file: string): string | undefined =>
  file.startsWith(JOINED) ? JOINED : /^apps\/(?:server\/src\/areas|web\/src\/features)\/[^/]+\//.exec(file)?.[0];

/**
 * The tests that a change of these files can reach: those that import them, directly or through other files, and all
 * tests of each area and feature that does, because these test their area through its calls. All paths are from the
 * repository's root.
 */
export function relatedTests(tree: SourceTree, changed: readonly string[]): string[] {
  const tests = [...tree.keys()].filter(isTest);
  const others = changed.filter((file) => !tree.has(file));
  const whole = WHOLE.filter((folder) => others.some((file) => file.startsWith(folder) && !file.endsWith('.md')));
  const isWhole =
    changed.some((file) => LISTS.includes(file)) || others.some((file) => /^[^/]+\.(json|ts)$/.test(file));
  if (isWhole) return tests;
  const reached = reachedFrom(
    importersIn(tree),
    changed.filter((file) => tree.has(file)),
  );
  const sources = [...reached].filter((file) => !isTest(file));
  const joined = sources.filter((file) => file.startsWith(JOINED)).flatMap((file) => targetsIn(tree, file));
  const parts = new Set([...sources, ...joined].flatMap((file) => partOf(file) ?? []));
  return tests.filter(
    (file) => reached.has(file) || parts.has(partOf(file) ?? '') || whole.some((folder) => file.startsWith(folder)),
  );
}

/** The files that a file imports. */
const targetsIn = (tree: SourceTree, file: string): string[] =>
  importsOf(tree.get(file) ?? '').flatMap((name) => targetOf(tree, file, name));

/** By each file, the files that import it. */
function importersIn(tree: SourceTree): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of tree.keys())
    for (const target of targetsIn(tree, file)) importers.set(target, [...(importers.get(target) ?? []), file]);
  return importers;
}

function reachedFrom(importers: ReadonlyMap<string, readonly string[]>, changed: readonly string[]): Set<string> {
  const reached = new Set(changed);
  for (const file of reached)
    if (!LISTS.includes(file)) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return reached;
}
