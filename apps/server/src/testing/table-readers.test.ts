import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AREAS } from '../areas/all.ts';
import { readSourceTree } from './arrows.ts';
import { foreignReads } from './table-readers.ts';

const root = join(import.meta.dirname, '../../../..');
/**
 * Files that still name tables of other areas. A table is taken out of this list when it is read by facts; none may be
 * added.
 */
const NOT_YET: unknown = JSON.parse(readFileSync(join(import.meta.dirname, 'table-readers.json'), 'utf8'));
const wrong = (file: string, source: string) =>
  foreignReads(new Map([[`apps/server/src/areas/${file}`, source]]), AREAS);

it('areas read the tables of others by their facts, but for those that do not yet', () => {
  expect(foreignReads(readSourceTree(root), AREAS)).toEqual(NOT_YET);
});

it.each([
  ['invoice', "w.tx.selectFrom('invoice as i').selectAll()"],
  ['invoice', "w.tx.selectFrom(\n 'invoice')"],
  ['supplier', "query.innerJoin('supplier as s', 's.id', 'x.supplier_id')"],
  ['supplier', "query.leftJoinLateral('supplier as s', (on) => on)"],
  ['lot', "w.tx.with('taken', (db) => db.selectFrom('lot as l'))"],
  ['supplier', 'sql`select 1 from place p\njoin supplier as s on true`'],
  ['lot', "const LOTS = 'select id from lot where true'"],
  ['invoice', 'sql`update invoice i set etd = null`'],
  ['supplier', 'sql`select 1 from carton_mark c, supplier s where true`'],
  ['supplier', "sql.table('supplier')"],
])('finds %s in %s', (table, source) => {
  expect(wrong('search/x.views.ts', source)).toEqual({ 'search/x.views.ts': [table] });
});

it('leaves an area its own tables, and everything in facts and tests to be read', () => {
  expect(wrong('suppliers/x.views.ts', 'sql`select 1 from supplier`')).toEqual({});
  expect(wrong('search/x.api.test.ts', 'sql`select 1 from supplier`')).toEqual({});
  expect(wrong('search/x.views.ts', '/** Read from supplier. */\n// As from invoice\nsql`select 1`')).toEqual({});
});
