import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../areas/all.ts';
import { readSourceTree } from './arrows.ts';
import { hiddenReads, unreadColumns } from './hidden-columns.ts';
import { foreignReads } from './table-readers.ts';

const tree = readSourceTree(join(import.meta.dirname, '../../../..'));

describe('tables of other areas', () => {
  const wrong = (file: string, source: string) =>
    foreignReads(new Map([[`apps/server/src/areas/${file}`, source]]), AREAS);

  it('are read by facts only', () => {
    expect(foreignReads(tree, AREAS)).toEqual([]);
  });

  it.each([
    ['invoice', "w.tx.selectFrom('invoice as i').selectAll()"],
    ['invoice', "w.tx.selectFrom(\n 'invoice')"],
    ['supplier', "query.innerJoin('supplier as s', 's.id', 'x.supplier_id')"],
    ['supplier', "query.leftJoinLateral('supplier as s', (on) => on)"],
    ['lot', "w.tx.with('taken', (db) => db.selectFrom('lot as l'))"],
    ['supplier', 'sql`select 1 from place p\njoin supplier as s on true`'],
    ['lot', "const LOTS = 'select id from lot where true'"],
    ['supplier', 'sql`select 1 from carton_mark c, supplier s where true`'],
    ['supplier', "sql.table('supplier')"],
  ])('are found: %s in %s', (table, source) => {
    expect(wrong('search/x.views.ts', source)).toEqual([
      expect.stringContaining(`areas/search/x.views.ts -> ${table}: `),
    ]);
    expect(wrong('search/facts.ts', source)).toHaveLength(1);
  });

  it('are not mistaken for own tables, or for words of a comment, and tests may name them', () => {
    expect(wrong('suppliers/x.views.ts', 'sql`select 1 from supplier`')).toEqual([]);
    expect(wrong('search/x.api.test.ts', 'sql`select 1 from supplier`')).toEqual([]);
    expect(wrong('search/x.views.ts', '/** Read from supplier. */\n// As from invoice\nsql`select 1`')).toEqual([]);
  });
});

describe('columns that are not among the facts', () => {
  const hidden = (source: string) =>
    hiddenReads(
      new Map([
        ['apps/server/src/db/types.gen.ts', tree.get('apps/server/src/db/types.gen.ts') ?? ''],
        ['apps/server/src/areas/stock/facts.ts', "export const LOTS = relation('lot', ['account_id', 'id'])"],
        ['apps/server/src/areas/search/x.views.ts', `import { LOTS } from '../stock/facts.ts';\n${source}`],
      ]),
    );

  it('are read nowhere', () => {
    expect(hiddenReads(tree)).toEqual([]);
  });

  it.each([
    'sql`select l.taken from ${LOTS} l`',
    'sql`select taken from ${LOTS} where id = 1`',
    'sql`select l.taken from ${LOTS} l join invoice i on i.id = l.id`',
    'const more = sql`l.taken`;\nsql`select ${more} from ${LOTS} as l`',
  ])('are found in %s', (source) => {
    expect(hidden(source)).toEqual(['apps/server/src/areas/search/x.views.ts: LOTS.taken']);
  });

  it('are not read by a star', () => {
    expect(hidden('sql`select x.id from (select *\n from ${LOTS}) x`')).toEqual([
      'apps/server/src/areas/search/x.views.ts: LOTS.*',
    ]);
  });

  it('are all others but those that somebody reads', () => {
    expect(unreadColumns(tree)).toEqual([]);
    const stock = [
      'apps/server/src/areas/stock/facts.ts',
      "export const LOTS = relation('lot', ['id', 'taken'])",
    ] as const;
    const search = [
      'apps/server/src/areas/search/x.views.ts',
      "import { LOTS } from '../stock/facts.ts';\nsql`l.id`",
    ] as const;
    expect(unreadColumns(new Map([stock, search]))).toEqual(['LOTS.taken']);
  });

  it('are not mistaken for those that are, or for columns of the same name elsewhere', () => {
    expect(hidden('sql`select l.id from ${LOTS} l`')).toEqual([]);
    expect(hidden('sql`select x.taken from ${LOTS} l join (select 1 as taken) x on true`')).toEqual([]);
    expect(hidden('sql`select id from ${LOTS}`;\nsql`select taken from lot_row`')).toEqual([]);
  });
});
