import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/test-database.ts';
import { createDatabase, createPool, type Database } from './pool.ts';
import { createStatementNames, PLANNED_EACH_TIME } from './prepared.ts';
import { asSystem, type TxDeps } from './tx.ts';

describe('names of prepared statements', () => {
  it('are given on the second use and stay the same', () => {
    const { nameOf } = createStatementNames();
    expect([nameOf('a', 1), nameOf('b', 1), nameOf('a', 1), nameOf('a', 1), nameOf('b', 1)]).toEqual([
      undefined,
      undefined,
      'q1',
      'q1',
      'q2',
    ]);
  });

  it('are not given to statements without parameters or with very many', () => {
    const { nameOf } = createStatementNames();
    for (const parameters of [0, 41, 3_000])
      expect([nameOf('a', parameters), nameOf('a', parameters)]).toEqual([undefined, undefined]);
  });

  it('are not given to a statement that needs a new plan each time', () => {
    const { nameOf } = createStatementNames();
    const text = `select ${PLANNED_EACH_TIME} 1`;
    expect([nameOf(text, 1), nameOf(text, 1)]).toEqual([undefined, undefined]);
  });

  it('are limited in number; names already given stay', () => {
    const { nameOf } = createStatementNames();
    const all = Array.from({ length: 500 }, (_, i) => [nameOf(`s${i}`, 1), nameOf(`s${i}`, 1)][1]).filter(
      (name) => name !== undefined,
    );
    expect(all).toHaveLength(200);
    expect(nameOf('s0', 1)).toBe('q1');
  });

  it('change after a reset', () => {
    const { nameOf, clear } = createStatementNames();
    const use = () => [nameOf('a', 1), nameOf('a', 1)][1];
    expect(use()).toBe('q1');
    clear();
    expect(use()).toBe('q2');
  });
});

describe('a pool with prepared statements', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Database;
  let deps: TxDeps;
  beforeAll(async () => {
    database = await freshDatabase();
    db = createDatabase(createPool(database.url, () => undefined, 2));
    deps = { db, clock: { now: () => new Date() }, newId: () => '' };
    await sql`create table thing (id integer, note text)`.execute(db);
    await sql`insert into thing values (1, 'one'), (2, 'two')`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  const read = (id: number) =>
    asSystem(deps, async (tx) => (await sql`select * from thing where id = ${id}`.execute(tx)).rows);

  it('returns the rows for the values of each call from a cached plan', async () => {
    for (let i = 0; i < 8; i += 1)
      expect(await read((i % 2) + 1)).toEqual([{ id: (i % 2) + 1, note: i % 2 === 0 ? 'one' : 'two' }]);
    const kept = await sql<{
      statement: string;
    }>`select statement from pg_prepared_statements where statement like '%from thing%'`.execute(db);
    expect(kept.rows).toEqual([{ statement: 'select * from thing where id = $1' }]);
  });

  it('still answers after the table has changed', async () => {
    await read(1);
    await sql`alter table thing add column more integer default 7`.execute(db);
    expect(await read(1)).toEqual([{ id: 1, note: 'one', more: 7 }]);
    expect(await Promise.all([read(1), read(2)])).toEqual([
      [{ id: 1, note: 'one', more: 7 }],
      [{ id: 2, note: 'two', more: 7 }],
    ]);
  });
});
