import type { Area } from '../areas/area.ts';
import { isTest, type SourceTree } from './arrows.ts';

export const SERVER_AREAS = 'apps/server/src/areas/';

const COMMENT = /\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm;
const CALLS = [
  ...['selectFrom', 'from', 'using', 'table'],
  ...['inner', 'left', 'right', 'full', 'cross'].flatMap((kind) => [`${kind}Join`, `${kind}JoinLateral`]),
];
/** A table in a call of Kysely's builder, and in `sql.table`. */
const BUILDER = new RegExp(`\\b(?:${CALLS.join('|')})\\(\\s*\\[?\\s*'([a-z_]+)(?: as \\w+)?'`, 'g');
/** A table in SQL, also the second of `from invoice i, supplier s`. */
const STATEMENT = new RegExp(
  [
    /\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?([a-z_]+)\b/,
    /((?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*[a-z_]+\b(?!\s*\())?/,
  ]
    .map(({ source }) => source)
    .join(''),
  'gi',
);

export const withoutComments = (source: string): string => source.replaceAll(COMMENT, '');

/** Finds the tables that a source file reads, with Kysely or SQL. */
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
 * Finds each table of another area that a file of an area reads by its name, as "file -> table: why". The owner of a
 * table exports what others may read of it in its `facts.ts`. Writes are the matter of `table-owners.ts`.
 */
export function foreignReads(tree: SourceTree, areas: readonly Area[]): string[] {
  const owners = new Map(
    areas.flatMap((area) => (area.tables ?? []).map((table): [string, string] => [table, area.name])),
  );
  return [...tree].flatMap(([file, source]) => {
    if (!file.startsWith(SERVER_AREAS) || isTest(file)) return [];
    const [area] = file.slice(SERVER_AREAS.length).split('/');
    return [...tablesIn(source)].flatMap((table) => {
      const owner = owners.get(table) ?? area;
      return owner === area ? [] : [`${file} -> ${table}: the facts of ${owner} say what others may read`];
    });
  });
}
