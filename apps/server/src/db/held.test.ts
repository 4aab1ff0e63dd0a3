import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../testing/test-database.ts';
import { HELD } from './held.ts';
import { createDatabase, createPool, type Database } from './pool.ts';

describe('held statements', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Database;
  beforeAll(async () => {
    database = await freshDatabase();
    db = createDatabase(createPool(database.url, () => undefined, 2));
    await sql`create table thing (id integer)`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  const hold = (text: string) => sql.raw(HELD + text);
  const things = async () => (await sql<{ id: number }>`select id from thing order by id`.execute(db)).rows;
  const settings = sql<{ account: string | null; memory: string }>`
    select current_setting('app.account_id', true) as account, current_setting('work_mem') as memory`;

  it('apply to the statement that follows and to the rest of the transaction, and end with it', async () => {
    const [first, second] = await db.transaction().execute(async (tx) => {
      await hold(`set local app.account_id = 'a'; set local work_mem = '5MB'`).execute(tx);
      const one = (await settings.execute(tx)).rows[0];
      await hold(`set local work_mem = '6MB'`).execute(tx);
      return [one, (await settings.execute(tx)).rows[0]];
    });
    expect(first).toEqual({ account: 'a', memory: '5MB' });
    expect(second).toEqual({ account: 'a', memory: '6MB' });
    expect((await settings.execute(db)).rows[0]).toEqual({ account: '', memory: '4MB' });
  });

  it('that fail let no statement of the transaction run, not even those that are sent at the same time', async () => {
    const failing = db.transaction().execute(async (tx) => {
      await hold('set local role nobody_has_this_role').execute(tx);
      const both = await Promise.allSettled([1, 2].map((id) => sql`insert into thing values (${id})`.execute(tx)));
      await expect(sql`insert into thing values (3)`.execute(tx)).rejects.toThrow('nobody_has_this_role');
      expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      throw new Error('so it is rolled back');
    });
    await expect(failing).rejects.toThrow('so it is rolled back');
    expect(await things()).toEqual([]);
    // The connection can be used again.
    await db.transaction().execute((tx) => sql`insert into thing values (4)`.execute(tx));
    expect(await things()).toEqual([{ id: 4 }]);
  });

  it('are begun by a transaction, which is undone as a whole', async () => {
    const before = await things();
    const undone = db.transaction().execute(async (tx) => {
      await sql`insert into thing values (5)`.execute(tx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await things()).toEqual(before);
  });

  it('are forgotten with a transaction that sends nothing', async () => {
    await db.transaction().execute((tx) => hold(`set local app.account_id = 'b'`).execute(tx));
    const nothing = db.transaction().execute(async () => {
      throw new Error('before its first statement');
    });
    await expect(nothing).rejects.toThrow('before its first statement');
    expect((await settings.execute(db)).rows[0]?.account).not.toBe('b');
    const { rows } = await db.transaction().execute((tx) => settings.execute(tx));
    expect(rows[0]?.account).not.toBe('b');
  });
});
