import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onServer } from '../testing/global-setup.ts';
import { freshDatabase, olderDatabase, type TestDatabase } from '../testing/test-database.ts';
import { migrate } from './migrate.ts';

const FOLDER = join(import.meta.dirname, 'migrations');
const FILES = readdirSync(FOLDER)
  .sort()
  .map((file) => ({
    name: file.replace(/\.sql$/, ''),
    sha256: createHash('sha256')
      .update(readFileSync(join(FOLDER, file)))
      .digest('hex'),
  }));
const OLDER = '0009-imports-write-less';

let database: TestDatabase;
afterEach(() => database.drop());

const query = (text: string) =>
  onServer(database.url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
const stored = () => query('select name, sha256 from schema_migration_file order by name');
const ran = async () => (await query('select name from schema_migration order by name')).map((row) => row['name']);

describe('a new database', () => {
  it('stores the checksum of each migration that it runs; their numbers have no gap and occur once', async () => {
    database = await freshDatabase();
    expect(await stored()).toEqual(FILES);
    const first = Number(FILES[0]?.name.slice(0, 4));
    expect(FILES.map(({ name }) => Number(name.slice(0, 4)))).toEqual(FILES.map((_, index) => first + index));
  });
});

describe('a database of an earlier release', () => {
  beforeEach(async () => {
    database = await olderDatabase(OLDER);
  });

  it('gets the checksums of the migrations that it ran before these were stored', async () => {
    await query('drop table schema_migration_file');
    await migrate(database.url, OLDER);
    expect(await stored()).toEqual(FILES.filter(({ name }) => name <= OLDER));
    await migrate(database.url);
    expect(await stored()).toEqual(FILES);
  });

  it('is not migrated when the file of a migration that it ran has changed', async () => {
    await query(`update schema_migration_file set sha256 = 'other' where name >= '0008'`);
    const before = await ran();
    await expect(migrate(database.url)).rejects.toThrow(
      'The migration 0008-lists-and-imports was changed after this database ran it: restore its file ',
    );
    expect([before.at(-1), await ran()]).toEqual([OLDER, before]);
  });

  it('is not touched when a newer release has migrated it, and the newer release is named', async () => {
    await query(`insert into schema_migration (name, timestamp) values ('9999-of-tomorrow', '2027-01-01')`);
    const before = await ran();
    await expect(migrate(database.url)).rejects.toThrow(
      /^The data was written by a newer release of Quayside: start that one, or a later one\..* 9999-of-tomorrow/s,
    );
    expect(await ran()).toEqual(before);
  });

  it('is migrated once by several processes that start at the same time', async () => {
    await query('drop table schema_migration_file');
    await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)));
    expect(await stored()).toEqual(FILES);
    expect(await ran()).toEqual(FILES.map(({ name }) => name));
  });
});
