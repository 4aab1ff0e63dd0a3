import { isTest, type SourceTree } from './arrows.ts';
import { SERVER_AREAS, withoutComments } from './table-readers.ts';

/** What an area exports of one of its tables (`db/relation.ts`). */
interface Fact {
  readonly area: string;
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}

const FACT = /export const (\w+) = relation\('(\w+)', \[([^\]]*)\]\)/g;
const TYPES = 'apps/server/src/db/types.gen.ts';
/** Words that can follow a table in SQL and are no alias. */
const NO_ALIAS = /^(?:where|on|group|order|limit|offset|for|union|join|left|cross|using|set|returning|then|except)$/;

/** Finds what all areas export of their tables. */
const factsOf = (tree: SourceTree): Fact[] =>
  [...tree].flatMap(([file, source]) => {
    const area = /^apps\/server\/src\/areas\/([^/]+)\/facts\.ts$/.exec(file)?.[1];
    if (area === undefined) return [];
    return [...source.matchAll(FACT)].map(([, name = '', table = '', columns = '']) => ({
      area,
      name,
      table,
      columns: columns.match(/\w+/g) ?? [],
    }));
  });

/** Maps each table to its columns. */
function columnsOf(tree: SourceTree): ReadonlyMap<string, readonly string[]> {
  const types = tree.get(TYPES) ?? '';
  const rows = new Map(
    [...types.matchAll(/^export interface (\w+) \{\n([^]*?)^\}/gm)].map(([, name = '', fields = '']) => [
      name,
      [...fields.matchAll(/^ {2}(\w+):/gm)].map(([, column = '']) => column),
    ]),
  );
  const tables = /^export interface DB \{\n([^}]*)\}/m.exec(types)?.[1] ?? '';
  return new Map(
    [...tables.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', row = '']) => [table, rows.get(row) ?? []]),
  );
}

/** Whether a file imports a fact. */
const uses = (text: string, { area, name }: Fact): boolean =>
  text.includes(name) &&
  new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '[./]+/${area}/facts\\.ts'`, 'm').test(text);

/** A piece of source, with what it may read. */
interface Piece {
  readonly text: string;
  readonly facts: readonly Fact[];
  readonly columns: ReadonlyMap<string, readonly string[]>;
}

/**
 * Finds each column that SQL reads of another area's table although `facts.ts` does not list it, as
 * "file: NAME.column". A star would read them all.
 */
export function hiddenReads(tree: SourceTree): string[] {
  const columns = columnsOf(tree);
  const all = factsOf(tree);
  return [...tree].flatMap(([file, source]) => {
    if (!file.startsWith(SERVER_AREAS) || isTest(file)) return [];
    const text = withoutComments(source);
    const facts = all.filter((fact) => uses(text, fact));
    return facts.flatMap((fact) =>
      [
        ...(columns.get(fact.table) ?? []).filter(
          (column) =>
            text.includes(column) &&
            !fact.columns.includes(column) &&
            isRead({ text, facts, columns }, fact.name, column),
        ),
        ...(new RegExp(`select \\*\\s+from \\$\\{${fact.name}\\}`).test(text) ? ['*'] : []),
      ].map((column) => `${file}: ${fact.name}.${column}`),
    );
  });
}

/** Whether a piece of source reads this column of a fact, and of nothing else that is named like it. */
function isRead({ text, ...rest }: Piece, name: string, column: string): boolean {
  return [...text.matchAll(new RegExp(`\\$\\{${name}\\}(?:\\s+(?:as\\s+)?([a-z_]+))?`, 'g'))].some((match) => {
    const alias = match[1];
    if (alias !== undefined && !NO_ALIAS.test(alias)) {
      const named = `\\s+(?:as\\s+)?${alias}\\b`;
      const isOther = new RegExp(`\\)${named}`).test(text) || isThere({ text, ...rest }, column, named);
      return !isOther && new RegExp(`\\b${alias}\\.${column}\\b`).test(text);
    }
    const end = text.indexOf('`', match.index);
    const template = text.slice(text.lastIndexOf('`', match.index) + 1, end < 0 ? undefined : end);
    return new RegExp(`(?<![.\\w])${column}\\b`).test(template) && !isThere({ text: template, ...rest }, column, '');
  });
}

/** Whether a piece of source names, followed by `end`, a table or a fact that has this column. */
function isThere({ text, facts, columns }: Piece, column: string, end: string): boolean {
  const listed = facts.filter((fact) => fact.columns.includes(column)).map(({ name }) => `\\$\\{${name}\\}`);
  const tables = [...columns].filter(([, all]) => all.includes(column)).map(([table]) => table);
  const own = tables.length === 0 ? [] : [`(?:\\b(?:from|join|update)\\s+|')(?:${tables.join('|')})`];
  return [...listed, ...own].some((named) => new RegExp(named + end).test(text));
}

/** Finds the listed columns that no file names which imports the fact, as "NAME.column". */
export function unreadColumns(tree: SourceTree): string[] {
  const texts = [...tree]
    .filter(([file]) => file.startsWith(SERVER_AREAS))
    .map(([, source]) => withoutComments(source));
  return factsOf(tree).flatMap((fact) => {
    const readers = texts.filter((text) => uses(text, fact));
    const unread = fact.columns.filter((column) => !readers.some((text) => new RegExp(`\\b${column}\\b`).test(text)));
    return unread.map((column) => `${fact.name}.${column}`);
  });
}
