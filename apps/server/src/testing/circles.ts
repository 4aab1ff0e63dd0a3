import { posix } from 'node:path';
import { importsOf, type SourceTree } from './arrows.ts';

/**
 * Finds cycles among the imports of files, each as a sorted list of files. Imports of types and dynamic imports count
 * too: they do nothing at start-up, but the files still cannot be understood or moved separately.
 */
export function importCircles(tree: SourceTree): string[][] {
  const targets = new Map(
    [...tree].map(([file, source]) => [file, importsOf(source).flatMap((name) => targetOf(tree, file, name))]),
  );
  return stronglyConnected(targets)
    .filter((files) => files.length > 1 || files.some((file) => targets.get(file)?.includes(file)))
    .map((files) => files.toSorted())
    .toSorted((a, b) => (a[0] ?? '').localeCompare(b[0] ?? ''));
}

/**
 * Finds the file that an import refers to; empty for packages and for files that are not TypeScript of this repository.
 */
export function targetOf(tree: SourceTree, file: string, specifier: string): string[] {
  const own = /^@quayside\/([^/]+)\/(.+)$/.exec(specifier);
  const target = own
    ? `packages/${own[1]}/src/${own[2]}.ts`
    : specifier.startsWith('.')
      ? posix.join(posix.dirname(file), specifier)
      : '';
  return tree.has(target) ? [target] : [];
}

/** Finds strongly connected components, with Tarjan's algorithm. */
function stronglyConnected(targets: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const groups: string[][] = [];
  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let low = index;
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? index);
    }
    if (low === index) groups.push(stack.splice(stack.indexOf(file)));
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return groups;
}
