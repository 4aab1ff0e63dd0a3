import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { deleteDocument, downloadDocument, uploadDocument } from '@quayside/contracts/documents/documents';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDiskFileStore } from '../adapters/file-store/disk.ts';
import { createDatabase, createPool } from '../db/pool.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { PDF } from '../testing/documents.ts';
import { ageFiles, keysInStore } from '../testing/files.ts';
import { sweep } from '../testing/run-jobs.ts';
import { runScript } from '../testing/run-script.ts';
import { freshDatabase } from '../testing/test-database.ts';
import { emptyBin } from './bin.ts';
import { joinFileStore } from './installation.ts';
import { findLostFiles, SWEEP_TURN, sweepFiles } from './sweep-files.ts';

const DAY = 24 * 3_600_000;
const START = Date.parse('2026-11-20T10:00:00.000Z');
let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  maya = await t.admin();
});
afterAll(() => t.close());
afterEach(() => t.setTime(new Date(START)));

const upload = async () => (await t.ok(maya, uploadDocument, { file: { name: 'a.pdf', content: PDF } })).id;
const idFile = () => join(t.deps.config.filesDir, 'installation-id');
const storedId = () => readFileSync(idFile(), 'utf8').trim();
const binned = () => {
  const bin = join(t.deps.config.filesDir, 'bin');
  return existsSync(bin) ? readdirSync(bin, { recursive: true, withFileTypes: true }).filter((f) => f.isFile()) : [];
};
/** Puts database and store into the state of an earlier release, which had no installation id. */
const forgetIds = async () => {
  rmSync(idFile());
  await t.deps.db.deleteFrom('installation').execute();
};

describe('files and database of one installation', () => {
  it('carry the same id from their first start on, also when two processes start at once', async () => {
    const { id, joined_at } = await t.deps.db.selectFrom('installation').selectAll().executeTakeFirstOrThrow();
    expect([storedId(), joined_at]).toEqual([id, new Date(START)]);
    await forgetIds();
    await Promise.all([joinFileStore(t.deps), joinFileStore(t.deps)]);
    expect(storedId()).not.toBe(id);
  });

  it('get the same id at the upgrade from a release that had no id', async () => {
    await upload();
    await forgetIds();
    await joinFileStore(t.deps);
    expect(storedId()).toBe((await t.deps.db.selectFrom('installation').select('id').executeTakeFirst())?.id);
  });

  it('get the same id at the next start if the first one was interrupted between files and database', async () => {
    await t.deps.db.updateTable('installation').set({ joined_at: null }).execute();
    await joinFileStore(t.deps);
    rmSync(idFile());
    await t.deps.db.updateTable('installation').set({ joined_at: null }).execute();
    await joinFileStore(t.deps);
    expect(existsSync(idFile())).toBe(true);
  });
});

describe('a database that does not know the files', () => {
  let stranger: TestApp['deps'];
  let end: () => Promise<void>;
  let keys: string[];
  beforeAll(async () => {
    const database = await freshDatabase();
    const db = createDatabase(createPool(database.url, () => undefined, 2));
    stranger = { ...t.deps, db };
    end = async () => {
      await db.destroy();
      await database.drop();
    };
    await upload();
    keys = await keysInStore(t.deps);
  });
  afterEach(async () => expect(await keysInStore(t.deps)).toEqual(keys));
  afterAll(() => end());

  it('is refused at the start, and removes nothing', async () => {
    await expect(joinFileStore(stranger)).rejects.toThrow(/belong to another database.*DATABASE_URL, DATA_DIR/);
    await expect(findLostFiles(stranger)).rejects.toThrow(/belong to another database/);
    await expect(sweepFiles(stranger)).rejects.toThrow(/belong to another database/);
    await expect(emptyBin(stranger)).rejects.toThrow(/belong to another database/);
  });

  it('is refused when the files are those of an earlier release, without an id', async () => {
    const id = storedId();
    rmSync(idFile());
    await expect(joinFileStore(stranger)).rejects.toThrow(/does not know/);
    await expect(sweepFiles(stranger)).rejects.toThrow(/carry no installation id/);
    await t.deps.fileStore.joinInstallation(id);
  });

  it('takes the files over when an operator writes its id into the store', async () => {
    const id = storedId();
    const refusal = await joinFileStore(stranger).catch((error: unknown) => String(error));
    const own = /write (\S+) into/.exec(String(refusal))?.[1] ?? '';
    rmSync(idFile());
    await stranger.fileStore.joinInstallation(own);
    await joinFileStore(stranger);
    rmSync(idFile());
    await t.deps.fileStore.joinInstallation(id);
  });
});

describe('a store that lost its id', () => {
  it('is refused, and nothing is removed from it, until it is back', async () => {
    await upload();
    const [id, keys] = [storedId(), await keysInStore(t.deps)];
    rmSync(idFile());
    await expect(joinFileStore(t.deps)).rejects.toThrow(/carry no installation id/);
    await expect(sweepFiles(t.deps)).rejects.toThrow(/carry no installation id/);
    expect(await keysInStore(t.deps)).toEqual(keys);
    await t.deps.fileStore.joinInstallation(id);
    await joinFileStore(t.deps);
  });

  it('is refused when it is empty although the database names files, as when its disk is not mounted', async () => {
    await upload();
    const fileStore = createDiskFileStore(join(t.deps.config.dataDir, 'not-mounted'));
    await expect(joinFileStore({ ...t.deps, fileStore })).rejects.toThrow(/not-mounted is empty.*is mounted/);
  });

  it('gets one id when two installations want it at once', async () => {
    const fileStore = createDiskFileStore(join(t.deps.config.dataDir, 'wanted'));
    const ids = await Promise.all(['one', 'other'].map((id) => fileStore.joinInstallation(id)));
    expect(new Set(ids).size).toBe(1);
    expect(await fileStore.installation()).toBe(ids[0]);
  });
});

describe('the bin', () => {
  const removedFile = async () => {
    const before = await keysInStore(t.deps);
    const documentId = await upload();
    const key = (await keysInStore(t.deps)).find((other) => !before.includes(other)) ?? '';
    await t.ok(maya, deleteDocument, { params: { documentId } });
    t.setTime(new Date(START + 30 * DAY + 1));
    await sweep(t.deps);
    await ageFiles(t.deps);
    await sweepFiles(t.deps);
    return { key, documentId };
  };

  it('keeps what a sweep removed for 30 days', async () => {
    const { key } = await removedFile();
    expect(await keysInStore(t.deps)).not.toContain(key);
    expect(binned().map((file) => file.name)).toEqual([key.slice(3)]);
    t.setTime(new Date(START + 60 * DAY));
    await emptyBin(t.deps);
    expect(binned()).toHaveLength(1);
    t.setTime(new Date(START + 62 * DAY));
    await emptyBin(t.deps);
    expect(binned()).toEqual([]);
  });

  it('gives a file back when a restored database names it again', async () => {
    const documentId = await upload();
    const key = (
      await t.work(maya, (w) =>
        w.tx.selectFrom('document_version').select('storage_key').where('document_id', '=', documentId).execute(),
      )
    )[0]?.storage_key;
    await t.deps.fileStore.moveToBin({ key: key ?? '', day: '2026-11-20' });
    expect((await t.call(maya, downloadDocument, { params: { documentId } })).status).toBe(500);
    await emptyBin(t.deps);
    expect((await t.call(maya, downloadDocument, { params: { documentId } })).status).toBe(200);
    expect(binned()).toEqual([]);
  });
});

describe('a sweep', () => {
  const leave = async (files: number) => {
    for (let n = 0; n < files; n += 1) await t.deps.files.put(Readable.from([Buffer.from('x')]), { maxBytes: 9 });
    await ageFiles(t.deps);
  };
  /** Runs the command `allow-sweep`. */
  const allow = async (...args: string[]) => {
    const env = { DATABASE_URL: t.databaseUrl, SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
    return (await runScript('allow-sweep', args, env)).said;
  };
  const unclaimed = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from file_in_store where unclaimed_since is not null`.execute(t.deps.db);
    return rows[0]?.n;
  };
  beforeEach(async () => {
    await t.deps.db.deleteFrom('file_sweep').execute();
  });

  it('removes no more than 5 % of the files, or 20, within a day without an operator, who can allow it', async () => {
    await leave(12);
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(0);
    await leave(9);
    await expect(sweepFiles(t.deps)).rejects.toThrow(/^9 of \d+ files.*npm run allow-sweep -- 9/);
    expect(await unclaimed()).toBe(9);
    t.setTime(new Date(START + DAY + 1));
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(0);
    await leave(30);
    await expect(sweepFiles(t.deps)).rejects.toThrow(/^30 of/);
    expect(await allow()).toContain('To allow all of them: npm run allow-sweep -- 30');
    expect(await allow('25')).toContain('may move up to 25 files');
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(5);
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(0);
  });

  it('waits while a backup is made, which copies the files that the database names', async () => {
    await leave(30);
    await allow('30');
    await t.deps.db.connection().execute(async (backup) => {
      await sql`select pg_advisory_lock(${SWEEP_TURN})`.execute(backup);
      await sweepFiles(t.deps);
      expect(await unclaimed()).toBe(30);
      await sql`select pg_advisory_unlock(${SWEEP_TURN})`.execute(backup);
    });
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(0);
  });

  it('goes on after the clock was set back', async () => {
    t.setTime(new Date(START + 400 * DAY));
    await leave(20);
    await sweepFiles(t.deps);
    t.setTime(new Date(START));
    await leave(20);
    await sweepFiles(t.deps);
    expect(await unclaimed()).toBe(0);
  });
});
