import type { Area } from '../areas/area.ts';
import { isTest, type SourceTree } from './arrows.ts';

export const SERVER_AREAS = 'apps/server/src/areas/';

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
const CALLS = [
  ...['selectFrom', 'from', 'using', 'table', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'],
  ...['inner', 'left', 'right', 'full', 'cross'].flatMap((kind) => [`${kind}Join`, `${kind}JoinLateral`]),
];
/** A table in a call of Kysely's builder, and in `sql.table`. */
const BUILDER = new RegExp(`\\b(?:${CALLS.join('|')})\\(\\s*\\[?\\s*'([a-z_]+)(?: as \\w+)?'`, 'g');
/** A table in SQL, also the second of `from invoice i, supplier s`. */
const STATEMENT = new RegExp(
  [
    /\b(?:from|join|update|into|using)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/,
    /((?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*[a-z_]+\b(?!\s*\())?/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gi',
);

export const withoutComments = (source: string): string => source.replaceAll(COMMENT, '');

/** Finds the tables that a source file names, with Kysely or SQL. */
function tablesIn(source: string): Set<string> {
  const text = withoutComments(source);
  const built = [...text.matchAll(BUILDER)].map(([, table = '']) => table);
  const stated = [...text.matchAll(STATEMENT)].flatMap(([, table = '', second = '']) => [
    table,
    ...(/,\s*([a-z_]+)$/i.exec(second)?.slice(1) ?? []),
  ]);
  return new Set([...built, ...stated]);
}

/**
 * Finds each table of another area that a file of an area names, as "area/file: tables". The owner of a table exports
 * what others may read of it in its `facts.ts`.
 */
export function foreignReads(tree: SourceTree, areas: readonly Area[]): Record<string, string[]> {
  const owners = new Map(
    areas.flatMap((area) => (area.tables ?? []).map((table): [string, string] => [table, area.name])),
  );
  const found = [...tree].flatMap(([path, source]): [string, string[]][] => {
    const file = path.slice(SERVER_AREAS.length);
    const [area] = file.split('/');
    if (!path.startsWith(SERVER_AREAS) || isTest(path)) return [];
    const foreign = [...tablesIn(source)].filter((table) => (owners.get(table) ?? area) !== area);
    return foreign.length === 0 ? [] : [[file, foreign.toSorted()]];
  });
  return Object.fromEntries(found.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
