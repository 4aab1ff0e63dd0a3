import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { AREAS } from '../areas/all.ts';
import { readSourceTree } from './arrows.ts';
import { foreignWrites, ownersOf, unclearTables } from './table-owners.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const owners = ownersOf(AREAS);
const tables = [
  ...(/^export interface DB \{\n([^}]*)\}/m
    .exec(readFileSync(`${root}/apps/server/src/db/types.gen.ts`, 'utf8'))?.[1]
    ?.matchAll(/^ {2}(\w+):/gm) ?? []),
].flatMap((match) => match[1] ?? []);
const wrong = (file: string, source: string) => foreignWrites(new Map([[`apps/server/src/${file}`, source]]), owners);

describe('table owners', () => {
  it('exist exactly once for each table', () => {
    expect(tables.length).toBeGreaterThan(40);
    expect(unclearTables(tables, AREAS)).toEqual([]);
    expect([...owners.keys()].filter((table) => !tables.includes(table))).toEqual([]);
  });

  it('are the only ones who write their tables', () => {
    expect(foreignWrites(readSourceTree(root), owners)).toEqual([]);
  });

  it.each([
    ['areas/search/x.queries.ts', "w.tx.insertInto('supplier').values(row)"],
    ['areas/search/x.queries.ts', "w.tx\n.deleteFrom(\n 'invoice_line as l')"],
    ['areas/search/x.queries.ts', 'sql`with gone as (DELETE FROM supplier where true) select 1`'],
    ['areas/search/x.queries.ts', 'sql`update only product set name = 1`'],
    ['areas/search/x.queries.ts', 'w.tx.updateTable(table).set({})'],
    ['areas/search/x.queries.ts', "for (const table of ['invoice'] as const) w.tx.deleteFrom(table)"],
    ['areas/costs/x.queries.ts', "w.tx.updateTable('invoice_line as l').set({})"],
    ['jobs/x.ts', "tx.updateTable('document_version').set({})"],
    ['areas/accounts/x.ts', "tx.insertInto('outbox').values(row)"],
  ])('are required for a write in %s: %s', (file, source) => {
    expect(wrong(file, source)).toHaveLength(1);
  });

  it('may read and lock the tables of other areas', () => {
    expect(wrong('areas/suppliers/x.queries.ts', "w.tx.updateTable('supplier').set({})")).toEqual([]);
    expect(wrong('areas/search/x.views.ts', 'sql`select id from supplier for update of supplier`')).toEqual([]);
  });
});
